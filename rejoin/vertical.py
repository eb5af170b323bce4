"""Vertical Chinese and Japanese: columns from top to bottom, the first one on the right.

Turned by a quarter counter-clockwise such a column is a line that runs to the right, and the column
on its left the next line below. So its characters are given one quarter turn, as Latin words have
that lie on their side in the column, and all later steps read them as they read any line.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np

from rejoin.model import Bools, Chars, Floats, Ints, rotate
from rejoin.scripts import is_wide
from rejoin.upright import in_their_columns, whole_cells

#: From one character's middle to the next one's, in characters: down a column (on a page of columns
#: also with wide letter-spacing), and aside.
STEP, SPACED, ASIDE = (0.55, 1.3), 2.3, 0.35
#: Characters one below the other that make a column.
COLUMN = 3
#: Share of a page's full-width characters in columns from which what is left of them is vertical.
PAGE = 0.5
#: How far the next column's middle is, in characters, at most.
NEXT = 4.0


def set_upright(chars: Chars) -> Chars:
    """Characters with those of vertical text turned, columns from right to left.

    Parameters
    ----------
    chars : Chars
        Characters of a window of pages.
    """
    at = np.flatnonzero(chars.ink & (chars.turn == 0) & is_wide(chars.code))
    if len(at) < COLUMN:
        return chars
    page = np.searchsorted(chars.page_start, at, side="right") - 1
    box, size = chars.box[:, at], _size(chars, at)
    down, right = _links(box, size, page, STEP[1])
    vertical = _in_chains(down)
    if not vertical.any():
        return chars
    pages = len(chars.page_start) - 1
    counts = np.bincount(page, minlength=pages)
    mostly = np.bincount(page[vertical], minlength=pages) > PAGE * np.maximum(counts, 1)
    level = np.zeros(len(at), np.bool_)
    level[1:] |= right
    level[:-1] |= right
    vertical |= mostly[page] & ~level
    turned = np.zeros(len(chars), np.bool_)
    turned[at[vertical]] = True
    chars = whole_cells(chars, turned)
    boxes = _narrow_in_columns(chars, turned, mostly)
    chars = _turn(chars, turned, boxes)
    chars = _from_the_right(chars, turned, mostly)
    order = in_their_columns(chars)
    return chars if order is None else taken(chars, order)


def _size(chars: Chars, at: Ints) -> Floats:
    """Type size, or the larger side of the box where that is unknown."""
    size = chars.runs.size[chars.run[at]]
    box = chars.box[:, at]
    return np.where(size > 0, size, np.maximum(box[2] - box[0], box[3] - box[1]))


def _links(box: Floats, size: Floats, page: Ints, most: float) -> tuple[Bools, Bools]:
    """Whether each character but the first stands below, or right of, the one before it."""
    unit = np.maximum(np.minimum(size[1:], size[:-1]), 1e-3)
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    across, fall = np.diff(x) / unit, -np.diff(y) / unit
    same = page[1:] == page[:-1]
    down = same & (np.abs(across) < ASIDE) & (fall > STEP[0]) & (fall < most)
    right = same & (np.abs(fall) < ASIDE) & (across > STEP[0]) & (across < SPACED)
    return down, right


def _in_chains(down: Bools) -> Bools:
    """Characters of chains of at least `COLUMN` characters."""
    edge = np.diff(np.concatenate([[0], down.astype(np.int8), [0]]))
    first, last = np.flatnonzero(edge == 1), np.flatnonzero(edge == -1)
    long = last - first + 1 >= COLUMN
    out = np.zeros(len(down) + 2, np.int64)
    np.add.at(out, first[long], 1)
    np.add.at(out, last[long] + 1, -1)
    return np.asarray(np.cumsum(out)[: len(down) + 1] > 0)


def _narrow_in_columns(chars: Chars, turned: Bools, mostly: Bools) -> Floats:
    """Boxes, and upright digits and letters in a column marked as `turned`, as wide as it is."""
    boxes = np.stack([chars.box, chars.loose, chars.tight])
    page = np.repeat(np.arange(len(chars.page_start) - 1), np.diff(chars.page_start))
    some = np.flatnonzero(chars.ink & ~turned & (chars.turn == 0) & mostly[page])
    columns = np.flatnonzero(turned)
    before = np.searchsorted(columns, some) - 1
    for i, k in zip(some.tolist(), before.tolist(), strict=True):
        for near in (k, k + 1):
            if not 0 <= near < len(columns) or page[columns[near]] != page[i]:
                continue
            left, bottom, right, top = chars.box[:, columns[near]].tolist()
            size = max(right - left, top - bottom)
            middle = float(chars.box[0, i] + chars.box[2, i]) / 2
            level = float(chars.box[1, i] + chars.box[3, i]) / 2
            # up to four digits side by side are as wide as the column
            if left - 0.2 * size < middle < right + 0.2 * size and (
                bottom - 3 * size < level < top + 3 * size
            ):
                turned[i] = True
                boxes[:, 0, i], boxes[:, 2, i] = left, right
                break
    return boxes


def _turn(chars: Chars, turned: Bools, boxes: Floats) -> Chars:
    box, loose, tight = (np.where(turned, rotate(b, 1), b).astype(np.float32) for b in boxes)
    turn = np.where(turned, 1, chars.turn).astype(np.uint8)
    return replace(chars, box=box, loose=loose, tight=tight, turn=turn)


def _from_the_right(chars: Chars, turned: Bools, mostly: Bools) -> Chars:
    """Columns that PDFium sorted from left to right, as it does where they start level."""
    order = np.arange(len(chars))
    for number in np.flatnonzero(mostly).tolist():
        start, stop = chars.page_start[number : number + 2].tolist()
        ink = np.flatnonzero(chars.ink[start:stop] & (chars.turn[start:stop] == 1)) + start
        if len(ink) < COLUMN:
            continue
        low, high = chars.box[1, ink], chars.box[3, ink]
        middle, size = (low + high) / 2, float(np.median(high - low))
        new = np.abs(np.diff(middle, prepend=np.inf)) > max(size, 1e-3) * 0.7
        first = np.flatnonzero(new)
        if len(first) < 2:
            continue
        rise = np.diff(middle[first]) / max(size, 1e-3)
        left = chars.box[0, ink[first]]
        level = np.abs(np.diff(left)) < size
        if not ((rise > 0) & (rise < NEXT) & level).sum() > ((rise < 0) & level).sum():
            continue
        edges = [start, *ink[first[1:]].tolist(), stop]
        pieces = [list(range(a, b)) for a, b in pairwise(edges)]
        order[start:stop] = [i for piece in _turned_over(pieces, rise, level) for i in piece]
    if (order == np.arange(len(order))).all():
        return chars
    return taken(chars, order)


def _turned_over(pieces: list[list[int]], rise: Floats, level: Bools) -> list[list[int]]:
    """Pieces with each run of columns that goes up turned over."""
    out: list[list[int]] = []
    run = [pieces[0]]
    for piece, up in zip(pieces[1:], ((rise > 0) & (rise < NEXT) & level).tolist(), strict=True):
        if not up:
            out += run[::-1]
            run = []
        run.append(piece)
    return out + run[::-1]


def taken(chars: Chars, order: Ints) -> Chars:
    """Characters in a new order; those that `order` leaves out are dropped.

    Parameters
    ----------
    chars : Chars
    order : ndarray of int
        Rows of `chars`; those of a page stay together and the pages in order.
    """
    per_char = ("code", "ink", "line_end", "generated", "hyphen", "map_error", "index", "run",
                "turn", "box", "loose", "tight")  # fmt: skip
    columns = {name: getattr(chars, name).take(order, axis=-1) for name in per_char}
    page = np.searchsorted(chars.page_start, order, side="right") - 1
    counts = np.bincount(page, minlength=len(chars.page_start) - 1)
    start = np.append(0, np.cumsum(counts)).astype(np.int64)
    return replace(chars, **columns, page_start=start)
