"""Margin notes: text beside the page's column that interrupts it.

PDFium puts on one line what stands on one baseline, a note in the margin or the number of a line
together with the text, and leaves the other lines of a note where they were painted, between two
lines of a paragraph. Here such lines are cut, and what stands in the margin is read by itself.
All of it hangs on the page's own column: running text whose lines mostly reach its right edge.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from rejoin.medians import medians
from rejoin.model import Bools, Floats, Ints, Lines

#: Lines of a column at least, their least width in h, and the share of them that is full.
LINES, WIDTH, FULL = 5, 15.0, 0.5
#: Share of the page's lines that are so wide: pages of code, lists and tables have no column.
MOST = 0.6
#: A line is full if it ends this near the column's right edge, in h.
REACH = 2.0
#: The margin begins so far from the column, in h.
MARGIN = 0.4
#: An indent from which a line begins a paragraph, in h.
INDENT = 0.8
#: Edges that are one, in h.
EDGE = 0.6
#: What follows at most so far below continues the column, in h.
FOLLOWS = 2.3
#: Notes are set smaller than the text, by this much; if not, the text has to go on in lower case.
SMALL = 0.95
_STOPS = np.array([ord(c) for c in ".:;!?"])


@dataclass(frozen=True)
class Fragments:
    """Fragments of a window: their glyphs (first and last), page and height."""

    first: Ints
    last: Ints
    page: Ints
    h: Floats


@dataclass(frozen=True)
class Ink:
    """Glyphs: code points, edges, baselines, heights."""

    code: Ints
    left: Floats
    right: Floats
    base: Floats
    height: Floats


def fragments(height: Floats, start: Ints, page: Ints) -> Fragments:
    """Fragments by their first glyphs."""
    return Fragments(start, np.append(start[1:], len(height)) - 1, page, medians(height, start))


def margin_cuts(ink: Ink, pieces: Fragments, wide: Ints) -> Bools:
    """Glyphs before which a fragment leaves the column for the margin, or comes from there.

    Parameters
    ----------
    wide : ndarray of int
        Glyphs after a wide gap.
    """
    cut = np.zeros(len(ink.code), np.bool_)
    if not len(wide):
        return cut
    owner = np.searchsorted(pieces.first, wide, side="right") - 1
    left, right = ink.left[pieces.first], ink.right[pieces.last]
    # of a line that a gap parts, what stands before it may be a line of the column
    right[owner[::-1]] = ink.right[wide[::-1] - 1]
    for page in np.unique(pieces.page[owner]).tolist():
        here = np.flatnonzero(pieces.page == page)
        column = _column(left[here], right[here], pieces.h[here])
        if column is None:
            continue
        _, high, unit = column
        at = wide[pieces.page[owner] == page]
        piece = owner[pieces.page[owner] == page]
        before, after = ink.right[at - 1], ink.left[at]
        out = (after > high + MARGIN * unit) & (np.abs(before - high) < REACH * unit)
        out &= _says(ink, at, pieces.last[piece] + 1)
        below = ink.code[pieces.first[np.minimum(piece + 1, len(left) - 1)]]
        lower = np.array([chr(c).islower() for c in below.tolist()], np.bool_)
        out &= (ink.height[at] < SMALL * unit) | (lower & ~np.isin(ink.code[at - 1], _STOPS))
        if not out.any() or np.ptp(after[out]) > EDGE * unit:
            continue
        # a note has several lines; those that no line of the text is level with are whole
        lone = np.abs(left[here] - np.median(after[out])) < EDGE * unit
        if out.sum() + lone.sum() > 1:
            cut[at[out]] = True
    return cut


def _says(ink: Ink, start: Ints, stop: Ints) -> Bools:
    """Which stretches of glyphs have letters: a number beside text is no note."""
    letters = [
        sum(chr(c).isalpha() for c in ink.code[a:b].tolist()) > 2
        for a, b in zip(start.tolist(), stop.tolist(), strict=True)
    ]
    return np.array(letters, np.bool_)


def _column(left: Floats, right: Floats, h: Floats) -> tuple[float, float, float] | None:
    """Left and right edge of the page's one column of running text, and its character height."""
    text = right - left > WIDTH * h
    if text.sum() < max(LINES, MOST * len(text)):
        return None
    unit = float(np.median(h[text]))
    edges = np.sort(right[text])
    high = float(edges[int(0.8 * (len(edges) - 1))])
    full = np.abs(edges - high) < REACH * unit
    low = float(np.median(left[text]))
    if full.sum() < max(FULL * len(edges), LINES - 2) or (edges > high + REACH * unit).any():
        return None
    return low, max(high, float(edges[full].max())), unit


