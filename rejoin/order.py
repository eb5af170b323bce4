"""The reading order of a page's lines, and pieces that were painted apart from their line.

PDFium's order is the stream's, which is right for nearly all pages, so a page is only touched where
something is plainly out of place: text that stands on its side among upright text, a bullet or a
number painted in another pass than its text, ruby between the pieces of a line, columns that were
painted row by row.
"""

from __future__ import annotations

import re
from dataclasses import fields, replace
from itertools import pairwise
from typing import Any

import numpy as np

from rejoin.asides import read_apart
from rejoin.breaks import starts_list
from rejoin.heads import turned_heads
from rejoin.markers import marker_of
from rejoin.model import Bools, Floats, Ints, Lines
from rejoin.outoforder import cells_in_order, feet_last
from rejoin.rules import Rules
from rejoin.stacks import by_rows

#: A marker painted apart from its text stands at most this far left of it, in h.
MARKER_REACH = 4.0
#: Longest text of a marker.
MARKER_LENGTH = 4
#: Turned lines are text from this width on, in h; else they are labels.
TEXT_WIDTH = 6.0
#: Ruby is at most this high against the line it annotates, and reaches no further above it, in h.
RUBY_HEIGHT, RUBY_ABOVE = 0.66, 0.9
_KANA = re.compile("[\u3040-\u30ff\u30fc\\s]+")


def in_reading_order(
    lines: Lines, columns: Ints, rules: Rules, number: Bools | None = None
) -> Lines:
    """Lines in reading order, pieces of one visual line put together.

    Parameters
    ----------
    lines : Lines
        In PDFium's order.
    columns : ndarray of int, shape (n,)
        Column of each line on a page with columns that were painted row by row, from 1; 0 for a
        line that spans them and on all other pages.
    rules : Rules
    number : ndarray of bool, shape (n,), optional
        Lines that are numbers of lines.
    """
    n = len(lines)
    if not n:
        return lines
    lines = _markers_mirrored(lines)
    order: Ints = np.lexsort((_moved(lines, columns), lines.page))
    ruby = _ruby(lines)
    order = order[~ruby[order]]
    order = feet_last(lines, _beside_their_text(lines, order))
    order = read_apart(lines, order, np.zeros(n, np.bool_) if number is None else number)
    order = cells_in_order(lines, by_rows(lines, order))
    order, column_head = turned_heads(lines, order)
    if len(order) == n and (order == np.arange(n)).all() and not column_head.any():
        return lines
    head = ~(_goes_on(lines, order, rules) | column_head)
    return _put_together(lines, order, head, column_head)


def _moved(lines: Lines, columns: Ints) -> Ints:
    """A sorting key within each page: turned text last, columns between spanning lines."""
    key = np.arange(len(lines))
    if not (columns.any() or lines.turn.any() or _often_up(lines)):
        return key
    start = np.flatnonzero(np.diff(lines.page, prepend=-1))
    for a, b in pairwise([*start.tolist(), len(lines)]):
        turn = lines.turn[a:b]
        usual = np.bincount(turn, weights=np.diff(lines.start)[a:b]).argmax()
        if columns[a:b].any():
            key[a:b] = _by_columns(lines.base[a:b], columns[a:b]) + a
        key[a:b] = _downwards(lines, a, b, key[a:b])
        key[a:b] += len(lines) * (turn != usual)
    return key


def _often_up(lines: Lines) -> bool:
    """Whether on some page most lines stand above the one before them."""
    same = lines.page[1:] == lines.page[:-1]
    page, up = lines.page[1:][same], (lines.base[1:] > lines.base[:-1])[same]
    return bool((2 * np.bincount(page, weights=up) > np.bincount(page)).any())


