"""``rejoin check``: kinds of pages, unreadable fonts, pages that would need OCR."""

from __future__ import annotations

import argparse
import json
import traceback
from collections.abc import Iterator

from rejoin.checking import check
from rejoin.cli.arguments import chosen_limits
from rejoin.cli.console import Console
from rejoin.cli.output import Output
from rejoin.cli.text import sources_of
from rejoin.errors import OutputError, RejoinError
from rejoin.inputs import name_of, parse_pages
from rejoin.quality import PageClass, Quality


def run(args: argparse.Namespace) -> int:
    """Run the command; return its exit code."""
    sources, limits = sources_of(args.files), chosen_limits(args)
    if args.pages:
        parse_pages(args.pages, 1)  # a list that cannot be understood is wrong usage
    console, failed = Console(1, progress=False, verbose=args.verbose), False
    try:
        with Output(None) as output:
            for source in sources:
                try:
                    quality = check(source, pages=args.pages, password=args.password, limits=limits)
                except RejoinError as error:
                    console.report(error, traceback.format_exc())
                    failed = True
                    continue
                failed |= bool(quality.truncated) or PageClass.FAILED.value in quality.classes
                for cut in quality.truncated:
                    console.say(f"{name_of(source)}: {cut}")
                output.write(
                    json.dumps(quality.to_dict(), ensure_ascii=False) + "\n"
                    if args.json
                    else "".join(f"{line}\n" for line in report(quality))
                )
    except OutputError as error:
        console.report(error)
        return 1
    return 1 if failed else 0


def report(quality: Quality) -> Iterator[str]:
    """The findings in words: a line for the file, one for each thing to know."""
    count, kinds = len(quality.pages), quality.classes
    parts = ", ".join(f"{n} {kind}" for kind, n in kinds.items())
    needed = len(quality.needs_ocr)
    verdict = f"{needed} would need OCR" if needed else "none needs OCR"
    yield f"{quality.name}: {count} page{'s' * (count != 1)} ({parts}); {verdict}"
    for warning in quality.warnings:
        yield f"  {warning}"
