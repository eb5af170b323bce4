"""What each line looks like: the measurements from which the kinds of paragraphs are told.

One row per line, lengths in h, shares from 0 to 1. A line is measured against its page and its
window: headings and notes are known by being set unlike the body, cells by what stands beside
them, items by their markers.
"""

from __future__ import annotations

import numpy as np

from rejoin.gaps import gaps
from rejoin.model import Bools, Breaks, Decision, Floats, Ints, Lines
from rejoin.wording import WORDING, wording

#: Lengths are cut off here (h): beyond, further is not different.
FAR = 30.0
#: Two lines stand on one row if their heights overlap by this share of the lower one.
ROW_OVERLAP = 0.5
#: Rows of neighbours to each side that are looked at for cells at the same place.
REACH = 6


def looks(lines: Lines, breaks: Breaks, decision: Decision, pages: int) -> Floats:
    """Measure all lines.

    Returns
    -------
    ndarray of float32, shape (lines, `WIDTH`)
    """
    n = len(lines)
    if not n:
        return np.zeros((0, WIDTH), np.float32)
    h = np.maximum(lines.h.astype(np.float32), 1e-3)
    columns = [
        *_type(lines, h),
        *_room(lines, h),
        *_around(lines, breaks, decision, h),
        *_beside(lines, h),
        *_place(lines, h, pages),
        *wording(lines),
    ]
    out = np.empty((WIDTH, n), np.float32)
    for row, column in enumerate(columns):
        out[row] = column
    np.clip(np.nan_to_num(out, copy=False), -FAR, FAR, out=out)
    return out.T


def weighted_median(values: Floats, weight: Ints) -> float:
    """Value that half of the weight lies below."""
    order = np.argsort(values, kind="stable")
    total = np.cumsum(weight[order])
    return float(values[order][np.searchsorted(total, total[-1] / 2)])


def styles(lines: Lines) -> Ints:
    """A number for each way of setting a line: font, size, weight (int64, shape (n,))."""
    key = np.stack([lines.font[1].astype(np.int64), np.rint(lines.h * 4).astype(np.int64)])
    return np.asarray(np.unique(key, axis=1, return_inverse=True)[1]).reshape(-1)


def _type(lines: Lines, h: Floats) -> list[Floats]:
    """The type against that of the body: what most of the window's characters have."""
    length = np.diff(lines.start)
    style = styles(lines)
    chars = np.bincount(style, weights=length)
    count = np.bincount(style)
    body = int(chars.argmax())
    first = int(np.flatnonzero(style == body)[0])
    usual = weighted_median(h, length)
    size = np.maximum(lines.size, 1e-3)
    weights = np.where(lines.weight < 0, 400, lines.weight)
    most = weights[first]
    total = max(float(length.sum()), 1.0)
    font = np.unique(lines.font[1], return_inverse=True)[1].reshape(-1)
    fonts = np.bincount(font, weights=length)
    page_body = _page_median(lines, h, length)
    return [
        np.log(h / usual) * 5,
        np.log(h / page_body) * 5,
        np.log(size / max(weighted_median(size, length), 1e-3)) * 5,
        (weights - most) / 100,
        weights >= 600,
        lines.weight < 0,
        lines.font[1] == lines.font[1, first],
        lines.font[0] == lines.font[1, first],
        lines.font[0] != lines.font[1],
        chars[style] / total,
        fonts[font] / total,
        np.log1p(chars[style] / count[style]),
        np.log1p(count[style]),
        lines.fixed,
        np.full(len(h), float(np.mean(lines.fixed))),
        lines.mirrored,
        size / h,
    ]


def _page_median(lines: Lines, values: Floats, weight: Ints) -> Floats:
    out = np.empty(len(values), np.float32)
    start = np.flatnonzero(np.diff(lines.page, prepend=-1))
    for a, b in zip(start.tolist(), [*start[1:].tolist(), len(values)], strict=True):
        out[a:b] = weighted_median(values[a:b], weight[a:b])
    return out


def _room(lines: Lines, h: Floats) -> list[Floats]:
    """Edges against those of the page: its left, its right, its middle."""
    left, _, right, _ = lines.box
    start = np.flatnonzero(np.diff(lines.page, prepend=-1))
    counts = np.diff(np.append(start, len(lines)))
    low, high = (np.repeat(f.reduceat(v, start), counts)
                 for f, v in ((np.minimum, left), (np.maximum, right)))  # fmt: skip
    centre = np.abs((left + right) / 2 - (low + high) / 2)
    level = np.zeros(len(h), np.float32)
    end = np.zeros(len(h), np.float32)
    for a, b in zip(start.tolist(), (start + counts).tolist(), strict=True):
        level[a:b] = _share_near(left[a:b], h[a:b])
        end[a:b] = _share_near(right[a:b], h[a:b])
    return [
        (left - low) / h,
        (high - right) / h,
        (right - left) / h,
        (right - left) / np.maximum(high - low, 1),
        centre / h,
        np.minimum(left - low, high - right) / h,
        level,
        end,
        lines.gap / h,
        lines.word / h,
        lines.space / h,
    ]


