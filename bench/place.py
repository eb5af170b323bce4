"""Places the characters of a PDF in the units of its true text."""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from bench.align import NEAR, align
from bench.cut import Stream
from bench.fold import fold, folded_text
from bench.furniture import furniture, in_place
from bench.seeds import Match
from bench.slide import slide, trim
from bench.stream import Bools, Ints

#: A line of a right-to-left script with less than this share placed is tried backwards.
PLACED = 0.5
#: Stands in a unit's text where it may end after all; folding drops it, so it costs no place.
DOUBT = "\ue000"


@dataclass(frozen=True)
class Unit:
    """A unit of the true text: a paragraph, heading, list item, cell, caption, line of code."""

    kind: str
    text: str


@dataclass(frozen=True)
class Truth:
    """The units' texts as one folded sequence.

    Attributes
    ----------
    units
        The units.
    t
        Folded characters of all units, one after the other.
    unit, offset
        Unit of each folded character, and the index in the unit's text that it came from.
    start
        Position of the first folded character of each unit, and the end of the last.
    """

    units: Sequence[Unit]
    t: Ints
    unit: Ints
    offset: Ints
    start: Ints

    @classmethod
    def of(cls, units: Sequence[Unit]) -> Truth:
        """Fold the units."""
        parts = [folded_text(u.text) for u in units]
        empty = np.empty(0, np.int64)
        lengths = np.array([len(t) for t, _ in parts], np.int64)
        return cls(
            units,
            np.concatenate([empty, *(t for t, _ in parts)]),
            np.repeat(np.arange(len(units)), lengths),
            np.concatenate([empty, *(offset for _, offset in parts)]),
            np.concatenate([[0], np.cumsum(lengths)]),
        )


@dataclass(frozen=True)
class Placement:
    """Where each character of a PDF belongs.

    Attributes
    ----------
    kinds
        Kind of each unit.
    unit
        Unit of each character; -1 where it has none.
    first, last
        Positions of each character in the whole true text (two for a ligature): a character
        follows another if its first is the other's last plus one. -1 where it has no place.
    counted
        Characters that could have a place: those with ink that folding does not drop.
    extent
        First and last position of each unit.
    truth
        The true text, where there is one.
    """

    kinds: Sequence[str]
    unit: Ints
    first: Ints
    last: Ints
    counted: Bools
    extent: Ints
    truth: Truth | None = None

    def coverage(self) -> float:
        """Share of the visible characters that belong to a unit."""
        return share(self.unit >= 0, self.counted)

    def coverage_of_pages(self, stream: Stream) -> list[float]:
        """Share of each page's visible characters that belong to a unit."""
        pages = stream.chars.page
        rows = [pages == page for page in range(1, stream.pages + 1)]
        return [share((self.unit >= 0)[row], self.counted[row]) for row in rows]


def share(part: Bools, whole: Bools) -> float:
    """Share of `whole` that is in `part`; 0 of nothing."""
    return float((part & whole).sum() / max(whole.sum(), 1))


def place(stream: Stream, units: Sequence[Unit]) -> Placement:
    """Align a PDF's characters with the units' texts."""
    truth = Truth.of(units)
    folded, source = fold(stream.chars.code)
    line = stream.line_of()[source]
    keep = stream.chars.ink[source] & (line >= 0)
    p, source, line = folded[keep], source[keep], line[keep]
    apart = furniture(stream)[line]
    p2t = np.full(len(p), -1)
    p2t[~apart] = _aligned(p[~apart], line[~apart], truth, right_to_left(stream))
    _back(p, p2t, np.flatnonzero(apart), line, truth)
    return _placement(stream, truth, source, p2t)


