"""Kreuzberg's text."""

from __future__ import annotations

from importlib import import_module

PACKAGE = "kreuzberg"


def text(pdf: str) -> str:
    """Text of a PDF."""
    kreuzberg = import_module("kreuzberg")
    config = kreuzberg.ExtractionConfig(use_cache=False)
    return str(kreuzberg.extract_file_sync(pdf, config=config).content)
