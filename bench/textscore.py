"""Scores text that any tool made of a PDF by the labels of its line breaks.

The end of `above` and the start of `below` are looked up side by side in the text, with white
space, hyphens and quotes left out of account; they are joined if no newline stands between. What
is not found counts as not joined. Short lines are looked up with their neighbours, and lines that
occur more than once are told apart by the order of the labels.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from bench.fold import DASHES, folded_text
from bench.labels import Row
from bench.match import Outcome, counts

#: Characters on each side of a break that are looked up.
REACH = 24
#: Fewer characters than this, both sides taken together, are only looked for near the last place.
SHORT = 12
#: How far before and after the last place "near" reaches, in folded characters.
BEFORE, NEAR = 200, 600
#: Characters of a line that a label shows; a line with fewer is shown whole.
SHOWN = 40
#: What ends a line in any tool's output.
NEWLINES = "\n\r\f\v\u2028\u2029\x85"
#: Parts labels that are folded together; folding leaves it alone.
_MARK = "\u00b6"


class _Sides(NamedTuple):
    """Folded ends of a label: its own lines, and with the short ones' neighbours."""

    above: str
    below: str
    longer_above: str
    longer_below: str


class _Text:
    """A text that breaks are looked up in, in the order of the labels."""

    def __init__(self, text: str) -> None:
        codes, source = folded_text(text)
        self._text, self._source = text, source
        self._folded = codes.astype("<u4").tobytes().decode("utf-32-le", "replace")
        self._cursor = 0
        self._used: dict[str, int] = defaultdict(lambda: -1)

    def find(self, sides: _Sides) -> int | None:
        """Folded index of the first character below a break."""
        for above, below in (sides[2:], sides[:2]):
            key = above + below
            if not above or not below:
                continue
            at = self._next(key, len(key) < SHORT)
            if at is not None:
                self._used[key] = at
                self._cursor = at + len(above)
                return self._cursor
        return None

    def _next(self, key: str, only_near: bool) -> int | None:
        after = self._used[key] + 1
        start = max(self._cursor - BEFORE, after)
        at = self._folded.find(key, start, self._cursor + NEAR if only_near else None)
        if at < 0 and not only_near:
            at = self._folded.find(key, after)
        return at if at >= 0 else None

    def between(self, at: int) -> str:
        """What stands before a folded character and after the one before it."""
        return self._text[self._source[at - 1] + 1 : self._source[at]]


def match_text(rows: Sequence[Row], text: str) -> list[Outcome]:
    """Look up the break of every label that counts, those over page edges left out.

    Returns
    -------
    list of Outcome
        With the place in the text for both lines where it was found.
    """
    where = _Text(text)
    out = []
    for row, sides in zip(rows, _all_sides(rows), strict=True):
        if not counts(row) or row.page_below is not None:
            continue
        at = where.find(sides)
        if at is None or not at > 0:
            out.append(Outcome(row, None, None))
            continue
        between = where.between(at)
        joined = not any(c in NEWLINES for c in between)
        out.append(Outcome(row, at - 1, at, joined, True, _join(row, between) if joined else None))
    return out


def _join(row: Row, between: str) -> str:
    if any(c.isspace() for c in between):
        return "space"
    if any(c in DASHES for c in between):
        return "keep-hyphen"
    hyphen = (row.join or "").endswith("-hyphen") or row.above[-1:] in tuple(DASHES)
    return "drop-hyphen" if hyphen else "none"


def _all_sides(rows: Sequence[Row]) -> list[_Sides]:
    """Folded ends of every label, in the order of the labels."""
    above, below = _folded(row.above for row in rows), _folded(row.below for row in rows)
    order = [i for i in sorted(range(len(rows)), key=lambda i: (rows[i].page, rows[i].char))
             if rows[i].page_below is None]  # fmt: skip
    left, right = list(above), list(below)
    for i, k in pairwise(order):
        if rows[i].page != rows[k].page:
            continue
        # row k's line above is row i's line below
        if len(rows[k].above) < SHOWN:
            left[k] = left[i] + above[k]
    for i, k in pairwise(order[::-1]):
        if rows[i].page == rows[k].page and len(rows[k].below) < SHOWN:
            right[k] = below[k] + right[i]
    return [
        _Sides(a[-REACH:], b[:REACH], x[-REACH:], y[:REACH])
        for a, b, x, y in zip(above, below, left, right, strict=True)
    ]


def _folded(texts: Iterable[str]) -> list[str]:
    """Fold many texts at once."""
    codes, _ = folded_text(_MARK.join(text.replace(_MARK, "") for text in texts))
    return codes.astype("<u4").tobytes().decode("utf-32-le", "replace").split(_MARK)
