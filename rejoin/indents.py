"""Indentation of code: how many characters a line of a listing is set in, from the boxes.

PDFium folds runs of spaces, and many producers draw none, so the text does not say.
"""

from __future__ import annotations

import numpy as np

from rejoin.model import Ints, Lines

#: An indent that is this near to whole characters is one, in characters.
WHOLE = 0.3
#: Deepest indent, characters.
DEEPEST = 60
#: Lines of one listing are at most this far apart, in h.
APART = 4.0


def indents(lines: Lines, first: Ints) -> Ints:
    """Characters by which each paragraph of fixed pitch is set in against its listing.

    Parameters
    ----------
    lines : Lines
    first : ndarray of int, shape (p,)
        First line of each paragraph.

    Returns
    -------
    ndarray of int64, shape (p,)
        0 for everything else.
    """
    out = np.zeros(len(first), np.int64)
    code = lines.fixed[first] & ~lines.mirrored[first] & (lines.glyph[first] > 0)
    if not code.any():
        return out
    apart = np.ones(len(first), np.bool_)
    page, base, h = lines.page[first], lines.base[first], lines.h[first]
    drop = base[:-1] - base[1:]
    apart[1:] = (page[1:] != page[:-1]) | ~code[1:] | ~code[:-1]
    apart[1:] |= (drop <= 0) | (drop > APART * h[:-1])
    apart[1:] |= np.abs(np.diff(lines.glyph[first])) > 0.05 * lines.glyph[first[1:]]
    start = np.flatnonzero(apart)
    count = np.diff(np.append(start, len(first)))
    left = lines.box[0, first]
    edge = np.repeat(np.minimum.reduceat(left, start), count)
    steps = (left - edge) / np.maximum(lines.glyph[first], 1e-3)
    whole = np.rint(steps)
    good = code & (np.abs(steps - whole) < WHOLE) & (whole <= DEEPEST)
    out[good] = whole[good].astype(np.int64)
    return out
