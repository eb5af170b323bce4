"""Pieces of a line that were painted in another pass than the line: put back where they stand.

Note marks, exponents and trade marks are often painted after all other text, drop caps before or
after it. PDFium leaves them where they were painted, so here the characters themselves are put in
another order, before lines are made of them. Only pieces that have a place waiting for them are
moved: a gap right after a glyph for a mark, lines that make way for it for a drop cap.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np

from rejoin.medians import medians
from rejoin.model import Bools, Chars, Floats, Ints

#: Characters that are set raised in their line's own size.
MARKS = np.array([ord(c) for c in "*\u2020\u2021\u00ae\u2117\u2120\u2122\u00b0\u00aa\u00ba"])
_MARK_CODES = frozenset(MARKS.tolist())
#: Longest piece that is moved, characters.
LONGEST = 4
#: A piece is at most this high against its page's text, and against the line it belongs to.
SMALL, SMALLER = 0.85, 0.87
#: A gap inside a row that parts pieces, in the height of its glyphs.
GAP = 1.5
#: A piece within so many glyphs of its place in the stream stays: formulas have their own order.
FAR = 8
#: A mark follows no glyph higher than this against its page's text.
HIGH = 1.6
#: How near a piece stands to the glyph before it, in that glyph's height.
NEAR = 0.3
#: No space stands between a piece and a glyph that follows within this distance.
TIGHT = 0.12
#: A drop cap is at least this high against its page's text.
TALL = 1.75
#: How far right of a drop cap the lines beside it begin, in their height.
BESIDE = (-0.35, 1.6)
#: Lines beside a drop cap are at least this wide (a sum sign has none), in their height.
WIDE = 6.0
#: Letters that are words of their own: whether they are one here, the page's other words say.
WORDS = "AIOEY\u00c9\u00c0\u00d3\u0397\u039f\u0410\u0412\u0418\u041a\u041e\u0421\u0423\u042f"
#: So many words show which letters a word may start with.
ENOUGH = 100
#: Letters by which the starts of words are compared, how much oftener the one has to occur, and
#: the longest word that is looked at.
STEM, SURE, LONGEST_WORD = 3, 3, 30
_WORD = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True)
class _Ink:
    """The glyphs of a window: rows of `Chars`, what they measure, and the pieces they make."""

    at: Ints
    page: Ints
    page_start: list[int]
    box: Floats
    base: Floats
    height: Floats
    usual: Floats
    first: Ints
    last: Ints

    def of_page(self, page: int) -> slice:
        """Glyphs of a page."""
        return slice(*self.page_start[page : page + 2])


class _Edits:
    """Characters to be moved, dropped, or followed by a space that nobody painted."""

    def __init__(self) -> None:
        self.before: dict[int, float] = {}
        self.dropped: set[int] = set()
        self.spaced: list[int] = []
        #: Left edge, bottom and top that a character counts as having (none: its own).
        self.boxes: dict[int, tuple[float, float | None, float | None]] = {}

    def __bool__(self) -> bool:
        return bool(self.before)


def put_back(chars: Chars) -> Chars:
    """Characters with marks and drop caps that were painted apart in their place.

    Parameters
    ----------
    chars : Chars
        Characters of a window of pages.
    """
    if not len(chars.inked):
        return chars
    ink = _ink(chars)
    edits = _Edits()
    small = _small(chars, ink)
    if len(small):
        small = small[~_right_to_left(chars, ink)[ink.first[small]]]
        small = small[_touch(ink, small)]
    for piece in small.tolist():
        _put_mark(chars, ink, piece, edits)
    for piece in _tall(chars, ink).tolist():
        _put_cap(chars, ink, piece, edits)
    return _edited(chars, edits) if edits else chars


def _ink(chars: Chars) -> _Ink:
    at, box, (base, top) = chars.inked, chars.inked_box, chars.inked_rise
    height = np.maximum(top - base, 1e-3)
    count = np.diff(chars.inked_start)
    page = np.repeat(np.arange(len(count)), count)
    start = chars.inked_start[:-1][count > 0]
    usual = np.repeat(medians(height, start), count[count > 0])
    new = np.ones(len(at), np.bool_)
    gap = np.abs(box[0, 1:] - box[2, :-1])
    low, high = np.minimum(height[1:], height[:-1]), np.maximum(height[1:], height[:-1])
    ends = np.cumsum(chars.line_end, dtype=np.int32).take(at)
    new[1:] = (ends[1:] != ends[:-1]) | (gap > GAP * low) | (high - low > 0.4 * high)
    new[start] = True
    first = np.flatnonzero(new)
    last = np.append(first[1:], len(at)) - 1
    return _Ink(at, page, chars.inked_start.tolist(), box, base, height, usual, first, last)


def _small(chars: Chars, ink: _Ink) -> Ints:
    """Pieces that may be marks painted apart: short, small or raised, and no neighbour's."""
    first, last = ink.first, ink.last
    short = (last - first < LONGEST) & _western(chars.code[ink.at[first]])
    low = ink.height[first] < SMALL * ink.usual[first]
    some = np.flatnonzero(short & (low | np.isin(chars.code[ink.at[first]], MARKS)))
    alone = ~_beside(ink, last[some - 1], first[some]) | (some == 0)
    return np.asarray(some[alone])


