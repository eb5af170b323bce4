"""PDFs by XeLaTeX with Polyglossia and xeCJK, with Debian's fonts."""

from __future__ import annotations

from pathlib import Path

from . import latex, measures, tex_fonts
from .fonts import FONTS, families, stack
from .latex_text import Text
from .source import Doc, Style

PACKAGES = (
    "texlive-xetex texlive-latex-extra fonts-texgyre texlive-lang-arabic texlive-lang-chinese "
    "and the texlive-lang package of the language"
)
#: Language -> Polyglossia's name and options.
_POLYGLOSSIA = {
    "en": "english",
    "en-GB": "[variant=british]english",
    "de": "german",
    "fr": "french",
    "es": "spanish",
    "it": "italian",
    "pt": "portuguese",
    "pt-BR": "[variant=brazilian]portuguese",
    "ca": "catalan",
    "nl": "dutch",
    "sv": "swedish",
    "da": "danish",
    "nb": "norwegian",
    "no": "norwegian",
    "fi": "finnish",
    "is": "icelandic",
    "et": "estonian",
    "lt": "lithuanian",
    "lv": "latvian",
    "pl": "polish",
    "cs": "czech",
    "sk": "slovak",
    "hu": "hungarian",
    "ro": "romanian",
    "hr": "croatian",
    "sl": "slovenian",
    "tr": "turkish",
    "vi": "vietnamese",
    "ru": "russian",
    "uk": "ukrainian",
    "bg": "bulgarian",
    "el": "greek",
    "ar": "[numerals=maghrib]arabic",
    "fa": "persian",
    "he": "hebrew",
    "hi": "hindi",
    "th": "thai",
}
#: Scripts whose fonts must be told.
_SCRIPTS = {
    "ar": "Script=Arabic",
    "fa": "Script=Arabic",
    "he": "Script=Hebrew",
    "hi": "Script=Devanagari",
    "th": "Script=Thai",
}
#: Thai breaks between words, which no blanks part, and has no hyphens.
_THAI = (
    r'\XeTeXlinebreaklocale "th" \XeTeXlinebreakskip=0pt plus .1em'
    r"\AddToHook{begindocument/end}{\lefthyphenmin63 }"
)
_PLAIN = "Ligatures=TeXOff"
_CJK = frozenset({"ja", "zh", "ko"})


def render(doc: Doc, style: Style, out: Path) -> None:
    """Set a text with XeLaTeX.

    Raises
    ------
    ValueError
        The language, the font or a feature is out of its reach.
    """
    if style.vertical:
        raise ValueError("xelatex has no vertical writing")
    if style.extra.get("microtype"):
        raise ValueError("xelatex has no microtype")
    names = _families(doc, style)
    chars = tex_fonts.lacking(doc, style, *names)
    if _is_bare(doc, names[0]):
        chars |= tex_fonts.filled(doc, style, *names)
    text = Text(chars, r"\textenglish" if doc.rtl else "", code={})
    engine = latex.Engine("xelatex", PACKAGES, text, setup(doc, style))
    latex.render(doc, style, out, engine)


def setup(doc: Doc, style: Style) -> str:
    """Load the fonts and the language."""
    base = doc.lang.split("-")[0]
    lines = [
        r"\usepackage{fontspec}\defaultfontfeatures{}",
        _cjk(doc, style) if base in _CJK else _language(doc, style),
        tex_fonts.headings(style),
        tex_fonts.symbols(),
        # Joined glyphs have no code point of their own: their text goes beside them.
        r"\XeTeXgenerateactualtext=1" if base in {"hi", "th"} else "",
        _THAI if base == "th" else "",
        r"\tracinglostchars=3",
    ]
    return "\n".join(line for line in lines if line)


def _families(doc: Doc, style: Style) -> tuple[str, ...]:
    """Name the text's family and those that fill in letters."""
    base = doc.lang.split("-")[0]
    name = measures.family(doc, style)
    if base not in _CJK:
        return tuple(stack(name))
    native = [*families(doc.lang), *families(doc.lang, "sans")]
    return name, name if FONTS.get(name) in native else native[0].family


def _language(doc: Doc, style: Style) -> str:
    if doc.lang not in _POLYGLOSSIA:
        raise ValueError(f"xelatex: no language {doc.lang}")
    base = doc.lang.split("-")[0]
    name, *other = _families(doc, style)
    options, _, language = _POLYGLOSSIA[doc.lang].rpartition("]")
    options = options + "]" if options else ""
    lines = [
        tex_fonts.command(name, _SCRIPTS.get(base, _PLAIN)),
        tex_fonts.mono(style),
        rf"\usepackage{{polyglossia}}\setmainlanguage{options}{{{language}}}",
        r"\setotherlanguage{english}" if doc.rtl else "",
        # Polyglossia leaves these as they are for lines from left to right.
        r"\newcommand\RaggedEnd{\raggedleft}\newcommand\RaggedStart{\raggedright}"
        if doc.rtl
        else "",
    ]
    if base in _SCRIPTS:
        setter = rf"\newfontfamily\{language}"
        for suffix in ("font", "fontsf"):
            lines.append(tex_fonts.command(name, _SCRIPTS[base], setter + suffix))
        mono = str(style.extra.get("mono", "DejaVu Sans Mono"))
        lines.append(tex_fonts.command(mono, "Scale=0.92", setter + "fonttt"))
    return "\n".join([*lines, *(_fill(doc, font) for font in other)])


def _is_bare(doc: Doc, name: str) -> bool:
    return doc.lang.split("-")[0] not in _CJK and not tex_fonts.has_latin(name)


def _fill(doc: Doc, name: str) -> str:
    """Set the Latin letters and figures of a family that has none, LaTeX's own ones too."""
    english = tex_fonts.command(name, _PLAIN, r"\newfontfamily\englishfont") if doc.rtl else ""
    numbers = [r"\renewcommand\thefootnote{{\fillin\arabic{footnote}}}"]
    levels = ("section", "subsection", "subsubsection")
    for depth, level in enumerate(levels, 1):
        number = ".".join(rf"\arabic{{{above}}}" for above in levels[:depth])
        numbers.append(rf"\renewcommand\the{level}{{{{\fillin {number}}}}}")
    return "\n".join(
        [
            tex_fonts.command(name, _PLAIN, r"\newfontfamily\fillin"),
            english,
            r"\newcommand\Folio{{\fillin\thepage}}\makeatletter",
            r"\patchcmd\@dottedtocline{\hbox{.}}{\hbox{\fillin .}}{}{}\makeatother",
            rf"\AddToHook{{begindocument/end}}{{{''.join(numbers)}\providecommand\linenumberfont{{}}",
            r"\renewcommand\linenumberfont{\fillin\tiny}}",
        ]
    )


def _cjk(doc: Doc, style: Style) -> str:
    base = doc.lang.split("-")[0]
    name, cjk = _families(doc, style)
    style_of = {"ja": "CJKspace=false", "zh": "CJKspace=false", "ko": "CJKspace=true"}[base]
    return "\n".join(
        [
            rf"\usepackage[{style_of}]{{xeCJK}}",
            tex_fonts.command(name, _PLAIN),
            tex_fonts.mono(style),
            tex_fonts.command(cjk, "", r"\setCJKmainfont"),
            tex_fonts.command(cjk, "", r"\setCJKmonofont"),
        ]
    )
