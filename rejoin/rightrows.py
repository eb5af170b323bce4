"""Rows of right-to-left text whose pieces PDFium has as lines of their own.

Where a producer draws a number or a mark in another font, PDFium ends its line before it, and goes
on with what stands left or right of it, in whichever order they were painted.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rejoin.model import Bools, Chars, Ints

#: Pieces of one row share this much of the lower one's height.
SHARED = 0.5
#: They are no further apart than this, in type sizes; a number that opens an item may be.
GAP, NUMBER_GAP, NUMBER = 0.6, 1.6, 4
#: They overlap by no more than this, in type sizes.
OVERLAP = 0.3


@dataclass(frozen=True, slots=True)
class _Piece:
    """A line of PDFium, or several in one: its sheet, box, type size, glyphs, letters or none."""

    sheet: tuple[int, int]
    left: float
    bottom: float
    right: float
    top: float
    size: float
    count: int
    letters: bool

    def goes_on(self, other: _Piece) -> bool:
        """Whether the other piece stands beside this one on its row."""
        if self.sheet != other.sheet or not (self.letters or other.letters):
            return False
        gap = max(other.left - self.right, self.left - other.right)
        shared = min(self.top, other.top) - max(self.bottom, other.bottom)
        lower = min(self.top - self.bottom, other.top - other.bottom)
        unit = max(self.size, other.size)
        most = NUMBER_GAP if min(self.count, other.count) <= NUMBER else GAP
        return shared > SHARED * lower and -OVERLAP * unit < gap < most * unit

    def with_(self, other: _Piece) -> _Piece:
        """Both in one; the count is that of the last."""
        return _Piece(
            self.sheet,
            min(self.left, other.left),
            min(self.bottom, other.bottom),
            max(self.right, other.right),
            max(self.top, other.top),
            other.size,
            other.count,
            self.letters or other.letters,
        )


def whole_rows(chars: Chars, start: Ints, right: Bools) -> Ints:
    """First characters of lines, without those of pieces that go on with a right-to-left line.

    Parameters
    ----------
    chars : Chars
    start : ndarray of int, shape (m,)
        First character of each line of PDFium.
    right : ndarray of bool, shape (n,)
        Right-to-left letters.
    """
    ink = chars.ink.astype(np.int64)
    count = np.add.reduceat(ink, start)
    low = np.where(chars.ink, chars.loose[:2], np.inf)
    high = np.where(chars.ink, chars.loose[2:], -np.inf)
    left, bottom = np.minimum.reduceat(low, start, axis=1)
    end, top = np.maximum.reduceat(high, start, axis=1)
    some = np.add.reduceat(right, start, dtype=np.int64) > 0
    page = np.searchsorted(chars.page_start, start, side="right") - 1
    size = np.maximum(chars.runs.size[chars.run[start]], 1e-3)
    turn = chars.turn[start]
    keep = np.ones(len(start), np.bool_)
    whole: _Piece | None = None
    for k in np.flatnonzero(count > 0).tolist():
        box = (float(left[k]), float(bottom[k]), float(end[k]), float(top[k]))
        sheet = int(page[k]), int(turn[k])
        piece = _Piece(sheet, *box, float(size[k]), int(count[k]), bool(some[k]))
        keep[k] = whole is None or not whole.goes_on(piece)
        whole = piece if keep[k] or whole is None else whole.with_(piece)
    return start[keep]