def _right_to_left(chars: Chars, ink: _Ink) -> Bools:
    """Glyphs of pages with right-to-left letters, whose order PDFium changes anyway."""
    code = chars.code[ink.at]
    right = ((code >= 0x590) & (code < 0x900)) | ((code >= 0xFB1D) & (code < 0xFF00))
    return np.isin(ink.page, np.unique(ink.page[right]))


def _western(code: Ints) -> Bools:
    """Letters, digits and marks of scripts whose small pieces are no part of their letters."""
    return ((code < 0x2C0) | ((code >= 0x370) & (code < 0x530)) | (code >= 0x2000)) & (
        code < 0x2E80
    )


def _beside(ink: _Ink, a: Ints, b: Ints) -> Bools:
    """Whether glyph `b` stands right after glyph `a` on its row."""
    gap = (ink.box[0, b] - ink.box[2, a]) / np.maximum(ink.height[a], ink.height[b])
    over = np.minimum(ink.box[3, a], ink.box[3, b]) - np.maximum(ink.box[1, a], ink.box[1, b])
    return np.asarray((over > 0) & (gap > -0.5) & (gap < 1.0) & (ink.page[a] == ink.page[b]))


def _touch(ink: _Ink, pieces: Ints) -> Bools:
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


def _put_mark(chars: Chars, ink: _Ink, piece: int, edits: _Edits) -> None:
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
            _drop_blanks(chars, place, int(ink.at[after + 1]), edits)


