"""PDFs by WeasyPrint: HTML with CSS for paged media (footnotes, leaders, hyphens)."""

from __future__ import annotations

import logging
from pathlib import Path

from .html import to_html
from .layout import check_tables, module, patterns, refuse
from .source import Doc, Style


def render(doc: Doc, style: Style, out: Path) -> None:
    """Typeset a document as a PDF.

    Raises
    ------
    ValueError
        Line numbers or vertical writing are asked for, or hyphens in a language without patterns.
    """
    refuse(style, "weasyprint", "line_numbers", "vertical", "keep_all")
    check_tables(doc, style)
    if style.hyphenate:
        patterns(doc.lang)
    weasyprint = module("weasyprint", "weasyprint")
    logging.getLogger("weasyprint").setLevel(logging.ERROR)
    weasyprint.HTML(string=to_html(doc, style, paged=True)).write_pdf(out)
