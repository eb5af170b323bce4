"""Cells of a table row come out in one line, parted by tabs; nothing else does."""

from __future__ import annotations

import rejoin
from rejoin import Rules
from tests.pdfs import WRAPPED, lines, pdf


def text(*parts: bytes, rules: str | Rules = "default") -> list[str]:
    """Lines of a page's text that are not blank."""
    found = rejoin.text(pdf(b"\n".join(parts)), rules=rules)
    return [line for line in found.splitlines() if line]


def row(y: float, *cells: tuple[float, tuple[str, ...]]) -> bytes:
    """Cells at their left edges, each with its lines."""
    return b"\n".join(lines(*texts, x=x, y=y, size=10, lead=12) for x, texts in cells)


TABLE = (
    row(
        700,
        (60, ("Long saw",)),
        (160, ("A saw for two people, kept", "dry and hung by its handle")),
    ),
    row(700, (330, ("4.50",))),
    row(670, (60, ("Adze",)), (160, ("For hollow work only, and", "never lent to anybody"))),
    row(670, (330, ("3.10",))),
)


def test_wrapped_cells_are_whole_and_rows_are_lines() -> None:
    assert [line.split("\t") for line in text(*TABLE)] == [
        ["Long saw A saw for two people, kept dry and hung by its handle", "4.50"],
        ["Adze For hollow work only, and never lent to anybody", "3.10"],
    ]


def test_a_cell_stays_a_paragraph() -> None:
    with rejoin.read(pdf(b"\n".join(TABLE))) as document:
        found = list(document.paragraphs)
    assert [p.text for p in found if p.beside] == ["4.50", "3.10"]
    assert len(found[0].lines) == 2


def test_rows_can_be_turned_off() -> None:
    assert "4.50" in text(*TABLE, rules=Rules(table_rows=False))
    assert not any("\t" in line for line in text(*TABLE, rules="gap"))


def test_columns_of_prose_are_no_row() -> None:
    left, right = (tuple(part[:40] for part in WRAPPED[i : i + 3]) for i in (0, 3))
    found = text(row(700, (60, left), (330, right)), row(640, (60, left), (330, right)))
    assert not any("\t" in line for line in found)


def test_a_heading_beside_a_paragraph_is_no_row() -> None:
    left = tuple(part[:40] for part in WRAPPED)
    right = row(700, (330, ("A heading",)), (330, ("",)))
    below = row(676, (330, tuple(part[:40] for part in WRAPPED[:4])))
    found = text(row(700, (60, left)), right, below)
    assert "A heading" in found
