"""What stands beside each line: cells of the same table row, a neighbouring column, a margin note.

The room that a line had ends where the next text of the same height begins, also when the lines of
its own block are too few to show their right edge: a cell's text wraps at the cell.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rejoin.model import Bools, Floats, Ints, Lines

#: So many lines before and after, from the top of the page down, are compared.
REACH = 5
#: Least overlap in height of two lines side by side, as a share of the lower one's height.
LEVEL = 0.5


@dataclass(frozen=True)
class Beside:
    """The nearest text on both sides of each line, shape (n,) each, points.

    Attributes
    ----------
    right, left
        Distance to the nearest line beside it; infinite where there is none.
    edge
        Left edge of the nearest line to the right; infinite where there is none.
    count
        Number of lines beside it.
    """

    right: Floats
    left: Floats
    edge: Floats
    count: Floats


def beside(lines: Lines) -> Beside:
    """Find what stands beside each line of a window of pages."""
    n = len(lines)
    left, bottom, right, top = lines.box
    order = np.lexsort((-bottom, lines.turn, lines.page))
    sheet = (lines.page.astype(np.int64) * 4 + lines.turn)[order]
    x0, y0, x1, y1 = (edge[order] for edge in (left, bottom, right, top))
    near_right, near_left = np.full(n, np.inf, np.float32), np.full(n, np.inf, np.float32)
    count = np.zeros(n, np.float32)
    for step in range(1, min(REACH, n - 1) + 1):
        low, high = slice(0, n - step), slice(step, n)
        shared = np.minimum(y1[low], y1[high]) - np.maximum(y0[low], y0[high])
        height = np.minimum(y1[low] - y0[low], y1[high] - y0[high])
        level = (sheet[low] == sheet[high]) & (shared > LEVEL * height)
        for one, other in ((low, high), (high, low)):
            to_right = x0[other] - x1[one]
            _nearest(near_right, one, to_right, level)
            _nearest(near_left, other, to_right, level)
            count[one] += level & (to_right >= 0)
            count[other] += level & (to_right >= 0)
    back = np.empty(n, np.int64)
    back[order] = np.arange(n)
    near_right, near_left, count = near_right[back], near_left[back], count[back]
    return Beside(near_right, near_left, right + near_right, count)


def _nearest(nearest: Floats, rows: slice, distance: Floats, level: Bools) -> None:
    some = np.where(level & (distance >= 0), distance, np.inf)
    np.minimum(nearest[rows], some, out=nearest[rows])


def measures(lines: Lines, a: Ints, b: Ints, h: Floats, far: float) -> list[Floats]:
    """Columns for `rejoin.features`, for the lines `a` above and `b` below each break.

    Lengths in h of the line above; `far` stands where there is nothing beside.
    """
    at, unit = beside(lines), h[a]
    word = lines.word[b] + np.where(lines.space[a] > 0, lines.space[a], 0.25 * unit)
    both = np.isfinite(at.edge[a]) & np.isfinite(at.edge[b])
    shift = np.zeros(len(a), np.float32)
    shift[both] = (at.edge[b[both]] - at.edge[a[both]]) / unit[both]
    room_a, room_b = at.right[a] / unit, at.right[b] / unit
    return [
        np.minimum(room_a, far),
        np.minimum((at.right[a] - word) / unit, far),
        np.minimum(room_b, far),
        np.minimum(at.left[a] / unit, far),
        np.minimum(at.left[b] / unit, far),
        at.count[a],
        at.count[b],
        both,
        shift,
    ]


#: Number of columns that `measures` returns.
COUNT = 9
