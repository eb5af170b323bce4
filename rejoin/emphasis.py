"""Emphasis in Markdown: ``*italic*`` and ``**bold**`` where the font says so."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from itertools import groupby

from rejoin.escapes import inline
from rejoin.glyphs import BOLD, ITALIC

_MARKS = {0: "", ITALIC: "*", BOLD: "**", BOLD | ITALIC: "***"}


def emphasised(text: str, styles: Sequence[int]) -> str:
    """Escaped text with marks around what is set in bold or italic.

    A stretch is left plain where Markdown would not see the marks (a mark at a punctuation
    character inside a word, two emphasised stretches side by side).

    Parameters
    ----------
    text : str
    styles : sequence of int
        Emphasis of each character.
    """
    out: list[str] = []
    at, marked = 0, False
    for style, group in groupby(styles):
        length = len(list(group))
        piece = text[at : at + length]
        bare = piece.strip()
        start = at + len(piece) - len(piece.lstrip())
        stop = start + len(bare)
        clean = not (marked and start == at) and _seen(text, start, stop)
        if style and bare and clean and any(c.isalnum() for c in bare):
            mark = _MARKS[style]
            before, after = text[at:start], text[stop : at + length]
            out.append(f"{inline(before)}{mark}{inline(bare)}{mark}{inline(after)}")
            marked = not after
        else:
            out.append(inline(piece))
            marked = marked and not piece
        at += length
    return "".join(out)


def _seen(text: str, start: int, stop: int) -> bool:
    """Whether marks around ``text[start:stop]`` open and close emphasis."""
    if start >= stop:
        return False
    before = text[start - 1] if start else " "
    after = text[stop] if stop < len(text) else " "
    opens = not _punctuation(text[start]) or _open(before)
    closes = not _punctuation(text[stop - 1]) or _open(after)
    return opens and closes


def _open(char: str) -> bool:
    return char.isspace() or _punctuation(char)


def _punctuation(char: str) -> bool:
    return unicodedata.category(char)[0] in "PS"
