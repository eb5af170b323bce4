"""The arrays of every step: shapes, dtypes and units on one screen.

All are frozen structs of arrays. Ragged levels are offsets of n + 1 entries, as in Arrow. Lengths
are points. Coordinates are PDF user space, y up, in the reading frame: text that stands on its side
or its head there (as on a page with /Rotate) is turned about the origin until it is upright
(`turn`), and under the default rules a right-to-left line is mirrored (`mirrored`), so that every
line starts at its left edge. `Lines.page_box` undoes both.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

Bools = NDArray[np.bool_]
Ints = NDArray[np.integer[Any]]
Floats = NDArray[np.floating[Any]]


@dataclass(frozen=True)
class Runs:
    """Text objects: what all characters of one share. Shape (r,) each."""

    #: Effective type size, points (float32).
    size: Floats
    #: 100 to 900, or -1 where PDFium does not know (int32).
    weight: Ints
    #: PDF text render mode, 3 = invisible (int32).
    mode: Ints
    #: Marked-content id, -1 without (int32).
    mark: Ints
    #: Fill colour as 0xRRGGBBAA (uint32).
    colour: Ints
    #: Clockwise angle of the text on the page as it is seen, radians (float32).
    angle: Floats
    #: Fixed-pitch font, by its flag or its name.
    fixed: Bools
    #: Index into `Chars.fonts` (int32).
    font: Ints


@dataclass(frozen=True)
class Chars:
    """Characters of a window of pages in PDFium's order. Shape (n,) unless said."""

    #: Code point (uint32). A blank or line end that PDFium made up counts as a character.
    code: Ints
    #: Union of tight and loose box: left, bottom, right, top (float32, shape (4, n)).
    box: Floats
    #: Loose box (advance by font height) and tight box (the glyph's ink) alone (as `box`).
    loose: Floats
    tight: Floats
    #: Has a box: everything but blanks, line ends and zero-size glyphs.
    ink: Bools
    #: PDFium ended a line here (the CR or LF it made up).
    line_end: Bools
    #: PDFium made the blank or line end up.
    generated: Bools
    #: A line-end hyphen as PDFium marks it.
    hyphen: Bools
    #: PDFium found no Unicode for the glyph.
    map_error: Bools
    #: Index in PDFium's list of the page's characters (int32).
    index: Ints
    #: Row of `runs` (int32).
    run: Ints
    #: Quarter turns clockwise of the text (uint8).
    turn: Ints
    #: Offsets of the pages (int64, shape (pages + 1,)).
    page_start: Ints
    #: Page widths and heights as seen (float32, shape (pages, 2)).
    page_size: Floats
    runs: Runs
    #: Base font names.
    fonts: tuple[str, ...]
    #: How sure OCR is of each character, 0 to 1 (float32); none where no page was read by OCR.
    confidence: Floats | None = None

    def __len__(self) -> int:
        return len(self.code)

    @cached_property
    def inked(self) -> Ints:
        """Rows of the characters with ink."""
        return np.flatnonzero(self.ink)

    @cached_property
    def inked_box(self) -> Floats:
        """Their boxes (shape (4, inked)): not to be written to."""
        return self.box.take(self.inked, axis=1)

    @cached_property
    def inked_rise(self) -> tuple[Floats, Floats]:
        """Bottom and top of their loose boxes: not to be written to."""
        return self.loose[1].take(self.inked), self.loose[3].take(self.inked)

    @cached_property
    def inked_start(self) -> Ints:
        """Offsets of the pages among them (shape (pages + 1,))."""
        return np.searchsorted(self.inked, self.page_start)


