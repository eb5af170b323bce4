"""Pieces for an index: whole paragraphs where they fit, all of the text, the right pages."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rejoin
from rejoin.chunks import _SENTENCE, _pieces, _split
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
        assert any("\t".join(row) in c.text or "\n".join(row) in c.text for c in found), row


def test_cells_of_a_row_stand_in_one_line() -> None:
    with rejoin.read(CORPUS / "en/en-report-typst-a.pdf") as document:
        (found,) = document.chunks(10**6)
        text = document.text
    rows = [line for line in text.replace("\f", "\n").split("\n") if "\t" in line]
    assert len(rows) > 3
    assert not [row for row in rows if row not in found.text.split("\n")]


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


def pieces(text: str, most: int) -> list[str]:
    return list(_pieces(text, most))


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("It was late. We went home.", ["It was late.", "We went home."]),
        ("See fig. 4 and cf. the map. Then go.", ["See fig.", "4 and cf. the map.", "Then go."]),
        ("It was J. R. Smith. He came.", ["It was J. R. Smith.", "He came."]),
        ("\u201cIs it?\u201d He left.", ["\u201cIs it?\u201d", "He left."]),
        ("\u96e8\u3002\u98a8\u3002", ["\u96e8\u3002", "\u98a8\u3002"]),
    ],
)
def test_sentences(text: str, sentences: list[str]) -> None:
    assert list(_split(text, _SENTENCE)) == sentences


def test_text_without_spaces_is_cut_after_a_comma() -> None:
    text = "\u53e4\u3044\u6c34\u8eca\u306f\u3001\u56db\u5341\u5e74\u306e\u9593\u56de\u308b"
    found = pieces(text, 10)
    assert found[0] == text[:6]
    assert "".join(found) == text


def test_no_letter_is_parted_from_its_marks() -> None:
    text = "\u0e17\u0e35\u0e48" * 12
    for most in (1, 2, 4, 5, 7):
        found = pieces(text, most)
        assert "".join(found) == text
        assert max(map(len, found)) <= most
        if most > 2:
            assert not [piece for piece in found if piece[0] in "\u0e35\u0e48"]


@given(st.text(alphabet="ab. \u3002\u0e35", max_size=60), st.integers(1, 9))
def test_pieces_hold_all_of_any_text(text: str, most: int) -> None:
    text = " ".join(text.split())
    found = pieces(text, most)
    assert "".join("".join(found).split()) == "".join(text.split())
    assert all(len(piece) <= most for piece in found)


def test_no_room() -> None:
    with (
        rejoin.read(CORPUS / "en/en-article-1-chromium-a.pdf") as document,
        pytest.raises(ValueError, match="max_chars"),
    ):
        next(document.chunks(0))
