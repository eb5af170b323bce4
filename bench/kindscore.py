"""How well the kinds of paragraphs are told: precision, recall and F1 of each."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import numpy as np

from bench.corpus import Item
from bench.kinds import line_kinds
from bench.labels import Row
from bench.pool import over_documents
from bench.table import percent, table
from rejoin.document import Document
from rejoin.kinds import LEARNT, Kind
from rejoin.model import Floats
from rejoin.windows import WINDOW, Window

#: Sources with fewer lines of a kind have no figure of their own for it.
LEAST = 10
#: What is counted: lines of each kind, and headings that came out whole.
COUNTED = (*(kind.value for kind in LEARNT), "whole heading")


def kind_table(items: Sequence[Item], jobs: int) -> str:
    """Figures of every kind over documents, as a table."""
    counts = over_documents(one_document, items, jobs)
    by_source: dict[str, Floats] = defaultdict(lambda: np.zeros((len(COUNTED), 3)))
    for item, count in zip(items, counts, strict=True):
        by_source[item.head.source] += count
    total = np.sum(list(by_source.values()), axis=0)
    rows: list[tuple[str | int, ...]] = []
    for k, name in enumerate(COUNTED):
        each = [figures(c[k])[2] for c in by_source.values() if c[k, 0] >= LEAST]
        mean = percent(float(np.mean(each))) if each else "-"
        shown = [percent(value) for value in figures(total[k])]
        rows.append((name, int(total[k, 0]), *shown, mean, len(each)))
    head = ("kind", "lines", "precision %", "recall %", "F1 %", "mean F1 %", "sources")
    return table(head, rows)


def figures(count: Floats) -> tuple[float, float, float]:
    """Precision, recall, F1 of what is there, what was said and what of that is right."""
    there, said, right = (float(value) for value in count)
    precision, recall = right / max(said, 1), right / max(there, 1)
    return precision, recall, 2 * right / max(there + said, 1)


def one_document(item: Item) -> Floats:
    """Lines that are, that are said to be, and that rightly are of each kind; whole headings last.

    Lines without a known kind do not count.
    """
    by_page: dict[int, list[Row]] = {}
    for row in item.rows():
        by_page.setdefault(row.page - 1, []).append(row)
    out = np.zeros((len(COUNTED), 3))
    with Document(item.pdf) as document:
        for start in range(0, document.page_count, WINDOW):
            out += _window(document.window(start), by_page, start)
    return out


def _window(window: Window, by_page: dict[int, list[Row]], start: int) -> Floats:
    out = np.zeros((len(COUNTED), 3))
    lines = window.lines
    for page, found in enumerate(window.paragraphs):
        if not found:
            continue
        a, b = np.searchsorted(lines.page, [page, page + 1]).tolist()
        truth, wraps = line_kinds(lines.rows(a, b), by_page.get(start + page, []))
        said = np.full(b - a, len(LEARNT))
        headings: set[frozenset[int]] = set()
        for paragraph in found:
            rows = [row - a for row in paragraph.rows]
            if paragraph.kind in LEARNT:
                said[rows] = LEARNT.index(paragraph.kind)
            if paragraph.kind == Kind.HEADING and (truth[rows] >= 0).any():
                headings.add(frozenset(rows))
        known = truth >= 0
        for k in range(len(LEARNT)):
            is_, says = known & (truth == k), known & (said == k)
            out[k] += is_.sum(), says.sum(), (is_ & says).sum()
        true = _headings(truth.tolist(), wraps)
        out[-1] += len(true), len(headings), len(true & headings)
    return out


def _headings(truth: Sequence[int], wraps: set[tuple[int, int]]) -> set[frozenset[int]]:
    """Lines of each heading."""
    heading = LEARNT.index(Kind.HEADING)
    out: list[set[int]] = []
    for i, kind in enumerate(truth):
        if kind != heading:
            continue
        if out and i - 1 in out[-1] and (i - 1, i) in wraps:
            out[-1].add(i)
        else:
            out.append({i})
    return {frozenset(lines) for lines in out}