def _back(p: Ints, p2t: Ints, apart: Ints, line: Ints, truth: Truth) -> None:
    """Place lines taken for furniture that fit just where they stand, as titles of slides do."""
    edges = np.zeros(len(truth.t) + 1, bool)
    edges[truth.start] = True
    t2p = np.full(len(truth.t), -1)
    t2p[p2t[p2t >= 0]] = 0
    placed = np.flatnonzero(p2t >= 0)
    for a, b in _stretches(line[apart]):
        where = apart[a:b]
        i = int(np.searchsorted(placed, where[0]))
        before = int(p2t[placed[i - 1]]) if i else -1
        after = int(p2t[placed[i]]) if i < len(placed) else -1
        start = in_place(p[where], truth.t, t2p, edges, before, after)
        if start >= 0:
            p2t[where] = np.arange(start, start + len(where))
            t2p[p2t[where]] = 0


def _placement(stream: Stream, truth: Truth, source: Ints, p2t: Ints) -> Placement:
    size = len(stream.chars)
    first, last = np.full(size, -1), np.full(size, -1)
    counted = np.zeros(size, bool)
    counted[source] = True
    source, p2t = source[p2t >= 0], p2t[p2t >= 0]
    last[source] = p2t
    first[source[::-1]] = p2t[::-1]
    unit = np.where(first >= 0, truth.unit[first], -1) if len(truth.t) else first
    extent = np.stack([truth.start[:-1], truth.start[1:] - 1], axis=1)
    kinds = [u.kind for u in truth.units]
    return Placement(kinds, unit, first, last, counted, extent, truth)


def _aligned(p: Ints, line: Ints, truth: Truth, backwards: Bools) -> Ints:
    match = Match.start(p, truth.t, truth.unit)
    align(match)
    _whole(match, line, truth)
    order = _reversed(match.p2t, line, backwards)
    if order is not None:
        other = Match(p[order], truth.t, match.p2t[order], match.t2p.copy(), truth.unit)
        other.link()
        align(other)
        match.p2t[order] = other.p2t
        match.link()
    slide(match, line, truth.start)
    trim(match, _stretches(line))
    return match.p2t


def right_to_left(stream: Stream) -> Bools:
    """Which lines are mostly in a right-to-left script."""
    codes, inverse = np.unique(stream.chars.code, return_inverse=True)
    kinds = [unicodedata.bidirectional(chr(c)) if c < 0xD800 else "" for c in codes.tolist()]
    side = np.array([(k in ("R", "AL")) - (k == "L") for k in kinds], np.int64)[inverse]
    total = np.concatenate([[0], np.cumsum(side)])
    out: Bools = total[stream.lines.stop] > total[stream.lines.start]
    return out


def _reversed(p2t: Ints, line: Ints, backwards: Bools) -> Ints | None:
    """Order of the characters with the poorly placed right-to-left lines turned round."""
    order = np.arange(len(p2t))
    turned = False
    for a, b in _stretches(line):
        if backwards[line[a]] and (p2t[a:b] >= 0).mean() < PLACED:
            order[a:b] = order[a:b][::-1].copy()
            turned = True
    return order if turned else None


def _stretches(line: Ints) -> list[tuple[int, int]]:
    edges = np.flatnonzero(np.diff(line)) + 1
    bounds = [0, *edges.tolist(), len(line)]
    return [(a, b) for a, b in pairwise(bounds) if a < b]


def _whole(match: Match, line: Ints, truth: Truth) -> None:
    """Match lines without a place with units of just the same text near their neighbours."""
    free: dict[bytes, list[int]] = defaultdict(list)
    for a, b in zip(truth.start[:-1].tolist(), truth.start[1:].tolist(), strict=True):
        if b > a and (match.t2p[a:b] < 0).all():
            free[truth.t[a:b].tobytes()].append(a)
    near = 0
    for a, b in _stretches(line):
        if match.p2t[b - 1] >= 0:
            near = int(match.p2t[b - 1])
            continue
        places = free.get(match.p[a:b].tobytes())
        if places and (match.p2t[a:b] < 0).all():
            t = min(places, key=lambda t: (t < near, abs(t - near)))
            if abs(t - near) <= NEAR:
                places.remove(t)
                match.put(a, t, b - a)
                near = t
