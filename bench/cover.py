"""How much of a PDF of the corpus belongs to its text, and how much of the text is in the PDF."""

from __future__ import annotations

import re

import numpy as np

from bench.cut import Stream
from bench.fold import folded_text
from bench.place import Placement
from bench.producers.blocks import label
from bench.producers.source import Doc, Style
from bench.stream import Ints

#: Items of a lettered list that may have a marker.
_LETTERED = 26
_NOT_A_WORD = re.compile(r"[\W\d_]+")


def coverage(stream: Stream, placed: Placement, doc: Doc, style: Style) -> float:
    """Share of a PDF's visible characters that belong to a unit.

    What the typesetter adds is left out of the count: the running head, page and line numbers,
    the numbers of notes, the markers of lists.
    """
    added = _added(doc, style)
    lost = sum(len(run) for run in loose(stream, placed) if _text(stream, run) not in added)
    inside = int((placed.counted & (placed.unit >= 0)).sum())
    return inside / max(inside + lost, 1)


def missing(placed: Placement) -> float:
    """Share of the text's characters that stand nowhere in the PDF."""
    if placed.truth is None or not len(placed.truth.t):
        return 0.0
    inside = placed.first >= 0
    steps = np.zeros(len(placed.truth.t) + 1, np.int64)
    np.add.at(steps, np.minimum(placed.first[inside], placed.last[inside]), 1)
    np.add.at(steps, np.maximum(placed.first[inside], placed.last[inside]) + 1, -1)
    found = np.cumsum(steps[:-1]) > 0
    return 1 - float(found.mean())


def loose(stream: Stream, placed: Placement) -> list[Ints]:
    """Stretches of characters of one line that could have a place and have none."""
    line = stream.line_of()
    where = np.flatnonzero(placed.counted)
    free = where[placed.unit[where] < 0]
    rank = np.searchsorted(where, free)
    cuts = np.flatnonzero((np.diff(rank) > 1) | (np.diff(line[free]) != 0)) + 1
    return [run for run in np.split(free, cuts) if len(run)]


def _added(doc: Doc, style: Style) -> frozenset[str]:
    letters = (label(doc, style, "ol2", number) for number in range(1, _LETTERED + 1))
    return frozenset({"", _words(doc.head), *map(_words, letters)})


def _words(text: str) -> str:
    """The letters of a text, folded."""
    folded, _ = folded_text(text)
    return _NOT_A_WORD.sub("", "".join(map(chr, folded.tolist())))


def _text(stream: Stream, run: Ints) -> str:
    return _words("".join(map(chr, stream.chars.code[run].tolist())))
