"""PyMuPDF: every block as one paragraph."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from bench.peer_tools.plain import joined

PACKAGE = "pymupdf"


def text(pdf: str) -> str:
    """Text of a PDF."""
    pymupdf = import_module("pymupdf")
    return blocks(pdf, pymupdf.TEXTFLAGS_BLOCKS)


def blocks(pdf: str, flags: int) -> str:
    """Blocks of a PDF's pages, the lines of each joined."""
    pymupdf = import_module("pymupdf")
    out: list[str] = []
    with pymupdf.open(pdf) as document:
        for page in document:
            found: list[Any] = page.get_text("blocks", flags=flags)
            out.extend(joined(block[4].split("\n")) for block in found if block[6] == 0)
    return "\n".join(out)
