"""Font families as fontspec commands, by file, for LuaLaTeX and XeLaTeX."""

from __future__ import annotations

import subprocess
from functools import cache
from pathlib import Path
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
        The families it is set in; those that come with TeX are taken to have all.
    """
    if set(names) & _TEX.keys():
        return _COMMANDS
    used = {*doc.head, *style.bullet, *"\u2013", *(c for u in doc.units for c in u.text)}
    signs = {char for char in used if ord(char) > 0x7E and category(char)[0] in "SPN"}
    missing = {char for char in signs if not any(_has(name, char) for name in names)}
    return _COMMANDS | {char: rf"{{\symbols {char}}}" for char in missing}


def _has(name: str, char: str) -> bool:
    font = known(name)
    return any(first <= ord(char) <= last for first, last in _coverage(font.files[0], font.index))


@cache
def _coverage(file: Path, index: int) -> tuple[tuple[int, int], ...]:
    """Read which stretches of code points a font has."""
    query = [program("fc-query", "fontconfig"), f"--index={index}", "--format=%{charset}"]
    done = subprocess.run([*query, str(file)], capture_output=True, text=True, check=True)
    stretches = [part.split("-") for part in done.stdout.split()]
    return tuple((int(part[0], 16), int(part[-1], 16)) for part in stretches)


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
