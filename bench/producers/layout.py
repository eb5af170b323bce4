"""What every producer reads out of a `Style`: margins, heading sizes, what it refuses."""

from __future__ import annotations

import importlib
import shutil
from dataclasses import dataclass
from types import ModuleType

from .blocks import blocks, width, words
from .source import Doc, Style

#: The switches in `Style.extra` that the producers of HTML, Typst and ReportLab know.
EXTRAS = {
    "minimal": "plain HTML with hardly any CSS",
    "heading_align": "left or center",
    "heading_font": "family of the headings",
    "heading_scale": "factor on the size of the headings",
    "heading_weight": "bold or normal",
    "table": "grid or lines (horizontal ones only), where there are rules",
    "table_width": "full or auto",
    "table_size": "size of the type in tables, relative to the text's",
    "caption_align": "center or left",
    "folio": "center, outer (right on odd pages, left on even ones) or top",
    "head_first": "false: no running head on the first page",
    "margin_y": "upper and lower margin, in points",
    "bib_numbers": "true: bibliography entries with [1]",
    "span_title": "true: the title spans the columns",
    "notes": "end or after: footnotes at the end or after their paragraph (Chromium)",
    "sides": "block: margin notes as small blocks in the text",
    "keep_all": "true: Korean breaks at blanks only",
    "say": "hang or plain: speeches with a hanging indent or none",
    "list_gap": "space between list items, in lines",
}
_HEADINGS = {"h1": 1.7, "h2": 1.3, "h3": 1.1}
#: Least room for notes in the margin, in points.
_SIDE = 64.0
_AIR = 12.0
_EDGE = 26.0


class MissingToolError(RuntimeError):
    """A program or module that a producer needs is not installed."""


@dataclass(frozen=True)
class Box:
    """The margins of a page, in points."""

    left: float
    right: float
    top: float
    bottom: float
    #: Width of the text block (all columns with their gutters).
    width: float
    #: Width of the notes in the right margin; 0 if they stand in the text.
    side: float = 0.0


def total(style: Style) -> float:
    """Give the length of all columns with their gutters, along the lines."""
    return style.columns * style.measure + (style.columns - 1) * style.gutter


def box(doc: Doc, style: Style) -> Box:
    """Lay out the page: text block in the middle, room for margin notes if there are any."""
    long, across = style.page if not style.vertical else style.page[::-1]
    wide = total(style)
    free = long - wide
    if free < 2 * _EDGE:
        raise ValueError(f"{style.columns} columns of {style.measure} pt do not fit {long} pt")
    rim = float(style.extra.get("margin_y", min(72.0, across / 10)))
    if style.vertical:
        return Box(rim, rim, free / 2, free / 2, across - 2 * rim)
    side = _side(doc, style, free)
    left = _side_left(free) if side else free / 2
    return Box(left, free - left, rim, rim, wide, side)


def _side_left(free: float) -> float:
    return max(_EDGE, free * 0.28)


def _side(doc: Doc, style: Style, free: float) -> float:
    if style.columns > 1 or doc.rtl or style.extra.get("sides") == "block":
        return 0.0
    room = free - _side_left(free) - _AIR - _EDGE
    has_notes = any(unit.kind == "note" for unit in doc.units)
    return min(room, 130.0) if has_notes and room >= _SIDE else 0.0


def heading(style: Style, kind: str) -> float:
    """Give the size of a heading (h1, h2, h3), in points."""
    return style.size * (1 + (_HEADINGS[kind] - 1) * float(style.extra.get("heading_scale", 1.0)))


def refuse(style: Style, producer: str, *features: str) -> None:
    """Raise `ValueError` if the style asks for a feature that the producer lacks.

    Parameters
    ----------
    style
        The style.
    producer
        The producer's name, for the message.
    features
        Names of fields of `Style` or of switches in `Style.extra` that must be off.
    """
    unknown = style.extra.keys() - EXTRAS.keys()
    if unknown:
        raise ValueError(f"{producer}: no such switch: {', '.join(sorted(unknown))}")
    asked = [name for name in features if getattr(style, name, None) or style.extra.get(name)]
    if asked:
        raise ValueError(f"{producer} has no {', '.join(asked)}")


def table_size(style: Style) -> float:
    """Give the size of the type in tables, relative to the text's."""
    return float(style.extra.get("table_size", 0.92))


def check_tables(doc: Doc, style: Style) -> None:
    """Raise `ValueError` if a table has more columns than fit side by side."""
    most = 5.0 if style.hyphenate else 10.0
    for block in blocks(doc):
        if block.kind == "table":
            cells = sum(min(word, most) for word in words(block)) * table_size(style) * style.size
            least = cells + 10.0 * width(block)
            if least > style.measure:
                raise ValueError(f"{doc.name}: a table needs {least:.0f} pt, not {style.measure}")


def patterns(lang: str) -> str:
    """Give the name of a language's hyphenation patterns.

    Raises
    ------
    ValueError
        There are none.
    """
    found = module("pyphen", "pyphen").language_fallback(lang.replace("-", "_"))
    if found is None:
        raise ValueError(f"no hyphenation patterns for {lang}")
    return str(found)


def program(name: str, package: str) -> str:
    """Find a program, or say which Debian package has it."""
    path = shutil.which(name)
    if path is None:
        raise MissingToolError(f"{name} not found: install the Debian package {package}")
    return path


def module(name: str, package: str) -> ModuleType:
    """Import a module, or say which package on PyPI has it."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise MissingToolError(f"cannot import {name} ({error}): install {package}") from error
