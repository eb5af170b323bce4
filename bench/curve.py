"""``curve``: how far the confidence can be trusted, and what each operating point gives."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from bench import corpus, dataset
from bench.picture import draw_curve
from bench.pool import add_corpus
from bench.table import Cell, percent, table
from rejoin.model import Bools, Floats, Ints
from rejoin.net import shipped

#: Sources with fewer soft wraps are left out of the means.
LEAST_WRAPS = 30
#: Edges of the groups of the reliability table.
GROUPS = (0.0, 0.02, 0.1, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 1.0)
#: Confidences at which recall and precision are given.
POINTS = (0.3, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.93, 0.95, 0.97, 0.98, 0.99)


@dataclass(frozen=True)
class Judged:
    """Labelled breaks with their confidences, shape (n,) each."""

    confidence: Floats
    #: 1 soft wrap, 0 real break.
    y: Ints
    #: Number of the source.
    source: Ints

    @property
    def weight(self) -> Floats:
        """Weights such that all sources count the same, those with few breaks less."""
        count = np.bincount(self.source)
        return np.asarray(1 / np.maximum(count, 50)[self.source])

    def at(self, point: float) -> tuple[float, float]:
        """Recall and precision, mean over sources, of joining from a confidence on."""
        joined, wrap = self.confidence >= point, self.y == 1
        wraps, joins, right = (self._count(flag) for flag in (wrap, joined, joined & wrap))
        some = wraps >= LEAST_WRAPS
        if not some.any():
            return float("nan"), float("nan")
        recall = right[some] / wraps[some]
        precision = right[some] / np.maximum(joins[some], 1)
        return float(recall.mean()), float(precision.mean())

    def _count(self, flag: Bools) -> Floats:
        number = int(self.source.max(initial=0)) + 1
        return np.bincount(self.source, flag, minlength=number).astype(np.float64)

    def groups(self) -> list[tuple[float, float, int, float]]:
        """Least confidence, mean confidence, number and share right of each group."""
        out = []
        at = np.clip(np.searchsorted(GROUPS, self.confidence, side="right") - 1, 0, len(GROUPS) - 2)
        for k in range(len(GROUPS) - 1):
            some = at == k
            if some.any():
                weight = self.weight[some]
                mean = float(np.average(self.confidence[some], weights=weight))
                share = float(np.average(self.y[some], weights=weight))
                out.append((GROUPS[k], mean, int(some.sum()), share))
        return out

    @property
    def off(self) -> float:
        """By how much confidence and share of soft wraps differ: mean over the groups' breaks."""
        at = np.searchsorted(GROUPS, self.confidence, side="right")
        weight, total = self.weight, 0.0
        for k in np.unique(at):
            some = at == k
            more = np.average(self.confidence[some] - self.y[some], weights=weight[some])
            total += abs(float(more)) * float(weight[some].sum())
        return total / max(float(weight.sum()), 1e-9)


def save(path: Path, confidence: Floats, y: Ints, source: Ints) -> None:
    """Keep judged breaks in a file, for `load`."""
    np.savez_compressed(path, confidence=confidence.astype(np.float32), y=y, source=source)


def load(path: Path) -> Judged:
    """Read what `save` wrote."""
    kept = np.load(path)
    return Judged(kept["confidence"], kept["y"], kept["source"])


def judged(data: dataset.Dataset) -> Judged:
    """Confidences of the shipped net."""
    some = (data.y >= 0) & data.whole
    confidence = shipped().confidence(data.x[data.whole], data.page[data.whole])
    return Judged(confidence[some[data.whole]], data.y[some], data.source[some])


def add_parser(subparsers: Any) -> None:
    """Add the command."""
    parser = subparsers.add_parser("curve", help="reliability, and every operating point")
    add_corpus(parser)
    parser.add_argument("--picture", type=Path, metavar="FILE", help="draw both (extra: bench)")


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    kept = [Path(name) for name in args.corpus if str(name).endswith(".npz")]
    if kept and len(kept) == len(args.corpus) == 1:
        breaks = load(kept[0])
    else:
        breaks = judged(dataset.build(corpus.find(args.corpus), (), args.jobs))
    print(f"{len(breaks.y)} labelled breaks, {len(np.unique(breaks.source))} sources\n")
    rows: list[list[Cell]] = [
        [f"{low:g}", f"{mean:.3f}", n, percent(y)] for low, mean, n, y in breaks.groups()
    ]
    print(table(["confidence from", "mean", "breaks", "soft wraps"], rows))
    print(f"off by {100 * breaks.off:.1f} points on average\n")
    points = [[f"{point:g}", *map(percent, breaks.at(point))] for point in POINTS]
    print(table(["joined from", "recall", "precision"], points))
    if args.picture:
        draw_curve(
            breaks.groups(), [breaks.at(p) for p in np.linspace(0.02, 0.995, 80)], args.picture
        )
    return 0
