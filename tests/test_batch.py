"""Many files: order, errors as values, workers that die."""

from __future__ import annotations

import io
import os
import pickle
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import rejoin
from rejoin import (
    NotAPdfError,
    PageRangeError,
    PasswordError,
    RejoinError,
    Result,
    RulesError,
    WorkerError,
    read_many,
)
from rejoin.batch import LOOK_AHEAD
from rejoin.workers import how_it_ended
from tests import tasks
from tests.conftest import KEYS
from tests.pdfs import JOINED, WRAPPED, lines, many, pdf

DATA = pdf(lines(*WRAPPED))
Make = Callable[..., list[Path]]


@pytest.fixture
def files(tmp_path: Path) -> Make:
    """Make PDFs of the given names."""

    def make(*names: str) -> list[Path]:
        paths = [tmp_path / f"{name}.pdf" for name in names]
        for path in paths:
            path.write_bytes(DATA)
        return paths

    return make


def texts(results: Iterator[Result]) -> list[str]:
    return [str(result.error) if result.error else result.text for result in results]


@pytest.mark.parametrize("options", [{}, {"jobs": 2}, {"timeout": 60.0}], ids=str)
def test_results_in_order_with_errors_as_values(files: Make, options: dict[str, float]) -> None:
    (path,) = files("good")
    data = [pdf(lines(f"File {i}")) for i in range(5)]
    sources: list[rejoin.Source] = [path, "nowhere.pdf", b"words", *data, io.BytesIO(DATA)]
    results = list(read_many(sources, **options))  # type: ignore[arg-type]
    assert [result.source for result in results] == sources
    assert texts(iter(results)) == [
        JOINED + "\n",
        "nowhere.pdf: no such file",
        "<bytes>: is not a PDF (it has no %PDF header)",
        *(f"File {i}\n" for i in range(5)),
        JOINED + "\n",
    ]
    assert type(results[2].error) is NotAPdfError
    assert "NotAPdfError" in results[2].trace


@pytest.mark.parametrize("jobs", [1, 2])
def test_options_reach_the_files(jobs: int) -> None:
    locked = Path(__file__).parent / "data" / "locked.pdf"
    first, second = read_many([locked, many("abc")], jobs=jobs, password="heron", rules="gap")
    assert (first.text, second.text) == (JOINED + "\n", "Page a.\n\fPage b.\n\fPage c.\n")
    (bad,) = read_many([locked], jobs=jobs, password="crane")
    assert type(bad.error) is PasswordError
    (some, none) = read_many([many("abc"), DATA], jobs=jobs, pages="2-3")
    assert (some.text, some.pages) == ("Page b.\n\fPage c.\n", 2)
    assert type(none.error) is PageRangeError
    (kept,) = read_many([DATA], jobs=jobs, rules="gap", pitch_max=0.6)
    assert kept.text.count("\n") == len(WRAPPED)


@pytest.mark.parametrize("jobs", [1, 2])
def test_paragraphs_on_request(jobs: int) -> None:
    (plain,) = read_many([DATA], jobs=jobs)
    assert plain.paragraphs == ()
    (result,) = read_many([DATA], jobs=jobs, paragraphs=True)
    (record,) = result.paragraphs
    assert (record.text, record.pages, len(record.lines)) == (JOINED, (1,), len(WRAPPED))
    row = record.to_dict()
    assert set(row) == KEYS
    left, bottom, right, top = row["lines"][0]["box"]
    assert (left < right, bottom < top) == (True, True)
    assert left == pytest.approx(72, abs=1)


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_paragraph_over_a_page_edge_is_whole(jobs: int) -> None:
    data = pdf(lines(*WRAPPED, *WRAPPED[:4]), lines(*WRAPPED[4:], *WRAPPED))
    (result,) = read_many([data], jobs=jobs, paragraphs=True)
    assert result.text == f"{JOINED}\n{JOINED}\n\f{JOINED}\n"
    assert result.paragraphs[1].pages == (1, 2)
    assert [line.page for line in result.paragraphs[1].lines] == [1, 1, 1, 1, 2, 2]


