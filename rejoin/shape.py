"""How alike neighbouring lines are built, and what the lines of a block have in common.

Rows of a table, of a list of names or of a poem start and end alike, and many of them stop although
the next word would have fitted; the lines of a paragraph do neither.
"""

from __future__ import annotations

import numpy as np

from rejoin.model import Bools, Floats, Ints, Lines
from rejoin.textclass import COMMA, DIGIT, LOWER, STOP, UPPER

#: Characters at a line's start and end that are compared.
START, END = 10, 5
#: Number of columns that `alike` and `common` return.
ALIKE, COMMON = 5, 8


def alike(lines: Lines, a: Ints, b: Ints, kinds: Ints) -> list[Floats]:
    """How alike the two lines of each break are, by the kinds of all their characters.

    Shares of the first and last characters that are of the same kind, the difference of their
    lengths, and the share of words with a capital in both.
    """
    head, tail = _kinds(lines, kinds)
    length = np.diff(lines.start)
    capital = _capitals(lines, kinds)
    longer = np.maximum(np.maximum(length[a], length[b]), 1)
    return [
        (head[a] == head[b]).mean(axis=1),
        (tail[a] == tail[b]).mean(axis=1),
        np.abs(length[a] - length[b]) / longer,
        capital[a],
        capital[b],
    ]


def _kinds(lines: Lines, kinds: Ints) -> tuple[Ints, Ints]:
    """Kinds of the first and the last characters of each line; a kind of its own beyond it."""
    kinds = np.append(kinds, np.uint8(255))
    start, stop = lines.start[:-1, None], lines.start[1:, None]
    first, last = start + np.arange(START), stop - 1 - np.arange(END)
    head = np.where(first < stop, kinds[np.minimum(first, len(kinds) - 1)], 255)
    tail = np.where(last >= start, kinds[np.maximum(last, 0)], 255)
    return head, tail


def _capitals(lines: Lines, kinds: Ints) -> Floats:
    """Share of each line's words that start with a capital."""
    code = lines.codes
    out = np.zeros(len(lines), np.float32)
    some = np.diff(lines.start) > 0
    if not some.any():
        return out
    starts = np.ones(len(code), np.bool_)
    starts[1:] = code[:-1] == 0x20
    starts[lines.start[:-1][some]] = True
    at = lines.start[:-1][some]
    words = np.add.reduceat(starts, at, dtype=np.int32)
    large = np.add.reduceat(starts & (kinds == UPPER), at, dtype=np.int32)
    out[some] = large / np.maximum(words, 1)
    return out


def common(
    lines: Lines, first: Ints, last: Ints, a: Ints, b: Ints, edges: Floats, near: Ints, same: Bools
) -> list[Floats]:
    """Shares of the lines of each block that start, end and stop in some way.

    Parameters
    ----------
    lines
        The lines.
    first, last
        Kinds of their first and last characters.
    a, b
        The lines above and below each break.
    edges
        Right edge of each line's block, shape (lines,).
    near, same
        Neighbours of each line, and which of them are of its block, shape (lines, neighbours).
    """
    fits = np.zeros(len(lines), np.bool_)
    room = edges[:-1] - lines.box[2, :-1]
    word = lines.word[1:] + np.maximum(lines.space[:-1], 0.2 * lines.h[:-1])
    fits[:-1] = (room > word) & (lines.page[1:] == lines.page[:-1])
    stops = (last == STOP) | (last == COMMA)
    number = same.sum(axis=1)
    flags = (fits, first == UPPER, first == LOWER, first == DIGIT, last == STOP, stops)
    shares = [(flag[near] & same).sum(axis=1) / np.maximum(number, 1) for flag in flags]
    return [*(np.asarray(share[a]) for share in shares), shares[0][b], shares[1][b]]
