"""pdftext: every block as one paragraph."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from bench.peer_tools.plain import joined

PACKAGE = "pdftext"


def text(pdf: str) -> str:
    """Text of a PDF."""
    pdftext = import_module("pdftext.extraction")
    pages: list[dict[str, Any]] = pdftext.dictionary_output(pdf)
    return "\n".join(
        joined("".join(span["text"] for span in line["spans"]) for line in block["lines"])
        for page in pages
        for block in page["blocks"]
    )