def _row(
    chars: Chars, ink: _Ink, piece: tuple[int, int], some: Ints, high: tuple[float, float]
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


def _drop_blanks(chars: Chars, a: int, b: int, edits: _Edits) -> None:
    """Leave out what PDFium made up between two characters of one line."""
    between = np.arange(a + 1, b)
    if not chars.line_end[between].any():
        edits.dropped.update(between[chars.generated[between]].tolist())


def _tall(chars: Chars, ink: _Ink) -> Ints:
    """Pieces that may be drop caps: one or two letters, far higher than the page's text."""
    first, last = ink.first, ink.last
    some = np.flatnonzero((last - first < 2) & (ink.height[first] > TALL * ink.usual[first]))
    letter = [chr(chars.code[ink.at[last[k]]]).isalpha() for k in some.tolist()]
    return some[np.array(letter, np.bool_)]


def _put_cap(chars: Chars, ink: _Ink, piece: int, edits: _Edits) -> None:
    """Put a drop cap before the first of the lines beside it, and count it as high as that."""
    a, b = int(ink.first[piece]), int(ink.last[piece])
    page = ink.of_page(int(ink.page[a]))
    some = (ink.first >= page.start) & (ink.first < page.stop)
    heads, tails = ink.first[some], ink.last[some]
    unit = ink.height[heads]
    gap = (ink.box[0, heads] - float(ink.box[2, b])) / unit
    low, high = float(ink.base[a]), float(chars.tight[3, ink.at[b]])
    low = min(low, float(chars.tight[1, ink.at[b]]))
    fits = (gap > BESIDE[0]) & (gap < BESIDE[1]) & (unit < float(ink.height[a]) / TALL)
    fits &= (ink.base[heads] > low - 0.4 * unit) & (ink.base[heads] + 0.3 * unit < high)
    fits &= ink.box[2, tails] - ink.box[0, heads] > WIDE * unit
    fits &= chars.turn[ink.at[heads]] == chars.turn[ink.at[a]]
    beside = heads[fits]
    beside = beside[np.argsort(-ink.base[beside], kind="stable")]
    bases = ink.base[beside]
    if len(beside) < 2 or float(bases[0] - bases[-1]) < 0.6 * float(ink.height[beside[0]]):
        return
    head = int(beside[0])
    place = int(ink.at[head])
    caps = ink.at[a : b + 1].tolist()
    for j, i in enumerate(caps):
        edits.before[i] = place - 0.5 + 0.1 * j
        low, high = float(ink.box[1, head]), float(ink.box[3, head])
        edits.boxes[i] = (float(chars.box[0, i]), low, high)
    _drop_blanks(chars, caps[-1], int(ink.at[min(b + 1, len(ink.at) - 1)]), edits)
    if _is_word(chars, caps, place):
        edits.spaced.append(caps[-1])
    for other in beside[1:].tolist():
        # the lines beside it are indented for its sake: they begin where it does
        edits.boxes[int(ink.at[other])] = (float(ink.box[0, a]), None, None)


def _is_word(chars: Chars, cap: list[int], head: int) -> bool:
    """Whether the letter is a word by itself: then what follows occurs without it elsewhere.

    Nothing on the page says so: the space after a drop cap is white either way.
    """
    letter = chr(chars.code[cap[-1]])
    if len(cap) > 1 or letter not in WORDS:
        return False
    rest = _WORD.match("".join(map(chr, chars.code[head : head + LONGEST_WORD].tolist())))
    if not rest:
        return False
    after = rest.group().lower()
    whole = letter.lower() + after
    # the word itself is in the text once
    words = Counter(_WORD.findall("".join(map(chr, chars.code.tolist())).lower()))
    words[after] -= 1
    if words[whole] or words[after] > 0:
        return words[after] > words[whole]
    if words.total() > ENOUGH and not any(word.startswith(whole[:2]) for word in words):
        return True
    if len(after) < STEM + 1:
        return False
    starts = Counter(word[:STEM] for word in words.elements())
    return starts[after[:STEM]] > SURE * starts[whole[:STEM]]


def _edited(chars: Chars, edits: _Edits) -> Chars:
    """The characters after all edits."""
    key = np.arange(len(chars), dtype=np.float64)
    key[list(edits.before)] = list(edits.before.values())
    rows = np.arange(len(chars))
    spaces = np.array(edits.spaced, np.int64)
    rows, key = np.append(rows, spaces), np.append(key, key[spaces] + 0.01)
    kept = np.ones(len(rows), np.bool_)
    kept[list(edits.dropped)] = False
    space = np.arange(len(rows)) >= len(chars)
    # a piece stays on its page: only the page's own characters are sorted
    page = np.searchsorted(chars.page_start, rows, side="right") - 1
    order = np.lexsort((key, page))
    order = order[kept[order]]
    columns: dict[str, Any] = {}
    for f in fields(Chars)[:12]:
        columns[f.name] = getattr(chars, f.name)[..., rows[order]].copy()
    made = space[order]
    columns["code"][made] = 0x20
    columns["ink"][made] = False
    columns["generated"][made] = True
    place = np.full(len(chars), -1)
    place[rows[order][~made]] = np.flatnonzero(~made)
    for i, edges in edits.boxes.items():
        for name in ("box", "loose", "tight"):
            for side, edge in zip((0, 1, 3), edges, strict=True):
                if edge is not None:
                    columns[name][side, place[i]] = edge
    start = np.searchsorted(page[order], np.arange(len(chars.page_start)))
    return replace(chars, **columns, page_start=start.astype(np.int64))
