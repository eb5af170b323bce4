"""The text of visual lines: which glyphs, and where a space stands between them."""

from __future__ import annotations

import numpy as np

from rejoin.model import Bools, Chars, Ints
from rejoin.scripts import is_wide, of_india
from rejoin.wordgaps import corrected
from rejoin.wordspaces import mended


def spell(
    chars: Chars, glyphs: Ints, fragment: Ints, line: Ints, spaced: Bools, published: bool
) -> tuple[str, Ints, Bools]:
    """The lines' text.

    Glyphs without a box (a combining mark of zero size) go with the glyph before them.

    Parameters
    ----------
    chars : Chars
    glyphs : ndarray of int, shape (g,)
        Rows of `chars` with ink.
    fragment, line : ndarray of int, shape (g,)
        Fragment and line of each glyph.
    spaced : ndarray of bool
        For each fragment, whether it follows the fragment before it with a space.
    published : bool
        Leave blanks beside PDFium's line ends out of account, as the published method does. By
        default such a blank parts words: PDFium ends a line after a superscript, and the space
        that followed it stands behind that line end.

    Returns
    -------
    text : str
        All lines, one after the other.
    start : ndarray of int64
        Offsets into `text`, one more than lines.
    after_space : ndarray of bool, shape (g,)
        Glyphs that follow a space in their line.
    """
    # a line end is a blank as well, by its code
    blank = ~chars.ink & ~chars.line_end & ((chars.code == 0x20) | (chars.code == 0x3000))
    shown = np.flatnonzero(~blank & ~chars.line_end)
    line_of, fragment_of = line, fragment
    if len(shown) != len(glyphs):
        owner = np.maximum(np.searchsorted(glyphs, shown, side="right") - 1, 0)
        line_of, fragment_of = line[owner], fragment[owner]
    code = chars.code[shown].astype(np.uint32)
    same_line = line_of[1:] == line_of[:-1]
    same_fragment = fragment_of[1:] == fragment_of[:-1]
    after_blank = np.diff(np.cumsum(blank, dtype=np.int32)[shown]) > 0
    wide = is_wide(code)
    made_up = after_blank & wide[1:] & wide[:-1]
    if made_up.any():
        made_up &= _only_generated(chars, blank, shown)
    between, within = spaced[fragment_of[1:]], after_blank & ~made_up
    if not published:
        between = between | within
    spaces = np.zeros(len(shown), np.bool_)
    spaces[1:] = same_line & np.where(same_fragment, within, between)
    if not published:
        opened, closed = mended(chars, glyphs, line, blank)
        spaces[np.searchsorted(shown, glyphs[opened])] = True
        spaces[np.searchsorted(shown, glyphs[closed])] = False
        other = ~of_india(code)
        if not other.all():
            squeezed, missing = corrected(chars, shown, same_line, after_blank & same_line, other)
            pair = np.flatnonzero(~other[1:] & ~other[:-1] & same_line) + 1
            said = after_blank & ~squeezed | missing
            spaces[pair] = said[pair - 1] & ~np.isin(shown[pair], glyphs[closed])
    after_space = spaces if len(shown) == len(glyphs) else spaces[np.searchsorted(shown, glyphs)]
    return *_write(chars, shown, code, spaces, line_of), after_space


def _write(chars: Chars, shown: Ints, code: Ints, spaces: Bools, line: Ints) -> tuple[str, Ints]:
    """Code points, with a space before some of them, as one string; where each line starts."""
    before = np.flatnonzero(spaces)
    # each glyph is followed by the spaces up to it: their places move on by one each time
    at = before + np.arange(len(before))
    length = len(code) + len(at)
    out, is_glyph = np.full(length, 0x20, np.uint32), np.ones(length, np.bool_)
    is_glyph[at] = False
    out[is_glyph] = code
    ideographic = chars.code[shown[before] - 1] == 0x3000
    out[at[ideographic]] = 0x3000
    new = np.ones(len(line), np.bool_)
    new[1:] = line[1:] != line[:-1]
    first = np.flatnonzero(new)
    starts = np.append(first + np.searchsorted(before, first, side="right"), len(out))
    if out.max(initial=0) < 0x80:
        return out.astype(np.uint8).tobytes().decode("ascii"), starts
    return out.astype("<u4").tobytes().decode("utf-32-le"), starts


def _only_generated(chars: Chars, blank: Bools, shown: Ints) -> Bools:
    """Whether every blank between neighbouring glyphs was made up by PDFium."""
    real = np.cumsum(blank & ~chars.generated)[shown]
    return np.asarray(np.diff(real) == 0)
