"""Measured and labelled breaks of many documents, for fitting the default decision."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from bench.corpus import Item
from bench.labels import Row
from bench.pool import over_documents
from rejoin.document import Document
from rejoin.features import WIDTH, features
from rejoin.model import Floats, Ints, Lines
from rejoin.rules import load_rules
from rejoin.windows import WINDOW

#: Label of a break that does not count.
UNKNOWN = -1


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
    source
        Row of `sources` for each break, shape (n,).
    sources
        Names of the sources.
    """

    x: Floats
    y: Ints
    page: Ints
    source: Ints
    sources: tuple[str, ...]


def build(items: Sequence[Item], jobs: int) -> Dataset:
    """Read, measure and label all documents."""
    parts = over_documents(one_document, items, jobs)
    sources = sorted({item.head.source for item in items})
    page, source, shift = [], [], 0
    for item, (_, y, pages) in zip(items, parts, strict=True):
        page.append(pages + shift)
        shift += int(pages.max(initial=0)) + 1
        source.append(np.full(len(y), sources.index(item.head.source)))
    return Dataset(
        np.concatenate([x for x, _, _ in parts]),
        np.concatenate([y for _, y, _ in parts]),
        np.concatenate(page),
        np.concatenate(source),
        tuple(sources),
    )


def one_document(item: Item) -> tuple[Floats, Ints, Ints]:
    """Measurements, labels and pages (from 0) of a document's breaks."""
    by_page: dict[int, list[Row]] = {}
    for row in item.rows():
        if row.label != "unknown" and not row.same_row and row.page_below is None:
            by_page.setdefault(row.page - 1, []).append(row)
    xs, ys, pages = [np.zeros((0, WIDTH), np.float32)], [np.zeros(0, np.int8)], [np.zeros(0, int)]
    with Document(item.pdf, rules=load_rules("default", learnt=False)) as document:
        for start in range(0, document.page_count, WINDOW):
            window = document.window(start)
            page = window.lines.page[window.breaks.above] + start
            y = np.full(len(page), UNKNOWN, np.int8)
            for number in np.unique(page):
                rows = np.flatnonzero(page == number)
                above = window.breaks.above[rows]
                y[rows] = _labels(window.lines, above, by_page.get(int(number), []))
            xs.append(features(window.lines, window.breaks))
            ys.append(y)
            pages.append(page)
    return np.concatenate(xs), np.concatenate(ys), np.concatenate(pages)


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
