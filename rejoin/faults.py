"""What can be wrong with the characters of a font, in words; found by `rejoin.audit`."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Fault(StrEnum):
    """What is wrong with the characters of a font."""

    #: Control codes inside words: ligatures or letters are missing.
    LOST = "letters are lost (control codes in their place)"
    #: Private codes in a row, where words should be.
    PRIVATE = "private-use codes in place of letters"
    REPLACED = "replacement characters in place of letters"
    C1 = "C1 control codes in place of letters"
    ZERO = "characters without width in place of letters"
    #: Pairs of letters that no language has.
    NONSENSE = "letters spell nothing (glyph numbers, or a wrong map)"
    SHIFTED = "letters are shifted by a constant"
    MIXED = "letters of different scripts inside words (glyph numbers)"
    RARE = "characters that no text consists of (glyph numbers, or a wrong map)"
    ACCENTED = "accented Latin letters in place of another script"
    SIGNS = "signs in place of letters"
    TWICE = "one character in place of all letters"


@dataclass(frozen=True)
class Finding:
    """One font of one page whose text is not readable.

    Attributes
    ----------
    page : int
        Number from 1.
    font : str
        Base name, or ``unnamed``.
    fault : Fault
    chars : int
        Characters concerned.
    """

    page: int
    font: str
    fault: Fault
    chars: int
