"""Makes one document of the corpus: typesets a text, labels the PDF, writes both files."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from bench import cover, cut, labels, looks
from bench.corpus import file_digest
from bench.labels import Head, Row
from bench.place import place
from bench.producers import render
from bench.producers.layout import MissingToolError
from bench.producers.source import Doc, Planned, load
from bench.recipe import labeller, recipe
from bench.rows import make_rows
from bench.slim import pack
from bench.truth import doc_units

LICENCE = "MIT"
#: What may become of a row of the plan.
STATES = ("made", "labelled", "kept", "missing", "failed")


@dataclass(frozen=True)
class Made:
    """What became of one row of the plan: its state, one of `STATES`.

    Attributes
    ----------
    name, producer
        The row's.
    state
        ``labelled`` stands for new labels beside an old PDF, ``kept`` for an up-to-date document,
        ``missing`` for a producer that is not installed.
    message
        What lacks or failed.
    head
        First row of the labels.
    """

    name: str
    producer: str
    state: str
    message: str = ""
    head: Head | None = None


def paths(corpus: Path, planned: Planned, doc: Doc) -> tuple[Path, Path]:
    """Where the PDF and the labels of a document are."""
    folder = corpus / doc.lang
    return folder / f"{planned.name}.pdf", folder / f"{planned.name}.labels.jsonl"


def make(planned: Planned, texts: Path, corpus: Path, force: bool = False) -> Made:
    """Make a document, unless it is there and nothing that it is made from has changed."""
    source = texts / f"{planned.text}.txt"
    try:
        doc = load(source)
        wanted = recipe(source.read_text(encoding="utf-8"), planned.producer, planned.style)
        pdf, out = paths(corpus, planned, doc)
        old = labels.read(out)[0] if out.exists() and pdf.exists() and not force else None
        fresh = old is not None and old.more.get("recipe") == wanted
        if fresh and old and old.more.get("labeller") == labeller():
            return Made(planned.name, planned.producer, "kept", head=old)
        pdf.parent.mkdir(parents=True, exist_ok=True)
        if not fresh:
            typeset(planned, doc, pdf)
        head, rows = label(planned, doc, pdf, wanted)
        labels.write(out, head, rows)
    except MissingToolError as error:
        return Made(planned.name, planned.producer, "missing", str(error))
    except Exception as error:
        return Made(planned.name, planned.producer, "failed", f"{type(error).__name__}: {error}")
    return Made(planned.name, planned.producer, "labelled" if fresh else "made", head=head)


def typeset(planned: Planned, doc: Doc, pdf: Path) -> None:
    """Write the PDF, its streams packed anew if that leaves its text alone."""
    with TemporaryDirectory() as name:
        first, packed = Path(name) / "first.pdf", Path(name) / "packed.pdf"
        render(doc, planned.style, planned.producer, first)
        best = packed if pack(first, packed) else first
        shutil.copyfile(best, pdf)


def label(planned: Planned, doc: Doc, pdf: Path, digest: str) -> tuple[Head, list[Row]]:
    """Label a PDF from its text; what stands on one visual row is no line break."""
    stream = cut.read(pdf)
    placed = place(stream, doc_units(doc))
    more = {"recipe": digest, "labeller": labeller()}
    lost = cover.missing(placed)
    head = Head(
        pdf=pdf.name, sha256=file_digest(pdf), source=planned.text, licence=LICENCE,
        language=doc.lang, producer=planned.producer, layout=looks.words(doc, planned.style),
        labelled_from="units", pages=stream.pages,
        coverage=round(cover.coverage(stream, placed, doc, planned.style), 4),
        more={**more, "missing": round(lost, 4)} if lost else more,
    )  # fmt: skip
    return head, [row for row in make_rows(stream, placed) if not row.same_row]
