"""The bench's commands on small corpora."""

from __future__ import annotations

import gzip
from dataclasses import replace
from pathlib import Path

import pytest

import rejoin
from bench import corpus, gate, memory, speed
from bench.cli import main
from bench.corpus import CorpusError
from bench.errors import mistakes
from bench.peer_tools.pypdfium2 import text as floor
from bench.sweep import measured
from bench.tally import FIELDS
from rejoin.rules import load_rules
from tests import pdfs
from tests.bench import corpora
from tests.bench.corpora import PARAGRAPHS, page_of, truth

PDF = pdfs.pdf(page_of(PARAGRAPHS))


def test_documents_are_found_with_their_labels(tmp_path: Path) -> None:
    rows = truth(PARAGRAPHS, PDF)
    corpora.write(tmp_path / "b", "plain", PDF, rows, source="x")
    corpora.write(tmp_path / "a" / "deep", "packed", PDF, rows, ".labels.jsonl.gz", source="y")
    (tmp_path / "unlabelled.pdf").write_bytes(PDF)
    items = corpus.find([tmp_path])
    assert [(item.name, item.head.source) for item in items] == [("a/deep/packed", "y"),
                                                                 ("b/plain", "x")]  # fmt: skip
    assert all(item.rows() == rows for item in items)
    assert [item.name for item in corpus.find([tmp_path / "b" / "plain.pdf"])] == ["plain"]


def test_the_digest_changes_with_labels_and_files_not_with_order(tmp_path: Path) -> None:
    corpora.corpus(tmp_path)
    items = corpus.find([tmp_path])
    digest = corpus.digest(items)
    assert corpus.digest(items[::-1]) == digest
    corpora.write(tmp_path, "d0", PDF, truth(PARAGRAPHS, PDF)[1:], source="s0")
    assert corpus.digest(corpus.find([tmp_path])) != digest


def test_labels_of_another_file_are_refused(tmp_path: Path) -> None:
    path = corpora.corpus(tmp_path)[0]
    path.write_bytes(PDF + b"\n")
    with pytest.raises(CorpusError, match="d0"):
        corpus.verify(corpus.find([tmp_path]))


