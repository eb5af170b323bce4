"""The glyphs of a line beside its text: where wide gaps are, and which words are bold or italic."""

from __future__ import annotations

import re
from functools import cached_property
from itertools import pairwise

import numpy as np

from rejoin.model import Chars, Floats, Ints, Lines

#: Emphasis of a glyph, as bits.
BOLD, ITALIC = 1, 2
#: Weight from which a font is bold, where PDFium knows it.
BOLD_WEIGHT = 600
#: Where more of the characters than this are heavy, it is no emphasis.
HEAVY_SHARE = 0.4
_BOLD = re.compile(
    r"bold|black|heavy|semibold|demi(?!ng)|cmbx|cmssbx|-bd|medi\b|sfbx|lmroman.*bold"
)
_ITALIC = re.compile(r"ital|obli|slant|kursiv|cmti|cmsl|sfti|-it\b|[a-z]it$")


class Glyphs:
    """The glyphs of a window of pages, looked up line by line.

    Parameters
    ----------
    chars : Chars
    lines : Lines
        Made of `chars`.
    """

    def __init__(self, chars: Chars, lines: Lines) -> None:
        self._chars, self._lines = chars, lines

    @cached_property
    def _styles(self) -> Ints:
        """Emphasis of each text object."""
        names = [name.partition("+")[2] or name for name in self._chars.fonts]
        by_font = np.array([_style(name.lower()) for name in names] or [0], np.uint8)
        runs = self._chars.runs
        style = by_font[runs.font]
        # PDFium guesses some weights, and calls whole books bold: only a difference says something
        heavy = runs.weight >= BOLD_WEIGHT
        length = np.bincount(self._chars.run, minlength=len(heavy))
        if (heavy * length).sum() < HEAVY_SHARE * length.sum():
            style = np.where(heavy, style | BOLD, style)
        return np.asarray(style)

    @property
    def emphatic(self) -> bool:
        """Whether any text object is bold or italic."""
        return bool(len(self._chars.runs.font)) and bool(self._styles.any())

    @cached_property
    def _emphatic_before(self) -> Ints:
        """How many emphatic glyphs stand before each row of the characters."""
        some = (self._styles[self._chars.run] > 0) & self._chars.ink
        return np.append(0, np.cumsum(some))

    @cached_property
    def _in_file_order(self) -> list[bool]:
        """Whether the characters of each page are in the order of the file."""
        index, start = self._chars.index, self._chars.page_start.tolist()
        return [bool((np.diff(index[a:b]) > 0).all()) for a, b in pairwise(start)]

    def _between(self, line: int) -> Ints:
        """Rows of the characters from a line's first to its last one in the file."""
        chars, lines = self._chars, self._lines
        page = int(lines.page[line])
        start, stop = chars.page_start[page : page + 2].tolist()
        index = chars.index[start:stop]
        # in the same type: otherwise the whole page is converted for every line
        ends = np.array([lines.first[line], lines.last[line] + 1], index.dtype)
        if self._in_file_order[page]:
            a, b = np.searchsorted(index, ends).tolist()
            return np.arange(start + a, start + b)
        return np.asarray(start + np.flatnonzero((index >= ends[0]) & (index < ends[1])))

    def _plain(self, line: int) -> bool:
        """Whether no glyph between the first and the last of a line is emphatic."""
        rows = self._between(line)
        some = self._emphatic_before
        return not len(rows) or bool((some[rows + 1] <= some[rows]).all())

    def _of(self, line: int) -> tuple[Ints, Ints] | None:
        """Rows of the glyphs of a line, and the place of each in its text.

        None where the two do not agree: pieces were put together, or accents composed.
        """
        chars, lines = self._chars, self._lines
        rows = self._between(line)
        code = chars.code[rows]
        rows = rows[~chars.line_end[rows] & (chars.ink[rows] | (code != 0x20) & (code != 0x3000))]
        text = lines.codes[lines.start[line] : lines.start[line + 1]]
        place = np.flatnonzero((text != 0x20) & (text != 0x3000))
        if len(place) != len(rows) or (text[place] != chars.code[rows]).any():
            return None
        return rows, place

    def pieces(self, line: int, gap: float) -> list[tuple[int, Floats]]:
        """Pieces of a line between gaps of at least `gap` h: where each starts, and its box.

        Returns
        -------
        list of (int, ndarray of float, shape (4,))
            Offset in the line's text and box in the frame of `Lines`.
        """
        whole = [(0, self._lines.box[:, line])]
        # in some fonts the boxes are those of the ink, and h is less than the type's height
        gap *= max(float(self._lines.h[line]), float(self._lines.size[line]))
        if self._lines.gap[line] < gap:
            return whole
        found = self._of(line)
        if found is None:
            return whole
        rows, place = found
        box = self._chars.box[:, rows]
        if self._lines.mirrored[line]:
            # numbers in it run the other way: pieces are told by where the glyphs stand
            box = np.stack([-box[2], box[1], -box[0], box[3]])
            turned = np.argsort(box[0], kind="stable")
            box, place = box[:, turned], place[turned]
        reach = np.maximum.accumulate(box[2])
        wide = box[0, 1:] - reach[:-1] >= gap
        first = np.append(0, np.flatnonzero(wide) + 1)
        low = np.minimum.reduceat(box[:2], first, axis=1)
        high = np.maximum.reduceat(box[2:], first, axis=1)
        at = np.minimum.reduceat(place, first)
        if (np.diff(at) < 0).any():
            return whole
        return list(zip(at.tolist(), np.concatenate([low, high]).T, strict=True))

    def emphasis(self, line: int) -> Ints | None:
        """Emphasis of each character of a line's text; None where it cannot be told."""
        length = int(self._lines.start[line + 1] - self._lines.start[line])
        found = None if self._plain(line) else self._of(line)
        if found is None or not len(found[0]):
            return np.zeros(length, np.uint8) if self._plain(line) else None
        rows, place = found
        # a blank is as the glyph before it
        owner = np.maximum(np.searchsorted(place, np.arange(length), side="right") - 1, 0)
        return np.asarray(self._styles[self._chars.run[rows]][owner])


def _style(name: str) -> int:
    return BOLD * bool(_BOLD.search(name)) | ITALIC * bool(_ITALIC.search(name))
