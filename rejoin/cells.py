"""Table rows and their cells: which pieces of lines are cells, of which table, row and column."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

import numpy as np

from rejoin.glyphs import Glyphs
from rejoin.joining import clean, join_text
from rejoin.kinds import Cell, Role
from rejoin.model import Ints, Lines
from rejoin.tables import Box, columns_of, rows_of, tables_of

#: A gap inside a line of a table that may part two cells, in h. Word spaces are narrower; those of
#: justified text come together again, because the pieces do not stand in columns.
CELL_GAP = 0.6
#: With fewer paragraphs than this a table says little about its columns: the gap is to be wider.
FEW, FEW_GAP = 4, 1.0
#: A gap from which two cells are apart even where the columns are not clear, in h.
SURE_GAP = 2.0
#: A number set to the right and the text beside it may be as near as this, in h (a word space takes
#: less), if the columns are clear for all that, and more of them are than with the wider gap.
FINE_GAP, LEAST_ROWS = 0.3, 3

_CellText = tuple[int | None, str]


class TableCells:
    """Finds the cells of the table rows of a window.

    Parameters
    ----------
    lines : Lines
    opens : ndarray of int, shape (p,)
        First line of each paragraph.
    join_after : ndarray of int, shape (n,)
        How each line is joined to the next one (`rejoin.Join`).
    glyphs : Glyphs or None
        For cells inside a line.
    """

    def __init__(self, lines: Lines, opens: Ints, join_after: Ints, glyphs: Glyphs | None) -> None:
        self._lines, self._opens = lines, opens
        self._join_after, self._glyphs = join_after, glyphs

    def roles(self, roles: Sequence[Role], first: int, offset: int) -> list[Role]:
        """Table rows with their places and cells; tables are numbered from `offset`."""
        found = self._parted_by(roles, first, offset, CELL_GAP if len(roles) >= FEW else FEW_GAP)
        rows = self._opens[first : first + len(roles)]
        if len(roles) < FEW or self._lines.fixed[rows].any() or self._lines.mirrored[rows].any():
            return found
        finer = self._parted_by(roles, first, offset, FINE_GAP)
        wide, fine = _widths(found), _widths(finer)
        if not fine or min(fine) < 2:
            return found
        # two columns more at once are phrases that happen to stand below each other
        more = [b - a for a, b in zip(wide, fine, strict=True)] if len(wide) == len(fine) else [2]
        better = not wide or (min(more) == 0 and max(more) == 1) or more == [1]
        return finer if better else found

    def _parted_by(self, roles: Sequence[Role], first: int, offset: int, gap: float) -> list[Role]:
        """Table rows whose cells are parted by a gap, in h."""
        pieces = [(k, *piece) for k in range(len(roles)) for piece in self._pieces(first + k, gap)]
        h = float(np.median(self._lines.h[self._opens[first : first + len(roles)]]))
        numbers = _without_other_rows(tables_of([box for _, _, box in pieces], h), pieces, h)
        out: list[Role] = []
        for number, group in groupby(zip(numbers, pieces, strict=True), key=lambda pair: pair[0]):
            mine = [piece for _, piece in group]
            owners, boxes = [k for k, _, _ in mine], [box for _, _, box in mine]
            rows = rows_of(boxes)
            columns: Sequence[int | None] = columns_of(boxes, rows, owners) or [None] * len(rows)
            head = self._has_head([first + k for k in owners], rows)
            found = zip(mine, rows, columns, strict=True)
            for k, same in groupby(found, key=lambda item: item[0][0]):
                cells = list(same)
                _, row, column = cells[0]
                texts = _merged([(where, text) for (_, text, _), _, where in cells])
                if column is None:  # only what is far apart is a cell for sure
                    texts = _merged([(None, t) for t, _ in self._pieces(first + k, SURE_GAP)])
                cell = Cell(offset + number, row, column, head and row == 0)
                out.append(Role(roles[k].kind, roles[k].confidence, cell=cell, cells=texts))
        return out

    def _has_head(self, owners: Sequence[int], rows: Sequence[int]) -> bool:
        """Whether the first row of a table ends in another font than most of the others."""
        last = dict(zip(rows, owners, strict=True))
        fonts = [int(self._lines.font[1, self._opens[i]]) for i in last.values()]
        return len(fonts) > 1 and 2 * fonts[1:].count(fonts[0]) < len(fonts) - 1

    def _pieces(self, i: int, gap: float) -> list[tuple[str, Box]]:
        """Pieces of a paragraph that may be cells: what gaps part, each with its further lines."""
        start = int(self._opens[i])
        stop = int(self._opens[i + 1]) if i + 1 < len(self._opens) else len(self._lines)
        out = self._parted(start, gap)
        for row in range(start + 1, stop):
            more = self._parted(row, gap)
            if len(out) > 1 and len(more) == 1 and not more[0][1].beside(out[0][1]):
                text, box = more[0]
                at = max(range(len(out)), key=lambda k: out[k][1].shared(box))
                kind = int(self._join_after[row - 1])
                out[at] = join_text([out[at][0], text], [kind]), out[at][1].union(box)
            elif all(box.beside(out[0][1]) for _, box in more):
                out += more
            else:
                every = self._lines.box[:, start:stop]
                low, high = every[:2].min(axis=1).tolist(), every[2:].max(axis=1).tolist()
                return [("", Box(*low, *high))]
        return out

    def _parted(self, row: int, gap: float) -> list[tuple[str, Box]]:
        """Pieces of a line between wide gaps."""
        text = self._lines[row]
        if self._glyphs is None:
            return [(clean(text), Box(*self._lines.box[:, row].tolist()))]
        pieces = self._glyphs.pieces(row, gap)
        ends = [at for at, _ in pieces[1:]] + [len(text)]
        return [
            (clean(text[at:end].strip()), Box(*box.tolist()))
            for (at, box), end in zip(pieces, ends, strict=True)
        ]


def _widths(roles: Sequence[Role]) -> list[int]:
    """Columns of each table; none if those of any are not clear, or it has too few rows to say."""
    width: dict[int, int] = {}
    rows: dict[int, set[int]] = {}
    for role in roles:
        cell = role.cell
        if cell is None or cell.column is None:
            return []
        every = [cell.column, *(c for c, _ in role.cells if c is not None)]
        width[cell.table] = max(width.get(cell.table, 0), *every)
        rows.setdefault(cell.table, set()).add(cell.row)
    if any(len(found) < LEAST_ROWS for found in rows.values()):
        return []
    return [columns + 1 for columns in width.values()]


def _without_other_rows(
    numbers: Sequence[int], pieces: Sequence[tuple[int, str, Box]], h: float
) -> list[int]:
    """Tables of pieces, with rows apart whose cells do not fit the columns of the others.

    Such a row (a total below the table, its name and its sum) has two cells far apart in what is
    one column of the others.
    """
    out, shift = list[int](), 0
    for _, group in groupby(zip(numbers, pieces, strict=True), key=lambda pair: pair[0]):
        mine = [piece for _, piece in group]
        owners, boxes = [k for k, _, _ in mine], [box for _, _, box in mine]
        rows = rows_of(boxes)
        columns = columns_of(boxes, rows, owners) or list(range(len(boxes)))
        odd = {
            rows[k]
            for k in range(1, len(mine))
            if rows[k] == rows[k - 1]
            and columns[k] == columns[k - 1]
            and boxes[k].left - boxes[k - 1].right > SURE_GAP * h
        }
        for is_odd, run in groupby(row in odd for row in rows):
            del is_odd
            out += [shift] * len(list(run))
            shift += 1
    return out


def _merged(pieces: Sequence[_CellText]) -> tuple[_CellText, ...]:
    """Column and text of a paragraph's cells; pieces in one column are one cell."""
    if len(pieces) == 1:
        return ()
    out: list[_CellText] = []
    for column, text in pieces:
        if out and column is not None and out[-1][0] == column:
            out[-1] = column, f"{out[-1][1]} {text}"
        else:
            out.append((column, text))
    return tuple(out)