@pytest.mark.parametrize(("first", "said"), [
    ("not JSON", "says nothing about a PDF"), ("[1]", "says nothing about a PDF"),
    ('{"pdf": "a.pdf"}\n{"page": 1}', "no labels"), ('{"pdf": "a.pdf"}\nx', "no labels"),
])  # fmt: skip
def test_files_that_hold_no_labels_are_named(
    first: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.pdf").write_bytes(PDF)
    (tmp_path / "a.labels.jsonl").write_text(first)
    assert main(["score", str(tmp_path), "-j1"]) == 2
    err = capsys.readouterr().err
    assert "a.labels.jsonl" in err
    assert said in err


def test_a_confidence_is_never_swept_beyond_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    corpora.corpus(tmp_path, 1)
    argv = ["sweep", "confidence", str(tmp_path), "--steps", "3", "-j1"]
    assert main([*argv, "--rules", "gap"]) == 2
    assert main(argv) == 0
    values = [line.split()[0] for line in capsys.readouterr().out.splitlines()[3:]]
    assert float(values[0]) == pytest.approx(load_rules("default").confidence / 2, abs=1e-4)
    assert len(values) == 3
    assert values[-1] == "0.99"


@pytest.mark.parametrize("argv", [["score", "no such folder"], ["score", "."],
                                  ["sweep", "no_threshold", "."]])  # fmt: skip
def test_what_cannot_be_used_is_said(
    argv: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    assert main(argv) == 2
    out, err = capsys.readouterr()
    assert not out
    assert err.startswith(f"bench {argv[0]}: ")


def test_a_command_is_needed() -> None:
    with pytest.raises(SystemExit):
        main([])


def test_labels_from_tags_are_known(tmp_path: Path) -> None:
    rows = truth(PARAGRAPHS, PDF)
    for name, made_from in (("a", "tags"), ("b", "html"), ("c", "tags+docx")):
        corpora.write(tmp_path, name, PDF, rows, labelled_from=made_from)
    assert [item.from_tags for item in corpus.find([tmp_path])] == [True, False, True]


def test_errors_are_shown_with_their_lines(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = truth(PARAGRAPHS, PDF)
    rows[0] = replace(rows[0], label="keep")
    rows[2] = replace(rows[2], label="wrap")
    corpora.write(tmp_path, "d", PDF, rows)
    (item,) = corpus.find([tmp_path])
    wrong, missed = sorted(mistakes(item, load_rules("gap")), key=lambda m: m.missed)
    assert (wrong.why, wrong.confidence, wrong.page) == ("p | p", 1.0, 1)
    assert wrong.above == [PARAGRAPHS[0][0]]
    assert wrong.below == list(PARAGRAPHS[0][1:3])
    assert missed.why == "pitch + full"
    assert main(["errors", str(tmp_path), "--rules", "gap", "-j1"]) == 0
    out = capsys.readouterr().out
    assert "pitch + full: 1 of the wraps kept (100 %)" in out
    assert PARAGRAPHS[0][2] in out


def test_a_sweep_counts_what_the_rules_decide(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    corpora.corpus(tmp_path, 1)
    (item,) = corpus.find([tmp_path])
    place = {name: i for i, name in enumerate(FIELDS)}
    for name, value in (("pitch_max", 1.8), ("pitch_max", 1.0), ("pitch_max", 9.0)):
        rules = load_rules("gap", full_width=1.0, full_edge=0.0, **{name: value})
        counts = measured(item, rules).counts(rules)
        joined = {1.8: (6, 0), 1.0: (0, 0), 9.0: (6, 2)}[value]
        assert (counts[place["correct"]], counts[place["wrong"]]) == joined
    argv = ["sweep", "pitch_max", str(tmp_path), "--from", "1", "--to", "1.8", "--steps", "2"]
    assert main([*argv, "-j1"]) == 0
    first, last = capsys.readouterr().out.splitlines()[-2:]
    assert first.split()[:4] == ["1", "0", "6", "0"]
    assert last.split()[:4] == ["1.8", "6", "0", "0"]


def run_gate(folder: Path, *argv: str) -> int:
    return main(["gate", "--corpus", str(folder / "corpus"), "--floors",
                 str(folder / "floors.toml"), "-j1", *argv])  # fmt: skip


def test_the_gate(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pdf = pdfs.pdf(*[page_of(PARAGRAPHS)] * 6)
    rows = [row for page in range(1, 7) for row in truth(PARAGRAPHS, pdf, page)]
    rows[0] = replace(rows[0], label="keep", join=None)
    (tmp_path / "corpus").mkdir()
    corpora.write(tmp_path / "corpus", "d", pdf, rows, ".labels.jsonl.gz", source="s")
    floors = tmp_path / "floors.toml"
    # without floors it asks for them
    assert run_gate(tmp_path) == 2
    assert run_gate(tmp_path, "--pin") == 0
    _, pinned = gate.read_floors(floors)
    assert pinned["pooled", "recall"] == 1.0
    assert pinned["mean", "precision"] == gate.rounded_down(35 / 36) == 0.972
    assert run_gate(tmp_path) == 0
    # a floor that is not reached fails, and cannot be pinned lower
    raised = floors.read_text().replace("0.972", "0.973")
    floors.write_text(raised)
    capsys.readouterr()
    assert run_gate(tmp_path) == 1
    assert "precision is below its floor" in capsys.readouterr().out
    assert run_gate(tmp_path, "--pin") == 1
    assert floors.read_text() == raised
    # a floor that is passed is pinned higher
    floors.write_text(raised.replace("0.973", "0.900"))
    assert run_gate(tmp_path, "--pin") == 0
    assert gate.read_floors(floors)[1] == pinned
    # another corpus has no floors yet
    label_file = tmp_path / "corpus" / "d.labels.jsonl.gz"
    label_file.write_bytes(gzip.compress(gzip.decompress(label_file.read_bytes()) + b"\n"))
    assert run_gate(tmp_path) == 2


def test_speed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "one.pdf"
    path.write_bytes(PDF)
    assert speed.pure(str(path)) == rejoin.text(path)
    assert floor(str(path)).replace("\r\n", "\n").split("\n")[0] == PARAGRAPHS[0][0]
    assert main(["speed", str(path), "--rounds", "1", "--pure"]) == 0
    out = capsys.readouterr().out
    assert "one.pdf, 1 pages" in out
    assert [line.split()[0] for line in out.splitlines()[2:4]] == ["PDFium", "rejoin"]
    assert main(["speed", str(path), "--rate"]) == 0
    assert [line.split()[:2] for line in capsys.readouterr().out.splitlines()[1:]] == [
        ["PDFium", "1"], ["rejoin", "1"],
    ]  # fmt: skip


def test_peak_memory(tmp_path: Path) -> None:
    path = tmp_path / "long.pdf"
    path.write_bytes(memory.long_pdf(3))
    assert floor(str(path)).count("\f") == 2
    assert memory.peak(memory.WORK["rejoin"], path) > 10_000


def test_memory_is_flat_over_many_documents(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(memory.long_pdf(2))
    found = memory.growth([path], 100)
    assert [done for done, _ in found] == list(range(10, 101, 10))
    # 4 MiB are less than a byte in twenty of what was read; a leaked page would be 340 kB each
    assert found[-1][1] - found[4][1] < 4096


def test_pictures(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    corpora.corpus(tmp_path)
    for command in (["score", "--rules", "gap"], ["sweep", "pitch_max"]):
        picture = tmp_path / f"{command[0]}.svg"
        argv = [*command, str(tmp_path), "-j1", "--picture", str(picture)]
        assert main(argv) == 0
        assert "<svg" in picture.read_text()
