"""The glyphs of a window in the order of painting, in pieces, and changes to that order."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rejoin.medians import medians
from rejoin.model import Chars, Floats, Ints

#: A gap inside a row that parts pieces, in the height of its glyphs.
GAP = 1.5


@dataclass(frozen=True)
class Painted:
    """The glyphs of a window: rows of `Chars`, what they measure, and the pieces they make."""

    at: Ints
    page: Ints
    page_start: list[int]
    box: Floats
    base: Floats
    height: Floats
    usual: Floats
    first: Ints
    last: Ints

    def of_page(self, page: int) -> slice:
        """Glyphs of a page."""
        return slice(*self.page_start[page : page + 2])


class Edits:
    """Characters to be moved, dropped, or followed by a space that nobody painted."""

    def __init__(self) -> None:
        self.before: dict[int, float] = {}
        self.dropped: set[int] = set()
        self.spaced: list[int] = []
        #: Left edge, bottom and top that a character counts as having (none: its own).
        self.boxes: dict[int, tuple[float, float | None, float | None]] = {}

    def __bool__(self) -> bool:
        return bool(self.before)


def painted(chars: Chars) -> Painted:
    """The glyphs of a window with at least one."""
    at, box, (base, top) = chars.inked, chars.inked_box, chars.inked_rise
    height = np.maximum(top - base, 1e-3)
    count = np.diff(chars.inked_start)
    page = np.repeat(np.arange(len(count)), count)
    start = chars.inked_start[:-1][count > 0]
    usual = np.repeat(medians(height, start), count[count > 0])
    new = np.ones(len(at), np.bool_)
    gap = np.abs(box[0, 1:] - box[2, :-1])
    low, high = np.minimum(height[1:], height[:-1]), np.maximum(height[1:], height[:-1])
    ends = np.cumsum(chars.line_end, dtype=np.int32).take(at)
    new[1:] = (ends[1:] != ends[:-1]) | (gap > GAP * low) | (high - low > 0.4 * high)
    new[start] = True
    first = np.flatnonzero(new)
    last = np.append(first[1:], len(at)) - 1
    return Painted(at, page, chars.inked_start.tolist(), box, base, height, usual, first, last)


def drop_blanks(chars: Chars, a: int, b: int, edits: Edits) -> None:
    """Leave out what PDFium made up between two characters of one line."""
    between = np.arange(a + 1, b)
    if not chars.line_end[between].any():
        edits.dropped.update(between[chars.generated[between]].tolist())
