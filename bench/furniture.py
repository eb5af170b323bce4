"""Running heads, running feet and page numbers, told by their repetition on the page edges."""

from __future__ import annotations

import re
from collections import defaultdict

import numpy as np

from bench.cut import Stream
from bench.stream import Bools

#: So many lines at the top and at the bottom of a page are looked at.
EDGE = 3
#: On so many pages a text must stand at the same height to be a running head.
REPEATS = 3
#: Two heights are the same within this many points.
HEIGHT = 3.0
#: Longest text of a line that is only a page number.
NUMBER = re.compile(r"[\W_]*(\d{1,4}|[ivxlcdm]{1,7}|[A-Z]-?\d{1,3})[\W_]*", re.IGNORECASE)
_VARIES = re.compile(r"\d+|\b[ivxlcdm]+\b", re.IGNORECASE)


def furniture(stream: Stream) -> Bools:
    """Which lines are running heads, running feet or page numbers.

    A line counts if its text, numbers apart, stands at the same height near the edge of several
    pages, or if it is nothing but a number at the height where other pages have theirs.
    """
    groups: dict[tuple[str, str, int], list[int]] = defaultdict(list)
    for page in range(1, stream.pages + 1):
        for side, line in _edges(stream, page):
            y = float(stream.lines.box[line, 1])
            text = stream.text(line).strip()
            key = "#" if NUMBER.fullmatch(text) else _VARIES.sub("#", text)
            for step in (0, 1):
                groups[key, side, 2 * round((y + step * HEIGHT) / (2 * HEIGHT)) + step].append(line)
    out = np.zeros(len(stream.lines), bool)
    for lines in groups.values():
        if len(set(stream.lines.page[lines].tolist())) >= REPEATS:
            out[lines] = True
    return out


def _edges(stream: Stream, page: int) -> list[tuple[str, int]]:
    """The uppermost and lowermost lines of a page."""
    first, last = np.searchsorted(stream.lines.page, [page, page + 1])
    order = np.argsort(-stream.lines.box[first:last, 1], kind="stable") + first
    top = [("top", int(i)) for i in order[:EDGE]]
    return top + [("foot", int(i)) for i in order[-EDGE:]]
