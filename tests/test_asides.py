"""What stands beside the column: margin notes, numbers of lines; and columns, and turned text."""

from __future__ import annotations

import pytest

import rejoin
from bench.rawpdf import literal
from tests.pdfs import JOINED, WRAPPED, lines, pdf

NOTE = ("See the book", "of the keeper,", "page nine")
RIGHT = (
    "Salt is bought by the sack at the quay",
    "and carried up before noon, when all",
    "carts can pass the narrow gate. What",
    "is not used in the dairy goes to the",
    "tanner, who pays in hides, and the rest",
    "is kept for winter above the forge.",
)
LEFT = (
    "The old wheel at the lower weir turned",
    "again in the wet spring, and the keeper",
    "who had waited nine years for it wrote",
    "the hour in the book with a steady pen.",
    "Nobody came to look on the first day, but",
    "on the second the school walked by.",
)


def read(*parts: bytes) -> list[str]:
    """Lines of a page's text that are not blank."""
    return [line for line in rejoin.text(pdf(b"\n".join(parts))).splitlines() if line]


def rows(
    texts: tuple[str, ...], x: float, y: float, size: float = 11, lead: float = 13.2
) -> list[bytes]:
    """Lines of text, each as an object of its own."""
    return [lines(text, x=x, y=y - i * lead, size=size) for i, text in enumerate(texts)]


@pytest.mark.parametrize(("size", "down"), [(8, 0), (8, 3), (11, 0)])
@pytest.mark.parametrize("together", [False, True])
def test_a_margin_note_is_read_by_itself(size: float, down: float, together: bool) -> None:
    first, second = rows(WRAPPED, 60, 760), rows(WRAPPED, 60, 660)
    note = rows(NOTE, 480, 660 - 13.2 - down, size)
    if together:
        second[2:2] = note
    else:
        second[2:5] = [part for pair in zip(note, second[2:5], strict=True) for part in pair]
    found = read(*first, *second)
    assert found[:2] == [JOINED, JOINED]
    assert " ".join(found[2:]) == " ".join(NOTE)


def numbered(step: int, x: float, last: bool) -> list[str]:
    """A text of which every line, or every fifth, has its number at `x`."""
    texts = WRAPPED * 4
    parts = []
    for i, text in enumerate(texts, 1):
        pair = [lines(text, x=100, y=760 - 24 * i)]
        if i % step == 0:
            pair.insert(len(pair) if last else 0, lines(str(i), x=x, y=760 - 24 * i, size=9))
        parts += pair
    return read(*parts)


@pytest.mark.parametrize("step", [1, 5])
@pytest.mark.parametrize(("x", "last"), [(60, False), (540, True)])
def test_line_numbers_stand_apart_from_their_text(step: int, x: float, last: bool) -> None:
    found = numbered(step, x, last)
    numbers = [line for line in found if line.isdigit()]
    assert numbers == [str(i) for i in range(step, 25, step)]
    assert " ".join(line for line in found if not line.isdigit()) == " ".join([JOINED] * 4)


def test_numbers_of_items_stay_with_them() -> None:
    gates = "north south east west upper lower old".split()
    items = [
        f"The {gate} gate is oiled and shut for the winter, and its key kept" for gate in gates
    ]
    parts = [
        lines(text, x=x, y=760 - 20 * i)
        for i, item in enumerate(items)
        for x, text in ((60, str(i)), (90, item))
    ]
    assert " ".join(read(*parts)) == " ".join(f"{i} {item}" for i, item in enumerate(items))


def test_headings_across_columns_part_them() -> None:
    parts = [lines("A heading that stands across both of the columns", x=60, y=740, size=15)]
    for i in range(6):
        y = 700 - 14 * i - 44 * (i > 2)
        parts += [lines(LEFT[i], x=60, y=y, size=10), lines(RIGHT[i], x=320, y=y, size=10)]
    parts.append(lines("Another one in the middle of the page, across both", x=60, y=644, size=15))
    found = " ".join(read(*parts))
    order = [LEFT[0], LEFT[2], RIGHT[0], RIGHT[2], "Another one", LEFT[3], LEFT[5], RIGHT[3]]
    places = [found.index(text) for text in order]
    assert places == sorted(places)


def test_a_table_with_a_wide_last_column_stays_in_rows() -> None:
    cells = [(f"tool-{i}", f"V:{i}0", f"{i}12", text) for i, text in enumerate(RIGHT)]
    parts = [
        lines(cell, x=x, y=740 - 14 * i, size=10)
        for i, row in enumerate(cells)
        for x, cell in zip((60, 140, 200, 260), row, strict=True)
    ]
    assert read(*parts) == [" ".join(row) for row in cells]


@pytest.mark.parametrize("turn", [b"0 -1 1 0", b"0 1 -1 0"])
def test_turned_text_is_read_from_its_first_line(turn: bytes) -> None:
    x = [300 - 13 * i if turn.startswith(b"0 -1") else 300 + 13 * i for i in range(6)]
    y = 700 if turn.startswith(b"0 -1") else 200
    shown = [
        b"BT /F 11 Tf %b %d %d Tm %b Tj ET" % (turn, at, y, literal(text))
        for at, text in zip(x, WRAPPED, strict=True)
    ]
    assert read(*shown) == [JOINED]


def test_turned_heads_of_columns_stand_above_the_rows_of_their_table() -> None:
    parts = [
        lines(cell, x=x, y=680 - 14 * i, size=10)
        for i, row in enumerate([("North", "4", "0", "1"), ("South", "2", "5", "0")])
        for x, cell in zip((80, 145, 175, 205), row, strict=True)
    ]
    heads = [
        b"BT /F 9 Tf 0 1 -1 0 %d 698 Tm %b Tj ET" % (x + 7, literal(head))
        for x, head in zip((145, 175, 205), ("clay", "sand", "chalk"), strict=True)
    ]
    found = [" ".join(line.split()) for line in read(*parts, *heads)]
    assert found == ["clay sand chalk", "North 4 0 1", "South 2 5 0"]
    assert read(*heads, *parts) == read(*parts, *heads)
