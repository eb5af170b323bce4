"""Measurements of the two sides of a page edge, for the decision in `rejoin.edges`.

Over a page edge there is no line pitch. What is left: whether the last line fills its column as
the wrapped lines above it do, how the first line stands against those below it, the type on both
sides, the text at the edge, and how this document marks its paragraphs. The lines of one side are
measured without the other, so that a window's pages are measured once.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from functools import cached_property

import numpy as np

from rejoin.blocks import pitch_of
from rejoin.breaks import starts_list
from rejoin.medians import median
from rejoin.model import Bools, Floats, Ints, Lines
from rejoin.textclass import COUNT, PER_LINE, classes, shares_of

#: Lines before (or after) the edge that are looked at.
REACH = 24
#: Lengths are cut off here (h).
FAR = 20.0
#: A line ends at the margin within this distance, in h: what typesetting leaves by rounding.
AT_MARGIN = 0.15
_WORD = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True)
class Text:
    """A window of pages, as far as the measurements ask.

    Attributes
    ----------
    lines : Lines
    joined : ndarray of bool, shape (lines,)
        Lines that were joined to the next one.
    furniture : ndarray of bool, shape (lines,)
        Lines that are no text.
    """

    lines: Lines
    joined: Bools
    furniture: Bools

    @cached_property
    def usual(self) -> tuple[float, float]:
        """Median character height and type size of the window's lines."""
        return float(median(self.lines.h)), float(median(self.lines.size))


@dataclass(frozen=True)
class Side:
    """One side of some edges.

    Attributes
    ----------
    values : ndarray of float32, shape (edges, n)
        Measurements that stand for themselves.
    h, size, weight, left, width, room, word : ndarray of float32, shape (edges,)
        For comparison with the other side: character height, type size, weight, the column's left
        edge and width, the line's room up to the margin, the width of the first word and a blank.
    """

    values: Floats
    h: Floats
    size: Floats
    weight: Ints
    left: Floats
    width: Floats
    room: Floats
    word: Floats

    def rows(self, some: slice) -> Side:
        """Some of the edges."""
        return Side(*(getattr(self, f.name)[some] for f in fields(self)))


def side(text: Text, rows: Ints, *, above: bool) -> Side:
    """Measure lines at the foot of pages (`above`) or at their top."""
    lines = text.lines
    near, same = _column(text, rows, -1 if above else 1)
    h = np.maximum(lines.h[rows], 1e-3)
    left, right = lines.box[0], lines.box[2]
    wrapped = same & text.joined[near]
    follows = np.zeros(len(lines), np.bool_)
    follows[1:] = text.joined[:-1]
    some = np.repeat(wrapped.any(axis=1), REACH + 1).reshape(same.shape)
    margin = np.where((some & wrapped) | (~some & same), right[near], -np.inf).max(axis=1)
    margin = np.maximum(margin, -1e6)
    later = same & follows[near]
    some = np.repeat(later.any(axis=1), REACH + 1).reshape(same.shape)
    start = _masked_median(left[near], (some & later) | (~some & same), left[rows])
    outer = np.where(same, right[near], -np.inf).max(axis=1)
    room = (margin - right[rows]) / h
    at = np.abs(right[near] - margin[:, None]) < AT_MARGIN * h[:, None]
    pitches = np.where(wrapped, pitch_of(lines, np.maximum(lines.h, 1e-3))[near], np.nan)
    columns = [
        room,
        np.log(np.abs(room) + 0.02),
        (outer - right[rows]) / h,
        (at & wrapped).sum(axis=1) / np.maximum(wrapped.sum(axis=1), 1),
        np.log1p(wrapped.sum(axis=1)),
        np.log1p(same.sum(axis=1)),
        (left[rows] - start) / h,
        (right - left)[rows] / h,
        *_next(text, rows, near, same, h, pitches),
        *_type(text, rows),
        *_words(lines, rows, above=above),
    ]
    values = np.array(columns, np.float32).T.reshape(len(rows), -1)
    values = np.clip(np.nan_to_num(values, nan=0.0), -FAR, FAR)
    blank = np.where(lines.space[rows] > 0, lines.space[rows], 0.25 * h)
    return Side(values, h, np.maximum(lines.size[rows], 1e-3), lines.weight[rows], start,
                margin - start, room * h, lines.word[rows] + blank)  # fmt: skip


