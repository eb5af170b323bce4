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

from rejoin.body import Body
from rejoin.cells import TableCells
from rejoin.glyphs import Glyphs
from rejoin.headings import heading_levels
from rejoin.joining import Join
from rejoin.kindnet import shipped
from rejoin.kinds import LEARNT, Kind, Role
from rejoin.looks import looks, weighted_median
from rejoin.markers import is_bullet, levels, marker_of
from rejoin.model import Bools, Breaks, Decision, Floats, Ints, Lines

#: Share of the lines of a paragraph that are furniture, from which it is furniture.
FURNITURE = 0.5
#: Type that is larger than the body's by this is a title's, whose lines are near and of one height.
LARGE, NEAR, SAME_HEIGHT = 1.15, 1.6, 0.03
#: Width of a character of code against the character height, where a line is too short to say.
CODE_WIDTH = 0.5


class Structure:
    """What each paragraph of a window is.

    Parameters
    ----------
    lines, breaks, decision, kinds
        Of the window; `kinds` says how joined lines are joined.
    opens : ndarray of int, shape (p,)
        First line of each paragraph.
    body : Body
        Which lines of the window are running heads and the like.
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
        body: Body,
        start: int,
        glyphs: Glyphs | None = None,
    ) -> None:
        self.kinds, self.glyphs = kinds, glyphs
        self.lines, self.breaks, self.decision = lines, breaks, decision
        self._opens, self._outer, self._start = opens, body.furniture, start
        self._pages = len(body.first)

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
                kind = self._join_after[row - 1]
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
    def _join_after(self) -> Ints:
        """How each line is joined to the next one; -1 where it is not."""
        out = np.full(len(self.lines), -1, np.int8)
        out[self.breaks.above] = self.kinds
        return out

    @cached_property
    def line_shares(self) -> Floats:
        """Probability of each kind of `LEARNT` for each line, shape (lines, kinds)."""
        measured = looks(self.lines, self.breaks, self.decision, self._pages)
        return shipped().shares(measured, self.lines.page)

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
        cells = TableCells(self.lines, self._opens, self._join_after, self.glyphs)
        for a, b in self._stretches(kinds, Kind.TABLE_ROW):
            roles[a:b] = cells.roles(roles[a:b], a, tables)
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
        mean: Floats = np.add.reduceat(self.line_shares, opens, axis=0) / count[:, None]
        mean = self._like_neighbours(mean)
        kinds = [LEARNT[k] for k in mean.argmax(axis=1).tolist()]
        self._first_items(kinds)
        sure = np.asarray(mean.max(axis=1))
        share = np.add.reduceat(self._outer, opens, dtype=np.int64) / count
        for i in np.flatnonzero(share > FURNITURE).tolist():
            kinds[i] = self._furniture(i)
            sure[i] = share[i]
        return kinds, sure

    def _like_neighbours(self, mean: Floats) -> Floats:
        """Shares of paragraphs set larger than the body, evened out with alike neighbours.

        A title whose lines were not joined is one title all the same.
        """
        lines, opens = self.lines, self._opens
        body = weighted_median(lines.h, np.diff(lines.start))
        large = lines.h[opens] > LARGE * body
        alike = large[1:] & (lines.font[0, opens[1:]] == lines.font[0, opens[:-1]])
        alike &= np.abs(np.diff(lines.h[opens])) < SAME_HEIGHT * body
        alike &= np.diff(lines.page[opens]) == 0
        drop = lines.base[opens[1:] - 1] - lines.base[opens[1:]]
        alike &= (drop > 0) & (drop < NEAR * lines.h[opens[1:]])
        group = np.append(0, np.cumsum(~alike))
        total = np.zeros((group[-1] + 1, mean.shape[1]), np.float32)
        np.add.at(total, group, mean)
        return np.asarray((total / np.bincount(group)[:, None])[group])

    def _first_items(self, kinds: list[Kind]) -> None:
        """Make a paragraph with the bullet of the two list items after it an item, too."""
        page = self.lines.page[self._opens].tolist()
        for i in range(len(kinds) - 2):
            if kinds[i : i + 3] != [Kind.PARAGRAPH, Kind.LIST_ITEM, Kind.LIST_ITEM]:
                continue
            rows = self._opens[i : i + 3]
            markers = {marker_of(self.lines[int(row)]) for row in rows}
            near = np.ptp(self.lines.box[0, rows]) < 0.5 * self.lines.h[rows[0]]
            if len(markers) == 1 and is_bullet(markers.pop()) and near and page[i] == page[i + 2]:
                kinds[i] = Kind.LIST_ITEM

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
