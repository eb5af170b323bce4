"""The paragraph and table styles of a ReportLab document."""

from __future__ import annotations

from typing import Any

from reportlab.lib import colors
from reportlab.lib.enums import (
    TA_CENTER,
    TA_JUSTIFY,
    TA_LEFT,
    TA_RIGHT,
)
from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import TableStyle

from .fonts import FONTS, Font
from .layout import heading, patterns, table_size
from .reportlab_fonts import load, register
from .source import Doc, Style

_ALIGN = {"justify": TA_JUSTIFY, "left": TA_LEFT, "center": TA_CENTER}
#: Languages without blanks between words.
_CJK = {"ja", "zh", "th"}
_LIGHT = colors.Color(0.95, 0.95, 0.95)
_CELLS = {"th", "tr"}
_MONO = "DejaVu Sans Mono"


class Styles:
    """The styles of one document; calling it with a name gives a paragraph style."""

    def __init__(self, doc: Doc, style: Style, font: Font) -> None:
        """Make the styles that every document has."""
        self.doc = doc
        self.style = style
        self.name = register(font, doc)
        self.cjk = doc.lang.split("-")[0] in _CJK
        self.made: dict[str, Any] = {}
        self._running()
        self._headings(font)
        self._small()

    def __call__(self, name: str) -> Any:
        """Give a style by its name: a unit's kind, or a variant of it."""
        return self.made[name]

    def _make(self, name: str, *, plain: bool = False, **keys: Any) -> None:
        """Make a style for running text, or (plain) for text without justification."""
        size = float(keys.pop("size", self.style.size))
        made = ParagraphStyle(
            name,
            fontName=self.name,
            fontSize=size,
            bulletFontName=self.name,
            bulletFontSize=size,
            leading=size * self.style.leading,
            alignment=TA_LEFT if plain else _ALIGN[self.style.align],
            wordWrap="CJK" if self.cjk else None,
            hyphenationLang="" if plain and name[:2] not in _CELLS else self._patterns(),
            **{"splitLongWords": 1, "allowWidows": 0, "allowOrphans": 0},
        )
        for key, value in keys.items():
            setattr(made, key, value)
        self.made[name] = made

    def _patterns(self) -> str:
        return patterns(self.doc.lang) if self.style.hyphenate else ""

    def _running(self) -> None:
        style, em = self.style, self.style.size
        gap = style.gap * style.leading * em if style.paragraph in {"gap", "both"} else 0.0
        indent = style.indent * em if style.paragraph in {"indent", "both"} else 0.0
        self._make("first", spaceAfter=gap)
        self._make("p", spaceAfter=gap, firstLineIndent=indent)
        quote: dict[str, Any] = {"leftIndent": 2 * em, "rightIndent": 2 * em}
        self._make("q", spaceBefore=0.6 * em, spaceAfter=0.6 * em, **quote)
        between = float(style.extra.get("list_gap", 0.15)) * em
        for kind, left in (("li", 1.0), ("ol", 1.0), ("li2", 3.0), ("ol2", 3.0)):
            wide = 1.3 if kind.startswith("li") else 2.0
            self._make(
                kind,
                leftIndent=(left - 0.2 + wide) * em,
                bulletIndent=(left - 0.2) * em,
                spaceAfter=between,
                spaceBefore=between,
            )
        hanging = 1.5 * em if style.extra.get("say", "hang") == "hang" else 0.0
        self._make("say", leftIndent=hanging, firstLineIndent=-hanging, spaceAfter=0.4 * em)
        self._make("dd", leftIndent=1.6 * em, spaceAfter=0.4 * em)
        self._make("bib", leftIndent=1.8 * em, firstLineIndent=-1.8 * em, spaceAfter=0.35 * em)
        self._make("bibnum", leftIndent=1.9 * em, spaceAfter=0.35 * em)

    def _headings(self, font: Font) -> None:
        extra = self.style.extra
        family = str(extra.get("heading_font", font.family))
        register(FONTS[family], self.doc)
        bold = extra.get("heading_weight") != "normal"
        for kind, above, below in (("h1", 0.6, 0.6), ("h2", 1.1, 0.4), ("h3", 1.0, 0.3)):
            size = heading(self.style, kind)
            self._make(
                kind,
                plain=True,
                size=size,
                fontName=f"{family} bold" if bold else family,
                leading=1.2 * size,
                alignment=_ALIGN[extra.get("heading_align", "left")],
                spaceBefore=above * size,
                spaceAfter=below * size,
                keepWithNext=1,
            )

    def _small(self) -> None:
        em = self.style.size
        small = table_size(self.style) * em
        for kind, alignment in (("", TA_LEFT), ("num", TA_RIGHT)):
            for row, name in (("tr", self.name), ("th", f"{self.name} bold")):
                self._make(
                    row + kind,
                    plain=True,
                    size=small,
                    fontName=name,
                    leading=1.2 * small,
                    alignment=alignment,
                )
        self._make("kv", plain=True)
        align = TA_LEFT if self.style.extra.get("caption_align") == "left" else TA_CENTER
        tight: dict[str, Any] = {"leading": 1.06 * em, "spaceBefore": 0.5 * em, "spaceAfter": em}
        inset: dict[str, Any] = {"leftIndent": 1.5 * em, "rightIndent": 1.5 * em}
        self._make("cap", plain=True, size=0.88 * em, alignment=align, **tight, **inset)
        notes: dict[str, Any] = {
            "leading": em,
            "leftIndent": em,
            "spaceBefore": 2,
            "spaceAfter": 0.5 * em,
        }
        self._make("fn", size=0.83 * em, **notes)
        aside: dict[str, Any] = {"leading": em, "leftIndent": 3 * em, "rightIndent": 3 * em}
        italic = f"{self.name} italic"
        self._make("note", plain=True, size=0.82 * em, fontName=italic, **aside, spaceAfter=em / 2)
        self._make("v", plain=True, leftIndent=3.5 * em, firstLineIndent=-1.5 * em)
        self._make("addr", plain=True, spaceBefore=em, spaceAfter=em)
        self._make("dt", plain=True, keepWithNext=1)
        self._make("toc", plain=True, rightIndent=2.2 * em, spaceAfter=0.2 * em, endDots=".")

    def clause(self, left: float, wide: float) -> Any:
        """Give the style of a clause: its indent and its number's room, in ems."""
        name = f"cl {left} {wide}"
        em = self.style.size
        if name not in self.made:
            keys: dict[str, Any] = {"leftIndent": (left + wide) * em, "bulletIndent": left * em}
            self._make(name, **keys, spaceAfter=0.4 * em)
        return self.made[name]

    def code(self, text: str) -> Any:
        """Give the style of code; text that the monospaced font lacks is set in the text's."""
        glyphs = load(FONTS[_MONO]).face.charToGlyph
        mono = all(ord(char) in glyphs for char in text if char != "\n")
        size = 0.85 * self.style.size
        self._make(
            "code",
            plain=True,
            size=size,
            fontName=_MONO if mono else self.name,
            leading=1.3 * size,
            wordWrap=None,
            backColor=_LIGHT,
            borderPadding=5,
            leftIndent=0,
            spaceBefore=12,
            spaceAfter=14,
        )
        return self.made["code"]

    def table(self, kind: str, head: int) -> Any:
        """Give the style of a table: its rules, and where its header rows end."""
        rules: list[tuple[Any, ...]] = [("VALIGN", (0, 0), (-1, -1), "TOP")]
        if kind == "grid":
            rules.append(("GRID", (0, 0), (-1, -1), 0.5, colors.black))
        elif kind == "lines":
            rules.append(("LINEABOVE", (0, 0), (-1, 0), 0.8, colors.black))
            rules.append(("LINEBELOW", (0, -1), (-1, -1), 0.8, colors.black))
            if head:
                rules.append(("LINEBELOW", (0, head - 1), (-1, head - 1), 0.5, colors.black))
        rules.append(("LEFTPADDING", (0, 0), (-1, -1), 5))
        rules.append(("RIGHTPADDING", (0, 0), (-1, -1), 5))
        return TableStyle(rules)

    def keys(self) -> Any:
        """Give the style of a table of keys and values."""
        sides = [(f"{side}PADDING", (0, 0), (-1, -1), 0) for side in ("LEFT", "TOP", "BOTTOM")]
        return TableStyle([("VALIGN", (0, 0), (-1, -1), "TOP"), *sides])
