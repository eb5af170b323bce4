"""Columns painted row by row are told from tables; markers from line numbers."""

from __future__ import annotations

import numpy as np
import pytest

import rejoin
from rejoin.columns import gutters
from rejoin.order import in_reading_order
from rejoin.rules import PRESETS
from tests import pdfs
from tests.built import Line, make_lines

#: Glyphs of a row: ten of 10 points on each side of x = 200, in type of height 8.
LEFT, RIGHT = np.arange(0, 180, 10.0), np.arange(220, 400, 10.0)


def cuts(two_sided: int, one_sided: int) -> int:
    """How many rows are cut, of a page with so many rows with and without a gap at x = 200."""
    rows = [np.append(LEFT, RIGHT)] * two_sided + [np.arange(0, 400, 10.0)] * one_sided
    left = np.concatenate(rows)
    start = np.append(0, np.cumsum([len(row) for row in rows])[:-1])
    page = np.zeros(len(rows), np.int64)
    cut, places = gutters(left, left + 9, np.full(len(left), 8.0), start, page)
    assert bool(places) is bool(cut.any())
    return int(cut.sum())


def test_columns_that_fill_the_page_are_cut() -> None:
    assert cuts(12, 1) == 12


@pytest.mark.parametrize(("two_sided", "one_sided"), [(4, 0), (6, 20), (12, 6)])
def test_a_table_in_a_page_of_text_is_not(two_sided: int, one_sided: int) -> None:
    assert cuts(two_sided, one_sided) == 0


@pytest.mark.parametrize(
    ("marker", "first"),
    [
        ("\u2022", "\u2022 Oil the hinge"),
        ("3.", "3. Oil the hinge"),
        ("(a)", "(a) Oil the hinge"),
        ("b)", "b) Oil the hinge"),
        ("iv.", "iv. Oil the hinge"),
        ("12", "12"),
        ("on", "on"),
    ],
)
def test_a_marker_painted_first_comes_to_its_text(marker: str, first: str) -> None:
    lines = make_lines(
        Line(left=0, right=8, bottom=100, text=marker),
        Line(left=0, right=200, bottom=130, text="A line above"),
        Line(left=20, right=200, bottom=100, text="Oil the hinge"),
    )
    found = in_reading_order(lines, np.zeros(3, np.int64), PRESETS["default"])
    assert first in found.texts
    assert sorted("".join(found.texts).replace(" ", "")) == sorted(lines.text.replace(" ", ""))


def test_a_page_in_order_stays_as_it_is() -> None:
    lines = make_lines(Line(left=0, right=200, bottom=100), Line(left=0, right=200, bottom=87))
    assert in_reading_order(lines, np.zeros(2, np.int64), PRESETS["default"]) is lines
    assert rejoin.decide(lines)[1].joined.shape == (1,)


@pytest.mark.parametrize("rotate", [0, 90, 180, 270])
def test_upright_text_on_a_page_that_is_shown_turned(rotate: int) -> None:
    page = pdfs.Page(pdfs.lines(*pdfs.WRAPPED), entries=b" /Rotate %d" % rotate)
    assert " ".join(rejoin.text(pdfs.pdf(page)).split()) == pdfs.JOINED


@pytest.mark.parametrize("place", [0, 1, 2])
def test_ruby_is_left_out_wherever_it_was_painted(place: int) -> None:
    rows = [
        Line(left=0, right=200, bottom=100, text="\u53e4\u3044\u6c34\u8eca"),
        Line(left=0, right=200, bottom=80, text="\u56de\u3089\u306a\u3044"),
    ]
    rows.insert(place, Line(left=30, right=60, bottom=92, h=5, text="\u3059\u3044\u3057\u3083"))
    found = in_reading_order(make_lines(*rows), np.zeros(3, np.int64), PRESETS["default"])
    assert found.texts == ["\u53e4\u3044\u6c34\u8eca", "\u56de\u3089\u306a\u3044"]


def test_small_kana_by_themselves_are_text() -> None:
    lines = make_lines(
        Line(left=0, right=200, bottom=100, text="\u53e4\u3044\u6c34\u8eca"),
        Line(left=0, right=30, bottom=40, h=5, text="\u3059\u3044\u3057\u3083"),
    )
    assert in_reading_order(lines, np.zeros(2, np.int64), PRESETS["default"]) is lines
