"""Label files that a person fills: nothing of them is ever lost."""

from __future__ import annotations

import json
import os
import stat
import time
from pathlib import Path
from typing import Any

import pytest

import rejoin
from rejoin.labelfile import LabelFile, check_document, labels_of, read_rows
from rejoin.viewdata import places

ROOT = Path(__file__).parents[1]
SAMPLE = ROOT / "labelled_corpus/sample/sample.pdf"
KNOWN = SAMPLE.with_suffix(".labels.jsonl")


@pytest.fixture
def pdf(tmp_path: Path) -> Path:
    path = tmp_path / "sample.pdf"
    path.write_bytes(SAMPLE.read_bytes())
    return path


@pytest.fixture
def spots(pdf: Path) -> list[dict[str, Any]]:
    with rejoin.read(pdf) as document:
        return [place for page in document for place in places(page)]


def _target(pdf: Path) -> Path:
    path = pdf.with_suffix(".labels.jsonl")
    path.write_bytes(KNOWN.read_bytes())
    return path


def test_a_label_taken_away_and_given_again_is_as_it_was(
    pdf: Path, spots: list[dict[str, Any]]
) -> None:
    path = _target(pdf)
    before = read_rows(path)
    file = LabelFile(path, pdf)
    for spot in spots:
        row = file.get(spot)
        if row:
            file.set(spot, None)
            assert file.get(spot) is None
            file.set(spot, row["label"], row.get("join"))
    assert sorted(map(json.dumps, map(_ordered, read_rows(path)))) == sorted(
        map(json.dumps, map(_ordered, before))
    )


def _ordered(row: dict[str, Any]) -> dict[str, Any]:
    return dict(sorted(row.items()))


def test_a_changed_row_stays_where_it_stands(pdf: Path, spots: list[dict[str, Any]]) -> None:
    path = _target(pdf)
    before = read_rows(path)
    LabelFile(path, pdf).set(spots[2], "unknown")
    changed = [i for i, (a, b) in enumerate(zip(before, read_rows(path), strict=True)) if a != b]
    assert len(changed) == 1


def test_what_somebody_else_writes_meanwhile_stays(pdf: Path, spots: list[dict[str, Any]]) -> None:
    path = pdf.with_suffix(".labels.jsonl")
    one, two = LabelFile(path, pdf), LabelFile(path, pdf)
    one.set(spots[0], "keep")
    two.set(spots[1], "wrap", "space")
    one.set(spots[2], "keep")
    assert [row["label"] for row in read_rows(path)[1:]] == ["keep", "wrap", "keep"]
    two.set(spots[0], "unknown")
    one.set(spots[3], "keep")
    assert one.get(spots[0])["label"] == "unknown"  # type: ignore[index]


def test_a_file_that_vanishes_is_written_again(pdf: Path, spots: list[dict[str, Any]]) -> None:
    path = pdf.with_suffix(".labels.jsonl")
    file = LabelFile(path, pdf)
    file.set(spots[0], "keep")
    path.unlink()
    file.set(spots[1], "keep")
    assert len(read_rows(path)) == 3


@pytest.mark.parametrize("fails", ["fsync", "replace", "chmod"])
def test_a_write_that_fails_changes_nothing(
    pdf: Path, spots: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch, fails: str
) -> None:
    path = pdf.with_suffix(".labels.jsonl")
    file = LabelFile(path, pdf)
    file.set(spots[0], "keep")
    before = path.read_bytes()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, fails, full)
        for label in ("wrap", None):
            with pytest.raises(rejoin.OutputError, match="No space left"):
                file.set(spots[0], label)
    assert path.read_bytes() == before
    assert file.get(spots[0])["label"] == "keep"  # type: ignore[index]
    assert {p.name for p in pdf.parent.iterdir()} == {pdf.name, path.name}, "nothing is left over"
    file.set(spots[1], "keep")
    assert [row["label"] for row in read_rows(path)[1:]] == ["keep", "keep"]


@pytest.mark.skipif(os.name == "nt", reason="modes and links of POSIX")
def test_modes_and_links_stay(pdf: Path, spots: list[dict[str, Any]], tmp_path: Path) -> None:
    path = pdf.with_suffix(".labels.jsonl")
    mask = os.umask(0o022)
    try:
        LabelFile(path, pdf).set(spots[0], "keep")
    finally:
        os.umask(mask)
    assert stat.S_IMODE(path.stat().st_mode) == 0o644
    path.chmod(0o664)
    (tmp_path / "elsewhere").mkdir()
    link = tmp_path / "elsewhere/link.jsonl"
    link.symlink_to(path)
    LabelFile(link, pdf).set(spots[1], "keep")
    assert link.is_symlink()
    assert stat.S_IMODE(path.stat().st_mode) == 0o664
    assert len(read_rows(path)) == 3


def test_what_a_killed_process_left_is_swept_away(pdf: Path) -> None:
    path = pdf.with_suffix(".labels.jsonl")
    old, new = (path.with_name(f".{path.name}.{end}") for end in ("old", "new"))
    for left in (old, new):
        left.write_text("half")
    os.utime(old, (time.time() - 5000,) * 2)
    LabelFile(path, pdf)
    assert not old.exists()
    assert new.exists(), "somebody may be writing it"


@pytest.mark.parametrize(
    "row",
    ['{"page": "1", "char": 4, "label": "keep"}', '{"char": 4, "label": "keep"}', "[]", "[" * 9999,
     '{"page": 1, "char": 4}', '{"page": 1, "char": 4, "label": "join"}', "\udcff"],
)  # fmt: skip
def test_what_is_no_label_file_is_refused(pdf: Path, row: str) -> None:
    path = pdf.with_suffix(".labels.jsonl")
    path.write_bytes(b'{"pdf": "sample.pdf"}\n' + row.encode("utf-8", "surrogateescape"))
    before = path.read_bytes()
    with pytest.raises(rejoin.RejoinError, match="label"):
        LabelFile(path, pdf)
    assert path.read_bytes() == before


def test_rows_without_a_place_are_kept_but_label_no_break(
    pdf: Path, spots: list[dict[str, Any]]
) -> None:
    path = pdf.with_suffix(".labels.jsonl")
    char = spots[0]["char"]
    odd = [
        {"page": 1, "char": char, "same_row": True, "label": "keep"},
        {"page": 1, "char": char, "page_below": 2, "label": "wrap"},
        {"page": 1, "label": "keep", "above": "a \u2028 b"},
        {"page": 1, "char": None, "label": "keep"},
    ]
    head = {"pdf": "sample.pdf", "sha256": ""}
    path.write_text("\n".join(json.dumps(r, ensure_ascii=False) for r in (head, *odd)), "utf-8")
    file = LabelFile(path, pdf)
    assert file.get(spots[0]) is None
    assert labels_of(read_rows(path)) == {}
    file.set(spots[0], "keep")
    assert [row for row in read_rows(path)[1:] if row in odd] == odd


def test_labels_of_another_state_are_not_shown(pdf: Path, tmp_path: Path) -> None:
    rows = read_rows(KNOWN)
    check_document(rows, pdf.read_bytes(), KNOWN)
    with pytest.raises(rejoin.RejoinError, match="digests differ"):
        check_document(rows, pdf.read_bytes() + b"\n", KNOWN)
    from rejoin.cli import main

    pdf.write_bytes(pdf.read_bytes() + b"\n")
    out = tmp_path / "page.html"
    assert main(["view", str(pdf), "-q", "--labels", str(KNOWN), "-o", str(out)]) == 1
    assert not out.exists()
