"""``edges``: fits the decision over page edges and measures it with whole sources left out.

Labelled page edges are few. Breaks within pages are many, and the same measurements can be taken
of them; those that the decision of `rejoin.net` is sure about are learnt as well, with less weight.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from bench import corpus
from bench.corpus import Item
from bench.fit import folds
from bench.match import match
from bench.output import read_output
from bench.pool import add_corpus, over_documents
from bench.scoring import fair
from bench.table import percent, table
from rejoin.document import Document
from rejoin.edges import LIMIT, EdgeNet, Edges, candidates, may_go_on, measured
from rejoin.model import Bools, Floats, Ints
from rejoin.net import squash
from rejoin.rules import load_rules
from rejoin.sides import WIDTH, Text, habits, pair, side
from rejoin.windows import WINDOW, Window

#: A break within a page is learnt if the decision is so sure of it, at most so many of each kind
#: in a window, each with this weight.
SURE, EACH, WEIGHT = 0.9, 12, 0.15
#: Folds, units of the hidden layer, passes, breaks a step, peak learning rate.
FOLDS, UNITS, EPOCHS, BATCH, RATE = 5, 48, 30, 512, 6e-3
#: Confidences whose figures are shown.
POINTS = (0.5, 0.6, 0.65, 0.7, 0.75, 0.8, 0.9)
#: Where the weights go by default.
WEIGHTS = Path("rejoin/data/edges.npz")


@dataclass(frozen=True)
class Examples:
    """Measured page edges and breaks: `edge` tells them apart, `source` numbers the sources.

    `folder` numbers the folders that they come from, and `wraps` (folders, sources) counts the
    labelled wraps, those included whose lines were not found at the edge.
    """

    x: Floats
    y: Bools
    edge: Bools
    source: Ints
    folder: Ints
    wraps: Ints


def add_parser(subparsers: Any) -> None:
    """Add the command."""
    parser = subparsers.add_parser("edges", help="fit the decision over page edges")
    add_corpus(parser)
    parser.add_argument("-o", "--output", type=Path, default=WEIGHTS, metavar="FILE")
    parser.add_argument("--test", action="append", default=[], metavar="CORPUS",
                        help="documents that are measured, but not learnt")  # fmt: skip
    parser.add_argument("--only-measure", action="store_true", help="write no weights")


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    data = build(args.corpus, args.jobs)
    fold = folds(data.wraps.shape[1], FOLDS)[data.source]
    out = np.zeros(len(data.y))
    for k in range(FOLDS):
        out[fold == k] = fit(data, fold != k).confidence(data.x[fold == k])
    print(_report(data, out, args.corpus))
    net = fit(data, np.ones(len(data.y), np.bool_))
    if args.test:
        tested = build(args.test, args.jobs)
        print("\nnever learnt\n" + _report(tested, net.confidence(tested.x), args.test))
    if not args.only_measure:
        short = {k: v.astype(np.float16) if v.ndim == 2 else v for k, v in vars(net).items()}
        np.savez(args.output, **short)
        print(f"{args.output}: {args.output.stat().st_size} bytes")
    return 0


def _report(data: Examples, out: Floats, folders: Sequence[str]) -> str:
    head = ("corpus", "confidence", "right", "of", "wrong", "recall %", "precision %")
    rows = [
        (Path(name).name, str(point), *_figures(data, out, point, i))
        for i, name in enumerate(folders)
        for point in POINTS
    ]
    return table(head, rows)


def _figures(data: Examples, out: Floats, point: float, folder: int) -> tuple[str | int, ...]:
    joined = data.edge & (out >= point) & (data.folder == folder)
    right, wrong = (int(n.sum()) for n in (joined & data.y, joined & ~data.y))
    every = int(data.wraps[folder].sum())
    shares = right / max(every, 1), right / max(right + wrong, 1)
    return right, every, wrong, *map(percent, shares)


def build(folders: Sequence[str], jobs: int) -> Examples:
    """Read and measure all documents."""
    items = [(i, item) for i, name in enumerate(folders) for item in corpus.find([name])]
    parts = over_documents(one_document, [item for _, item in items], jobs)
    names = sorted({item.head.source for _, item in items})
    source = [names.index(item.head.source) for _, item in items]
    folder = [i for i, _ in items]
    wraps = np.zeros((len(folders), len(names)), np.int64)
    np.add.at(wraps, (folder, source), [part[3] for part in parts])
    x, y, edge = (np.concatenate([part[i] for part in parts]) for i in range(3))
    count = [len(part[1]) for part in parts]
    return Examples(x, y, edge, np.repeat(source, count), np.repeat(folder, count), wraps)


def one_document(item: Item) -> tuple[Floats, Bools, Bools, int]:
    """Measurements, labels and kinds of a document's examples, and its labelled edge wraps."""
    rules = fair(load_rules("default"), item)
    found = match(item.rows(), read_output(item.pdf, rules))
    found = [o for o in found if o.row.page_below is not None]
    random = np.random.default_rng(len(found))
    x, y, edge = [np.zeros((0, WIDTH), np.float32)], list[bool](), list[bool]()
    with Document(item.pdf, rules=rules) as document:
        # only the edges are kept: a thousand pages of windows would fill the memory
        start, edges = [0], list[Edges | None]()
        for first in range(0, document.page_count, WINDOW):
            window = document.window(first)
            edges.append(window.edges)
            start.append(start[-1] + len(window.lines))
            for values, label in _within(window, random):
                x.append(values)
                y += label.tolist()
                edge += [False] * len(label)
    for o in found:
        (w, p), (v, q) = (divmod(n - 1, WINDOW) for n in (o.row.page, o.row.page_below or 1))
        if o.above is None or o.below is None:
            continue
        sides = o.above - start[w], o.below - start[v]
        for above, below in candidates(edges[w], edges[v]):
            here = sides == (above.last[p], below.first[q])
            # where a paragraph goes on elsewhere, it does not go on here
            if may_go_on(above, p, below, q) and (here or o.row.label == "wrap"):
                x.append(measured(above, p, below, q))
                y.append(here and o.row.label == "wrap")
                edge.append(True)
    wraps = sum(o.row.label == "wrap" for o in found)
    return np.concatenate(x), np.array(y, np.bool_), np.array(edge, np.bool_), wraps


