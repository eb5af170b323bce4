"""Measured and labelled breaks of many documents, for fitting the default decision."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from bench.corpus import Item
from bench.labels import Row
from bench.pool import over_documents
from rejoin.breaks import measure
from rejoin.document import Document
from rejoin.features import features
from rejoin.lines import no_lines
from rejoin.model import Bools, Floats, Ints, Lines
from rejoin.rules import Rules, load_rules
from rejoin.windows import WINDOW

#: Label of a break that does not count.
UNKNOWN = -1
#: Share of the pages that are cropped, and the least and most lines (exclusive) of a crop.
CROPS, CROP = 1.0, (2, 7)


@dataclass(frozen=True)
class Dataset:
    """Breaks of many documents, in reading order.

    Attributes
    ----------
    x
        Measurements, shape (n, features).
    y
        1 soft wrap, 0 real break, -1 not labelled, shape (n,).
    page
        A number for each page of each document, rising, shape (n,).
    whole
        False for what takes part in the fitting only: the breaks of crops (a few lines of a page,
        measured as if nothing stood around them, so that short pages are learnt too), and texts
        set in more looks.
    source
        Row of `sources` for each break, shape (n,).
    sources
        Names of the sources.
    """

    x: Floats
    y: Ints
    page: Ints
    whole: Bools
    source: Ints
    sources: tuple[str, ...]


def build(items: Sequence[Item], varied: Sequence[Item], jobs: int) -> Dataset:
    """Read, measure and label all documents; `varied` ones are no whole ones."""
    every = [*items, *varied]
    parts = over_documents(one_document, every, jobs)
    sources = sorted({item.head.source for item in every})
    page, source, shift = [], [], 0
    for k, (item, (_, y, pages, whole)) in enumerate(zip(every, parts, strict=True)):
        whole &= k < len(items)
        page.append(pages + shift)
        shift += int(pages.max(initial=0)) + 1
        source.append(np.full(len(y), sources.index(item.head.source)))
    return Dataset(
        np.concatenate([x for x, *_ in parts]),
        np.concatenate([y for _, y, *_ in parts]),
        np.concatenate(page),
        np.concatenate([whole for *_, whole in parts]),
        np.concatenate(source),
        tuple(sources),
    )


def one_document(item: Item) -> tuple[Floats, Ints, Ints, Bools]:
    """Measurements, labels, pages (from 0) and `Dataset.whole` of a document's breaks."""
    by_page: dict[int, list[Row]] = {}
    for row in item.rows():
        if row.label != "unknown" and not row.same_row and row.page_below is None:
            by_page.setdefault(row.page - 1, []).append(row)
    random = np.random.default_rng(len(by_page))
    rules = load_rules("default", learnt=False)
    parts: list[tuple[Floats, Ints, Ints, Bools]] = [_measured(no_lines(), {}, rules, True)]
    with Document(item.pdf, rules=rules) as document:
        next_page = document.page_count
        for start in range(0, document.page_count, WINDOW):
            lines = document.window(start).lines
            labels = {p: by_page.get(start + p, []) for p in range(WINDOW)}
            x, y, page, whole = _measured(lines, labels, rules, True)
            parts.append((x, y, page + start, whole))
            for crop in crops(lines, random):
                x, y, page, whole = _measured(crop, labels, rules, False)
                parts.append((x, y, page * 0 + next_page, whole))
                next_page += 1
    columns = [np.concatenate(column) for column in zip(*parts, strict=True)]
    return columns[0], columns[1], columns[2], columns[3]


def _measured(
    lines: Lines, labels: Mapping[int, Sequence[Row]], rules: Rules, whole: bool
) -> tuple[Floats, Ints, Ints, Bools]:
    breaks = measure(lines, rules)
    page = lines.page[breaks.above].astype(np.int64)
    y = np.full(len(page), UNKNOWN, np.int8)
    for number in np.unique(page):
        rows = np.flatnonzero(page == number)
        y[rows] = _labels(lines, breaks.above[rows], labels.get(int(number), []))
    return features(lines, breaks), y, page, np.full(len(page), whole)


def crops(lines: Lines, random: np.random.Generator) -> Iterator[Lines]:
    """A few neighbouring lines from some of the pages."""
    first = np.flatnonzero(np.diff(lines.page, prepend=-1))
    for a, b in pairwise(np.append(first, len(lines)).tolist()):
        if b - a > CROP[0] and random.random() < CROPS:
            length = int(random.integers(*CROP))
            start = int(random.integers(a, max(b - length, a) + 1))
            yield lines.rows(start, min(start + length, b))


def _labels(lines: Lines, above: Ints, rows: Sequence[Row]) -> Ints:
    """Labels of the breaks after the lines `above` of one page.

    A separator belongs to the break whose line above ends before it (or at it: a marked hyphen)
    and whose line below starts after it.
    """
    y = np.full(len(above), UNKNOWN, np.int8)
    last, first = lines.last[above], lines.first[above + 1]
    for row in rows:
        between = np.flatnonzero((last <= row.char) & (row.char < first))
        if len(between) == 1:
            y[between[0]] = row.label == "wrap"
    return y
