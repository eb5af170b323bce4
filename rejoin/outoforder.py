"""What was painted out of order on one row: letters into the holes of a word, cells of a table.

A letter that its font does not have is painted in another one, after the line; some producers paint
the numbers of a table's row before its text. PDFium sorts neither. Both show as a step to the left
on one baseline, which text that runs from left to right never makes.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from rejoin.model import Bools, Chars, Floats, Ints, Lines
from rejoin.scripts import right_to_left
from rejoin.vertical import taken

#: A step to the left from which something was painted out of order, in the glyph's height.
BACK = 0.5
#: Glyphs are on one row if their baselines are within this, in their height.
LEVEL = 0.15
#: Glyphs of one line share this much of the lower one's height.
SHARED = 0.5
#: In a line that is put in order no glyphs are further apart than this, in their height, and no
#: glyph covers more of the next one than this share of the narrower of the two.
APART, COVERED = 1.5, 0.3
#: Letters of a line that is put in order differ less than this in their type size.
ONE_SIZE = 1.15
#: Lines of one cell follow each other within this, in h; a cell has at most so many.
PITCH, TALL = 2.2, 12
#: So many lines at each end of a page may have been painted at the other one.
ENDS = 2
#: So many of the next lines are looked at for one on the left on the same row; edges that are to
#: lie beside each other may overlap by this, in h.
REACH, SLACK = 12, 0.2


def in_holes(chars: Chars) -> Chars:
    """Characters with those in place that were painted into the holes of their line later.

    Parameters
    ----------
    chars : Chars
        Characters of a window of pages.
    """
    at = np.flatnonzero(chars.ink)
    if len(at) < 2:
        return chars
    left, bottom, _, top = chars.loose.take(at, axis=1)
    height = np.maximum(top - bottom, 1e-3)
    ends = np.cumsum(chars.line_end, dtype=np.int32)[at]
    back = (np.diff(left) < -BACK * height[1:]) & (ends[1:] == ends[:-1])
    # not by the baseline: some fonts' boxes end where the ink does
    shared = np.minimum(top[1:], top[:-1]) - np.maximum(bottom[1:], bottom[:-1])
    back &= (shared > SHARED * np.minimum(height[1:], height[:-1])) & (chars.turn[at[1:]] == 0)
    if not back.any():
        return chars
    order = np.arange(len(chars))
    for end in np.unique(ends[1:][back]).tolist():
        a, b = np.searchsorted(ends, [end, end + 1]).tolist()
        some = at[a:b]
        if right_to_left(chars.code[some]).any():
            continue
        turned = np.argsort(chars.loose[0, some], kind="stable")
        size = chars.runs.size[chars.run[some]]
        # (smaller ones are marks, larger ones drop caps, which `rejoin.apart` puts back)
        if size.max() < ONE_SIZE * size.min() and _is_line(
            chars.loose[:, some[turned]], height[a:b][turned]
        ):
            first, last = int(some[0]), int(some[-1]) + 1
            order[first:last] = _with_blanks(chars, first, last)
    if (order == np.arange(len(order))).all():
        return chars
    return taken(chars, order[order >= 0])


def _is_line(box: Floats, height: Floats) -> bool:
    """Whether glyphs, from left to right, make a line without large gaps or overlaps."""
    gap = box[0, 1:] - box[2, :-1]
    narrow = np.minimum(box[2, 1:] - box[0, 1:], box[2, :-1] - box[0, :-1])
    low, high = float(np.median(box[1])), float(np.median(box[3]))
    shared = np.minimum(box[3], high) - np.maximum(box[1], low)
    level = bool((shared > SHARED * np.minimum(height, high - low)).all())
    return level and bool((gap < APART * height[1:]).all() and (gap > -COVERED * narrow).all())


def _with_blanks(chars: Chars, first: int, last: int) -> Ints:
    """Order of a line's characters by their place; -1 for blanks that PDFium made up."""
    rows = np.arange(first, last)
    kept = rows[chars.ink[rows] | ~chars.generated[rows]]
    kept = kept[np.argsort(chars.loose[0, kept], kind="stable")]
    return np.append(kept, np.full(len(rows) - len(kept), -1))


def steps_back(
    left: Floats, right: Floats, base: Floats, height: Floats, ends: Ints, mirrored: Bools
) -> Bools:
    """Where lines of PDFium in which something was painted out of order are to be cut.

    Parameters
    ----------
    left, right, base, height : ndarray of float, shape (g,)
        Of each glyph.
    ends : ndarray of int, shape (g,)
        Line of PDFium.
    mirrored : ndarray of bool, shape (g,)
        Glyphs of right-to-left lines.

    Returns
    -------
    ndarray of bool, shape (g - 1,)
        For each glyph but the first.
    """
    level = (np.abs(np.diff(base)) < LEVEL * height[1:]) & (ends[1:] == ends[:-1])
    back = level & (np.diff(left) < -2 * APART * height[1:]) & ~mirrored[1:]
    if not back.any():
        return np.asarray(back)
    gap = left[1:] - right[:-1]
    return np.asarray(
        back | (level & (gap > APART * height[1:]) & np.isin(ends[1:], ends[1:][back]))
    )


def cells_in_order(lines: Lines, order: Ints) -> Ints:
    """Order with the cells of a row from left to right, where they were painted otherwise.

    Parameters
    ----------
    lines : Lines
    order : ndarray of int
        Rows of `lines` in the order so far.
    """
    if len(order) < 2:
        return order
    out, done = order.copy(), 0
    for k in np.flatnonzero(_out_of_order(lines, order)).tolist():
        first = k
        while first > done and _level(lines, int(order[first - 1]), int(order[k])):
            first -= 1
        if first < done:
            continue
        cells = _cells(lines, order, first)
        stop = first + sum(map(len, cells))
        cells.sort(key=lambda cell: float(lines.box[0, cell[0]]))
        if max(map(len, cells)) <= TALL and _apart(lines, cells):
            out[first:stop] = [i for cell in _whole(lines, cells) for i in cell]
            done = stop
    return out


