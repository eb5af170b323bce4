"""PyMuPDF with its paragraph breaks and its own undoing of hyphenation."""

from __future__ import annotations

from importlib import import_module

from bench.peer_tools.pymupdf_blocks import PACKAGE, blocks

__all__ = ["PACKAGE", "text"]


def text(pdf: str) -> str:
    """Text of a PDF."""
    pymupdf = import_module("pymupdf")
    more = pymupdf.TEXT_PARAGRAPH_BREAK | pymupdf.TEXT_DEHYPHENATE
    return blocks(pdf, pymupdf.TEXTFLAGS_BLOCKS | more)
