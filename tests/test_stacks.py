"""Columns that were painted row by row, and tables that were painted column by column."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

import pytest

import rejoin
from tests.pdfs import lines, pdf
from tests.test_asides import NOTE, rows

TEXTS = (
    "The old wheel at the lower weir turned again in the wet spring, and the keeper who had waited "
    "nine years for it wrote the hour in the book with a steady pen, and then went home to sleep.",
    "Salt is bought by the sack at the quay and carried up before noon, when all carts can pass "
    "the narrow gate. What is not used in the dairy goes to the tanner, who pays for it in hides.",
    "Lamps are lit at six in winter, and whoever comes to the landing later has to ask the boy for "
    "a light. He sleeps in the shed behind the scales and does not like to be woken after ten.",
)


def read(*parts: bytes) -> list[str]:
    """Lines of a page's text that are not blank."""
    return [line for line in rejoin.text(pdf(b"\n".join(parts))).splitlines() if line]


def by_rows(texts: Sequence[str], width: int, places: Sequence[float]) -> list[bytes]:
    """Columns of text, painted row by row."""
    columns = [textwrap.wrap(text, width) for text in texts]
    return [
        lines(column[i], x=x, y=700 - 13.2 * i)
        for i in range(max(map(len, columns)))
        for column, x in zip(columns, places, strict=True)
        if i < len(column)
    ]


@pytest.mark.parametrize(
    ("count", "width", "places"),
    [(2, 42, (72, 312)), (2, 44, (72, 300)), (3, 28, (60, 222, 384)), (3, 29, (60, 216, 372))],
)
@pytest.mark.parametrize("head", [True, False])
def test_columns_painted_row_by_row_are_read_by_columns(
    count: int, width: int, places: tuple[float, ...], head: bool
) -> None:
    title = [lines("Of wheels, salt and lamps", x=170, y=740, size=16)] if head else []
    found = read(*title, *by_rows(TEXTS[:count], width, places))
    text = " ".join(found[1:] if head else found)
    assert text == " ".join(TEXTS[:count])


def test_a_note_beside_few_lines_that_was_painted_with_them() -> None:
    texts = textwrap.wrap(TEXTS[0] + " " + TEXTS[1], 68)
    shown = rows(tuple(texts), 60, 700)
    note = rows(NOTE, 450, 700 - 2 * 13.2, 8, 13.2)
    shown[2:5] = [part for pair in zip(shown[2:5], note, strict=True) for part in pair]
    assert read(*shown) == [TEXTS[0] + " " + TEXTS[1], " ".join(NOTE)]


TOOLS = (
    ("Tool", "Use", "Price"),
    ("Spade", "for beds", "12.50"),
    ("Fork", "for hay", "9.80"),
    ("Barrow", "for stones", "41.00"),
)
KEYS = (("Name:", "Anna Birch"), ("Born:", "3 May 1921"), ("Trade:", "cooper"), ("Home:", "Weir"))
GAPS = (("Miller", "1204", "12.50"), ("Cooper", "877", ""), ("Baker", "15", "3.20"),
        ("Smith", "1003", "9.99"))  # fmt: skip


def cells(table: Sequence[Sequence[str]], places: Sequence[float], y: float = 700) -> list[bytes]:
    """Cells of a table, painted column by column."""
    return [
        lines(row[k], x=x, y=y - 15 * i)
        for k, x in enumerate(places)
        for i, row in enumerate(table)
        if row[k]
    ]


@pytest.mark.parametrize("table", [TOOLS, KEYS, GAPS])
@pytest.mark.parametrize("around", [True, False])
def test_tables_painted_column_by_column_are_read_by_rows(
    table: Sequence[Sequence[str]], around: bool
) -> None:
    above = rows(tuple(textwrap.wrap(TEXTS[0], 84)), 72, 760) if around else []
    below = rows(tuple(textwrap.wrap(TEXTS[1], 84)), 72, 600) if around else []
    page = pdf(b"\n".join([*above, *cells(table, (72, 190, 320)[: len(table[0])]), *below]))
    with rejoin.read(page) as document:
        shown = " ".join(document[0].lines.texts)
    wanted = " ".join(cell for row in table for cell in row if cell)
    assert shown == (f"{TEXTS[0]} {wanted} {TEXTS[1]}" if around else wanted)


def test_numbers_of_lines_are_no_column_of_a_table() -> None:
    texts = tuple(textwrap.wrap(TEXTS[0], 60))
    numbers = tuple(str(7 + i) for i in range(len(texts)))
    assert read(*rows(texts, 72, 700), *rows(numbers, 480, 700))[0] == TEXTS[0]


def test_a_list_in_columns_is_read_by_columns() -> None:
    names = ("Alder, grey", "Ash, common", "Birch, silver", "Elm, field", "Hazel, wild",
             "Lime, small-leaved", "Maple, Norway", "Oak, red", "Pine, Scots", "Willow, white",
             )  # fmt: skip
    found = read(*rows(names[:5], 72, 700), *rows(names[5:], 330, 700))
    assert found == list(names)


def test_heads_of_columns_that_wrap_are_read_one_by_one() -> None:
    heads = (("Salt", "by the", "sack"), ("Oil by", "the", "barrel"), ("Rope", "by the", "coil"))
    found = read(*(part for head, x in zip(heads, (72, 160, 250), strict=True)
                   for part in rows(head, x, 700)))  # fmt: skip
    assert "".join(found).replace(" ", "") == "".join(w for head in heads for w in head).replace(
        " ", ""
    )


def test_columns_of_text_with_level_lines_are_read_by_columns() -> None:
    left, right = (tuple(textwrap.wrap(text, 42)) for text in TEXTS[:2])
    found = read(*rows(left, 72, 700), *rows(right, 312, 700))
    assert " ".join(found) == " ".join(TEXTS[:2])
