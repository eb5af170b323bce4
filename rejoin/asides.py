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
from rejoin.model import Bools, Chars, Floats, Ints, Lines

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


def fragments(chars: Chars, at: Ints, height: Floats, new: Bools) -> Fragments:
    """Fragments of the glyphs `at`, which have a height, by which of them are `new` ones' first."""
    start = np.flatnonzero(new)
    page = np.searchsorted(chars.page_start, at[start], side="right") - 1
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
    left, right, page = ink.left[pieces.first], ink.right[pieces.last], pieces.page
    # of a line that a gap parts, what stands before it may be a line of the column
    right[owner[::-1]] = ink.right[wide[::-1] - 1]
    columns = _columns(left, right, pieces.h, page, int(page[-1]) + 1)
    _, high, unit = columns[:, pieces.page[owner]]
    before, after = ink.right[wide - 1], ink.left[wide]
    # nearly every page ends here: what follows the gap is in the column, or there is none
    may = np.flatnonzero((after > high + MARGIN * unit) & (np.abs(before - high) < REACH * unit))
    below = ink.code[pieces.first[np.minimum(owner[may] + 1, len(pieces.first) - 1)]]
    lower = np.array([chr(c).islower() for c in below.tolist()], np.bool_)
    out = (ink.height[wide[may]] < SMALL * unit[may]) | (
        lower & ~np.isin(ink.code[wide[may] - 1], _STOPS)
    )
    may = may[out]
    may = may[_says(ink, wide[may], pieces.last[owner[may]] + 1)]
    for number in np.unique(pieces.page[owner[may]]).tolist():
        these = may[pieces.page[owner[may]] == number]
        edge, h = after[these], float(unit[these[0]])
        if np.ptp(edge) > EDGE * h:
            continue
        # a note has several lines; those that no line of the text is level with are whole
        lone = np.abs(left[page == number] - np.median(edge)) < EDGE * h
        if len(these) + lone.sum() > 1:
            cut[wide[these]] = True
    return cut


def _says(ink: Ink, start: Ints, stop: Ints) -> Bools:
    """Which stretches of glyphs have letters: a number beside text is no note."""
    letters = [
        sum(chr(c).isalpha() for c in ink.code[a:b].tolist()) > 2
        for a, b in zip(start.tolist(), stop.tolist(), strict=True)
    ]
    return np.array(letters, np.bool_)


def _columns(left: Floats, right: Floats, h: Floats, page: Ints, pages: int) -> Floats:
    """Left and right edge of each page's one column of running text, and its character height.

    Returns
    -------
    ndarray of float, shape (3, pages)
        NaN for a page without such a column.
    """
    out = np.full((3, pages), np.nan)
    text = np.flatnonzero(right - left > WIDTH * h)
    count, lines = (np.bincount(some, minlength=pages) for some in (page[text], page))
    enough = count >= np.maximum(LINES, MOST * lines)
    text = text[enough[page[text]]]
    if not len(text):
        return out
    enough, count = np.flatnonzero(enough), count[enough]
    start = np.cumsum(count) - count
    unit, low = medians(h[text], start), medians(left[text], start)
    edges = right[text][np.lexsort((right[text], page[text]))].astype(np.float64)
    high = edges[start + (0.8 * (count - 1)).astype(np.int64)]
    reach = np.repeat(REACH * unit, count)
    full = np.add.reduceat(np.abs(edges - np.repeat(high, count)) < reach, start, dtype=np.int64)
    last = edges[start + count - 1]
    good = (full >= np.maximum(FULL * count, LINES - 2)) & (last <= high + REACH * unit)
    out[:, enough[good]] = np.stack([low, np.maximum(high, last), unit])[:, good]
    return out


def read_apart(lines: Lines, order: Ints, number: Bools) -> Ints:
    """Order in which line numbers and notes no longer stand between lines of the column.

    Parameters
    ----------
    number : ndarray of bool, shape (n,)
        Lines that are numbers of lines.
    """
    every = order[~number[order]]
    interrupted = _interrupted(lines, every)
    if not number.any() and not interrupted:
        return order
    page = lines.page[order]
    left, right, owner = lines.box[0, every], lines.box[2, every], lines.page[every]
    # what stands right of the line before it is none of the column's lines
    own = np.append(True, (left[1:] <= right[:-1]) | (owner[1:] != owner[:-1]))
    columns = _columns(left[own], right[own], lines.h[every][own], owner[own], int(page[-1]) + 1)
    key = np.arange(len(order), dtype=np.float64)
    start = np.flatnonzero(np.diff(page, prepend=-1))
    moved = False
    for a, b in pairwise(np.append(start, len(order)).tolist()):
        rows = order[a:b]
        places = np.flatnonzero(number[rows])
        if len(places) and places[-1] - places[0] >= len(places):
            key[a + places] = b - 0.5
            moved = True
        if page[a] not in interrupted or np.isnan(columns[0, page[a]]):
            continue
        rest = np.flatnonzero(~number[rows])
        low, high, unit = columns[:, page[a]].tolist()
        for first, last, to in _interruptions(lines, rows[rest], (low, high, unit)):
            key[a + rest[first : last + 1]] = key[a + rest[to]] + 0.5
            moved = True
    return np.asarray(order[np.argsort(key, kind="stable")]) if moved else order


def _interrupted(lines: Lines, rows: Ints) -> set[int]:
    """Pages where a line is followed by one beside it: margin lines may stand between them."""
    left, right, page = lines.box[0, rows], lines.box[2, rows], lines.page[rows]
    aside = (left[1:] > right[:-1]) | (right[1:] < left[:-1])
    return set(page[1:][aside & (page[1:] == page[:-1])].tolist())


def _interruptions(
    lines: Lines, rows: Ints, column: tuple[float, float, float]
) -> list[tuple[int, int, int]]:
    """Runs of margin lines between two lines of the column, and the line after which they go."""
    left, right = lines.box[0, rows].astype(np.float64), lines.box[2, rows].astype(np.float64)
    h, base = lines.h[rows].astype(np.float64), lines.base[rows].astype(np.float64)
    out: list[tuple[int, int, int]] = []
    if len(rows) < LINES + 1 or lines.turn[rows].any():
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
