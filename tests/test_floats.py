"""Paragraphs over page edges go past figures and tables, their captions and unknown heads."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

import rejoin
from rejoin.body import find_body
from rejoin.floats import past_floats
from tests import pdfs
from tests.built import Line, make_lines
from tests.test_edges import LEAD, TOP, rows

ABOVE = "and the man who rings the bell at night has to wait on the stairs of the old"
BELOW = "mill until the boat has been turned round, which takes a quarter of an hour, and"
JOINED = "stairs of the old mill until"
LETTERING = ["400 500 600", "boats"]
CELLS = "1880           1881           1882", "12              9              15"


def page(*texts: str, y: float = TOP, size: float = 11) -> bytes:
    return pdfs.lines(*texts, y=y, size=size, lead=LEAD)


def out(one: Sequence[bytes], two: Sequence[bytes]) -> list[str]:
    """Lines of the text of two pages."""
    return rejoin.text(pdfs.pdf(b"\n".join(one), b"\n".join(two))).replace("\f", "\n").split("\n")


def body(y: float, shift: int, *more: str) -> bytes:
    return page(*rows(8, shift=shift), *more, y=y)


@pytest.mark.parametrize(
    "top",
    [
        page("Figure 3. Boats of the last three years.", size=9),
        page("Figure 3. Boats of the last three years.") + b"\n" + page(*LETTERING, y=TOP - 30),
        page(*LETTERING, y=TOP + 20) + b"\n" + page("Fig. 3: Boats of three years.", y=TOP - 10),
        page("Table II. Boats by year.") + b"\n" + page(*CELLS, y=TOP - 20),
        page("Tabelle 2: Boote nach Jahren.") + b"\n" + page(*CELLS, y=TOP - 20),
    ],
    ids=["caption", "above its picture", "below its picture", "table", "in another language"],
)
def test_a_paragraph_goes_past_a_float_at_the_top(top: bytes) -> None:
    below = pdfs.lines(BELOW, *rows(8, shift=2), y=TOP - 80, lead=LEAD)
    found = out([body(TOP, 1, ABOVE)], [top, below])
    assert any(JOINED in line for line in found)
    assert any(line.startswith(("Fig", "Tab")) for line in found)


@pytest.mark.parametrize("caption", ["Figure 2. The landing.", "Table 1: Boats by year."])
def test_a_paragraph_goes_past_a_float_at_the_foot(caption: str) -> None:
    foot = pdfs.lines(*LETTERING, caption, y=TOP - 160, lead=LEAD)
    found = out([body(TOP, 1, ABOVE), foot], [page(BELOW, *rows(8, shift=2))])
    assert any(JOINED in line for line in found)
    assert any(caption in line for line in found)


def test_a_paragraph_goes_past_a_head_that_stands_there_once() -> None:
    head = page("Of carts and horses at the northern landing", y=TOP + 40)
    found = out([body(TOP, 1, ABOVE)], [head, page(BELOW, *rows(8, shift=2))])
    assert any(JOINED in line for line in found)


@pytest.mark.parametrize(
    ("first", "caption"),
    [
        ("Figure 3. Boats of the last years", True),
        ("Figure 3 Boats of the last years", True),
        ("Fig. A.2: boats", True),
        ("TABLE II. BOATS", True),
        ("Abbildung 4", True),
        ("\u8868 2\u3000\u8239", True),
        ("Figure 3 shows the boats", False),
        ("Figures and boats", False),
        ("Tables were set", False),
        ("3. Boats", False),
    ],
)
def test_what_a_caption_is(first: str, caption: bool) -> None:
    texts = [first, *["some words of the text"] * 9]
    lines = make_lines(*(Line(60, 500 - 12 * i, 400, text=t) for i, t in enumerate(texts)))
    lines.size[:] = lines.h
    joined = np.append([False], np.ones(9, np.bool_))
    assert past_floats(lines, joined, find_body(lines, 1)).opens.tolist() == [caption]


def test_a_paragraph_that_ends_above_a_float_stays_whole() -> None:
    """The page's first line is the last one of the paragraph: what is below the float is new."""
    top = page("mill until the boat has been turned round.") + b"\n"
    top += page("Figure 3. Boats of the last three years.", y=TOP - 40)
    below = pdfs.lines("The lamp is lit for him and for the horses, and whoever wants to be taken",
                       *rows(8, shift=2), y=TOP - 80, lead=LEAD)  # fmt: skip
    found = out([body(TOP, 1, ABOVE)], [top, below])
    assert any("stairs of the old mill until the boat has been turned round." in x for x in found)
