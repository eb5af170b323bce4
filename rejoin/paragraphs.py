"""Lines and decisions to paragraphs."""

from __future__ import annotations

import unicodedata
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from rejoin.body import Body
from rejoin.gaps import gaps
from rejoin.glyphs import Glyphs
from rejoin.indents import indents
from rejoin.joining import UNSEEN, Join, join_text
from rejoin.kinds import Kind, Role
from rejoin.model import Bools, Breaks, Decision, Ints, Lines
from rejoin.rows import beside_the_one_before
from rejoin.structure import Structure


class Line(NamedTuple):
    """Where one visual line of a paragraph stands.

    Attributes
    ----------
    page : int
        Page number, from 1.
    box : tuple of float
        Left, bottom, right, top in PDF user space, points.
    """

    page: int
    box: tuple[float, float, float, float]


class Part(NamedTuple):
    """Lines of a paragraph in one window of pages, whose first page has number `first_page`."""

    lines: Lines
    rows: range
    first_page: int
    structure: Structure

    def places(self) -> list[Line]:
        """Where each line stands."""
        boxes = self.lines.rows(self.rows.start, self.rows.stop).page_box().T.tolist()
        numbers = [self.first_page + int(self.lines.page[i]) for i in self.rows]
        return [Line(n, tuple(box)) for n, box in zip(numbers, boxes, strict=True)]


class Paragraph:
    """A paragraph, heading, list item or whatever else stands between two real breaks.

    Attributes
    ----------
    text : str
        Running text, without line breaks.
    gap : bool
        A paragraph gap (or the start of a block) stands above it.
    beside : bool
        It is a cell that stands on one table row with the paragraph before it.
    indent : int
        Characters by which a line of code is set in; they are not in `text`.
    """

    __slots__ = ("_parts", "beside", "gap", "indent", "text")

    def __init__(self, text: str, gap: bool, parts: tuple[Part, ...]) -> None:
        self.text, self.gap, self._parts = text, gap, parts
        self.beside, self.indent = False, 0

    @property
    def lines(self) -> tuple[Line, ...]:
        """Its visual lines, so that a citation can point at the page."""
        return tuple(line for part in self._parts for line in part.places())

    @property
    def role(self) -> Role:
        """What it is: kind, level, marker, place in a table. Found when first asked for."""
        first = self._parts[0]
        return first.structure.role(first.rows.start)

    @property
    def kind(self) -> Kind:
        """What it is: a paragraph, a heading, a list item ..."""
        return self.role.kind

    @property
    def level(self) -> int:
        """Level of a heading or a list item, from 1; 0 for all others."""
        return self.role.level

    @property
    def emphasis(self) -> tuple[int, ...]:
        """For each character of `text` 1 for bold, 2 for italic, 3 for both; empty without any."""
        if len(self._parts) > 1:
            return ()
        part = self._parts[0]
        found = part.structure.emphasis(part.rows)
        return tuple(found[1]) if found and found[0] == self.text else ()

    @property
    def joins(self) -> tuple[float | None, ...]:
        """How sure each of its joins is, 0 to 1; None for one over the edge of a page."""
        out: list[float | None] = []
        for part in self._parts:
            out += [None] * bool(out or part is not self._parts[0])
            out += part.structure.confidences(part.rows)
        return tuple(out)

    @property
    def rows(self) -> range:
        """Its lines in its (first) window."""
        return self._parts[0].rows

    def holds(self, row: int) -> bool:
        """Whether line `row` of its (first) window belongs to it."""
        return row in self._parts[0].rows

    def is_of(self, flags: Bools) -> bool:
        """Whether all its lines are among those flagged in its (only) window."""
        return all(bool(flags[row]) for row in self._parts[0].rows)

    def followed_by(self, other: Paragraph, kind: Join) -> Paragraph:
        """Return this paragraph with another one joined on, over a page edge."""
        text = join_text([self.text, other.text], [kind])
        whole = Paragraph(text, self.gap, self._parts + other._parts)
        whole.beside, whole.indent = self.beside, self.indent
        return whole

    def __repr__(self) -> str:
        """Page and the start of the text."""
        return f"<rejoin.Paragraph on page {self.pages[0]}: {self.text[:40]!r}>"

    @property
    def pages(self) -> tuple[int, ...]:
        """Numbers of the pages it stands on, from 1."""
        return tuple(sorted({line.page for line in self.lines}))


def paragraphs(
    lines: Lines,
    breaks: Breaks,
    decision: Decision,
    kinds: Ints,
    start: int,
    body: Body,
    glyphs: Glyphs | None = None,
    *,
    table_rows: bool = True,
) -> list[list[Paragraph]]:
    """Paragraphs of each page of a window whose first page is `start` (from 0).

    Cells of table rows are told apart with `table_rows`.
    """
    pages = len(body.first)
    joined = decision.joined
    found: list[list[Paragraph]] = [[] for _ in range(pages)]
    n = len(lines)
    if not n:
        return found
    opens = np.ones(n, np.bool_)
    opens[breaks.below[joined]] = False
    kind_after = np.full(n, -1, np.int8)
    kind_after[breaks.above] = kinds
    gap = gaps(lines, breaks, joined)
    at = np.flatnonzero(opens)
    structure = Structure(lines, breaks, decision, kinds, at, body, start, glyphs)
    cell, indent = np.zeros(len(at), np.bool_), indents(lines, at).tolist()
    if table_rows:
        cell = beside_the_one_before(lines, at, body.furniture)
    first, whole = at.tolist(), lines.texts
    unseen = not lines.text.isascii() and any(map(lines.text.__contains__, map(chr, UNSEEN)))
    composed = lines.text.isascii() or unicodedata.is_normalized("NFC", lines.text)
    numbers, kind_list, gap_list = lines.page.tolist(), kind_after.tolist(), gap.tolist()
    for k, (a, b) in enumerate(pairwise([*first, n])):
        pieces = whole[a:b]
        text = join_text(pieces, kind_list[a : b - 1]) if b - a > 1 else pieces[0]
        text = text.translate(UNSEEN) if unseen else text
        text = text if composed else unicodedata.normalize("NFC", text)
        part = Part(lines, range(a, b), start + 1, structure)
        paragraph = Paragraph(text, gap_list[a], (part,))
        paragraph.beside, paragraph.indent = bool(cell[k]), indent[k]
        found[numbers[a]].append(paragraph)
    return found
