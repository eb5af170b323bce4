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


def parse(text: str) -> list[OcrLine]:
    """Lines of one page in Tesseract's order, those without a character left out."""
    root = ElementTree.fromstring(text)
    found = (_line(item) for item in root.iter() if item.get("class") in _LINES)
    return [line for line in found if line]


def _line(item: ElementTree.Element) -> OcrLine | None:
    title = _properties(item)
    words = [word for part in item.iter() if (word := _word(part))]
    if not words or "bbox" not in title:
        return None
    left, top, right, bottom = title["bbox"][:4]
    slope, offset = title.get("baseline", [0.0, 0.0])[:2]
    size = title.get("x_size", [bottom - top])[0]
    symbols: list[Symbol] = []
    for word in words:
        if symbols:
            symbols.append(Symbol(0x20, (0.0, 0.0, 0.0, 0.0), 1.0))
        symbols += word
    return OcrLine(
        symbols=symbols,
        baseline=bottom + offset + slope * (right - left) / 2,
        slope=slope,
        size=max(size, 1.0),
        fixed=_is_fixed(words),
    )


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
