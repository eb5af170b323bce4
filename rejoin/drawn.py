"""Whether text can be seen: the page is drawn with it and without it.

Drawing costs as much as reading a dozen pages, so it is only asked about text that is doubtful
after a look at the objects around it (`rejoin.visible`).
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pypdfium2.raw as pdfium

from rejoin._walk import DEEPEST, FORM, TEXT
from rejoin.model import Bools, Floats, Ints
from rejoin.source import LOCK, Handle

#: Longer side of the picture, in pixels: some 1.3 a point on ordinary paper.
SIDE = 1000
#: Largest number of pixels a point, for pages with tiny coordinates.
FINEST = 20.0
#: Difference of a colour, of 255, from which ink can be told from its ground.
CONTRAST = 12
#: Times that a page is drawn at most, for texts that lie over each other.
ROUNDS = 5


def unseen(handle: Handle, page: int, rows: Ints, box: Floats) -> Bools:
    """Which texts make no difference to the page.

    Parameters
    ----------
    handle : Handle
    page : int
        From 0.
    rows : ndarray of int
        The texts, counted among the page's text objects in the order of painting.
    box : ndarray of float, shape (k, 4)
        Their boxes in PDF user space.
    """
    out = np.zeros(len(rows), np.bool_)
    with LOCK:
        opened = pdfium.FPDF_LoadPage(handle.raw, page)
        if not opened:
            return out
        try:
            texts = list(text_objects(opened))
            if len(rows) and int(rows.max()) < len(texts):
                _compare(opened, [texts[k] for k in rows.tolist()], box, out)
        finally:
            pdfium.FPDF_ClosePage(opened)
    return out


def _compare(page: Any, texts: Sequence[Any], box: Floats, out: Bools) -> None:
    size = _size(page)
    areas = np.array([_pixels(page, size, one) for one in box.tolist()])
    # only the part of the page that the texts lie in is drawn
    view = (*areas[:, :2].min(axis=0).tolist(), *areas[:, 2:].max(axis=0).tolist())
    areas -= [*view[:2], *view[:2]]
    before = _draw(page, size, view)
    for some in _rounds(areas.tolist()):
        for k in some:
            pdfium.FPDFPageObj_SetIsActive(texts[k], False)
        after = _draw(page, size, view)
        changed = np.abs(after.astype(np.int16) - before).max(axis=2) >= CONTRAST
        for k in some:
            pdfium.FPDFPageObj_SetIsActive(texts[k], True)
            left, top, right, bottom = areas[k].tolist()
            out[k] = not changed[top:bottom, left:right].any()


def _rounds(areas: Sequence[Sequence[int]]) -> list[list[int]]:
    """Texts by rounds, so that those of a round do not lie over each other."""
    rounds: list[list[int]] = []
    taken: list[Any] = []
    width, height = (max((area[k] for area in areas), default=0) for k in (2, 3))
    for k, (left, top, right, bottom) in enumerate(areas):
        free = (r for r, mask in enumerate(taken) if not mask[top:bottom, left:right].any())
        r = next(free, len(taken))
        if r == ROUNDS:
            continue  # not asked, so it stays
        if r == len(taken):
            rounds.append([])
            taken.append(np.zeros((height, width), np.bool_))
        rounds[r].append(k)
        taken[r][top:bottom, left:right] = True
    return rounds


def _size(page: Any) -> tuple[int, int]:
    """Width and height of the picture."""
    width, height = pdfium.FPDF_GetPageWidthF(page), pdfium.FPDF_GetPageHeightF(page)
    scale = min(FINEST, SIDE / max(width, height, 1e-3))
    return max(1, round(width * scale)), max(1, round(height * scale))


def _draw(page: Any, size: tuple[int, int], view: tuple[int, ...]) -> Any:
    """Part of the page on white, array of bytes (height, width, 3)."""
    left, top, right, bottom = view
    out = np.full((bottom - top, right - left, 4), 255, np.uint8)
    bitmap = pdfium.FPDFBitmap_CreateEx(
        right - left,
        bottom - top,
        pdfium.FPDFBitmap_BGRx,
        out.ctypes.data_as(ctypes.c_void_p),
        4 * (right - left),
    )
    pdfium.FPDF_RenderPageBitmap(bitmap, page, -left, -top, *size, 0, 0)
    pdfium.FPDFBitmap_Destroy(bitmap)
    return out[..., :3]


def _pixels(page: Any, size: tuple[int, int], box: Sequence[float]) -> tuple[int, int, int, int]:
    """Left, top, right, bottom of a box in the picture, within it."""
    x, y = ctypes.c_int(), ctypes.c_int()
    xs, ys = [], []
    for a, b in ((box[0], box[1]), (box[2], box[3])):
        a, b = (min(max(v, -1e5), 1e5) for v in (a, b))
        pdfium.FPDF_PageToDevice(page, 0, 0, *size, 0, a, b, x, y)
        xs.append(min(max(x.value, 0), size[0]))
        ys.append(min(max(y.value, 0), size[1]))
    return min(xs), min(ys), max(xs) + 1, max(ys) + 1


def text_objects(page: Any) -> Iterator[Any]:
    """Text objects of a page in the order of painting, as the reader lists them."""
    for i in range(pdfium.FPDFPage_CountObjects(page)):
        if one := pdfium.FPDFPage_GetObject(page, i):
            yield from _texts(one, 0)


def _texts(one: Any, depth: int) -> Iterator[Any]:
    kind = pdfium.FPDFPageObj_GetType(one)
    if kind == TEXT:
        yield one
    elif kind == FORM and depth < DEEPEST:
        for i in range(pdfium.FPDFFormObj_CountObjects(one)):
            if part := pdfium.FPDFFormObj_GetObject(one, i):
                yield from _texts(part, depth + 1)
