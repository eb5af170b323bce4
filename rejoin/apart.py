"""Pieces of a line that were painted in another pass than the line: put back where they stand.

Note marks, exponents and trade marks are often painted after all other text, drop caps before or
after it. PDFium leaves them where they were painted, so here the characters themselves are put in
another order, before lines are made of them. Only pieces that have a place waiting for them are
moved: a gap right after a glyph for a mark, lines that make way for it for a drop cap.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import fields, replace
from typing import Any

import numpy as np

from rejoin.model import Chars, Ints
from rejoin.painted import Edits, Painted, drop_blanks, painted
from rejoin.raised import put_marks

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


def put_back(chars: Chars) -> Chars:
    """Characters with marks and drop caps that were painted apart in their place.

    Parameters
    ----------
    chars : Chars
        Characters of a window of pages.
    """
    if not len(chars.inked):
        return chars
    ink = painted(chars)
    edits = Edits()
    put_marks(chars, ink, edits)
    for piece in _tall(chars, ink).tolist():
        _put_cap(chars, ink, piece, edits)
    return _edited(chars, edits) if edits else chars


def _tall(chars: Chars, ink: Painted) -> Ints:
    """Pieces that may be drop caps: one or two letters, far higher than the page's text."""
    first, last = ink.first, ink.last
    some = np.flatnonzero((last - first < 2) & (ink.height[first] > TALL * ink.usual[first]))
    letter = [chr(chars.code[ink.at[last[k]]]).isalpha() for k in some.tolist()]
    return some[np.array(letter, np.bool_)]


def _put_cap(chars: Chars, ink: Painted, piece: int, edits: Edits) -> None:
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
    drop_blanks(chars, caps[-1], int(ink.at[min(b + 1, len(ink.at) - 1)]), edits)
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


def _edited(chars: Chars, edits: Edits) -> Chars:
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
