"""Pages that hold nothing but plain text and thin rules, told from the others at little cost.

Nearly every page is one, and nothing is to be said of its objects. They are asked all at once,
which takes a fraction of the time of a walk (`rejoin._walk`). For the reader without a compiler.
"""

from __future__ import annotations

import ctypes
from itertools import repeat
from typing import Any

import numpy as np

from rejoin._calls import area, function, of_each
from rejoin._walk import PALE, PATH, SMALLEST, TEXT

#: Coordinates up to this are real ones.
FAR = 1e30


def plain_paths(page: Any) -> int | None:
    """Number of paths on a page with nothing but plain text and thin rules; None for other pages.

    Parameters
    ----------
    page : FPDF_PAGE
    """
    handle = ctypes.cast(page, ctypes.c_void_p)
    count = range(function("FPDFPage_CountObjects")(handle))
    found = map(function("FPDFPage_GetObject"), repeat(handle), count)
    objects = [ctypes.c_void_p(one) for one in found if one]
    kind = of_each("FPDFPageObj_GetType", objects, np.int32)
    if not ((kind == TEXT) | (kind == PATH)).all():
        return None
    paths = [one for one, k in zip(objects, kind.tolist(), strict=True) if k == PATH]
    texts = [one for one, k in zip(objects, kind.tolist(), strict=True) if k == TEXT]
    return len(paths) if _thin(paths) and _plain(texts) else None


def _thin(paths: list[Any]) -> bool:
    """Whether paths are lines, or areas too small to be a ground or a cover."""
    fill, _ = area("fill").of_each("FPDFPath_GetDrawMode", paths)
    left, bottom, right, top = area("bounds").of_each("FPDFPageObj_GetBounds", paths)
    thin = (right - left < SMALLEST) | (top - bottom < SMALLEST)
    return bool(((fill == 0) | thin).all())


def _plain(texts: list[Any]) -> bool:
    """Whether texts are neither clipped nor marked nor pale."""
    if of_each("FPDFPageObj_CountMarks", texts, np.int32).any():
        return False
    clips = map(ctypes.c_void_p, map(function("FPDFPageObj_GetClipPath"), texts))
    if any(n > 0 for n in map(function("FPDFClipPath_CountPaths"), clips)):
        return False
    # what is no number is not within bounds either
    if not (np.abs(area("bounds").of_each("FPDFPageObj_GetBounds", texts)) < FAR).all():
        return False
    rgb = area("colour").of_each("FPDFPageObj_GetFillColor", texts)[:3]
    return not (rgb.min(axis=0, initial=255) >= PALE).any()
