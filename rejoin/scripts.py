"""Which script a character is of, as far as words and lines are set differently in it."""

from __future__ import annotations

from rejoin.model import Bools, Ints


def is_wide(code: Ints) -> Bools:
    """Full-width characters as the published method has them: Han, kana, full-width forms."""
    return (
        ((code >= 0x3000) & (code <= 0x30FF))
        | ((code >= 0x4E00) & (code <= 0x9FFF))
        | ((code >= 0xFF00) & (code <= 0xFFEF))
    )


def right_to_left(code: Ints) -> Bools:
    """Letters and marks of scripts that are written from right to left."""
    return (
        ((code >= 0x590) & (code < 0x900))
        | ((code >= 0xFB1D) & (code < 0xFE00))
        | ((code >= 0xFE70) & (code < 0xFF00))
    )


def of_india(code: Ints) -> Bools:
    """Letters and marks of the scripts of India and its neighbours."""
    return (code >= 0x900) & (code < 0xE00)
