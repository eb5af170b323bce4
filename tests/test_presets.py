"""The published method's eight conditions, one at a time, at both sides of each threshold."""

from __future__ import annotations

import numpy as np
import pytest

import rejoin
from rejoin import PRESETS, Reason
from rejoin.scripts import is_wide
from tests.built import Line, failed, make_lines, measured

#: Two lines of one paragraph, in h = 10: 20 h wide, 1.3 h apart. All conditions hold.
A = Line(left=0, bottom=100, right=200)
B = Line(left=0, bottom=87, right=200)
PUBLISHED = ("first", "cjk", "gap")
HAN = A.but(text="\u6c34\u6c34"), B.but(text="\u5c71\u5c71")


@pytest.mark.parametrize("rules", PUBLISHED)
def test_two_lines_of_a_paragraph_fail_nothing(rules: str) -> None:
    assert failed(A, B, rules=rules) == Reason(0)
    assert rejoin.decide(make_lines(A, B), rules)[1].joined.tolist() == [True]


@pytest.mark.parametrize(
    ("tall", "width", "vertical"),
    [(26, 19, True), (25, 19, False), (26, 20, False), (25.1, 19.9, True)],
)
def test_1_vertical(tall: float, width: float, vertical: bool) -> None:
    a = A.but(top=A.bottom + tall, right=width)
    assert (Reason.VERTICAL in failed(a, B)) is vertical


@pytest.mark.parametrize(
    ("pitch", "fails"), [(5, True), (5.1, False), (18, False), (18.1, True), (-13, True)]
)
def test_2_pitch(pitch: float, fails: bool) -> None:
    assert failed(A, B.but(bottom=A.bottom - pitch)) == (Reason.PITCH if fails else Reason(0))


@pytest.mark.parametrize(
    ("above", "below", "fails"),
    [(10, 13, False), (10, 13.1, True), (10, 7, False), (10, 6.9, True), (20, 26, False)],
)
def test_3_height_in_units_of_the_line_above(above: float, below: float, fails: bool) -> None:
    a, b = A.but(h=above, right=400), B.but(h=below, right=400, bottom=A.bottom - 1.2 * above)
    assert failed(a, b) == (Reason.HEIGHT if fails else Reason(0))


@pytest.mark.parametrize(
    ("left", "right", "fails"),
    [(200, 400, True), (199, 400, False), (-300, 0, True), (-300, 1, False)],
)
def test_4_overlap(left: float, right: float, fails: bool) -> None:
    assert (Reason.OVERLAP in failed(A, B.but(left=left, right=right))) is fails


@pytest.mark.parametrize(
    ("above", "below", "h_below", "fails"),
    [(29.9, 0, 10, False), (30, 0, 10, True), (0, 35.9, 12, False), (0, 36, 12, True)],
)
def test_5_gap_in_units_of_each_line(
    above: float, below: float, h_below: float, fails: bool
) -> None:
    a, b = A.but(gap=above), B.but(gap=below, h=h_below)
    assert failed(a, b, rules="gap") == (Reason.GAP if fails else Reason(0))
    assert failed(a, b, rules="first") == failed(a, b, rules="cjk") == Reason(0)


@pytest.mark.parametrize(("width", "fails"), [(120, False), (119.9, True)])
def test_6_full_width(width: float, fails: bool) -> None:
    a, b = A.but(right=width), B.but(right=width)
    assert failed(a, b) == (Reason.FULL if fails else Reason(0))


@pytest.mark.parametrize(
    ("right", "third", "fails"),
    [
        (225, Line(right=250), False),
        (224.9, Line(right=250), True),
        (180, Line(left=15, right=250), True),
        (180, Line(left=15.1, right=250), False),
        (180, Line(left=-15, right=250), True),
        (180, Line(left=-15.1, right=250), False),
        (180, Line(right=250, page=1), False),
    ],
)
def test_6_full_edge_of_the_lines_that_start_nearby(right: float, third: Line, fails: bool) -> None:
    assert failed(A.but(right=right), B.but(right=right), third) == (
        Reason.FULL if fails else Reason(0)
    )


def test_6_the_lines_below_count_for_the_edge_too() -> None:
    assert failed(A.but(right=190), B.but(right=220)) == Reason.FULL
    assert failed(A.but(right=198), B.but(right=220)) == Reason(0)


ITEMS = (
    "\u2022 x", "- x", "\u2013 x", "\u2014 x", "* x", "\u00b7 x", "\u30fb\u6c34", "\u203b x",
    "\u2460 x", "\u25a0 x", "-x", "1. x", "12) x", "(3) x", "[4] x", "123: x", "5, x",
    "6\u3001\u6c34", "7 x", "12", "\uff081\uff09\u6c34", "1\uff0e\u6c34", "1.5 m",
)  # fmt: skip
NO_ITEMS = (
    "x", "1234. x", "2019 was", "3rd", "10% of", "3-4 days", "a) x", "(a) x", "iv. x", "() x",
    "v1. x", "\u6c34 1.",
)  # fmt: skip


