"""Rows of tables: paragraphs that stand side by side come out in one line, parted by a tab.

A cell stays a paragraph of its own, whole however often it wraps; only the text puts the cells of
a row in one line. Columns of prose, captions beside text and running heads are no tables, so a row
counts only with another one next to it, and never where both sides are paragraphs of prose.
"""

from __future__ import annotations

import numpy as np

from rejoin.model import Bools, Floats, Ints, Lines

#: Cells stand at least this far apart, and share so much of the lower one's height.
APART, SHARED = 0.3, 0.5
#: First lines are level within this distance, in h.
LEVEL = 0.35
#: A cell of so many lines has to be level with its neighbour; two of them are columns of prose.
TALL = 3
#: Two cells that wrap are columns of prose if both are at least so wide, in h.
PROSE = 12.0
#: A gap inside a line from which it may be a row whose cells PDFium did not part, in its h.
INNER_GAP = 1.0
#: Rows of a table are at most this far apart, in h.
NEXT = 3.0


def beside_the_one_before(lines: Lines, first: Ints, furniture: Bools) -> Bools:
    """Which paragraphs stand on one table row with the paragraph before them.

    Parameters
    ----------
    lines : Lines
    first : ndarray of int, shape (p,)
        First line of each paragraph.
    furniture : ndarray of bool, shape (n,)
        Lines that are no text: they stay lines of their own.

    Returns
    -------
    ndarray of bool, shape (p,)
    """
    beside = np.zeros(len(first), np.bool_)
    if len(first) < 2:
        return beside
    box = _boxes(lines, first)
    count = np.diff(np.append(first, len(lines)))
    h = np.maximum(lines.h[first].astype(np.float64), 1e-3)
    beside[1:] = _side_by_side(lines, first, box, count, h)
    beside[1:] &= ~(furniture[first[1:]] | furniture[first[:-1]])
    if not beside.any():
        return beside
    beside &= ~_stacked(lines, first, box, beside)
    return beside & _in_tables(lines, first, box, h, beside)


def _boxes(lines: Lines, first: Ints) -> Floats:
    low, high = lines.box[:2].astype(np.float64), lines.box[2:].astype(np.float64)
    return np.concatenate(
        [np.minimum.reduceat(low, first, axis=1), np.maximum.reduceat(high, first, axis=1)]
    )


def _side_by_side(lines: Lines, first: Ints, box: Floats, count: Ints, h: Floats) -> Bools:
    """Pairs of neighbouring paragraphs that may be cells of one row."""
    left, bottom, right, top = box
    a, b = slice(None, -1), slice(1, None)
    unit = np.minimum(h[a], h[b])
    shared = np.minimum(top[a], top[b]) - np.maximum(bottom[a], bottom[b])
    lower = np.minimum(top[a] - bottom[a], top[b] - bottom[b])
    page, turn = lines.page[first], lines.turn[first]
    out = (page[a] == page[b]) & (turn[a] == turn[b]) & (shared > SHARED * lower)
    out &= left[b] - right[a] > APART * unit
    base = lines.base[first]
    level = np.abs(base[a] - base[b]) < LEVEL * unit
    tall = count >= TALL
    prose = (count > 1) & (right - left > PROSE * h)
    out &= level | ~(tall[a] | tall[b])
    return np.asarray(out & ~(tall[a] & tall[b]) & ~(prose[a] & prose[b]))


def _stacked(lines: Lines, first: Ints, box: Floats, beside: Bools) -> Bools:
    """Pairs whose second paragraph has another one below it that is beside the first one, too."""
    out = np.zeros(len(first), np.bool_)
    k = np.flatnonzero(beside[:-1])
    left, bottom, _, top = box
    under = (left[k + 1] < box[2, k]) & (left[k + 1] > box[2, k - 1]) & (top[k + 1] < top[k])
    shared = np.minimum(top[k - 1], top[k + 1]) - np.maximum(bottom[k - 1], bottom[k + 1])
    under &= shared > SHARED * (top[k + 1] - bottom[k + 1])
    out[k] = under & (lines.page[first[k]] == lines.page[first[k + 1]])
    return out


def _in_tables(lines: Lines, first: Ints, box: Floats, h: Floats, beside: Bools) -> Bools:
    """Paragraphs of rows with another row right above or below."""
    row = np.cumsum(~beside) - 1
    start = np.flatnonzero(~beside)
    parted = np.add.reduceat(beside, start, dtype=np.int64) > 0
    inner = lines.gap[first] > INNER_GAP * h
    several = parted | np.logical_or.reduceat(inner, start)
    top = np.maximum.reduceat(box[3], start)
    bottom = np.minimum.reduceat(box[1], start)
    near = np.zeros(len(start), np.bool_)
    near[1:] = bottom[:-1] - top[1:] < NEXT * h[start[1:]]
    near[1:] &= top[1:] < top[:-1]
    near[1:] &= lines.page[first[start[1:]]] == lines.page[first[start[:-1]]]
    pair = near[1:] & several[1:] & several[:-1]
    table = np.zeros(len(start), np.bool_)
    table[1:] |= pair
    table[:-1] |= pair
    return np.asarray(table[row])
