"""PDFs by pdfLaTeX: Latin, Cyrillic and Greek scripts, in the fonts that come with it."""

from __future__ import annotations

from pathlib import Path

from . import latex
from .latex_text import QUOTES, Text
from .source import Doc, Style

PACKAGES = (
    "texlive-latex-extra texlive-fonts-recommended lmodern cm-super tex-gyre texlive-lang-european "
    "and the texlive-lang package of the language"
)
#: Language -> Babel's name.
_BABEL = {
    "en": "english",
    "en-GB": "british",
    "de": "ngerman",
    "fr": "french",
    "es": "spanish,es-noindentfirst,es-noshorthands,es-nolists",
    "it": "italian",
    "pt": "portuguese",
    "pt-BR": "brazilian",
    "ca": "catalan",
    "nl": "dutch",
    "sv": "swedish",
    "da": "danish",
    "nb": "norsk",
    "no": "norsk",
    "fi": "finnish",
    "is": "icelandic",
    "et": "estonian",
    "pl": "polish",
    "cs": "czech",
    "sk": "slovak",
    "hu": "magyar",
    "hr": "croatian",
    "sl": "slovene",
    "tr": "turkish",
    "vi": "vietnamese",
    "ru": "russian",
    "uk": "ukrainian",
    "bg": "bulgarian",
    "el": "greek",
}
#: Languages whose letters are all in Latin-1, so that the PostScript fonts do.
_WESTERN = frozenset("en de fr es it pt ca nl sv da nb no fi is".split())
_CYRILLIC = frozenset({"ru", "uk", "bg"})
#: Font name -> what loads it, for western languages and for others in Latin script.
_FONTS = {
    "lm": (r"\usepackage{lmodern}", r"\usepackage{lmodern}"),
    "cm": (r"\usepackage{fix-cm}", r"\usepackage{fix-cm}"),
    "times": (r"\usepackage{mathptmx}", r"\usepackage{tgtermes}"),
    "palatino": (r"\usepackage{mathpazo}", r"\usepackage{tgpagella}"),
    "helvetica": (r"\usepackage[scaled=.92]{helvet}", r"\usepackage{tgheros}"),
    "bookman": (r"\usepackage{bookman}", r"\usepackage{tgbonum}"),
    "schoolbook": (r"\usepackage{newcent}", r"\usepackage{tgschola}"),
    "charter": (r"\usepackage{charter}", ""),
}
_CHARS = {
    "\u2212": r"\ensuremath{-}",
    "\u202f": r"\,",
    "\u2009": r"\,",
    "\u2011": r"\mbox{-}",
    "\u2192": r"\ensuremath{\rightarrow}",
    "\u2190": r"\ensuremath{\leftarrow}",
    "\u2264": r"\ensuremath{\leq}",
    "\u2265": r"\ensuremath{\geq}",
    "\u2248": r"\ensuremath{\approx}",
    "\u2260": r"\ensuremath{\neq}",
    "\u221a": r"\ensuremath{\surd}",
    "\u2032": r"\ensuremath{'}",
    "\u2033": r"\ensuremath{''}",
    "\u2610": r"\ensuremath{\square}",
    "\u25aa": r"\ensuremath{\blacksquare}",
    "\u25cf": r"\ensuremath{\bullet}",
    "\u25e6": r"\ensuremath{\circ}",
    "\u2713": r"\ensuremath{\checkmark}",
}
#: Signs that mean something else in the Greek encoding.
_GREEK = {";": "?", "'": r"\textquoteright{}", '"': r"\textlatin{\textquotedbl}"}


def render(doc: Doc, style: Style, out: Path) -> None:
    """Set a text with pdfLaTeX.

    Raises
    ------
    ValueError
        The language, the font or a feature is out of its reach.
    """
    if doc.lang not in _BABEL:
        raise ValueError(f"pdflatex: no language {doc.lang}")
    if style.vertical:
        raise ValueError("pdflatex has no vertical writing")
    greek = doc.lang == "el"
    chars = {**_CHARS, **_GREEK} if greek else _CHARS
    text = Text(chars, r"\textlatin" if greek else "", code={**_CHARS, **QUOTES})
    engine = latex.Engine("pdflatex", PACKAGES, text, setup(doc.lang, style))
    latex.render(doc, style, out, engine)


def setup(lang: str, style: Style) -> str:
    """Load encodings, fonts and the language."""
    base = lang.split("-")[0]
    encoding = {"el": "LGR,T1", "vi": "T5,T1"}.get(base, "T1")
    encoding = "T1,T2A" if base in _CYRILLIC else encoding
    options = _BABEL[lang]
    shorthands = "" if base == "fr" else ",shorthands=off"
    lines = [
        r"\pdfminorversion=5\pdftrailerid{}\pdfsuppressptexinfo=15",
        r"\input{glyphtounicode}\pdfgentounicode=1\usepackage{cmap}",
        rf"\usepackage[{encoding}]{{fontenc}}\usepackage{{textcomp}}",
        _font(base, style),
        rf"\usepackage[{options}{shorthands}]{{babel}}",
        r"\frenchsetup{StandardLists=true}" if base == "fr" else "",
        r"\usepackage{textalpha}\newcommand\CodeScript{\latintext}" if base == "el" else "",
        r"\usepackage{microtype}" if style.extra.get("microtype") else "",
        r"\newcommand\headingfont{\sffamily}" if style.extra.get("heading_font") == "sans" else "",
        r"\tracinglostchars=3",
    ]
    return "\n".join(line for line in lines if line)


def _font(base: str, style: Style) -> str:
    if style.font not in _FONTS:
        raise ValueError(f"pdflatex: no font {style.font!r}; it has {', '.join(_FONTS)}")
    western, other = _FONTS[style.font]
    if base in _CYRILLIC | {"el"} and style.font not in {"cm", "lm"}:
        raise ValueError(f"pdflatex: font {style.font!r} has no letters for {base}")
    load = western if base in _WESTERN else other
    if not load:
        raise ValueError(f"pdflatex: font {style.font!r} has no letters for {base}")
    sans = r"\renewcommand\familydefault{\sfdefault}" if style.font == "helvetica" else ""
    return load + sans
