"""Letters and their marks put in the order in which they are read.

PDFium sorts text objects along the line and guesses blanks from the gaps. Where a producer draws
every glyph by itself, marks come away from their letters and single letters stand apart.
"""

from __future__ import annotations

import numpy as np

from rejoin.medians import median
from rejoin.model import Bools, Chars, Floats, Ints
from rejoin.scripts import is_wide
from rejoin.vertical import taken

#: Thai and Lao marks above and below a consonant.
_MARKS = np.zeros(0xF00, np.bool_)
_MARKS[[0xE31, *range(0xE34, 0xE3B), *range(0xE47, 0xE4F)]] = True
_MARKS[[0xEB1, *range(0xEB4, 0xEBD), *range(0xEC8, 0xECE)]] = True
#: The ring and the long stroke that a shaper makes of one vowel sign, and that sign.
_SPLIT = {0xE4D: (0xE32, 0xE33), 0xECD: (0xEB2, 0xEB3)}
#: Blanks are looked at between letters with at most so many marks and blanks between them.
_AWAY = 8
#: Letter and mark stand on one baseline, but for so many points.
LEVEL = 1.0
#: A mark's middle may lie so far outside the letter's box, in its width.
_OUTSIDE = 0.12
#: Below this gap, in type sizes, no blank stands between Thai letters.
_GAP = 0.15
#: Up to this gap, in type sizes, Han and Latin stand apart by the thin space of good setting (a
#: quarter), which is none of the text's own.
THIN = 0.3
#: Letter-spaced: letters of a line at least, share of their gaps with a blank, widest usual gap and
#: what a gap between words has more, in type sizes.
_LETTERS, _SPACED, _WIDEST, _MORE = 6, 0.75, 0.6, 0.12


def in_letter_order(chars: Chars) -> Chars:
    """Characters with marks after their letters, split vowel signs whole, blanks made up dropped.

    Parameters
    ----------
    chars : Chars
        Characters of a window of pages.
    """
    order: Ints = np.arange(len(chars))
    drop = _between_spaced_letters(chars)
    thai = (chars.code >= 0xE00) & (chars.code < 0xF00)
    if not thai.any():
        return taken(chars, order[~drop]) if drop.any() else chars
    order = _after_their_letters(chars, thai)
    drop |= _between_thai(chars, order, thai)
    drop |= _whole_vowels(chars, order, drop)
    if drop.any():
        order = order[~drop[order]]
    elif (order == np.arange(len(order))).all():
        return chars
    return taken(chars, order)


def without_thin_blanks(chars: Chars) -> Chars:
    """Characters without the blanks made up in the thin space between Han and Latin.

    Parameters
    ----------
    chars : Chars
        Upright, as `rejoin.vertical.set_upright` leaves them.
    """
    at = np.flatnonzero(chars.generated & ~chars.line_end)
    at = at[(at > 0) & (at < len(chars) - 1)]
    if not len(at) or not (chars.code >= 0x2E80).any():
        return chars
    before, after = at - 1, at + 1
    beside = is_wide(chars.code[before]) != is_wide(chars.code[after])
    beside &= chars.ink[before] & chars.ink[after] & (chars.turn[before] == chars.turn[after])
    size = np.maximum(chars.runs.size[chars.run[before]], 1e-3)
    gap = (chars.loose[0, after] - chars.loose[2, before]) / size
    thin = at[beside & (gap > 0) & (gap < THIN)]
    return taken(chars, np.delete(np.arange(len(chars)), thin)) if len(thin) else chars


def _after_their_letters(chars: Chars, thai: Bools) -> Ints:
    """Order in which every Thai or Lao mark follows the letter it stands over."""
    rows = np.flatnonzero(thai & chars.ink)
    mark = _MARKS[chars.code[rows]]
    base = rows[~mark]
    order = np.arange(len(chars))
    if not mark.any() or not len(base):
        return order
    some = rows[mark]
    owner = np.maximum(np.searchsorted(base, some) - 1, 0)
    middle = (chars.tight[0, some] + chars.tight[2, some]) / 2
    astray = np.flatnonzero(~_over(chars, base[owner], middle))
    if not len(astray):
        return order
    place = np.arange(len(chars), dtype=np.float64)
    for k in astray.tolist():
        found = _letter(chars, base, int(owner[k]), int(some[k]))
        if found is not None:
            place[some[k]] = found + 0.5
    return np.argsort(place, kind="stable")


def _over(chars: Chars, letter: Ints, middle: Floats | np.float32) -> Bools:
    """Whether x coordinates lie over letters."""
    left, right = chars.loose[0, letter], chars.loose[2, letter]
    slack = _OUTSIDE * (right - left)
    return np.asarray((middle >= left - slack) & (middle <= right + slack))


