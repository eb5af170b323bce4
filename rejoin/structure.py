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
from rejoin.headings import heading_levels
from rejoin.kindnet import shipped
from rejoin.kinds import LEARNT, Cell, Kind, Role
from rejoin.looks import looks
from rejoin.markers import levels, marker_of
from rejoin.model import Bools, Breaks, Decision, Floats, Ints, Lines
from rejoin.tables import Box, columns_of, rows_of

#: Share of the lines of a paragraph that are furniture, from which it is furniture.
FURNITURE = 0.5
#: Width of a character of code against the character height, where a line is too short to say.
CODE_WIDTH = 0.5


class Structure:
    """What each paragraph of a window is.

    Parameters
    ----------
    lines, breaks, decision
        Of the window.
    opens : ndarray of int, shape (p,)
        First line of each paragraph.
    pages : int
        Pages of the window.
    start : int
        Index of its first page, from 0.
    """

    def __init__(
        self, lines: Lines, breaks: Breaks, decision: Decision, opens: Ints, pages: int, start: int
    ) -> None:
        self.lines, self.breaks, self.decision = lines, breaks, decision
        self._opens, self._pages, self._start = opens, pages, start

    def role(self, row: int) -> Role:
        """Role of the paragraph whose first line is `row`."""
        return self._roles[int(np.searchsorted(self._opens, row, side="right")) - 1]

    def confidences(self, rows: range) -> list[float]:
        """How sure each break between neighbouring lines of a paragraph is a soft wrap."""
        at = self._break_after[rows.start : rows.stop - 1]
        return [round(float(c), 3) for c in self.decision.confidence[at]]

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
        roles = [Role(k, round(float(c), 3)) for k, c in zip(kinds, sure, strict=True)]
        for a, b in self._stretches(kinds, Kind.LIST_ITEM):
            roles[a:b] = self._items(roles[a:b], a)
        for number, (a, b) in enumerate(self._stretches(kinds, Kind.TABLE_ROW)):
            roles[a:b] = self._cells(roles[a:b], a, number)
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
        depth = dict(zip(marked, levels(
            self.lines.box[0, rows[marked]].tolist(), self.lines.h[rows[marked]].tolist()
        ), strict=True))  # fmt: skip
        level = 1
        for k, role in enumerate(roles):
            level = depth.get(k, level)
            yield Role(role.kind, role.confidence, level, markers[k])

    def _cells(self, roles: Sequence[Role], first: int, table: int) -> Iterator[Role]:
        """Table rows with their places."""
        boxes = [Box(*box) for box in self._boxes[:, first : first + len(roles)].T.tolist()]
        rows = rows_of(boxes)
        columns = columns_of(boxes, rows)
        for k, role in enumerate(roles):
            cell = Cell(table, rows[k], columns[k] if columns else None)
            yield Role(role.kind, role.confidence, cell=cell)

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
