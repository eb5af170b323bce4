"""``cases``: small PDFs with the right text beside them, compared line by line."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from tqdm import tqdm

from bench.case import Case, Verdict, find_cases, judge
from bench.pool import JOBS
from rejoin import WorkerError
from rejoin.workers import Pool

#: Seconds for one case, if nothing else is said.
TIMEOUT = 60.0


def add_parser(subparsers: Any) -> None:
    """Add the command."""
    parser = subparsers.add_parser("cases", help="small PDFs with the right text beside them")
    parser.add_argument("folder", nargs="+", type=Path, metavar="FOLDER")
    parser.add_argument("--only", default="", metavar="TEXT", help="cases whose name begins so")
    parser.add_argument("--timeout", type=float, default=TIMEOUT, metavar="S",
                        help=f"seconds for one case (default {TIMEOUT:g})")  # fmt: skip
    parser.add_argument("--least", type=float, default=100.0, metavar="PERCENT",
                        help="right cases that are enough for exit code 0 (100)")  # fmt: skip
    parser.add_argument("-j", "--jobs", type=int, default=JOBS, metavar="N")


def run(args: argparse.Namespace) -> int:
    """Run the command; 1 if too few cases are right."""
    cases = [case for folder in args.folder for case in find_cases(folder)]
    cases = [case for case in cases if case.name.startswith(args.only)]
    verdicts = list(judge_all(cases, args.jobs, args.timeout))
    print(report(cases, verdicts))
    return 0 if share(verdicts) >= args.least / 100 else 1


def judge_all(cases: Sequence[Case], jobs: int, timeout: float) -> Iterator[Verdict]:
    """Judge cases in worker processes: one that crashes or hangs costs its own verdict only."""
    pool = Pool(judge, jobs, timeout)

    def ask(case: Case) -> Verdict:
        try:
            verdict: Verdict = pool.ask(case)
        except WorkerError as error:
            return Verdict("wrong", error.reason)
        return verdict

    try:
        with ThreadPoolExecutor(jobs) as threads:
            hide = not sys.stderr.isatty()
            yield from tqdm(threads.map(ask, cases), total=len(cases), disable=hide, unit="case")
    finally:
        pool.close()


def share(verdicts: Sequence[Verdict]) -> float:
    """Share of right cases among those that were judged; 1 if none was."""
    judged = [verdict.state == "right" for verdict in verdicts if verdict.state != "open"]
    return sum(judged) / len(judged) if judged else 1.0


def report(cases: Sequence[Case], verdicts: Sequence[Verdict]) -> str:
    """The cases that are not right, each with its reason, and the shares."""
    pairs = list(zip(cases, verdicts, strict=True))
    lines = [f"{case.name}: {v.reason}" for case, v in pairs if v.state == "wrong"]
    lines += [f"{case.name}: not judged: {v.reason}" for case, v in pairs if v.state == "open"]
    groups = {
        "recoverable": [v for case, v in pairs if case.recoverable],
        "robustness": [v for case, v in pairs if "expect" in case.keys],
        "all": list(verdicts),
    }
    for name, some in groups.items():
        right = sum(v.state == "right" for v in some)
        left = sum(v.state == "open" for v in some)
        tail = f", {left} not judged" if left else ""
        lines.append(
            f"{name}: {right} of {len(some) - left} right ({100 * share(some):.1f} %){tail}"
        )
    return "\n".join(lines)
