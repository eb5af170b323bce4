"""Packs a PDF: streams compressed anew, fonts without what only the drawing of small type needs."""

from __future__ import annotations

import io
import logging
from pathlib import Path
from typing import Any

import numpy as np

from bench import cut
from bench.cut import Stream
from bench.producers.layout import module

#: Tables of a TrueType font that hold hints, names and rules of shaping: of no use in a PDF.
TABLES = ("fpgm", "prep", "cvt ", "gasp", "hdmx", "VDMX", "LTSH", "kern", "GSUB", "GPOS", "GDEF",
          "name", "meta", "DSIG", "FFTM")  # fmt: skip
#: Points by which a character's box may differ.
NEAR = 0.05


def pack(pdf: Path, out: Path) -> bool:
    """Write a smaller file with the same text; tell whether it is one.

    Raises
    ------
    MissingToolError
        pikepdf or fontTools is not installed.
    """
    pikepdf = module("pikepdf", "pikepdf")
    pikepdf.settings.set_flate_compression_level(9)
    with pikepdf.open(pdf) as document:
        _slim_fonts(document, pikepdf)
        document.remove_unreferenced_resources()
        document.save(
            out,
            object_stream_mode=pikepdf.ObjectStreamMode.generate,
            recompress_flate=True,
            deterministic_id=True,
        )
    return out.stat().st_size < pdf.stat().st_size and same_text(cut.read(pdf), cut.read(out))


def same_text(a: Stream, b: Stream) -> bool:
    """Whether two PDFs have the same characters at the same places."""
    if not np.array_equal(a.chars.code, b.chars.code):
        return False
    return bool(np.allclose(a.chars.box, b.chars.box, atol=NEAR))


def _slim_fonts(document: Any, pikepdf: Any) -> None:
    for found in document.objects:
        if not isinstance(found, pikepdf.Dictionary) or "/FontFile2" not in found:
            continue
        stream = found["/FontFile2"]
        data = slim(stream.read_bytes())
        if data:
            stream.write(data)
            stream["/Length1"] = len(data)


def slim(data: bytes) -> bytes:
    """Leave hints and unused tables out of a TrueType font; empty if it cannot be read."""
    tools = module("fontTools.ttLib", "fonttools")
    logging.getLogger("fontTools").setLevel(logging.ERROR)
    try:
        font = tools.TTFont(io.BytesIO(data), recalcBBoxes=False, recalcTimestamp=False)
        for name in TABLES:
            if name in font:
                del font[name]
        for name in font["glyf"].keys():  # noqa: SIM118
            font["glyf"][name].removeHinting()
        out = io.BytesIO()
        font.save(out)
    except (tools.TTLibError, KeyError, ValueError, AssertionError):
        return b""
    return out.getvalue()
