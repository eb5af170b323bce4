"""pymupdf4llm's Markdown."""

from __future__ import annotations

from importlib import import_module

from bench.peer_tools.plain import installed, unmarked


def version() -> str:
    """Version of the package."""
    return installed("pymupdf4llm")


def text(pdf: str) -> str:
    """Text of a PDF."""
    pymupdf4llm = import_module("pymupdf4llm")

    return unmarked(str(pymupdf4llm.to_markdown(pdf)))
