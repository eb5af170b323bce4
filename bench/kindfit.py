"""``kindfit``: fits the net that tells the kinds of lines; figures with sources left out."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from bench import corpus
from bench.corpus import Item
from bench.fit import (
    AVERAGED_FROM,
    GAP,
    Averaged,
    Fitted,
    batches,
    folds,
    module,
    pages_of,
    weights_of,
    with_zeros,
)
from bench.kinds import UNKNOWN, line_kinds
from bench.labels import Row
from bench.pool import add_corpus, over_documents
from bench.table import percent, table
from bench.train import _short
from rejoin.document import Document
from rejoin.kindnet import load
from rejoin.kinds import LEARNT
from rejoin.looks import WIDTH, looks
from rejoin.model import Bools, Floats, Ints
from rejoin.net import LIMIT, squash
from rejoin.windows import WINDOW

#: Passes over the data, lines a step, peak learning rate.
EPOCHS, BATCH, RATE = 14, 4096, 4e-3
#: A source counts as the square root of its lines, and never as fewer than this many.
LEAST = 50
#: A kind counts as its lines to this power: rare kinds must be learnt, too.
RARE = 0.6
#: Share of the units that are left out while fitting.
DROP = 0.25


@dataclass(frozen=True)
class Dataset:
    """Lines of many documents: looks, kind (-1 unknown), page, source of each."""

    x: Floats
    y: Ints
    page: Ints
    source: Ints
    sources: tuple[str, ...]


def add_parser(subparsers: Any) -> None:
    """Add the command."""
    parser = subparsers.add_parser("kindfit", help="fit the kinds of lines (extra: train)")
    add_corpus(parser)
    parser.add_argument("--folds", type=int, default=4, help="folds of whole sources (default 4)")
    parser.add_argument("-o", "--output", default="rejoin/data/kinds.npz", metavar="FILE")
    parser.add_argument("--cache", metavar="FILE", help="keep the measurements in a file")


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    data = _dataset(args)
    print(f"{(data.y >= 0).sum()} labelled lines, {len(data.sources)} sources")
    found = np.full(len(data.y), UNKNOWN)
    for k in range(args.folds):
        left_out = folds(len(data.sources), args.folds)[data.source] == k
        net = load(fit(data, ~left_out, seed=k))
        found[left_out] = net.shares(data.x[left_out], data.page[left_out]).argmax(axis=1)
        print(f"fold {k + 1} of {args.folds} done", flush=True)
    if args.folds:
        print(table(*_report(data, found)))
    arrays = fit(data, np.ones(len(data.y), np.bool_))
    np.savez(args.output, **{name: _short(array, name) for name, array in arrays.items()})
    print(f"{args.output}: {Path(args.output).stat().st_size} bytes")
    return 0


def one_document(item: Item) -> tuple[Floats, Ints, Ints]:
    """Looks, kinds and pages (from 0) of a document's lines."""
    by_page: dict[int, list[Row]] = {}
    for row in item.rows():
        by_page.setdefault(row.page - 1, []).append(row)
    parts: list[tuple[Floats, Ints, Ints]] = [
        (np.zeros((0, WIDTH), np.float32), np.zeros(0, np.int8), np.zeros(0, np.int64))
    ]
    with Document(item.pdf) as document:
        for start in range(0, document.page_count, WINDOW):
            window = document.window(start)
            lines = window.lines
            x = looks(lines, window.breaks, window.decision, len(window.errors))
            y = np.full(len(lines), UNKNOWN, np.int8)
            for page in np.unique(lines.page).tolist():
                a, b = np.searchsorted(lines.page, [page, page + 1]).tolist()
                y[a:b], _ = line_kinds(lines.rows(a, b), by_page.get(start + page, []))
            parts.append((x, y, lines.page + start))
    columns = [np.concatenate(column) for column in zip(*parts, strict=True)]
    return columns[0], columns[1], columns[2]


