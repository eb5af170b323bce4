"""Measurements for the learnt decision: one row per break, lengths in h, shares from 0 to 1.

They say what the eight conditions say, but against better references: the edges of the block in
place of the page's furthest one, the block's own leading, the width of the next word. Everything
is taken from `Lines`, so that lines of any extractor can be decided; nothing looks beyond the
window of pages.
"""

from __future__ import annotations

import re

import numpy as np

from rejoin.beside import COUNT as BESIDE
from rejoin.beside import measures as beside_measures
from rejoin.blocks import Block, against_block, block_of
from rejoin.medians import median
from rejoin.model import Bools, Breaks, Floats, Ints, Lines
from rejoin.shape import ALIKE, COMMON, alike, common
from rejoin.textclass import COUNT, PER_LINE, classes, line_classes, shares_of

#: Lengths are cut off here (h): beyond, further is not different.
FAR = 20.0
_MARKER = re.compile(r"[(\[]?(?:[A-Za-z]|[ivxlIVXL]{1,6}|\d{1,3}(?:\.\d{1,3})*\.?)[.)\]](?:\s|$)")
#: A marker's closing mark stands within the first so many characters.
_MARKER_LENGTH = 8
_NUMBERED = re.compile(r"\d{1,3}(?:\.\d{1,3})+\.?\s")


def features(lines: Lines, breaks: Breaks) -> Floats:
    """Measure all breaks.

    Returns
    -------
    ndarray of float32, shape (breaks, `WIDTH`)
    """
    if not len(breaks):
        return np.zeros((0, WIDTH), np.float32)
    a, b = breaks.above, breaks.below
    h = np.maximum(lines.h.astype(np.float32), 1e-3)
    block, kinds = block_of(lines, h), classes(lines.codes)
    # right edges of the block from the outermost inwards
    edges = -block.ordered(-lines.box[2], np.inf)
    edges = np.where(np.isfinite(edges), edges, lines.box[2][:, None])
    columns = [
        *_pair(lines, breaks, h),
        *_fit(lines, a, b, h, edges[a]),
        *against_block(lines, a, b, h, block),
        *_habits(lines, breaks, h, block),
        *_place(lines, a, b),
        *_text(lines, breaks, kinds),
        *beside_measures(lines, a, b, h, FAR),
        *alike(lines, a, b, kinds),
        *_common(lines, a, b, block, edges[:, 1]),
    ]
    out, row = np.empty((WIDTH, len(breaks)), np.float32), 0
    for column in columns:
        rows = 1 if column.ndim == 1 else len(column)
        out[row : row + rows] = column
        row += rows
    out[np.isnan(out)] = 0
    np.clip(out, -FAR, FAR, out=out)
    return out.T


def _pair(lines: Lines, breaks: Breaks, h: Floats) -> list[Floats]:
    """The two lines against each other."""
    a, b = breaks.above, breaks.below
    left, bottom, right, top = lines.box
    unit = h[a]
    size = np.maximum(lines.size, 1e-3)
    pitch = (lines.base[a] - lines.base[b]) / unit
    centre = (left + right) / 2
    return [
        pitch,
        (bottom[a] - top[b]) / unit,
        np.log(h[b] / unit),
        np.log(size[b] / size[a]),
        (left[b] - left[a]) / unit,
        (right[b] - right[a]) / unit,
        (centre[b] - centre[a]) / unit,
        breaks.overlap,
        (right[a] - left[a]) / unit,
        (right[b] - left[b]) / unit,
        breaks.gap_above,
        lines.gap[b] / h[b],
        (lines.space[a] - lines.space[b]) / unit,
        lines.space[a] / unit,
        lines.font[1, a] == lines.font[0, b],
        lines.font[0, a] == lines.font[0, b],
        (lines.weight[b] - lines.weight[a]) / 100,
        lines.weight[a] >= 600,
        lines.fixed[a],
        lines.fixed[b],
        lines.turn[a] != lines.turn[b],
        lines.mirrored[a],
        lines.mirrored[a] != lines.mirrored[b],
        lines.blank_end[a],
        breaks.tall,
        lines.size[a] / unit,
    ]


def _fit(lines: Lines, a: Ints, b: Ints, h: Floats, edges: Floats) -> list[Floats]:
    """Room left on the line above against the first word of the line below."""
    right = lines.box[2]
    unit = h[a]
    word = lines.word[b] + np.where(lines.space[a] > 0, lines.space[a], 0.25 * unit)
    out: list[Floats] = []
    for rank in (0, 1, 2):
        slack = edges[:, rank] - right[a]
        out += [slack / unit, (slack - word) / unit]
    out += [
        (edges[:, 1] - right[b]) / unit,
        (edges[:, 0] - edges[:, 2]) / unit,
        (edges[:, 1] - right[a] - lines.glyph[b]) / unit,
        lines.word[b] / unit,
        lines.glyph[b] / unit,
    ]
    page_edge = _page_edge(lines)[a]
    return [*out, (page_edge - right[a]) / unit, (page_edge - right[a] - word) / unit]


