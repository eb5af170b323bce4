"""``rejoin text``: the running text of PDFs."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from typing import BinaryIO, cast

from rejoin.batch import read_many
from rejoin.cli.arguments import chosen_limits, chosen_options
from rejoin.cli.console import Console
from rejoin.cli.output import STDIN, Output, Stdin
from rejoin.errors import OutputError, RejoinError
from rejoin.finding import find
from rejoin.inputs import Source, name_of
from rejoin.onefile import Request, read_one
from rejoin.results import Result
from rejoin.sinks import kind_of
from rejoin.sinks.failures import Failures
from rejoin.sinks.forms import content

#: What parts two files.
_BETWEEN = {"text": "\f", "markdown": "\n", "jsonl": ""}


#: What is done with each file.
Task = Callable[[Source, Request], Result]


def run(args: argparse.Namespace, task: Task = read_one) -> int:
    """Run the command; return its exit code."""
    kind = kind_of(args.output, args.files)
    if kind:
        from rejoin.cli.many import run_many

        return run_many(args, kind, task)
    names = [found.path for found in find(args.files)]
    sources = sources_of(names)
    # a bar beside text on the same terminal would be a mess
    progress = not args.quiet and (bool(args.output) or not os.isatty(1))
    console = Console(len(sources), progress=progress, verbose=args.verbose)
    options = chosen_options(
        args, limits=chosen_limits(args), ocr=args.ocr, ocr_languages=args.ocr_lang
    )
    results = read_many(
        sources,
        jobs=args.jobs,
        timeout=args.timeout,
        memory_limit=args.memory_limit,
        options=options,
        paragraphs=args.format == "jsonl",
        markdown=args.format == "markdown",
        progress=console.page_done,
        task=task,
    )
    with closing(Failures(args.failures, anew=True)) as failures:
        output = Output(args.output, names)
        try:
            with closing(console), closing(results), output:
                return write(results, output, console, args.format, failures)
        except OutputError as error:
            console.report(error)
            return 1


def sources_of(files: Sequence[str]) -> list[Source]:
    """Sources that the arguments name.

    Raises
    ------
    RejoinError
        Standard input is named twice.
    """
    if files.count(STDIN) > 1:
        raise RejoinError("standard input (-) can be read only once")
    return [cast(BinaryIO, Stdin()) if name == STDIN else name for name in files]


def write(
    results: Iterable[Result], output: Output, console: Console, form: str, failures: Failures
) -> int:
    """Write what could be read, report what could not; return the exit code."""
    written, failed = 0, False
    for result in results:
        failed |= not report(result, console, failures)
        if result.error:
            continue
        output.write(_BETWEEN[form] * bool(written) + content(result, form))
        written += 1
    return 1 if failed else 0


def report(result: Result, console: Console, failures: Failures) -> bool:
    """Say and log what is wrong with a result; return whether nothing is missing."""
    console.file_done(failed=bool(result.error))
    name = name_of(result.source)
    for error in [*([result.error] if result.error else ()), *result.page_errors]:
        failures.add(name, error)
    if result.error:
        console.report(result.error, result.trace)
        return False
    console.detail(f"{name}: {result.pages} pages read")
    console.report_pages(result.page_errors)
    for warning in [*(result.quality.warnings if result.quality else ()), *result.truncated]:
        console.say(f"{name}: {warning}")
    return not (result.page_errors or result.truncated)
