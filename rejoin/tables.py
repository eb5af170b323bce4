"""The cells of a table: which stand on one row, and in which column."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

#: Two cells stand on one row if their heights overlap by this share of the lower one.
ROW_OVERLAP = 0.5
#: Cells overlap horizontally from this share of the narrower one: kerning may make edges touch.
ASIDE = 0.1


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
        shared = min(self.right, other.right) - max(self.left, other.left)
        return shared > ASIDE * min(self.right - self.left, other.right - other.left)


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


def columns_of(boxes: Sequence[Box], rows: Sequence[int]) -> list[int] | None:
    """Column of each cell, from 0; None where the columns are not clear.

    The columns are where the cells of the fullest rows stand. They are clear if each cell lies
    in one of them, or spans some, and no two cells of a row share one unless one is below the
    other.
    """
    count = Counter(rows)
    most = max(count.values())
    if most < 2 or len(count) < 2:
        return None
    spans = _spans([box for box, row in zip(boxes, rows, strict=True) if count[row] > most // 2
                    and count[row] > 1], most)  # fmt: skip
    if len(spans) < 2:
        return None
    out = []
    taken: dict[tuple[int, int], Box] = {}
    for box, row in zip(boxes, rows, strict=True):
        column = _nearest(box, spans)
        before = taken.get((row, column))
        if before and not before.over(box):
            return None
        taken[row, column] = box
        out.append(column)
    return out


def _spans(boxes: Sequence[Box], most: int) -> list[tuple[float, float]]:
    """Stretches of the horizontal that are covered by cells, from left to right.

    Wide cells that would bridge two columns are left out, as long as enough columns remain.
    """
    ordered = sorted(boxes, key=lambda box: box.right - box.left)
    best: list[tuple[float, float]] = []
    for keep in (len(ordered), int(0.9 * len(ordered)), int(0.75 * len(ordered))):
        merged: list[tuple[float, float]] = []
        for box in sorted(ordered[:keep]):
            slack = ASIDE * (box.right - box.left)
            if merged and box.left + slack < merged[-1][1]:
                merged[-1] = merged[-1][0], max(merged[-1][1], box.right)
            else:
                merged.append((box.left, box.right))
        if len(merged) > len(best):
            best = merged
        if len(best) >= most:
            break
    return best


def _nearest(box: Box, spans: Sequence[tuple[float, float]]) -> int:
    """First column that a cell lies in, or the nearest."""

    def distance(k: int) -> float:
        low, high = spans[k]
        shared = min(high, box.right) - max(low, box.left)
        return 0.0 if shared > 0.3 * min(high - low, box.right - box.left) else -shared

    return min(range(len(spans)), key=lambda k: (max(distance(k), 0.0), k))
