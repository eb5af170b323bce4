"""The objects of a page: its texts and the areas that may be their ground or cover.

The Python twin of the walk in `_bulk.c`, for the reader without a compiler.
"""

from __future__ import annotations

import ctypes
from codecs import BOM_UTF16_BE
from typing import Any

import numpy as np
import pypdfium2.raw as pdfium

#: The C struct ``thing``: a text object, or an area that may be its ground or cover.
THING = np.dtype([("object", "u8"), ("box", "f4", 4), ("colour", "u4"), ("kind", "i4")])
#: Kinds of page objects, as PDFium numbers them.
TEXT, PATH, IMAGE, FORM = 1, 2, 3, 5
#: What is said of a text besides its kind: less than half of it lies within its clipping paths; it
#: belongs to an optional layer; other text stands for it that PDFium does not give whole; nothing
#: stands for it; it is part of a form, which may belong to an optional layer.
CLIPPED, LAYER, REPLACED, EMPTY, INNER = 16, 32, 64, 128, 256
#: Smallest width and height, in points, of what can be a ground or a cover of text.
SMALLEST = 3.0
#: Text with so much of each colour may be white on white.
PALE = 240
#: Forms within forms that are followed.
DEEPEST = 48
#: Bytes of a replacement that are looked at; longer ones count as not given whole.
_LONGEST = 256

Box = tuple[float, float, float, float]
Matrix = tuple[float, float, float, float, float, float]
UPRIGHT: Matrix = (1, 0, 0, 1, 0, 0)
EVERYWHERE: Box = (-1e30, -1e30, 1e30, 1e30)


class Walk:
    """One walk over a page, in the order of painting.

    Parameters
    ----------
    page : FPDF_PAGE
    """

    def __init__(self, page: Any) -> None:
        self._found: list[tuple[int, Box, int, int]] = []
        self._wanted = False
        #: Number of paths, pictures and shadings.
        self.painted = 0
        for i in range(pdfium.FPDFPage_CountObjects(page)):
            if one := pdfium.FPDFPage_GetObject(page, i):
                self._object(one, UPRIGHT, EVERYWHERE, 0, 0)

    def rows(self) -> Any:
        """Rows of `THING`; none where the page has nothing to say of texts or areas."""
        return np.array(self._found if self._wanted else [], THING)

    def _object(self, one: Any, matrix: Matrix, clip: Box, said: int, depth: int) -> None:
        kind = pdfium.FPDFPageObj_GetType(one)
        self.painted += kind not in (TEXT, FORM)
        if kind == PATH and not _filled(one):
            return
        bounds = _floats(pdfium.FPDFPageObj_GetBounds, one)
        if bounds is None:
            return
        box = _transform(bounds, matrix)
        seen = _narrow(_transform(_clip(one), matrix), clip)
        said |= _marks(one)
        if kind == FORM:
            self._form(one, matrix, seen, said, depth + 1)
            return
        seen = _narrow(seen, box)
        wide, high = seen[2] - seen[0], seen[3] - seen[1]
        if kind == TEXT:
            if 2 * wide < box[2] - box[0] or 2 * high < box[3] - box[1]:
                said |= CLIPPED
            colour = _colour(one)
            self._wanted |= bool(said) or pale(colour)
        elif not (wide >= SMALLEST and high >= SMALLEST):
            return
        else:
            self._wanted = True
        address = ctypes.cast(one, ctypes.c_void_p).value or 0
        self._found.append((address, box if kind == TEXT else seen, _colour(one), kind | said))

    def _form(self, one: Any, matrix: Matrix, seen: Box, said: int, depth: int) -> None:
        inner = pdfium.FS_MATRIX(1, 0, 0, 1, 0, 0)
        if depth > DEEPEST or not pdfium.FPDFPageObj_GetMatrix(one, inner):
            return
        own = _times((inner.a, inner.b, inner.c, inner.d, inner.e, inner.f), matrix)
        for i in range(pdfium.FPDFFormObj_CountObjects(one)):
            if part := pdfium.FPDFFormObj_GetObject(one, i):
                self._object(part, own, seen, said | INNER, depth)


def pale(colour: int) -> bool:
    """Whether a colour (0xRRGGBBAA) is nearly white."""
    return min(colour >> 24, colour >> 16 & 0xFF, colour >> 8 & 0xFF) >= PALE


def _floats(function: Any, one: Any) -> Box | None:
    values = [ctypes.c_float() for _ in range(4)]
    if not function(one, *values):
        return None
    left, bottom, right, top = (v.value for v in values)
    return left, bottom, right, top


