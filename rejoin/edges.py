"""Paragraphs that go on over a page edge.

The last body line of a page and the first one of the next are too far apart to be measured, so
the text counts for more here than elsewhere: whether the line above ends a sentence, whether the
line below goes on in lower case. The geometry still has to allow it: same type, a full line above,
no indent and no list marker below.
"""

from __future__ import annotations

import numpy as np

from rejoin.breaks import starts_list
from rejoin.features import REACH
from rejoin.furniture import Body
from rejoin.model import Lines
from rejoin.textclass import (
    BULLET,
    CLOSE,
    COLON,
    DASH,
    LOWER,
    QUOTE,
    STOP,
    SYMBOL,
    UNCASED,
    UPPER,
    WIDE,
    WIDE_STOP,
    classes,
)  # fmt: skip

#: Largest difference of the character heights, in h.
HEIGHT = 0.06
#: An indent from which the line below starts a paragraph, in h.
INDENT = 0.6
#: Room left on a line that counts as full whatever the next word, in h.
FULL = 0.5
_ENDS = frozenset((STOP, COLON, WIDE_STOP, BULLET))
_OPEN_WIDE_STOPS = frozenset("\u3001\uff0c")


def goes_on(above: Lines, a: int, below: Lines, b: int) -> bool:
    """Whether line `b` of `below` continues the paragraph of line `a` of `above`.

    Parameters
    ----------
    above, below : Lines
        Lines of the window that holds the page above, and of the one with the page below.
    a, b : int
        The last body line of the one page and the first one of the next.
    """
    if above.turn[a] != below.turn[b] or above.mirrored[a] != below.mirrored[b]:
        return False
    if above.fixed[a] or below.fixed[b] or starts_list(below[b]):
        return False
    h = float(above.h[a])
    if abs(h - float(below.h[b])) > HEIGHT * h or above.weight[a] != below.weight[b]:
        return False
    last, first = (int(classes(np.array([ord(c)]))[0]) for c in (above[a][-1], below[b][0]))
    word = above[a][-2:-1]
    if first == LOWER and last == DASH and word.isalpha():
        return True
    if last in (QUOTE, CLOSE):
        last = int(classes(np.array([ord(word or " ")]))[0])
    full = _room(above, a) < float(below.word[b]) + 0.25 * h
    if first == LOWER:
        return last not in _ENDS and full
    if first not in (WIDE, UNCASED):
        return False  # a capital or a digit may as well begin a paragraph: keep the break
    if first in (BULLET, SYMBOL) or not full or _indent(below, b) > INDENT * h:
        return False
    if last in _ENDS and above[a][-1] not in _OPEN_WIDE_STOPS:
        return False
    # a heading at the foot of a page, or a table: the line before must belong to the same text
    return last not in (UPPER, SYMBOL) and _continues_text(above, a)


def _near(lines: Lines, i: int) -> slice:
    """Rows around line `i` on its page."""
    start, stop = np.searchsorted(lines.page, [lines.page[i], lines.page[i] + 1])
    return slice(max(int(start), i - REACH), min(int(stop), i + REACH + 1))


def _room(lines: Lines, i: int) -> float:
    """Room between the end of a line and the right edge of the lines around it, points."""
    near = _near(lines, i)
    left, right = lines.box[0, near], lines.box[2, near]
    beside = (left < lines.box[2, i]) & (right > lines.box[0, i])
    return float(np.sort(right[beside])[-min(2, int(beside.sum()))] - lines.box[2, i])


def _indent(lines: Lines, i: int) -> float:
    """How far a line starts right of the lines around it, points."""
    near = _near(lines, i)
    left, right = lines.box[0, near], lines.box[2, near]
    beside = (left < lines.box[2, i]) & (right > lines.box[0, i])
    return float(lines.box[0, i] - np.median(left[beside]))


def _continues_text(lines: Lines, i: int) -> bool:
    """Whether the line before is of the same font and reaches as far."""
    if i == 0 or lines.page[i - 1] != lines.page[i]:
        return False
    same = bool(
        lines.font[1, i - 1] == lines.font[0, i] or lines.font[0, i - 1] == lines.font[0, i]
    )
    return same and abs(float(lines.box[2, i - 1] - lines.box[2, i])) < 4 * float(lines.h[i])


def page_edge(above: Lines, body_above: Body, page: int, below: Lines, body_below: Body,
              page_below: int) -> tuple[int, int] | None:  # fmt: skip
    """Lines on both sides of a page edge, if one paragraph runs over it."""
    a, b = int(body_above.last[page]), int(body_below.first[page_below])
    if a < 0 or b < 0 or not goes_on(above, a, below, b):
        return None
    return a, b