def _page_edge(lines: Lines) -> Floats:
    """Right edge that one line in ten of the page passes."""
    order = np.lexsort((lines.box[2], lines.page))
    start = np.searchsorted(lines.page, lines.page, side="left")
    stop = np.searchsorted(lines.page, lines.page, side="right")
    at = start + np.floor(0.9 * (stop - start - 1)).astype(np.int64)
    return np.asarray(lines.box[2][order][at])


def _habits(lines: Lines, breaks: Breaks, h: Floats, block: Block) -> list[Floats]:
    """How this window of the document marks paragraphs: by indent, by gap, or not at all."""
    a, b = breaks.above, breaks.below
    unit = h[a]
    pitch = (lines.base[a] - lines.base[b]) / unit
    left = (lines.box[0, b] - lines.box[0, a]) / unit
    down = pitch[(pitch > 0.5) & (pitch < 3)]
    usual = median(down) if len(down) else 1.2
    near = (pitch > 0.5) & (pitch < 1.15 * usual)
    some = max(int(near.sum()), 1)
    indented = float((near & (left > 0.5) & (left < 4)).sum() / some)
    apart = float(((pitch >= 1.15 * usual) & (pitch < 3 * usual)).sum() / max(len(pitch), 1))
    level = float((near & (np.abs(left) < 0.3)).sum() / some)
    every = np.ones(len(a), np.float32)
    return [every * indented, every * apart, every * level, pitch / max(float(usual), 0.2)]


def _place(lines: Lines, a: Ints, b: Ints) -> list[Floats]:
    """Where on the page the break is."""
    start = np.searchsorted(lines.page, lines.page[a], side="left")
    stop = np.searchsorted(lines.page, lines.page[a], side="right")
    low, high = lines.box[1].copy(), lines.box[3]
    first = np.flatnonzero(np.diff(lines.page, prepend=-1))
    counts = np.diff(np.append(first, len(lines)))
    top = np.repeat(np.maximum.reduceat(high, first), counts)
    bottom = np.repeat(np.minimum.reduceat(low, first), counts)
    height = np.maximum(top - bottom, 1.0)
    return [
        np.minimum(a - start, 5) / 5,
        np.minimum(stop - 1 - b, 5) / 5,
        (stop - start) / 50,
        ((high - bottom) / height)[a],
        ((high - bottom) / height)[b],
    ]


def _text(lines: Lines, breaks: Breaks, kinds: Ints) -> list[Floats]:
    """Weak evidence from the text: kinds of characters at the break and along the lines."""
    a, b = breaks.above, breaks.below
    first, last = line_classes(lines)
    along = shares_of(lines.codes, lines.start, kinds)
    marker = _markers(lines)
    length = np.diff(lines.start)
    every = np.arange(COUNT)[:, None]
    return [
        last[a] == every,
        first[b] == every,
        first[a] == every,
        along[:, a],
        along[:, b],
        lines.hyphen[a],
        breaks.list_above,
        breaks.list_below,
        marker[a],
        marker[b],
        np.log1p(length[a]),
        np.log1p(length[b]),
    ]


def _common(lines: Lines, a: Ints, b: Ints, block: Block, edges: Floats) -> list[Floats]:
    """What the lines of the block have in common."""
    first, last = line_classes(lines)
    return common(lines, first, last, a, b, edges, block.near, block.same)


def _markers(lines: Lines) -> Bools:
    """Lines that start with a letter, Roman or decimal marker: ``a)``, ``(iv)``, ``2.1``."""
    out = np.zeros(len(lines), np.bool_)
    start, stop, code = lines.start[:-1], lines.start[1:], lines.codes
    closes = np.append((code == 0x2E) | (code == 0x29) | (code == 0x5D), False)
    some = np.zeros(len(lines), np.bool_)
    for k in range(1, _MARKER_LENGTH):
        some |= closes[np.minimum(start + k, len(code))] & (start + k < stop)
    for i in np.flatnonzero(some).tolist():
        text = lines[i]
        out[i] = _MARKER.match(text) is not None or _NUMBERED.match(text) is not None
    return out


#: Number of columns that `features` returns.
WIDTH = 26 + 13 + 14 + 4 + 5 + 3 * COUNT + 2 * PER_LINE + 7 + BESIDE + ALIKE + COMMON
