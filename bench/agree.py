"""How far two sets of labels of one PDF agree."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from bench import labels
from bench.corpus import ENDINGS
from bench.labels import Row


def agreement(one: Iterable[Row], other: Iterable[Row]) -> tuple[int, int]:
    """How many breaks both have labelled, and on how many of these the labels are the same.

    Breaks are found by page and separator; breaks over page edges by both pages.
    """
    known = {_key(row): row.label for row in other if row.label != "unknown"}
    pairs = [
        row.label == known[_key(row)]
        for row in one
        if row.label != "unknown" and _key(row) in known
    ]
    return len(pairs), sum(pairs)


def _key(row: Row) -> tuple[int, int, int | None]:
    return row.page, row.char, row.page_below


def against(name: str, rows: Sequence[Row], folder: Path) -> str:
    """Compare labels with those of the same name in a folder, in one line."""
    for ending in ENDINGS:
        path = folder / f"{name}{ending}"
        if path.exists():
            both, same = agreement(rows, labels.read(path)[1])
            return f"{same} of {both} labels agree ({same / max(both, 1):.2%})"
    return f"no labels in {folder}"
