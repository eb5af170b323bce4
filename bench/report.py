"""``report``: the benchmark as a small site, each error linked to its break on its page."""

from __future__ import annotations

import argparse
import html
from collections import Counter
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import quote

import numpy as np

from bench import corpus, curve, dataset
from bench.corpus import CorpusError, Item
from bench.errors import Mistake, mistakes
from bench.picture import draw_curve, draw_scores
from bench.pool import add_corpus, over_documents
from bench.score import named, report
from bench.scoring import score
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

_HEAD = "<tr><th scope='col'>where<th scope='col'>what<th scope='col'>lines"


def add_parser(subparsers: Any) -> None:
    """Add the command."""
    parser = subparsers.add_parser("report", help="the benchmark as a small site (extra: bench)")
    add_corpus(parser)
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="DIR")
    parser.add_argument("--rules", default="gap,default", help="presets or TOML files")
    parser.add_argument(
        "--left-out", type=Path, metavar="FILE",
        help="left-out confidences of `train --left-out`, for an honest reliability curve",
    )  # fmt: skip
    most = f"documents with the most errors that get a page (default {MOST})"
    parser.add_argument("--most", type=int, default=MOST, metavar="N", help=most)


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    if args.output.exists() and not args.output.is_dir():
        raise CorpusError(f"{args.output} is a file; name a folder")
    items, rules = corpus.find(args.corpus), named(args.rules)
    args.output.mkdir(parents=True, exist_ok=True)
    scores = score(items, rules, args.jobs)
    draw_scores(scores, args.output / "scores.svg")
    breaks = judged(items, args.left_out, args.jobs)
    draw_reliability(breaks, args.output / "reliability.svg")
    found = over_documents(partial(mistakes, rules=rules[-1]), items, args.jobs)
    worst = sorted(zip(items, found, strict=True), key=lambda pair: -len(pair[1]))[: args.most]
    shown = [(item, some) for item, some in worst if some]
    (args.output / "pages").mkdir(exist_ok=True)
    paged = partial(_page, rules=rules[-1], folder=args.output / "pages")
    names = over_documents(paged, [item for item, _ in shown], args.jobs)
    sign = one_line(signature(items, rules))
    total = Counter(m.missed for some in found for m in some)
    site = index(
        report(scores, sign), reliability(breaks), total,
        [(n, s) for n, (_, s) in zip(names, shown, strict=True)],
    )  # fmt: skip
    (args.output / "index.html").write_text(site, encoding="utf-8")
    print(args.output / "index.html")
    return 0


def judged(items: Sequence[Item], left_out: Path | None, jobs: int) -> curve.Judged:
    """Confidences of the labelled breaks: those that the training kept, or the shipped net's."""
    return curve.load(left_out) if left_out else curve.judged(dataset.build(items, (), jobs))


def draw_reliability(breaks: curve.Judged, path: Path) -> None:
    """Draw the share of soft wraps against the confidence, and every operating point."""
    points = [breaks.at(p) for p in np.linspace(0.02, 0.995, 80)] if len(breaks.y) else []
    draw_curve(breaks.groups(), points, path)


def reliability(breaks: curve.Judged) -> str:
    """The reliability curve in words and figures, for who cannot see the picture."""
    parts = [
        "<h2 id='reliability'>Reliability</h2>",
        "<p>Of the breaks that are given a confidence of 0.9, nine in ten should be soft wraps. "
        f"Here confidence and share differ by {100 * breaks.off:.1f} points on average "
        "(<a href='reliability.svg'>picture</a>).</p>",
        "<p><img src='reliability.svg' alt='share of soft wraps against confidence; "
        "precision against recall at every confidence'></p>",
        "<table><caption>Share of soft wraps by confidence</caption><tr><th scope='col'>"
        "confidence from<th scope='col'>mean<th scope='col'>breaks<th scope='col'>soft wraps</tr>",
    ]
    for low, mean, count, share in breaks.groups():
        parts.append(f"<tr><td>{low:g}<td>{mean:.3f}<td>{count:,}<td>{100 * share:.1f} %</tr>")
    return "\n".join([*parts, "</table>"])


def _page(item: Item, rules: Rules, folder: Path) -> str:
    """Write the page for looking at a document; return its name."""
    name = f"{item.name.replace('/', '_')}.html"
    with read(item.pdf, rules=rules) as document:
        known = labels_of(read_rows(item.labels))
        (folder / name).write_text(view(document, known), encoding="utf-8")
    return name


def index(
    table: str, reliable: str, total: Counter[bool], shown: Sequence[tuple[str, Sequence[Mistake]]]
) -> str:
    """Front page: the table, the pictures, the errors."""
    parts = [
        "<!doctype html><html lang='en'><meta charset='utf-8'>"
        "<meta name='viewport' content='width=device-width, initial-scale=1'>"
        "<link rel='icon' href='data:,'><title>rejoin: benchmark</title>",
        f"<style>{_STYLE}</style><main><h1>Benchmark</h1>"
        f"<pre tabindex='0' role='region' aria-label='results'>{html.escape(table)}</pre>",
        "<p><img src='scores.svg' alt='recall against precision, a dot a source'></p>",
        reliable,
        f"<h2>Errors</h2><p>{total[True]:,} wraps kept, {total[False]:,} breaks joined. "
        "Those of the documents with the most:</p>",
    ]
    for name, some in shown:
        parts.append(f"<h3>{html.escape(some[0].file)}</h3><table>{_HEAD}")
        parts += [_row(name, mistake) for mistake in some]
        parts.append("</table>")
    return "\n".join(parts) + "</main></html>\n"


def _row(name: str, m: Mistake) -> str:
    what = "kept, a wrap" if m.missed else "joined, to be kept"
    sure = "" if m.confidence is None else f" ({m.confidence:.2f})"
    lines = (
        f"<bdi>{html.escape(m.above[-1][-60:])}</bdi><br><bdi>{html.escape(m.below[0][:60])}</bdi>"
    )
    link = f"pages/{html.escape(quote(name))}#p{m.page}c{m.char}"
    return f"<tr><td><a href='{link}'>page {m.page}</a><td>{what}{sure}<td>{lines}"
