"""Many files: what is meant, where it goes, what a run that was ended leaves to the next one."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import rejoin
from bench.heap import bomb
from rejoin import OutputError, WorkerError, read_many
from rejoin.finding import find
from rejoin.leash import LEAST
from rejoin.many import write_many
from rejoin.sinks.folder import STATE
from tests import tasks
from tests.conftest import Command
from tests.pdfs import JOINED, WRAPPED, lines, many, pdf

ROOT = Path(__file__).parents[1]
RUN = [sys.executable, "-m", "rejoin"]
NAMES = ("two words", "Gr\u00fc\u00dfe", "a\nb", "-v", "[1]", "\u5831\u544a")
LINUX = pytest.mark.skipif(sys.platform != "linux", reason="needs Linux")


@pytest.fixture
def heap(tmp_path: Path) -> Path:
    """A folder of PDFs with all kinds of names, one of them bad, in two levels."""
    folder = tmp_path / "in"
    for number, name in enumerate(NAMES):
        path = folder / ("sub folder" * (number % 2)) / f"{name}.pdf"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(pdf(lines(f"Text {number}")))
    (folder / "bad.PDF").write_text("words")
    (folder / "notes.txt").write_text("no PDF, and not named like one")
    return folder


def files(folder: Path) -> dict[str, str]:
    """What is in a folder, by name; without what says who wrote it."""
    found = (path for path in folder.rglob("*") if path.is_file() and path.name != STATE)
    return {str(path.relative_to(folder)): path.read_text("utf-8") for path in found}


def rows(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_bytes().splitlines()]


# Which files are meant


def test_folders_patterns_lists_and_files(heap: Path, tmp_path: Path) -> None:
    everything = sorted(path.stem for path in heap.rglob("*.[pP][dD][fF]"))
    assert sorted(Path(f.path).stem for f in find([str(heap)])) == everything
    places = {f.place for f in find([str(heap)])}
    assert {"bad", "two words", "sub folder/Gr\u00fc\u00dfe"} <= places
    assert {f.place for f in find([f"{tmp_path}/**/*.pdf"])} >= {"in/two words", "in/sub folder/-v"}
    names = [str(path) for path in heap.rglob("*.pdf")]
    nul, plain = tmp_path / "nul", tmp_path / "plain"
    nul.write_bytes(b"".join(os.fsencode(name) + b"\0" for name in names))
    assert [f.path for f in find([f"@{nul}"])] == names
    plain.write_text("\n".join([names[0], "", "../up/*.pdf", "/a/b.pdf"]))
    assert [(f.path, f.place) for f in find([f"@{plain}"])][1:] == [
        ("../up/*.pdf", "up/*"), ("/a/b.pdf", "a/b")
    ]  # fmt: skip


def test_long_lists_are_read_in_blocks(tmp_path: Path) -> None:
    names = [f"{number:07d}" + "x" * (number % 90) for number in range(5000)]
    for mark in ("\n", "\0"):
        (tmp_path / "list").write_text(mark.join(names) + mark)
        assert [f.path for f in find([f"@{tmp_path}/list"])] == names


def test_a_name_that_exists_is_a_file_however_it_is_spelled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("@x.pdf", "[a].pdf", "*.pdf"):
        Path(name).write_bytes(b"")
        assert [f.path for f in find([name])] == [name]
    assert [f.path for f in find(["nothing*.pdg"])] == ["nothing*.pdg"]


# Where it goes


def test_a_folder_of_texts(command: Command, heap: Path, tmp_path: Path) -> None:
    out, log = tmp_path / "out", tmp_path / "failures.jsonl"
    ran = command(heap, "-o", out, "--failures", log)
    assert (ran.code, ran.out) == (1, "")
    assert "6 files written, 1 failed; 6 pages in " in ran.err
    found = files(out)
    assert found["two words.txt"] == "Text 0\n"
    assert found["sub folder/Gr\u00fc\u00dfe.txt"] == "Text 1\n"
    assert found["a\nb.txt"] == "Text 2\n"
    assert len(found) == len(NAMES)
    (failure,) = rows(log)
    assert failure["error"] == "NotAPdfError"
    assert failure["file"] == str(heap / "bad.PDF")
    again = command(heap, "-o", out, "--failures", log)
    assert again.code == 1
    assert "0 files written, 0 failed, 6 done and 1 failed before" in again.err
    assert files(out) == found
    assert len(rows(log)) == 1


@pytest.mark.parametrize("form", ["text", "markdown", "jsonl"])
def test_json_lines_one_a_document(
    command: Command, pages: Path, good: Path, tmp_path: Path, form: str
) -> None:
    out = tmp_path / "out.jsonl"
    assert command(pages, good, "-q", "-o", out, "--format", form) == (0, "", "")
    first, second = rows(out)
    assert [first["file"], second["file"]] == [str(pages), str(good)]
    assert (first["pages"], second["text"]) == (3, JOINED + "\n")
    assert ("paragraphs" in first) == (form == "jsonl")


def test_names_that_are_no_unicode_stay_apart(tmp_path: Path) -> None:
    if sys.platform != "linux":
        pytest.skip("other systems have no such names")
    folder = tmp_path / "in"
    folder.mkdir()
    for byte in (b"\xfe", b"\xff"):
        Path(os.fsdecode(os.fsencode(folder) + b"/" + byte + b".pdf")).write_bytes(many("a"))
    assert write_many(folder, tmp_path / "out.jsonl").written == 2
    assert write_many(folder, tmp_path / "out").written == 2
    assert [Path(str(row["file"])).name for row in rows(tmp_path / "out.jsonl")] == [
        "\\xfe.pdf", "\\xff.pdf"
    ]  # fmt: skip


def test_two_files_of_one_place(command: Command, tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "x.pdf").write_bytes(pdf(lines(name)))
    ran = command(tmp_path / "one", tmp_path / "two", tmp_path / "one", "-o", tmp_path / "out")
    assert ran.code == 1
    assert f"{tmp_path}/two/x.pdf: another file has its place" in ran.err
    assert files(tmp_path / "out") == {"x.txt": "one\n"}


@pytest.mark.parametrize("out", ["out", "out.jsonl"])
def test_the_same_file_twice_is_written_once(good: Path, tmp_path: Path, out: str) -> None:
    listed = tmp_path / "list"
    listed.write_text(f"{good}\n" * 3)
    done = write_many(f"@{listed}", tmp_path / out, jobs=2)
    assert (done.written, done.done_before) == (1, 2)


def test_parquet(heap: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    monkeypatch.setattr("rejoin.sinks.parquet.ROWS", 2)
    out = tmp_path / "out.parquet"
    (heap / "late.pdf").write_bytes(pdf(lines("Late")))
    late = (heap / "late.pdf").rename(tmp_path / "late.pdf")
    assert write_many(heap, out).written == len(NAMES)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in", "late.pdf", "out.parquet"]
    table = parquet.read_table(out)
    assert sorted(table["text"].to_pylist()) == [f"Text {n}\n" for n in range(len(NAMES))]
    assert parquet.ParquetFile(out).num_row_groups == len(NAMES) / 2
    late.rename(heap / "late.pdf")
    done = write_many(heap, out)
    assert (done.written, done.done_before) == (1, len(NAMES))
    assert parquet.read_table(out)["text"].to_pylist()[-1] == "Late\n"


def test_parquet_without_its_extra(
    command: Command, good: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    out = tmp_path / "out.parquet"
    message = f"rejoin: {out}: Parquet needs pyarrow: pip install 'rejoin[parquet]'\n"
    assert command(good, "-o", out) == (2, "", message)


# What is refused


def test_outputs_of_others_are_refused(command: Command, good: Path, tmp_path: Path) -> None:
    ran = command(good, "-o", tmp_path)
    assert ran.code == 2
    assert "is a folder with other files in it; name a new or an empty one" in ran.err
    disguised = tmp_path / "input.jsonl"
    disguised.write_bytes(good.read_bytes())
    ran = command(disguised, "-o", disguised)
    assert ran == (2, "", f"rejoin: {disguised}: holds something else; name another file, "
                          "or delete it\n")  # fmt: skip
    assert disguised.read_bytes() == good.read_bytes()
    assert command(good, "-o", tmp_path / "o.jsonl", "--failures", good).code == 2
    assert command(good, "--failures", good).code == 2
    assert good.read_bytes() == disguised.read_bytes()


@pytest.mark.parametrize("out", ["out/", "out.jsonl"])
def test_other_options_are_refused(command: Command, good: Path, tmp_path: Path, out: str) -> None:
    target = f"{tmp_path}/{out}"
    assert command(good, "-q", "-o", target, "--password", "a").code == 0
    assert command(good, "-q", "-o", target, "--password", "b").code == 0
    ran = command(good, "-o", target, "--furniture", "drop")
    assert ran.code == 2
    assert "was written by another version or with other options" in ran.err


def test_standard_input_has_no_place(command: Command, tmp_path: Path) -> None:
    ran = command("-", "-o", tmp_path / "out.jsonl")
    assert ran.code == 2
    assert "standard input has no name" in ran.err


@LINUX
def test_two_runs_into_one_output(good: Path, tmp_path: Path) -> None:
    import fcntl

    out = tmp_path / "out.jsonl"
    with out.open("wb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        with pytest.raises(OutputError, match="is being written by another process"):
            write_many(good, out)


# What a run that was ended leaves


@pytest.mark.parametrize("cut", [1, 30, 200, 10_000])
def test_a_torn_last_line_is_written_anew(heap: Path, tmp_path: Path, cut: int) -> None:
    out = tmp_path / "out.jsonl"
    write_many(heap, out)
    whole = out.read_bytes()
    out.write_bytes(whole[:-cut])
    write_many(heap, out)
    assert out.read_bytes() == whole
    out.write_bytes(whole + b"\0" * 100)  # as a power failure leaves it
    write_many(heap, out)
    assert out.read_bytes() == whole


@LINUX
@pytest.mark.parametrize("out", ["out", "out.jsonl", "out.parquet"])
def test_killed_and_started_again(tmp_path: Path, out: str) -> None:
    if out.endswith("parquet"):
        pytest.importorskip("pyarrow")
    folder = tmp_path / "in"
    folder.mkdir()
    for number in range(60):
        data = b"words" if number % 10 == 3 else many([f"{number}.{page}" for page in range(20)])
        (folder / f"{number:02d}.pdf").write_bytes(data)
    whole, torn = tmp_path / "whole", tmp_path / "torn"
    for place in (whole, torn):
        place.mkdir()
    write_many(folder, whole / out, failures=whole / "log.jsonl")
    argv = [*RUN, str(folder), "-o", str(torn / out), "--failures", str(torn / "log.jsonl"),
            "-j", "2"]  # fmt: skip
    for moment in (0.5, 0.9):
        process = subprocess.Popen(argv, cwd=ROOT, stderr=subprocess.DEVNULL)
        time.sleep(moment)
        process.kill()
        process.wait()
    assert subprocess.run(argv, cwd=ROOT, stderr=subprocess.DEVNULL, check=False).returncode == 1
    ours, theirs = (
        {path.relative_to(place): path.read_bytes() for path in place.rglob("*") if path.is_file()}
        for place in (whole, torn)
    )
    assert ours == theirs


@LINUX
def test_ctrl_c_leaves_whole_files_alone(heap: Path, tmp_path: Path) -> None:
    fifo = heap / "zz.pdf"
    os.mkfifo(fifo)
    out = tmp_path / "out"
    process = subprocess.Popen(
        [*RUN, str(heap), "-o", str(out), "-j", "2"], cwd=ROOT, stderr=subprocess.PIPE
    )
    deadline = time.monotonic() + 60
    while len(list(out.rglob("*.txt"))) < len(NAMES) and time.monotonic() < deadline:
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    assert process.wait(60) == 130
    assert len(files(out)) == len(NAMES)
    assert all(text.startswith("Text ") for text in files(out).values())


@LINUX
def test_a_worker_that_hangs_ends_with_its_parent(tmp_path: Path) -> None:
    path = tmp_path / "hang.pdf"
    path.write_bytes(pdf(lines(*WRAPPED)))
    code = ("import sys; from rejoin import read_many; from tests import tasks; "
            "list(read_many(sys.argv[1:], jobs=2, task=tasks.misbehave))")  # fmt: skip
    process = subprocess.Popen([sys.executable, "-c", code, str(path)], cwd=ROOT)
    workers: list[int] = []
    deadline = time.monotonic() + 60
    while not workers and time.monotonic() < deadline:
        time.sleep(0.1)
        workers = [pid for pid in _children(process.pid) if _state(pid) == "S"]
    time.sleep(1.5)
    process.kill()
    process.wait()
    time.sleep(0.5)
    assert workers
    assert all(_state(pid) in "ZX" for pid in workers)


def _children(parent: int) -> list[int]:
    threads = Path(f"/proc/{parent}/task")
    return [int(pid) for t in threads.iterdir() for pid in (t / "children").read_text().split()]


def _state(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return "X"


# Memory and disk


@LINUX
def test_out_of_memory_costs_one_file(good: Path) -> None:
    first, bad, last = read_many([good, bomb(500), good], memory_limit=300)
    assert first.text == last.text == JOINED + "\n"
    assert type(bad.error) is WorkerError
    assert "its memory was limited to 300 MB" in str(bad.error)


def test_limits_that_cannot_be_kept(good: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    with pytest.raises(WorkerError, match=f"at least {LEAST} MB"):
        read_many([good], memory_limit=LEAST - 1)
    monkeypatch.setattr("sys.platform", "win32")
    with pytest.raises(WorkerError, match="cannot be limited on this system"):
        read_many([good], memory_limit=1000)


@pytest.mark.parametrize("out", ["out", "out.jsonl"])
def test_a_full_disk_is_one_error(
    command: Command, heap: Path, tmp_path: Path, out: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    write, replace = os.write, os.replace
    monkeypatch.setattr("os.write", lambda fd, data: full() if b"Text" in data else write(fd, data))
    monkeypatch.setattr("os.replace", full)
    ran = command(heap / "two words.pdf", heap / "sub folder", "-o", f"{tmp_path}/{out}", "-q")
    assert ran.code == 1
    assert ran.err.count("\n") == 1
    assert ran.err.endswith("cannot be written (No space left on device)\n")
    monkeypatch.setattr("os.write", write)
    monkeypatch.setattr("os.replace", replace)
    assert command(heap / "two words.pdf", "-o", f"{tmp_path}/{out}", "-q").code == 0


def test_a_file_that_kills_its_worker_is_in_the_log(heap: Path, tmp_path: Path) -> None:
    (heap / "segfault.pdf").write_bytes(b"")
    log = tmp_path / "log.jsonl"
    done = write_many(heap, tmp_path / "out", failures=log, timeout=60, task=tasks.misbehave)
    assert (done.written, done.failed) == (len(NAMES), 2)
    assert [(Path(str(row["file"])).name, row["reason"]) for row in rows(log)][1] == (
        "segfault.pdf", "a worker process died over it (it was ended by SIGSEGV)"
    )  # fmt: skip


def test_names_cannot_break_messages(command: Command) -> None:
    ran = command("no\nsuch\x1b[31m.pdf")
    assert ran.err == "rejoin: no\\nsuch\\x1b[31m.pdf: no such file\n"
    assert rejoin.RejoinError("x", file="a\nb").file == "a\nb"
