"""The body of each page: what is left of it without furniture and the notes at its foot."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rejoin.furniture import furniture, pages_of
from rejoin.medians import commonest
from rejoin.model import Bools, Ints, Lines

#: A line set smaller than this share of the body's type size at the foot of a page is a note.
NOTE_HEIGHT = 0.93


@dataclass(frozen=True)
class Body:
    """Where the body of each page of a window begins and ends.

    Attributes
    ----------
    first, last : ndarray of int64, shape (pages,)
        Rows of `Lines`; -1 on pages without body.
    height : float
        Character height of the body, points.
    furniture : ndarray of bool, shape (lines,)
        Lines that are running heads or feet, or page numbers.
    """

    first: Ints
    last: Ints
    height: float
    furniture: Bools


def find_body(lines: Lines, pages: int) -> Body:
    """Find the first and last body line of every page of a window."""
    first, last = np.full(pages, -1), np.full(pages, -1)
    outer = furniture(lines, pages)
    if not len(lines):
        return Body(first, last, 0.0, outer)
    height = commonest(lines.h, lines)
    usual = commonest(lines.size, lines)
    upright = lines.turn == np.bincount(lines.turn, weights=np.diff(lines.start)).argmax()
    for page, a, b in pages_of(lines):
        rows = np.arange(a, b)[~outer[a:b] & upright[a:b]]
        small = lines.size[rows] < NOTE_HEIGHT * usual
        if len(rows) and small[-1]:
            # a page of its own type, such as a licence in small print, has its own body
            small = lines.size[rows] < NOTE_HEIGHT * min(usual, commonest(lines.size, lines, rows))
        end = len(rows)
        while end and small[end - 1]:
            end -= 1
        if end:
            first[page], last[page] = rows[0], rows[end - 1]
    return Body(first, last, height, outer)
