"""``sweep``: recall and precision while one threshold moves over its range."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bench import corpus
from bench.corpus import CorpusError, Item
from bench.match import Outcome, match
from bench.output import read_output
from bench.picture import draw_sweep
from bench.pool import add_corpus, over_documents
from bench.scoring import fair, score_document
from bench.table import Cell, percent, table
from bench.tally import FIELDS, enough, means, shares, tally
from rejoin import Breaks, Rules
from rejoin.decision import failed_conditions
from rejoin.rules import load_rules

#: Steps of a sweep, and its range as a multiple of the threshold's present value.
STEPS, LOW, HIGH = 15, 0.5, 1.5
#: Last value of a confidence: nothing is surer than 1, and joins would be none.
HIGHEST = 0.99
#: Thresholds that shape the lines or the measurements: each value needs its own reading.
SLOW = ("merge_", "turn_", "column_")

Counts = NDArray[np.int64]


@dataclass(frozen=True)
class Measured:
    """The breaks of a document with their labels, measured once.

    Attributes
    ----------
    breaks, confidence
        All breaks, and how sure rejoin is that each is a soft wrap.
    row
        Row of `breaks` of every label that has one.
    wrap
        Whether that label is a wrap.
    rest
        Tally of the labels without a row of their own: the same for every value.
    """

    breaks: Breaks
    confidence: NDArray[np.float64]
    row: NDArray[np.int64]
    wrap: NDArray[np.bool_]
    rest: Counts

    def counts(self, rules: Rules) -> Counts:
        """Tally under other thresholds; only wraps, keeps, correct and wrong are counted."""
        if rules.learnt:
            joined = self.confidence[self.row] >= rules.confidence
        else:
            joined = failed_conditions(self.breaks, rules)[self.row] == 0
        out = self.rest.copy()
        for name, which in (
            ("wraps", self.wrap),
            ("keeps", ~self.wrap),
            ("correct", joined & self.wrap),
            ("wrong", joined & ~self.wrap),
        ):
            out[FIELDS.index(name)] += int(which.sum())
        return out


def measured(item: Item, rules: Rules) -> Measured:
    """Read and measure a document once."""
    output = read_output(item.pdf, fair(rules, item))
    rows: dict[tuple[int | None, int | None], int] = {}
    rows.update((pair, i) for i, pair in enumerate(output.verdicts))
    found: list[tuple[int, bool]] = []
    rest: list[Outcome] = []
    for outcome in match(item.rows(), output):
        row = None if outcome.row.page_below else rows.get((outcome.above, outcome.below))
        if row is None:
            rest.append(outcome)
        else:
            found.append((row, outcome.row.label == "wrap"))
    columns = {f.name: [getattr(b, f.name) for b in output.measured] for f in fields(Breaks)}
    breaks = Breaks(**{name: np.concatenate(parts) for name, parts in columns.items()})
    confidence = np.array([verdict.confidence for verdict in output.verdicts.values()])
    row_of, wrap = np.array(found, np.int64).reshape(-1, 2).T
    return Measured(breaks, confidence, row_of, wrap != 0, tally(rest))


def swept(item: Item, rules: Rules, name: str, values: Sequence[float]) -> Counts:
    """Tallies of a document for every value of a threshold, shape (values, fields)."""
    variants = [rules.replace(**{name: value}) for value in values]
    if name.startswith(SLOW):
        return np.stack([document.all for document in score_document(item, variants)])
    one = measured(item, rules)
    return np.stack([one.counts(variant) for variant in variants])


def add_parser(subparsers: Any) -> None:
    """Add the command."""
    parser = subparsers.add_parser("sweep", help="move one threshold over its range")
    parser.add_argument("name", metavar="NAME", help="a threshold of `rejoin rules`")
    add_corpus(parser)
    ends = f"first and last value (default: {LOW:g} and {HIGH:g} times the present one)"
    parser.add_argument("--from", type=float, dest="low", metavar="VALUE", help=ends)
    parser.add_argument("--to", type=float, dest="high", metavar="VALUE")
    steps = f"number of values (default {STEPS})"
    parser.add_argument("--steps", type=int, default=STEPS, metavar="N", help=steps)
    rules = "a preset or a TOML file (default gap; for confidence the default rules)"
    parser.add_argument("--rules", help=rules)
    parser.add_argument("--picture", metavar="FILE", help="draw the curves (.png or .svg)")


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    rules = load_rules(args.rules or ("default" if args.name == "confidence" else "gap"))
    names = [name for name, *_ in Rules.thresholds()]
    if args.name not in names:
        raise CorpusError(f"there is no threshold {args.name!r}; there are {', '.join(names)}")
    if rules.learnt and args.name != "confidence" and not args.name.startswith(SLOW):
        raise CorpusError(f"the rules {rules.name} do not decide by {args.name}; sweep with gap")
    if not rules.learnt and args.name == "confidence":
        raise CorpusError(f"the rules {rules.name} do not decide by confidence; sweep with default")
    now = float(getattr(rules, args.name))
    low, high = sorted((LOW * now, HIGH * now))
    low = low if args.low is None else args.low
    high = high if args.high is None else args.high
    if args.name == "confidence" and args.high is None:
        high = HIGHEST
    values = np.linspace(low, high, args.steps).round(4).tolist()
    items = corpus.find(args.corpus)
    work = partial(swept, rules=rules, name=args.name, values=values)
    counts = np.stack(over_documents(work, items, args.jobs), axis=1)
    source = enough(counts[0], [item.head.source for item in items])
    pooled, mean = shares(counts.sum(1)), means(counts[:, source >= 0], source[source >= 0])
    print(f"{args.name} of the rules {rules.name}, now {now:g}\n")
    print(report(values, counts.sum(1), {"": pooled, "mean ": mean}))
    if args.picture:
        by = {"pooled": pooled, "mean": mean}
        curves = {
            f"{kind} {label.removesuffix(' %')}": each[k].tolist()
            for kind, each in by.items()
            for k, label in _SHARES.items()
        }
        draw_sweep(args.name, values, curves, now, Path(args.picture))
    return 0


def report(values: Sequence[float], counts: Counts, by: dict[str, dict[str, Any]]) -> str:
    """One row for every value: correct, missed and wrong, and the shares."""
    place = {name: i for i, name in enumerate(FIELDS)}
    rows: list[tuple[Cell, ...]] = []
    for i, value in enumerate(values):
        correct, wraps, wrong = (int(counts[i, place[n]]) for n in ("correct", "wraps", "wrong"))
        figures = (percent(float(each[k][i])) for each in by.values() for k in _SHARES)
        rows.append((value, correct, wraps - correct, wrong, *figures))
    head = [f"{kind}{label}" for kind in by for label in _SHARES.values()]
    return table(("value", "correct", "missed", "wrong", *head), rows)


_SHARES = {"recall": "recall %", "precision": "precision %", "f": "F0.5 %"}
