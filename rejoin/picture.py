"""A page as a picture, drawn by PDFium, and where its user space lies in it."""

from __future__ import annotations

import ctypes
import struct
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np
import pypdfium2.raw as pdfium

from rejoin.errors import PageError
from rejoin.model import Floats, Ints
from rejoin.source import LOCK, Handle

#: A device this large makes PDFium's whole-number coordinates fine enough.
_FINE = 100_000
#: A picture has no more pixels than this, whatever the page's size.
_MOST_PIXELS = 50_000_000


@dataclass(frozen=True)
class Frame:
    """A page as it is shown: its size, and where its user space lies in it.

    Attributes
    ----------
    width, height : float
        Points.
    matrix : ndarray of float64, shape (2, 3)
        From user space to points from the upper left corner, y down.
    """

    width: float
    height: float
    matrix: Floats

    def place(self, box: Floats) -> Floats:
        """Boxes (shape (4, n), user space) as left, top, right, bottom in the picture's points."""
        left, bottom, right, top = np.asarray(box, np.float64)
        (a, b, c), (d, e, f) = self.matrix
        x = np.stack([a * left + b * bottom + c, a * right + b * top + c])
        y = np.stack([d * left + e * bottom + f, d * right + e * top + f])
        return np.stack([x.min(axis=0), y.min(axis=0), x.max(axis=0), y.max(axis=0)])


@dataclass(frozen=True)
class Picture(Frame):
    """A page's picture.

    Attributes
    ----------
    grey : ndarray of uint8, shape (height, width)
    shown : tuple of float
        Left, bottom, right, top of what is shown of the page, in user space.
    rotation : int
        Quarter turns clockwise by which it is shown.
    """

    grey: Ints
    shown: tuple[float, float, float, float]
    rotation: int

    @property
    def scale(self) -> float:
        """Pixels a point: fewer than were asked for, if the page is very large."""
        return float(self.grey.shape[1] / max(self.width, 1e-3))

    @property
    def pgm(self) -> bytes:
        """The picture as a PGM file."""
        rows, columns = self.grey.shape
        return b"P5 %d %d 255\n" % (columns, rows) + self.grey.tobytes()

    @property
    def png(self) -> bytes:
        """The picture as a PNG file with sixteen greys, enough for text."""
        rows, columns = self.grey.shape
        level = np.zeros((rows, columns + columns % 2), np.uint8)
        level[:, :columns] = self.grey >> 4
        packed = (level[:, ::2] << 4) | level[:, 1::2]
        lines = np.concatenate([np.zeros((rows, 1), np.uint8), packed], axis=1)
        head = struct.pack(">IIBBBBB", columns, rows, 4, 0, 0, 0, 0)
        chunks = ((b"IHDR", head), (b"IDAT", zlib.compress(lines.tobytes(), 6)), (b"IEND", b""))
        return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, data) for kind, data in chunks)


def _chunk(kind: bytes, data: bytes) -> bytes:
    code = zlib.crc32(kind + data)
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", code)


def draw(handle: Handle, index: int, scale: float) -> Picture:
    """Draw a page.

    Parameters
    ----------
    handle : Handle
    index : int
        From 0.
    scale : float
        Pixels a point.

    Raises
    ------
    PageError
        The page cannot be loaded.
    """
    with loaded(handle, index) as page:
        return _drawn(page, scale)


def frame(handle: Handle, index: int) -> Frame:
    """Size and place of a page, without drawing it.

    Raises
    ------
    PageError
        The page cannot be loaded.
    """
    with loaded(handle, index) as page:
        return _frame(page)


@contextmanager
def loaded(handle: Handle, index: int) -> Iterator[object]:
    """A page of PDFium's (from 0), with the lock held.

    Raises
    ------
    PageError
        It cannot be loaded.
    """
    with LOCK:
        page = pdfium.FPDF_LoadPage(handle.raw, index)
        if not page:
            raise PageError("cannot be loaded", file=handle.name, page=index + 1)
        try:
            yield page
        finally:
            pdfium.FPDF_ClosePage(page)


def _drawn(page: object, scale: float) -> Picture:
    shown = _frame(page)
    width, height = shown.width, shown.height
    scale = min(scale, (_MOST_PIXELS / max(width * height, 1.0)) ** 0.5)
    columns, rows = max(1, round(width * scale)), max(1, round(height * scale))
    grey = np.full((rows, columns), 255, np.uint8)
    kind = pdfium.FPDFBitmap_Gray
    bitmap = pdfium.FPDFBitmap_CreateEx(columns, rows, kind, grey.ctypes.data, columns)
    if bitmap:
        flags = pdfium.FPDF_GRAYSCALE | pdfium.FPDF_ANNOT
        pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, columns, rows, 0, flags)
        pdfium.FPDFBitmap_Destroy(bitmap)
    box = pdfium.FS_RECTF()
    if not pdfium.FPDF_GetPageBoundingBox(page, box):
        box = pdfium.FS_RECTF(0, 792, 612, 0)
    place = box.left, box.bottom, box.right, box.top
    rotation = int(pdfium.FPDFPage_GetRotation(page))
    return Picture(width, height, shown.matrix, grey, place, rotation)


def _frame(page: object) -> Frame:
    width, height = pdfium.FPDF_GetPageWidthF(page), pdfium.FPDF_GetPageHeightF(page)
    return Frame(width, height, _matrix(page, width, height))


def _matrix(page: object, width: float, height: float) -> Floats:
    """Solve PDFium's mapping of three points."""
    x, y = ctypes.c_int(), ctypes.c_int()
    seen = []
    for point in ((0.0, 0.0), (1000.0, 0.0), (0.0, 1000.0)):
        pdfium.FPDF_PageToDevice(page, 0, 0, _FINE, _FINE, 0, *point, x, y)
        seen.append((x.value * width / _FINE, y.value * height / _FINE))
    origin, right, up = np.array(seen)
    return np.stack([(right - origin) / 1000, (up - origin) / 1000, origin], axis=1)
