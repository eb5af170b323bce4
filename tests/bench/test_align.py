"""The aligner: each test is one difficulty that real documents have."""

from __future__ import annotations

import numpy as np
import pytest

from bench.align import align
from bench.cut import read
from bench.fold import fold_char, folded_text
from bench.labels import Row
from bench.place import Unit, place
from bench.rows import make_rows
from bench.seeds import Match

from .drawn import Run, column, drawn

ORCHARD = (
    "The old orchard behind the mill had not been pruned for eleven years, and the",
    "grass stood as high as the gate; only the quince by the well still carried any",
    "fruit, small and hard and very sour.",
)
KETTLE = (
    "Every morning the cooper set his kettle on the stove, counted the staves that",
    "were left from the day before and wrote the number on the door in blue chalk.",
)


def para(lines: tuple[str, ...] | list[str]) -> Unit:
    """A paragraph whose lines are joined by spaces."""
    return Unit("p", " ".join(lines))


def rows_of(units: list[Unit], *pages: list[Run]) -> list[Row]:
    """Labels of drawn pages."""
    stream = read(drawn(*pages))
    return make_rows(stream, place(stream, units))


def found(rows: list[Row], above: str, below: str) -> Row:
    """The row between two lines, by the end of the one and the start of the other."""
    hits = [r for r in rows if r.above.endswith(above) and r.below.startswith(below)]
    assert len(hits) == 1, [(r.above, r.below) for r in rows]
    return hits[0]


def verdicts(rows: list[Row]) -> list[str]:
    """Label and join of every row."""
    return [f"{r.label}:{r.join}" if r.join else r.label for r in rows]


def test_wraps_and_kept_breaks() -> None:
    rows = rows_of([para(ORCHARD), para(KETTLE)], column(*ORCHARD, *KETTLE))
    assert verdicts(rows) == ["wrap:space", "wrap:space", "keep", "wrap:space"]
    assert {r.unit for r in rows} == {("p", "p")}


@pytest.mark.parametrize(
    ("word", "join"), [("connected", "drop-hyphen"), ("con-nected", "keep-hyphen")]
)
def test_hyphen_at_a_line_end(word: str, join: str) -> None:
    lines = ["A bridge of rope and planks had for many years con-", "nected the two villages."]
    truth = f"A bridge of rope and planks had for many years {word} the two villages."
    (row,) = rows_of([Unit("p", truth)], column(*lines))
    assert (row.label, row.join) == ("wrap", join)
    assert row.above.endswith("years con")


def test_hyphen_before_a_word_of_its_own_keeps_the_space() -> None:
    lines = ["They were asked about the short-", "and the long-term plans of the guild."]
    (row,) = rows_of([para(lines)], column(*lines))
    assert (row.label, row.join) == ("wrap", "space")


def test_dash_and_slash_at_a_line_end() -> None:
    lines = [
        "The guild keeps its plans at orchard.example/papers/",
        "plans and the keeper\u2014a cooper by trade\u2014",
        "opens the cabinet on request.",
    ]
    rows = rows_of([Unit("p", "".join([lines[0], lines[1], lines[2]]))], column(*lines))
    assert verdicts(rows) == ["wrap:none", "wrap:keep-hyphen"]


def test_reordered_columns_and_floats() -> None:
    left = column(*ORCHARD[:2], y=400, size=5)
    right = column(ORCHARD[2], *KETTLE, x=320, y=400, size=5)
    caption = column("Plate 3. The well and the quince, seen from the gate.", y=200)
    units = [Unit("caption", caption[0].text), para(ORCHARD), para(KETTLE)]
    rows = rows_of(units, left + caption + right)
    assert found(rows, ORCHARD[1][-20:], "Plate 3").label == "keep"
    assert found(rows, "the gate.", "fruit").label == "keep"
    over = found(rows, ORCHARD[1][-20:], "fruit")
    assert (over.label, over.page_below, over.box) == ("wrap", 1, None)


