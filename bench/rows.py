"""Makes the rows of labels of a document whose characters have been placed."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from bench.cut import Stream
from bench.fold import DASHES
from bench.labels import Join, Label, Row
from bench.place import DOUBT, Placement, right_to_left
from bench.stream import Ints

#: Characters of a line shown on each side of a break.
SHOWN = 40
#: Characters without a place that may stand between a break and the unit (marker, page number).
LOOSE = 12
#: Positions that may be missing between two lines of one unit where as many stand without a place.
MISSING = 12
#: Pages that a float may put between two halves of a paragraph.
FAR = 3
#: Kinds of units that stand at a page's foot or side and do not lead to the next page.
ASIDE = frozenset(("fn", "footnote", "note", "aside"))
#: Kinds of units with others on their row: characters without a place may be a cell of the row.
CELLS = frozenset(("td", "th"))
_HYPHENS = "-\u00ad\u2010\u2011"


@dataclass(frozen=True)
class Edges:
    """The units at both ends of every line.

    Attributes
    ----------
    head, tail
        Unit of the first and of the last placed character; -1 where the line has none.
    first, last
        Position of that character in the true text.
    lead, trail
        How many characters without a place stand before and after it.
    """

    head: Ints
    tail: Ints
    first: Ints
    last: Ints
    lead: Ints
    trail: Ints


def edges(stream: Stream, placed: Placement) -> Edges:
    """Measure the ends of all lines."""
    out = np.full((6, len(stream.lines)), -1)
    back = bool(right_to_left(stream).any())
    for i, (a, b) in enumerate(zip(stream.lines.start, stream.lines.stop, strict=True)):
        unit = placed.unit[a:b]
        where = np.flatnonzero(unit >= 0)
        if back:
            where = without_strays(where, unit, stream.chars.code[a:b])
        if not len(where):
            continue
        counted = placed.counted[a:b]
        head, tail = unit[where[0]], unit[where[-1]]
        first, last = placed.first[a:b], placed.last[a:b]
        out[:, i] = (
            head, tail, first[unit == head].min(), last[unit == tail].max(),
            counted[: where[0]].sum(), counted[where[-1] + 1 :].sum(),
        )  # fmt: skip
    return Edges(*out)


def without_strays(where: Ints, unit: Ints, code: Ints) -> Ints:
    """Placed characters without a mark of another unit at either end of the line.

    In right-to-left text PDFium moves a full stop beside a number to the line's other end, where it
    is taken for that of the unit before.
    """
    for end, beside in ((0, 1), (-1, -2)):
        if len(where) > 1 and unit[where[end]] != unit[where[beside]]:
            stray = not chr(int(code[where[end]])).isalnum()
            where = np.delete(where, end) if stray else where
    return where


def make_rows(stream: Stream, placed: Placement) -> list[Row]:
    """Label every visual line break, page by page in PDFium's order.

    A break between two lines that follow each other in one unit is a wrap, a break between units
    is kept; a break at a line that has no place, or where something is missing, is unknown.
    """
    ends = edges(stream, placed)
    maker = _Maker(stream, placed, ends)
    over = maker.over_edges()
    rows: list[Row] = []
    for i in range(len(stream.lines)):
        last = i + 1 == len(stream.lines) or stream.lines.page[i] != stream.lines.page[i + 1]
        if not last:
            rows.append(maker.row(i, i + 1))
        else:
            rows.extend(over.get(int(stream.lines.page[i]), ()))
    return rows


@dataclass(frozen=True)
class _Maker:
    stream: Stream
    placed: Placement
    ends: Edges

    def row(self, a: int, b: int, over: bool = False) -> Row:
        """The row of the break between two lines; `over` a page or column edge."""
        lines = self.stream.lines
        same = not over and self.stream.same_row(a, b)
        label: Label = "unknown" if same else self.label(a, b)
        box = [lines.box[a, 0], lines.box[a, 2], lines.box[b, 0], lines.box[b, 2]]
        left, right, left_below, right_below = (round(float(x), 1) for x in box)
        return Row(
            page=int(lines.page[a]),
            above=self.stream.text(a).strip()[-SHOWN:],
            below=self.stream.text(b).strip()[:SHOWN],
            label=label,
            unit=(self.kind(self.ends.tail[a]), self.kind(self.ends.head[b])),
            char=int(lines.sep[a]),
            join=self.join(a, b) if label == "wrap" else None,
            box=None if over else (left, right, left_below, right_below),
            drop=None if over else round(self.stream.drop(a, b), 1),
            page_below=int(lines.page[b]) if over else None,
            same_row=same,
        )

    def kind(self, unit: int) -> str:
        """Kind of a unit; empty for none."""
        return self.placed.kinds[unit] if unit >= 0 else ""

    def label(self, a: int, b: int) -> Label:
        """Whether the break between two lines lies inside a unit or between units."""
        above, below = int(self.ends.tail[a]), int(self.ends.head[b])
        if above < 0 or below < 0:
            return "unknown"
        loose = int(self.ends.trail[a] + self.ends.lead[b])
        missing = int(self.ends.first[b] - self.ends.last[a]) - 1
        if above == below:
            near = missing == 0 or (0 < missing <= MISSING and loose <= 2 * MISSING)
            beside = loose > 0 and self.kind(above).split("/")[0] in CELLS
            return "wrap" if near and not beside and not self.doubted(a, b) else "unknown"
        if self.ends.trail[a] > LOOSE or self.ends.lead[b] > LOOSE:
            return "unknown"
        return "keep"

    def doubted(self, a: int, b: int) -> bool:
        """Whether the true text has a mark of doubt between two lines of one unit."""
        truth = self.placed.truth
        if truth is None:
            return False
        text = truth.units[self.ends.tail[a]].text
        i = int(truth.offset[self.ends.last[a]])
        return DOUBT in text[i + 1 : int(truth.offset[self.ends.first[b]])]

    def join(self, a: int, b: int) -> Join | None:
        """How two lines of one unit are joined; `None` if the text is not known."""
        truth = self.placed.truth
        if truth is None:
            return None
        text = truth.units[self.ends.tail[a]].text
        i = int(truth.offset[self.ends.last[a]])
        j = int(truth.offset[self.ends.first[b]])
        between = text[i + 1 : j]
        if any(c.isspace() for c in between) and not (_wide(text[i]) and _wide(text[j])):
            return "space"
        if self.ends.trail[a] or self.ends.lead[b]:
            return None
        stop = int(self.stream.lines.stop[a])
        end = "-" if self.stream.lines.marked[a] else chr(int(self.stream.chars.code[stop - 1]))
        if any(c in DASHES and c != "\u00ad" for c in between):
            return "keep-hyphen" if end in DASHES else "none"
        return "drop-hyphen" if end in _HYPHENS else "none"

    def over_edges(self) -> dict[int, list[Row]]:
        """Rows of the breaks over page and column edges, by the page of the line above."""
        out: dict[int, list[Row]] = {}
        carried = set()
        for a, b in self.carried():
            page, below = int(self.stream.lines.page[a]), int(self.stream.lines.page[b])
            out.setdefault(page, []).append(self.row(a, b, True))
            if below > page:
                carried.add(page)
        for page in range(1, self.stream.pages):
            if page not in carried and (pair := self.turn(page)):
                out.setdefault(page, []).append(self.row(*pair, True))
        return out

    def carried(self) -> Iterator[tuple[int, int]]:
        """Lines whose unit goes on over a page edge, or past other lines in the next column."""
        lines, ends = self.stream.lines, self.ends
        heads = {int(t): i for i, t in enumerate(ends.first) if ends.lead[i] == 0}
        for a in range(len(lines) - 1):
            unit = ends.tail[a]
            if unit < 0 or ends.last[a] >= self.placed.extent[unit, 1]:
                continue
            b = heads.get(int(ends.last[a]) + 1, -1)
            if b <= a or ends.head[b] != unit or lines.page[b] > lines.page[a] + FAR:
                continue
            same = lines.page[a] == lines.page[b]
            if not same or (b > a + 1 and lines.box[b, 1] > lines.box[a, 3]):
                yield a, b

    def turn(self, page: int) -> tuple[int, int] | None:
        """Return the last line of a page and the first of the next, furniture left out."""
        first, stop, end = np.searchsorted(self.stream.lines.page, [page, page + 1, page + 2])
        if first == stop or stop == end:
            return None
        above = [i for i in range(first, stop) if self.ends.tail[i] >= 0]
        body = [i for i in above if self.kind(self.ends.tail[i]) not in ASIDE]
        below = [i for i in range(stop, end) if self.ends.head[i] >= 0]
        a = (body or above or [int(stop) - 1])[-1]
        return a, (below or [int(stop)])[0]


def _wide(char: str) -> bool:
    """Whether a character is set without spaces between words (Hangul is not)."""
    return unicodedata.east_asian_width(char) in "WF" and not "\uac00" <= char <= "\ud7a3"
