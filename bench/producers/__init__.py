"""Programs that typeset a text of the corpus as a PDF, each in its own module."""

from __future__ import annotations

import importlib
from pathlib import Path

from .source import Doc, Style

#: The producers; each is a module of this package with a function ``render``.
PRODUCERS = (
    "chromium",
    "weasyprint",
    "typst",
    "reportlab",
    "pdflatex",
    "lualatex",
    "xelatex",
    "odt",
    "docx",
    "groff",
)


def render(doc: Doc, style: Style, producer: str, out: Path) -> None:
    """Typeset a document as a PDF.

    Parameters
    ----------
    doc
        The text.
    style
        How it looks.
    producer
        One of `PRODUCERS`; its module is imported now, so the others need not be installed.
    out
        The PDF to write.

    Raises
    ------
    ValueError
        No such producer, or the producer lacks something that the style asks for.
    """
    if producer not in PRODUCERS:
        raise ValueError(f"no producer {producer!r}; there are {', '.join(PRODUCERS)}")
    importlib.import_module(f"{__name__}.{producer}").render(doc, style, out)
