"""``rejoin text`` with an output for many files."""

from __future__ import annotations

import argparse
import sys
from contextlib import closing

from rejoin.cli.arguments import chosen_limits, chosen_options
from rejoin.cli.console import Console
from rejoin.cli.text import Task, report
from rejoin.finding import STDIN_LIST, find
from rejoin.many import write_many
from rejoin.results import Result
from rejoin.sinks.base import WriteError
from rejoin.sinks.failures import Failures


def run_many(args: argparse.Namespace, kind: str, task: Task) -> int:
    """Run the command; return its exit code."""
    options = chosen_options(
        args, limits=chosen_limits(args), ocr=args.ocr, ocr_languages=args.ocr_lang
    )
    bar = not args.quiet and sys.stderr.isatty()
    # the files are counted only for the bar: in large folders that takes a while
    count = sum(1 for _ in find(args.files)) if bar and STDIN_LIST not in args.files else None
    console, unlogged = Console(count, progress=bar, verbose=args.verbose), Failures(None)

    def told(result: Result) -> None:
        report(result, console, unlogged)

    with closing(console):
        try:
            summary = write_many(
                args.files,
                args.output,
                form=args.format,
                failures=args.failures,
                options=options,
                told=told,
                jobs=args.jobs,
                timeout=args.timeout,
                memory_limit=args.memory_limit,
                task=task,
            )
        except WriteError as error:
            console.report(error)
            return 1
    if not args.quiet:
        console.say(str(summary))
    return 0 if summary.whole else 1
