"""Aligns the characters of a PDF with the characters of its true text, in any order.

Long k-grams that occur once on both sides are the anchors; the gaps between them are filled
within the window that their neighbours leave, first by shorter k-grams, then by `difflib`. What
is then still free is tried again, so that what occurs twice (a heading and its line in the
contents) is settled once its twin has found its place.
"""

from __future__ import annotations

from bisect import bisect_left
from difflib import SequenceMatcher
from itertools import pairwise

import numpy as np

from bench.seeds import Match, seeds
from bench.stream import Ints

#: Length of the k-grams of each round over the whole documents.
ROUNDS = (40, 20, 12)
#: A stretch this long needs no neighbour that vouches for it.
LONG = 24
#: A shorter one must begin or end this near to where its neighbours in the PDF are.
NEAR = 3000
#: Largest product of two gaps' lengths that is left to `difflib`.
SMALL = 40_000
#: Length of the k-grams inside a gap.
INNER = (8, 5)
#: A window that is open at one end reaches this much beyond the length of the gap.
OPEN = 200
#: Shortest stretch that `difflib` may match away from the edges of a gap.
SHORT = 3
#: In a gap no longer than this on either side, it may match single characters.
TINY = 4
#: Longest gap that is taken for other characters in place of the true ones.
OTHER = 3
#: A run shorter than this, and far from its neighbours, is dropped.
STRAY = 5


def align(match: Match) -> None:
    """Match all that can be matched in the order in which the characters stand.

    No position is used twice on either side.
    """
    for k in ROUNDS:
        _round(match, k)
    _fill(match)
    for k in ROUNDS[-2:]:
        _round(match, k)
    _fill(match)
    _weed(match)


def _round(match: Match, k: int) -> None:
    rows = seeds(match, k)
    for p, t, length in rows[np.argsort(-rows[:, 2], kind="stable")].tolist():
        if (match.p2t[p : p + length] >= 0).any() or (match.t2p[t : t + length] >= 0).any():
            continue
        p, t, length = match.grow(p, t, length)
        if length >= LONG or _near(match, p, t, length):
            match.put(p, t, length)


def _near(match: Match, p: int, t: int, length: int) -> bool:
    before = match.p2t[max(p - NEAR, 0) : p]
    after = match.p2t[p + length : p + length + NEAR]
    before, after = before[before >= 0], after[after >= 0]
    follows = len(before) > 0 and 0 < t - before[-1] <= NEAR
    precedes = len(after) > 0 and 0 < after[0] - (t + length - 1) <= NEAR
    return bool(follows or precedes)


def _fill(match: Match) -> None:
    """Fill the gaps between matched stretches within the windows that these leave."""
    runs = match.runs()
    used = np.flatnonzero(match.t2p >= 0)
    bounds = np.concatenate([[[0, -1, 0]], runs, [[len(match.p), len(match.t), 0]]])
    for (p, t, n), (p_next, t_next, _) in pairwise(bounds.tolist()):
        start, stop = p + n, p_next
        if start >= stop:
            continue
        left = t + n if n else 0
        ahead = _free_after(used, left, len(match.t))
        if left <= t_next <= ahead and t_next >= 0:
            _settle(match, start, stop, left, t_next, True)
        else:
            _open(match, start, stop, left, ahead, _free_before(used, t_next), t_next)


def _free_after(used: Ints, t: int, end: int) -> int:
    i = int(np.searchsorted(used, t))
    return int(used[i]) if i < len(used) else end


def _free_before(used: Ints, t: int) -> int:
    i = int(np.searchsorted(used, t))
    return int(used[i - 1]) + 1 if i else 0


def _open(match: Match, start: int, stop: int, left: int, ahead: int, behind: int, t: int) -> None:
    reach = stop - start + OPEN
    _settle(match, start, stop, left, min(ahead, left + reach), False)
    free = np.flatnonzero(match.p2t[start:stop] >= 0)
    start = start + int(free[-1]) + 1 if len(free) else start
    behind = max(behind, t - reach)
    while behind < t and match.t2p[behind] >= 0:
        behind += 1
    _settle(match, start, stop, behind, t, False)


def _settle(match: Match, p0: int, p1: int, t0: int, t1: int, closed: bool) -> None:
    """Match within a window; `closed` if both its ends are matched."""
    n, m = p1 - p0, t1 - t0
    if n <= 0 or m <= 0:
        return
    if n * m <= SMALL:
        _difflib(match, p0, p1, t0, t1, closed)
    else:
        _inner(match, p0, p1, t0, t1, closed)


def _difflib(match: Match, p0: int, p1: int, t0: int, t1: int, closed: bool) -> None:
    a, b = _string(match.p[p0:p1]), _string(match.t[t0:t1])
    if closed and len(a) == len(b) <= OTHER and not set(a) & set(b) and match.inside(t0, t1):
        match.put(p0, t0, len(a))
        return
    shortest = (SHORT if max(len(a), len(b)) > TINY else 1) if closed else 2 * SHORT
    for i, j, size in SequenceMatcher(None, a, b, autojunk=False).get_matching_blocks()[:-1]:
        at_edge = closed and (i == j == 0 or (i + size == len(a) and j + size == len(b)))
        if size >= shortest or at_edge or size == len(a):
            free = (match.p2t[p0 + i : p0 + i + size] < 0) & (match.t2p[t0 + j : t0 + j + size] < 0)
            if free.all():
                match.put(p0 + i, t0 + j, size)


def _string(part: Ints) -> str:
    return "".join(map(chr, part.tolist()))


def _inner(match: Match, p0: int, p1: int, t0: int, t1: int, closed: bool) -> None:
    part = Match.start(match.p[p0:p1], match.t[t0:t1])
    for k in INNER:
        rows = seeds(part, k)
        rows = rows[_ascending(rows[:, 1])]
        if len(rows):
            break
    else:
        return
    p, t, begun = p0, t0, closed
    for i, j, n in rows.tolist():
        i, j = i + p0, j + t0
        if i < p or j < t:
            continue
        i, j, n = match.grow(i, j, n)
        match.put(i, j, n)
        _settle(match, p, i, t, j, begun)
        p, t, begun = i + n, j + n, True
    _settle(match, p, p1, t, t1, closed)


def _ascending(values: Ints) -> list[int]:
    """Indices of a longest ascending subsequence."""
    tails: list[int] = []
    ends: list[int] = []
    previous = [-1] * len(values)
    for i, value in enumerate(values.tolist()):
        at = bisect_left(tails, value)
        previous[i] = ends[at - 1] if at else -1
        tails[at : at + 1] = [value]
        ends[at : at + 1] = [i]
    out = []
    at = ends[-1] if ends else -1
    while at >= 0:
        out.append(at)
        at = previous[at]
    return out[::-1]


def _weed(match: Match) -> None:
    """Drop short runs that stand far from what stands beside them."""
    runs = match.runs()
    for i, (p, t, n) in enumerate(runs.tolist()):
        if n >= STRAY:
            continue
        beside = [runs[j] for j in (i - 1, i + 1) if 0 <= j < len(runs)]
        if all(abs(int(row[1]) - t) > 200 for row in beside):
            match.drop(p, n)
