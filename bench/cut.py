"""Cuts PDFium's characters into visual lines, at the places where PDFium separates them.

Separators are runs of CR and LF, hyphens that PDFium marked where the next character stands on
another line, and page ends.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from bench.stream import Bools, Chars, Floats, Ints, read_chars

#: How many characters on each side of a break show whether the row changes.
NEAR = 4
#: Share of the smaller height that two pieces of one row have in common.
ROW_OVERLAP = 0.5
#: Two pieces are one row, too, if their baselines differ by less than this many heights.
BASELINE = 0.6
#: Points by which pieces of one row may overlap.
OVERHANG = 1.0
#: A marked hyphen and the next character are one line if the gap is under this many heights.
NEXT_TO = 1.5


@dataclass(frozen=True)
class Lines:
    """Visual lines in PDFium's order; every one has ink.

    Attributes
    ----------
    start, stop
        The line is ``chars[start:stop]``, blanks at its ends and the separator left out.
    page
        Page of each, counted from 1.
    sep
        Index of the separator after the line in PDFium's list of the page: the CR, the marked
        hyphen, or the number of characters where the page ends.
    marked
        The separator is a marked hyphen.
    upright
        False where the line runs from top to bottom or the other way.
    box
        Left, bottom, right, top of the ink.
    """

    start: Ints
    stop: Ints
    page: Ints
    sep: Ints
    marked: Bools
    upright: Bools
    box: Floats

    def __len__(self) -> int:
        return len(self.start)


@dataclass(frozen=True)
class Stream:
    """The characters of a PDF and its visual lines."""

    chars: Chars
    lines: Lines
    #: Number of pages.
    pages: int

    def text(self, line: int) -> str:
        """Text of a line."""
        return self.chars.text(int(self.lines.start[line]), int(self.lines.stop[line]))

    def line_of(self) -> Ints:
        """Line of every character; -1 for separators and blanks between lines."""
        out = np.full(len(self.chars), -1)
        for i, (a, b) in enumerate(zip(self.lines.start, self.lines.stop, strict=True)):
            out[a:b] = i
        return out

    def same_row(self, a: int, b: int) -> bool:
        """Whether the end of line `a` and the start of line `b` stand on one visual row."""
        lines = self.lines
        if lines.page[a] != lines.page[b]:
            return False
        end, start = int(lines.stop[a]), int(lines.start[b])
        upright = bool(lines.upright[a] and lines.upright[b])
        tail = self._box(max(int(lines.start[a]), end - NEAR), end)
        head = self._box(start, min(int(lines.stop[b]), start + NEAR))
        apart = gap(tail, head, upright)
        low, high = (1, 3) if upright else (0, 2)
        size = float((lines.box[[a, b], high] - lines.box[[a, b], low]).max())
        near = abs(self.drop(a, b)) < BASELINE * size and apart < 2 * size
        beside = gap(lines.box[a], lines.box[b], upright) > -OVERHANG
        return bool(beside and (near or row_shared(tail, head, upright)))

    def drop(self, a: int, b: int) -> float:
        """Distance of the baselines of lines `a` and `b`, downwards positive."""
        return self._base(a) - self._base(b)

    def _base(self, line: int) -> float:
        where = slice(self.lines.start[line], self.lines.stop[line])
        axis = 1 if self.lines.upright[line] else 0
        return float(np.median(self.chars.origin[where, axis][self.chars.ink[where]]))

    def _box(self, start: int, stop: int) -> Floats:
        return union(self.chars.box[start:stop][self.chars.ink[start:stop]])


def union(boxes: Floats) -> Floats:
    """Return the smallest box around boxes."""
    return np.concatenate([boxes[:, :2].min(0), boxes[:, 2:].max(0)])


def row_shared(a: Floats, b: Floats, upright: bool = True) -> bool:
    """Whether two boxes stand on one row (in one column where the text runs downwards)."""
    low, high = (1, 3) if upright else (0, 2)
    shared = min(a[high], b[high]) - max(a[low], b[low])
    return bool(shared >= ROW_OVERLAP * min(a[high] - a[low], b[high] - b[low]))


def gap(a: Floats, b: Floats, upright: bool = True) -> float:
    """Distance of two boxes along the line; negative where they overlap."""
    low, high = (0, 2) if upright else (1, 3)
    return float(max(a[low], b[low]) - min(a[high], b[high]))


def read(source: Path | bytes) -> Stream:
    """Read a PDF and cut it into lines."""
    chars, counts = read_chars(source)
    ink = chars.ink
    separator = np.isin(chars.code, (0x0D, 0x0A))
    for i in np.flatnonzero(chars.hyphen):
        separator[i] = _turns(chars, ink, int(i))
    rows = _spans(chars, ink & ~separator, separator, counts)
    columns = np.array(rows, np.int64).reshape(-1, 4).T
    start, stop, sep, marked = columns
    boxes = [union(chars.box[a:b][ink[a:b]]) for a, b, *_ in rows]
    lines = Lines(
        start, stop, chars.page[start], sep, marked.astype(bool),
        _uprights(chars, ink, start, stop), np.array(boxes).reshape(-1, 4),
    )  # fmt: skip
    return Stream(chars, lines, len(counts))


def _turns(chars: Chars, ink: Bools, i: int) -> bool:
    """Whether the character after the hyphen `i` stands on another line."""
    before = _inked(chars, ink, range(i - 1, max(i - 40, -1), -1))
    after = _inked(chars, ink, range(i + 1, min(i + 40, len(chars))))
    if not before or not after or chars.page[after[0]] != chars.page[i]:
        return False
    if any(c in (0x0D, 0x0A) for c in chars.code[i + 1 : after[0]].tolist()):
        return False
    a, b = union(chars.box[before]), union(chars.box[after])
    height = max(a[3] - a[1], b[3] - b[1])
    apart = gap(union(chars.box[[i, *before]]), b) > NEXT_TO * height
    return bool(apart or not row_shared(a, b))


def _inked(chars: Chars, ink: Bools, where: range) -> list[int]:
    found: list[int] = []
    for j in where:
        if chars.code[j] in (0x0D, 0x0A) or len(found) == NEAR:
            break
        if ink[j]:
            found.append(j)
    return found


def _spans(
    chars: Chars, ink: Bools, separator: Bools, counts: Ints
) -> list[tuple[int, int, int, int]]:
    """Start, stop, separator's index and whether it is marked, for each line with ink."""
    edge = separator | np.concatenate([chars.page[1:] != chars.page[:-1], [True]])
    rows: list[tuple[int, int, int, int]] = []
    first = 0
    for at in np.flatnonzero(edge).tolist():
        where = np.flatnonzero(ink[first : at + 1])
        if len(where):
            ends = not separator[at]
            sep = counts[chars.page[at] - 1] if ends else chars.index[at]
            rows.append((first + int(where[0]), first + int(where[-1]) + 1, int(sep),
                         int(not ends and chars.hyphen[at])))  # fmt: skip
        first = at + 1
    return rows


def _uprights(chars: Chars, ink: Bools, start: Ints, stop: Ints) -> Bools:
    out = np.ones(len(start), bool)
    alone = np.zeros(len(start), bool)
    for i, (a, b) in enumerate(zip(start.tolist(), stop.tolist(), strict=True)):
        at = chars.origin[a:b][ink[a:b]]
        moves = np.abs(np.diff(at, axis=0)).sum(0)
        alone[i] = len(at) < 2
        out[i] = moves[0] >= moves[1]
    if (~alone).any() and out[~alone].mean() < 0.5:
        out[alone] = False
    return out
