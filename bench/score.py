"""``score``: how many soft wraps are joined, and how many of the joins are right."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bench import corpus
from bench.kindscore import kind_table
from bench.pool import add_corpus
from bench.scoring import Scores, score
from bench.signature import one_line, signature
from bench.table import percent, table
from bench.tally import FIELDS, Shares, Tally, shares
from rejoin import Rules
from rejoin.rules import load_rules

#: Rules that are scored by default.
RULES = "first,cjk,gap,default"
#: What results may be broken down by.
GROUPS = ("source", "language", "layout", "producer", "condition", "unit")
#: Groups with fewer labelled breaks than this are not shown.
SMALL = 30


def add_parser(subparsers: Any) -> None:
    """Add the command."""
    parser = subparsers.add_parser("score", help="recall and precision on labelled documents")
    add_corpus(parser)
    parser.add_argument("--rules", default=RULES, help=f"presets or TOML files (default {RULES})")
    parser.add_argument("--by", default="", help=f"break down by {', '.join(GROUPS)}")
    parser.add_argument("--json", metavar="FILE", help="write all figures to a file")
    parser.add_argument("--picture", metavar="FILE", help="draw the figures (.png or .svg)")


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    groups = [group for group in args.by.split(",") if group]
    if unknown := set(groups) - set(GROUPS):
        raise corpus.CorpusError(f"--by knows {', '.join(GROUPS)}, not {', '.join(unknown)}")
    rules = named(args.rules)
    items = corpus.find(args.corpus)
    corpus.verify(items)
    scores = score(items, rules, args.jobs)
    sign = signature(items, rules)
    print(report(scores, one_line(sign)))
    for group in groups:
        print("\n" + breakdown(scores, group))
        if group == "unit":
            print("\n" + kind_table(items, args.jobs))
    if args.json:
        text = json.dumps(to_dict(scores, sign, groups), indent=1)
        Path(args.json).write_text(text + "\n", encoding="utf-8")
    if args.picture:
        from bench.picture import draw_scores

        draw_scores(scores, Path(args.picture))
    return 0


def named(text: str) -> list[Rules]:
    """Rules by their names, parted by commas."""
    return [load_rules(name.strip()) for name in text.split(",")]


def report(scores: Scores, sign: str) -> str:
    """Pooled and mean figures of all rules."""
    totals = {name: scores.total(name) for name in scores.documents}
    summaries = {name: scores.summary(name) for name in scores.documents}
    one = next(iter(totals.values()))
    documents, sources, averaged = map(int, next(iter(summaries.values()))["count"].values())
    parts = [
        f"{documents} documents, {sources} sources, {one['wraps']:,} wraps, {one['keeps']:,} keeps"
        f"\n{sign}",
        table(_COUNTED, [(name, *_counts(t)) for name, t in totals.items()]),
    ]
    for kind, title in (("pooled", "pooled"), ("mean", f"mean of {averaged} sources")):
        rows = [_row(name, summary, kind) for name, summary in summaries.items()]
        parts.append(table((title, *_SHOWN.values()), rows))
    return "\n\n".join(parts)


_COUNTED = ("rules", "correct", "missed", "wrong", "edges right", "edges wrong")


_SHOWN = {"recall": "recall %", "precision": "precision %", "f": "F0.5 %", "join": "join kind %",
          "hyphen": "hyphen %", "order": "order errors %"}  # fmt: skip


def _counts(t: dict[str, int]) -> tuple[int | str, ...]:
    right = f"{t['edge_correct']:,} of {t['edge_wraps']:,}"
    wrong = f"{t['edge_wrong']:,} of {t['edge_keeps']:,}"
    return t["correct"], t["wraps"] - t["correct"], t["wrong"], right, wrong


def _row(name: str, summary: dict[str, Shares], kind: str) -> list[str]:
    value, low, high = (summary[kind + end] for end in ("", "_low", "_high"))
    cells = [percent(value[k], low[k], high[k]) for k in ("recall", "precision", "f")]
    return [name, *cells, *(percent(value[k]) for k in ("join", "hyphen", "order"))]


def breakdown(scores: Scores, group: str) -> str:
    """Figures of each group, for all rules; small groups are left out."""
    if group == "condition":
        conditions = {name: scores.conditions(name) for name in scores.documents}
        head = ("rules", "condition", "missed", "by it alone", "kept", "by it alone")
        found = [(n, k, *c.tolist()) for n, by in conditions.items() for k, c in by.items()]
        return table(head, found, names=2)
    rows = [
        (name, key, *_group(counts))
        for name in scores.documents
        for key, counts in scores.by(group, name).items()
        if counts[:2].sum() >= SMALL
    ]
    return table(("rules", group, *_GROUPED), rows, names=2)


_GROUPED = ("wraps", "keeps", "missed", "wrong", "recall %", "precision %", "F0.5 %")


def _group(counts: Tally) -> tuple[int | str, ...]:
    c, s = dict(zip(FIELDS, counts.tolist(), strict=True)), shares(counts)
    figures = (percent(float(s[name])) for name in ("recall", "precision", "f"))
    return c["wraps"], c["keeps"], c["wraps"] - c["correct"], c["wrong"], *figures


def to_dict(scores: Scores, sign: dict[str, str], groups: Sequence[str]) -> dict[str, Any]:
    """All figures as plain JSON values."""
    out: dict[str, Any] = {"signature": sign, "rules": {}}
    for name in scores.documents:
        entry: dict[str, Any] = {"counts": scores.total(name), **_clean(scores.summary(name))}
        for group in groups:
            if group == "condition":
                entry[group] = {k: c.tolist() for k, c in scores.conditions(name).items()}
            else:
                entry[group] = {
                    k: dict(zip(FIELDS, c.tolist(), strict=True))
                    for k, c in scores.by(group, name).items()
                }
        entry["documents"] = {
            item.name: dict(zip(FIELDS, document.all.tolist(), strict=True))
            for item, document in zip(scores.items, scores.documents[name], strict=True)
        }
        out["rules"][name] = entry
    return out


def _clean(summary: dict[str, Shares]) -> dict[str, dict[str, float | None]]:
    """NaN as none, rounded."""
    return {
        kind: {k: None if v != v else round(v, 6) for k, v in values.items()}
        for kind, values in summary.items()
    }
