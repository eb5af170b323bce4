"""Small labelled corpora: PDFs whose every line break has a label that the test chose."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pypdfium2
import pypdfium2.raw as raw

from bench import labels
from bench.labels import Head, Row
from tests import pdfs

#: Paragraphs, each as its visual lines: full lines and a short last one, for any rules to join.
PARAGRAPHS = (
    (
        "The ferry leaves the north bank at seven and again at noon when the river is",
        "high enough, and the keeper of the landing writes both times on the black board",
        "beside the ticket window.",
    ),
    (
        "Carts wait in the shade of the lime trees until the bell rings, and those that carry",
        "glass or eggs are let on board before all the others, because the ramp is so steep",
        "and the horses do not like it at all when the planks are wet from the rain of last",
        "night.",
    ),
    (
        "On market days a second boat is kept ready at the mill, with two men who know the",
        "sandbanks.",
    ),
)
#: A gap between paragraphs that no rules join over, in points.
LEAD, GAP = 13.2, 24.0


def page_of(paragraphs: Sequence[Sequence[str]]) -> bytes:
    """Content of a page of paragraphs."""
    y, parts = 740.0, []
    for paragraph in paragraphs:
        parts.append(pdfs.lines(*paragraph, y=y, lead=LEAD))
        y -= LEAD * len(paragraph) + GAP
    return b"\n".join(parts)


def truth(paragraphs: Sequence[Sequence[str]], pdf: bytes, page: int = 1) -> list[Row]:
    """Labels of a page: breaks inside a paragraph are wraps, the others are kept."""
    flat = [(i, line) for i, lines in enumerate(paragraphs) for line in lines]
    rows = []
    pairs = zip(pairwise(flat), separators(pdf, page), strict=True)
    for ((i, above), (k, below)), char in pairs:
        label: labels.Label = "wrap" if i == k else "keep"
        join: labels.Join | None = "space" if i == k else None
        rows.append(Row(page, above[-40:], below[:40], label, ("p", "p"), char, join))
    return rows


def separators(pdf: bytes, page: int = 1) -> list[int]:
    """Indices of PDFium's line ends (the CR) and of the hyphens that it marked."""
    document = pypdfium2.PdfDocument(pdf)
    text = document[page - 1].get_textpage()
    found = [
        i
        for i in range(text.count_chars())
        if raw.FPDFText_GetUnicode(text.raw, i) == 0x0D or raw.FPDFText_IsHyphen(text.raw, i) == 1
    ]
    text.close()
    document.close()
    return found


def write(
    folder: Path,
    name: str,
    pdf: bytes,
    rows: Iterable[Row],
    ending: str = ".labels.jsonl",
    **head: Any,
) -> Path:
    """Write a PDF and its labels; return the PDF's path."""
    path = folder / f"{name}.pdf"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(pdf)
    first = Head(path.name, hashlib.sha256(pdf).hexdigest(), **head)
    labels.write(path.with_name(path.stem + ending), replace(first, pages=1), rows)
    return path


def corpus(folder: Path, documents: int = 2) -> list[Path]:
    """Documents of all `PARAGRAPHS`, correctly labelled, each its own source."""
    pdf = pdfs.pdf(page_of(PARAGRAPHS))
    return [
        write(folder, f"d{i}", pdf, truth(PARAGRAPHS, pdf), source=f"s{i}", language="en")
        for i in range(documents)
    ]
