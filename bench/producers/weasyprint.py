"""PDFs by WeasyPrint: HTML with CSS for paged media (footnotes, leaders, hyphens)."""

from __future__ import annotations

import logging
from pathlib import Path

from .html import to_html
from .layout import check_tables, module, refuse
from .source import Doc, Style


def render(doc: Doc, style: Style, out: Path) -> None:
    """Typeset a document as a PDF.

    Raises
    ------
    ValueError
        Line numbers or vertical writing are asked for.
    """
    refuse(style, "weasyprint", "line_numbers", "vertical")
    check_tables(doc, style)
    weasyprint = module("weasyprint", "weasyprint")
    logging.getLogger("weasyprint").setLevel(logging.ERROR)
    weasyprint.HTML(string=to_html(doc, style, paged=True)).write_pdf(out)
