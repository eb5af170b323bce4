"""Kinds of characters, looked up for all lines at once."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

import numpy as np

from rejoin.model import Floats, Ints, Lines

(OTHER, LOWER, UPPER, UNCASED, DIGIT, STOP, COMMA, COLON, DASH, OPEN, CLOSE, QUOTE, BULLET, WIDE,
 WIDE_STOP, SYMBOL) = range(16)  # fmt: skip
#: Number of kinds.
COUNT = 16
#: Number of shares that `shares` returns.
PER_LINE = 6

_BY_CHARACTER = {
    STOP: ".!?\u2026\u061f\u06d4\u0964\u037e",
    COMMA: ",;\u060c\u061b\u00b7\u0387",
    COLON: ":",
    DASH: "-\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u00ad",
    QUOTE: "\"'\u2018\u2019\u201a\u201c\u201d\u201e\u00ab\u00bb\u2039\u203a",
    BULLET: "\u2022\u2023\u2043\u2219\u25e6\u25aa\u25ab\u25a0\u25a1\u25cf\u25cb\u25c6\u25b6\u25ba*"
    "\u2713\u2714\u2756\u27a2\u27a4\u203b\uf0b7\uf0a7",
    WIDE_STOP: "\u3002\uff01\uff1f\uff0e\u3001\uff0c\uff1a\uff1b\u300d\u300f\uff09",
}
_BY_CATEGORY = {
    "Ll": LOWER, "Lu": UPPER, "Lt": UPPER, "Lo": UNCASED, "Lm": UNCASED, "Nd": DIGIT, "No": DIGIT,
    "Nl": DIGIT, "Pd": DASH, "Ps": OPEN, "Pi": QUOTE, "Pe": CLOSE, "Pf": QUOTE, "Sm": SYMBOL,
    "Sc": SYMBOL, "Sk": SYMBOL, "So": SYMBOL, "Po": SYMBOL, "Mn": UNCASED, "Mc": UNCASED,
}  # fmt: skip


#: Blocks of one category: ideographs, Hangul, surrogates and private codes. To look each of them
#: up would take longer than to read a short document.
_UNIFORM = (
    (0x3400, 0x4DC0),
    (0x4E00, 0xA000),
    (0xAC00, 0xD7A4),
    (0xD800, 0xE000),
    (0xE000, 0xF900),
)


def _kind(code: int) -> int:
    return _BY_CATEGORY.get(unicodedata.category(chr(code)), OTHER)


@lru_cache(maxsize=1)
def _table() -> Ints:
    """Kind of every code point of the basic plane."""
    table = np.empty(0x10000, np.uint8)
    end = 0
    for low, high in (*_UNIFORM, (0x10000, 0x10000)):
        table[end:low] = [_kind(c) for c in range(end, low)]
        table[low:high] = _kind(min(low, 0xFFFF))
        end = high
    for low, high in ((0x2E80, 0x3100), (0x3100, 0xA4D0), (0xF900, 0xFB00), (0xFF00, 0xFFF0)):
        letters = table[low:high]
        letters[letters == UNCASED] = WIDE
    for kind, characters in _BY_CHARACTER.items():
        table[[ord(c) for c in characters]] = kind
    return table


def classes(code: Ints) -> Ints:
    """Kind of each code point; astral Han is wide, other astral characters are symbols."""
    if code.max(initial=0) <= 0xFFFF:
        return np.asarray(_table().take(code))
    kinds = _table()[np.minimum(code, 0xFFFF)]
    astral = code > 0xFFFF
    kinds[astral] = np.where(code[astral] >= 0x20000, WIDE, SYMBOL)
    return np.asarray(kinds)


def line_classes(lines: Lines) -> tuple[Ints, Ints]:
    """Kinds of the first and the last character of each line."""
    first, last = lines.edge_codes
    return classes(first), classes(last)


def shares(lines: Lines) -> Floats:
    """Shares of each line's characters; see `shares_of`."""
    return shares_of(lines.codes, lines.start, classes(lines.codes))


def shares_of(code: Ints, offsets: Ints, kinds: Ints) -> Floats:
    """Shares of some texts' characters: digits, capitals, letters, wide, symbols, leader dots.

    Parameters
    ----------
    code : ndarray of uint32
        Characters of all texts.
    offsets : ndarray of int
        Of the texts in `code`, one more than texts.
    kinds : ndarray of uint8
        See `classes`.

    Returns
    -------
    ndarray of float32, shape (`PER_LINE`, texts)
    """
    if not len(code):
        return np.zeros((PER_LINE, len(offsets) - 1), np.float32)
    dot = (code == 0x2E) | (code == 0x2026) | (code == 0xB7)
    leader = np.zeros(len(code), np.bool_)
    leader[2:] = dot[2:] & (dot[1:-1] | (code[1:-1] == 0x20)) & dot[:-2]
    flags = (
        kinds == DIGIT,
        kinds == UPPER,
        (kinds == LOWER) | (kinds == UPPER) | (kinds == UNCASED),
        (kinds == WIDE) | (kinds == WIDE_STOP),
        (kinds == SYMBOL) | (kinds == OTHER) & (code > 0x20),
        leader,
    )
    length = np.diff(offsets)
    some, start = length > 0, offsets[:-1]
    out = np.zeros((PER_LINE, len(length)), np.float32)
    for row, flag in enumerate(flags):
        out[row, some] = np.add.reduceat(flag, start[some], dtype=np.int32) / length[some]
    return out
