"""Folds characters so that a PDF and its true text can be compared.

Folding drops what typesetting adds, drops or orders differently: white space, combining marks,
quotes, hyphens and dashes, bullets, dot leaders; ligatures and compatibility forms are taken
apart, letter case is dropped. What is dropped is dropped on both sides, so it costs no position.
"""

from __future__ import annotations

import unicodedata

import numpy as np

from bench.stream import Bools, Ints

#: Quotes, primes and accents that stand for them.
QUOTES = "\"'`^\u00b4\u00a8\u02b9\u02ba\u02bb\u02bc\u02c6\u02dc\u2018\u2019\u201a\u201b\u201c"
QUOTES += "\u201d\u201e\u201f\u2032\u2033\u2034\u2035\u2036\u2039\u203a\u00ab\u00bb\u301d\u301e"
QUOTES += "\u301f\uff02\uff07\u05f3\u05f4"
#: Hyphens, dashes, minus signs, and the Arabic stretching stroke.
DASHES = "-\u00ad\u02d7\u058a\u05be\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2212\ufe58\ufe63"
DASHES += "\uff0d\u0640\u2500\u30fb"
#: Bullets and middle dots; geometric shapes are dropped with them.
BULLETS = "\u2022\u2023\u00b7\u2027\u204c\u204d\u2219\u22c5\u2217\u2981\u29bf\u27a2\u2756"
#: Characters that TeX and others set for one another.
ALIKE = {0x223C: "~", 0x301C: "~", 0xFF5E: "~", 0x2215: "/", 0x2044: "/", 0x2223: "|",
         0x2216: "\\", 0x131: "i", 0x237: "j", 0x2126: "\u03c9", 0x25E6: "", 0x2329: "<",
         0x232A: ">", 0x27E8: "<", 0x27E9: ">", 0x3008: "<", 0x3009: ">"}  # fmt: skip
#: A run of this many equal leader characters is dropped.
LEADER = 4
LEADERS = ".\u00b7\u2026_\u2024\u30fb"

_DROPPED = frozenset(QUOTES + DASHES + BULLETS)


def fold_char(code: int) -> str:
    """Fold one code point to no, one or several characters."""
    char = ALIKE.get(code, chr(code))
    if char in _DROPPED or 0x25A0 <= code <= 0x25FF or 0xD800 <= code <= 0xDFFF:
        return ""
    parts = unicodedata.normalize("NFKD", char)
    return "".join(
        ALIKE.get(ord(c), c.casefold())
        for c in parts
        if unicodedata.category(c)[0] not in "ZCM" and c not in _DROPPED
    )


def fold(code: Ints) -> tuple[Ints, Ints]:
    """Fold code points.

    Returns
    -------
    ndarray
        Folded code points.
    ndarray
        Index of the code point that each came from, ascending.
    """
    found, inverse = np.unique(code, return_inverse=True)
    forms = [fold_char(int(c)) for c in found]
    lengths = np.array([len(f) for f in forms], np.int64)
    flat = np.array([ord(c) for f in forms for c in f], np.int64)
    first = np.cumsum(lengths) - lengths
    source = np.repeat(np.arange(len(code)), lengths[inverse])
    start = np.repeat(first[inverse], lengths[inverse])
    step = np.arange(len(source)) - np.repeat(_starts(lengths[inverse]), lengths[inverse])
    folded = flat[start + step]
    keep = ~_leaders(folded, source, code)
    return folded[keep], source[keep]


def _starts(lengths: Ints) -> Ints:
    out: Ints = np.cumsum(lengths) - lengths
    return out


def _leaders(folded: Ints, source: Ints, code: Ints) -> Bools:
    """Which folded characters belong to a run of equal leader characters."""
    edge = np.flatnonzero(np.diff(folded)) + 1
    bounds = np.concatenate([[0], edge, [len(folded)]])
    run = np.repeat(np.diff(bounds), np.diff(bounds))
    return np.isin(folded, [ord(c) for c in LEADERS]) & (run >= LEADER)


def folded_text(text: str) -> tuple[Ints, Ints]:
    """Fold a string; indices count its characters."""
    return fold(np.fromiter(map(ord, text), np.int64, len(text)))
