"""Table heads that are set on their side above an upright table: one line, above its rows."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from rejoin.model import Bools, Floats, Ints, Lines

#: Longest head of a column, in h.
LONGEST = 14.0
#: The heads of a table begin at one height within this distance, in h.
LEVEL = 0.6
#: The table begins at most this far below its heads, in h.
BELOW = 2.5


def turned_heads(lines: Lines, order: Ints) -> tuple[Ints, Bools]:
    """Put turned heads of columns above the rows of their table.

    Parameters
    ----------
    lines : Lines
    order : ndarray of int, shape (n,)
        Order of the lines so far.

    Returns
    -------
    order : ndarray of int, shape (n,)
    goes_on : ndarray of bool, shape (n,)
        Lines that are heads and follow another one of the same table, in the new order.
    """
    key, head = np.arange(len(order), dtype=np.float64), np.zeros(len(lines), np.bool_)
    turn, page = lines.turn[order], lines.page[order]
    if turn.any():
        boxes = lines.page_box()
        start = np.flatnonzero((np.diff(turn, prepend=-1) != 0) | (np.diff(page, prepend=-1) != 0))
        for a, b in pairwise([*start.tolist(), len(order)]):
            rows = order[a:b]
            if not turn[a] % 2 or b - a < 2 or not _level(lines, rows):
                continue
            table = _table(lines, boxes, order, rows)
            if table is None:
                continue
            by_place = np.argsort(np.argsort(boxes[0, rows], kind="stable"))
            key[a:b] = table - 0.5 + 0.4 * by_place / len(rows)
            head[rows] = True
            head[rows[by_place == 0]] = False
    order = order[np.argsort(key, kind="stable")]
    return order, head[order]


def _level(lines: Lines, rows: Ints) -> bool:
    """Whether short pieces begin or end at one height."""
    if not all(any(c.isalpha() for c in lines[i]) for i in rows.tolist()):
        return False  # numbers of vertical text
    h = float(np.median(lines.h[rows]))
    left, right = lines.box[0, rows], lines.box[2, rows]
    level = min(np.ptp(left), np.ptp(right)) < LEVEL * h
    apart = np.abs(np.diff(lines.base[rows])).min() > 0.9 * h
    return bool(level and apart and (right - left).max() < LONGEST * h)


def _table(lines: Lines, boxes: Floats, order: Ints, rows: Ints) -> int | None:
    """Place in `order` of the first upright line right below the heads; none without cells."""
    h = float(np.median(lines.h[rows]))
    left, bottom, right = boxes[0, rows], float(boxes[1, rows].min()), boxes[2, rows]
    below = (lines.page == lines.page[rows[0]]) & (lines.turn == 0)
    gap = bottom - boxes[3]
    below &= (gap > -0.5 * h) & (gap < BELOW * h)
    if not below.any():
        return None
    # the heads stand above text of the row: none hangs free
    middle = (left + right) / 2
    over = (boxes[0, below] - h < middle[:, None]) & (boxes[2, below] + h > middle[:, None])
    if not over.any(axis=1).all():
        return None
    return int(np.flatnonzero(below[order])[0])
