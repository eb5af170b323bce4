"""Looks many short strings up in a long text, most of them in the same order."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from functools import cached_property
from typing import Literal

import numpy as np

from bench.fold import folded_text
from bench.stream import Ints

#: Strings shorter than this are looked for only near their neighbours.
GRAM = 12
#: How far before and after a neighbour "near" reaches, in characters.
BEFORE, NEAR = 200, 600
#: Of a string that stands in more places than this, those nearest to the likely one count.
MANY = 50
_SIDES: tuple[Literal["left"], Literal["right"]] = ("left", "right")
_PRIME = np.uint64(1_099_511_628_211)

#: What stands before and after a break.
Pair = tuple[str, str]


class Text:
    """A text, folded, with an index of its places."""

    def __init__(self, text: str) -> None:
        codes, self._source = folded_text(text)
        self._text = text
        self.folded = codes.astype("<u4").tobytes().decode("utf-32-le", "replace")
        self._codes = codes

    @cached_property
    def _index(self) -> tuple[Ints, Ints]:
        """All grams in rising order, and where each stands."""
        grams = _grams(self._codes)
        order = np.argsort(grams, kind="stable")
        return grams[order], order

    def between(self, at: int) -> str:
        """What stands before a folded character and after the one before it."""
        return self._text[self._source[at - 1] + 1 : self._source[at]]

    def places(self, pair: Pair) -> Ints:
        """Where the second part of a pair starts, right after the first, in rising order.

        Strings of fewer than `GRAM` characters are not looked up.
        """
        key = pair[0] + pair[1]
        if len(key) < GRAM or len(self.folded) < GRAM:
            return np.zeros(0, np.int64)
        # the characters around the break are the most telling
        at = min(max(0, len(pair[0]) - GRAM // 2), len(key) - GRAM)
        gram = _grams(np.fromiter(map(ord, key[at : at + GRAM]), np.int64, GRAM))[0]
        grams, order = self._index
        low, high = (int(np.searchsorted(grams, gram, side)) for side in _SIDES)
        starts = (order[low:high] - at).tolist()
        found = [i for i in starts if i >= 0 and self.folded.startswith(key, i)]
        return np.array(found, np.int64) + len(pair[0])

    def near(self, pair: Pair, at: int) -> int | None:
        """Like `places`, for a short string: the first place near another one."""
        found = self.folded.find(pair[0] + pair[1], max(0, at - BEFORE), at + NEAR)
        return found + len(pair[0]) if found >= 0 else None


def _grams(codes: Ints) -> Ints:
    """A number for every `GRAM` neighbouring characters."""
    n = max(0, len(codes) - GRAM + 1)
    out = np.zeros(n, np.uint64)
    for i in range(GRAM):
        out = out * _PRIME + codes[i : i + n].astype(np.uint64)
    return out.view(np.int64)


def in_order(text: Text, wanted: Sequence[Sequence[Pair]]) -> list[int | None]:
    """Find the place of every item.

    As many items as possible are put into places that follow each other as the items do; each of
    the others goes to the free place nearest to the item before it.

    Parameters
    ----------
    text
        Where to look.
    wanted
        For every item the pairs that stand for it, the surest first.

    Returns
    -------
    list of int or None
        Where the second part of the pair starts; None where it is nowhere.
    """
    candidates = [_candidates(text, pairs, i / len(wanted)) for i, pairs in enumerate(wanted)]
    out = _chain(candidates)
    taken, before = {at for at in out if at is not None}, 0
    for i, at in enumerate(out):
        if at is None:
            free = [place for place in candidates[i].tolist() if place not in taken]
            nearest = min(free, key=lambda place: abs(place - before), default=None)
            if nearest is None and not len(candidates[i]):
                nearest = next(filter(None, (text.near(p, before) for p in wanted[i])), None)
            if nearest is None or nearest in taken:
                continue
            out[i] = at = nearest
            taken.add(at)
        before = at
    return out


def _candidates(text: Text, pairs: Sequence[Pair], share: float) -> Ints:
    """Places of the surest pair that has any, those nearest to a share of the text if many."""
    for pair in pairs:
        places = text.places(pair)
        if len(places) > MANY:
            likely = share * len(text.folded)
            places = np.sort(places[np.argsort(np.abs(places - likely), kind="stable")[:MANY]])
        if len(places):
            return places
    return np.zeros(0, np.int64)


def _chain(candidates: Sequence[Ints]) -> list[int | None]:
    """One place for as many items as possible, rising (the longest increasing subsequence)."""
    ends: list[int] = []
    links: list[tuple[int, int, int]] = []
    heads: list[int] = []
    for i, places in enumerate(candidates):
        for place in reversed(places.tolist()):
            length = bisect_left(ends, place)
            links.append((i, place, heads[length - 1] if length else -1))
            if length == len(ends):
                ends.append(place)
                heads.append(len(links) - 1)
            else:
                ends[length], heads[length] = place, len(links) - 1
    out: list[int | None] = [None] * len(candidates)
    link = heads[-1] if heads else -1
    while link >= 0:
        i, place, link = links[link]
        out[i] = place
    return out