@dataclass(frozen=True)
class Lines:
    """Visual lines of a window of pages, in reading order. Shape (n,) unless said."""

    #: All lines' text, one after the other.
    text: str
    #: Offsets into `text` (int64, shape (n + 1,)).
    start: Ints
    #: Index of the page in the window (int32).
    page: Ints
    #: Union box: left, bottom, right, top (float32, shape (4, n)).
    box: Floats
    #: Median character height, the unit of every threshold (float32).
    h: Floats
    #: Height of the baseline (median bottom of the loose boxes, float32).
    base: Floats
    #: Largest gap between neighbouring boxes, points (float32).
    gap: Floats
    #: PDFium's lowest and highest index on its page of the inked characters (int32).
    first: Ints
    last: Ints
    #: The line ends in a hyphen that PDFium marked.
    hyphen: Bools
    #: Quarter turns clockwise of the text (uint8).
    turn: Ints
    #: Right-to-left line, its x coordinates negated.
    mirrored: Bools
    #: Font of the first and of the last glyph: any numbers, equal for equal fonts (int32, (2, n)).
    font: Ints
    #: Type size, points, and weight of the glyph in the middle (float32, int32; -1 unknown).
    size: Floats
    weight: Ints
    #: The glyph in the middle is of a fixed-pitch font.
    fixed: Bools
    #: Width of the first word and of the first glyph, and mean width of the spaces (float32).
    word: Floats
    glyph: Floats
    space: Floats
    #: A blank that stands in the file itself follows the last glyph.
    blank_end: Bools

    def __len__(self) -> int:
        return len(self.page)

    def __getitem__(self, i: int) -> str:
        """Text of line `i`."""
        return self.text[self.start[i] : self.start[i + 1]]

    @cached_property
    def codes(self) -> Ints:
        """Code points of `text` (uint32)."""
        return np.frombuffer(self.text.encode("utf-32-le"), "<u4")

    @cached_property
    def edge_codes(self) -> tuple[Ints, Ints]:
        """Code points of the first and the last character of each line (0 for an empty one)."""
        code = self.codes
        if not len(code):
            return np.zeros(len(self), np.uint32), np.zeros(len(self), np.uint32)
        some = np.diff(self.start) > 0
        at = np.minimum(self.start[:-1], len(code) - 1)
        return np.where(some, code[at], 0), np.where(some, code[self.start[1:] - 1], 0)

    @cached_property
    def texts(self) -> list[str]:
        """Text of every line."""
        start = self.start.tolist()
        return [self.text[a:b] for a, b in pairwise(start)]

    def rows(self, first: int, last: int) -> Lines:
        """Lines `first` to `last` (exclusive) as lines of their own."""
        start = self.start[first : last + 1]
        columns = {f.name: getattr(self, f.name)[..., first:last] for f in fields(self)[2:]}
        text = self.text[int(start[0]) : int(start[-1])]
        return Lines(text=text, start=start - start[0], **columns)

    def page_box(self) -> Floats:
        """Boxes in PDF user space: `box` with the mirroring and the turn undone."""
        left, bottom, right, top = self.box
        out = np.where(self.mirrored, np.stack([-right, bottom, -left, top]), self.box)
        for quarter in range(1, 4):
            these = self.turn == quarter
            if these.any():
                out[:, these] = rotate(out[:, these], -quarter)
        return out


@dataclass(frozen=True)
class Breaks:
    """Pairs of neighbouring lines, measured. Shape (m,) each; no threshold is applied here.

    Heights and widths are in h, the median character height of the line above, unless said.
    """

    #: Rows of `Lines` (int32).
    above: Ints
    below: Ints
    #: Height and width of the line above.
    tall: Floats
    width: Floats
    #: Bottom of the line above less that of the line below.
    pitch: Floats
    #: Difference of the character heights.
    height: Floats
    #: Horizontal overlap; negative when the lines lie side by side.
    overlap: Floats
    #: Largest gap inside each line, in that line's own h.
    gap_above: Floats
    gap_below: Floats
    #: Right edge of the line above, and the furthest right edge of its column: the lines of the
    #: page whose left edge is near (points).
    right: Floats
    column_right: Floats
    #: Left edge of the line below less that of the line above.
    left: Floats
    #: The line starts a list item.
    list_above: Bools
    list_below: Bools
    #: Both sides of the break are full-width characters.
    wide: Bools

    def __len__(self) -> int:
        return len(self.above)

    def rows(self, rows: slice, first_line: int = 0) -> Breaks:
        """Some rows, with `above` and `below` counted from `first_line`."""
        columns = {f.name: getattr(self, f.name)[rows] for f in fields(self)[2:]}
        return Breaks(self.above[rows] - first_line, self.below[rows] - first_line, **columns)


@dataclass(frozen=True)
class Decision:
    """What was decided for each row of `Breaks`. Shape (m,) each."""

    #: Bitmask of `rejoin.Reason`: the conditions that do not hold (uint16).
    failed: Ints
    #: The break is a soft wrap.
    joined: Bools
    #: How sure it is that the break is a soft wrap, 0 to 1 (float32).
    confidence: Floats

    def rows(self, rows: slice) -> Decision:
        """Some rows."""
        return Decision(self.failed[rows], self.joined[rows], self.confidence[rows])


#: Points beyond which a coordinate is no place on a page (the largest page is 14,400 wide). Squares
#: of it, and their sums, are numbers of single precision still.
FAR_OFF = 1e9


def finite(values: Floats) -> Floats:
    """Values with NaN, infinities and what is beyond `FAR_OFF` (a hostile file's) made harmless."""
    # the extremes are enough to know: NaN passes through both, and is never within bounds
    if not values.size or (values.min() >= -FAR_OFF and values.max() <= FAR_OFF):
        return values
    return np.clip(np.nan_to_num(values), -FAR_OFF, FAR_OFF)


def rotate(box: Floats, quarters: int) -> Floats:
    """Boxes (shape (4, n)) turned counter-clockwise about the origin by quarter turns."""
    left, bottom, right, top = box
    turned = (
        (left, bottom, right, top),
        (-top, left, -bottom, right),
        (-right, -top, -left, -bottom),
        (bottom, -right, top, -left),
    )[quarters % 4]
    return np.stack(turned)