def test_page_edge_with_note_head_and_number() -> None:
    note = "1 The quince was felled in the spring after this was written."
    first = [Run(72, 750, "Orchards of the lower valley"), *column(*ORCHARD[:2])]
    first += [Run(72, 100, note, 8), Run(300, 40, "7")]
    second = [Run(72, 750, "Orchards of the lower valley"), *column(ORCHARD[2], *KETTLE)]
    second += [Run(300, 40, "8")]
    units = [para(ORCHARD), Unit("footnote", note[2:]), para(KETTLE)]
    rows = rows_of(units, first, second)
    assert found(rows, ORCHARD[1][-20:], "1 The quince").label == "keep"
    assert found(rows, "was written.", "7").label == "unknown"
    assert found(rows, "valley", "The old").label == "unknown"
    over = [r for r in rows if r.page_below == 2]
    assert [(r.label, r.join, r.below) for r in over] == [("wrap", "space", ORCHARD[2])]
    assert over[0].above == ORCHARD[1][-40:]
    assert found(rows, "very sour.", "Every").label == "keep"


def test_paragraph_that_ends_with_its_page() -> None:
    rows = rows_of([para(ORCHARD), para(KETTLE)], column(*ORCHARD), column(*KETTLE))
    (over,) = [r for r in rows if r.page_below]
    assert (over.label, over.above, over.below) == ("keep", ORCHARD[2], KETTLE[0][:40])


def test_markers_and_numbers_are_not_in_the_units() -> None:
    items = [
        "\u2022 a barrel of tar",
        "\u2022 two coils of rope, one of them",
        "of hemp",
        "3) pegs",
    ]
    units = [Unit("li", t) for t in ("a barrel of tar", "two coils of rope, one of them of hemp")]
    rows = rows_of([*units, Unit("li", "pegs")], column(*items))
    assert verdicts(rows) == ["keep", "wrap:space", "keep"]


def test_dot_leaders_and_page_numbers() -> None:
    lines = [
        "1 What the mill was " + ". " * 20 + "1",
        "1.1 What is left of it " + ". " * 18 + "11",
        "1.2 What it may become" + "." * 30 + "12",
    ]
    units = [
        Unit("toci", t)
        for t in ("1 What the mill was", "1.1 What is left of it", "1.2 What it may become")
    ]
    assert verdicts(rows_of(units, column(*lines))) == ["keep", "keep"]


def test_numbering_that_the_true_text_counts_otherwise() -> None:
    lines = ["9.3 Doors and gates" + " ." * 20 + " 11", "9.4 Windows" + " ." * 20 + " 14"]
    units = [Unit("li", "1.3. Doors and gates"), Unit("li", "1.4. Windows")]
    assert verdicts(rows_of(units, column(*lines))) == ["keep"]


def test_the_same_words_twice() -> None:
    titles = ["The keeper of the landing", "What the river left behind"]
    body = [titles[0], *ORCHARD, titles[1], *KETTLE]
    units = [*(Unit("li", t) for t in titles), Unit("h2", titles[0]), para(ORCHARD)]
    rows = rows_of([*units, Unit("h2", titles[1]), para(KETTLE)], column(*titles, *body))
    assert [r.unit for r in rows[:3]] == [("li", "li"), ("li", "h2"), ("h2", "p")]
    assert [r.label for r in rows[:4]] == ["keep", "keep", "keep", "wrap"]


def test_letter_spaced_and_glued_words() -> None:
    lines = ["T H E  O L D  O R C H A R D", *ORCHARD[:1], ORCHARD[1].replace(" ", "")]
    units = [Unit("h1", "The Old Orchard"), Unit("p", f"{ORCHARD[0]} {ORCHARD[1]}")]
    assert verdicts(rows_of(units, column(*lines))) == ["keep", "wrap:space"]


def test_ligatures_and_accents_that_are_composed_otherwise() -> None:
    lines = [
        "The o\ufb03ce of the \ufb01rst cafe\u0301 was \ufb02ooded twice, as the",
        "nai\u0308ve keeper of the cafe\u0301 di\ufb00ered from the others.",
    ]
    truth = (
        "The office of the first caf\u00e9 was flooded twice, as the na\u00efve keeper of the "
        "caf\u00e9 differed from the others."
    )
    assert verdicts(rows_of([Unit("p", truth)], column(*lines))) == ["wrap:space"]


