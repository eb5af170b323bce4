"""Text and code as groff input: Latin-1 letters as they are, others as named characters."""

from __future__ import annotations

import re

from .measures import links

_NAMED = {
    "\\": r"\e",
    "^": r"\(ha",
    "~": r"\(ti",
    "\u2018": r"\(oq",
    "\u2019": r"\(cq",
    "\u201a": r"\(bq",
    "\u201c": r"\(lq",
    "\u201d": r"\(rq",
    "\u201e": r"\(Bq",
    "\u2039": r"\(fo",
    "\u203a": r"\(fc",
    "\u2013": r"\(en",
    "\u2014": r"\(em",
    "\u2022": r"\(bu",
    "\u2026": r".\|.\|.",
    "\u2032": r"\(fm",
    "\u25aa": r"\s-4\f(ZD\N'110'\fP\s+4",
    "\u20ac": r"\(Eu",
    "\u2122": r"\(tm",
    "\u2190": r"\(<-",
    "\u2192": r"\(->",
    "\u2212": r"\(mi",
    "\u221a": r"\(sr",
    "\u2248": r"\(~~",
    "\u2260": r"\(!=",
    "\u2264": r"\(<=",
    "\u2265": r"\(>=",
    "\u0152": r"\(OE",
    "\u0153": r"\(oe",
    "\u0160": r"\(vS",
    "\u0161": r"\(vs",
    "\u017d": r"\(vZ",
    "\u017e": r"\(vz",
    "\u0178": r"\(:Y",
    "\u00a0": r"\~",
    "\u202f": r"\ ",
    "\u2009": r"\|",
    "\u2011": r"\(hy",
}
_CODE = {"'": r"\(aq", "`": r"\(ga", '"': r"\(dq", " ": r"\ "}
_BREAK_AFTER = re.compile(r"(?<=[/.?&=_])(?=\w)")


def plain(text: str) -> str:
    """Escape running text; web addresses may break after their slashes."""
    parts = [_address(part) if url else _escaped(part, _NAMED) for part, url in links(text)]
    return _guarded("".join(parts))


def code(line: str, long: bool = False) -> str:
    """Escape a line of code; a long one can break at its blanks."""
    names = {**_NAMED, **_CODE}
    body = line.lstrip(" ")
    blanks = names[" "] * (len(line) - len(body))
    return _guarded(blanks + _escaped(body, {**names, " ": " "} if long else names))


def _address(url: str) -> str:
    return r"\%" + _BREAK_AFTER.sub(r"\\:", _escaped(url, _NAMED))


def _escaped(text: str, names: dict[str, str]) -> str:
    return "".join(names.get(char) or _checked(char) for char in text)


def _checked(char: str) -> str:
    if ord(char) > 0xFF:
        raise ValueError(f"groff: no character {char!r} (U+{ord(char):04X})")
    return char


def _guarded(line: str) -> str:
    """Keep a line that starts with a control character from being a request."""
    return rf"\&{line}" if line[:1] in {".", "'"} else line
