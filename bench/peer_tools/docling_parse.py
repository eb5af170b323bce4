"""docling-parse: its lines, which it does not join."""

from __future__ import annotations

from importlib import import_module

PACKAGE = "docling-parse"


def text(pdf: str) -> str:
    """Text of a PDF."""
    docling = import_module("docling_parse.pdf_parser")
    document = docling.DoclingPdfParser(loglevel="fatal").load(pdf)
    lines = (cell.text for _, page in document.iterate_pages() for cell in page.textline_cells)
    return "\n".join(lines)