@pytest.mark.parametrize("jobs", [1, 2])
def test_bad_pages_are_told(jobs: int) -> None:
    (result,) = read_many([pdf(lines("One."), None)], jobs=jobs)
    assert result.error is None
    assert [(error.page, error.file) for error in result.page_errors] == [(2, "<bytes>")]
    assert result.text == "One.\n\f"


def test_wrong_arguments_are_no_files_fault() -> None:
    with pytest.raises(RulesError):
        read_many([DATA], rules="best")
    with pytest.raises(PageRangeError):
        read_many([DATA], pages="x")
    with pytest.raises(ValueError, match="jobs is 1 or more"):
        read_many([DATA], jobs=0)
    with pytest.raises(ValueError, match="timeout more than 0"):
        read_many([DATA], timeout=0)
    with pytest.raises(TypeError, match="for one use read"):
        read_many("one.pdf")


def test_progress_counts_pages() -> None:
    seen: list[tuple[int, int]] = []
    list(read_many([many("abc")], progress=lambda done, total: seen.append((done, total))))
    assert seen == [(1, 3), (2, 3), (3, 3)]


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_mistake_in_the_code_costs_one_file(jobs: int) -> None:
    class Wrong(io.BytesIO):
        def read(self, size: int | None = -1, /) -> bytes:
            raise KeyError("mistake")

    bad, good = read_many([Wrong(), DATA], jobs=jobs)
    assert type(bad.error) is RejoinError
    assert "because of a mistake in rejoin (KeyError: 'mistake')" in str(bad.error)
    assert good.text == JOINED + "\n"


@pytest.mark.parametrize("options", [{}, {"jobs": 2}], ids=str)
def test_a_file_that_cannot_be_taken_costs_one_file(options: dict[str, int]) -> None:
    closed = io.BytesIO(DATA)
    closed.close()
    bad, good = read_many([closed, DATA], **options)  # type: ignore[arg-type]
    assert "<stream>: cannot be read (I/O operation on closed file" in str(bad.error)
    assert good.text == JOINED + "\n"


# Workers

DEATHS = {
    "segfault": "it was ended by SIGSEGV",
    "killed": "it was ended by SIGKILL - out of memory?",
    "exit": "it ended with code 3",
    "raise": "it ended with code 1",
}


@pytest.mark.parametrize("jobs", [1, 2])
def test_dead_workers_cost_their_files_alone(files: Make, jobs: int) -> None:
    paths = files("a", *DEATHS, "b", "c")
    results = list(read_many(paths, jobs=jobs, timeout=60, task=tasks.misbehave))
    assert [result.source for result in results] == paths
    bad = results[1 : 1 + len(DEATHS)]
    for path, cause, result in zip(paths[1:], DEATHS.values(), bad, strict=False):
        assert type(result.error) is WorkerError
        assert result.error.file == str(path)
        assert result.error.reason == f"a worker process died over it ({cause})"
    good = [result for result in results if result not in bad]
    assert texts(iter(good)) == [JOINED + "\n"] * 3


def test_nothing_but_deaths(files: Make) -> None:
    paths = [path for path in files("segfault") for _ in range(3)]
    results = list(read_many(paths, jobs=2, task=tasks.misbehave))
    assert [type(result.error) for result in results] == [WorkerError] * 3


def test_a_worker_that_hangs_is_given_up(files: Make) -> None:
    paths = files("a", "hang", "b", "c")
    results = list(read_many(paths, jobs=1, timeout=2, task=tasks.misbehave))
    assert str(results[1].error) == f"{paths[1]}: took longer than 2 s; given up"
    assert type(results[1].error) is WorkerError
    assert texts(iter(results[:1] + results[2:])) == [JOINED + "\n"] * 3


