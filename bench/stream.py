"""A PDF as PDFium sees it: every character, in PDFium's order, and the visual lines.

Reads through `pypdfium2.raw` alone, so that the labels never depend on the code they judge.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from contextlib import contextmanager
from ctypes import byref, c_double
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import pypdfium2 as pdfium
import pypdfium2.raw as raw
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

#: Code points for which PDFium is asked whether they are a hyphen at a line end.
HYPHENS = (0x02, 0x2D, 0xAD, 0xFFFE)
#: White space above U+0020 (and U+200B and the byte order mark, which leave no ink either).
BLANKS = (0x85, 0xA0, 0x1680, *range(0x2000, 0x200C), 0x2028, 0x2029, 0x202F, 0x205F, 0x2060,
          0x3000, 0xFEFF)  # fmt: skip


@dataclass(frozen=True)
class Chars:
    """Characters in PDFium's order; a pair of surrogates is one character.

    Attributes
    ----------
    code
        Code points; a hyphen that PDFium marked is U+002D.
    page
        Page of each, counted from 1.
    index
        Index in PDFium's list of the page.
    box
        Left, bottom, right, top of the ink in points, the page's rotation removed.
    origin
        Where the glyph was placed, the page's rotation removed.
    generated
        PDFium made the character up.
    hyphen
        PDFium marked it as a hyphen at a line end.
    """

    code: Ints
    page: Ints
    index: Ints
    box: Floats
    origin: Floats
    generated: Bools
    hyphen: Bools

    def __len__(self) -> int:
        return len(self.code)

    @cached_property
    def ink(self) -> Bools:
        """Which characters leave ink (glyphs that were given control codes too)."""
        wide = (self.box[:, 2] > self.box[:, 0]) & ~np.isin(self.code, (0x09, 0x0A, 0x0D, 0x20))
        shown = (self.code > 0x20) & ~np.isin(self.code, BLANKS)
        return (shown | ((self.code < 0x20) & wide)) & ~self.generated

    def text(self, start: int, stop: int) -> str:
        """Characters of a range as a string, control characters left out."""
        return "".join(chr(c) for c in self.code[start:stop].tolist() if c >= 0x20 or c == 0x09)


@contextmanager
def opened(source: Path | bytes) -> Iterator[pdfium.PdfDocument]:
    """Open a PDF for the length of a block."""
    pdf = pdfium.PdfDocument(source)
    try:
        yield pdf
    finally:
        pdf.close()


def read_chars(source: Path | bytes) -> tuple[Chars, Ints]:
    """Read the characters of a PDF.

    Returns
    -------
    Chars
        The characters of all pages.
    ndarray
        How many characters PDFium counts on each page.
    """
    with opened(source) as pdf:
        pages = [_read_page(pdf, number) for number in range(len(pdf))]
    columns = zip(*(page for page, _ in pages), strict=True)
    chars = Chars(*(np.concatenate(column) for column in columns))
    return chars, np.array([count for _, count in pages], np.int64)


def _read_page(pdf: pdfium.PdfDocument, number: int) -> tuple[tuple[Any, ...], int]:
    page = pdf[number]
    text = page.get_textpage()
    try:
        count = int(raw.FPDFText_CountChars(text.raw))
        code = [raw.FPDFText_GetUnicode(text.raw, i) for i in range(count)]
        return _columns(np.array(code, np.int64), text.raw, page, number + 1), count
    finally:
        text.close()
        page.close()


def _columns(code: Ints, text: Any, page: pdfium.PdfPage, number: int) -> tuple[Any, ...]:
    blank = (code <= 0x20) | np.isin(code, BLANKS)
    generated = _asked(raw.FPDFText_IsGenerated, text, blank)
    hyphen = _asked(raw.FPDFText_IsHyphen, text, np.isin(code, HYPHENS))
    code[hyphen] = 0x2D
    box, origin = _unrotated(*_geometry(text, len(code)), page)
    keep = _paired(code)
    columns = code, np.full(len(code), number), np.arange(len(code)), box, origin, generated, hyphen
    return tuple(column[keep] for column in columns)


def _paired(code: Ints) -> Bools:
    """Put surrogates together, in place; say which characters remain.

    In a right-to-left line PDFium returns the second half first.
    """
    keep = np.ones(len(code), bool)
    for first, second in ((0xD800, 0xDC00), (0xDC00, 0xD800)):
        at = np.flatnonzero((code[:-1] & ~0x3FF == first) & (code[1:] & ~0x3FF == second))
        high, low = (at, at + 1) if first == 0xD800 else (at + 1, at)
        code[at] = 0x10000 + ((code[high] & 0x3FF) << 10) + (code[low] & 0x3FF)
        code[at + 1] = 0
        keep[at + 1] = False
    return keep


def _asked(function: Any, text: Any, which: Bools) -> Bools:
    answer = np.zeros(len(which), bool)
    where = np.flatnonzero(which)
    answer[where] = [function(text, i) == 1 for i in where.tolist()]
    return answer


def _geometry(text: Any, count: int) -> tuple[Floats, Floats]:
    a, b, c, d = c_double(), c_double(), c_double(), c_double()
    pa, pb, pc, pd = byref(a), byref(b), byref(c), byref(d)
    rows = array("d")
    for i in range(count):
        raw.FPDFText_GetCharBox(text, i, pa, pb, pc, pd)
        rows.extend((a.value, c.value, b.value, d.value))
        raw.FPDFText_GetCharOrigin(text, i, pa, pb)
        rows.extend((a.value, b.value))
    table = np.array(rows).reshape(-1, 6)
    return table[:, :4], table[:, 4:]


def _unrotated(box: Floats, origin: Floats, page: pdfium.PdfPage) -> tuple[Floats, Floats]:
    turns = page.get_rotation() // 90
    x0, y0, x1, y1 = page.get_mediabox()
    for turn in range(turns):
        width = (y1 - y0) if turn % 2 else (x1 - x0)
        left, bottom, right, top = box.T
        box = np.stack([bottom, width - right, top, width - left], axis=1)
        origin = np.stack([origin[:, 1], width - origin[:, 0]], axis=1)
    return box, origin