def _downwards(lines: Lines, a: int, b: int, key: Ints) -> Ints:
    """Keys of a page's lines with text that runs upwards the right way up.

    PDFium sorts what stands side by side from left to right as the page is shown, which puts the
    lines of text that is turned clockwise there into the opposite order: turned text, and upright
    text on a page that is shown turned.
    """
    turn, base, h = lines.turn[a:b], lines.base[a:b], lines.h[a:b]
    out = key.copy()
    start = np.flatnonzero(np.diff(turn, prepend=-1))
    for first, last in pairwise([*start.tolist(), b - a]):
        if last - first < 2 + (not turn[first]):
            continue
        step = np.diff(base[first:last]) / np.maximum(h[first : last - 1], 1e-3)
        up, down = ((step * sign > 0.5) & (np.abs(step) < 3) for sign in (1, -1))
        width = lines.box[2, a + first : a + last] - lines.box[0, a + first : a + last]
        unit = float(np.median(h[first:last]))
        if up.sum() <= down.sum() or np.median(width) < TEXT_WIDTH * unit:
            continue
        # marks that were painted apart are lines too by now: of text that runs down they go up
        if not turn[first] and not _climbs(base[first:last][width > TEXT_WIDTH * unit]):
            continue
        # what stands on one row keeps its order
        row = np.append(0, np.cumsum(np.abs(step) > 0.5))
        out[first:last] = key[first:last][np.argsort(np.lexsort((np.arange(len(row)), -row)))]
    return out


def _climbs(base: Floats) -> bool:
    """Whether each line of text stands above the one before it."""
    return len(base) > 2 and bool(np.all(np.diff(base) > 0))


def _by_columns(base: Floats, column: Ints) -> Ints:
    """Rank of each line: down to the next spanning line, one column after the other."""
    spanning = np.sort(base[column == 0])[::-1]
    band = np.searchsorted(-spanning, -base, side="right")
    band = np.where(column == 0, 2 * band - 1, 2 * band)
    rank = np.empty(len(base), np.int64)
    rank[np.lexsort((-base, column, band))] = np.arange(len(base))
    return rank


def _ruby(lines: Lines) -> Bools:
    """Readings in small kana above the line they annotate: left out.

    They are painted right after their line, or in a pass of their own.
    """
    out = np.zeros(len(lines), np.bool_)
    small = np.flatnonzero(lines.h < RUBY_HEIGHT * _greatest_height(lines))
    some = [i for i in small.tolist() if _KANA.fullmatch(lines[i])]
    left, bottom, right, top = lines.box
    for i in some:
        above = np.abs(bottom[i] - top) < RUBY_ABOVE * lines.h
        fits = above & (left[i] < right + lines.h) & (right[i] > left)
        fits &= (lines.h[i] < RUBY_HEIGHT * lines.h) & (lines.page == lines.page[i])
        out[i] = bool((fits & (lines.turn == lines.turn[i])).any())
    return out


def _greatest_height(lines: Lines) -> Floats:
    """Greatest height of the lines on each line's page."""
    start = np.flatnonzero(np.diff(lines.page, prepend=-1))
    most = np.maximum.reduceat(lines.h, start)
    return np.repeat(most, np.diff(np.append(start, len(lines))))


def _beside_their_text(lines: Lines, order: Ints) -> Ints:
    """Order in which markers that stand alone come right before the line on their row."""
    length = np.diff(lines.start)[order]
    alone = [k for k in np.flatnonzero(length <= MARKER_LENGTH).tolist()
             if _is_marker(lines[int(order[k])])]  # fmt: skip
    if not alone:
        return order
    place = np.arange(len(order), dtype=np.float64)
    for k in alone:
        text = _text_of(lines, order, k, alone)
        if text is not None and text != k + 1:
            place[k] = text - 0.5
    return np.asarray(order[np.argsort(place, kind="stable")])


def _markers_mirrored(lines: Lines) -> Lines:
    """Lines in which markers right of a right-to-left line are mirrored like it."""
    if not lines.mirrored.any():
        return lines
    some = np.flatnonzero((np.diff(lines.start) <= MARKER_LENGTH) & ~lines.mirrored)
    box, mirrored = lines.box.copy(), lines.mirrored.copy()
    for i in some.tolist():
        if not _is_marker(lines[i]):
            continue
        h = float(lines.h[i])
        gap = (lines.box[0] + lines.box[2, i]) / h  # a mirrored line's left edge is its right one
        level = np.abs(lines.base - lines.base[i]) < 0.4 * h
        beside = level & (gap > -0.1) & (gap < MARKER_REACH) & (lines.page == lines.page[i])
        if (beside & lines.mirrored).any():
            box[:, i] = -lines.box[2, i], lines.box[1, i], -lines.box[0, i], lines.box[3, i]
            mirrored[i] = True
    return replace(lines, box=box, mirrored=mirrored)


