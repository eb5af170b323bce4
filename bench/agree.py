"""``agree``: how far two sets of labels of the same PDFs agree."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from bench import corpus, labels
from bench.corpus import ENDINGS, CorpusError
from bench.labels import Row
from bench.table import Cell, table


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


def add_parser(subparsers: Any) -> None:
    """Add the command."""
    about = "how far two folders of labels agree on the PDFs that are in both"
    parser = subparsers.add_parser("agree", help=about)
    for name in ("one", "other"):
        parser.add_argument(name, metavar=name.upper(), help="folder of labelled PDFs, or one PDF")
    least = "fail if a document agrees on fewer of the breaks that both label, in per cent"
    parser.add_argument("--least", type=float, default=0.0, metavar="N", help=least)


def run(args: argparse.Namespace) -> int:
    """Run the command; 1 if a document agrees on too few breaks.

    Raises
    ------
    CorpusError
        No PDF is in both.
    """
    other = {item.name: item for item in corpus.find([args.other])}
    items = [item for item in corpus.find([args.one]) if item.name in other]
    if not items:
        raise CorpusError(f"no PDF is both in {args.one} and in {args.other}")
    lines: list[tuple[Cell, ...]] = []
    low, total = [], [0, 0]
    for item in items:
        both, same = agreement(item.rows(), other[item.name].rows())
        another = item.head.sha256 != other[item.name].head.sha256
        lines.append((item.name + " (another PDF)" * another, both, same, _share(same, both)))
        total = [total[0] + both, total[1] + same]
        if 100 * same < args.least * both:
            low.append(item.name)
    lines.append((f"all {len(items)}", *total, _share(total[1], total[0])))
    print(table(("document", "labelled by both", "alike", "alike %"), lines))
    if low:
        print(f"below {args.least:g} %: {', '.join(low)}")
    return int(bool(low))


def _share(same: int, both: int) -> str:
    return f"{100 * same / both:.2f}" if both else "-"