def _letter(chars: Chars, base: Ints, near: int, mark: int) -> int | None:
    """Row after which a mark belongs: the letter under it, nearest by its place in the text."""
    page = np.searchsorted(chars.page_start, mark, side="right") - 1
    low, high = np.searchsorted(base, chars.page_start[page : page + 2])
    rows = base[low:high]
    middle = np.float32(chars.tight[0, mark] + chars.tight[2, mark]) / 2
    level = np.abs(chars.loose[1, rows] - chars.loose[1, mark]) < LEVEL
    fits = np.flatnonzero(level & _over(chars, rows, middle))
    if not len(fits):
        return None
    last = int(rows[fits[np.argmin(np.abs(fits + low - near))]])
    # after the marks that are there already
    while last + 1 < len(chars) and _is_mark(int(chars.code[last + 1])):
        last += 1
    return last


def _is_mark(code: int) -> bool:
    return code < len(_MARKS) and bool(_MARKS[code])


def _between_thai(chars: Chars, order: Ints, thai: Bools) -> Bools:
    """Blanks that PDFium made up beside a mark, between letters that touch."""
    drop = np.zeros(len(chars), np.bool_)
    blank = chars.generated[order] & ~chars.line_end[order]
    code = chars.code[order]
    solid = np.flatnonzero(thai[order] & chars.ink[order] & ~_MARKS[np.where(thai[order], code, 0)])
    at = np.flatnonzero(blank)
    after = np.searchsorted(solid, at)
    for i, k in zip(at.tolist(), after.tolist(), strict=True):
        if not 0 < k < len(solid):
            continue
        a, b = order[solid[k - 1]], order[solid[k]]
        if (solid[k] - solid[k - 1]) > _AWAY or chars.ink[order[i]]:
            continue
        between = order[solid[k - 1] + 1 : solid[k]]
        if chars.line_end[between].any():
            continue
        size = max(float(chars.runs.size[chars.run[a]]), 1e-3)
        if chars.loose[0, b] - chars.loose[2, a] < _GAP * size:
            drop[order[i]] = True
    return drop


def _whole_vowels(chars: Chars, order: Ints, dropped: Bools) -> Bools:
    """Rings of split vowel signs, to be dropped; the stroke after them becomes the whole sign."""
    drop = np.zeros(len(chars), np.bool_)
    kept = order[~dropped[order]]
    for place in np.flatnonzero(np.isin(chars.code[kept], list(_SPLIT))).tolist():
        stroke, whole = _SPLIT[int(chars.code[kept[place]])]
        for k in range(place + 1, min(place + 3, len(kept))):
            code = int(chars.code[kept[k]])
            if code == stroke:
                chars.code[kept[k]] = whole
                drop[kept[place]] = True
                break
            if not _is_mark(code):
                break
    return drop


def _between_spaced_letters(chars: Chars) -> Bools:
    """Blanks made up between the letters of letter-spaced words."""
    drop = np.zeros(len(chars), np.bool_)
    blank = chars.generated & ~chars.line_end
    at = np.flatnonzero(blank)
    # letters with a made-up blank on either side; those at the ends of a word have one only
    lone = at[:-1][np.diff(at) == 2] + 1
    if len(lone) < _LETTERS - 2:
        return drop
    ends = np.flatnonzero(chars.line_end)
    line = np.searchsorted(ends, lone)
    single = np.bincount(line)
    for number in np.flatnonzero(single >= _LETTERS - 2).tolist():
        a = int(ends[number - 1]) + 1 if number else 0
        b = int(ends[number]) if number < len(ends) else len(chars)
        if 2 * single[number] < np.count_nonzero(chars.ink[a:b]):
            continue
        ink = a + np.flatnonzero(chars.ink[a:b])
        if len(ink) < _LETTERS or not _are_letters(chars.code[ink]):
            continue
        apart = np.diff(np.cumsum(blank[a:b])[ink - a]) > 0
        if apart.mean() < _SPACED:
            continue
        size = np.maximum(chars.runs.size[chars.run[ink[:-1]]], 1e-3)
        gap = (chars.loose[0, ink[1:]] - chars.loose[2, ink[:-1]]) / size
        usual = float(median(gap))
        if not 0 < usual <= _WIDEST:
            continue
        inside = np.flatnonzero(apart & (gap < usual + _MORE))
        for k in inside.tolist():
            between = np.arange(ink[k] + 1, ink[k + 1])
            drop[between[blank[between]]] = True
    return drop


def _are_letters(code: Ints) -> bool:
    """Whether most characters are letters (a row of numbers is one of table cells)."""
    letters = ((code | 0x20) >= 0x61) & ((code | 0x20) <= 0x7A) | (code >= 0xC0)
    return bool(np.count_nonzero(letters) / len(code) > 0.8)
