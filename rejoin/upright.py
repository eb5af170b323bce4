"""The cells of vertical text: each character's square, of which marks fill a corner only.

PDFium gives marks and strokes in vertical type no more room than their ink, and puts a full stop
that stands level with the top of the next column behind the first character there.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from rejoin.model import Chars, Floats, Ints

#: Side of a box against the type size below which the box is that of the ink.
INK = 0.85
#: White between a mark and the edge of its cell, and how far away its column's next character is,
#: in type sizes.
EDGE, NEAR = 0.05, 2.5
#: Characters are of one column if their middles are within this, in type sizes.
LEVEL = 0.5
#: Marks at the start of their cell (as what comes before has to stand near) and at its end.
_FIRST = np.array([ord(c) for c in "\u3001\u3002\uff0c\uff0e\u300d\u300f\uff09\u3011\u3009\u300b"])
_LAST = np.array([ord(c) for c in "\u300c\u300e\uff08\u3010\u3008\u300a"])


def whole_cells(chars: Chars, vertical: np.ndarray) -> Chars:
    """Characters whose boxes in vertical text are whole cells.

    Parameters
    ----------
    chars : Chars
        Not yet turned.
    vertical : ndarray of bool, shape (n,)
        Full-width characters of vertical text.
    """
    at = np.flatnonzero(vertical)
    size = np.maximum(chars.runs.size[chars.run[at]], 1e-3)
    box = chars.loose[:, at].astype(np.float64)
    wide, high = box[2] - box[0], box[3] - box[1]
    whole = (wide > INK * size) & (high > INK * size)
    if whole.all() or not whole.any():
        return chars
    out = chars.loose.copy()
    for k in np.flatnonzero(~whole).tolist():
        out[:, at[k]] = _cell(box, size, whole, k, int(chars.code[at[k]]))
    # what the rules measure with may be the ink's box as well
    united = chars.box.copy()
    united[:, at] = np.concatenate(
        [np.minimum(united[:2, at], out[:2, at]), np.maximum(united[2:, at], out[2:, at])]
    )
    return replace(chars, loose=out, box=united)


def _cell(box: Floats, size: Floats, whole: np.ndarray, k: int, code: int) -> Floats:
    """The cell of one mark or stroke."""
    left, bottom, right, top = box[:, k].tolist()
    em = float(size[k])
    if code in _FIRST:
        top += EDGE * em
    elif code in _LAST:
        top = bottom - EDGE * em + em
    else:
        top = (top + bottom + em) / 2
    middle = (left + right) / 2
    for step in (-1, 1, -2, 2):
        i = k + step
        if not 0 <= i < len(size) or not whole[i]:
            continue
        low, high = float(box[1, i]), float(box[3, i])
        if box[0, i] < middle < box[2, i] and abs(low + high - 2 * top + em) < 2 * NEAR * em:
            left, right = float(box[0, i]), float(box[2, i])
            break
    low = top - em
    if k + 1 < len(size) and box[0, k + 1] < middle < box[2, k + 1]:
        # what stands below is in no cell of another: where the mark is set lower, the cell is short
        low = max(low, min(float(box[3, k + 1]), bottom))
    return np.array([left, low, right, top])


def in_their_columns(chars: Chars) -> Ints | None:
    """Order in which a mark stands before the first character of the next column, not after it.

    None if all is in order.
    """
    ink = np.flatnonzero(chars.ink & (chars.turn == 1))
    if len(ink) < 4:
        return None
    size = np.maximum(chars.runs.size[chars.run[ink]], 1e-3)
    middle = (chars.loose[1, ink] + chars.loose[3, ink]) / 2 / size
    mark = np.isin(chars.code[ink], _FIRST)
    page = np.searchsorted(chars.page_start, ink, side="right") - 1
    before, head, this, after = (slice(k, len(ink) - 3 + k) for k in range(4))
    astray = mark[this] & (page[before] == page[after])
    astray &= np.abs(middle[this] - middle[before]) < LEVEL
    astray &= np.abs(middle[this] - middle[head]) > LEVEL
    astray &= np.abs(middle[head] - middle[after]) < LEVEL
    if not astray.any():
        return None
    order = np.arange(len(chars))
    for k in np.flatnonzero(astray).tolist():
        a, b = int(ink[k + 1]), int(ink[k + 2])
        # the line's end that stands before the head comes after the mark
        order[a], order[b] = b, a
    return order
