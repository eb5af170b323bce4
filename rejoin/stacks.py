"""Tables that were painted column by column: their rows are put together again.

PDFium gives the cells of such a table one column after the other. So do columns of text, lists in
two or three columns, and the heads of a table that wrap, whose lines are level as well. Only what
cannot be text is read by rows: a column of numbers, or of labels that end in colons.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

import numpy as np

from rejoin.model import Ints, Lines

#: Rows of a table at least.
ROWS = 3
#: A column begins so far above the line before it, its lines are level within this, and it stands
#: so far right of the column before it, in h.
UP, LEVEL, ASIDE = 0.8, 0.3, 0.3
#: Share of a column's cells that may be missing, and that have to be numbers or labels.
MISSING, MOST = 0.3, 0.66
#: A number has no more letters and characters than this.
LETTERS, LENGTH = 3, 14


def by_rows(lines: Lines, order: Ints) -> Ints:
    """Order in which the cells of tables painted by columns follow each other by rows."""
    a, b = order[:-1], order[1:]
    h = np.maximum(lines.h[b], 1e-3)
    up = (lines.page[a] == lines.page[b]) & (lines.base[b] - lines.base[a] > UP * h)
    up &= (lines.box[0, b] > lines.box[0, a]) & (lines.turn[a] == lines.turn[b])
    up &= lines.mirrored[a] == lines.mirrored[b]
    jumps = np.flatnonzero(up) + 1
    if not len(jumps):
        return order
    out = order.copy()
    page = lines.page[order]
    for number in np.unique(page[jumps]).tolist():
        start, stop = np.searchsorted(page, [number, number + 1]).tolist()
        here = jumps[(jumps >= start) & (jumps < stop)]
        heads = [start, *here.tolist(), stop]
        _page(lines, order, heads, out)
    return out


def _page(lines: Lines, order: Ints, heads: list[int], out: Ints) -> None:
    """Put the tables of a page in order; `heads` are where its columns may begin."""
    k = 0
    while k + 2 < len(heads):
        columns = _columns(lines, order, heads[k:])
        if len(columns) > 1 and _is_table(lines, [order[c] for c in columns]):
            cells = np.concatenate(columns)
            base = lines.base[order[columns[0]]]
            row = np.abs(lines.base[order[cells]][:, None] - base[None]).argmin(axis=1)
            column = np.repeat(np.arange(len(columns)), [len(c) for c in columns])
            out[cells] = order[cells[np.lexsort((column, row))]]
        k += max(len(columns) - 1, 1)


def _columns(lines: Lines, order: Ints, heads: list[int]) -> list[Ints]:
    """Columns from the first head on whose lines are level, as places in `order`."""
    first = np.arange(heads[0], heads[1])
    top = lines.base[order[heads[1]]]
    h = float(lines.h[order[heads[1]]])
    level = np.flatnonzero(np.abs(lines.base[order[first]] - top) < LEVEL * h)
    if not len(level):
        return []
    columns: list[Ints] = [first[level[-1] :]]
    base = lines.base[order[columns[0]]]
    for a, b in pairwise(heads[1:]):
        some = np.arange(a, b)
        apart = np.abs(lines.base[order[some]][:, None] - base[None]).min(axis=1)
        off = np.flatnonzero(apart >= LEVEL * h)
        cells = some[: off[0]] if len(off) else some
        right = lines.box[2, order[columns[-1]]].max()
        if len(cells) < (1 - MISSING) * len(base) or len(cells) > len(base):
            break
        if lines.box[0, order[cells]].min() < right + ASIDE * h:
            break
        columns.append(cells)
        if len(off):
            break
    return columns if len(base) >= ROWS else []


def _is_table(lines: Lines, columns: list[Ints]) -> bool:
    texts = [[lines[i] for i in column.tolist()] for column in columns]
    numbers = (c for c in texts[1:] if not _counts(c))
    if any(_share(map(_is_number, column[1:])) >= MOST for column in numbers):
        return True
    return _share(text.rstrip().endswith(":") for text in texts[0]) >= MOST


def _counts(column: list[str]) -> bool:
    """Whether a column holds the numbers of its lines, or a list's."""
    found = [int(text) for text in column if text.isdecimal() and len(text) < LENGTH]
    steps = {b - a for a, b in pairwise(found)}
    return len(found) >= MOST * len(column) and len(steps) == 1


def _is_number(text: str) -> bool:
    letters = sum(map(str.isalpha, text))
    return any(map(str.isdecimal, text)) and letters <= LETTERS and len(text) <= LENGTH


def _share(flags: Iterable[bool]) -> float:
    some = list(flags)
    return sum(some) / max(len(some), 1)