def test_what_a_worker_prints_stays_out_of_the_answers(
    files: Make, capfd: pytest.CaptureFixture[str]
) -> None:
    results = read_many(files("chatter", "a"), jobs=2, task=tasks.misbehave)
    assert texts(results) == [JOINED + "\n"] * 2
    out, err = capfd.readouterr()
    assert out == ""
    assert "what compiled code prints" in err


def test_workers_are_used_again(files: Make) -> None:
    paths = files(*map(str, range(12)))
    found = [result.text for result in read_many(paths, jobs=2, task=tasks.whoami)]
    assert 1 <= len(set(found)) <= 2
    assert str(os.getpid()) not in found


def test_the_first_comes_first_though_it_is_slow(files: Make) -> None:
    paths = files("9", "0", "3", "1", "2")
    results = list(read_many(paths, jobs=3, task=tasks.sleepy))
    assert [result.source for result in results] == paths


def test_look_ahead_is_bounded() -> None:
    taken = 0

    def sources() -> Iterator[bytes]:
        nonlocal taken
        while taken < 100:
            taken += 1
            yield DATA

    results = read_many(sources(), jobs=2)
    for done in range(1, 60):
        next(results)
        assert taken <= done + LOOK_AHEAD * 2 + 1
    results.close()


def test_closing_early_ends_the_workers(files: Make) -> None:
    paths = files("a", *["hang"] * 3)
    results = read_many(paths, jobs=2, task=tasks.misbehave)
    assert next(results).text == JOINED + "\n"
    start = time.monotonic()
    results.close()
    assert time.monotonic() - start < 30


SCRIPT = """
import sys
from rejoin import read_many
from tests import tasks
print("started", flush=True)
for result in read_many(sys.argv[1:], jobs=2, task=tasks.misbehave):
    print(result.text, flush=True)
"""


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="looks for processes in /proc")
def test_ctrl_c_ends_the_workers(files: Make) -> None:
    """Also: a script without a guard around its main part may use workers."""
    paths = files("a", "hang")
    process = subprocess.Popen(
        [sys.executable, "-c", SCRIPT, *map(str, paths)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=Path(__file__).parent.parent,
    )
    assert process.stdout
    assert process.stdout.readline() == b"started\n"
    assert process.stdout.readline().decode() == JOINED + "\n"
    workers = _children(process.pid)
    assert 1 <= len(workers) <= 2
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert err.rstrip().endswith(b"KeyboardInterrupt")
    assert not any(Path(f"/proc/{worker}").exists() for worker in workers)


def _children(parent: int) -> list[int]:
    tasks_of = Path(f"/proc/{parent}/task")
    return [int(pid) for t in tasks_of.iterdir() for pid in (t / "children").read_text().split()]


def test_a_task_that_cannot_be_sent_is_told_at_once() -> None:
    with pytest.raises((pickle.PicklingError, AttributeError), match="lambda"):
        list(read_many([DATA], jobs=2, task=lambda source, request: Result(source)))


def test_a_task_that_workers_cannot_import(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tasks, "task_of_this_process", lambda *_: None, raising=False)
    tasks.task_of_this_process.__module__ = "tests.tasks"  # type: ignore[attr-defined]
    tasks.task_of_this_process.__qualname__ = "task_of_this_process"  # type: ignore[attr-defined]
    task = tasks.task_of_this_process  # type: ignore[attr-defined]
    bad, _ = read_many([DATA, DATA], jobs=1, timeout=60, task=task)
    assert str(bad.error) == "<bytes>: no worker could be started (it ended with code 1)"
    assert "task_of_this_process" in capfd.readouterr().err


def test_how_it_ended_in_words() -> None:
    assert how_it_ended(1) == "it ended with code 1"
    assert how_it_ended(-11) == "it was ended by SIGSEGV"
    assert how_it_ended(-9) == "it was ended by SIGKILL - out of memory?"
    assert how_it_ended(-99) == "it was ended by signal 99"
