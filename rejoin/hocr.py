"""What Tesseract says of a page (hOCR) as lines of symbols with boxes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple
from xml.etree import ElementTree

#: Classes of elements that are lines.
_LINES = {"ocr_line", "ocr_header", "ocr_textfloat", "ocr_caption"}
#: Words that Tesseract believes in less than this (of 100) are specks and pieces of pictures.
LEAST_CONFIDENCE = 15.0
#: Gap, in sizes of the line, at which a line is cut. Tesseract takes cells of a table for one
#: line; what stays closer than columns do is put together again with the lines of all other pages.
CELL_GAP = 1.0
#: Distance of the baselines of two lines within a cell, in sizes of the line (1.3 in text set with
#: the usual leading; rows of a table have room between them).
PITCH = 0.7, 1.5
#: How far words may stray from a grid of equal characters, in its steps, to be of fixed pitch;
#: words that a line must have to tell. (Proportional type strays by half a step and more.)
FIXED_STRAY, FIXED_WORDS = 0.2, 4


class Symbol(NamedTuple):
    """A character: code point, left, top, right, bottom (pixels, y down), confidence (0 to 1).

    A blank between words has no box and confidence 1.
    """

    code: int
    box: tuple[float, float, float, float]
    confidence: float


@dataclass(frozen=True)
class OcrLine:
    """A line.

    Attributes
    ----------
    symbols : list of Symbol
    baseline : float
        Height of the baseline at the middle of the line, pixels down.
    slope : float
        How far the baseline falls for each pixel to the right.
    size : float
        Height from the descenders to the ascenders, pixels.
    fixed : bool
        The characters stand on a grid.
    """

    symbols: list[Symbol]
    baseline: float
    slope: float
    size: float
    fixed: bool

    @property
    def left(self) -> float:
        """Left edge, pixels."""
        return self.symbols[0].box[0]

    @property
    def right(self) -> float:
        """Right edge, pixels."""
        return self.symbols[-1].box[2]


def parse(text: str) -> list[OcrLine]:
    """Lines of one page in Tesseract's order, but the lines of a table's cell together."""
    root = ElementTree.fromstring(text)
    found = (_parts(item) for item in root.iter() if item.get("class") in _LINES)
    return list(_cell_by_cell([parts for parts in found if parts]))


def _parts(item: ElementTree.Element) -> list[OcrLine]:
    """A line of Tesseract's, cut where cells of a table stand side by side."""
    title = _properties(item)
    words = [word for part in item.iter() if (word := _word(part))]
    if not words or "bbox" not in title:
        return []
    left, top, _, bottom = title["bbox"][:4]
    slope, offset = title.get("baseline", [0.0, 0.0])[:2]
    size = max(title.get("x_size", [bottom - top])[0], 1.0)
    parts = []
    for part in _cut(words, size):
        symbols: list[Symbol] = []
        for word in part:
            if symbols:
                symbols.append(Symbol(0x20, (0.0, 0.0, 0.0, 0.0), 1.0))
            symbols += word
        middle = (symbols[0].box[0] + symbols[-1].box[2]) / 2
        base = bottom + offset + slope * (middle - left)
        parts.append(OcrLine(symbols, base, slope, size, _is_fixed(part)))
    return parts


def _cut(words: list[list[Symbol]], size: float) -> Iterator[list[list[Symbol]]]:
    """Words of a line, parted where a gap may lie between columns."""
    first = 0
    for i, (a, b) in enumerate(pairwise(words), 1):
        if b[0].box[0] - a[-1].box[2] > CELL_GAP * size:
            yield words[first:i]
            first = i
    yield words[first:]


def _cell_by_cell(lines: list[list[OcrLine]]) -> Iterator[OcrLine]:
    """The lines in order; where cells of one row have several lines, one cell after the other.

    Tesseract reads a row of a table line by line, across its cells. A line below that continues
    some of the cells, but not all (else it may be the next row), belongs to the row.
    """
    i = 0
    while i < len(lines):
        cells, above = [[part] for part in lines[i]], lines[i]
        i += 1
        while i < len(lines) and len(lines[i]) < len(cells):
            pitch = (lines[i][0].baseline - above[0].baseline) / above[0].size
            places = [_column(part, cells) for part in lines[i]]
            if not PITCH[0] < pitch < PITCH[1] or None in places:
                break
            for place, part in zip(places, lines[i], strict=True):
                cells[place or 0].append(part)
            above = lines[i]
            i += 1
        yield from (part for cell in cells for part in cell)


def _column(part: OcrLine, cells: list[list[OcrLine]]) -> int | None:
    """The cell that a piece of a line continues: it starts where that does, or is centred."""
    left, right = part.left, part.right
    for i, cell in enumerate(cells):
        room = cells[i + 1][0].left if i + 1 < len(cells) else float("inf")
        near = min(abs(left - cell[0].left), abs(right - cell[0].right))
        hangs = cell[0].left < left < cell[0].right
        if right < room and (near <= part.size or hangs):
            return i
    return None


def _word(item: ElementTree.Element) -> list[Symbol] | None:
    if item.get("class") != "ocrx_word":
        return None
    title = _properties(item)
    if title.get("x_wconf", [100.0])[0] < LEAST_CONFIDENCE:
        return None
    return list(_symbols(item)) or None


def _symbols(word: ElementTree.Element) -> Iterator[Symbol]:
    for item in word.iter():
        if item.get("class") != "ocrx_cinfo" or not item.text:
            continue
        title = _properties(item)
        box = title.get("x_bboxes", [0.0] * 4)
        sure = title.get("x_conf", [0.0])[0] / 100
        for char in item.text.strip():
            yield Symbol(ord(char), (box[0], box[1], box[2], box[3]), max(0.0, min(sure, 1.0)))


def _is_fixed(words: list[list[Symbol]]) -> bool:
    """Whether the starts of words stand on a grid whose step is a character and its gap."""
    starts = [word[0].box[0] for word in words]
    counts = [len(word) + 1 for word in words]
    if len(words) < FIXED_WORDS:
        return False
    steps = [(b - a) / n for (a, b), n in zip(pairwise(starts), counts, strict=False)]
    step = (starts[-1] - starts[0]) / sum(counts[:-1])
    strays = (abs(s - step) * n for s, n in zip(steps, counts, strict=False))
    return step > 0 and max(strays) <= FIXED_STRAY * step


def _properties(item: ElementTree.Element) -> dict[str, list[float]]:
    """Numbers in the title of an element, by name."""
    out = {}
    for part in item.get("title", "").split(";"):
        name, *values = part.split()
        if values and all(re.fullmatch(r"-?[\d.]+(e-?\d+)?", value) for value in values):
            out[name] = [float(value) for value in values]
    return out
