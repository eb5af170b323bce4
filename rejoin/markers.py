"""Markers of list items: which characters they are, and how deep an item lies."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rejoin.breaks import BULLETS

#: An item lies deeper, or less deep, than the one before from this much further right, in h.
STEP = 0.8
#: List levels at most.
DEEPEST = 6
_MARKER = re.compile(
    r"(?:[(\[\uff08\uff3b\u3010\u3014]?(?:\d{1,3}(?:\.\d{1,3})*|[^\W\d_]|[ivxlcIVXLC]{1,6})"
    r"[)\].\uff09\uff3d\u3011\u3015\uff0e\u3001]+"
    r"|\d{1,3}(?:\.\d{1,3})+"
    r"|[" + re.escape(BULLETS) + r"])(?=\s|[^\W\da-z]|$)\s*"
)
_NUMBER = re.compile(r"^(\d{1,9})[.)]\s*$")


def marker_of(text: str) -> str:
    """Marker at the start of a text, with the blanks after it; empty without one."""
    match = _MARKER.match(text)
    return match.group() if match else ""


def is_bullet(marker: str) -> bool:
    """Whether a marker is a bullet or a dash: it says nothing but that an item begins."""
    return marker.strip() in BULLETS


def number_of(marker: str) -> int | None:
    """Number of a marker such as ``3.`` or ``3)``; None for all others."""
    match = _NUMBER.match(marker)
    return int(match.group(1)) if match else None


def levels(lefts: Sequence[float], units: Sequence[float], markers: Sequence[str]) -> list[int]:
    """Level of each of the items of a list, from 1, by their left edges and numbers.

    Parameters
    ----------
    lefts : sequence of float
        Left edge of each item, points.
    units : sequence of float
        Its character height.
    markers : sequence of str
        A number that follows that of an open level belongs to that level, wherever it stands.
    """
    open_: list[tuple[float, int | None]] = []
    out = []
    for left, h, marker in zip(lefts, units, markers, strict=True):
        number = number_of(marker)
        before = None if number is None else number - 1
        after = [k for k, (_, n) in enumerate(open_) if n is not None and n == before]
        if after:
            del open_[after[-1] + 1 :]
        else:
            while open_ and left < open_[-1][0] - STEP * h:
                open_.pop()
        if not open_ or (not after and left > open_[-1][0] + STEP * h):
            open_.append((left, number))
        else:
            open_[-1] = open_[-1][0], number
        out.append(min(len(open_), DEEPEST))
    return out