def _within(window: Window, random: np.random.Generator) -> Iterator[tuple[Floats, Bools]]:
    """Some breaks of a window that the decision is sure about, measured like page edges."""
    sure = window.decision.confidence
    chosen = np.flatnonzero((sure > SURE) | (sure < 1 - SURE))
    a = window.breaks.above[chosen].astype(np.int64)
    out = window.body.furniture
    chosen = random.permutation(chosen[~out[a] & ~out[a + 1]])
    some = np.concatenate([chosen[window.decision.joined[chosen] == k][:EACH] for k in (0, 1)])
    if len(some):
        a = window.breaks.above[some].astype(np.int64)
        joined = np.zeros(len(window.lines), np.bool_)
        joined[window.breaks.above[window.decision.joined]] = True
        text = Text(window.lines, joined, out)
        both = side(text, a, above=True), side(text, a + 1, above=False)
        yield pair(*both, habits(text)), window.decision.joined[some]


def fit(data: Examples, rows: Bools, seed: int = 0) -> EdgeNet:
    """Fit the net to some of the examples."""
    import torch
    from torch.nn.functional import binary_cross_entropy_with_logits

    torch.manual_seed(seed)
    squashed = squash(data.x)
    mean, scale = squashed[rows].mean(axis=0), squashed[rows].std(axis=0) + 0.05
    x = torch.from_numpy(np.clip((squashed - mean) / scale, -LIMIT, LIMIT).astype(np.float32))
    y = torch.from_numpy((data.y * 0.98 + 0.01).astype(np.float32))
    weight = torch.from_numpy(_weights(data, rows).astype(np.float32))
    net = torch.nn.Sequential(
        torch.nn.Linear(x.shape[1], UNITS), torch.nn.ReLU(), torch.nn.Dropout(0.2),
        torch.nn.Linear(UNITS, 1),
    )  # fmt: skip
    at, random = np.flatnonzero(rows), np.random.default_rng(seed)
    steps = EPOCHS * -(-len(at) // BATCH)
    optimiser = torch.optim.AdamW(net.parameters(), RATE, weight_decay=0.02)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, RATE, total_steps=steps)
    for _ in range(EPOCHS):
        order = random.permutation(at)
        for i in range(0, len(order), BATCH):
            some = torch.from_numpy(order[i : i + BATCH])
            out = net(x[some] + 0.1 * torch.randn(len(some), x.shape[1]))[:, 0]
            loss = binary_cross_entropy_with_logits(out, y[some], weight=weight[some])
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            schedule.step()
    one, two = net[0], net[3]
    layers = [one.weight.T, one.bias, two.weight.T, two.bias]
    return EdgeNet(mean.astype(np.float32), scale.astype(np.float32),
                   *(layer.detach().numpy().copy() for layer in layers))  # fmt: skip


def _weights(data: Examples, rows: Bools) -> Floats:
    """Weights that keep large sources from drowning the others; their mean is 1."""
    out = np.zeros(len(rows))
    for edge in (False, True):
        some = rows & (data.edge == edge)
        count = np.bincount(data.source[some], minlength=data.wraps.shape[1])
        each = np.maximum(count, 20)[data.source[some]] ** -0.5
        out[some] = each * (1.0 if edge else WEIGHT)
    return np.asarray(out / max(out[rows].mean(), 1e-9))
