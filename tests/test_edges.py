"""Paragraphs over page edges, and what stands around the text of pages."""

from __future__ import annotations

import random
import textwrap
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import rejoin
from rejoin.body import find_body
from rejoin.furniture import furniture, line_numbers
from rejoin.windows import WINDOW
from tests import pdfs
from tests.built import Line, make_lines
from tests.conftest import Command

#: Lines of a page, their distance, and the heights of the first line, the head and the foot.
ROWS, LEAD, TOP, HEAD, FOOT = 26, 13.2, 700.0, 750.0, 60.0
_WORDS = (
    "the a of and in to with from that which when where while keeper landing boat horse rope bell "
    "lamp mill bank ramp crossing winter evening window board ticket lime shade old dry long brave "
    "writes waits rings carries turns sees leaves both over under beside before"
).split()


def rows(count: int, *, width: int = 84, shift: int = 0) -> list[str]:
    """Full lines of one long paragraph; no line comes twice."""
    chosen = random.Random(shift)
    text = " ".join(chosen.choice(_WORDS) for _ in range(count * width // 4))
    return textwrap.wrap("Where " + text, width)[:count]


def flow(pages: int, *, heads: Sequence[str] = (), feet: Sequence[str] = ()) -> bytes:
    """A PDF of one paragraph a page and a half long after the other."""
    texts, at = rows(pages * ROWS), 0
    contents = []
    for page in range(pages):
        parts = [pdfs.lines(*texts[at : at + ROWS], y=TOP, lead=LEAD)]
        if heads:
            parts.insert(0, pdfs.lines(heads[page], y=HEAD, size=11))
        if feet:
            parts.append(pdfs.lines(feet[page], y=FOOT, size=11, x=300))
        contents.append(b"\n".join(parts))
        at += ROWS
    return pdfs.pdf(*contents)


def edge(above: Sequence[str], below: Sequence[str], *more: bytes, size: float = 11) -> list[str]:
    """Lines of the text of two pages, `more` on the first of them."""
    one = pdfs.lines(*rows(8), *above, y=TOP, lead=LEAD)
    two = pdfs.lines(*below, *rows(8, shift=2), y=TOP, lead=LEAD, size=size)
    return rejoin.text(pdfs.pdf(b"\n".join([one, *more]), two)).split("\n")


NUMBERS = [str(i) for i in range(7, 60)]
TITLES = ["The landing"] * 3 + ["Winter"] * 2 + ["Of carts and horses", "Market days", "The mill"]


@pytest.mark.parametrize(
    ("heads", "feet"),
    [
        ([], []),
        ([], NUMBERS),
        ([], [f"- {n} -" for n in NUMBERS]),
        ([f"Page {i} of 8" for i in range(1, 9)], []),
        (["A book of crossings"] * 8, NUMBERS),
        (["A book of crossings", "The northern landing"] * 4, []),
        (TITLES, NUMBERS),
        (TITLES, []),
        ([f"{n} {t}" if i % 2 else f"{t} {n}"
          for i, (n, t) in enumerate(zip(NUMBERS, TITLES, strict=False))], []),
        ([f"Chapter {i}: words that come once{'x' * i} {n}"
          for i, n in enumerate(NUMBERS[:8])], []),
    ],
)  # fmt: skip
def test_a_paragraph_runs_over_pages_past_heads_and_feet(heads: list[str], feet: list[str]) -> None:
    pdf = flow(8, heads=heads, feet=feet)
    whole = " ".join(rows(8 * ROWS))
    kept = rejoin.text(pdf).replace("\f", "\n").split("\n")
    assert whole in kept
    assert {line for line in kept if line} - {whole} == {*heads[:8], *feet[:8]}
    assert rejoin.text(pdf, furniture="drop").replace("\f", "").strip() == whole


@pytest.mark.parametrize("pages", [2, 3])
def test_few_pages_have_heads_too(pages: int) -> None:
    pdf = flow(pages, heads=["A book of crossings"] * pages)
    dropped = rejoin.text(pdf, furniture="drop").replace("\f", "").strip()
    assert dropped == " ".join(rows(pages * ROWS))


def test_a_page_is_the_same_alone_and_with_others() -> None:
    pages = WINDOW + 3
    pdf = flow(pages, heads=["A book of crossings"] * pages, feet=NUMBERS)
    every: tuple[dict[str, Any], ...] = ({}, {"furniture": "drop"})
    for changes in every:
        with rejoin.read(pdf, **changes) as whole, rejoin.read(pdf, **changes) as other:
            together = [[p.text for p in page.paragraphs] for page in whole]
            for i in reversed(range(pages)):
                assert [p.text for p in other[i].paragraphs] == together[i]


def test_a_word_is_whole_over_a_page_edge() -> None:
    out = edge(
        ["and the man who rings the bell at night has to wait there until the boat is tur-"],
        ["ned round at the other bank, where a lamp is lit for him and for the horses, and"],
    )
    assert any("the boat is turned round at" in line for line in out)


def test_a_word_is_whole_even_where_little_text_stands_around_it() -> None:
    one = pdfs.lines("The mason went over every stone of the bridge and loosened each last orna-")
    two = pdfs.lines("ment on it.")
    assert "each last ornament on it." in rejoin.text(pdfs.pdf(one, two))


def test_a_paragraph_runs_past_notes_at_the_foot() -> None:
    texts = "1 The first board was lost in the flood, and the second one is", "kept in the church."
    note = pdfs.lines(*texts, y=90, size=8, lead=9.6)
    out = edge(["and the man who rings the bell at night has to wait on the stairs of the old"],
               ["mill until the boat has been turned round, which takes a quarter of an hour, and"],
               note)  # fmt: skip
    assert any("stairs of the old mill until" in line for line in out)
    assert any(line.startswith("1 The first board") for line in out)


def test_a_name_in_capitals_below_may_go_on() -> None:
    out = edge(
        [
            "as the rules of the Trinity House say in the first part of the old book of laws,",
            "and whoever comes to the landing after dark has to ask a boy for the key of the",
        ],
        ["Trinity House, where the keeper lives with two sisters and with a parrot that can"],
    )
    assert any("of the Trinity House" in line for line in out)


@pytest.mark.parametrize(
    ("above", "below"),
    [
        ("and plays on deck.", "The next morning all the boats lay at the bank; nobody knew why"),
        ("and whoever comes after dark has to bring:", "1. a lamp"),
        ("and plays on deck.", "- a lamp"),
        ("and plays on deck.", "4.2 Of lamps"),
    ],
)
def test_what_ends_at_a_page_edge_stays_apart(above: str, below: str) -> None:
    out = "\n".join(edge([above], [below])).replace("\f", "\n")
    assert f"{above[-12:]} {below[:6]}" not in out
    assert f"{above[-12:]}\n" in out


def test_a_heading_on_the_next_page_stays_apart() -> None:
    one = pdfs.lines(*rows(8), y=TOP, lead=LEAD)
    two = pdfs.lines("Winter at the landing", y=TOP, size=18)
    two += b"\n" + pdfs.lines(*rows(8, shift=1), y=TOP - 40, lead=LEAD)
    out = rejoin.text(pdfs.pdf(one, two)).replace("\f", "\n").split("\n")
    assert "Winter at the landing" in out


def titles(count: int, size: float) -> bytes:
    """Slides: a title at the same height on each page, other text below it."""
    words = ("Boats", "Bells", "Lamps", "Horses", "Ropes", "Boards", "Banks", "Mills")
    return pdfs.pdf(
        *(
            pdfs.lines(f"About {word}", y=HEAD, size=size)
            + b"\n"
            + pdfs.lines(*(f"{word} {k}" for k in "abcd"), y=600, lead=30, size=16)
            for word in words[:count]
        )
    )


def test_titles_of_slides_are_text() -> None:
    out = rejoin.text(titles(8, 28), furniture="drop")
    assert all(f"About {word}\n" in out for word in ("Boats", "Ropes", "Mills"))


def test_a_chapter_s_number_is_text() -> None:
    page = pdfs.lines("2", y=HEAD, size=30) + b"\n" + pdfs.lines(*rows(8), y=TOP, lead=LEAD)
    assert rejoin.text(pdfs.pdf(page), furniture="drop").startswith("2\n")


def margin(numbers: Sequence[str], *, step: float = 12, left: float = 20) -> tuple[Line, ...]:
    """Numbers down the left margin of a page with thirty lines of text."""
    count = [Line(left, 500 - i * step, left + 8, text=n) for i, n in enumerate(numbers) if n]
    text = [Line(60, 500 - i * 12, 400, text="some words of text") for i in range(30)]
    return (*count, *text)


@pytest.mark.parametrize(
    ("lines", "count"),
    [
        (margin([str(i) for i in range(1, 31)]), 30),
        (margin([str(i) for i in range(231, 261)], left=500), 30),
        (margin([str(i) for i in range(5, 35, 5)], step=60), 6),
        (margin([str(i) for i in range(1, 9)]), 0),  # a table's first column, not the page's
        (margin([str(i * i) for i in range(1, 31)]), 0),
        (margin(["1", "2", "3", "4"], step=100), 0),
        (margin([str(i) for i in range(1, 31)], left=100), 0),  # within the text
    ],
)
def test_line_numbers_count_down_the_margin(lines: tuple[Line, ...], count: int) -> None:
    found = make_lines(*lines)
    assert int(line_numbers(found).sum()) == count
    assert int(furniture(found, 1).sum()) == count


def test_line_numbers_are_kept_apart_or_dropped() -> None:
    numbers = pdfs.lines(*map(str, range(1, 27)), x=40, y=TOP, lead=LEAD)
    pdf = pdfs.pdf(numbers + b"\n" + pdfs.lines(*rows(26), x=90, y=TOP, lead=LEAD))
    whole = " ".join(rows(26))
    kept = [line for line in rejoin.text(pdf).split("\n") if line]
    assert kept == [*map(str, range(1, 27)), whole]
    assert rejoin.text(pdf, furniture="drop") == whole + "\n"


def test_a_window_without_lines_has_no_body() -> None:
    body = find_body(make_lines(), 3)
    assert (body.first == -1).all()
    assert (body.last == -1).all()
    assert rejoin.text(pdfs.pdf(b"", b""), furniture="drop") == "\f"


def test_forms_that_repeat_as_a_whole_are_text() -> None:
    form = [f"{name} of the holder of this ticket for one crossing" for name in _WORDS[12:24]]
    pages = [pdfs.lines(*form, f"Number {i}", y=TOP, lead=LEAD) for i in range(6)]
    assert rejoin.text(pdfs.pdf(*pages), furniture="drop") == rejoin.text(pdfs.pdf(*pages))


def test_a_reference_that_ends_a_page_is_text() -> None:
    pages = [[*rows(14 + i, shift=i), "and more of this is said in the part about the ramp, see",
              f"page {40 + 7 * i}."] for i in range(6)]  # fmt: skip
    pdf = pdfs.pdf(*(pdfs.lines(*p, y=TOP, lead=LEAD) for p in pages))
    out = rejoin.text(pdf, furniture="drop")
    assert all(f"page {40 + 7 * i}." in out for i in range(6))


def test_cells_that_come_again_are_no_heads() -> None:
    """Tables over pages: some cells of the uppermost rows say the same on each page."""
    cells = [
        Line(60 + 90 * k, 700 - 12 * i, 120 + 90 * k, page=p, text="lost" if k == 3 else word)
        for p in range(6)
        for i in range(20)
        for k, word in enumerate((f"{p}{i}th trip", f"boat {p * i}b", f"{chr(97 + i + p)}x rope",
                                  "", f"by keeper {chr(97 + p)}"))
    ]  # fmt: skip
    lines = make_lines(*cells)
    assert not furniture(lines, 6).any()


def test_single_letters_in_rows_are_no_heads() -> None:
    """Vertical text: each glyph is a line, and a letter comes again at any height."""
    letters = "abcdefghij"
    glyphs = [
        Line(60 + 20 * k, 700 - 12 * i, 70 + 20 * k, page=p, text=letters[(i * k + p * k) % 10])
        for p in range(6)
        for k in range(12)
        for i in range(20)
    ]
    assert not furniture(make_lines(*glyphs), 6).any()


def test_a_page_in_small_print_has_a_body() -> None:
    big = [Line(60, 500 - i * 12, 400, text="words " * 12) for i in range(30)]
    small = [Line(60, 500 - i * 9, 400, h=7, text="words " * 8, page=1) for i in range(20)]
    lines = make_lines(*big, *small)
    lines.size[:] = lines.h
    body = find_body(lines, 2)
    assert body.last.tolist() == [29, 49]


def test_furniture_is_dropped_by_the_command_and_read_many(
    command: Command, tmp_path: Path
) -> None:
    path = tmp_path / "book.pdf"
    path.write_bytes(flow(4, heads=["A book of crossings"] * 4, feet=NUMBERS))
    assert "A book of crossings" in command(path).out
    dropped = command(path, "--furniture", "drop").out
    assert dropped.replace("\f", "").strip() == " ".join(rows(4 * ROWS))
    assert next(rejoin.read_many([path], furniture="drop")).text == dropped
    assert command(path, "--set", "furniture=some").code == 2


def test_dropping_leaves_everything_else_as_it_was() -> None:
    pdf = flow(6, heads=TITLES, feet=NUMBERS)
    kept = rejoin.text(pdf).split("\f")
    dropped = rejoin.text(pdf, furniture="drop").split("\f")
    for one, other in zip(kept, dropped, strict=True):
        rest = [line for line in one.split("\n") if line not in {*TITLES, *NUMBERS, ""}]
        assert rest == [line for line in other.split("\n") if line]


def test_a_page_without_text_has_no_body() -> None:
    texts = "one two three four five six seven eight nine".split()
    lines = make_lines(
        *(Line(60, 500 - i * 12, 400, text=t, page=p)
          for p in (0, 2) for i, t in enumerate(texts if p else texts[::-1]))
    )  # fmt: skip
    body = find_body(lines, 3)
    assert body.first.tolist() == [0, -1, 9]
    assert [b - a for a, b in pairwise(np.append(body.last, 0)[[0, 2]])] == [9]
