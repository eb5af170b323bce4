"""Counts documents, pages and labels of the corpus as a table in Markdown."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path

from bench import labels
from bench.corpus import Item, find
from bench.producers import PRODUCERS

#: Columns of the tables.
COUNTED = ("texts", "documents", "pages", "wraps", "kept", "unknown", "MB")


def tables(corpus: Path) -> str:
    """Tables by language and by producer, each with a row of totals."""
    items = [item for item in find([corpus]) if item.head.producer in PRODUCERS]
    counts = [_count(item) for item in items]
    languages = [item.head.language for item in items]
    producers = [item.head.producer for item in items]
    parts = [("language", languages), ("producer", producers)]
    return "\n\n".join(_table(name, keys, items, counts) for name, keys in parts)


def _count(item: Item) -> Counter[str]:
    rows = labels.read(item.labels)[1]
    found = Counter(row.label for row in rows if not row.same_row)
    size = item.pdf.stat().st_size + item.labels.stat().st_size
    return Counter(
        documents=1, pages=item.head.pages, wraps=found["wrap"], kept=found["keep"],
        unknown=found["unknown"], MB=size,
    )  # fmt: skip


def _table(
    name: str, keys: Sequence[str], items: Sequence[Item], counts: Sequence[Counter[str]]
) -> str:
    sums: dict[str, Counter[str]] = defaultdict(Counter)
    texts: dict[str, set[str]] = defaultdict(set)
    for key, item, count in zip(keys, items, counts, strict=True):
        for group in (key, "all"):
            sums[group].update(count)
            texts[group].add(item.head.source)
    head = [f"| {name} | {' | '.join(COUNTED)} |", "|---|" + "---:|" * len(COUNTED)]
    groups = [*sorted(set(keys)), "all"]
    return "\n".join(head + [_row(group, len(texts[group]), sums[group]) for group in groups])


def _row(name: str, texts: int, sums: Counter[str]) -> str:
    cells: Iterable[str] = (f"{sums[key]:,}" for key in COUNTED[1:-1])
    return f"| {name} | {texts} | {' | '.join(cells)} | {sums['MB'] / 1e6:.1f} |"
