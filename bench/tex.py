"""Units of TeX sources: paragraphs, headings, items, cells, captions, notes, lines of code.

Only what a source shows by itself is read: macros are not expanded. Where a macro that nobody
knows stands, `DOUBT` is put into the text, so that a line break just there is labelled unknown.
"""

from __future__ import annotations

import re

from bench.place import Unit
from bench.texmacros import VERBATIM, block_macros
from bench.texscan import closing, optional
from bench.texwalk import HELD, Walker

#: Encodings of ``inputenc`` and their names here.
ENCODINGS = {
    "latin1": "latin-1", "latin2": "iso8859-2", "latin5": "iso8859-9", "latin9": "iso8859-15",
    "ansinew": "cp1252", "cp1250": "cp1250", "cp1251": "cp1251", "cp1252": "cp1252",
    "koi8-r": "koi8-r", "koi8-u": "koi8-u", "applemac": "mac_roman",
}  # fmt: skip
_TEXINFO = re.compile(r"^\\input\s+texinfo|^@setfilename", re.MULTILINE)
_VERB = re.compile(r"\\(?:verb|lstinline|mintinline\{\w+\})\*?([^A-Za-z0-9\s{*])(.*?)\1")


def tex_units(data: bytes, suffix: str = ".tex") -> list[Unit]:
    """Units of a TeX, documented TeX or Sweave file; none of Texinfo, which is another language."""
    text = decode(data).replace("\r\n", "\n").replace("\r", "\n")
    if _TEXINFO.search(text[:4000]):
        return []
    if suffix == ".dtx":
        text = undocument(text)
    if suffix in (".rnw", ".snw", ".nw"):
        text = re.sub(r"(?ms)^<<.*?>>=.*?^@[^\n]*$", "\n\n", text)
    return parse_tex(text)


def decode(data: bytes) -> str:
    """Decode a source by what it says of its encoding; UTF-8 where it says nothing."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        named = re.search(
            rb"\\(?:usepackage|inputencoding)\s*(?:\[([\w-]+)\]\{inputenc|\{([\w-]+)\})", data
        )
        name = next((g.decode() for g in named.groups() if g), "") if named else ""
        return data.decode(ENCODINGS.get(name, "latin-1"), errors="replace")


def undocument(text: str) -> str:
    """Take the documentation out of a ``.dtx`` file; its code becomes verbatim text."""
    out, code = [], False
    for line in text.split("\n"):
        if re.match(r"%\s*\\begin\{macrocode", line):
            code = True
            out.append("\\begin{verbatim}")
        elif re.match(r"%\s*\\end\{macrocode", line):
            code = False
            out.append("\\end{verbatim}")
        elif code:
            out.append(line)
        elif line.startswith("%") and not line.startswith(("%<", "%%")):
            out.append(re.sub(r"\^\^A.*", "", line[1:]))
    return "\n".join(out)


def parse_tex(text: str) -> list[Unit]:
    """Units of a TeX source."""
    held: list[str] = []
    text = _hold(text, held)
    text = re.sub(r"(?<!\\)((?:\\\\)*)%[^\n]*\n?[ \t]*", r"\1", text)
    text = re.sub(r"\\iffalse\b.*?\\fi\b", "", text, flags=re.DOTALL)
    block, inline = block_macros(text)
    title = _titles(text)
    at = text.find("\\begin{document}")
    if at >= 0:
        text = title + text[at + len("\\begin{document}") :]
    text = text.partition("\\end{document}")[0]
    walker = Walker(text, block, inline, held)
    walker.run()
    return walker.units


def _titles(text: str) -> str:
    """What the preamble says of title and author, as paragraphs."""
    out = ""
    for found in re.finditer(
        r"\\(?:title|subtitle|author|date|institute|address|affiliation)\s*(?=[\[{])", text
    ):
        at = optional(text, found.end())
        if at < len(text) and text[at] == "{":
            out += "\n\n" + text[at + 1 : closing(text, at)] + "\n\n"
    return out


def _hold(text: str, held: list[str]) -> str:
    """Put verbatim text aside: one private character stands for it."""

    def keep(content: str) -> str:
        held.append(content)
        return chr(HELD + len(held) - 1)

    names = "|".join(map(re.escape, sorted(VERBATIM)))
    block = re.compile(
        rf"\\begin\{{({names})\}}(?:\[[^\]]*\])?(?:\{{\w*\}})?[ \t]*\n?(.*?)\\end\{{\1\}}",
        re.DOTALL,
    )
    text = block.sub(lambda m: "\n\n" + keep(m[2].rstrip() + "\n") + "\n\n", text)
    return _VERB.sub(lambda m: keep(m[2]), text)
