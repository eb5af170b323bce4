"""``label``: label the line breaks of PDFs, from a twin, from their tags or from their text."""

from __future__ import annotations

import argparse
import hashlib
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pypdfium2 as pdfium

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

#: What labels may be made from.
WAYS = {
    "html": "HTML, Markdown, TeX or plain text files that say the same as the PDF",
    "tags": "the PDF's own structure tags, where they fit its pages",
    "text": "the text of the labelled corpus that the PDF was set from",
}


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
    about = "label the line breaks of PDFs, from a twin, from their tags or from their text"
    parser = subparsers.add_parser("label", help=about)
    way = parser.add_mutually_exclusive_group(required=True)
    for name, help_text in WAYS.items():
        way.add_argument(
            f"--from-{name}", dest="way", action="store_const", const=name, help=help_text
        )
    files = "the PDF and its twins in the order of the text; with --from-tags any number of PDFs"
    parser.add_argument("files", type=Path, nargs="+", metavar="FILE", help=files)
    trust = "take the twin as it is: refuse nothing, set no break to unknown"
    parser.add_argument("--trust", action="store_true", help=trust)
    source = "the hand and tool chain it comes from; scores are averaged over sources"
    parser.add_argument("--source", default="", help=source)
    parser.add_argument("--licence", default="")
    parser.add_argument("--language", default="")
    parser.add_argument("-o", "--output", type=Path, help="default: beside the PDF")


def run(args: argparse.Namespace) -> int:
    """Run the command; 1 if a PDF was refused."""
    pdfs = args.files if args.way == "tags" else args.files[:1]
    twins = args.files[len(pdfs) :]
    if args.way != "tags" and not twins:
        raise CorpusError(f"--from-{args.way} needs a PDF and what its text is in")
    if args.output and len(pdfs) > 1:
        raise CorpusError("-o is for a single PDF")
    refused = 0
    for pdf in pdfs:
        head = Head(
            pdf.name,
            source=args.source or pdf.stem,
            licence=args.licence,
            language=args.language,
        )
        try:
            head, rows = _labelled(args.way, pdf, twins, head, args.trust)
        except (UntrustedTagsError, UntrustedTwinError) as error:
            hint = " (--trust labels it all the same)" if args.way == "html" else ""
            print(f"not labelled: {error}{hint}", file=sys.stderr)
            refused = 1
            continue
        output = args.output or pdf.with_suffix(".labels.jsonl")
        labels.write(output, head, rows)
        print(f"{output}: {summary(head, rows)}")
    return refused


def _labelled(way: str, pdf: Path, twins: Sequence[Path], head: Head, trust: bool) -> Labelled:
    for path in (pdf, *twins):
        if not path.is_file():
            raise CorpusError(f"{path}: no such file")
    try:
        return _made(way, pdf, twins, head, trust)
    except pdfium.PdfiumError as error:
        raise CorpusError(f"{pdf}: {error}") from error
    except ImportError as error:
        raise CorpusError(f"{error} (extra label)") from error


def _made(way: str, pdf: Path, twins: Sequence[Path], head: Head, trust: bool) -> Labelled:
    if way == "tags":
        return label_from_tags(pdf, head)
    if way == "html":
        return label_from_html(pdf, twins, head, careful=not trust)
    doc = source.load(twins[0])
    head = replace(head, language=head.language or doc.lang)
    return label_from_units(pdf, doc_units(doc), head)


def summary(head: Head, rows: Sequence[Row]) -> str:
    """How much was labelled, in one line."""
    wraps = sum(row.label == "wrap" for row in rows)
    keeps = sum(row.label == "keep" for row in rows)
    share = (wraps + keeps) / max(len(rows), 1)
    return (
        f"{wraps} wraps, {keeps} kept breaks ({share:.0%} of {len(rows)} labelled), "
        f"{head.coverage or 0:.1%} of the characters placed"
    )
