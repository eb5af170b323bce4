"""Marks and drop caps that were painted in another pass than their line."""

from __future__ import annotations

import numpy as np
import pytest

import rejoin
from rejoin.apart import put_back
from tests.built import END, make_chars, word
from tests.pdfs import WRAPPED, lines, pdf

#: Lines of a paragraph that begins with a drop cap; the first two or three stand beside it.
CAPPED = (
    "ealised too late, the plan to move the orchard above the",
    "flood line was given to the youngest members, who had",
    "no orchard and no hurry. They finished it in a single",
    "winter and were thanked in the long book of the parish",
    "by every keeper who came after them, one by one, until",
    "the book was full.",
)


def read(*parts: bytes) -> list[str]:
    """Paragraphs of a page."""
    with rejoin.read(pdf(b"\n".join(parts))) as document:
        return [paragraph.text for paragraph in document.paragraphs]


def test_note_marks_painted_last_come_to_their_words() -> None:
    marked = (
        lines("The first count", x=60, size=10),
        lines("was made in June and the second", x=130, size=10),
        lines("in August by two wardens.", x=288, size=10),
    )
    notes = lines("1", x=123.6, y=724, size=6.5), lines("2", x=282, y=724, size=6.5)
    right = ["The first count1 was made in June and the second2 in August by two wardens."]
    assert read(*marked, *notes) == right
    assert read(*notes, *marked) == right


def test_subscripts_painted_last_leave_no_space_behind_them() -> None:
    water = (
        lines("Water is H", x=60, size=10),
        lines("O and the gas is CO", x=112.3, size=10),
        lines("in the cellar air.", x=211, size=10),
    )
    below = lines("2", x=108.4, y=717.5, size=6.5), lines("2", x=203, y=717.5, size=6.5)
    assert read(*water, *below) == ["Water is H2O and the gas is CO2 in the cellar air."]


def test_trade_marks_painted_last_come_to_their_names() -> None:
    names = (
        lines("The Millstone", x=60, size=10),
        lines("brand is sold by Harrow", x=128.4, size=10),
        lines("and others.", x=246, size=10),
    )
    marks = lines("\u2122", x=120.5, y=724, size=6), lines("\xae", x=234, y=724, size=6)
    text = "The Millstone\u2122 brand is sold by Harrow\xae and others."
    assert read(*names, *marks) == [text]


def test_small_text_beside_no_glyph_stays() -> None:
    apart = lines("4", x=560, y=724, size=6.5)
    assert read(lines(*WRAPPED), apart)[-1] == "4"


def capped(depth: int, cap: str, texts: tuple[str, ...], last: bool) -> list[str]:
    """Paragraphs of a page whose drop cap is so many lines deep."""
    size, width = {2: (31, 24), 3: (48, 36)}[depth]
    drawn = lines(cap, x=60, y=720 - 13 * (depth - 1), size=size)
    rows = [lines(text, x=60 + width * (i < depth), y=720 - 13 * i) for i, text in enumerate(texts)]
    return read(*rows, drawn) if last else read(drawn, *rows)


@pytest.mark.parametrize("last", [False, True])
@pytest.mark.parametrize("depth", [2, 3])
def test_a_drop_cap_begins_its_paragraph(depth: int, last: bool) -> None:
    # which of the few lines are joined is not asked here
    assert " ".join(capped(depth, "R", CAPPED, last)) == " ".join(("R" + CAPPED[0], *CAPPED[1:]))


@pytest.mark.parametrize(
    ("first", "text"),
    [("keeper of the lower gate walked to the mill, and", "A keeper of"),
     ("fter that the keeper went home for the winter, and", "After that"),
     ("\u2019m told that the keeper went home in the winter", "A\u2019m told")],
)  # fmt: skip
def test_a_drop_cap_may_be_a_word_of_its_own(first: str, text: str) -> None:
    found = capped(2, "A", (first, *CAPPED[1:], "Our keeper came back after a year."), False)
    assert found[0].startswith(text)


def test_characters_in_their_place_are_left_alone() -> None:
    chars = make_chars([*word("ab", 0), *word("2", 10, 4, 6), *word("cd", 15), *END])
    assert put_back(chars) is chars
    assert np.array_equal(put_back(make_chars([])).code, [])
