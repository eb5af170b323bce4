"""LiteParse's Markdown, without OCR."""

from __future__ import annotations

from importlib import import_module

from bench.peer_tools.plain import unmarked

PACKAGE = "liteparse"


def text(pdf: str) -> str:
    """Text of a PDF."""
    liteparse = import_module("liteparse")
    parser = liteparse.LiteParse(output_format="markdown", ocr_enabled=False, quiet=True)
    return unmarked(str(parser.parse(pdf).text))
