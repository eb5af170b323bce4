"""Word spaces in the scripts of India, told by the white between the glyphs.

Marks there have no width, conjuncts are cut in equal parts, and fonts say too little of their
glyphs, so that PDFium's guesses fail either way. A word space is as wide as the others of its line.
"""

from __future__ import annotations

import unicodedata

import numpy as np

from rejoin.model import Bools, Chars, Floats, Ints

#: No space stands between glyphs that are nearer than this, in type sizes, unless it is one of the
#: file's own of which the next glyph leaves more than this share.
TOUCHING, COVERED = 0.08, 0.3
#: White from which a space may have been dropped, what it must have beyond the usual white between
#: the line's letters, and what share of the line's usual space it must have. In type sizes.
LEAST, MORE, SHARE = 0.07, 0.06, 0.6
#: White beyond the usual between letters that is a space in any line; the same where the line has
#: no other space to compare with.
SURE, ALONE = 0.2, 0.16
#: A glyph smaller than the one before it by this share is a mark, which follows without a space.
SMALLER = 0.15
#: Many fonts of the scripts of India say a wrong width for some glyphs: the white that follows one
#: at least (this quantile, of so many) is its own, if at times there is far more of it (the other
#: quantile, and so many times as much).
OWN, OFTEN, OTHER, FAR = 0.1, 4, 0.9, 1.8
#: In such scripts a space is none below this, in type sizes; and what ends a sentence has one.
INDIC, _STOPS = 0.1, (0x964, 0x965)
#: White is not measured further than this, in type sizes.
FURTHEST = 100.0
#: Glyphs before a gap of which the rightmost one counts: marks stand over their letter.
BACK = 3
#: Marks of the scripts of India and its neighbours that have no width of their own.
_FIRST, _LAST = 0x900, 0xDFF
_MARKS = np.array([unicodedata.category(chr(c)) == "Mn" for c in range(_FIRST, _LAST + 1)])


def corrected(
    chars: Chars, shown: Ints, same: Bools, after_blank: Bools, left_out: Bools
) -> tuple[Bools, Bools]:
    """Which spaces between neighbouring glyphs are none, and where one was dropped.

    Parameters
    ----------
    chars : Chars
    shown : ndarray of int, shape (g,)
        Rows of the glyphs, line by line.
    same : ndarray of bool, shape (g - 1,)
        Both glyphs of a pair are of one line.
    after_blank : ndarray of bool, shape (g - 1,)
        PDFium has a space between them.
    left_out : ndarray of bool, shape (g,)
        Glyphs of scripts whose words are parted by other rules.

    Returns
    -------
    ndarray of bool, ndarray of bool, shape (g - 1,)
        Pairs whose space is none, pairs whose space is missing.
    """
    none = np.zeros(len(same), np.bool_)
    if not same.any():
        return none, none
    code = chars.code[shown]
    size = np.maximum(chars.runs.size[chars.run[shown]], 1e-3)
    # (before a line's first letter there is no end to the white, and a damaged file has any box)
    gap: Floats = np.clip(_white(chars, shown, same) / size[1:], -FURTHEST, FURTHEST)
    indic = (code[:-1] >= _FIRST) & (code[:-1] <= _LAST) & ~left_out[:-1]
    if indic.any():
        gap = _without_their_own(gap, code[:-1], same & indic & ~_is_mark(code[1:]))
    usual = same & ~left_out[1:] & ~left_out[:-1]
    squeezed = usual & after_blank & (gap < np.where(indic, INDIC, TOUCHING))
    if squeezed.any():
        squeezed &= _covered(chars, shown)
    some = usual & ~after_blank & (gap > LEAST)
    if not some.any():
        return squeezed, none
    some &= size[1:] > (1 - SMALLER) * size[:-1]
    return squeezed, _missing(gap, same, after_blank & ~squeezed, some)


def _white(chars: Chars, shown: Ints, same: Bools) -> Floats:
    """White between neighbouring glyphs, points; from the rightmost of the last few."""
    left, end = chars.loose[0, shown], chars.loose[2, shown]
    mark = _is_mark(chars.code[shown])
    if mark.any():
        # in a conjunct, which PDFium cuts in equal parts, a mark has a width
        mark[1:] &= same & (left[1:] < end[:-1] - 0.01)
    right = np.where(mark, -np.inf, end)
    furthest, alike = right.copy(), np.ones(len(right), np.bool_)
    for step in range(1, BACK):
        alike[step:] &= same[: len(same) - step + 1]
        under = alike[step:] & (left[:-step] <= end[step:])
        furthest[step:] = np.where(
            under, np.maximum(furthest[step:], right[:-step]), furthest[step:]
        )
    return np.asarray(left[1:] - furthest[:-1])


def _is_mark(code: Ints) -> Bools:
    mark = (code >= _FIRST) & (code <= _LAST)
    if mark.any():
        mark[mark] = _MARKS[code[mark] - _FIRST]
    return mark


def _without_their_own(gap: Floats, code: Ints, some: Bools) -> Floats:
    """White less what follows the same character most often at least."""
    out, at = gap.copy(), np.flatnonzero(some)
    # vowel signs that end in the stroke of the long a count as that one
    stroke = (code[at] >= 0x949) & (code[at] <= 0x94C)
    kinds, of = np.unique(np.where(stroke, 0x93E, code[at]), return_inverse=True)
    count = np.bincount(of)
    for k in np.flatnonzero(count >= OFTEN).tolist():
        rows = at[of == k]
        own, other = np.quantile(gap[rows], [OWN, OTHER]).tolist()
        if 0 < own < other / FAR and kinds[k] not in _STOPS:
            out[rows] -= own
    return out


def _covered(chars: Chars, shown: Ints) -> Bools:
    """Whether the blank after each glyph but the last is made up, or printed over by the next."""
    after = np.minimum(shown[:-1] + 1, len(chars) - 1)
    width = chars.loose[2, after] - chars.loose[0, after]
    step = chars.loose[0, shown[1:]] - chars.loose[0, after]
    return np.asarray(chars.generated[after] | ((width > 0) & (step < COVERED * width)))


def _missing(gap: Floats, same: Bools, blank: Bools, some: Bools) -> Bools:
    """Those of some pairs whose white is that of a space of their line."""
    out = np.zeros(len(gap), np.bool_)
    starts = np.append(0, np.flatnonzero(~same) + 1)
    at = np.flatnonzero(some)
    line = np.searchsorted(starts, at, side="right") - 1
    for number in np.unique(line).tolist():
        a = int(starts[number])
        b = int(starts[number + 1]) - 1 if number + 1 < len(starts) else len(gap)
        white, spaces = gap[a:b], blank[a:b]
        letters = white[~spaces]
        usual = max(float(np.median(letters)), 0.0) if len(letters) > 1 else 0.0
        least = usual + ALONE
        if spaces.any():
            # the lower of the two in the middle: the other one may be a gap between columns
            middle = float(np.quantile(white[spaces], 0.5, method="lower"))
            least = min(max(SHARE * middle, usual + MORE), usual + SURE)
        out[a:b] = some[a:b] & (white >= least)
    return out