def _filled(path: Any) -> bool:
    fill, stroke = ctypes.c_int(), ctypes.c_int()
    return bool(pdfium.FPDFPath_GetDrawMode(path, fill, stroke)) and fill.value != 0


def _colour(one: Any) -> int:
    """Fill colour as 0xRRGGBBAA."""
    rgba = [ctypes.c_uint() for _ in range(4)]
    pdfium.FPDFPageObj_GetFillColor(one, *rgba)
    return int.from_bytes(bytes(part.value & 0xFF for part in rgba), "big")


def _clip(one: Any) -> Box:
    """The box that an object's clipping paths leave, in the object's own space."""
    clip = pdfium.FPDFPageObj_GetClipPath(one)
    out, x, y = EVERYWHERE, ctypes.c_float(), ctypes.c_float()
    for path in range(pdfium.FPDFClipPath_CountPaths(clip) if clip else 0):
        points = []
        for k in range(pdfium.FPDFClipPath_CountPathSegments(clip, path)):
            segment = pdfium.FPDFClipPath_GetPathSegment(clip, path, k)
            if pdfium.FPDFPathSegment_GetPoint(segment, x, y):
                points.append((x.value, y.value))
        if points:
            out = _narrow(out, _around(points))
    return out


def _around(points: list[tuple[float, float]]) -> Box:
    xs, ys = zip(*points, strict=True)
    # a coordinate that is no number is passed over: it is neither less nor more than any
    return min(1e30, *xs), min(1e30, *ys), max(-1e30, *xs), max(-1e30, *ys)


def _transform(box: Box, m: Matrix) -> Box:
    if m == UPRIGHT:
        return _around([(box[0], box[1]), (box[2], box[3])])
    # rounded to single precision at each step, as the reader in C has it
    a, b, c, d, e, f = np.array(m, np.float32)
    x, y = np.array([box[0::2] * 2, (box[1], box[1], box[3], box[3])], np.float32)
    with np.errstate(over="ignore", invalid="ignore"):
        return _around(np.stack([a * x + c * y + e, b * x + d * y + f], axis=1).tolist())


def _times(m: Matrix, n: Matrix) -> Matrix:
    (a, b, c, d, e, f), (p, q, r, s, t, u) = np.array([m, n], np.float32)
    with np.errstate(over="ignore", invalid="ignore"):
        out = (a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s,
               e * p + f * r + t, e * q + f * s + u)  # fmt: skip
    one, two, three, four, five, six = (float(value) for value in out)
    return one, two, three, four, five, six


def _narrow(box: Box, by: Box) -> Box:
    return max(box[0], by[0]), max(box[1], by[1]), min(box[2], by[2]), min(box[3], by[3])


def _marks(one: Any) -> int:
    said = 0
    for k in range(pdfium.FPDFPageObj_CountMarks(one)):
        mark = pdfium.FPDFPageObj_GetMark(one, k)
        if mark:
            said |= LAYER * (mark_name(mark) == "OC")
            said |= _text_says(mark_bytes(mark, b"ActualText"))
    return said


def _text_says(text: bytes | None) -> int:
    """Whether other text is nothing, or text that PDFium does not give whole (from U+FFFD on)."""
    if text is None:
        return 0
    if text in (b"", BOM_UTF16_BE):
        return EMPTY
    if len(text) > _LONGEST:
        return REPLACED
    if not text.startswith(BOM_UTF16_BE):
        return 0
    units = zip(text[2::2], text[3::2], strict=False)
    return REPLACED * any(a & 0xF8 == 0xD8 or (a == 0xFF and b >= 0xFD) for a, b in units)


def mark_name(mark: Any) -> str:
    """Name of a mark; empty if it is long."""
    name, size = (ctypes.c_ushort * 8)(), ctypes.c_ulong()
    known = pdfium.FPDFPageObjMark_GetName(mark, name, ctypes.sizeof(name), size)
    return "".join(map(chr, name)).rstrip("\0") if known else ""


def mark_bytes(mark: Any, key: bytes) -> bytes | None:
    """One of a mark's strings as it stands in the file; None without."""
    if pdfium.FPDFPageObjMark_GetParamValueType(mark, key) != pdfium.FPDF_OBJECT_STRING:
        return None
    size = ctypes.c_ulong()
    pdfium.FPDFPageObjMark_GetParamBlobValue(mark, key, None, 0, size)
    text = (ctypes.c_ubyte * max(1, size.value))()
    pdfium.FPDFPageObjMark_GetParamBlobValue(mark, key, text, size.value, size)
    return bytes(text[: size.value])
