"""What stands around the text of a page: running heads and feet, page numbers, notes at the foot.

Furniture is found by repetition over the pages of a window (place and text, numbers masked) and
by form (a lone number at the edge). It is kept as lines of its own; here it is only told apart, so
that a paragraph can be followed over the page edge.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

import numpy as np

from rejoin.model import Bools, Floats, Ints, Lines

#: Lines from the top and from the bottom of a page that may be furniture.
DEPTH = 2
#: Furniture stands at the same height on all its pages, within this distance (points).
SAME_PLACE = 3.0
#: Pages of a window on which a text must stand to be a running head.
REPEATS = 3
#: A line set smaller than this share of the body's height at the foot of a page is a note.
NOTE_HEIGHT = 0.93
_NUMBER = re.compile(
    r"[\W_]*(?:[^\W\d_]{1,6}\.?\s*)?(?:\d{1,4}|[ivxlcdm]{1,7})"
    r"(?:\s*(?:/|of|von|de|sur|van|из|z)\s*\d{1,4})?[\W_]*",
    re.IGNORECASE,
)
_DIGITS = re.compile(r"\d+")


@dataclass(frozen=True)
class Body:
    """Where the body of each page of a window begins and ends.

    Attributes
    ----------
    first, last : ndarray of int64, shape (pages,)
        Rows of `Lines`; -1 on pages without body.
    height : float
        Character height of the body, points.
    """

    first: Ints
    last: Ints
    height: float


def find_body(lines: Lines, pages: int) -> Body:
    """Find the first and last body line of every page of a window."""
    first, last = np.full(pages, -1), np.full(pages, -1)
    if not len(lines):
        return Body(first, last, 0.0)
    height = _body_height(lines)
    outer = furniture(lines)
    for page in range(pages):
        a, b = np.searchsorted(lines.page, [page, page + 1])
        rows = np.arange(a, b)[~outer[a:b]]
        while len(rows) and lines.h[rows[-1]] < NOTE_HEIGHT * height:
            rows = rows[:-1]
        if len(rows):
            first[page], last[page] = rows[0], rows[-1]
    return Body(first, last, height)


def _body_height(lines: Lines) -> float:
    """Character height that most characters of the window have."""
    total: Counter[float] = Counter()
    for h, length in zip(lines.h.round(1).tolist(), np.diff(lines.start).tolist(), strict=True):
        total[h] += length
    return total.most_common(1)[0][0]


def furniture(lines: Lines) -> Bools:
    """Lines that are running heads or feet, or page numbers."""
    outer = _outermost(lines)
    out = np.zeros(len(lines), np.bool_)
    places: dict[str, list[int]] = {}
    for i in outer.tolist():
        text = lines[i].strip()
        if _NUMBER.fullmatch(text):
            out[i] = True
        else:
            places.setdefault(_DIGITS.sub("#", text), []).append(i)
    for rows in places.values():
        base: Floats = lines.base[rows]
        near = (np.abs(base[:, None] - base[None]) < SAME_PLACE).sum(axis=1)
        out[np.asarray(rows)[near >= REPEATS]] = True
    return out


def _outermost(lines: Lines) -> Ints:
    """Rows of the highest and the lowest lines of every page."""
    order = np.lexsort((lines.base, lines.page))
    page = lines.page[order]
    at = np.arange(len(order))
    low = at - np.searchsorted(page, page, side="left") < DEPTH
    high = np.searchsorted(page, page, side="right") - at <= DEPTH
    return np.asarray(order[low | high])