@pytest.mark.parametrize("text", ITEMS)
def test_7_a_list_item_starts(text: str) -> None:
    assert failed(A, B.but(text=text)) == Reason.LIST


@pytest.mark.parametrize("text", NO_ITEMS)
def test_7_no_list_item_starts(text: str) -> None:
    assert failed(A, B.but(text=text)) == Reason(0)


def test_7_only_the_line_below_counts() -> None:
    assert failed(A.but(text="1. x"), B) == Reason(0)


@pytest.mark.parametrize(
    ("d", "fails"), [(4.9, False), (5, True), (-4.9, False), (-5, True), (40, True)]
)
@pytest.mark.parametrize("rules", PUBLISHED)
def test_8_equal_left_edges(d: float, fails: bool, rules: str) -> None:
    assert failed(A, B.but(left=d), rules=rules) == (Reason.LEFT if fails else Reason(0))


@pytest.mark.parametrize(("d", "fits"), [(-5, False), (-5.1, True), (-13, True), (-13.1, False)])
def test_8_second_line_of_an_indented_paragraph(d: float, fits: bool) -> None:
    expected = Reason(0) if fits else Reason.LEFT
    assert failed(A, B.but(left=d), rules="first") == expected
    for rules in ("cjk", "gap"):
        assert failed(A, B.but(left=d), rules=rules) == Reason.LEFT
        a, b = HAN
        assert failed(a, b.but(left=d), rules=rules) == expected
        # one full-width side is not enough
        assert failed(a, B.but(left=d), rules=rules) == Reason.LEFT
        assert failed(A, b.but(left=d), rules=rules) == Reason.LEFT


@pytest.mark.parametrize(("d", "fits"), [(5, False), (5.1, True), (40, True), (40.1, False)])
@pytest.mark.parametrize("rules", PUBLISHED)
def test_8_hanging_indent_of_a_list_item(d: float, fits: bool, rules: str) -> None:
    item = A.but(text="1. x")
    assert failed(item, B.but(left=d), rules=rules) == (Reason(0) if fits else Reason.LEFT)


def test_every_failed_condition_is_named() -> None:
    a = Line(left=0, bottom=100, right=30, gap=30)
    b = Line(left=100, bottom=50, right=110, h=20, text="- x")
    assert failed(a, b).names == ["pitch", "height", "overlap", "gap", "full", "list", "left"]


def test_breaks_do_not_lead_over_pages() -> None:
    breaks = measured(A, B, A.but(page=1), B.but(page=1))
    assert breaks.above.tolist() == [0, 2]
    assert breaks.below.tolist() == [1, 3]


def test_lengths_are_in_h_of_the_line_above() -> None:
    a = Line(left=10, bottom=100, right=170, top=130, h=20, gap=30)
    b = Line(left=20, bottom=70, right=90, h=10, gap=30)
    breaks = measured(a, b)
    found = {
        name: getattr(breaks, name).item()
        for name in ("tall", "width", "pitch", "height", "overlap", "gap_above", "gap_below",
                     "right", "column_right", "left")
    }  # fmt: skip
    assert found == {
        "tall": 1.5, "width": 8.0, "pitch": 1.5, "height": 0.5, "overlap": 3.5, "gap_above": 1.5,
        "gap_below": 3.0, "right": 170.0, "column_right": 170.0, "left": 0.5,
    }  # fmt: skip


def test_full_width_characters() -> None:
    inside = [0x3000, 0x30FF, 0x4E00, 0x9FFF, 0xFF00, 0xFFEF]
    outside = [0x2FFF, 0x3100, 0x4DFF, 0xA000, 0xFEFF, 0xFFF0, 0xAC00, 0x41, 0]
    assert is_wide(np.array(inside, np.uint32)).all()
    assert not is_wide(np.array(outside, np.uint32)).any()


def test_the_presets_share_the_published_thresholds() -> None:
    thresholds = [
        {name: getattr(PRESETS[rules], name) for name, *_ in rejoin.Rules.thresholds()}
        for rules in PUBLISHED
    ]
    assert thresholds[0] == thresholds[1] == thresholds[2]
    switches = [(PRESETS[r].check_gap, PRESETS[r].outdent_any_script) for r in PUBLISHED]
    assert switches == [(False, True), (False, False), (True, False)]


def test_lines_without_height_divide_by_nothing() -> None:
    assert failed(A.but(h=0, top=100), B) != Reason(0)
