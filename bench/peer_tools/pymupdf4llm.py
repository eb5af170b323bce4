"""pymupdf4llm's Markdown."""

from __future__ import annotations

from importlib import import_module

from bench.peer_tools.plain import unmarked

PACKAGE = "pymupdf4llm"


def text(pdf: str) -> str:
    """Text of a PDF."""
    pymupdf4llm = import_module("pymupdf4llm")
    return unmarked(str(pymupdf4llm.to_markdown(pdf)))
