"""Lines compared by their words, and what stands between the two sides of a break."""

from __future__ import annotations

from functools import lru_cache

from bench.fold import fold_char
from bench.labels import Row

#: Characters at a line's end or start by which it is found.
REACH = 20
_HYPHENS = "-\u00ad\u2010"


def plain(text: str) -> str:
    """Text as it is compared: without white space, hyphens, quotes, bullets, accents, case."""
    return "".join(map(_folded, text))


@lru_cache(maxsize=4096)
def _folded(char: str) -> str:
    return fold_char(ord(char))


def join_within(text: str, row: Row) -> str | None:
    """Kind of join of two sides that are one line, by what stands between them."""
    letters = [(part, i) for i, char in enumerate(text) for part in _folded(char)]
    above, below = plain(row.above)[-REACH:], plain(row.below)[:REACH]
    at = "".join(part for part, _ in letters).find(above + below)
    end = at + len(above)
    if at < 0 or not 0 < end < len(letters):
        return None
    between = text[letters[end - 1][1] + 1 : letters[end][1]]
    if any(c.isspace() for c in between):
        return "space"
    return "keep-hyphen" if any(c in _HYPHENS for c in between) else "none"
