"""Calls of PDFium's functions character by character, as cheap as ctypes makes them.

Three things make such a call five times cheaper than one through pypdfium2's own wrappers, about
0.15 microseconds in place of 1: no declared argument types, whose conversion costs more than the
function; Python's lock is kept, because letting go of it for so short a call costs as much again;
and `map` calls without a bytecode of Python in between. Nothing checks the arguments here, so they
have to be what they are below: pointers as ctypes objects, and numbers that fit a C int.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import repeat
from typing import Any

import numpy as np
import pypdfium2.raw as pdfium

#: What the functions return, where that is no int.
_RETURNS: dict[str, Any] = {
    "FPDFText_GetUnicode": ctypes.c_uint,
    "FPDFText_GetTextObject": ctypes.c_size_t,
    "FPDFTextObj_GetFont": ctypes.c_size_t,
    "FPDFPage_GetObject": ctypes.c_size_t,
    "FPDFPageObj_GetClipPath": ctypes.c_size_t,
    "FPDFText_GetFontSize": ctypes.c_double,
    "FPDFText_GetCharAngle": ctypes.c_float,
}
#: Rows of an `Area`: a page's characters go through it in pieces of so many.
ROWS = 512


@cache
def function(name: str) -> Callable[..., Any]:
    """Return one of PDFium's functions, without argument types and without releasing the lock."""
    pointer = ctypes.cast(getattr(pdfium, name), ctypes.c_void_p).value
    untyped: Callable[..., Any] = ctypes.PYFUNCTYPE(_RETURNS.get(name, ctypes.c_int))(pointer or 0)
    return untyped


def values(name: str, page: Any, at: Sequence[int], kind: Any) -> Any:
    """What a function of a text page returns for the characters `at`, as an array."""
    return np.fromiter(map(function(name), repeat(page), at), kind, len(at))


def holds(name: str, page: Any, at: Any) -> Any:
    """Whether a function returns 1, for each of the characters `at` (an array)."""
    return values(name, page, at.tolist(), np.int32) == 1


def of_each(name: str, objects: Sequence[Any], kind: Any) -> Any:
    """What a function of page objects returns for each of them, as an array."""
    return np.fromiter(map(function(name), objects), kind, len(objects))


class Area:
    """Memory that a function writes a row of values to at each call, with pointers made before.

    One thread at a time may use it (all of them hold the lock on PDFium).

    Parameters
    ----------
    kind : ctypes type
        Of the values.
    width : int
        Values in a row.
    pointers : sequence of int
        The values that the function is given a pointer to, in the order of its arguments.
    """

    def __init__(self, kind: Any, width: int, pointers: Sequence[int]) -> None:
        memory, size = (kind * (ROWS * width))(), ctypes.sizeof(kind)
        self._values = np.frombuffer(memory, kind).reshape(ROWS, width)
        self._pointers = [
            [ctypes.byref(memory, size * (row * width + k)) for row in range(ROWS)]
            for k in pointers
        ]

    def rows(self, name: str, page: Any, at: Any) -> Any:
        """Values that a function writes for the characters `at` (an array); 0 where it fails.

        Returns
        -------
        ndarray, shape (width, len(at))
        """
        return self._written(name, len(at), lambda some: (repeat(page), at[some].tolist()))

    def of_each(self, name: str, objects: Sequence[Any]) -> Any:
        """The same for page objects.

        Returns
        -------
        ndarray, shape (width, len(objects))
        """
        return self._written(name, len(objects), lambda some: (objects[some],))

    def _written(
        self, name: str, count: int, given: Callable[[slice], tuple[Iterable[Any], ...]]
    ) -> Any:
        out = np.empty((self._values.shape[1], count), self._values.dtype)
        for first in range(0, count, ROWS):
            some = slice(first, min(first + ROWS, count))
            call = map(function(name), *given(some), *self._pointers)
            done = np.fromiter(call, np.bool_, some.stop - first)
            piece = self._values[: len(done)]
            piece[~done] = 0
            out[:, some] = piece.T
        return out


@cache
def area(kind: str) -> Area:
    """Return the memory for what some functions write; see the names of the kinds."""
    made = {
        # left, bottom, right, top; the function has them as left, right, bottom, top
        "edges": (ctypes.c_double, 4, (0, 2, 1, 3)),
        "rectangle": (ctypes.c_float, 4, (0,)),
        "matrix": (ctypes.c_float, 6, (0,)),
        "colour": (ctypes.c_uint, 4, (0, 1, 2, 3)),
        "bounds": (ctypes.c_float, 4, (0, 1, 2, 3)),
        "fill": (ctypes.c_int, 2, (0, 1)),
    }
    return Area(*made[kind])
