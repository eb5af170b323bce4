"""Kinds of the paragraphs of a window of pages: headings, items, table rows, code, notes ...

Computed when first asked for, from what the window holds anyway: plain text does not pay for it.
Each line is measured (`rejoin.looks`) and weighed by a small net (`rejoin.kindnet`); a paragraph
is what its lines are together. Levels, markers and cells follow from where the paragraphs stand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import groupby

import numpy as np

from rejoin.furniture import furniture
from rejoin.glyphs import Glyphs
from rejoin.headings import heading_levels
from rejoin.joining import Join, clean, join_text
from rejoin.kindnet import shipped
from rejoin.kinds import LEARNT, Cell, Kind, Role
from rejoin.looks import looks
from rejoin.markers import levels, marker_of
from rejoin.model import Bools, Breaks, Decision, Floats, Ints, Lines
from rejoin.tables import Box, columns_of, rows_of, tables_of

#: Share of the lines of a paragraph that are furniture, from which it is furniture.
FURNITURE = 0.5
#: A gap inside a line of a table that may part two cells, in h. Word spaces are narrower; those of
#: justified text come together again, because the pieces do not stand in columns.
CELL_GAP = 0.6
#: A gap from which two cells are apart even where the columns are not clear, in h.
SURE_GAP = 2.0
#: Width of a character of code against the character height, where a line is too short to say.
CODE_WIDTH = 0.5

_CellText = tuple[int | None, str]


class Structure:
    """What each paragraph of a window is.

    Parameters
    ----------
    lines, breaks, decision, kinds
        Of the window; `kinds` says how joined lines are joined.
    opens : ndarray of int, shape (p,)
        First line of each paragraph.
    pages : int
        Pages of the window.
    start : int
        Index of its first page, from 0.
    glyphs : Glyphs, optional
        For cells inside a line and for emphasis.
    """

    def __init__(
        self,
        lines: Lines,
        breaks: Breaks,
        decision: Decision,
        kinds: Ints,
        opens: Ints,
        pages: int,
        start: int,
        glyphs: Glyphs | None = None,
    ) -> None:
        self.kinds, self.glyphs = kinds, glyphs
        self.lines, self.breaks, self.decision = lines, breaks, decision
        self._opens, self._pages, self._start = opens, pages, start

    def role(self, row: int) -> Role:
        """Role of the paragraph whose first line is `row`."""
        return self._roles[int(np.searchsorted(self._opens, row, side="right")) - 1]

    def confidences(self, rows: range) -> list[float]:
        """How sure each break between neighbouring lines of a paragraph is a soft wrap."""
        at = self._break_after[rows.start : rows.stop - 1]
        return [round(float(c), 3) for c in self.decision.confidence[at]]

    def emphasis(self, rows: range) -> tuple[str, list[int]] | None:
        """Text of a paragraph and the emphasis of each of its characters, if there is any."""
        if self.glyphs is None or not self.glyphs.emphatic:
            return None
        text, styles = "", list[int]()
        for row in rows:
            found = self.glyphs.emphasis(row)
            if found is None:
                return None
            if row > rows.start:
                kind = self.kinds[self._break_after[row - 1]]
                if kind == Join.DROP_HYPHEN:
                    text, styles = text[:-1], styles[:-1]
                elif kind == Join.SPACE:
                    text, styles = text + " ", [*styles, styles[-1] if styles else 0]
            text, styles = text + self.lines[row], styles + found.tolist()
        return (text, styles) if any(styles) else None

    @cached_property
    def _break_after(self) -> Ints:
        out = np.zeros(len(self.lines), np.int64)
        out[self.breaks.above] = np.arange(len(self.breaks))
        return out

    @cached_property
    def line_shares(self) -> Floats:
        """Probability of each kind of `LEARNT` for each line, shape (lines, kinds)."""
        measured = looks(self.lines, self.breaks, self.decision, self._pages)
        return shipped().shares(measured, self.lines.page)

    @cached_property
    def _boxes(self) -> Floats:
        """Box of each paragraph in the reading frame, shape (4, p)."""
        low = np.minimum.reduceat(self.lines.box[:2], self._opens, axis=1)
        return np.concatenate([low, np.maximum.reduceat(self.lines.box[2:], self._opens, axis=1)])

    @cached_property
    def _roles(self) -> list[Role]:
        if not len(self._opens):
            return []
        kinds, sure = self._kinds()
        for a, b in list(self._stretches(kinds, Kind.CODE)):
            if not any(c.isalpha() for row in self._opens[a:b] for c in self.lines[int(row)]):
                kinds[a:b] = [Kind.PARAGRAPH] * (b - a)  # line numbers, not code
        roles = [Role(k, round(float(c), 3)) for k, c in zip(kinds, sure, strict=True)]
        for a, b in self._stretches(kinds, Kind.LIST_ITEM):
            roles[a:b] = self._items(roles[a:b], a)
        tables = 0
        for a, b in self._stretches(kinds, Kind.TABLE_ROW):
            roles[a:b] = self._cells(roles[a:b], a, tables)
            tables = 1 + max(role.cell.table for role in roles[a:b] if role.cell)
        for a, b in self._stretches(kinds, Kind.CODE):
            roles[a:b] = self._code(roles[a:b], a)
        some = [i for i, kind in enumerate(kinds) if kind == Kind.HEADING]
        for i, level in zip(some, self._heading_levels(some), strict=True):
            roles[i] = Role(Kind.HEADING, roles[i].confidence, level)
        return roles

    def _kinds(self) -> tuple[list[Kind], Floats]:
        """Kind of each paragraph and how sure it is."""
        opens = self._opens
        count = np.diff(np.append(opens, len(self.lines)))
        # the lines are no independent witnesses: their mean, not their product
        mean = np.add.reduceat(self.line_shares, opens, axis=0) / count[:, None]
        kinds = [LEARNT[k] for k in mean.argmax(axis=1).tolist()]
        sure = mean.max(axis=1)
        outer = furniture(self.lines)
        share = np.add.reduceat(outer, opens, dtype=np.int64) / count
        for i in np.flatnonzero(share > FURNITURE).tolist():
            kinds[i] = self._furniture(i)
            sure[i] = share[i]
        return kinds, sure

    def _furniture(self, i: int) -> Kind:
        """Whether a paragraph at the edge of a page is a number, a head or a foot."""
        row = int(self._opens[i])
        text = self.lines[row]
        letters = sum(c.isalpha() for c in text)
        if any(c.isdigit() for c in text) and letters <= 6 and len(text) <= 16:
            return Kind.PAGE_NUMBER
        if not any(c.isdigit() for c in text) and set(text.lower()) <= set("ivxlcdm-–— ."):
            return Kind.PAGE_NUMBER
        here: Bools = self.lines.page == self.lines.page[row]
        middle = (self.lines.base[here].max() + self.lines.base[here].min()) / 2
        return Kind.RUNNING_HEAD if self.lines.base[row] > middle else Kind.RUNNING_FOOT

    def _stretches(self, kinds: Sequence[Kind], wanted: Kind) -> Iterator[tuple[int, int]]:
        """Neighbouring paragraphs of one kind on one page."""
        page = self.lines.page[self._opens].tolist()
        keys = [(kind == wanted, page[i]) for i, kind in enumerate(kinds)]
        at = 0
        for (is_wanted, _), group in groupby(keys):
            length = len(list(group))
            if is_wanted:
                yield at, at + length
            at += length

    def _items(self, roles: Sequence[Role], first: int) -> Iterator[Role]:
        """List items with their markers and levels; what has no marker belongs to the one above."""
        rows = self._opens[first : first + len(roles)]
        markers = [marker_of(self.lines[int(row)]) for row in rows]
        marked = [k for k, marker in enumerate(markers) if marker]
        left, h = self.lines.box[0, rows[marked]], self.lines.h[rows[marked]]
        found = levels(left.tolist(), h.tolist(), [markers[k] for k in marked])
        depth = dict(zip(marked, found, strict=True))
        level = 1
        for k, role in enumerate(roles):
            level = depth.get(k, level)
            yield Role(role.kind, role.confidence, level, markers[k])

    def _cells(self, roles: Sequence[Role], first: int, offset: int) -> list[Role]:
        """Table rows with their places and cells; tables are numbered from `offset`."""
        pieces = [(k, *piece) for k in range(len(roles)) for piece in self._pieces(first + k)]
        h = float(np.median(self.lines.h[self._opens[first : first + len(roles)]]))
        numbers = tables_of([box for _, _, box in pieces], h)
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
        fonts = [int(self.lines.font[1, self._opens[i]]) for i in last.values()]
        return len(fonts) > 1 and 2 * fonts[1:].count(fonts[0]) < len(fonts) - 1

    def _pieces(self, i: int, gap: float = CELL_GAP) -> list[tuple[str, Box]]:
        """Pieces of a paragraph that may be cells: what gaps part, each with its further lines."""
        start = int(self._opens[i])
        stop = int(self._opens[i + 1]) if i + 1 < len(self._opens) else len(self.lines)
        out = self._parted(start, gap)
        for row in range(start + 1, stop):
            more = self._parted(row, gap)
            if len(out) > 1 and len(more) == 1 and not more[0][1].beside(out[0][1]):
                text, box = more[0]
                at = max(range(len(out)), key=lambda k: out[k][1].shared(box))
                kind = int(self.kinds[self._break_after[row - 1]])
                out[at] = join_text([out[at][0], text], [kind]), out[at][1].union(box)
            elif all(box.beside(out[0][1]) for _, box in more):
                out += more
            else:
                return [("", Box(*self._boxes[:, i].tolist()))]
        return out

    def _parted(self, row: int, gap: float) -> list[tuple[str, Box]]:
        """Pieces of a line between wide gaps."""
        text = self.lines[row]
        if self.glyphs is None:
            return [(clean(text), Box(*self.lines.box[:, row].tolist()))]
        pieces = self.glyphs.pieces(row, gap)
        ends = [at for at, _ in pieces[1:]] + [len(text)]
        return [
            (clean(text[at:end].strip()), Box(*box.tolist()))
            for (at, box), end in zip(pieces, ends, strict=True)
        ]

    def _code(self, roles: Sequence[Role], first: int) -> Iterator[Role]:
        """Lines of code with their indents."""
        rows = self._opens[first : first + len(roles)]
        left = self.lines.box[0, rows]
        length = np.maximum(np.diff(self.lines.start)[rows], 1)
        width = (self.lines.box[2, rows] - left) / length
        each = float(np.median(width[length >= 4])) if (length >= 4).any() else 0.0
        each = each or CODE_WIDTH * float(np.median(self.lines.h[rows]))
        indent = np.rint((left - left.min()) / max(each, 1e-3)).astype(np.int64).tolist()
        for k, role in enumerate(roles):
            yield Role(role.kind, role.confidence, indent=min(indent[k], 80))

    def _heading_levels(self, some: Sequence[int]) -> list[int]:
        rows = self._opens[list(some)] if some else np.zeros(0, np.int64)
        texts = [self.lines[int(row)] for row in rows]
        length = np.diff(self.lines.start)
        return heading_levels(texts, self.lines.h[rows], self.lines.weight[rows],
                              self.lines.h, length, self._start == 0)  # fmt: skip


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
