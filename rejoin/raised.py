"""Note marks, exponents and trade marks that were painted apart from their line.

A small or raised piece is one if there is a glyph that it stands right after, and nothing else has
its place.
"""

from __future__ import annotations

import numpy as np

from rejoin.model import Bools, Chars, Ints
from rejoin.painted import Edits, Painted, drop_blanks

#: Characters that are set raised in their line's own size.
MARKS = np.array([ord(c) for c in "*\u2020\u2021\u00ae\u2117\u2120\u2122\u00b0\u00aa\u00ba"])
_MARK_CODES = frozenset(MARKS.tolist())
#: Longest piece that is moved, characters.
LONGEST = 4
#: A piece is at most this high against its page's text, and against the line it belongs to.
SMALL, SMALLER = 0.85, 0.87
#: A piece within so many glyphs of its place in the stream stays: formulas have their own order.
FAR = 8
#: A mark follows no glyph higher than this against its page's text.
HIGH = 1.6
#: How near a piece stands to the glyph before it, in that glyph's height.
NEAR = 0.3
#: No space stands between a piece and a glyph that follows within this distance.
TIGHT = 0.12


def put_marks(chars: Chars, ink: Painted, edits: Edits) -> None:
    """Note where marks that were painted apart belong."""
    small = _small(chars, ink)
    if len(small):
        small = small[~_right_to_left(chars, ink)[ink.first[small]]]
        small = small[_touch(ink, small)]
    for piece in small.tolist():
        _put_mark(chars, ink, piece, edits)


def _small(chars: Chars, ink: Painted) -> Ints:
    """Pieces that may be marks painted apart: short, small or raised, and no neighbour's."""
    first, last = ink.first, ink.last
    short = (last - first < LONGEST) & _western(chars.code[ink.at[first]])
    low = ink.height[first] < SMALL * ink.usual[first]
    some = np.flatnonzero(short & (low | np.isin(chars.code[ink.at[first]], MARKS)))
    alone = ~_beside(ink, last[some - 1], first[some]) | (some == 0)
    return np.asarray(some[alone])


def _right_to_left(chars: Chars, ink: Painted) -> Bools:
    """Glyphs of pages with right-to-left letters, whose order PDFium changes anyway."""
    code = chars.code[ink.at]
    right = ((code >= 0x590) & (code < 0x900)) | ((code >= 0xFB1D) & (code < 0xFF00))
    return np.isin(ink.page, np.unique(ink.page[right]))


def _western(code: Ints) -> Bools:
    """Letters, digits and marks of scripts whose small pieces are no part of their letters."""
    return ((code < 0x2C0) | ((code >= 0x370) & (code < 0x530)) | (code >= 0x2000)) & (
        code < 0x2E80
    )


def _beside(ink: Painted, a: Ints, b: Ints) -> Bools:
    """Whether glyph `b` stands right after glyph `a` on its row."""
    gap = (ink.box[0, b] - ink.box[2, a]) / np.maximum(ink.height[a], ink.height[b])
    over = np.minimum(ink.box[3, a], ink.box[3, b]) - np.maximum(ink.box[1, a], ink.box[1, b])
    return np.asarray((over > 0) & (gap > -0.5) & (gap < 1.0) & (ink.page[a] == ink.page[b]))


def _touch(ink: Painted, pieces: Ints) -> Bools:
    """Pieces that begin where some glyph of their page ends, and are level with part of it."""
    first, last = ink.first[pieces], ink.last[pieces]
    own = np.minimum(first[:, None] + np.arange(LONGEST), last[:, None])
    bottom, top = ink.box[1][own].min(axis=1), ink.box[3][own].max(axis=1)
    out = np.zeros(len(pieces), np.bool_)
    of_page = ink.page[first]
    for number in np.unique(of_page).tolist():
        page, some = ink.of_page(number), np.flatnonzero(of_page == number)
        _, low, right, high = ink.box[:, page]
        close = np.abs(ink.box[0, first[some], None] - right) < NEAR * ink.height[page]
        close &= (low < top[some, None]) & (high > bottom[some, None])
        out[some] = close.any(axis=1)
    return out


def _put_mark(chars: Chars, ink: Painted, piece: int, edits: Edits) -> None:
    """Move a mark behind the glyph that it stands right after."""
    a, b = int(ink.first[piece]), int(ink.last[piece])
    page = ink.of_page(int(ink.page[a]))
    left, right = float(ink.box[0, a]), float(ink.box[2, b])
    bottom, top = (float(v) for v in (ink.box[1, a : b + 1].min(), ink.box[3, a : b + 1].max()))
    box, height = ink.box[:, page], ink.height[page]
    # glyphs of formulas that are far higher than the text draw no marks
    close = np.flatnonzero(np.abs(left - box[2]) < NEAR * height)
    close = close[height[close] < HIGH * ink.usual[page.start + close]]
    if not len(close):
        return
    near = close[_row(chars, ink, (a, b), page.start + close, (bottom, top))]
    if not len(near):
        return
    k = int(near[np.argmin(np.abs(left - box[2, near]))])
    inside = 0.25 * (right - left)
    under = page.start + np.flatnonzero((box[0] < right - inside) & (box[2] > left + inside))
    if _row(chars, ink, (a, b), under, (bottom, top)).any():
        return
    after = page.start + k
    if abs(after - a) < FAR:
        return
    place = int(ink.at[after])
    step = 0.5 / (b - a + 2)
    for j, i in enumerate(range(a, b + 1)):
        edits.before[int(ink.at[i])] = place + step * (j + 1)
    if after + 1 < len(ink.at) and ink.page[after + 1] == ink.page[a]:
        gap = float(ink.box[0, after + 1]) - right
        if abs(gap) < TIGHT * float(height[k]):
            drop_blanks(chars, place, int(ink.at[after + 1]), edits)


def _row(
    chars: Chars, ink: Painted, piece: tuple[int, int], some: Ints, high: tuple[float, float]
) -> Bools:
    """Which glyphs are those of a line that a mark (first to last glyph) may belong to."""
    (a, b), (bottom, top), box, base = piece, high, ink.box, ink.base[some]
    height, at = ink.height[some], ink.at[some]
    row = (box[1, some] < top) & (box[3, some] > bottom)
    row &= (base < top) & (base + 1.25 * height > bottom)
    row &= chars.turn[at] == chars.turn[ink.at[a]]
    if int(chars.code[ink.at[a]]) not in _MARK_CODES:
        row &= float(ink.height[a]) < SMALLER * height
    return np.asarray(row & ((some < a) | (some > b)) & _western(chars.code[at]))
