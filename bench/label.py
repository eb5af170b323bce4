"""``label``: label the line breaks of one PDF, from its text, from a twin or from its tags."""

from __future__ import annotations

import argparse
import hashlib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from bench import labels
from bench.corpus import CorpusError
from bench.cut import Stream, read
from bench.html import html_units, twin_kind
from bench.labels import Head, Row
from bench.place import Placement, Unit, place
from bench.producers import source
from bench.rows import make_rows
from bench.stream import opened
from bench.tags import read_tags
from bench.trust import cautious, doubts, twin_cautious, twin_doubts
from bench.truth import doc_units

Labelled = tuple[Head, list[Row]]


class UntrustedTagsError(CorpusError):
    """The structure tags of a PDF do not fit its pages; the message says in what."""


class UntrustedTwinError(CorpusError):
    """The twin of a PDF does not fit its pages; the message says in what."""


def label_from_units(
    pdf: Path, units: Sequence[Unit | tuple[str, str]], head: Head | None = None
) -> Labelled:
    """Label the breaks of a PDF whose true text is known.

    Parameters
    ----------
    pdf
        The PDF.
    units
        Its text, one unit after the other: (kind, text).
    head
        What is known about the document; digest, pages, producer and coverage are filled in.
    """
    stream = read(pdf)
    placed = place(stream, [u if isinstance(u, Unit) else Unit(*u) for u in units])
    return _head(pdf, stream, placed, head, "units"), make_rows(stream, placed)


def label_from_html(
    pdf: Path, html_paths: Sequence[Path], head: Head | None = None, *, careful: bool = False
) -> Labelled:
    """Label the breaks of a PDF by a twin: HTML, Markdown, TeX or plain text files.

    `careful` refuses a document that its twin does not fit, and sets to unknown the breaks where
    the page speaks against the twin.

    Raises
    ------
    UntrustedTwinError
        The twin does not fit the pages.
    """
    stream = read(pdf)
    placed = place(stream, html_units(html_paths))
    rows = make_rows(stream, placed)
    if careful:
        reasons = twin_doubts(stream, placed)
        if reasons:
            raise UntrustedTwinError(f"{pdf}: {'; '.join(reasons)}")
        rows = twin_cautious(stream, placed, rows)
    return _head(pdf, stream, placed, head, twin_kind(html_paths)), rows


def label_from_tags(pdf: Path, head: Head | None = None) -> Labelled:
    """Label the breaks of a tagged PDF by its structure tree.

    Raises
    ------
    UntrustedTagsError
        The tags do not fit the pages.
    """
    stream = read(pdf)
    tagged = read_tags(pdf, stream)
    reasons = doubts(stream, tagged)
    if reasons:
        raise UntrustedTagsError(f"{pdf}: {'; '.join(reasons)}")
    rows = cautious(stream, tagged, make_rows(stream, tagged.placement))
    return _head(pdf, stream, tagged.placement, head, "tags"), rows


def _head(pdf: Path, stream: Stream, placed: Placement, head: Head | None, kind: str) -> Head:
    head = head or Head(pdf.name, source=pdf.stem)
    with opened(pdf) as document:
        producer = document.get_metadata_value("Producer")
    return replace(
        head,
        sha256=hashlib.sha256(pdf.read_bytes()).hexdigest(),
        producer=head.producer or producer,
        labelled_from=head.labelled_from or kind,
        pages=stream.pages,
        coverage=round(placed.coverage(), 3),
    )


def add_parser(subparsers: Any) -> None:
    """Add the command's parser."""
    parser = subparsers.add_parser("label", help="label the line breaks of a PDF")
    parser.add_argument("pdf", type=Path)
    way = parser.add_mutually_exclusive_group(required=True)
    way.add_argument("--text", type=Path, help="a text of the labelled corpus")
    way.add_argument("--twin", type=Path, nargs="+", help="HTML, Markdown or plain text files")
    way.add_argument("--tags", action="store_true", help="the PDF's own structure tags")
    parser.add_argument("--source", default="", help="the hand and tool chain it comes from")
    parser.add_argument("--licence", default="")
    parser.add_argument("--language", default="")
    parser.add_argument("-o", "--output", type=Path, help="default: beside the PDF")


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    head = Head(
        args.pdf.name,
        source=args.source or args.pdf.stem,
        licence=args.licence,
        language=args.language,
    )
    if args.text:
        doc = source.load(args.text)
        head = replace(head, language=head.language or doc.lang)
        head, rows = label_from_units(args.pdf, doc_units(doc), head)
    elif args.twin:
        head, rows = label_from_html(args.pdf, args.twin, head)
    else:
        head, rows = label_from_tags(args.pdf, head)
    output = args.output or args.pdf.with_suffix(".labels.jsonl")
    labels.write(output, head, rows)
    print(f"{output}: {summary(head, rows)}")
    return 0


def summary(head: Head, rows: Sequence[Row]) -> str:
    """How much was labelled, in one line."""
    wraps = sum(row.label == "wrap" for row in rows)
    keeps = sum(row.label == "keep" for row in rows)
    share = (wraps + keeps) / max(len(rows), 1)
    return (
        f"{wraps} wraps, {keeps} kept breaks ({share:.0%} of {len(rows)} labelled), "
        f"{head.coverage or 0:.1%} of the characters placed"
    )
