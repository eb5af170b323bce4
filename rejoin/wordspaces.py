"""Spaces that PDFium dropped, and spaces that it made up inside words, told by the gaps.

PDFium decides on a space by widths that it guesses from the font. What the glyphs really leave
between them is known: a loose box is as wide as its glyph's advance. A glyph that stands for
several letters has no loose boxes for them, though; their boxes are shares of the ink, and the
blank that surrounds the ink in its advance looks like a gap.
"""

from __future__ import annotations

import numpy as np

from rejoin.model import Bools, Chars, Floats, Ints

#: Gap from which letters of one line are two words, in type sizes. Measured on the labelled
#: corpus: letters of one word leave less than 0.04 (999 in 1,000), spaces at least 0.18 (99 in
#: 100); of 913 spaces that PDFium dropped 909 are found, with three wrong.
SPACE = 0.18
#: Gap that is no space in the scripts of India where one of the letters has but a share of a
#: glyph's ink, in type sizes: measured, spaces leave at least 0.135.
ABOUT_INK = 0.13
#: Gap that is no space though a blank stands there, in type sizes: some producers write blanks
#: of no width where they move by a pair's kerning. Measured: spaces leave at least 0.11.
NO_SPACE = 0.045
#: As much after the Thai vowel that is drawn as two signs, the first of them above the letter.
AFTER_AM, AM = 0.55, 0x0E33
#: Share of a line's letters that may be followed by a gap; letter-spaced words have more.
LETTERSPACED = 0.34
#: Share of a line's blanks that may have no width; a layer of recognised text has more.
NO_WIDTH = 0.34
#: Scripts that run from the right, and scripts without spaces (from the first on).
_RIGHT_TO_LEFT, _DENSE = (0x0590, 0x0900), 0x0E00
_INDIC, _THAI, _DOT = (0x0900, 0x0E00), (0x0E00, 0x0E80), 0x2E


def mended(chars: Chars, glyphs: Ints, line: Ints, blank: Bools) -> tuple[Bools, Bools]:
    """Glyphs before which a space is missing, and those before which there is none.

    Parameters
    ----------
    chars : Chars
    glyphs : ndarray of int, shape (g,)
        Rows of `chars` with ink.
    line : ndarray of int, shape (g,)
        Line of each.
    blank : ndarray of bool
        Characters of `chars` that are blanks.
    """
    count = len(glyphs)
    opened, closed = np.zeros(count, np.bool_), np.zeros(count, np.bool_)
    if count < 2:
        return opened, closed
    code = chars.code[glyphs].astype(np.int32)
    gap = _gaps(chars, glyphs)
    same = (line[1:] == line[:-1]) & (chars.turn[glyphs[1:]] == chars.turn[glyphs[:-1]])
    apart = np.diff(np.cumsum(blank, dtype=np.int32)[glyphs]) > 0
    may = code < _DENSE
    backwards = _within(code, _RIGHT_TO_LEFT)
    if backwards.any():  # on such a line what follows a mark or a digit may stand on either side
        may &= np.bincount(line, weights=backwards)[line] == 0
    sparse = same & may[1:] & may[:-1]
    leader = (code[1:] == _DOT) & (code[:-1] == _DOT)
    wide = sparse & ~apart & ~leader & (gap >= SPACE)
    if wide.any():
        opened[1:] = wide & ~_in_share(wide, same & ~apart, line, LETTERSPACED)
    narrow = sparse & apart & (gap < NO_SPACE)
    if narrow.any():
        closed[1:] = narrow & ~_in_share(narrow, same & apart, line, NO_WIDTH)
    made_up = np.flatnonzero(same & apart & (code[1:] >= _INDIC[0]) & (code[:-1] >= _INDIC[0]))
    if len(made_up):
        closed[made_up + 1] |= _about_ink(chars, glyphs, code, gap, made_up)
    return opened, closed


def _gaps(chars: Chars, glyphs: Ints) -> Floats:
    """Gap between each glyph and the one before it, in type sizes."""
    size = np.maximum(chars.runs.size[chars.run[glyphs]], 1e-3)
    gap = chars.loose[0, glyphs[1:]] - chars.loose[2, glyphs[:-1]]
    # beside a note mark or a drop cap the larger type counts
    return np.asarray(gap / np.maximum(size[1:], size[:-1]))


def _within(code: Ints, bounds: tuple[int, int]) -> Bools:
    return np.asarray((code >= bounds[0]) & (code < bounds[1]))


def _in_share(some: Bools, every: Bools, line: Ints, most: float) -> Bools:
    """Pairs of glyphs on lines where `some` are more than a share of `every` pair."""
    part, whole = (
        np.bincount(line[1:], weights=which, minlength=int(line[-1]) + 1) for which in (some, every)
    )
    return np.asarray((part > most * whole)[line[1:]])


def _about_ink(chars: Chars, glyphs: Ints, code: Ints, gap: Floats, at: Ints) -> Bools:
    """Whether blanks that PDFium made up are but what surrounds the ink of a shared glyph."""
    before, after = glyphs[at], glyphs[at + 1]
    share = np.zeros(len(at), np.bool_)
    for side in (before, after):
        share |= (chars.loose[:, side] == chars.tight[:, side]).all(axis=0)
    indic = _within(code[at], _INDIC) & _within(code[at + 1], _INDIC)
    am = (code[at] == AM) & _within(code[at + 1], _THAI)
    written = np.cumsum(~chars.ink & ~chars.generated, dtype=np.int32)
    thin = (share & indic & (gap[at] < ABOUT_INK)) | (am & (gap[at] < AFTER_AM))
    return np.asarray(thin & (written[after] == written[before]))
