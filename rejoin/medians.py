"""Medians of many short segments at once, and the commonest value."""

from __future__ import annotations

from typing import Any

import numpy as np

from rejoin.model import Floats, Ints, Lines

#: Values up to so many tenths are counted in a table.
MOST_TENTHS = 10_000
#: Segments of so many values on average are looked at one by one: to sort them all costs more.
LONG = 200


def medians(values: Floats, start: Ints) -> Floats:
    """Median of each segment of `values`.

    Most lines have one value throughout or nearly so: where the value in the middle of a line
    leaves less than half of the line on either side, it is the median, and nothing is sorted.
    """
    count = np.diff(np.append(start, len(values)))
    guess = values[start + count // 2]
    each = np.repeat(guess, count)
    side = np.maximum(
        np.add.reduceat(values < each, start, dtype=np.int64),
        np.add.reduceat(values > each, start, dtype=np.int64),
    )
    out: Floats = guess.astype(np.float64)
    open_ = np.flatnonzero(2 * side > count - 2 + count % 2)
    if len(open_):
        out[open_] = _sorted_medians(values, start[open_], count[open_])
    return out


def _sorted_medians(values: Floats, start: Ints, count: Ints) -> Floats:
    if count.sum() > LONG * len(count) or count.max() * len(count) > 4 * count.sum() + LONG:
        each = zip(start.tolist(), count.tolist(), strict=True)
        return np.array([_median(values[a : a + n], n) for a, n in each])
    # a row for each segment, filled up with what is sorted to the end
    column = np.arange(count.max())
    inside = column < count[:, None]
    at = np.minimum(start[:, None] + column, len(values) - 1)
    ordered = np.sort(np.where(inside, values[at], np.inf), axis=1)
    row = np.arange(len(count))
    lower, upper = ordered[row, (count - 1) // 2], ordered[row, count // 2]
    return np.asarray((lower.astype(np.float64) + upper.astype(np.float64)) / 2)


def _median(values: Floats, count: int) -> float:
    low, high = (count - 1) // 2, count // 2
    ordered = np.partition(values, (low, high))
    return (float(ordered[low]) + float(ordered[high])) / 2


def median(values: Floats) -> Any:
    """Median of a few values, as `numpy.median` has it; that takes ten times as long."""
    ordered = np.sort(values)
    return (ordered[(len(ordered) - 1) // 2] + ordered[len(ordered) // 2]) / 2


def commonest(values: Floats, lines: Lines, rows: Ints | slice = slice(None)) -> float:
    """Value that most characters of some lines have, to a tenth; 0 without lines."""
    some, length = np.rint(values[rows] * np.float32(10)), np.diff(lines.start)[rows]
    if not len(some):
        return 0.0
    if some.min() < 0 or some.max() > MOST_TENTHS:
        found, which = np.unique(some, return_inverse=True)
        tenths = found[np.bincount(which, weights=length).argmax()]
    else:
        tenths = np.bincount(some.astype(np.int64), weights=length).argmax()
    return float(np.float32(tenths) / np.float32(10))
