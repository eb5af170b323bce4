"""PDFs by LuaLaTeX: all languages of the corpus, with Debian's fonts."""

from __future__ import annotations

from pathlib import Path

from . import latex, measures, tex_fonts
from .fonts import FONTS, families, stack
from .latex_text import Text
from .source import Doc, Style

PACKAGES = (
    "texlive-luatex texlive-latex-extra fonts-texgyre texlive-lang-japanese texlive-lang-korean "
    "and the texlive-lang package of the language"
)
#: Language -> Babel's name, for those that Babel's own files set.
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
    "lt": "lithuanian",
    "lv": "latvian",
    "pl": "polish",
    "cs": "czech",
    "sk": "slovak",
    "hu": "magyar",
    "ro": "romanian",
    "hr": "croatian",
    "sl": "slovene",
    "tr": "turkish",
    "vi": "vietnamese",
    "ru": "russian",
    "uk": "ukrainian",
    "bg": "bulgarian",
    "el": "greek",
}
#: Languages by Babel's locale files: name, script and what fontspec needs.
_LOCALES = {
    "ar": ("arabic", "Script=Arabic"),
    "fa": ("persian", "Script=Arabic,Language=Persian"),
    "he": ("hebrew", "Script=Hebrew"),
    "hi": ("hindi", "Renderer=HarfBuzz,Script=Devanagari,Language=Hindi"),
    "th": ("thai", "Script=Thai"),
}
_CJK = frozenset({"ja", "zh", "ko"})
_PLAIN = "Ligatures=TeXOff"


def render(doc: Doc, style: Style, out: Path) -> None:
    """Set a text with LuaLaTeX.

    Raises
    ------
    ValueError
        The language, the font or a feature is out of its reach.
    """
    base = doc.lang.split("-")[0]
    if style.vertical and base != "ja":
        raise ValueError("lualatex sets vertical lines in Japanese only")
    chars = tex_fonts.lacking(doc, style, *_families(doc, style))
    if base in {"ja", "zh"}:
        # Else luatexja would take the font of the ideographs for signs too.
        chars = {c: text.replace(c, rf"\ltjalchar{ord(c)} ") for c, text in chars.items()}
    text = Text(chars, code={})
    name = "ltjtarticle" if style.vertical else "article"
    engine = latex.Engine("lualatex", PACKAGES, text, setup(doc, style), name)
    latex.render(doc, style, out, engine)


def setup(doc: Doc, style: Style) -> str:
    """Load the fonts and the language."""
    base = doc.lang.split("-")[0]
    name = measures.family(doc, style)
    lines = [
        r"\pdfvariable trailerid{}\pdfvariable suppressoptionalinfo 1023",
        r"\usepackage{fontspec}\defaultfontfeatures{}",
        _language(doc, style, name),
        tex_fonts.mono(style),
        tex_fonts.headings(style),
        tex_fonts.symbols(),
        r"\usepackage{microtype}" if style.extra.get("microtype") else "",
        r"\frenchsetup{StandardLists=true}" if base == "fr" else "",
        r"\tracinglostchars=3",
    ]
    return "\n".join(line for line in lines if line)


def _families(doc: Doc, style: Style) -> tuple[str, ...]:
    """Name the text's family and those that fill in letters."""
    name = measures.family(doc, style)
    if doc.lang.split("-")[0] not in _CJK:
        return (name,) if tex_fonts.has_latin(name) else tuple(stack(name))
    native = [*families(doc.lang), *families(doc.lang, "sans")]
    return name, name if FONTS.get(name) in native else native[0].family


def _language(doc: Doc, style: Style, name: str) -> str:
    base = doc.lang.split("-")[0]
    if base in _CJK:
        return _cjk(doc, style, name)
    if base in _LOCALES:
        locale, features = _LOCALES[base]
        bidi = "bidi=basic,layout=lists.tabular.contents.footnotes.columns" if doc.rtl else ""
        fallback, option = _fallback(name)
        return "\n".join(
            [
                rf"\usepackage[{bidi}]{{babel}}\babelprovide[import,main]{{{locale}}}",
                fallback,
                tex_fonts.command(name, features + option),
            ]
        )
    if doc.lang not in _BABEL:
        raise ValueError(f"lualatex: no language {doc.lang}")
    shorthands = "" if base == "fr" else ",shorthands=off"
    babel = rf"\usepackage[{_BABEL[doc.lang]}{shorthands}]{{babel}}"
    return babel + "\n" + tex_fonts.command(name, _PLAIN)


def _fallback(name: str) -> tuple[str, str]:
    """Fill in Latin letters where a family lacks them."""
    if tex_fonts.has_latin(name):
        return "", ""
    other = FONTS[stack(name)[1]]
    table = ",".join(
        f'"[{other.file(bold=bold)}]:mode=node;script=latn;"' for bold in (False, True)
    )
    regular, bold = table.split(",")
    code = (
        rf"\directlua{{luaotfload.add_fallback('latin',{{{regular}}})"
        rf"luaotfload.add_fallback('latinbold',{{{bold}}})}}"
    )
    features = "BoldFeatures={RawFeature={fallback=latinbold}}"
    return code, f",RawFeature={{fallback=latin}},{features}"


def _cjk(doc: Doc, style: Style, name: str) -> str:
    base = doc.lang.split("-")[0]
    cjk = _families(doc, style)[1]
    if base == "ko":
        return "\n".join(
            [
                r"\usepackage{luatexko}",
                tex_fonts.command(name, _PLAIN),
                tex_fonts.command(cjk, "", r"\setmainhangulfont"),
            ]
        )
    metric = "zh_TW" if doc.lang == "zh-Hant" else "zh_CN"
    features = "" if base == "ja" else rf"YokoFeatures={{JFM={metric}/{{quanjiao}}}}"
    return "\n".join(
        [
            r"\usepackage[match]{luatexja-fontspec}",
            tex_fonts.command(name, _PLAIN),
            tex_fonts.command(cjk, features, r"\setmainjfont"),
            tex_fonts.command(cjk, "", r"\setmonojfont"),
        ]
    )
