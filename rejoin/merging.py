"""Fragments that continue a line: which ones, and how far from it they stand."""

from __future__ import annotations

import numpy as np

from rejoin.model import Bools, Floats, Ints
from rejoin.rules import Rules
from rejoin.scripts import is_wide

#: Gap from which a space stands between merged full-width characters, in h: they are as wide as
#: they are high, and those that fill their square least, such as a comma, leave most of it open.
WIDE_SPACE = 0.9
#: The same where one of them is full-width: Latin stands apart from it by a thin space, which is no
#: blank of the text.
THIN_SPACE = 0.35
#: The same between all others, in h: the mark after an index touches it, and the narrowest space of
#: text is a fifth of its size. (The published rules, which see no blanks here, have `merge_space`.)
WORD_SPACE = 0.12


def merge(box: Floats, h: Floats, apart: Bools, rules: Rules) -> tuple[Bools, Floats]:
    """Which fragments start a line, and the gap before the merged ones, in h.

    Whether a fragment continues the line depends on the line's union box, that is on the decision
    before it. Nearly all fragments stand alone, though: their boxes are compared all at once, and
    only chains of merged fragments are followed one by one.
    """
    joins = np.zeros(len(h), np.bool_)
    joins[1:], _ = _continues(box[:, :-1], h[:-1], box[:, 1:], h[1:], rules)
    joins &= ~apart
    gaps = np.full(len(h), -np.inf, np.float32)
    i = 0
    todo = np.flatnonzero(joins)
    while i < len(todo):
        k = int(todo[i])
        line, unit = box[:, k - 1 : k].copy(), h[k - 1 : k]
        while k < len(h) and not apart[k]:
            piece = box[:, k : k + 1]
            goes_on, gap = _continues(line, unit, piece, h[k : k + 1], rules)
            if not goes_on[0]:
                break
            joins[k], gaps[k] = True, gap[0]
            line[:2] = np.minimum(line[:2], piece[:2])
            line[2:] = np.maximum(line[2:], piece[2:])
            k += 1
        if k < len(h):
            # the pair was compared without the line's union: this fragment starts a line
            joins[k] = False
        i = int(np.searchsorted(todo, k, side="right"))
    return ~joins, gaps


def space_between(code: Ints, start: Ints) -> Floats:
    """Gap from which a space stands before each fragment, in h.

    Parameters
    ----------
    code : ndarray of int, shape (g,)
        Code points of the glyphs.
    start : ndarray of int, shape (f,)
        First glyph of each fragment.
    """
    wide = is_wide(code)
    count = wide[start].astype(np.int64) + wide[np.maximum(start - 1, 0)]
    return np.array([WORD_SPACE, THIN_SPACE, WIDE_SPACE], np.float32)[count]


def _continues(
    line: Floats, line_h: Floats, piece: Floats, piece_h: Floats, rules: Rules
) -> tuple[Bools, Floats]:
    """Whether pieces continue lines on the same row, and the gap in units of the smaller h."""
    h = np.maximum(np.minimum(line_h, piece_h), 1e-6)
    overlap = np.minimum(line[3], piece[3]) - np.maximum(line[1], piece[1])
    gap = (piece[0] - line[2]) / h
    near = (gap > rules.merge_left) & (gap < rules.merge_right)
    return (overlap >= rules.merge_overlap * h) & near, gap