def read_apart(lines: Lines, order: Ints, number: Bools) -> Ints:
    """Order in which line numbers and notes no longer stand between lines of the column.

    Parameters
    ----------
    number : ndarray of bool, shape (n,)
        Lines that are numbers of lines.
    """
    key = np.arange(len(order), dtype=np.float64)
    page = lines.page[order]
    start = np.flatnonzero(np.diff(page, prepend=-1))
    moved = False
    for a, b in pairwise(np.append(start, len(order)).tolist()):
        rows = order[a:b]
        places = np.flatnonzero(number[rows])
        if len(places) and places[-1] - places[0] >= len(places):
            key[a + places] = b - 0.5
            moved = True
        rest = np.flatnonzero(~number[rows])
        for first, last, to in _interruptions(lines, rows[rest]):
            key[a + rest[first : last + 1]] = key[a + rest[to]] + 0.5
            moved = True
    return np.asarray(order[np.argsort(key, kind="stable")]) if moved else order


def _interruptions(lines: Lines, rows: Ints) -> list[tuple[int, int, int]]:
    """Runs of margin lines between two lines of the column, and the line after which they go."""
    left, right = lines.box[0, rows].astype(np.float64), lines.box[2, rows].astype(np.float64)
    h, base = lines.h[rows].astype(np.float64), lines.base[rows].astype(np.float64)
    out: list[tuple[int, int, int]] = []
    if len(rows) < LINES + 1 or lines.turn[rows].any():
        return out
    # nearly every page ends here: no line right of one that is followed by the column's next
    aside = np.zeros(len(rows), np.bool_)
    aside[1:] = (left[1:] > right[:-1]) | (right[1:] < left[:-1])
    if not aside.any():
        return out
    own = np.append(True, left[1:] <= right[:-1])
    if (column := _column(left[own], right[own], h[own])) is None:
        return out
    low, high, unit = column
    outside = (left > high + MARGIN * unit) | (right < low - MARGIN * unit)
    inside = (left > low - MARGIN * unit) & (right < high + MARGIN * unit)
    edge = np.flatnonzero(np.diff(outside, prepend=False, append=False))
    for a, b in edge.reshape(-1, 2).tolist():
        if a == 0 or b == len(rows) or not (inside[a - 1] and inside[b]):
            continue
        drop = float(base[a - 1] - base[b])
        goes_on = lines[int(rows[b])][:1].islower() or h[a:b].max() < SMALL * unit
        says = goes_on and any(c.isalpha() for i in rows[a:b].tolist() for c in lines[i])
        if says and 0.3 * unit < drop < FOLLOWS * unit and high - right[a - 1] < REACH * unit:
            out.append((a, b - 1, _paragraph_end(lines, rows, inside, b, column)))
    return out


def _paragraph_end(
    lines: Lines, rows: Ints, inside: Bools, at: int, column: tuple[float, float, float]
) -> int:
    """The first line from `at` on that ends a paragraph as far as geometry can tell."""
    low, high, unit = column
    left, right, word = lines.box[0, rows], lines.box[2, rows], lines.word[rows]
    base = lines.base[rows]
    pitch = float(np.median(-np.diff(base[inside])))
    text = np.flatnonzero(inside)
    text = text[text >= at].tolist()
    for i, k in pairwise(text):
        room = high - right[i] > word[k] + REACH * unit
        if room or left[k] - low > INDENT * unit or not 0 < base[i] - base[k] < 1.3 * pitch:
            return int(i)
    return int(text[-1])
