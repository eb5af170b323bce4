"""The settings at the top of a groff document: page, type, paragraphs, heads."""

from __future__ import annotations

from . import layout, measures
from .groff_text import plain
from .source import Doc, Style

#: Language -> groff's macros for it ("" if it has none, nor hyphenation patterns).
LANGUAGES = {
    "en": "latin1",
    "de": "de",
    "fr": "fr",
    "sv": "sv",
    "es": "",
    "nl": "",
    "it": "",
    "pt": "",
    "da": "",
    "nb": "",
    "no": "",
    "fi": "",
}
#: Fonts by the names that a style may use, and groff's letters for them.
_FONTS = {
    "times": "T",
    "palatino": "P",
    "helvetica": "H",
    "bookman": "BM",
    "schoolbook": "N",
    "avantgarde": "A",
}


def preamble(doc: Doc, style: Style) -> list[str]:
    """Give the input lines before the text.

    Raises
    ------
    ValueError
        Groff cannot set the language, hyphenate it, or has no such font.
    """
    base = doc.lang.split("-")[0]
    if base not in LANGUAGES:
        raise ValueError(f"groff: no language {doc.lang}")
    if style.hyphenate and not LANGUAGES[base]:
        raise ValueError(f"groff has no hyphenation patterns for {doc.lang}")
    if style.font not in _FONTS:
        raise ValueError(f"groff: no font {style.font!r}; it has {', '.join(_FONTS)}")
    return [
        *_page(doc, style),
        f".fam {_FONTS[style.font]}",
        f".ds FAM {_FONTS[style.font]}",
        *_registers(doc, style),
        *_furniture(doc, style),
        *adjust(style),
        f".nm 1 {style.extra.get('line_step', 1)} 1" if style.line_numbers else ".nm",
    ]


def _page(doc: Doc, style: Style) -> list[str]:
    box = measures.centred(doc, style)
    return [
        f".pl {style.page[1]}p",
        f".nr PO {box.left:.2f}p",
        f".nr LL {box.width:.2f}p",
        f".nr LT {box.width:.2f}p",
        f".nr HM {box.top:.2f}p",
        f".nr FM {box.bottom:.2f}p",
    ]


def _registers(doc: Doc, style: Style) -> list[str]:
    line = style.size * style.leading
    gap = style.gap * line if style.paragraph in {"gap", "both"} else 0.0
    steps = (layout.heading(style, "h1") - layout.heading(style, "h3")) / 2
    indent = style.indent if style.paragraph in {"indent", "both"} else 0.0
    sizes = {"PS": style.size, "VS": line, "FPS": style.size * 0.82, "FVS": line * 0.85}
    patterns = {"de": 1, "fr": 4, "sv": 2}.get(doc.lang.split("-")[0], 4)
    return [
        *(f".nr {name} {round(value * 1000)}" for name, value in sizes.items()),
        f".nr PD {gap:.2f}p",
        ".nr FPD 0.2v",
        f".nr PI {max(indent, 1.5):.2f}m",
        ".nr QI 2m",
        f".nr HY {patterns if style.hyphenate else 0}",
        ".nr GROWPS 3",
        f".nr PSINCR {steps:.2f}p",
    ]


def _furniture(doc: Doc, style: Style) -> list[str]:
    folio = style.extra.get("folio", "center")
    number = r"\\n[PN]" if style.page_numbers else ""
    return [
        f".ds LH {plain(doc.head) if style.running_head else ''}",
        ".ds CH",
        f".ds RH {number if folio == 'top' else ''}",
        f".ds CF {number if folio == 'center' else ''}",
        f".ds RF {number if folio == 'outer' else ''}",
        ".P1" if style.running_head or folio == "top" else ".",
    ]


def adjust(style: Style) -> list[str]:
    """Give the request that aligns the text."""
    return [".ad " + {"justify": "b", "left": "l", "center": "c"}[style.align]]


def columns(style: Style) -> list[str]:
    """Give the request that starts the columns."""
    return [f".MC {style.measure:.2f}p {style.gutter:.2f}p"]


def device(style: Style) -> str:
    """Choose who writes the PDF: groff embeds no fonts, so it must be one that all readers have."""
    everywhere = style.font in {"times", "helvetica"}
    name = str(style.extra.get("device", "pdf" if everywhere else "ps"))
    if name == "pdf" and not everywhere:
        raise ValueError(f"groff does not embed font {style.font!r}: device must be ps")
    return name
