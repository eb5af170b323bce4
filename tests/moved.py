"""Real PDFs moved and scaled: each page's content and its boxes, nothing else."""

from __future__ import annotations

import ctypes
from typing import Any

import pypdfium2.raw as pdfium


def moved(data: bytes, scale: float, dx: float, dy: float) -> bytes:
    """The PDF with every point (x, y) of its pages at (scale x + dx, scale y + dy)."""
    handle = pdfium.FPDF_LoadMemDocument64(data, len(data), None)
    assert handle
    blocks: list[bytes] = []

    def write(_: Any, block: Any, size: int) -> int:
        blocks.append(ctypes.string_at(block, size))
        return 1

    try:
        for number in range(pdfium.FPDF_GetPageCount(handle)):
            page = pdfium.FPDF_LoadPage(handle, number)
            _move(page, scale, dx, dy)
            pdfium.FPDF_ClosePage(page)
        writer = pdfium.FPDF_FILEWRITE(version=1)
        writer.WriteBlock = type(writer.WriteBlock)(write)
        assert pdfium.FPDF_SaveAsCopy(handle, writer, pdfium.FPDF_NO_INCREMENTAL)
    finally:
        pdfium.FPDF_CloseDocument(handle)
    return b"".join(blocks)


def _move(page: Any, scale: float, dx: float, dy: float) -> None:
    matrix = pdfium.FS_MATRIX(scale, 0, 0, scale, dx, dy)
    everything = pdfium.FS_RECTF(-1e5, 1e5, 1e5, -1e5)
    assert pdfium.FPDFPage_TransFormWithClip(page, matrix, everything)
    edges = [ctypes.c_float() for _ in range(4)]
    for name in ("MediaBox", "CropBox"):
        if getattr(pdfium, f"FPDFPage_Get{name}")(page, *edges):
            new = [scale * e.value + d for e, d in zip(edges, (dx, dy, dx, dy), strict=True)]
            getattr(pdfium, f"FPDFPage_Set{name}")(page, *new)
