"""The cells of a table: which stand on one row, and in which column."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from statistics import median
from typing import NamedTuple

#: Two cells stand on one row if their heights overlap by this share of the lower one.
ROW_OVERLAP = 0.5
#: Cells overlap horizontally from this share of the narrower one: kerning may make edges touch.
ASIDE = 0.1
#: White space between two rows from which they belong to two tables, in h.
APART = 3.0
#: Share of the rows that may reach across the edge of a column, as headings of several do.
CROSSING = 0.15
#: From so many rows on, a single one may.
LONG = 4
#: Share of the cells that may share their place in the table with another.
CLASHES = 0.08
#: White space that is wider than the table's usual by this (h) parts tables of unlike rows.
WIDER = 0.5


class Box(NamedTuple):
    """Left, bottom, right, top in the reading frame, points."""

    left: float
    bottom: float
    right: float
    top: float

    def beside(self, other: Box) -> bool:
        """Whether the two stand at the same height."""
        shared = min(self.top, other.top) - max(self.bottom, other.bottom)
        return shared > ROW_OVERLAP * min(self.top - self.bottom, other.top - other.bottom)

    def over(self, other: Box) -> bool:
        """Whether the two overlap horizontally."""
        return self.shared(other) > ASIDE * min(self.right - self.left, other.right - other.left)

    def shared(self, other: Box) -> float:
        """Width of what the two have in common, points; negative where they lie apart."""
        return min(self.right, other.right) - max(self.left, other.left)

    def union(self, other: Box) -> Box:
        """Box around both."""
        low = min(self.left, other.left), min(self.bottom, other.bottom)
        return Box(*low, max(self.right, other.right), max(self.top, other.top))


def rows_of(boxes: Sequence[Box]) -> list[int]:
    """Row of each cell, from 0, in reading order.

    A cell opens a row if it stands beside none of the current row's cells. So cells that are
    centred beside a higher one, and the pieces of a cell beside it, stay with it.
    """
    out: list[int] = []
    row: list[Box] = []
    for box in boxes:
        if not any(box.beside(cell) for cell in row):
            row = []
        out.append(out[-1] + (not row) if out else 0)
        row.append(box)
    return out


def tables_of(boxes: Sequence[Box], h: float) -> list[int]:
    """Number of the table that each piece belongs to: a wide gap between two rows parts tables.

    Rows of a single cell before the first row with several are a table of their own: a line above
    the table, or an address.
    """
    rows = rows_of(boxes)
    count = Counter(rows)
    top = [max(b.top for b, r in zip(boxes, rows, strict=True) if r == row) for row in count]
    low = [min(b.bottom for b, r in zip(boxes, rows, strict=True) if r == row) for row in count]
    white = [low[row - 1] - top[row] if row else 0.0 for row in count]
    usual = median(white[1:]) if len(white) > 1 else 0.0
    table, numbers, seen = 0, list[int](), set[int]()
    for row in count:
        apart = white[row] > APART * h or white[row] < -top[0] + low[0] - APART * h
        unlike = bool(seen) and count[row] not in seen and white[row] > usual + WIDER * h
        if row and (apart or unlike or (count[row] > 1 and seen == {1})):
            table, seen = table + 1, set()
        seen.add(count[row])
        numbers.append(table)
    return [numbers[row] for row in rows]


def columns_of(
    boxes: Sequence[Box], rows: Sequence[int], owners: Sequence[int]
) -> list[int] | None:
    """Column of each cell, from 0; None where the columns are not clear.

    The columns are where the cells of the fullest rows stand. They are clear if each cell lies
    in one of them, or spans some, and no two cells of a row share one unless one is below the
    other, or both are pieces of one paragraph.

    Parameters
    ----------
    boxes : sequence of Box
    rows : sequence of int
        Row of each.
    owners : sequence of int
        Paragraph that each is a piece of.
    """
    count = Counter(rows)
    most = max(count.values())
    if most < 2 or len(count) < 2:
        return None
    full = [(box, row) for box, row in zip(boxes, rows, strict=True)
            if count[row] > max(1, most // 2)]  # fmt: skip
    spans = _spans([box for box, _ in full], [row for _, row in full])
    if len(spans) < 2:
        return None
    out, clashes = [], 0
    taken: dict[tuple[int, int], tuple[Box, int]] = {}
    for box, row, owner in zip(boxes, rows, owners, strict=True):
        column = _nearest(box, spans)
        before = taken.get((row, column))
        if before and not before[0].over(box) and before[1] != owner:
            clashes += 1
        taken[row, column] = box, owner
        out.append(column)
    return out if clashes <= CLASHES * len(boxes) else None


def _spans(boxes: Sequence[Box], rows: Sequence[int]) -> list[tuple[float, float]]:
    """Stretches of the horizontal that are covered by cells, from left to right.

    Where only a few rows reach across, there is an edge between two columns all the same.
    """
    count = len(set(rows))
    few = max(CROSSING * count, float(count >= LONG))
    edges = sorted({edge for box in boxes for edge in (box.left, box.right)})
    out: list[tuple[float, float]] = []
    for low, high in pairwise(edges):
        middle = (low + high) / 2
        if len({r for b, r in zip(boxes, rows, strict=True) if b.left < middle < b.right}) <= few:
            continue
        if out and out[-1][1] == low:
            out[-1] = out[-1][0], high
        else:
            out.append((low, high))
    for box in sorted(boxes):  # a column that is empty in most rows
        if all(box.right <= low or box.left >= high for low, high in out):
            out.append((box.left, box.right))
    return sorted(out)


def _nearest(box: Box, spans: Sequence[tuple[float, float]]) -> int:
    """First column that a cell lies in, or the nearest."""

    def distance(k: int) -> float:
        low, high = spans[k]
        shared = min(high, box.right) - max(low, box.left)
        return 0.0 if shared > 0.3 * min(high - low, box.right - box.left) else -shared

    return min(range(len(spans)), key=lambda k: (max(distance(k), 0.0), k))
