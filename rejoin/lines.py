"""Step 1: characters to visual lines.

PDFium ends a line at every visual line end, but also inside one (letter-spaced text, superscripts,
table cells), and it ends none at a line-end hyphen. So: characters between two of its line ends
make a fragment; under the default rules a fragment is also cut where the geometry turns to another
line; and a fragment that continues the current line is merged onto it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from rejoin.apart import put_back
from rejoin.asides import Fragments, Ink, fragments, margin_cuts
from rejoin.bidi import in_logical_order, runs_from_right
from rejoin.columns import GAP, columns_of, gutters
from rejoin.linenumbers import number_cuts
from rejoin.marks import in_letter_order, without_thin_blanks
from rejoin.medians import medians
from rejoin.merging import merge, space_between
from rejoin.model import Bools, Chars, Floats, Ints, Lines
from rejoin.order import in_reading_order
from rejoin.outoforder import in_holes, steps_back
from rejoin.rules import Rules
from rejoin.spelling import spell
from rejoin.vertical import set_upright

#: A loose box higher than this many type sizes comes from absurd font metrics.
ABSURD_BOX = 2.0


@dataclass(frozen=True)
class _Glyphs:
    """The characters with ink, in stream order, in the frame that the rules measure in."""

    at: Ints
    box: Floats
    base: Floats
    height: Floats
    mirrored: Bools


def in_text_order(chars: Chars, rules: Rules) -> Chars:
    """Characters in the order of the text, as far as it is settled before lines are made.

    Parameters
    ----------
    chars : Chars
        Characters of a window of pages.
    rules : Rules
        ``rules.published`` leaves them as they are, as the published method does.
    """
    if rules.published:
        return chars
    chars = without_thin_blanks(set_upright(in_letter_order(chars)))
    return in_logical_order(put_back(in_holes(chars)))


def visual_lines(chars: Chars, rules: Rules) -> Lines:
    """Merge fragments into visual lines: `in_text_order`, then `lines_of`."""
    return lines_of(in_text_order(chars, rules), rules)


def lines_of(chars: Chars, rules: Rules) -> Lines:
    """Merge fragments of characters in the order of the text into visual lines.

    Parameters
    ----------
    chars : Chars
        Characters of a window of pages.
    rules : Rules
        ``rules.published`` keeps lines that PDFium glued at a hyphen, as the published method does.
    """
    glyphs = _glyphs(chars, rules)
    if not len(glyphs.at):
        return no_lines()
    new = _starts(chars, glyphs, rules)
    cut, places = np.zeros(len(new), np.bool_), dict[int, list[float]]()
    number, pieces = cut, fragments(chars, glyphs.at, glyphs.height, new)
    if not rules.published:
        left, right = glyphs.box[0], glyphs.box[2]
        cut, places = gutters(left, right, glyphs.height, pieces.first, pieces.page)
        if cut.any():
            new |= cut
            pieces = fragments(chars, glyphs.at, glyphs.height, new)
        beside, number = _asides(chars, glyphs, new, pieces)
        cut |= beside
        if beside.any():
            new |= beside
            pieces = fragments(chars, glyphs.at, glyphs.height, new)
    start, fragment = pieces.first, np.cumsum(new, dtype=np.int32) - 1
    box = _unions(glyphs.box, start)
    h, page = pieces.h, pieces.page
    turn = chars.turn[glyphs.at[start]]
    apart = (np.diff(page, prepend=-1) != 0) | (np.diff(turn, prepend=0).astype(bool))
    apart |= np.diff(glyphs.mirrored[start], prepend=False)
    head, gap = merge(box, h, apart | cut[start], rules)
    code = chars.code[glyphs.at]
    spaced = gap >= (rules.merge_space if rules.published else space_between(code, start))
    first = start[head]
    last = np.append(first[1:], len(glyphs.at)) - 1
    line_of_glyph = (np.cumsum(head, dtype=np.int32) - 1)[fragment]
    text, offsets, after_space = spell(
        chars, glyphs.at, fragment, line_of_glyph, spaced, rules.published
    )
    lines = Lines(
        text=text,
        start=offsets,
        page=page[head].astype(np.int32),
        box=_unions(box, np.flatnonzero(head)),
        h=h[head].astype(np.float32),
        base=medians(glyphs.base, first).astype(np.float32),
        gap=_largest_gap(glyphs, first),
        first=np.minimum.reduceat(chars.index[glyphs.at], first),
        last=np.maximum.reduceat(chars.index[glyphs.at], first),
        hyphen=chars.hyphen[glyphs.at[last]],
        turn=turn[head],
        mirrored=glyphs.mirrored[first],
        **_look(chars, glyphs, first, last, after_space),
    )
    if rules.published:
        return lines
    columns = columns_of(lines.box[0], lines.box[2], lines.page, places)
    return in_reading_order(lines, columns, rules, number[first])


def _asides(chars: Chars, glyphs: _Glyphs, new: Bools, pieces: Fragments) -> tuple[Bools, Bools]:
    """Where a line is to be cut for what stands in the margin, and the numbers of lines there."""
    left, right = glyphs.box[0], glyphs.box[2]
    ink = Ink(chars.code[glyphs.at], left, right, glyphs.base, glyphs.height)
    wide = np.zeros(len(new), np.bool_)
    wide[1:] = left[1:] - right[:-1] > GAP * glyphs.height[1:]
    cut, number = number_cuts(ink, pieces)
    return cut | margin_cuts(ink, pieces, np.flatnonzero(wide & ~new)), number


def no_lines() -> Lines:
    """Lines of a window without text."""
    real, whole = np.zeros(0, np.float32), np.zeros(0, np.int32)
    return Lines(
        text="",
        start=np.zeros(1, np.int64),
        page=whole,
        box=np.zeros((4, 0), np.float32),
        h=real,
        base=real,
        gap=real,
        first=whole,
        last=whole,
        hyphen=np.zeros(0, np.bool_),
        turn=whole.astype(np.uint8),
        mirrored=np.zeros(0, np.bool_),
        font=np.zeros((2, 0), np.int32),
        size=real,
        weight=whole,
        fixed=np.zeros(0, np.bool_),
        word=real,
        glyph=real,
        space=real,
        blank_end=np.zeros(0, np.bool_),
    )


def _look(
    chars: Chars, glyphs: _Glyphs, first: Ints, last: Ints, after_space: Bools
) -> dict[str, Any]:
    """What the lines look like, beyond where they stand: fonts, first word, spaces."""
    runs, left, right = chars.runs, glyphs.box[0], glyphs.box[2]
    middle = chars.run[glyphs.at[(first + last) // 2]]
    # the first word ends before the line's first space, or with the line
    spaces = np.flatnonzero(after_space)
    nearest = np.append(spaces, len(left))[np.searchsorted(spaces, first)]
    width = np.zeros(len(left), np.float32)
    width[spaces] = left[spaces] - right[spaces - 1]
    count = np.maximum(np.add.reduceat(after_space, first, dtype=np.int64), 1)
    after = np.minimum(glyphs.at[last] + 1, len(chars) - 1)
    blank = (chars.code[after] == 0x20) & ~chars.ink[after] & ~chars.generated[after]
    return {
        "font": np.stack([runs.font[chars.run[glyphs.at[end]]] for end in (first, last)]),
        "size": runs.size[middle],
        "weight": runs.weight[middle],
        "fixed": runs.fixed[middle],
        "word": right[np.minimum(nearest - 1, last)] - left[first],
        "glyph": right[first] - left[first],
        "space": np.add.reduceat(width, first) / count,
        "blank_end": blank & (glyphs.at[last] + 1 < len(chars)),
    }


def _glyphs(chars: Chars, rules: Rules) -> _Glyphs:
    at, box = chars.inked, chars.inked_box
    if rules.published or not len(at):
        return _Glyphs(at, box, box[1], box[3] - box[1], np.zeros(len(at), np.bool_))
    mirrored = _mirrored(chars, at)
    if mirrored.any():
        box = np.where(mirrored, np.stack([-box[2], box[1], -box[0], box[3]]), box)
    base, top = chars.inked_rise
    absurd = _absurd(chars, at, top - base)
    if absurd.any():
        some = at[absurd]
        base, top = base.copy(), top.copy()
        base[absurd], top[absurd] = chars.tight[1, some], chars.tight[3, some]
    flat = top <= base
    if flat.any():
        base, top = base.copy(), top.copy()
        base[flat], top[flat] = box[1, flat], box[3, flat]
    return _Glyphs(at, box, base, top - base, mirrored)


def _absurd(chars: Chars, at: Ints, height: Floats) -> Bools:
    """Glyphs whose loose box is far higher than the type size: the font's metrics are wrong.

    The metrics belong to the font, so the first glyph of a run speaks for all of it.
    """
    run = chars.run[at]
    new = np.ones(len(run), np.bool_)
    new[1:] = run[1:] != run[:-1]
    first = np.flatnonzero(new)
    wrong = height[first] > ABSURD_BOX * chars.runs.size[run[first]]
    if not wrong.any():
        return np.zeros(len(at), np.bool_)
    return np.repeat(wrong, np.diff(np.append(first, len(at))))


def _mirrored(chars: Chars, at: Ints) -> Bools:
    """Characters of fragments with more right-to-left letters than Latin or other ones."""
    code = chars.code[at]
    right = ((code >= 0x590) & (code < 0x900)) | ((code >= 0xFB1D) & (code < 0xFF00))
    if not right.any():
        return np.zeros(len(at), np.bool_)
    ends = np.cumsum(chars.line_end)[at] + np.searchsorted(chars.page_start, at, side="right")
    start = np.flatnonzero(np.diff(ends, prepend=-1))
    left = (code >= 0x41) & ~right
    counts = np.add.reduceat(np.stack([right, left]).astype(np.int64), start, axis=1)
    page = np.searchsorted(chars.page_start, at[start], side="right") - 1
    turned = runs_from_right(counts[0], counts[1], page)
    return np.repeat(turned, np.diff(np.append(start, len(at))))


def _starts(chars: Chars, glyphs: _Glyphs, rules: Rules) -> Bools:
    """Glyphs that start a fragment."""
    ends = np.cumsum(chars.line_end, dtype=np.int32)[glyphs.at]
    turn = chars.turn[glyphs.at]
    new = np.ones(len(ends), np.bool_)
    new[1:] = (ends[1:] != ends[:-1]) | (turn[1:] != turn[:-1])
    page = np.searchsorted(glyphs.at, chars.page_start[:-1])
    new[page[page < len(new)]] = True
    if not rules.published:
        new[1:] |= _turns_to_another_line(chars, glyphs, rules)
        left, _, right, _ = glyphs.box
        new[1:] |= steps_back(left, right, glyphs.base, glyphs.height, ends, glyphs.mirrored)
    return new


def _turns_to_another_line(chars: Chars, glyphs: _Glyphs, rules: Rules) -> Bools:
    """Whether each glyph but the first lies on another line than the one before it."""
    left, base, h = glyphs.box[0], glyphs.base, glyphs.height
    unit = np.maximum(h[1:], h[:-1])
    drop = np.abs(np.diff(base)) / np.maximum(unit, 1e-6)
    back = (left[1:] - left[:-1]) / np.maximum(unit, 1e-6)
    after_hyphen = chars.hyphen[glyphs.at[:-1]]
    turns = after_hyphen | (back < -rules.turn_back) | (drop > rules.turn_far)
    return np.asarray((drop > rules.turn_drop) & turns)


def _unions(box: Floats, start: Ints) -> Floats:
    low = [np.minimum.reduceat(edge, start) for edge in box[:2]]
    return np.stack([*low, *(np.maximum.reduceat(edge, start) for edge in box[2:])])


def _largest_gap(glyphs: _Glyphs, first: Ints) -> Floats:
    """Largest gap between neighbouring boxes of each line, points; 0 for a single box."""
    gap = np.zeros(len(glyphs.at), np.float32)
    gap[1:] = glyphs.box[0, 1:] - glyphs.box[2, :-1]
    gap[first] = 0
    return np.asarray(np.maximum.reduceat(gap, first))