def _out_of_order(lines: Lines, order: Ints) -> Bools:
    """Lines that have another one on their row, on the left, among the next few in the order."""
    n = len(order)
    left, _, right, _ = lines.box[:, order]
    base, h, page = lines.base[order], np.maximum(lines.h[order], 1e-3), lines.page[order]
    turn, mirrored = lines.turn[order], lines.mirrored[order]
    out = np.zeros(n, np.bool_)
    for step in range(1, min(REACH, n - 1) + 1):
        a, b = slice(None, -step), slice(step, None)
        level = (np.abs(base[a] - base[b]) < LEVEL * h[a]) & (page[a] == page[b])
        out[a] |= level & (right[b] < left[a] + SLACK * h[a]) & (turn[a] == turn[b]) & ~mirrored[b]
    return out & ~mirrored


def _level(lines: Lines, a: int, b: int) -> bool:
    """Whether two lines stand on one row."""
    same = lines.page[a] == lines.page[b] and lines.turn[a] == lines.turn[b]
    return bool(same) and abs(float(lines.base[a] - lines.base[b])) < LEVEL * float(lines.h[b])


def _cells(lines: Lines, order: Ints, first: int) -> list[list[int]]:
    """Lines of each cell of a row, from the row's first one on."""
    start = int(order[first])
    cells = [[start]]
    for i in order[first + 1 : first + TALL * REACH].tolist():
        if _level(lines, i, start):
            cells.append([i])
            continue
        over = [cell for cell in cells if _over(lines, cell[0], i)]
        last = cells[-1]
        fall = float(lines.base[last[-1]] - lines.base[i])
        near = 0 < fall < PITCH * float(lines.h[start]) and lines.page[i] == lines.page[start]
        edges = np.abs(lines.box[0::2, i] - lines.box[0::2, [c[0] for c in over or [last]]].T)
        near = near and bool(edges.min() < float(lines.h[start]))
        # what goes on below belongs to the cell that was painted last, whole or a piece of it
        if not near or not any(c is last or _touch(lines, c[0], last[0]) for c in over):
            break
        if any(c is not last and not _touch(lines, c[0], last[0]) for c in over):
            break
        last.append(i)
    return cells


def _whole(lines: Lines, cells: list[list[int]]) -> list[list[int]]:
    """Cells from left to right; pieces of one line that touch are one cell."""
    out = [cells[0]]
    for cell in cells[1:]:
        if _touch(lines, out[-1][0], cell[0]):
            head = [*out[-1][:1], *cell[:1]]
            out[-1] = head + sorted(out[-1][1:] + cell[1:])
        else:
            out.append(cell)
    return out


def _touch(lines: Lines, a: int, b: int) -> bool:
    gap = max(float(lines.box[0, b] - lines.box[2, a]), float(lines.box[0, a] - lines.box[2, b]))
    return gap < BACK * float(lines.h[a])


def _over(lines: Lines, a: int, b: int) -> bool:
    return bool(lines.box[0, a] < lines.box[2, b] and lines.box[0, b] < lines.box[2, a])


def _apart(lines: Lines, cells: list[list[int]]) -> bool:
    """Whether the first lines of cells, from left to right, lie beside each other."""
    spans = [(lines.box[0, cell[0]], lines.box[2, cell[0]], lines.h[cell[0]]) for cell in cells]
    return all(bool(a[1] <= b[0] + SLACK * a[2]) for a, b in pairwise(spans))


def feet_last(lines: Lines, order: Ints) -> Ints:
    """Order with what was painted first at the foot of a page last, and a late head first.

    Only single lines by themselves, above or below all others of their page, are moved.

    Parameters
    ----------
    lines : Lines
    order : ndarray of int
        Rows of `lines` in the order so far.
    """
    if len(order) < 2:
        return order
    page = lines.page[order]
    start = np.flatnonzero(np.diff(page, prepend=-1))
    stop = np.append(start[1:], len(order))
    some = np.flatnonzero(stop - start > 2 * ENDS + 1)
    first, last = start[some], stop[some] - 1
    bottom, top = lines.box[1, order], lines.box[3, order]
    low, high = np.minimum.reduceat(bottom, start)[some], np.maximum.reduceat(top, start)[some]
    # cheap: one of the first lines is the lowest one, or one of the last the highest
    odd = np.zeros(len(some), np.bool_)
    for k in range(ENDS):
        odd |= (bottom[first + k] <= low) | (top[last - k] >= high)
    out = order.copy()
    for a, b in zip(first[odd].tolist(), (last[odd] + 1).tolist(), strict=True):
        if not lines.turn[order[a:b]].any():
            out[a:b] = _ends_in_place(lines, order[a:b].tolist())
    return out


def _ends_in_place(lines: Lines, rows: list[int]) -> list[int]:
    """Rows of a page with lines at its ends where they stand."""
    for k in range(min(ENDS, len(rows) - 1)):
        rest = rows[:k] + rows[k + 1 :]
        if float(lines.box[3, rows[k]]) < float(lines.box[1, rest].min()):
            rows = [*rest, rows[k]]
            break
    for k in range(1, min(ENDS, len(rows) - 1) + 1):
        rest = rows[:-k] + rows[len(rows) - k + 1 :]
        if float(lines.box[1, rows[-k]]) > float(lines.box[3, rest].max()):
            return [rows[-k], *rest]
    return rows