HEBREW = "\u05d4\u05d2\u05e9\u05e8 \u05d4\u05d9\u05e9\u05df \u05e2\u05d5\u05de\u05d3 \u05e2\u05dc"
HEBREW_2 = "\u05d4\u05e0\u05d4\u05e8 \u05db\u05d1\u05e8 \u05de\u05d0\u05d4 \u05e9\u05e0\u05d9\u05dd"


@pytest.mark.parametrize("visual", [True, False])
def test_right_to_left_in_either_order(visual: bool) -> None:
    step = -1 if visual else 1
    page = column(HEBREW[::step], HEBREW_2[::step], HEBREW[::step])
    units = [Unit("p", f"{HEBREW} {HEBREW_2}"), Unit("p", HEBREW)]
    assert verdicts(rows_of(units, page)) == ["wrap:space", "keep"]


def test_chinese_and_korean_joins() -> None:
    chinese = ["\u65e7\u6865\u5728\u6cb3\u4e0a\u7ad9\u4e86", "\u4e00\u767e\u591a\u5e74\u3002"]
    korean = ["\uc624\ub798\ub41c \ub2e4\ub9ac\ub294", "\ubc31 \ub144 \ub3d9\uc548"]
    units = [Unit("p", "".join(chinese)), Unit("p", " ".join(korean))]
    rows = rows_of(units, column(*chinese, *korean))
    assert verdicts(rows) == ["wrap:none", "keep", "wrap:space"]


@pytest.mark.parametrize(
    ("drawn_as", "truth"),
    [
        ("\u0e17\u0e35\u0e48\u0e19\u0e31\u0e48", "\u0e17\u0e48\u0e35\u0e19\u0e48\u0e31"),
        ("\u093f\u0915\u0924\u093e\u092c", "\u0915\u093f\u0924\u093e\u092c"),
        ("\u0e33", "\u0e4d\u0e32"),
        ("\u201cIt\u2019s\u201d \u2013 a\u2011b", '"It\'s" - a-b'),
        ("\ufb01\ufb04 \u2026 \u00bd", "fiffl ... 1/2"),
        ("\ufe8d\ufee0", "\u0627\u0644"),
        ("Stra\u00dfe \u0130", "STRASSE i"),
    ],
)
def test_folding_makes_spellings_equal(drawn_as: str, truth: str) -> None:
    a, b = folded_text(drawn_as)[0], folded_text(truth)[0]
    assert a.tolist() == b.tolist()


def test_folding_keeps_what_tells_words_apart() -> None:
    assert [fold_char(ord(c)) for c in "aZ9.\u30fc"] == ["a", "z", "9", ".", "\u30fc"]


def test_positions_are_used_once_and_hold_equal_characters() -> None:
    rng = np.random.default_rng(7)
    for _ in range(20):
        t = rng.integers(97, 101, 600)
        cuts = np.sort(rng.integers(0, 600, 4))
        parts = np.split(t, cuts)
        order = rng.permutation(len(parts))
        noise = rng.integers(97, 101, 30)
        p = np.concatenate([*(parts[i] for i in order), noise])
        match = Match.start(p, t)
        align(match)
        placed = np.flatnonzero(match.p2t >= 0)
        assert len(set(match.p2t[placed].tolist())) == len(placed)
        assert (match.t2p[match.p2t[placed]] == placed).all()
        assert (p[placed] == t[match.p2t[placed]]).mean() > 0.97


def test_long_texts_find_their_order_again() -> None:
    rng = np.random.default_rng(3)
    t = rng.integers(97, 123, 60_000)
    chapters = np.split(t, 30)
    order = rng.permutation(30)
    p = np.concatenate([chapters[i] for i in order])
    match = Match.start(p, t)
    align(match)
    where = np.concatenate([np.arange(i * 2000, (i + 1) * 2000) for i in order])
    assert (match.p2t == where).mean() > 0.999
