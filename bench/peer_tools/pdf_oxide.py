"""pdf_oxide's plain text."""

from __future__ import annotations

from importlib import import_module

from bench.peer_tools.plain import installed


def version() -> str:
    """Version of the package."""
    return installed("pdf_oxide")


def text(pdf: str) -> str:
    """Text of a PDF."""
    pdf_oxide = import_module("pdf_oxide")

    return str(pdf_oxide.PdfDocument(pdf).to_plain_text_all())
