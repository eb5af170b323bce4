"""Mends an alignment at line ends, where page numbers and item numbers look alike.

In `Bash? 1 | 1.1 What` against `Bash?1.1 What` the 1 above or the 1 below may be the extra one:
the gap is slid to where the unit below it starts, or to a line end. And a few characters beside
a line end that were taken for a piece of the unit on the other side lose their place.
"""

from __future__ import annotations

from functools import partial
from itertools import pairwise

import numpy as np

from bench.seeds import Match
from bench.stream import Bools, Ints

#: Characters by which a gap is slid at most.
SLIDE = 8
#: Longest piece that loses its place.
PIECE = 3


def slide(match: Match, line: Ints, start: Ints) -> None:
    """Slide gaps on either side to the best of the places that are equally good.

    Parameters
    ----------
    match
        The alignment, changed in place.
    line
        Line of every character of the PDF's side.
    start
        Positions in the true text where units start.
    """
    starts = np.zeros(len(match.t) + 1, bool)
    starts[start] = True
    runs = match.runs().tolist()
    for (p, t, n), (p_next, t_next, n_next) in pairwise(runs):
        shifts = range(-min(n - 1, SLIDE), min(n_next - 1, SLIDE) + 1)
        if t + n == t_next:
            value = partial(_value_p, line, starts, p + n, p_next, t_next)
            good = [s for s in shifts if _equal(match.p, p + n, p_next, s)]
        elif p + n == p_next and t_next > t + n:
            value = partial(_value_t, line, starts, p_next, t + n)
            good = [s for s in shifts if _equal(match.t, t + n, t_next, s)]
        else:
            continue
        best = max(good, key=lambda s: (value(s), -abs(s)))
        if best and value(best) > value(0):
            _move(match, p + n, p_next, t + n, t_next, best)


def _equal(side: Ints, stop: int, start: int, shift: int) -> bool:
    """Whether the characters that change their place are the same at both places."""
    a, b = min(shift, 0), max(shift, 0)
    return bool((side[stop + a : stop + b] == side[start + a : start + b]).all())


def _value_p(line: Ints, starts: Bools, stop: int, start: int, t: int, shift: int) -> int:
    """How well a gap of the PDF's side lies: before a unit's start, at a line end."""
    stop, start = stop + shift, start + shift
    ends = 2 * int(line[start - 1] != line[start]) + int(line[stop - 1] != line[stop])
    return 4 * int(starts[t + shift]) + ends


def _value_t(line: Ints, starts: Bools, p: int, stop: int, shift: int) -> int:
    """How well a gap of the true text lies: at a unit's start, at a line end."""
    return 4 * int(starts[stop + shift]) + 2 * int(line[p + shift - 1] != line[p + shift])


def _move(match: Match, stop: int, start: int, stop_t: int, start_t: int, shift: int) -> None:
    """Let the first characters after a gap, or the last before it, change sides."""
    a, b = min(shift, 0), max(shift, 0)
    old, old_t = (stop, stop_t) if shift < 0 else (start, start_t)
    new, new_t = (start, start_t) if shift < 0 else (stop, stop_t)
    match.t2p[old_t + a : old_t + b] = -1
    match.p2t[old + a : old + b] = -1
    match.p2t[new + a : new + b] = np.arange(new_t + a, new_t + b)
    match.t2p[new_t + a : new_t + b] = np.arange(new + a, new + b)


def trim(match: Match, bounds: list[tuple[int, int]]) -> None:
    """Take the place from short pieces of the unit on the other side of a line end.

    Parameters
    ----------
    match
        The alignment, changed in place.
    bounds
        Start and stop of every line on the PDF's side.
    """
    for (a, b), (_, c) in pairwise(bounds):
        above = np.flatnonzero(match.p2t[a:b] >= 0) + a
        below = np.flatnonzero(match.p2t[b:c] >= 0) + b
        if not len(above) or not len(below):
            continue
        i, j = int(above[-1]), int(below[0])
        s, t = match.p2t[i], match.p2t[j]
        unit = match.unit[s]
        if unit != match.unit[t] or (j == i + 1 and t == s + 1):
            continue
        for piece in (above[::-1], below):
            other = match.unit[match.p2t[piece]] != unit
            size = int(other.argmax())
            if other.any() and size <= PIECE:
                match.t2p[match.p2t[piece[:size]]] = -1
                match.p2t[piece[:size]] = -1
                break
