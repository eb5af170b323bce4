"""Lines of labelled documents with the kinds of their units, for fitting and scoring kinds."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

import numpy as np

from bench.labels import Row
from bench.words import plain
from rejoin.kinds import LEARNT, Kind
from rejoin.model import Ints, Lines

#: Kinds of units by the last part of their name; other units say nothing of a line's kind.
KINDS = {
    "p": Kind.PARAGRAPH, "bib": Kind.PARAGRAPH, "v": Kind.PARAGRAPH, "address": Kind.PARAGRAPH,
    "blockquote": Kind.PARAGRAPH, "dd": Kind.PARAGRAPH, "dt": Kind.PARAGRAPH,
    "h": Kind.HEADING, "h1": Kind.HEADING, "h2": Kind.HEADING, "h3": Kind.HEADING,
    "h4": Kind.HEADING, "h5": Kind.HEADING, "h6": Kind.HEADING, "title": Kind.HEADING,
    "li": Kind.LIST_ITEM, "lbody": Kind.LIST_ITEM,
    "td": Kind.TABLE_ROW, "th": Kind.TABLE_ROW,
    "pre": Kind.CODE, "expre": Kind.CODE, "code": Kind.CODE,
    "caption": Kind.CAPTION, "footnote": Kind.NOTE, "note": Kind.NOTE,
    "toci": Kind.CONTENTS,
}  # fmt: skip
#: Line without a known kind.
UNKNOWN = -1
#: Characters at a line's end that must be the label's.
CHECKED = 8


def kind_of(unit: str) -> Kind | None:
    """Kind of a unit; a block inside a cell or an item belongs to that, where it is plain."""
    outer, _, inner = unit.rpartition("/")
    if outer in ("td", "th"):
        return Kind.TABLE_ROW if inner in ("p", "td") else None
    if outer == "li":
        return Kind.LIST_ITEM if inner in ("p", "li") else None
    return KINDS.get(inner)


def line_kinds(lines: Lines, rows: Sequence[Row]) -> tuple[Ints, set[tuple[int, int]]]:
    """Index in `LEARNT` of the kind of each line of one page, and which lines are one unit.

    Returns
    -------
    kinds : ndarray of int8, shape (n,)
        -1 where no label says it.
    wraps : set of tuple of int
        Lines above and below each soft wrap.
    """
    out = np.full(len(lines), UNKNOWN, np.int8)
    wraps: set[tuple[int, int]] = set()
    order = np.argsort(lines.first, kind="stable")
    first = lines.first[order].tolist()
    for row in rows:
        if row.char is None or row.char < 0:
            continue
        k = bisect_right(first, row.char)
        pairs = [(k - 1, row.unit[0], row.above, True)]
        if row.page_below is None:
            pairs.append((k, row.unit[1], row.below, False))
            if row.label == "wrap" and 0 < k < len(order):
                wraps.add((int(order[k - 1]), int(order[k])))
        for at, unit, text, end in pairs:
            if not 0 <= at < len(order):
                continue
            i, kind = int(order[at]), kind_of(unit)
            if kind is not None and _says(lines[i], text, end):
                out[i] = LEARNT.index(kind)
    return out, wraps


def _says(line: str, text: str, end: bool) -> bool:
    line, text = plain(line), plain(text)
    if end:
        return bool(text) and text[-CHECKED:] in line
    return bool(text) and text[:CHECKED] in line
