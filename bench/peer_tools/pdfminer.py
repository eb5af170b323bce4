"""pdfminer.six: every text box as one paragraph."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib import import_module
from typing import Any

from bench.peer_tools.plain import joined

PACKAGE = "pdfminer.six"


def text(pdf: str) -> str:
    """Text of a PDF."""
    pdfminer = import_module("pdfminer.high_level")
    return "\n".join(box for page in pdfminer.extract_pages(pdf) for box in _boxes(page))


def _boxes(container: Iterable[Any]) -> Iterator[str]:
    layout = import_module("pdfminer.layout")
    for element in container:
        if isinstance(element, layout.LTTextBox):
            yield joined(line.get_text() for line in element)
        elif isinstance(element, layout.LTFigure):
            yield from _boxes(element)
