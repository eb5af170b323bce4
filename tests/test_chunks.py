"""Pieces for an index: whole paragraphs where they fit, all of the text, the right pages."""

from __future__ import annotations

import pytest

import rejoin
from tests.test_golden import CORPUS

NAMES = ("en/en-article-1-chromium-a", "en/en-business-07-reportlab-a",
         "zh-Hans/zh-Hans-article-typst-a")  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("most", [40, 300, 2000, 10**6])
def test_chunks_hold_all_of_the_text(name: str, most: int) -> None:
    with rejoin.read(CORPUS / f"{name}.pdf") as document:
        found = list(document.chunks(most))
        every = list(document.paragraphs)
    assert "".join("".join(c.text for c in found).split()) == "".join(
        "".join(p.text for p in every).split()
    )
    assert max(len(c.text) for c in found) <= most
    texts = [c.text for c in found]
    for p in every:
        if len(p.text) <= most and not p.role.cell:
            holding = [c for c in found if p.text in c.text]
            assert holding, p.text
            assert any(set(p.pages) <= set(c.pages) for c in holding)
    assert most < 10**6 or len(texts) == 1


def test_rows_stay_whole() -> None:
    with rejoin.read(CORPUS / "en/en-report-typst-a.pdf") as document:
        found = list(document.chunks(300))
        every = list(document.paragraphs)
    rows: dict[tuple[int, int], list[str]] = {}
    for p in every:
        if cell := p.role.cell:
            rows.setdefault((cell.table, cell.row), []).append(p.text)
    assert len(rows) > 10
    assert sum(len(row) > 1 for row in rows.values()) > 3
    for row in rows.values():
        assert any("\n".join(row) in c.text for c in found), row


def test_headings_go_with_what_follows() -> None:
    with rejoin.read(CORPUS / "en/en-article-1-chromium-a.pdf") as document:
        found = list(document.chunks(1500))
        headings = {p.text for p in document.paragraphs if p.kind == rejoin.Kind.HEADING}
    last = [c.text.rsplit("\n", 1)[-1] for c in found[:-1]]
    assert headings
    assert not headings & set(last)


def test_long_paragraphs_are_cut_between_sentences() -> None:
    with rejoin.read(CORPUS / "en/en-article-1-chromium-a.pdf") as document:
        found = list(document.chunks(500))
    cut = [c.text for c in found if len(c.text) > 300]
    assert cut
    assert sum(c.rstrip("\u2019)\u201d")[-1] in ".!?:" for c in cut) >= 0.95 * len(cut)


def test_no_room() -> None:
    with (
        rejoin.read(CORPUS / "en/en-article-1-chromium-a.pdf") as document,
        pytest.raises(ValueError, match="max_chars"),
    ):
        next(document.chunks(0))
