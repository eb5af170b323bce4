"""Numbers of lines, as manuscripts, transcripts and bills have them beside their text.

PDFium puts a number on one line with the text that stands on its baseline. What tells such numbers
from those of a list or a table: they count on evenly, stand on an even grid, every line of running
text has one (or every fifth), and the text goes on from line to line.
"""

from __future__ import annotations

import numpy as np

from rejoin.asides import EDGE, REACH, WIDTH, Fragments, Ink
from rejoin.medians import median
from rejoin.model import Bools, Ints

#: How many numbers there are at least, and digits of each.
NUMBERS, DIGITS = 6, 4
#: So many are enough where only every fifth or tenth line is numbered.
FIFTHS = 3
#: Share of the numbers that must count on, and of those that stand on a grid (of steps alike within
#: `STEP`): where paragraphs and headings are set apart, many do not.
COUNTING, GRID, STEP = 0.85, 0.5, 0.12
#: Share of numbered lines that go on from a full one in lower case (or in a script without cases),
#: as those of a list do not.
GOES_ON = 0.2
#: Lines against numbers, at most, where each is numbered; a gap inside a line of a table, in h.
MORE, CELLS = 1.15, 1.5
#: A number and its line are level within this distance, in h.
LEVEL = 0.4
#: Share of the numbers that have text beside them: those of paragraphs may stand above it.
WITH_TEXT = 0.8


def number_cuts(ink: Ink, pieces: Fragments) -> tuple[Bools, Bools]:
    """Numbers of lines at the left or right of the text.

    Returns
    -------
    cut : ndarray of bool, shape (g,)
        Glyphs before which a fragment is to be cut.
    number : ndarray of bool, shape (g,)
        First glyphs of the numbers.
    """
    cut, number = np.zeros(len(ink.code), np.bool_), np.zeros(len(ink.code), np.bool_)
    digit = (ink.code >= 0x30) & (ink.code < 0x3A)
    for last in (False, True):
        a, b, k = _tokens(ink, pieces, digit, last)
        of_page = pieces.page[k]
        for page in np.flatnonzero(np.bincount(of_page) >= FIFTHS).tolist():
            here = of_page == page
            tokens = list(zip(a[here].tolist(), b[here].tolist(), k[here].tolist(), strict=True))
            for first, stop, piece in _numbering(ink, pieces, tokens, last):
                number[first] = True
                cut[first] = first > pieces.first[piece]
                if stop < pieces.last[piece]:
                    cut[stop + 1] = True
    return cut, number


_Token = tuple[int, int, int]


def _tokens(ink: Ink, pieces: Fragments, digit: Bools, last: bool) -> tuple[Ints, Ints, Ints]:
    """Numbers (first and last glyph, fragment) that stand apart at one end of fragments."""
    k = np.flatnonzero(digit[pieces.last if last else pieces.first])
    a, b = pieces.first[k], pieces.last[k]
    # the nearest glyph that is no digit, or the one beyond the fragment
    others = np.concatenate([[-1], np.flatnonzero(~digit), [len(digit)]])
    if last:
        first, stop = np.maximum(others[np.searchsorted(others, b) - 1] + 1, a), b
        apart = first > a
        gap = ink.left[first] - ink.right[np.maximum(first - 1, 0)]
    else:
        first, stop = a, np.minimum(others[np.searchsorted(others, a)] - 1, b)
        apart = stop < b
        gap = ink.left[np.minimum(stop + 1, b)] - ink.right[stop]
    good = (stop - first < DIGITS) & (~apart | (gap > 0.5 * pieces.h[k]))
    return first[good], stop[good], k[good]


def _numbering(ink: Ink, pieces: Fragments, tokens: list[_Token], last: bool) -> list[_Token]:
    """The tokens that number the lines of running text; none if it is something else."""
    if len(tokens) < FIFTHS:
        return []
    a, b, k = (np.array(column) for column in zip(*tokens, strict=True))
    unit = float(median(pieces.h[k]))
    edge = ink.left[a] if last else ink.right[b]
    other = ink.right[b]
    near = np.abs(edge - median(edge)) < EDGE * unit
    near |= np.abs(other - median(other)) < EDGE * unit
    tokens = [token for token, good in zip(tokens, near.tolist(), strict=True) if good]
    tokens.sort(key=lambda token: -float(ink.base[token[0]]))
    value = np.array([int("".join(map(chr, ink.code[a : b + 1].tolist()))) for a, b, _ in tokens])
    if len(tokens) < (FIFTHS if not (value % 5).any() else NUMBERS):
        return []
    step, drop = np.diff(value), -np.diff([float(ink.base[a]) for a, _, _ in tokens])
    usual, pitch = int(median(step)), float(median(drop))
    if usual < 1 or pitch < 0.6 * unit or (step == usual).mean() < COUNTING:
        return []
    if (np.abs(drop - pitch) < STEP * pitch).mean() < GRID:
        return []
    return tokens if _numbers_text(ink, pieces, tokens, usual, pitch / usual) else []


def _numbers_text(
    ink: Ink, pieces: Fragments, tokens: list[_Token], usual: int, pitch: float
) -> bool:
    """Whether what stands beside the numbers is running text, and not the items of a list."""
    page = pieces.page[tokens[0][2]]
    own = {k: (a, b) for a, b, k in tokens}
    rows: list[tuple[float, int, int]] = []
    for k in np.flatnonzero(pieces.page == page).tolist():
        first, last = int(pieces.first[k]), int(pieces.last[k])
        if k in own:
            a, b = own[k]
            first, last = (b + 1, last) if a == first else (first, a - 1)
        if first <= last:
            rows.append((float(ink.base[first]), first, last))
    if not rows:
        return False
    base = np.array([row[0] for row in rows])
    numbers = np.array([float(ink.base[a]) for a, _, _ in tokens])
    h = float(median(ink.height[[row[1] for row in rows]]))
    beside = np.abs(numbers[:, None] - base[None]) < LEVEL * h
    inside = (base > numbers.min() - 0.5 * pitch) & (base < numbers.max() + 0.5 * pitch)
    if not inside.any() or beside.any(axis=1).mean() < WITH_TEXT:
        return False
    every, rows = rows, sorted((rows[i] for i in np.flatnonzero(inside).tolist()), reverse=True)
    head, tail = (np.array([row[side] for row in rows]) for side in (1, 2))
    if usual == 1 and len(rows) > MORE * len(tokens):
        return False
    gap = [float((ink.left[a + 1 : b + 1] - ink.right[a:b]).max(initial=0)) for _, a, b in rows]
    if np.mean(np.array(gap) > CELLS * h) > 0.5:
        return False
    if float(median(ink.right[tail] - ink.left[head])) < WIDTH * h:
        return False
    furthest = float(np.quantile(ink.right[[row[2] for row in every]], 0.9))
    full = ink.right[tail] > furthest - 2 * REACH * h
    starts = [chr(c) for c in ink.code[head].tolist()]
    lower = np.array([c.isalpha() and c == c.lower() for c in starts], np.bool_)
    return float(np.mean(full[:-1] & lower[1:])) >= GOES_ON
