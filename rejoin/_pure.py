"""The reader without a compiler: what `_bulk.c` does, one ctypes call at a time.

Slower, and equal to the bit (``tests/test_chars.py``).
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

import numpy as np
import pypdfium2.raw as pdfium

from rejoin._calls import area, holds, of_each, values
from rejoin._plain import plain_paths
from rejoin._walk import THING as THING
from rejoin._walk import Walk

#: PDFium's functions in the order of the C struct ``functions``.
FUNCTIONS = (
    "FPDFText_GetUnicode",
    "FPDFText_IsGenerated",
    "FPDFText_IsHyphen",
    "FPDFText_HasUnicodeMapError",
    "FPDFText_GetTextObject",
    "FPDFText_GetCharBox",
    "FPDFText_GetLooseCharBox",
    "FPDFText_GetFontSize",
    "FPDFText_GetFontWeight",
    "FPDFText_GetCharAngle",
    "FPDFText_GetMatrix",
    "FPDFText_GetFillColor",
    "FPDFTextObj_GetFont",
    "FPDFTextObj_GetTextRenderMode",
    "FPDFPageObj_GetMarkedContentID",
    "FPDF_LoadPage",
    "FPDF_ClosePage",
    "FPDFText_LoadPage",
    "FPDFText_ClosePage",
    "FPDFText_CountChars",
    "FPDF_GetPageBoundingBox",
    "FPDFPage_GetRotation",
    "FPDFFont_GetBaseFontName",
    "FPDFFont_GetFlags",
    "FPDFPage_CountObjects",
    "FPDFPage_GetObject",
    "FPDFFormObj_CountObjects",
    "FPDFFormObj_GetObject",
    "FPDFPageObj_GetType",
    "FPDFPageObj_GetBounds",
    "FPDFPageObj_GetMatrix",
    "FPDFPageObj_GetFillColor",
    "FPDFPath_GetDrawMode",
    "FPDFPageObj_GetClipPath",
    "FPDFClipPath_CountPaths",
    "FPDFClipPath_CountPathSegments",
    "FPDFClipPath_GetPathSegment",
    "FPDFPathSegment_GetPoint",
    "FPDFPageObj_CountMarks",
    "FPDFPageObj_GetMark",
    "FPDFPageObjMark_GetName",
    "FPDFPageObjMark_GetParamValueType",
    "FPDFPageObjMark_GetParamBlobValue",
)
#: The C struct ``run``.
RUN = np.dtype(
    [
        ("object", "u8"),
        ("font", "u8"),
        ("size", "f4"),
        ("angle", "f4"),
        ("matrix", "f4", 4),
        ("start", "i4"),
        ("weight", "i4"),
        ("mode", "i4"),
        ("mark", "i4"),
        ("colour", "u4"),
        ("font_row", "u4"),
    ]
)
#: The C struct ``font``: a font of a page; the name is cut off at 111 bytes.
FONT = np.dtype([("font", "u8"), ("page", "i4"), ("flags", "i4"), ("name", "S112")])
#: The C struct ``info``: what is known of a page besides its characters. `counted` is how many
#: PDFium has; `chars` how many of them were read.
INFO = np.dtype(
    [
        ("status", "i4"),
        ("chars", "i4"),
        ("runs", "i4"),
        ("rotation", "i4"),
        ("counted", "i4"),
        ("things", "i4"),
        ("painted", "i4"),
        ("doubled", "i4"),
        ("shown", "f4", 4),
    ]
)
#: Values of ``status``.
READ, NO_PAGE, NO_TEXT = 0, 1, 2
GENERATED, HYPHEN, MAP_ERROR = 1, 2, 4


def read_page(
    document: Any, number: int, most: int, space: Callable[[int], Any]
) -> tuple[Any, Any, Any, Any]:
    """Read page `number` (from 0).

    Parameters
    ----------
    document : FPDF_DOCUMENT
    number : int
    most : int
        So many characters are read at most.
    space : callable
        Returns the arrays to fill (those of `read`) for a number of characters.

    Returns
    -------
    info, runs, fonts, things : ndarray of `INFO` (one row), of `RUN`, of `FONT`, of `THING`
    """
    info, runs, fonts = np.zeros(1, INFO), np.empty(0, RUN), np.empty(0, FONT)
    things = np.empty(0, THING)
    page = pdfium.FPDF_LoadPage(document, number)
    if not page:
        info["status"] = NO_PAGE
        return info, runs, fonts, things
    box = pdfium.FS_RECTF()
    if not pdfium.FPDF_GetPageBoundingBox(page, box):
        box = pdfium.FS_RECTF(0, 792, 612, 0)
    info["shown"] = (box.left, box.bottom, box.right, box.top)
    info["rotation"] = pdfium.FPDFPage_GetRotation(page)
    text = pdfium.FPDFText_LoadPage(page)
    if text:
        counted = max(0, pdfium.FPDFText_CountChars(text))
        n = min(counted, most)
        runs = np.empty(n, RUN)
        arrays = space(n)
        count = read(text, n, *[*arrays, runs])
        info["doubled"] = _doubled(arrays[0], arrays[4])
        info["chars"], info["runs"], info["counted"] = n, count, counted
        runs = runs[:count].copy()
        fonts = _fonts(number, runs)
        painted = plain_paths(page)
        if painted is None:
            walk = Walk(page)
            things, painted = walk.rows(), walk.painted
        info["things"], info["painted"] = len(things), painted
        pdfium.FPDFText_ClosePage(text)
    else:
        info["status"] = NO_TEXT
    pdfium.FPDF_ClosePage(page)
    return info, runs, fonts, things


def _doubled(code: Any, box: Any) -> int:
    """How many glyphs have another one of their letter within about a point.

    A second copy of the text has many. A table that forgets is enough (the reader in C has one,
    too). The letter f is left out, as ligatures double it.
    """
    left, bottom, _, top = box
    known = (left >= 0) & (left < 65536) & (bottom >= 0) & (bottom < 65536)
    known &= (top > bottom) & (code != ord("f"))
    letter, x, y = (part[known].astype(np.uint64) for part in (code, left, bottom))
    key = letter << np.uint64(32) | x << np.uint64(16) | y // np.uint64(4)
    slot = (key * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(51)
    # each key is compared with the one that was in its slot before
    order = np.argsort(slot.astype(np.uint16), kind="stable")
    return int(np.count_nonzero(np.diff(key[order]) == 0))


def _fonts(number: int, runs: Any) -> Any:
    """Name and flags of each of the runs' fonts, in the order of their first runs.

    The runs are given the row of their font. (A font's address may be another font's on the next
    page.)
    """
    rows = list[tuple[int, int, int, bytes]]()
    pointers = runs["font"].tolist()
    places = {pointer: row for row, pointer in enumerate(dict.fromkeys(pointers))}
    runs["font_row"] = [places[pointer] for pointer in pointers]
    for pointer in places:
        name, flags = b"", 0
        if pointer:
            font = ctypes.cast(pointer, pdfium.FPDF_FONT)
            buffer = ctypes.create_string_buffer(FONT["name"].itemsize)
            pdfium.FPDFFont_GetBaseFontName(font, buffer, len(buffer) - 1)
            name, flags = buffer.value, pdfium.FPDFFont_GetFlags(font)
        rows.append((pointer, number, flags, name))
    return np.array(rows, FONT)


def read(
    page: Any,
    n: int,
    code: Any,
    flags: Any,
    tight: Any,
    loose: Any,
    box: Any,
    run_of: Any,
    runs: Any,
) -> int:
    """Fill the arrays with the `n` characters of a text page; return the number of runs.

    Parameters
    ----------
    page : FPDF_TEXTPAGE
    n : int
    code : ndarray of uint32, shape (n,)
    flags : ndarray of uint8, shape (n,)
    tight, loose, box : ndarray of float32, shape (4, n)
        Left, bottom, right, top in PDFium's page coordinates, points; `box` is the union.
    run_of : ndarray of int32, shape (n,)
    runs : ndarray of `RUN`, shape (n,)
    """
    if not n:
        return 0
    handle, every = ctypes.cast(page, ctypes.c_void_p), range(n)
    code[:] = values("FPDFText_GetUnicode", handle, every, np.uint32)
    owner = values("FPDFText_GetTextObject", handle, every, np.uint64)
    # Only blanks and line ends are ever generated, only U+0002 is ever a hyphen.
    flags[:] = 0
    blank = np.flatnonzero((code == 32) | (code == 13) | (code == 10))
    flags[blank[holds("FPDFText_IsGenerated", handle, blank)]] = GENERATED
    drawn = np.flatnonzero(flags == 0)
    hyphen = np.flatnonzero(code == 2)
    flags[hyphen[holds("FPDFText_IsHyphen", handle, hyphen)]] = HYPHEN
    flags[drawn[holds("FPDFText_HasUnicodeMapError", handle, drawn)]] |= MAP_ERROR
    tight[:], loose[:] = 0, 0
    tight[:, drawn] = area("edges").rows("FPDFText_GetCharBox", handle, drawn)
    left, top, right, bottom = area("rectangle").rows("FPDFText_GetLooseCharBox", handle, drawn)
    loose[:, drawn] = left, bottom, right, top
    box[:] = union(tight, loose)
    new = _new(owner)
    run_of[:] = np.cumsum(new) - 1
    start = np.flatnonzero(new)
    runs[: len(start)] = _runs(handle, start, owner[start])
    return len(start)


def _new(owner: Any) -> Any:
    """Where another text object begins; characters without one (0) belong to that before them."""
    new, known = np.zeros(len(owner), np.bool_), np.flatnonzero(owner)
    new[known] = np.diff(owner[known], prepend=np.uint64(0)) != 0
    return new


def _runs(handle: Any, start: Any, owner: Any) -> Any:
    """Rows of `RUN`: the properties that all characters of a text object share."""
    out, some = np.zeros(len(start), RUN), start.tolist()
    objects = [ctypes.c_void_p(pointer) for pointer in owner.tolist()]
    out["object"], out["start"] = owner, start
    out["font"] = of_each("FPDFTextObj_GetFont", objects, np.uint64)
    out["mode"] = of_each("FPDFTextObj_GetTextRenderMode", objects, np.int32)
    out["mark"] = of_each("FPDFPageObj_GetMarkedContentID", objects, np.int32)
    out["size"] = values("FPDFText_GetFontSize", handle, some, np.float64)
    out["angle"] = values("FPDFText_GetCharAngle", handle, some, np.float32)
    out["weight"] = values("FPDFText_GetFontWeight", handle, some, np.int32)
    out["matrix"] = area("matrix").rows("FPDFText_GetMatrix", handle, start)[:4].T
    red, green, blue, alpha = area("colour").rows("FPDFText_GetFillColor", handle, start)
    out["colour"] = red << 24 | green << 16 | blue << 8 | alpha
    return out


def union(a: Any, b: Any) -> Any:
    """Union of boxes of shape (4, n); an empty box adds nothing."""
    out = np.concatenate([np.minimum(a[:2], b[:2]), np.maximum(a[2:], b[2:])])
    no_a, no_b = ((box[2] <= box[0]) & (box[3] <= box[1]) for box in (a, b))
    out[:, no_b] = a[:, no_b]
    out[:, no_a] = b[:, no_a]
    return out
