"""Scores text that any tool made of a PDF by the labels of its line breaks.

The end of `above` and the start of `below` are looked up side by side in the text, with white
space, hyphens and quotes left out of account; they are joined if no newline stands between. What
is not found counts as not joined. Short lines are looked up with their neighbours, and lines that
occur more than once are told apart by the order of the labels.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from bench.fold import DASHES
from bench.labels import Row
from bench.lookup import Text, in_order
from bench.match import Outcome, counts

#: Characters on each side of a break that are looked up.
REACH = 24
#: Characters of a line that a label shows; a line with fewer is shown whole.
SHOWN = 40
#: What ends a line in any tool's output, and the tab that parts the cells of a table row.
NEWLINES = "\t\n\r\f\v\u2028\u2029\x85"
#: Parts labels that are folded together; folding leaves it alone.
_MARK = "\u00b6"


class _Sides(NamedTuple):
    """Folded ends of a label: its own lines, and with the short ones' neighbours."""

    above: str
    below: str
    longer_above: str
    longer_below: str

    def pairs(self) -> list[tuple[str, str]]:
        """What to look for, the surest first."""
        return [p for p in (self[2:], self[:2]) if all(p)]


def match_text(rows: Sequence[Row], text: str, other: Sequence[Row] | None = None) -> list[Outcome]:
    """Look up the break of every label that counts, those over page edges left out.

    Parameters
    ----------
    rows
        The labels.
    text
        What a tool made of the PDF.
    other
        The same labels with their ends in another order (see `bench.ends`), looked up where the
        labels' own are nowhere.

    Returns
    -------
    list of Outcome
        With the place in the text for both lines where it was found.
    """
    where = Text(text)
    ways = [_all_sides(one) for one in (rows, other) if one is not None]
    scored = [
        (row, [pair for sides in each for pair in sides.pairs()])
        for row, *each in zip(rows, *ways, strict=True)
        if counts(row) and row.page_below is None
    ]
    places = in_order(where, [pairs for _, pairs in scored])
    return [_outcome(row, where, at) for (row, _), at in zip(scored, places, strict=True)]


def _outcome(row: Row, where: Text, at: int | None) -> Outcome:
    if at is None:
        return Outcome(row, None, None)
    between = where.between(at)
    joined = not any(c in NEWLINES for c in between)
    return Outcome(row, at - 1, at, joined, True, _join(row, between) if joined else None)


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
    return Text(_MARK.join(text.replace(_MARK, "") for text in texts)).folded.split(_MARK)
