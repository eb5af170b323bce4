"""Columns that were painted row by row, which PDFium returns as full-width lines.

A gutter is white space at one place through several neighbouring rows, with running text on both
sides: the parts are wide, and those on the left mostly reach the gutter, as table cells do not.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rejoin.medians import median
from rejoin.model import Bools, Floats, Ints

#: A gap inside a line that may be part of a gutter, in h.
GAP = 0.9
#: Rows that a gutter runs through at least.
ROWS = 5
#: Text columns are at least this wide, in h.
WIDTH = 9.0
#: Share of a gutter's rows that other lines of the same height may cross.
CROSSING = 0.35
#: Share of the rows whose left part must reach so far into the column.
REACHING, REACH = 0.75, 0.72
#: Share of the page's rows that a gutter runs through: what stands in a part of it is a table.
PAGE = 0.5
#: What is higher than this against the columns' text is a heading.
SIZE = 1.12
#: A line may begin so far left of its column's edge, in h.
SLACK = 0.1
#: Gutters of a page at most.
MOST = 3


@dataclass(frozen=True)
class Rows:
    """Fragments of one page: their glyphs (rows first to last), boxes and heights."""

    first: Ints
    last: Ints
    left: Floats
    right: Floats
    height: Floats


def gutters(
    left: Floats, right: Floats, h: Floats, start: Ints, page: Ints
) -> tuple[Bools, dict[int, list[float]]]:
    """Find the gutters inside fragments.

    Parameters
    ----------
    left, right, h : ndarray of float, shape (g,)
        Edges and heights of the glyphs, in stream order.
    start : ndarray of int, shape (f,)
        First glyph of each fragment.
    page : ndarray of int, shape (f,)
        Page of each fragment.

    Returns
    -------
    cut : ndarray of bool, shape (g,)
        Glyphs before which a fragment is to be cut.
    places : dict
        For each page with gutters, where they are (x, points).
    """
    cut, places = np.zeros(len(left), np.bool_), dict[int, list[float]]()
    wide = np.zeros(len(left), np.bool_)
    wide[1:] = left[1:] - right[:-1] > GAP * h[1:]
    wide[start] = False
    at = np.flatnonzero(wide)
    if len(at) < ROWS:
        return cut, places
    owner = np.searchsorted(start, at, side="right") - 1
    # a page has a gutter only if enough of its rows have gaps at all
    pages, apart = int(page.max()) + 1, owner[np.flatnonzero(np.diff(owner, prepend=-1))]
    counts = np.bincount(page[apart], minlength=pages)
    enough = counts >= np.maximum(ROWS, PAGE * np.bincount(page, minlength=pages))
    end = np.append(start[1:], len(left)) - 1
    for number in np.flatnonzero(enough).tolist():
        here = np.flatnonzero(page == number)
        middle = h[(start[here] + end[here]) // 2]
        rows = Rows(start[here], end[here], left[start[here]], right[end[here]], middle)
        gaps = every = at[page[owner] == number]
        for _ in range(MOST):
            found = _gutter(left, right, h, rows, gaps, every)
            if found is None:
                break
            x, chosen = found
            cut[chosen] = True
            places.setdefault(number, []).append(x)
            gaps = np.setdiff1d(gaps, chosen)
    return cut, places


def _gutter(
    left: Floats, right: Floats, h: Floats, rows: Rows, gaps: Ints, every: Ints
) -> tuple[float, Ints] | None:
    """The gutter through most rows, and the glyphs right of it; None if there is none."""
    if len(gaps) < ROWS:
        return None
    low, high = right[gaps - 1], left[gaps]
    middle = (low + high) / 2
    inside = (low[None] <= middle[:, None]) & (middle[:, None] <= high[None])
    best = int(inside.sum(axis=1).argmax())
    chosen = gaps[inside[best]]
    owner = np.unique(np.searchsorted(rows.first, chosen, side="right") - 1)
    x = float(median(middle[inside[best]]))
    unit = float(median(h[chosen]))
    across = (rows.left < x - unit) & (rows.right > x + unit)
    if len(owner) < max(ROWS, PAGE * len(rows.first)):
        return None
    # headings may cross as they like
    alike = rows.height < SIZE * unit
    if (across & alike).sum() - len(owner) > CROSSING * len(owner):
        return None
    start, stop = rows.left[owner], rows.right[owner]
    column = x - median(start)
    if column < WIDTH * unit or median(stop) - x < WIDTH * unit:
        return None
    # what stands next to the gutter is text, not the last cells of a row
    row = np.searchsorted(rows.first, chosen, side="right") - 1
    edges = np.union1d(np.append(every, rows.first), rows.last + 1)
    before = edges[np.searchsorted(edges, chosen) - 1]
    after = edges[np.searchsorted(edges, chosen, side="right")] - 1
    beside = right[chosen - 1] - left[np.maximum(before, rows.first[row])]
    beyond = right[np.minimum(after, rows.last[row])] - left[chosen]
    if min(median(beside), median(beyond)) < WIDTH * unit:
        return None
    part = np.array([right[c - 1] for c in chosen]) - median(start)
    if np.mean(part > REACH * column) < REACHING:
        return None
    # the place is where the right column begins: ragged lines may end anywhere before it
    return float(high[inside[best]].min()) - SLACK * unit, chosen


def columns_of(left: Floats, right: Floats, page: Ints, places: dict[int, list[float]]) -> Ints:
    """Column of each line, from 1; 0 for lines that span a gutter and on pages without any."""
    out = np.zeros(len(left), np.int64)
    for number, xs in places.items():
        here = np.flatnonzero(page == number)
        edges = np.sort(np.array(xs))
        first = np.searchsorted(edges, left[here])
        last = np.searchsorted(edges, right[here])
        out[here] = np.where(first == last, first + 1, 0)
    return out
