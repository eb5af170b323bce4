"""``report``: the benchmark as a small site, each error linked to its break on its page."""

from __future__ import annotations

import argparse
import html
from collections import Counter
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from bench import corpus, curve, dataset
from bench.corpus import CorpusError, Item
from bench.errors import Mistake, mistakes
from bench.picture import draw_curve, draw_scores
from bench.pool import add_corpus, over_documents
from bench.score import named, report
from bench.scoring import Scores, score
from bench.signature import one_line, signature
from rejoin import Rules, read
from rejoin.labelfile import labels_of, read_rows
from rejoin.view import view

#: Documents with the most errors get a page of their own.
MOST = 30
_STYLE = (
    "body{font:1rem/1.5 system-ui,sans-serif;margin:2rem auto;max-width:70rem;padding:0 1rem}"
    "pre{overflow:auto}img{max-width:100%}table{border-collapse:collapse}"
    "td,th{padding:.2rem .6rem;border-bottom:1px solid #999;text-align:left;vertical-align:top}"
    ":root{color-scheme:light dark}"
)


def add_parser(subparsers: Any) -> None:
    """Add the command."""
    parser = subparsers.add_parser("report", help="the benchmark as a small site (extra: bench)")
    add_corpus(parser)
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="DIR")
    parser.add_argument("--rules", default="gap,default", help="presets or TOML files")
    most = f"documents with the most errors that get a page (default {MOST})"
    parser.add_argument("--most", type=int, default=MOST, metavar="N", help=most)


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    if args.output.exists() and not args.output.is_dir():
        raise CorpusError(f"{args.output} is a file; name a folder")
    items, rules = corpus.find(args.corpus), named(args.rules)
    args.output.mkdir(parents=True, exist_ok=True)
    scores = score(items, rules, args.jobs)
    pictures(scores, items, args.output, args.jobs)
    found = over_documents(partial(mistakes, rules=rules[-1]), items, args.jobs)
    worst = sorted(zip(items, found, strict=True), key=lambda pair: -len(pair[1]))[: args.most]
    shown = [(item, some) for item, some in worst if some]
    (args.output / "pages").mkdir(exist_ok=True)
    paged = partial(_page, rules=rules[-1], folder=args.output / "pages")
    names = over_documents(paged, [item for item, _ in shown], args.jobs)
    sign = one_line(signature(items, rules))
    total = Counter(m.missed for some in found for m in some)
    site = index(
        report(scores, sign), total, [(n, s) for n, (_, s) in zip(names, shown, strict=True)]
    )
    (args.output / "index.html").write_text(site, encoding="utf-8")
    print(args.output / "index.html")
    return 0


def pictures(scores: Scores, items: Sequence[Item], folder: Path, jobs: int) -> None:
    """Draw recall against precision, and reliability."""
    draw_scores(scores, folder / "scores.svg")
    breaks = curve.judged(dataset.build(items, (), jobs))
    points = [breaks.at(p) for p in np.linspace(0.02, 0.995, 80)] if len(breaks.y) else []
    draw_curve(breaks.groups(), points, folder / "reliability.svg")


def _page(item: Item, rules: Rules, folder: Path) -> str:
    """Write the page for looking at a document; return its name."""
    name = f"{item.name.replace('/', '_')}.html"
    with read(item.pdf, rules=rules) as document:
        known = labels_of(read_rows(item.labels))
        (folder / name).write_text(view(document, known), encoding="utf-8")
    return name


def index(table: str, total: Counter[bool], shown: Sequence[tuple[str, Sequence[Mistake]]]) -> str:
    """Front page: the table, the pictures, the errors."""
    parts = [
        "<!doctype html><html lang='en'><meta charset='utf-8'><title>rejoin: benchmark</title>",
        f"<style>{_STYLE}</style><h1>Benchmark</h1><pre>{html.escape(table)}</pre>",
        "<p><img src='scores.svg' alt='recall against precision, a dot a source'></p>",
        "<p><img src='reliability.svg' alt='share of soft wraps against confidence; "
        "precision against recall at every confidence'></p>",
        f"<h2>Errors</h2><p>{total[True]:,} wraps kept, {total[False]:,} breaks joined. "
        "Those of the documents with the most:</p>",
    ]
    for name, some in shown:
        parts.append(f"<h3>{html.escape(some[0].file)}</h3><table><tr><th>where<th>what<th>lines")
        parts += [_row(name, mistake) for mistake in some]
        parts.append("</table>")
    return "\n".join(parts) + "</html>\n"


def _row(name: str, m: Mistake) -> str:
    what = "kept, a wrap" if m.missed else "joined, to be kept"
    sure = "" if m.confidence is None else f" ({m.confidence:.2f})"
    lines = f"{html.escape(m.above[-1][-60:])}<br>{html.escape(m.below[0][:60])}"
    link = f"pages/{html.escape(name)}#p{m.page}c{m.char}"
    return f"<tr><td><a href='{link}'>page {m.page}</a><td>{what}{sure}<td>{lines}"
