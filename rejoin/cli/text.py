"""``rejoin text``: the running text of PDFs."""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Iterable, Sequence
from contextlib import closing
from typing import Any, BinaryIO, cast

from rejoin.batch import read_many
from rejoin.cli.arguments import chosen_limits, chosen_options
from rejoin.cli.console import Console
from rejoin.cli.output import STDIN, Output, Stdin
from rejoin.errors import OutputError, RejoinError
from rejoin.inputs import Source, name_of
from rejoin.results import Result

#: What parts two files.
_BETWEEN = {"text": "\f", "markdown": "\n", "jsonl": ""}


def run(args: argparse.Namespace) -> int:
    """Run the command; return its exit code."""
    sources = sources_of(args.files)
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
        options=options,
        paragraphs=args.format == "jsonl",
        markdown=args.format == "markdown",
        progress=console.page_done,
    )
    output = Output(args.output, args.files)
    try:
        with closing(console), closing(results), output:
            return write(results, output, console, args.format)
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


def write(results: Iterable[Result], output: Output, console: Console, form: str) -> int:
    """Write what could be read, report what could not; return the exit code."""
    written, failed = 0, False
    for result in results:
        console.file_done()
        if result.error:
            console.report(result.error, result.trace)
            failed = True
            continue
        console.detail(f"{name_of(result.source)}: {result.pages} pages read")
        console.report_pages(result.page_errors)
        for warning in [*(result.quality.warnings if result.quality else ()), *result.truncated]:
            console.say(f"{name_of(result.source)}: {warning}")
        failed |= bool(result.page_errors or result.truncated)
        between = _BETWEEN[form] * bool(written)
        output.write(json_lines(result) if form == "jsonl" else between + result.text)
        written += 1
    return 1 if failed else 0


def json_lines(result: Result) -> str:
    """One JSON object a paragraph, and a last one where there is something to warn of."""
    # a file name need not be valid UTF-8, JSON must be
    name = os.fsencode(name_of(result.source)).decode("utf-8", "replace")
    rows = ({"file": name, **record.to_dict()} for record in result.paragraphs)
    lines = [json.dumps(row, ensure_ascii=False) + "\n" for row in rows]
    if notice := warnings_of(result):
        lines.append(json.dumps({"file": name, **notice}, ensure_ascii=False) + "\n")
    return "".join(lines)


def warnings_of(result: Result) -> dict[str, Any]:
    """What is wrong with the text of a file, as plain JSON values; empty where nothing is."""
    found = result.quality.warnings if result.quality else []
    if not found and not result.truncated:
        return {}
    pages = [p.to_dict() for p in result.quality.pages if p.needs_ocr] if result.quality else []
    return {
        "kind": "warning",
        "warnings": [*found, *result.truncated],
        "truncated": bool(result.truncated),
        "page_list": pages,
    }