def _dataset(args: argparse.Namespace) -> Dataset:
    cache = Path(args.cache) if args.cache else None
    if cache and cache.exists():
        kept = np.load(cache)
        arrays = {name: kept[name] for name in ("x", "y", "page", "source")}
        return Dataset(**arrays, sources=tuple(kept["sources"].tolist()))
    data = build(corpus.find(args.corpus), args.jobs)
    if cache:
        np.savez(cache, **{**vars(data), "sources": np.array(data.sources)})
    return data


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
        np.concatenate([x for x, *_ in parts]),
        np.concatenate([y for _, y, _ in parts]),
        np.concatenate(page),
        np.concatenate(source),
        tuple(sources),
    )


def fit(data: Dataset, rows: Bools, seed: int = 0) -> dict[str, Floats]:
    """Fit a net to some of the lines (whole pages of them); the arrays of a weights file."""
    import torch

    torch.manual_seed(seed)
    squashed = squash(data.x)
    mean, scale = squashed[rows].mean(axis=0), squashed[rows].std(axis=0) + 1e-3
    x = torch.from_numpy(with_zeros(np.clip((squashed - mean) / scale, -LIMIT, LIMIT)))
    target = torch.from_numpy(np.append(np.maximum(data.y, 0), 0).astype(np.int64))
    weight = torch.from_numpy(np.append(_weights(data, rows), 0).astype(np.float32))
    net = module(data.x.shape[1], len(LEARNT), DROP)
    optimiser = torch.optim.AdamW(net.parameters(), lr=RATE, weight_decay=0.02)
    pages = [page for page in pages_of(data.page, rows) if (data.y[page] >= 0).any()]
    steps = EPOCHS * (sum(len(page) + GAP for page in pages) // BATCH + 2)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, RATE, total_steps=steps)
    random = np.random.default_rng(seed)
    mean_weights, step = Averaged(net), 0
    for _ in range(EPOCHS):
        for batch in batches(pages, BATCH, random):
            at = torch.from_numpy(np.where(batch < 0, len(data.y), batch))
            some = torch.from_numpy((batch >= 0).astype(np.float32))
            out = net(x[at] + 0.1 * torch.randn(len(at), x.shape[1]), some)
            each = torch.nn.functional.cross_entropy(
                out, target[at], reduction="none", label_smoothing=0.02
            )
            loss = (each * weight[at]).sum() / weight[at].sum().clamp(min=1e-3)
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            schedule.step()
            step += 1
            if step > AVERAGED_FROM * steps:
                mean_weights.add()
    mean_weights.use()
    net.eval()
    arrays = weights_of(Fitted(net, mean, scale))
    return {name: np.asarray(array, np.float32) for name, array in arrays.items()}


def _weights(data: Dataset, rows: Bools) -> Floats:
    """Sources as the square root of their lines, kinds so that rare ones count for more."""
    labelled = rows & (data.y >= 0)
    count = np.bincount(data.source[labelled], minlength=len(data.sources))
    each = (np.maximum(count, LEAST) ** -0.5)[data.source]
    out = np.where(labelled, each, 0.0)
    total = np.bincount(np.maximum(data.y, 0), weights=out, minlength=len(LEARNT))
    out *= (np.maximum(total, 1e-6) ** (RARE - 1))[np.maximum(data.y, 0)]
    return np.asarray(out / max(out.sum(), 1e-9) * max(labelled.sum(), 1))


def _report(data: Dataset, found: Ints) -> tuple[list[str], list[list[str]]]:
    """Each kind: lines, precision, recall and F1, pooled, and the mean F1 over sources."""
    rows = []
    known = data.y >= 0
    for k, kind in enumerate(LEARNT):
        is_, says = known & (data.y == k), known & (found == k)
        p, r, f = _figures(is_, says)
        each = [_figures(is_ & here, says & here)[2] for here in
                (data.source == s for s in range(len(data.sources)))
                if (is_ & here).sum() >= 10]  # fmt: skip
        mean = float(np.mean(each)) if each else float("nan")
        rows.append([kind.value, str(is_.sum()), *map(percent, (p, r, f, mean)), str(len(each))])
    return ["kind", "lines", "precision", "recall", "F1", "mean F1", "sources"], rows


def _figures(is_: Bools, says: Bools) -> tuple[float, float, float]:
    right = float((is_ & says).sum())
    p, r = right / max(says.sum(), 1), right / max(is_.sum(), 1)
    return p, r, 2 * p * r / max(p + r, 1e-9)