def _share_near(edge: Floats, h: Floats) -> Floats:
    """Share of a page's lines whose edge is within half an h of each line's."""
    order = np.sort(edge)
    near = np.searchsorted(order, edge + 0.5 * h) - np.searchsorted(order, edge - 0.5 * h)
    return np.asarray(near / len(edge), np.float32)


def _around(lines: Lines, breaks: Breaks, decision: Decision, h: Floats) -> list[Floats]:
    """The lines before and after: distance, edges, type, and whether they are one paragraph."""
    n = len(lines)
    gap = gaps(lines, breaks, decision.joined).astype(np.float32)
    a, b = breaks.above, breaks.below
    pitch = (lines.base[a] - lines.base[b]) / h[a]
    down = pitch[(pitch > 0.5) & (pitch < 3)]
    usual = max(float(np.median(down)) if len(down) else 1.2, 0.3)
    pairs: list[tuple[Floats, float]] = [
        (pitch, 9.0),
        (pitch / usual, 9.0),
        ((lines.box[0, b] - lines.box[0, a]) / h[a], 0.0),
        ((lines.box[2, b] - lines.box[2, a]) / h[a], 0.0),
        (np.log(h[b] / h[a]) * 5, 0.0),
        ((lines.font[1, a] == lines.font[0, b]).astype(np.float32), 0.0),
        (breaks.overlap, 0.0),
        (decision.confidence, 0.0),
        (decision.joined.astype(np.float32), 0.0),
    ]
    out: list[Floats] = [gap, np.append(gap[1:], 1)]
    for values, missing in pairs:
        before, after = np.full(n, missing, np.float32), np.full(n, missing, np.float32)
        before[b], after[a] = values, values
        out += [before, after]
    return out


def _beside(lines: Lines, h: Floats) -> list[Floats]:
    """What stands on the same row, and what near by starts at the same place or is as wide."""
    n = len(lines)
    left, bottom, right, top = lines.box
    offset = np.array([k for k in range(-REACH, REACH + 1) if k])
    near = np.arange(n)[:, None] + offset
    inside = (near >= 0) & (near < n)
    near = np.clip(near, 0, n - 1)
    inside &= (lines.page[near] == lines.page[:, None]) & (lines.turn[near] == lines.turn[:, None])
    shared = np.minimum(top[:, None], top[near]) - np.maximum(bottom[:, None], bottom[near])
    low = np.minimum((top - bottom)[:, None], (top - bottom)[near])
    row = inside & (shared > ROW_OVERLAP * low)
    aside = left[near] - right[:, None]
    behind = left[:, None] - right[near]
    unit = h[:, None]
    space = np.where(row & (aside > 0), aside / unit, FAR).min(axis=1)
    before = np.where(row & (behind > 0), behind / unit, FAR).min(axis=1)
    level = inside & (np.abs(left[near] - left[:, None]) < 0.4 * unit)
    alike = inside & (np.abs(h[near] - h[:, None]) < 0.06 * unit)
    some = np.maximum(inside.sum(axis=1), 1)
    busy = _in_rows(lines)
    return [
        row.sum(axis=1) / 4,
        space,
        before,
        (row & (aside > 0)).any(axis=1),
        (row & (behind > 0)).any(axis=1),
        level.sum(axis=1) / some,
        (level & ~row).sum(axis=1) / some,
        (alike & inside).sum(axis=1) / some,
        (inside & busy[near]).sum(axis=1) / some,
        (inside & (lines.gap[near] > 1.5 * unit)).sum(axis=1) / some,
        (inside & ((right - left)[near] < 12 * unit)).sum(axis=1) / some,
        (inside & lines.fixed[near]).sum(axis=1) / some,
    ]


def _in_rows(lines: Lines) -> Bools:
    """Lines that share their row with a neighbour in reading order."""
    bottom, top = lines.box[1], lines.box[3]
    shared = np.minimum(top[1:], top[:-1]) - np.maximum(bottom[1:], bottom[:-1])
    low = np.minimum((top - bottom)[1:], (top - bottom)[:-1])
    pair = (lines.page[1:] == lines.page[:-1]) & (shared > ROW_OVERLAP * low)
    out = np.zeros(len(lines), np.bool_)
    out[1:] |= pair
    out[:-1] |= pair
    return out


def _place(lines: Lines, h: Floats, pages: int) -> list[Floats]:
    """Where on its page the line stands."""
    low, high = lines.box[1], lines.box[3]
    start = np.searchsorted(lines.page, np.arange(pages))
    stop = np.searchsorted(lines.page, np.arange(pages), side="right")
    count = np.maximum(stop - start, 1)[lines.page]
    place = np.arange(len(lines)) - start[lines.page]
    first = np.flatnonzero(np.diff(lines.page, prepend=-1))
    counts = np.diff(np.append(first, len(lines)))
    top = np.repeat(np.maximum.reduceat(high, first), counts)
    bottom = np.repeat(np.minimum.reduceat(low, first), counts)
    return [
        np.minimum(place, 6) / 6,
        np.minimum(count - 1 - place, 6) / 6,
        np.minimum(count, 60) / 60,
        (high - bottom) / np.maximum(top - bottom, 1),
        np.minimum((top - high) / h, 10),
    ]


#: Number of columns that `looks` returns.
WIDTH = 17 + 11 + 20 + 12 + 5 + WORDING
