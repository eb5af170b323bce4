"""pdf-inspector's Markdown."""

from __future__ import annotations

from importlib import import_module

from bench.peer_tools.plain import unmarked

PACKAGE = "pdf-inspector"


def text(pdf: str) -> str:
    """Text of a PDF."""
    pdf_inspector = import_module("pdf_inspector")
    return unmarked(str(pdf_inspector.process_pdf(pdf).markdown or ""))
