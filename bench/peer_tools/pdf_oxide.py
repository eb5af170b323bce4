"""pdf_oxide's plain text."""

from __future__ import annotations

from importlib import import_module

PACKAGE = "pdf_oxide"


def text(pdf: str) -> str:
    """Text of a PDF."""
    pdf_oxide = import_module("pdf_oxide")
    return str(pdf_oxide.PdfDocument(pdf).to_plain_text_all())
