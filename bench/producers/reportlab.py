"""PDFs by ReportLab's Platypus, as scripts and web services write them."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from .blocks import digits
from .fonts import FONTS
from .layout import Box, box, check_tables, module, refuse
from .source import Doc, Style

#: Languages that need shaping or bidirectional text.
_REFUSED = {"ar", "fa", "he", "hi"}
#: Thai signs that belong to the letter before them.
_MARKS = "".join(map(chr, (*range(0x0E30, 0x0E3B), 0x0E45, 0x0E46, *range(0x0E47, 0x0E4F))))
#: The height of a line of the running head or foot, from the text block, in points.
_DISTANCE = 26.0


def render(doc: Doc, style: Style, out: Path) -> None:
    """Typeset a document as a PDF.

    Footnotes stand after their paragraph, margin notes in the text.

    Raises
    ------
    ValueError
        The language needs shaping, the font has no TrueType outlines or lacks a character of the
        text, or a drop cap, line numbers, vertical writing or a title over all columns is asked
        for.
    """
    refuse(
        style,
        "reportlab",
        "drop_cap",
        "line_numbers",
        "vertical",
        "span_title",
        "minimal",
        "keep_all",
    )
    check_tables(doc, style)
    if doc.lang.split("-")[0] in _REFUSED:
        raise ValueError(f"reportlab sets no {doc.lang}: it does not shape")
    font = FONTS.get(style.font)
    if font is None or not font.truetype:
        raise ValueError(f"reportlab needs a TrueType font, not {style.font}")
    module("reportlab", "reportlab")
    from .reportlab_flow import Flow

    _keep_marks()
    flow = Flow(doc, style, font)
    _template(doc, style, out).build(flow.parts())


def _keep_marks() -> None:
    """Let no line start with a Thai vowel sign or tone mark, as none does with a comma."""
    for name in ("reportlab.lib.textsplit", "reportlab.platypus.paragraph"):
        holder = module(name, "reportlab")
        if _MARKS not in holder.ALL_CANNOT_START:
            holder.__dict__["ALL_CANNOT_START"] += _MARKS


def _template(doc: Doc, style: Style, out: Path) -> Any:
    platypus = module("reportlab.platypus", "reportlab")
    here = box(doc, style)
    height = style.page[1] - here.top - here.bottom
    bare = {f"{side}Padding": 0 for side in ("left", "right", "top", "bottom")}
    frames = [
        platypus.Frame(
            here.left + n * (style.measure + style.gutter),
            here.bottom,
            style.measure,
            height,
            **bare,
        )
        for n in range(style.columns)
    ]
    page = platypus.PageTemplate("page", frames, onPage=partial(_page, doc, style, here))
    made = platypus.BaseDocTemplate(
        str(out), pagesize=style.page, title=doc.title, author="", invariant=1, lang=doc.lang
    )
    made.addPageTemplates([page])
    return made


def _page(doc: Doc, style: Style, here: Box, canvas: Any, template: Any) -> None:
    """Draw the running head and the page number."""
    number = digits(doc, template.page)
    folio = style.extra.get("folio", "center")
    top = style.page[1] - here.top + _DISTANCE * 0.6
    foot = here.bottom - _DISTANCE
    middle, right = here.left + here.width / 2, here.left + here.width
    canvas.saveState()
    canvas.setFont(style.font, style.size * 0.85)
    if style.running_head and (template.page > 1 or style.extra.get("head_first", True)):
        if folio == "top":
            canvas.drawString(here.left, top, doc.head)
        else:
            canvas.drawCentredString(middle, top, doc.head)
    if style.page_numbers and folio == "top":
        canvas.drawRightString(right, top, number)
    elif style.page_numbers and folio == "outer" and template.page % 2:
        canvas.drawRightString(right, foot, number)
    elif style.page_numbers and folio == "outer":
        canvas.drawString(here.left, foot, number)
    elif style.page_numbers:
        canvas.drawCentredString(middle, foot, number)
    canvas.restoreState()
