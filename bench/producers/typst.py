"""PDFs by Typst, whose compiler the package ``typst`` on PyPI carries."""

from __future__ import annotations

import datetime
from pathlib import Path

from .layout import check_tables, module, refuse
from .source import Doc, Style
from .typst_markup import to_typst

_TIME = datetime.datetime(2025, 1, 1, 12, tzinfo=datetime.UTC)


def render(doc: Doc, style: Style, out: Path) -> None:
    """Typeset a document as a PDF.

    Raises
    ------
    ValueError
        A drop cap or vertical writing is asked for.
    """
    refuse(style, "typst", "drop_cap", "vertical", "minimal", "keep_all")
    check_tables(doc, style)
    compiler = module("typst", "typst")
    source = to_typst(doc, style).encode("utf-8")
    out.write_bytes(compiler.compile(source, format="pdf", timestamp=_TIME))
