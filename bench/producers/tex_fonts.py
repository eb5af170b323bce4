"""Font families as fontspec commands, by file, for LuaLaTeX and XeLaTeX."""

from __future__ import annotations

import subprocess
from functools import cache
from unicodedata import category

from .fonts import FONTS, Font
from .layout import program
from .source import Doc, Style

#: Families that come with TeX: files, with {} for the style.
_TEX = {
    "Latin Modern Roman": "lmroman10-{}.otf",
    "Latin Modern Sans": "lmsans10-{}.otf",
    "TeX Gyre Termes": "texgyretermes-{}.otf",
    "TeX Gyre Pagella": "texgyrepagella-{}.otf",
    "TeX Gyre Heros": "texgyreheros-{}.otf",
    "TeX Gyre Schola": "texgyreschola-{}.otf",
    "TeX Gyre Bonum": "texgyrebonum-{}.otf",
}
_SLANTED = {"Latin Modern Sans": ("oblique", "boldoblique")}
#: What is set without being in the text.
_GENERATED = "0123456789.:()[]-\u2013abcdefghijklmnopqrstuvwxyz"
#: Signs that TeX has by other means than the font.
_COMMANDS = {"\u202f": r"\,", "\u2009": r"\,", "\u2011": r"\mbox{-}"}


def known(name: str) -> Font:
    """Find a family of the Debian font packages.

    Raises
    ------
    ValueError
        There is no such family.
    """
    if name not in FONTS:
        raise ValueError(f"no font family {name!r}; there are {', '.join([*_TEX, *FONTS])}")
    return FONTS[name]


def has_latin(name: str) -> bool:
    """Whether a family has Latin letters and figures."""
    return name in _TEX or known(name).latin


def lacking(doc: Doc, style: Style, *names: str) -> dict[str, str]:
    """Give commands for the characters of a text that the fonts lack.

    Parameters
    ----------
    doc
        The text.
    style
        Its style.
    names
        The families it is set in.
    """
    used = {*doc.head, *style.bullet, *_GENERATED, *(c for u in doc.units for c in u.text)}
    signs = {char for char in used if ord(char) > 0x7E and category(char)[0] in "SPN"}
    missing = {char for char in signs if not any(_has(name, char) for name in names)}
    if not _has(names[0], "-"):
        # TeX takes the hyphen from the first family, come what may.
        missing.add("-")
    tie = {} if _has(names[0], "\u00a0") else {"\u00a0": "~"}
    return _COMMANDS | tie | {char: rf"{{\symbols {char}}}" for char in missing}


def filled(doc: Doc, style: Style, name: str, other: str) -> dict[str, str]:
    r"""Give commands for what a family without Latin letters lacks: \fillin and a character."""
    used = {*doc.head, *style.bullet, *_GENERATED, *(c for u in doc.units for c in u.text)}
    printed = {char for char in used if category(char)[0] not in "MZC"}
    missing = {char for char in printed if not _has(name, char) and _has(other, char)}
    quoted = {char: rf"\{char}" for char in missing & set("#$%&_{}")}
    quoted |= {"\\": r"\textbackslash{}", "^": r"\textasciicircum{}", "~": r"\textasciitilde{}"}
    if doc.rtl:
        # The other font's brackets do not turn by themselves.
        quoted |= dict(zip("()[]<>\u00ab\u00bb", ")(][><\u00bb\u00ab", strict=True))
    return {char: rf"{{\fillin {quoted.get(char, char)}}}" for char in missing}


def _has(name: str, char: str) -> bool:
    return any(first <= ord(char) <= last for first, last in _coverage(name))


@cache
def _coverage(name: str) -> tuple[tuple[int, int], ...]:
    """Read which stretches of code points a family has."""
    if name in _TEX:
        search = [program("kpsewhich", "texlive-binaries"), _TEX[name].format("regular")]
        file, index = _said(search).strip(), 0
    else:
        file, index = str(known(name).files[0]), known(name).index
    query = [program("fc-query", "fontconfig"), f"--index={index}", "--format=%{charset}", file]
    stretches = [part.split("-") for part in _said(query).split()]
    return tuple((int(part[0], 16), int(part[-1], 16)) for part in stretches)


def _said(command: list[str]) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def symbols() -> str:
    """Load the font that fills in signs."""
    return command("DejaVu Sans", "", r"\newfontfamily\symbols")


def command(name: str, features: str = "", setter: str = r"\setmainfont") -> str:
    """Give the fontspec command that loads a family.

    Parameters
    ----------
    name
        The family.
    features
        More fontspec options.
    setter
        The command, with its first argument if it takes two.
    """
    options = "," + features if features else ""
    if name in _TEX:
        italic, both = _SLANTED.get(name, ("italic", "bolditalic"))
        faces = {"BoldFont": "bold", "ItalicFont": italic, "BoldItalicFont": both}
        pairs = ",".join(f"{face}={_TEX[name].format(kind)}" for face, kind in faces.items())
        return rf"{setter}{{{_TEX[name].format('regular')}}}[{pairs}{options}]"
    font = known(name)
    faces = {
        "BoldFont": font.file(bold=True).name,
        "ItalicFont": font.file(italic=True).name,
        "BoldItalicFont": font.file(bold=True, italic=True).name,
    }
    pairs = ",".join(f"{face}={file}" for face, file in faces.items())
    index = f",FontIndex={font.index}" if font.files[0].suffix == ".ttc" else ""
    fake = "" if len(font.files) > 1 else ",AutoFakeBold=2"
    path = f"{font.files[0].parent}/"
    return rf"{setter}{{{font.files[0].name}}}[Path={path},{pairs}{index}{fake}{options}]"


def mono(style: Style) -> str:
    """Load the family of the code."""
    name = str(style.extra.get("mono", "DejaVu Sans Mono"))
    return command(name, "Scale=0.92", r"\setmonofont")


def headings(style: Style) -> str:
    """Load the family of the headings, if they have their own."""
    name = style.extra.get("heading_font")
    return command(str(name), "", r"\newfontfamily\headingfont") if name else ""
