"""TrueType fonts made known to ReportLab."""

from __future__ import annotations

from typing import Any

from reportlab.pdfbase.pdfmetrics import (
    getFont,
    getRegisteredFontNames,
    registerFont,
    registerFontFamily,
)
from reportlab.pdfbase.ttfonts import TTFont

from .fonts import Font
from .source import Doc

_STYLES = ("normal", "bold", "italic", "boldItalic")


def load(font: Font, style: str = "normal") -> Any:
    """Make one style of a family known ("normal", "bold", "italic" or "boldItalic").

    The name of the regular style is the family's; the others have theirs after it.
    """
    name = font.family if style == "normal" else f"{font.family} {style}"
    if name not in getRegisteredFontNames():
        file = font.file(bold="old" in style, italic="talic" in style)
        registerFont(TTFont(name, file, subfontIndex=font.index))
    return getFont(name)


def register(font: Font, doc: Doc) -> str:
    """Make a family known; give its name.

    Raises
    ------
    ValueError
        It has no TrueType outlines, or lacks a character of the document.
    """
    if not font.truetype:
        raise ValueError(f"reportlab needs a TrueType font, not {font.family}")
    names = {style: load(font, style).fontName for style in _STYLES}
    registerFontFamily(font.family, **names)
    glyphs = getFont(font.family).face.charToGlyph
    text = {char for unit in doc.units if unit.kind != "code" for char in unit.text}
    lacking = "".join(sorted(char for char in text if ord(char) not in glyphs))
    if lacking:
        raise ValueError(f"{font.family} lacks {lacking}")
    return font.family
