"""Values of form fields and the text of annotations, which are no part of a page's own text."""

from __future__ import annotations

import ctypes
import re
from collections.abc import Callable, Iterator
from typing import Any

import pypdfium2.raw as pdfium

from rejoin.added import ADVANCE, LEADING, Piece
from rejoin.source import LOCK, Handle

#: Type size, in points, where a field leaves it to the viewer, and of the field's height.
LARGEST, OF_HEIGHT = 12.0, 0.7
#: How far text stands from a field's edge, in points.
EDGE = 2.0
#: Annotation flags: hidden, not to be seen on a screen.
_HIDDEN = pdfium.FPDF_ANNOT_FLAG_HIDDEN | pdfium.FPDF_ANNOT_FLAG_NOVIEW
#: Field flags: several lines, secret.
_LINES, _SECRET = 1 << 12, 1 << 13
_BOXES = (pdfium.FPDF_FORMFIELD_CHECKBOX, pdfium.FPDF_FORMFIELD_RADIOBUTTON)
_TEXTS = (
    pdfium.FPDF_FORMFIELD_TEXTFIELD,
    pdfium.FPDF_FORMFIELD_COMBOBOX,
    pdfium.FPDF_FORMFIELD_LISTBOX,
)
_SIZE = re.compile(r"([\d.]+)\s+Tf\b")


def values(handle: Handle, first: int, pages: int, *, hidden: bool = False) -> list[Piece]:
    """Values of fields and text of free-text annotations, line by line.

    Parameters
    ----------
    handle : Handle
    first, pages : int
        The first page, from 0, and how many.
    hidden : bool
        Whether hidden fields and annotations count, too.
    """
    out: list[Piece] = []
    with LOCK:
        info = pdfium.FPDF_FORMFILLINFO(version=2)
        form = pdfium.FPDFDOC_InitFormFillEnvironment(handle.raw, info)
        for number in range(first, first + pages):
            page = pdfium.FPDF_LoadPage(handle.raw, number)
            if page:
                for box, size, text, top in _annotations(form, page, hidden=hidden):
                    out.extend(_lines(number - first, box, size, text, top=top))
                pdfium.FPDF_ClosePage(page)
        if form:
            pdfium.FPDFDOC_ExitFormFillEnvironment(form)
    return out


Found = tuple[tuple[float, float, float, float], float, str, bool]


def _annotations(form: Any, page: Any, *, hidden: bool) -> Iterator[Found]:
    """Rectangle, type size, text, and whether it starts at the rectangle's top."""
    for i in range(pdfium.FPDFPage_GetAnnotCount(page)):
        one = pdfium.FPDFPage_GetAnnot(page, i)
        if not one:
            continue
        rect = pdfium.FS_RECTF()
        seen = hidden or not pdfium.FPDFAnnot_GetFlags(one) & _HIDDEN
        if seen and pdfium.FPDFAnnot_GetRect(one, rect):
            left, right = sorted((rect.left, rect.right))
            bottom, top = sorted((rect.bottom, rect.top))
            text, several = _content(form, one)
            size = _size(form, one, top - bottom, several=several)
            yield (left, bottom, right, top), size, text, several
        pdfium.FPDFPage_CloseAnnot(one)


def _content(form: Any, one: Any) -> tuple[str, bool]:
    """Text of an annotation, empty if it has none, and whether it may have several lines."""
    kind = pdfium.FPDFAnnot_GetSubtype(one)
    if kind == pdfium.FPDF_ANNOT_FREETEXT:
        return _string(one, b"Contents"), True
    if kind != pdfium.FPDF_ANNOT_WIDGET or not form:
        return "", False
    field, flags = (
        pdfium.FPDFAnnot_GetFormFieldType(form, one),
        pdfium.FPDFAnnot_GetFormFieldFlags(form, one),
    )
    if field in _BOXES:
        # the state that is shown; PDFium's own answer wants a complete appearance
        on = _string(one, b"AS") not in ("", "Off") or pdfium.FPDFAnnot_IsChecked(form, one)
        return "[x]" if on else "[ ]", False
    if field not in _TEXTS or (field == _TEXTS[0] and flags & _SECRET):
        return "", False
    value = _wide(lambda b, n: pdfium.FPDFAnnot_GetFormFieldValue(form, one, b, n))
    return value or _string(one, b"V"), field == _TEXTS[0] and bool(flags & _LINES)


def _string(one: Any, key: bytes) -> str:
    return _wide(lambda b, n: pdfium.FPDFAnnot_GetStringValue(one, key, b, n))


def _wide(ask: Callable[[Any, int], int]) -> str:
    """A string that PDFium gives as UTF-16 with a zero at its end."""
    length = ask(None, 0)
    if length <= 2:
        return ""
    buffer = (ctypes.c_ushort * (length // 2 + 1))()
    ask(buffer, length)
    return bytes(buffer)[: length - 2].decode("utf-16-le", "replace")


def _size(form: Any, one: Any, high: float, *, several: bool) -> float:
    value = ctypes.c_float()
    if form and pdfium.FPDFAnnot_GetFontSize(form, one, value) and value.value > 0:
        return min(float(value.value), max(high, 1.0))
    if found := _SIZE.search(_string(one, b"DA")):
        size = float(found[1]) if found[1].count(".") <= 1 and found[1] != "." else 0.0
        if size > 0:
            return min(size, max(high, 1.0))
    return min(LARGEST, max(LARGEST if several else OF_HEIGHT * high, 1.0))


def _lines(
    page: int, box: tuple[float, float, float, float], size: float, text: str, *, top: bool
) -> Iterator[Piece]:
    rows = [row.strip() for row in re.split(r"\r\n?|\n", text)]
    left, bottom, right, upper = box
    high = size * (1 + LEADING * (len(rows) - 1))
    inner = min(EDGE, (right - left) / 4)
    start = upper - EDGE if top and high + EDGE < upper - bottom else (upper + bottom + high) / 2
    for i, row in enumerate(rows):
        y = start - i * LEADING * size
        wide = min(ADVANCE * size * max(1, len(row)), max(right - left - inner, 0.1))
        yield Piece(page, row, (left + inner, y - size, left + inner + wide, y))
