"""Levels of headings, by their size and their numbers."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from rejoin.looks import weighted_median
from rejoin.model import Floats, Ints

#: Sizes that differ by less than this share are one.
SAME_SIZE = 0.05
#: In a window without the first page the largest heading is one of a chapter only if it is so
#: many times as high as the body.
CHAPTER = 1.5
#: Levels that Markdown knows.
DEEPEST = 6
_NUMBER = re.compile(r"(?:[A-Z]|\d{1,3})((?:\.\d{1,3})*)\.?\s")


def heading_levels(
    texts: Sequence[str], h: Floats, weight: Ints, all_h: Floats, length: Ints, first: bool
) -> list[int]:
    """Level of each heading of a window, from 1.

    Headings are ranked by height, then by weight; among those of one rank a deeper number
    (``2.1`` under ``2``) lies deeper.

    Parameters
    ----------
    texts, h, weight
        First line of each heading, its character height and weight.
    all_h, length
        Character height and length of all lines of the window.
    first : bool
        The window begins with the document's first page.
    """
    if not texts:
        return []
    body = weighted_median(all_h, length)
    order = sorted(range(len(texts)), key=lambda i: (-float(h[i]), -int(weight[i])))
    top = 0 if first or float(h[order[0]]) >= CHAPTER * body else 1
    ranks: dict[int, int] = {}
    rank, size, heavy = top, float(h[order[0]]), int(weight[order[0]])
    for i in order:
        if float(h[i]) < (1 - SAME_SIZE) * size or int(weight[i]) < heavy - 150:
            rank, size, heavy = rank + 1, float(h[i]), int(weight[i])
        ranks[i] = rank
    depth = [_depth(text) for text in texts]
    least: dict[int, int] = {}
    for i, d in enumerate(depth):
        if d:
            least[ranks[i]] = min(d, least.get(ranks[i], d))
    out = []
    for i, d in enumerate(depth):
        deeper = d - least[ranks[i]] if d else 0
        out.append(int(np.clip(ranks[i] + 1 + deeper, 1, DEEPEST)))
    return out


def _depth(text: str) -> int:
    """How many parts a heading's number has; 0 without a number."""
    match = _NUMBER.match(text)
    return match.group(1).count(".") + 1 if match else 0
