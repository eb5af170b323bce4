"""``build``: typesets the texts of the corpus and labels the PDFs."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from fnmatch import fnmatchcase
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tqdm import tqdm

from bench import cut, labels
from bench.census import tables
from bench.corpus import CorpusError
from bench.make import STATES, Made, make, paths
from bench.pool import JOBS
from bench.producers import PRODUCERS
from bench.producers.source import Planned, load, load_plan
from bench.slim import same_text

CORPUS = Path(__file__).parents[1] / "labelled_corpus"
#: Documents that ``--check`` makes again, if no more are named.
CHECKED = 8


def add_parser(subparsers: Any) -> None:
    """Add the command."""
    parser = subparsers.add_parser("build", help="typeset and label the corpus")
    parser.add_argument("--only", nargs="+", metavar="PATTERN", help="documents by their names")
    names = f"producers by their names ({', '.join(PRODUCERS)})"
    parser.add_argument("--producers", nargs="+", choices=PRODUCERS, metavar="NAME", help=names)
    jobs = f"processes (default {JOBS})"
    parser.add_argument("-j", "--jobs", type=int, default=JOBS, metavar="N", help=jobs)
    check = f"make documents ({CHECKED} if none are named) again elsewhere, compare, change nothing"
    parser.add_argument("--check", action="store_true", help=check)
    parser.add_argument("--force", action="store_true", help="make what is up to date, too")
    table = "print how many documents and labels there are, make nothing"
    parser.add_argument("--counts", action="store_true", help=table)
    folder = "folder of the corpus (default labelled_corpus)"
    parser.add_argument("--corpus", type=Path, default=CORPUS, metavar="FOLDER", help=folder)


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    if args.counts:
        print(tables(args.corpus))
        return 0
    plan = chosen(load_plan(args.corpus / "plan.jsonl"), args.only, args.producers)
    if not plan:
        raise CorpusError("no row of the plan is meant")
    if args.check:
        named = args.only or args.producers
        some = plan if named else plan[:: max(len(plan) // CHECKED, 1)]
        work = partial(differs, corpus=args.corpus)
        return report_check([line for _, line in each(work, some, args.jobs)])
    work_make = partial(make, texts=args.corpus / "texts", corpus=args.corpus, force=args.force)
    return report([made for _, made in each(work_make, plan, args.jobs)])


def chosen(
    plan: Sequence[Planned], only: Sequence[str] | None, producers: Sequence[str] | None
) -> list[Planned]:
    """Rows of the plan whose name fits a pattern and whose producer is named."""
    return [
        row
        for row in plan
        if (not only or any(fnmatchcase(row.name, pattern) for pattern in only))
        and (not producers or row.producer in producers)
    ]


def each(
    work: Callable[[Planned], Any], plan: Sequence[Planned], jobs: int
) -> Iterator[tuple[Planned, Any]]:
    """Yield rows with what `work` gave for them, as they come."""
    hide = not sys.stderr.isatty()
    if jobs <= 1 or len(plan) == 1:
        yield from ((row, work(row)) for row in tqdm(plan, disable=hide, unit="file"))
        return
    with ProcessPoolExecutor(jobs) as pool:
        futures = {pool.submit(work, row): row for row in plan}
        for future in tqdm(as_completed(futures), total=len(plan), disable=hide, unit="file"):
            yield futures[future], future.result()


def report(done: Sequence[Made]) -> int:
    """Print what was made and what was not; return the exit code."""
    for line in sorted({f"{m.producer}: {m.message}" for m in done if m.state == "missing"}):
        print(line, file=sys.stderr)
    for made in done:
        if made.state == "failed":
            print(f"{made.name}: {made.message}", file=sys.stderr)
    states = [made.state for made in done]
    counts = {state: states.count(state) for state in STATES}
    print(", ".join(f"{count} {state}" for state, count in counts.items() if count))
    return int("failed" in states)


def differs(planned: Planned, corpus: Path) -> str:
    """Make a document elsewhere and say how it differs from the one that is there."""
    pdf, out = paths(corpus, planned, load(corpus / "texts" / f"{planned.text}.txt"))
    with TemporaryDirectory() as name:
        made = make(planned, corpus / "texts", Path(name), force=True)
        if made.head is None:
            return f"{planned.name}: {made.state}: {made.message}"
        again = Path(name) / pdf.parent.name
        if not pdf.exists():
            return f"{planned.name}: not in the corpus"
        if not same_text(cut.read(pdf), cut.read(again / pdf.name)):
            return f"{planned.name}: the text differs"
        if labels.read(out)[1] != labels.read(again / out.name)[1]:
            return f"{planned.name}: the labels differ"
    return f"{planned.name}: the same"


def report_check(lines: Sequence[str]) -> int:
    """Print how documents compare; return the exit code (a producer that lacks is no error)."""
    print("\n".join(sorted(lines)))
    return int(any(not line.endswith(": the same") and ": missing: " not in line for line in lines))
