"""Paragraphs that go on over a page edge.

The last body line of a page and the first one of the next are too far apart for the measurements
of `rejoin.features`, so they have their own (`rejoin.sides`), weighed by a small net whose weights
ship as data (``data/edges.npz``), made by ``python -m bench edges``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from importlib.resources import files

import numpy as np

from rejoin.body import Body
from rejoin.floats import past_floats
from rejoin.model import Bools, Floats, Ints
from rejoin.net import squash
from rejoin.sides import Side, Text, habits, pair, side

#: Standardised measurements are cut off here, so that nothing odd swamps the rest.
LIMIT = 5.0
#: Halves of a word are of one type size within this share of it.
SIZE = 0.05
#: What a cut word ends in; PDFium's mark for it has become a hyphen by then.
HYPHENS = ("-", "\u00ad", "\u2010")


@dataclass(frozen=True)
class Edges:
    """Both ends of every page of a window, measured.

    Attributes
    ----------
    last, first : ndarray of int64, shape (pages,)
        Rows of the last and the first body line; -1 on pages without body.
    above, below : Side
        Of the last and of the first lines.
    habit : ndarray of float32
        See `rejoin.sides.habits`.
    shape : ndarray of int64, shape (2, pages, 2)
        Turn and mirroring of the first and of the last lines: they have to agree.
    cut : ndarray of bool, shape (2, pages)
        First lines that start in lower case, last lines that end in a letter and a hyphen: the
        halves of a word.
    opens : ndarray of bool, shape (pages,)
        Pages that begin with a float: nothing goes on in it.
    past : Edges or None
        The same of the text above a float at the foot of its page and below one at the top; None
        if no page has any.
    """

    last: Ints
    first: Ints
    above: Side
    below: Side
    habit: Floats
    shape: Ints
    cut: Bools
    opens: Bools
    past: Edges | None = None

    @classmethod
    def of(cls, text: Text, body: Body) -> Edges:
        """Measure a window that has at least one line."""
        beyond = past_floats(text.lines, text.joined, body)
        habit = habits(text)
        past = cls._at(text, beyond.first, beyond.last, habit) if beyond else None
        return replace(cls._at(text, body.first, body.last, habit), opens=beyond.opens, past=past)

    @classmethod
    def _at(cls, text: Text, first: Ints, last: Ints, habit: Floats) -> Edges:
        """Measure certain lines; -1 for none."""
        top, foot = np.maximum(first, 0), np.maximum(last, 0)
        lines = text.lines
        shape = [np.stack([lines.turn[rows], lines.mirrored[rows]], axis=1).astype(np.int64)
                 for rows in (top, foot)]  # fmt: skip
        return cls(last, first, side(text, foot, above=True), side(text, top, above=False),
                   habit, np.stack(shape),
                   np.array([[lines[i][:1].islower() for i in top.tolist()],
                             [_ends_cut(lines[i]) for i in foot.tolist()]]),
                   np.zeros(len(first), np.bool_))  # fmt: skip

    @cached_property
    def inner(self) -> Floats:
        """Confidence of the edge after each page but the last, all at once."""
        above, below = self.above.rows(slice(0, -1)), self.below.rows(slice(1, None))
        return shipped().confidence(pair(above, below, self.habit))


@dataclass(frozen=True)
class EdgeNet:
    """Weights: what standardises the squashed measurements, and two layers."""

    mean: Floats
    scale: Floats
    w0: Floats
    b0: Floats
    w1: Floats
    b1: Floats

    def confidence(self, measured: Floats) -> Floats:
        """Probability that a paragraph goes on over each edge.

        Parameters
        ----------
        measured : ndarray of float32, shape (edges, `rejoin.sides.WIDTH`)
        """
        x = np.clip((squash(measured) - self.mean) / self.scale, -LIMIT, LIMIT)
        out = np.maximum(x @ self.w0 + self.b0, 0) @ self.w1 + self.b1
        return np.asarray(1 / (1 + np.exp(-out[:, 0])))


@lru_cache(maxsize=1)
def shipped() -> EdgeNet:
    """Return the net whose weights come with the library."""
    with files("rejoin").joinpath("data/edges.npz").open("rb") as file:
        return EdgeNet(**{k: v.astype(np.float32) for k, v in dict(np.load(file)).items()})


def measured(above: Edges, page: int, below: Edges, page_below: int) -> Floats:
    """Measurements of one edge, shape (1, `rejoin.sides.WIDTH`)."""
    rows = slice(page, page + 1), slice(page_below, page_below + 1)
    return pair(above.above.rows(rows[0]), below.below.rows(rows[1]), above.habit)


def may_go_on(above: Edges, page: int, below: Edges, page_below: int) -> bool:
    """Whether there is text on both sides of an edge, running the same way."""
    if above.last[page] < 0 or below.first[page_below] < 0 or below.opens[page_below]:
        return False
    return bool((above.shape[1, page] == below.shape[0, page_below]).all())


def _ends_cut(text: str) -> bool:
    return text[-1:] in HYPHENS and text[-2:-1].isalpha()


def _is_word(above: Edges, page: int, below: Edges, page_below: int) -> bool:
    """Whether the halves of one word stand on both sides, in one size."""
    size = float(above.above.size[page]), float(below.below.size[page_below])
    same = abs(size[0] - size[1]) < SIZE * size[0]
    return same and bool(above.cut[1, page] and below.cut[0, page_below])


def page_edge(
    above: Edges | None, page: int, below: Edges | None, page_below: int, confidence: float
) -> tuple[int, int] | None:
    """Lines on both sides of a page edge, if one paragraph runs over it.

    Parameters
    ----------
    above, below : Edges or None
        Of the window that holds the page above and of the one with the page below; None for a
        window without lines.
    page, page_below : int
        The pages' numbers in their windows.
    confidence : float
        Probability from which the edge is joined.
    """
    for upper, lower in candidates(above, below):
        sure = _confidence(upper, page, lower, page_below)
        if sure >= confidence:
            return int(upper.last[page]), int(lower.first[page_below])
    return None


def candidates(above: Edges | None, below: Edges | None) -> Iterator[tuple[Edges, Edges]]:
    """What may belong together over an edge: text at the edge first, then text beyond floats."""
    for upper in (above, above and above.past):
        for lower in (below, below and below.past):
            if upper is not None and lower is not None:
                yield upper, lower


def _confidence(above: Edges, page: int, below: Edges, page_below: int) -> float:
    if not may_go_on(above, page, below, page_below):
        return 0.0
    if _is_word(above, page, below, page_below):
        return 1.0
    if above is below and page_below == page + 1:
        return float(above.inner[page])
    return float(shipped().confidence(measured(above, page, below, page_below))[0])