def _is_marker(text: str) -> bool:
    """A bullet, or a number or letter with a mark: a bare number is that of a line or a page."""
    return not text.isdigit() and (starts_list(text) or marker_of(text) == text)


def _text_of(lines: Lines, order: Ints, k: int, markers: list[int]) -> int | None:
    """Place in `order` of the line that a lone marker belongs to, which is none itself."""
    i = int(order[k])
    left, bottom, _, top = lines.box[:, order]
    h = max(float(lines.h[i]), 1e-3)
    overlap = np.minimum(top, lines.box[3, i]) - np.maximum(bottom, lines.box[1, i])
    gap = (left - lines.box[2, i]) / h
    fits = (lines.page[order] == lines.page[i]) & (overlap > 0.4 * h)
    fits &= (gap > -0.1) & (gap < MARKER_REACH)
    fits[markers] = False
    if not fits.any():
        return None
    return int(np.flatnonzero(fits)[np.argmin(gap[fits])])


def _goes_on(lines: Lines, order: Ints, rules: Rules) -> Bools:
    """Lines that continue the one now before them, and were not neighbours in the stream."""
    out = np.zeros(len(order), np.bool_)
    a, b = order[:-1], order[1:]
    h = np.maximum(np.minimum(lines.h[a], lines.h[b]), 1e-6)
    overlap = np.minimum(lines.box[3, a], lines.box[3, b])
    overlap = overlap - np.maximum(lines.box[1, a], lines.box[1, b])
    gap = (lines.box[0, b] - lines.box[2, a]) / h
    marker = (np.diff(lines.start)[a] <= MARKER_LENGTH) & (gap < MARKER_REACH)
    near = (gap > rules.merge_left) & ((gap < rules.merge_right) | marker)
    row = (overlap >= 0.4 * h) & (lines.turn[a] == lines.turn[b])
    out[1:] = (b != a + 1) & near & row & (lines.page[a] == lines.page[b])
    return out


def _put_together(lines: Lines, order: Ints, head: Bools, spaced: Bools) -> Lines:
    """Lines in a new order; those that are no head are appended to the line before."""
    first = np.flatnonzero(head)
    last = np.append(first[1:], len(order)) - 1
    owner = np.cumsum(head) - 1
    texts, whole = [lines.texts[i] for i in order[first].tolist()], lines.texts
    for k, place in zip(np.flatnonzero(~head).tolist(), owner[~head].tolist(), strict=True):
        i, before = int(order[k]), int(order[k - 1])
        gap = float(lines.box[0, i] - lines.box[2, before])
        least = 0.1 if _is_marker(whole[before]) else 0.35
        space = spaced[k] or gap > least * float(lines.h[i])
        texts[place] += (" " if space else "") + whole[i]
    columns: dict[str, Any] = {
        f.name: getattr(lines, f.name)[..., order] for f in fields(lines)[2:]
    }
    ends = {"last", "hyphen", "blank_end"}
    taken = {n: column[..., last if n in ends else first] for n, column in columns.items()}
    taken["box"] = np.concatenate(
        [np.minimum.reduceat(columns["box"][:2], first, axis=1),
         np.maximum.reduceat(columns["box"][2:], first, axis=1)]
    )  # fmt: skip
    # the type is that of the longest piece, not that of a marker
    longest = np.where(last > first, last, first)
    for name in ("h", "base", "size", "weight", "fixed", "space"):
        taken[name] = columns[name][..., longest]
    taken["font"] = np.stack([columns["font"][0, first], columns["font"][1, last]])
    start = np.append(0, np.cumsum([len(text) for text in texts]))
    return Lines(text="".join(texts), start=start, **taken)
