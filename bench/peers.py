"""``peers``: other tools on the same documents, scored by the same labels."""

from __future__ import annotations

import argparse
import json
import pkgutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tqdm import tqdm

from bench import corpus, peer_tools
from bench.corpus import CorpusError, Item
from bench.ends import logical
from bench.match import Outcome, counts
from bench.peer import Peer, PeerError
from bench.signature import one_line, signature
from bench.table import Cell, percent, table
from bench.tally import FIELDS, Shares, Tally, summarize, tally, total
from bench.textscore import match_text

#: Modules of `peer_tools` that are no tools.
NO_TOOLS = ("plain", "__main__")
#: Seconds for a file by default.
TIMEOUT = 120.0


@dataclass
class PeerScore:
    """What one tool reached.

    Attributes
    ----------
    name, version
        The tool.
    tallies
        One for every document; nothing joined where the tool failed.
    failed
        Documents that the tool failed on or was too slow for, and why.
    seconds, pages
        Sums over the documents that it read.
    """

    name: str
    version: str
    tallies: list[Tally] = field(default_factory=list)
    failed: dict[str, str] = field(default_factory=dict)
    seconds: float = 0.0
    pages: int = 0


def tools() -> list[str]:
    """Names of all adapters; rejoin's come first."""
    names = [m.name for m in pkgutil.iter_modules(peer_tools.__path__) if m.name not in NO_TOOLS]
    return sorted(names, key=lambda name: (not name.startswith("rejoin"), name))


def score_peer(peer: Peer, items: Sequence[Item]) -> PeerScore:
    """Run a tool on documents and score the text that it makes."""
    result = PeerScore(peer.name, peer.version)
    with suppress(PeerError):
        # a tool is loaded with its first file: that is not counted
        peer.read(items[0].pdf)
    for item in tqdm(items, desc=peer.name, unit="file", disable=not sys.stderr.isatty()):
        rows = item.rows()
        try:
            read = peer.read(item.pdf)
        except PeerError as error:
            result.failed[item.name] = str(error)
            lost = (row for row in rows if counts(row) and row.page_below is None)
            result.tallies.append(tally(Outcome(row, None, None) for row in lost))
            continue
        result.tallies.append(tally(match_text(rows, read.text, logical(rows, item.pdf))))
        result.seconds += read.seconds
        result.pages += item.head.pages
    return result


def add_parser(subparsers: Any) -> None:
    """Add the command."""
    parser = subparsers.add_parser("peers", help="other tools on the same documents")
    parser.add_argument("corpus", nargs="+", metavar="CORPUS", help="folder of labelled PDFs")
    parser.add_argument("--only", metavar="NAMES", help=f"some of {', '.join(tools())}")
    python = "interpreter to look for tools in that this one lacks (may be given again)"
    parser.add_argument("--python", action="append", default=[], metavar="PATH", help=python)
    timeout = f"seconds for a file (default {TIMEOUT:g})"
    parser.add_argument("--timeout", type=float, default=TIMEOUT, metavar="S", help=timeout)
    most = "leave out longer documents (some tools take a second a page)"
    parser.add_argument("--max-pages", type=int, metavar="N", help=most)
    parser.add_argument("--json", metavar="FILE", help="write all figures to a file")


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    names = args.only.split(",") if args.only else tools()
    if unknown := set(names) - set(tools()):
        raise CorpusError(f"there is no adapter for {', '.join(unknown)}")
    most = args.max_pages or sys.maxsize
    items = [item for item in corpus.find(args.corpus) if item.head.pages <= most]
    if not items:
        raise CorpusError(f"no document has {most} pages or fewer")
    corpus.verify(items)
    results = list(scored(names, items, [sys.executable, *args.python], args.timeout))
    sources = [item.head.source for item in items]
    sign = signature(items, [])
    summaries = {r.name: summarize(r.tallies, sources) for r in results}
    print("\n" + report(results, summaries, one_line(sign)))
    if args.json:
        data = {"signature": sign, "tools": [to_dict(r, summaries[r.name]) for r in results]}
        Path(args.json).write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    return 0


def scored(
    names: Sequence[str], items: Sequence[Item], pythons: Sequence[str], timeout: float
) -> Iterator[PeerScore]:
    """Score tools one after the other; one that is not there drops only itself."""
    for name in names:
        try:
            with closing(Peer(name, pythons, timeout)) as peer:
                yield (result := score_peer(peer, items))
        except PeerError as error:
            print(error)
            continue
        for document, reason in result.failed.items():
            print(f"{name} failed on {document}: {reason[:200]}")


def report(results: Sequence[PeerScore], summaries: dict[str, dict[str, Shares]], sign: str) -> str:
    """Table of the tools, and what they were measured with."""
    rows: list[tuple[Cell, ...]] = []
    for r in results:
        pooled, mean = (summaries[r.name][kind] for kind in ("pooled", "mean"))
        speed = f"{r.seconds / r.pages:.4f}" if r.pages else "-"
        cells = (percent(each[k]) for each in (pooled, mean) for k in ("recall", "precision", "f"))
        rows.append(
            (f"{r.name} {r.version}", *cells, percent(pooled["join"]), speed, len(r.failed))
        )
    head = ("tool", "recall %", "precision %", "F0.5 %", "mean recall %", "mean precision %",
            "mean F0.5 %", "join kind %", "s/page", "failed")  # fmt: skip
    return f"{sign}\n\n{table(head, rows)}"


def to_dict(result: PeerScore, summary: dict[str, Shares]) -> dict[str, Any]:
    """A tool's figures as plain JSON values."""
    counted = dict(zip(FIELDS, total(result.tallies).tolist(), strict=True))
    shares = {k: {n: None if v != v else round(v, 6) for n, v in s.items()}
              for k, s in summary.items()}  # fmt: skip
    return {"name": result.name, "version": result.version, "counts": counted, **shares,
            "seconds": result.seconds, "pages": result.pages, "failed": result.failed}  # fmt: skip
