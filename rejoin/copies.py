"""Second copies of the same text at the same place: doubled layers, heavy type, drop shadows.

PDFium itself drops a glyph or a string that is painted again within a few. What is left are whole
layers, and copies that are set off by more than it allows.
"""

from __future__ import annotations

import numpy as np

from rejoin.model import Bools, Floats, Ints

#: How far a copy may be set off: in widths and heights of the glyph. (Doubled letters, even tightly
#: set ones, are further apart.)
ASIDE, ABOVE = 0.3, 0.3
#: Share of a text object's glyphs that must be copies for all of it to be one.
NEARLY_ALL = 0.8
#: Glyphs of a page that must coincide before it is looked at closely.
FEW = 3
#: Height of the cells, in points, that glyphs are sorted into. Lines are further apart.
TALL = 6.0


def copies(code: Ints, box: Floats, run: Ints, shown: Bools, start: Ints, doubled: Ints) -> Bools:
    """Text objects (rows of the runs) that are copies of others.

    Parameters
    ----------
    code, run : ndarray of int, shape (n,)
    box : ndarray of float32, shape (4, n)
    shown : ndarray of bool, shape (n,)
        The characters that count: visible ones with ink.
    start : ndarray of int
        Offsets of the pages.
    doubled : ndarray of int
        Of each page, how many glyphs have another one of their letter close by.
    """
    out = np.zeros(int(run.max(initial=-1)) + 1, np.bool_)
    for page in np.flatnonzero(doubled >= FEW).tolist():
        some = np.flatnonzero(shown[start[page] : start[page + 1]]) + start[page]
        _mark(code[some], box[:, some], run[some], out)
    return out


def _mark(code: Ints, box: Floats, run: Ints, out: Bools) -> None:
    """Mark the copies of one page."""
    one, two = _pairs(code, box, run)
    count = np.bincount(run, minlength=len(out))
    # the copy is the later one, unless that one is more than a copy
    for copy, other in ((two, one), (one, two)):
        open_ = ~out[run[other]] & ~out[run[copy]]
        some = np.unique(copy[open_])
        share = np.bincount(run[some], minlength=len(out))
        out |= (share > 0) & (share >= NEARLY_ALL * count)


def _pairs(code: Ints, box: Floats, run: Ints) -> tuple[Ints, Ints]:
    """Glyphs that coincide, of different text objects; the first of each pair comes earlier."""
    found = []
    for shift in (0.0, TALL / 2):  # a cell's edge may part two copies
        cell = np.floor(np.clip((box[1] + shift) / TALL, -1e6, 1e6)).astype(np.int64)
        order = np.lexsort((box[0], cell, code))
        for step in (1, 2, 3):  # three copies, or a neighbour between the two
            one, two = order[:-step], order[step:]
            wide, high = box[2] - box[0], box[3] - box[1]
            near = np.abs(box[0, two] - box[0, one]) <= ASIDE * np.minimum(wide[one], wide[two])
            near &= np.abs(box[1, two] - box[1, one]) <= ABOVE * np.minimum(high[one], high[two])
            near &= (code[one] == code[two]) & (run[one] != run[two])
            found.append(np.sort(np.stack([one[near], two[near]]), axis=0))
    both = np.concatenate(found, axis=1)
    return both[0], both[1]
