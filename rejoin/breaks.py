"""Step 2a: measured values for every pair of neighbouring lines. Nothing is decided here."""

from __future__ import annotations

import re
from itertools import pairwise

import numpy as np

from rejoin.model import Bools, Breaks, Floats, Lines
from rejoin.rules import Rules
from rejoin.scripts import is_wide

#: Characters that start a list item: bullets, dashes, circled digits, middle dots, the reference
#: mark, the asterisk (the published set).
BULLETS = (
    "\u2022\u2023\u2043\u204c\u204d\u2219\u25e6\u25aa\u25ab\u25a0\u25a1\u25cf\u25cb\u25c6\u25c7"
    "\u25b6\u25b7\u25b8\u25b9\u25ba\u25bb\u2605\u2606\u2713\u2714\u2756\u27a2\u27a4\u29bf\u29be"
    "-\u2010\u2011\u2012\u2013\u2014\u2015\u2212\uff0d"
    "\u00b7\u30fb\u2027\uff65\u203b*\uff0a"
    + "".join(chr(c) for c in (*range(0x2460, 0x2474), 0x24EA, *range(0x2776, 0x2794)))
)
_LIST = re.compile(
    r"[(\[\uff08\uff3b\u3010\u3014]?\d{1,3}(?:[)\]\uff09\uff3d\u3011\u3015.\uff0e,\uff0c\u3001:\uff1a]|\s|$)"
    r"|[" + re.escape(BULLETS) + "]"
)
#: Characters, besides digits, that a list marker may start with.
_MAY_START = BULLETS + "([\uff08\uff3b\u3010\u3014"
#: Lines compared at once when the column's edge is looked for, to bound the memory.
_BLOCK = 512


def measure(lines: Lines, rules: Rules) -> Breaks:
    """Measure every break between neighbouring lines of a page.

    Parameters
    ----------
    lines : Lines
    rules : Rules
        Only ``column_left`` is read: how near left edges are that make a column.
    """
    n = len(lines)
    above = np.flatnonzero(lines.page[1:] == lines.page[:-1]) if n else np.zeros(0, np.int64)
    below = above + 1
    left, bottom, right, top = lines.box.astype(np.float64)
    h = np.maximum(lines.h.astype(np.float64), 1e-6)
    unit = h[above]
    gap = lines.gap / h
    starts = list_starts(lines)
    first, last = lines.edge_codes
    return Breaks(
        above=above.astype(np.int32),
        below=below.astype(np.int32),
        tall=(top - bottom)[above] / unit,
        width=(right - left)[above] / unit,
        pitch=(bottom[above] - bottom[below]) / unit,
        height=np.abs(h[above] - h[below]) / unit,
        overlap=(np.minimum(right[above], right[below]) - np.maximum(left[above], left[below]))
        / unit,
        gap_above=gap[above],
        gap_below=gap[below],
        right=right[above],
        column_right=_column_right(lines, rules.column_left)[above],
        left=(left[below] - left[above]) / unit,
        list_above=starts[above],
        list_below=starts[below],
        wide=is_wide(last[above]) & is_wide(first[below]),
    )


def list_starts(lines: Lines) -> Bools:
    """Which lines start a list item."""
    out = np.zeros(len(lines), np.bool_)
    first = lines.edge_codes[0]
    codes, texts = first.tolist(), lines.texts
    may_start = {c for c in set(codes) if chr(c) in _MAY_START or chr(c).isdecimal()}
    for i in [i for i, c in enumerate(codes) if c in may_start]:
        out[i] = starts_list(texts[i])
    return out


def starts_list(text: str) -> bool:
    """Whether a line starts with a list marker: a bullet, or a number and a mark after it."""
    return _LIST.match(text) is not None


def _column_right(lines: Lines, near: float) -> Floats:
    """Furthest right edge among the lines of the page whose left edge is within `near` h."""
    out = np.zeros(len(lines))
    left, right = lines.box[0].astype(np.float64), lines.box[2].astype(np.float64)
    reach = near * lines.h.astype(np.float64)
    start = np.flatnonzero(np.diff(lines.page, prepend=-1))
    for a, b in pairwise(np.append(start, len(lines)).tolist()):
        for i in range(a, b, _BLOCK):
            rows = slice(i, min(i + _BLOCK, b))
            same: Bools = np.abs(left[None, a:b] - left[rows, None]) <= reach[rows, None]
            out[rows] = np.where(same, right[None, a:b], -np.inf).max(axis=1)
    return out
