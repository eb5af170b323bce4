"""``train``: fits the default decision and writes its weights; figures with sources left out."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import numpy as np

from bench import corpus, curve, dataset, fit
from bench.pool import add_corpus
from bench.table import percent, table
from rejoin.model import Bools, Floats
from rejoin.net import load

#: Sources with fewer soft wraps are left out of the mean.
LEAST_WRAPS = 30
#: Operating points that are reported.
#: Sources that are listed as the worst, and at which confidence.
_WORST, _SHOWN = 24, 0.7
POINTS = (0.5, 0.7, 0.8, 0.9, 0.95)


def add_parser(subparsers: Any) -> None:
    """Add the command."""
    parser = subparsers.add_parser("train", help="fit the default decision (extra: train)")
    add_corpus(parser)
    parser.add_argument("--folds", type=int, default=5, help="folds of whole sources (default 5)")
    parser.add_argument("-o", "--output", default="rejoin/data/wrap.npz", metavar="FILE")
    parser.add_argument(
        "--left-out", metavar="FILE", help="keep the left-out confidences in a file"
    )
    parser.add_argument(
        "--without", nargs="+", default=[], metavar="SOURCE", help="sources that are not fitted"
    )
    varied = "documents that are fitted at a lower weight and never reported (see vary)"
    parser.add_argument("--varied", nargs="+", default=[], metavar="FOLDER", help=varied)
    parser.add_argument("--cache", metavar="FILE", help="keep the measurements in a file")


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    data = _dataset(args)
    labelled = data.y >= 0
    print(f"{labelled.sum()} labelled breaks, {len(data.sources)} sources")
    fold = fit.folds(len(data.sources), args.folds)[data.source]
    out = np.full(len(data.y), np.nan)
    for k in range(args.folds):
        left_out = fold == k
        net = load(fit.export(fit.fit(data, ~left_out, seed=k), *fit.identity()))
        out[left_out] = fit.outputs(net, data, left_out)
        print(f"fold {k + 1} of {args.folds} done", flush=True)
    some = labelled & data.whole & ~np.isnan(out)
    weight = fit.source_weights(data, some)
    confidence = np.zeros(len(out))
    confidence[some] = fit.calibrate(out[some], data.y[some], weight, fold[some])
    print(table(*_report(data, confidence)))
    print(f"\nsources with the most wrong (missed and wrong joins at {_SHOWN}):")
    print(table(*_worst(data, confidence >= _SHOWN)))
    if args.left_out:
        curve.save(Path(args.left_out), confidence[some], data.y[some], data.source[some])
    arrays = fit.export(
        fit.fit(data, np.ones(len(data.y), np.bool_)),
        *fit.calibration(out[some], data.y[some], weight),
    )
    arrays["reach"] = np.stack(fit.reach(confidence[some], data.y[some], weight))
    path = Path(args.output)
    path.parent.mkdir(parents=True, exist_ok=True)
    np.savez(path, **{name: _short(array, name) for name, array in arrays.items()})
    print(f"{path}: {path.stat().st_size} bytes")
    return 0


def _worst(data: dataset.Dataset, joined: Bools) -> tuple[list[str], list[list[str]]]:
    """Sources by their harmonic mean of recall and precision, the worst first."""
    rows = []
    for source, name in enumerate(data.sources):
        here = (data.source == source) & (data.y >= 0) & data.whole
        wraps = here & (data.y == 1)
        if wraps.sum() < LEAST_WRAPS:
            continue
        right = float((joined & wraps).sum())
        recall, precision = right / wraps.sum(), right / max((joined & here).sum(), 1)
        rows.append(
            (min(recall, precision), [name, str(wraps.sum()), percent(recall), percent(precision)])
        )
    rows.sort()
    return ["source", "wraps", "recall", "precision"], [row for _, row in rows[:_WORST]]


def _short(array: Floats, name: str) -> Any:
    """Half precision is plenty for matrices, and halves the file."""
    return array.astype(np.float16 if name.startswith("w") else np.float32)


def _dataset(args: argparse.Namespace) -> dataset.Dataset:
    cache = Path(args.cache) if args.cache else None
    if cache and cache.exists():
        kept = np.load(cache)
        arrays = {name: kept[name] for name in ("x", "y", "page", "whole", "source")}
        return dataset.Dataset(**arrays, sources=tuple(kept["sources"].tolist()))
    items = [i for i in corpus.find(args.corpus) if i.head.source not in args.without]
    extra = corpus.find(args.varied) if args.varied else []
    data = dataset.build(items, extra, args.jobs)
    if cache:
        np.savez(cache, **{**vars(data), "sources": np.array(data.sources)})
    return data


def _report(data: dataset.Dataset, confidence: Floats) -> tuple[list[str], list[list[str]]]:
    rows = []
    for point in POINTS:
        joined: Bools = confidence >= point
        recall, precision = [], []
        for source in range(len(data.sources)):
            here = (data.source == source) & (data.y >= 0) & data.whole
            wraps = here & (data.y == 1)
            if wraps.sum() < LEAST_WRAPS:
                continue
            right = (joined & wraps).sum()
            recall.append(right / wraps.sum())
            precision.append(right / max((joined & here).sum(), 1))
        figures = [percent(float(np.mean(values))) for values in (recall, precision)]
        worst = [percent(float(min(values))) for values in (recall, precision)]
        rows.append([str(point), str(len(recall)), *figures, *worst])
    heads = ["confidence", "sources", "recall", "precision", "worst recall", "worst precision"]
    return heads, rows
