"""Words of the scripts of India, vertical columns, what was painted out of order."""

from __future__ import annotations

import warnings

import pytest

from rejoin import PRESETS, Lines
from rejoin.lines import visual_lines
from tests.built import END, Glyph, make_chars, word

DEFAULT = PRESETS["default"]


def lines_of(glyphs: list[Glyph]) -> Lines:
    return visual_lines(make_chars([*glyphs, *END]), DEFAULT)


def row(text: str, gap: float, left: float = 0, drop: str = "") -> list[Glyph]:
    """Words `gap` apart; `drop` is a word before which PDFium has no space."""
    out = list[Glyph]()
    for part in text.split(" "):
        if out and part != drop:
            out.append(Glyph(" ", generated=True))
        out += word(part, left)
        left += 5 * len(part) + gap
    return out


def test_marks_without_a_width_part_no_words() -> None:
    blank = Glyph(" ", generated=True)
    sign = Glyph("\u0941", 2, 0, 5, 3)
    # ku, then chha touching it
    assert lines_of([*word("\u0915", 0), sign, blank, *word("\u091b", 5)]).texts == [
        "\u0915\u0941\u091b"
    ]
    # an anusvara reaches over the word space
    dot = Glyph("\u0902", 3, 8, 6.2, 10)
    glyphs = [*word("\u0939", 0), dot, *word("\u0915\u093f", 7), blank, *word("\u091b", 19)]
    assert lines_of(glyphs).texts == ["\u0939\u0902 \u0915\u093f \u091b"]


def test_letters_painted_into_holes_of_their_line() -> None:
    blank = Glyph(" ", generated=True)
    hole = [*word("D", 0), blank, *word("rt", 10), *word("ku", 24), blank, *word("ak", 39)]
    assert lines_of([*hole, blank, *word("\xf6", 5), blank, *word("\u015f", 34)]).texts == [
        "D\xf6rt ku\u015fak"
    ]


def column(text: str, x: float, top: float = 300) -> list[Glyph]:
    """Characters one below the other, each with a line end, as PDFium has vertical text."""
    cells = [Glyph(c, x, top - 10 * (i + 1), x + 10, top - 10 * i) for i, c in enumerate(text)]
    return [glyph for cell in cells for glyph in (cell, *END)]


def test_columns_of_characters_have_no_spaces() -> None:
    glyphs = column("\u53e4\u3044\u6c34\u8eca\u306f\u56db", 200)
    assert lines_of(glyphs).texts == ["\u53e4\u3044\u6c34\u8eca\u306f\u56db"]
    # but an empty cell is one
    apart = [*glyphs, *column("\u5341\u5e74\u306e\u9593", 200, 230)]
    assert lines_of(apart).texts == [
        "\u53e4\u3044\u6c34\u8eca\u306f\u56db \u5341\u5e74\u306e\u9593"
    ]


@pytest.mark.parametrize(
    ("mark", "box"),
    [("\u3002", (7, 6.5, 9.5, 9)), ("\u300d", (0.5, 7, 8, 9.7)), ("\u4e00", (0.5, 4.4, 9.5, 5.6))],
)
def test_marks_have_a_cell_of_their_own(mark: str, box: tuple[float, float, float, float]) -> None:
    left, bottom, right, top = box
    drawn = Glyph(mark, 200 + left, 250 + bottom, 200 + right, 250 + top)
    before = column("\u53e4\u3044\u6c34\u8eca", 200)
    glyphs = [*before, drawn, *END, *column("\u56db\u5341\u5e74", 200, 250)]
    assert lines_of(glyphs).texts == [f"\u53e4\u3044\u6c34\u8eca{mark}\u56db\u5341\u5e74"]


def test_a_stop_behind_the_first_character_of_the_next_column() -> None:
    stop = Glyph("\u3002", 207, 256.5, 209.5, 259)
    first, *rest = (
        column("\u56db\u5341\u5e74\u306e", 180, 260)[k : k + 3] for k in range(0, 12, 3)
    )
    glyphs = [*column("\u53e4\u3044\u6c34\u8eca", 200), first[0], stop, *END]
    glyphs += [glyph for cell in rest for glyph in cell]
    assert lines_of(glyphs).texts == ["\u53e4\u3044\u6c34\u8eca\u3002", "\u56db\u5341\u5e74\u306e"]


def test_cells_that_were_painted_out_of_order() -> None:
    """The number first, then the text, on one line of PDFium; the next row likewise."""
    glyphs = [*word("12", 300, 40), *row_at("Kiln with lid", 40), *END]
    glyphs += [*row_at("and gloves", 28), *END, *word("7", 300, 10), *row_at("Cones", 10)]
    assert lines_of(glyphs).texts == ["Kiln with lid", "and gloves", "12", "Cones", "7"]


def row_at(text: str, bottom: float) -> list[Glyph]:
    return [Glyph(g.char, g.left, bottom, g.right, bottom + 10 * (g.top > 0), generated=g.generated)
            for g in row(text, 2.5)]  # fmt: skip


def test_lines_that_begin_with_marks_do_no_harm() -> None:
    # nothing ends before such a mark, so the white before the letter after it has no end
    lines = [g for y in range(6) for g in (*word("ु" + "मोर", 0, 20 * y), *END)]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert len(visual_lines(make_chars(lines), DEFAULT)) == 6
