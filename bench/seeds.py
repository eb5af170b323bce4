"""Finds where two character sequences agree: k-grams that occur once in each, grown to runs."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bench.stream import Bools, Ints

Hashes = NDArray[np.uint64]
#: Multiplier of the rolling hash (odd, so that no bit is lost modulo 2**64).
_BASE = np.uint64(0x9E3779B97F4A7C15)
#: Spreads code points over 64 bits.
_SPREAD = np.uint64(0xD6E8FEB86659FD93)
#: Characters compared at a time when a run grows.
_STRIDE = 64


@dataclass
class Match:
    """Two folded sequences and what has been matched so far.

    Attributes
    ----------
    p, t
        The PDF's characters and the true text's.
    p2t, t2p
        Position on the other side; -1 where there is none yet.
    unit
        Unit of every position of `t`.
    """

    p: Ints
    t: Ints
    p2t: Ints
    t2p: Ints
    unit: Ints

    @classmethod
    def start(cls, p: Ints, t: Ints, unit: Ints | None = None) -> Match:
        """Nothing matched; without `unit`, all of `t` is one unit."""
        unit = np.zeros(len(t), np.int64) if unit is None else unit
        return cls(p, t, np.full(len(p), -1), np.full(len(t), -1), unit)

    def inside(self, start: int, stop: int) -> bool:
        """Whether a stretch of `t` lies inside one unit, with neighbours on both sides."""
        within = start > 0 and stop < len(self.t)
        return within and bool(self.unit[start - 1] == self.unit[stop])

    def put(self, p: int, t: int, length: int) -> None:
        """Match two stretches of one length."""
        self.p2t[p : p + length] = np.arange(t, t + length)
        self.t2p[t : t + length] = np.arange(p, p + length)

    def drop(self, p: int, length: int) -> None:
        """Undo a match."""
        self.t2p[self.p2t[p : p + length]] = -1
        self.p2t[p : p + length] = -1

    def link(self) -> None:
        """Set `t2p` by `p2t`."""
        placed = np.flatnonzero(self.p2t >= 0)
        self.t2p[:] = -1
        self.t2p[self.p2t[placed]] = placed

    def grow(self, p: int, t: int, length: int) -> tuple[int, int, int]:
        """Grow a run to both sides over equal characters that are free."""
        right = self._equal(p + length, t + length, 1)
        left = self._equal(p - 1, t - 1, -1)
        return p - left, t - left, length + left + right

    def _equal(self, p: int, t: int, step: int) -> int:
        total = 0
        while True:
            room = min(len(self.p) - p, len(self.t) - t) if step > 0 else min(p, t) + 1
            n = min(room, _STRIDE)
            if n <= 0:
                return total
            a = slice(p, p + n) if step > 0 else slice(p - n + 1, p + 1)
            b = slice(t, t + n) if step > 0 else slice(t - n + 1, t + 1)
            same = (self.p[a] == self.t[b]) & (self.p2t[a] < 0) & (self.t2p[b] < 0)
            same = same if step > 0 else same[::-1]
            good = n if same.all() else int(same.argmin())
            total += good
            if good < n:
                return total
            p, t = p + step * n, t + step * n

    def runs(self) -> Ints:
        """Matched stretches as rows of start in p, start in t, length, in the order of p."""
        placed = self.p2t >= 0
        follows = np.zeros(len(placed), bool)
        follows[1:] = placed[1:] & placed[:-1] & (np.diff(self.p2t) == 1)
        start = np.flatnonzero(placed & ~follows)
        last = np.flatnonzero(placed & ~np.append(follows[1:], False))
        return np.stack([start, self.p2t[start], last - start + 1], axis=1)


def grams(sequence: Ints, k: int) -> Hashes:
    """Hash of the `k` characters from each position, for every position that has them."""
    values = (sequence.astype(np.uint64) + np.uint64(1)) * _SPREAD
    out = np.zeros(max(len(values) - k + 1, 0), np.uint64)
    for j in range(k):
        out = out * _BASE + values[j : j + len(out)]
    return out


def seeds(match: Match, k: int) -> Ints:
    """Rows of position in p, position in t, length: free stretches that occur once in each.

    Only k-grams whose characters are all free count; neighbours on one diagonal are one stretch.
    """
    keys_p, at_p = _single(grams(match.p, k), match.p2t < 0, k)
    keys_t, at_t = _single(grams(match.t, k), match.t2p < 0, k)
    _, i, j = np.intersect1d(keys_p, keys_t, assume_unique=True, return_indices=True)
    p, t = at_p[i], at_t[j]
    order = np.argsort(p)
    return joined(p[order], t[order], k)


def joined(p: Ints, t: Ints, k: int) -> Ints:
    """Join k-gram matches (ascending in p) that overlap or touch on one diagonal."""
    if not len(p):
        return np.empty((0, 3), np.int64)
    new = np.append(True, (np.diff(p) != np.diff(t)) | (np.diff(p) > k))
    last = np.append(np.flatnonzero(new)[1:] - 1, len(p) - 1)
    return np.stack([p[new], t[new], p[last] + k - p[new]], axis=1)


def _single(keys: Hashes, free: Bools, k: int) -> tuple[Hashes, Ints]:
    """Keys that occur once among the free windows, ascending, and where."""
    used = np.concatenate([[0], np.cumsum(~free)])
    where = np.flatnonzero(used[k:] == used[: len(keys)])
    order = np.argsort(keys[where], kind="stable")
    ranked = keys[where][order]
    differs = np.ones(len(ranked) + 1, bool)
    differs[1:-1] = ranked[1:] != ranked[:-1]
    once = differs[1:] & differs[:-1]
    return ranked[once], where[order][once]
