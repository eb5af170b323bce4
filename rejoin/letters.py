"""Tables by which text is known from garbage (written by ``python -m bench letters``)."""

from __future__ import annotations

from enum import IntEnum
from functools import lru_cache
from pathlib import Path

import numpy as np

from rejoin.model import Ints

#: The tables.
FILE = Path(__file__).with_name("data") / "letters.npz"


class Kind(IntEnum):
    """What a character code is, as far as the audit cares."""

    BLANK = 0
    LETTER = 1
    #: Ideograph or Hangul of the first level of an East Asian standard, and any other one.
    COMMON = 2
    RARE = 3
    #: Letter of the upper half of Latin-1.
    ACCENTED = 4
    DIGIT = 5
    #: Punctuation and symbols.
    SIGN = 6
    #: C0 control code; 0 included.
    CONTROL = 7
    C1 = 8
    PRIVATE = 9
    #: U+FFFD, what is no character at all, and what Unicode has not assigned.
    REPLACED = 10
    #: Has no width by its definition.
    ZERO = 11


#: Number of kinds, rounded up to a power of two, and of levels of a pair.
KINDS = 16
LEVELS = 13

#: Letters are below this number.
LETTERS = 128


#: Levels beyond those of the pairs that were counted: letters of two scripts, others of one.
MIXED, OTHER = LEVELS, LEVELS + 1
#: First letters of the alphabets, and of the scripts that are one letter each (`bench.letters`).
_ALPHABETS = (1, 27, 59, 83)


def script(letter: Ints) -> Ints:
    """Script of each letter: one number for each alphabet and for each other script."""
    return np.where(letter < _ALPHABETS[-1], np.searchsorted(_ALPHABETS, letter, "right"), letter)


@lru_cache(maxsize=1)
def tables() -> tuple[Ints, Ints, Ints]:
    """Kind and letter of each UTF-16 unit, level of each pair of letters (uint8 all).

    The pair of letters a and b is at ``a << 7 | b``.
    """
    with np.load(FILE) as file:
        kind, letter, pair = file["kind"], file["letter"], file["pair"]
    square = np.zeros((LETTERS, LETTERS), np.uint8)
    square[: len(pair), : len(pair)] = pair
    number = np.arange(LETTERS)
    other = np.where(np.equal.outer(script(number), script(number)), OTHER, MIXED)
    square[1:, 1:] = np.where(square[1:, 1:] > 0, square[1:, 1:], other[1:, 1:])
    return kind, letter, square.ravel()
