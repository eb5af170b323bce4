"""``rejoin explain``: why each line break was joined or kept."""

from __future__ import annotations

import argparse
import json
import traceback

from rejoin.cli.arguments import chosen_options
from rejoin.cli.console import Console
from rejoin.cli.output import Output
from rejoin.cli.text import sources_of
from rejoin.document import Document
from rejoin.errors import OutputError, PageError, RejoinError
from rejoin.page import Page


def run(args: argparse.Namespace) -> int:
    """Run the command; return its exit code."""
    options, (source,) = chosen_options(args), sources_of([args.file])
    console = Console(1, progress=False, verbose=args.verbose)
    try:
        document = Document(source, options)
    except RejoinError as error:
        console.report(error, traceback.format_exc())
        return 1
    errors: list[PageError] = []
    try:
        with document, Output(None) as output:
            for page in document:
                if page.error:
                    errors.append(page.error)
                output.write(page_lines(page, json_wanted=args.json))
    except OutputError as error:
        console.report(error)
        return 1
    console.report_pages(errors)
    return 1 if errors else 0


def page_lines(page: Page, *, json_wanted: bool) -> str:
    """One line a break."""
    found = (page.explain(i) for i in range(len(page.breaks)))
    if json_wanted:
        return "".join(json.dumps(e.to_dict(), ensure_ascii=False) + "\n" for e in found)
    return "".join(f"{e}\n" for e in found)