def _column(text: Text, rows: Ints, step: int) -> tuple[Ints, Bools]:
    """Lines from the edge inwards, and which of them are of the edge line's column and type."""
    lines, n = text.lines, len(text.lines)
    near = rows[:, None] + step * np.arange(REACH + 1)
    inside = (near >= 0) & (near < n)
    near = np.clip(near, 0, n - 1)
    left, right = lines.box[0], lines.box[2]
    overlap = np.minimum(right[rows][:, None], right[near])
    overlap = overlap - np.maximum(left[rows][:, None], left[near])
    narrow = np.minimum((right - left)[rows][:, None], (right - left)[near])
    same = inside & (lines.page[near] == lines.page[rows][:, None]) & (overlap > 0.3 * narrow)
    same &= (lines.turn[near] == lines.turn[rows][:, None]) & ~text.furniture[near]
    h = np.maximum(lines.h, 1e-3)
    same &= np.abs(np.log(h[near] / h[rows][:, None])) < 0.25
    return near, same


def _masked_median(values: Floats, mask: Bools, otherwise: Floats) -> Floats:
    ranked = np.sort(np.where(mask, values, np.inf), axis=1)
    some = mask.sum(axis=1)
    middle = ranked[np.arange(len(ranked)), np.maximum(some - 1, 0) // 2]
    return np.asarray(np.where(some > 0, middle, otherwise))


def _next(
    text: Text, rows: Ints, near: Ints, same: Bools, h: Floats, pitches: Floats
) -> list[Floats]:
    """The edge line against its neighbour on the page."""
    lines, other = text.lines, near[:, 1]
    beside = same[:, 1]
    usual = _masked_median(pitches, np.isfinite(pitches), np.full(len(rows), 1.2))
    step = np.abs(lines.base[rows] - lines.base[other]) / h / np.maximum(usual, 0.3)
    first = np.minimum(rows, other)
    return [
        np.where(beside, step, 0),
        beside,
        text.joined[first] & (np.abs(rows - other) == 1),
        np.where(beside, (lines.box[0, rows] - lines.box[0, other]) / h, 0),
        np.where(beside, (lines.box[2, rows] - lines.box[2, other]) / h, 0),
        np.where(beside, lines.font[1, first] == lines.font[0, np.maximum(rows, other)], 0),
        usual,
    ]


def _type(text: Text, rows: Ints) -> list[Floats]:
    """The type of the line and the kinds of its characters."""
    lines, (usual_h, usual_size) = text.lines, text.usual
    texts = [lines[i] for i in rows.tolist()]
    length = np.array([len(t) for t in texts], np.int64)
    code = np.frombuffer("".join(texts).encode("utf-32-le"), "<u4")
    along = shares_of(code, np.append(0, np.cumsum(length)), classes(code))
    return [
        np.log(np.maximum(lines.h[rows], 1e-3) / max(usual_h, 1e-3)),
        np.log(np.maximum(lines.size[rows], 1e-3) / max(usual_size, 1e-3)),
        lines.fixed[rows],
        lines.weight[rows] >= 600,
        lines.mirrored[rows],
        lines.gap[rows] / np.maximum(lines.h[rows], 1e-3),
        lines.hyphen[rows],
        np.log1p(length),
        *along,
    ]


def _words(lines: Lines, rows: Ints, *, above: bool) -> list[Floats]:
    """Kinds of the two characters at the edge; the word there and its use in the window."""
    kinds = np.arange(COUNT)
    texts = [lines[i].strip() for i in rows.tolist()]
    at = [t[::-1][:2] if above else t[:2] for t in texts]
    code = np.array([[ord(c) for c in pair.ljust(2)] for pair in at], np.uint32).reshape(-1, 2)
    outer, inner = classes(code[:, 0]), classes(code[:, 1])
    use = [_last_word(lines.text, t) if above else _first_word(lines.text, t) for t in texts]
    return [
        *(outer[:, None] == kinds).T,
        *(inner[:, None] == kinds).T,
        np.array([starts_list(t) for t in texts], np.float32),
        *np.array(use, np.float32).reshape(-1, 3).T,
    ]


def _last_word(whole: str, line: str) -> tuple[float, float, float]:
    """Length of the last word; how often it stands within a sentence and at the end of one."""
    words = _WORD.findall(line[-40:])
    if not words or not line.endswith(words[-1]):
        return 0.0, 0.0, 0.0
    word = words[-1]
    ends = whole.count(f" {word}.")
    return len(word) / 4, float(np.log1p(whole.count(f" {word} "))), float(np.log1p(ends))


def _first_word(whole: str, line: str) -> tuple[float, float, float]:
    """Of a capitalised first word: how often it stands in lower case and in mid-sentence."""
    match = _WORD.match(line[:40])
    if not match:
        return 0.0, 0.0, 0.0
    word = match.group()
    every = whole.count(f" {word} ")
    lower = f"{word[0].lower()}{word[1:]}"
    small = every if lower == word else whole.count(f" {lower} ")
    inside = every - whole.count(f". {word} ") if every else 0
    return len(word) / 4, float(np.log1p(small)), float(np.log1p(inside))


def habits(text: Text) -> Floats:
    """How the window marks its paragraphs; see the comments for what is measured.

    Returns
    -------
    ndarray of float32, shape (`HABITS`,)
    """
    lines, joined = text.lines, text.joined
    if len(lines) < 2:
        return np.zeros(HABITS, np.float32)
    h = np.maximum(lines.h, 1e-3)
    follows = np.zeros(len(lines), np.bool_)
    follows[1:] = joined[:-1]
    pitch = pitch_of(lines, h)
    starts = np.flatnonzero(joined & ~follows & ~text.furniture)[:-1]
    starts = starts[starts > 0]
    indent = (lines.box[0, starts] - lines.box[0, starts + 1]) / h[starts]
    ends = np.flatnonzero(follows & ~joined)
    wraps = np.flatnonzero(joined & np.isfinite(pitch))
    usual = float(median(pitch[wraps])) if len(wraps) else 1.2
    before = pitch[starts - 1]
    before = before[np.isfinite(before) & (before > 0)]
    edge = (lines.box[2, wraps] - lines.box[2, wraps + 1]) / h[wraps] if len(wraps) else np.zeros(1)
    last = classes(lines.edge_codes[1])
    stop = np.bincount(last[ends], minlength=COUNT) / max(len(ends), 1)
    inside = np.bincount(last[wraps], minlength=COUNT) / max(len(wraps), 1)
    return np.array(
        [
            np.mean((indent > 0.5) & (indent < 4)) if len(indent) else 0.5,  # indented starts
            np.mean(np.abs(indent) < 0.3) if len(indent) else 0.5,  # level starts
            np.mean(before > 1.15 * usual) if len(before) else 0.5,  # starts after a gap
            np.mean(np.abs(edge) < AT_MARGIN),  # wrapped lines that end as the next one does
            *stop[[5, 7, 14]],  # paragraphs that end in a stop, a colon, a wide stop
            inside[5],  # wrapped lines that end in a stop
            np.mean(joined),
            np.log1p(len(starts)),
            usual,
        ],
        np.float32,
    )


def pair(above: Side, below: Side, habit: Floats) -> Floats:
    """Put both sides of some edges beside each other.

    Returns
    -------
    ndarray of float32, shape (edges, `WIDTH`)
    """
    h = above.h
    columns = [
        np.log(below.h / h),
        np.log(below.size / above.size),
        (below.weight - above.weight) / 100,
        (above.room - below.word) / h,
        above.room < below.word,
        (below.width - above.width) / h,
        (below.left - above.left) / h,
    ]
    compared = np.clip(np.array(columns, np.float32).T, -FAR, FAR)
    every = np.broadcast_to(habit, (len(h), HABITS))
    out = np.concatenate([above.values, below.values, compared, every], axis=1)
    return np.asarray(out, np.float32)


#: Number of habits, and of columns that `pair` returns.
HABITS = 11
WIDTH = 2 * (8 + 7 + 8 + PER_LINE + 2 * COUNT + 4) + 7 + HABITS
