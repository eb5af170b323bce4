"""The reader without a compiler: what `_bulk.c` does, one ctypes call at a time.

Slower by a factor of five or so, and equal to the bit (``tests/test_chars.py``).
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

import numpy as np
import pypdfium2.raw as pdfium

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
        ("unused", "u4"),
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
        ("shown", "f4", 4),
    ]
)
#: Values of ``status``.
READ, NO_PAGE, NO_TEXT = 0, 1, 2
GENERATED, HYPHEN, MAP_ERROR = 1, 2, 4


def read_page(
    document: Any, number: int, most: int, space: Callable[[int], Any]
) -> tuple[Any, Any, Any]:
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
    info, runs, fonts : ndarray of `INFO` (one row), of `RUN`, of `FONT`
    """
    info, runs, fonts = np.zeros(1, INFO), np.empty(0, RUN), np.empty(0, FONT)
    page = pdfium.FPDF_LoadPage(document, number)
    if not page:
        info["status"] = NO_PAGE
        return info, runs, fonts
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
        count = read(text, n, *[*space(n), runs])
        info["chars"], info["runs"], info["counted"] = n, count, counted
        runs = runs[:count].copy()
        fonts = _fonts(number, runs)
        pdfium.FPDFText_ClosePage(text)
    else:
        info["status"] = NO_TEXT
    pdfium.FPDF_ClosePage(page)
    return info, runs, fonts


def _fonts(number: int, runs: Any) -> Any:
    """Name and flags of each of the runs' fonts, in the order of their first runs."""
    rows = []
    for pointer in dict.fromkeys(runs["font"].tolist()):
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
    left, right, bottom, top = (ctypes.c_double() for _ in range(4))
    edges = [ctypes.byref(v) for v in (left, right, bottom, top)]
    rect = pdfium.FS_RECTF()
    rect_ref = ctypes.byref(rect)
    get_unicode, get_object = pdfium.FPDFText_GetUnicode, pdfium.FPDFText_GetTextObject
    get_box, get_loose = pdfium.FPDFText_GetCharBox, pdfium.FPDFText_GetLooseCharBox
    map_error = pdfium.FPDFText_HasUnicodeMapError
    tight_rows, loose_rows = [(0.0,) * 4] * n, [(0.0,) * 4] * n
    codes, marks, owner = [0] * n, bytearray(n), [-1] * n
    current, last = None, -1
    for i in range(n):
        codes[i] = c = get_unicode(page, i)
        obj = get_object(page, i)
        address = ctypes.cast(obj, ctypes.c_void_p).value
        if address and address != current:
            current, last = address, last + 1
            runs[last] = _run(page, i, obj, address)
        owner[i] = last
        # Only blanks and line ends are ever generated, only U+0002 is ever a hyphen.
        if c in (32, 13, 10) and pdfium.FPDFText_IsGenerated(page, i) == 1:
            marks[i] = GENERATED
            continue
        if c == 2 and pdfium.FPDFText_IsHyphen(page, i) == 1:
            marks[i] |= HYPHEN
        if map_error(page, i) == 1:
            marks[i] |= MAP_ERROR
        if get_box(page, i, *edges):
            tight_rows[i] = (left.value, bottom.value, right.value, top.value)
        if get_loose(page, i, rect_ref):
            loose_rows[i] = (rect.left, rect.bottom, rect.right, rect.top)
    code[:n], run_of[:n] = codes, owner
    flags[:n] = np.frombuffer(marks, np.uint8)
    if n:
        tight[:], loose[:] = np.array(tight_rows).T, np.array(loose_rows).T
        box[:] = union(tight, loose)
    return last + 1


def _run(page: Any, i: int, obj: Any, address: int) -> tuple[Any, ...]:
    """One row of `RUN`: the properties that all characters of a text object share."""
    matrix, rgba = pdfium.FS_MATRIX(), [ctypes.c_uint() for _ in range(4)]
    if not pdfium.FPDFText_GetMatrix(page, i, matrix):
        matrix = pdfium.FS_MATRIX()
    fill = 0
    if pdfium.FPDFText_GetFillColor(page, i, *rgba):
        for part in rgba:
            fill = fill << 8 | part.value
    return (
        address,
        ctypes.cast(pdfium.FPDFTextObj_GetFont(obj), ctypes.c_void_p).value or 0,
        pdfium.FPDFText_GetFontSize(page, i),
        pdfium.FPDFText_GetCharAngle(page, i),
        (matrix.a, matrix.b, matrix.c, matrix.d),
        i,
        pdfium.FPDFText_GetFontWeight(page, i),
        pdfium.FPDFTextObj_GetTextRenderMode(obj),
        pdfium.FPDFPageObj_GetMarkedContentID(obj),
        fill,
        0,
    )


def union(a: Any, b: Any) -> Any:
    """Union of boxes of shape (4, n); an empty box adds nothing."""
    out = np.concatenate([np.minimum(a[:2], b[:2]), np.maximum(a[2:], b[2:])])
    no_a, no_b = ((box[2] <= box[0]) & (box[3] <= box[1]) for box in (a, b))
    out[:, no_b] = a[:, no_b]
    out[:, no_a] = b[:, no_a]
    return out
