"""``rejoin view`` and ``rejoin label``: the pages for looking and for labelling."""

from __future__ import annotations

import argparse
import sys
import traceback
import webbrowser
from pathlib import Path

from rejoin.cli.arguments import chosen_options
from rejoin.cli.console import Console
from rejoin.cli.output import STDIN, Output
from rejoin.cli.text import sources_of
from rejoin.document import Document
from rejoin.errors import FileMissingError, OutputError, RejoinError
from rejoin.labelfile import LabelFile, check_document, labels_of, read_rows
from rejoin.labelserver import LabelServer
from rejoin.view import view


def run_view(args: argparse.Namespace) -> int:
    """Write the page for looking; return the exit code."""
    options, (source,) = chosen_options(args), sources_of([args.file])
    stem = "stdin" if args.file == STDIN else Path(args.file).stem
    target = args.output or f"{stem}.view.html"
    console = Console(1, progress=not args.quiet, verbose=args.verbose)
    try:
        inputs = [args.file, *([args.labels] if args.labels else [])]
        rows = read_rows(Path(args.labels)) if args.labels else None
        with (
            Document(source, options) as document,
            Output(target, inputs) as output,
        ):
            if rows:
                check_document(rows, document.handle.data(), Path(args.labels))
            labels = labels_of(rows) if rows else None
            output.write(view(document, labels, console.page_done))
            errors, cut = document.errors, document.truncated
    except RejoinError as error:
        console.report(error, traceback.format_exc())
        return 1
    console.report_pages(errors)
    for sentence in cut:
        console.say(f"{args.file}: {sentence}")
    if not args.quiet:
        print(f"rejoin: wrote {target}", file=sys.stderr)
    return 1 if errors or cut else 0


def run_label(args: argparse.Namespace) -> int:
    """Serve the labelling page until it is interrupted; return the exit code."""
    options, pdf = chosen_options(args), Path(args.file)
    if not pdf.is_file():
        raise FileMissingError("there is no such file", file=args.file)
    target = Path(args.labels or pdf.with_name(f"{pdf.stem}.labels.jsonl"))
    if target.exists() and target.samefile(pdf):
        raise OutputError("is the PDF itself and would be lost", file=str(target))
    with Document(pdf, options) as document:
        labels = LabelFile(target, pdf)
        try:
            server = LabelServer(document, labels, args.port)
        except (OSError, OverflowError) as error:
            raise RejoinError(f"the port cannot be used ({error})", file=args.file) from None
        with server:
            print(server.address, flush=True)
            print(f"rejoin: labels go to {target}; Ctrl-C ends", file=sys.stderr)
            if not args.no_browser:
                webbrowser.open(server.address)
            server.serve_forever()
    return 0
