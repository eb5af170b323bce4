"""Finds labelled documents: PDFs with their label files beside them."""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench import labels
from bench.labels import Head, Row

#: Endings of a label file, after the PDF's name without ``.pdf``.
ENDINGS = (".labels.jsonl", ".labels.jsonl.gz")


class CorpusError(Exception):
    """A corpus that cannot be used: no documents, or labels of another file."""


@dataclass(frozen=True)
class Item:
    """One labelled document.

    Attributes
    ----------
    name
        Path below the folder that it was found in, without ``.pdf``.
    pdf, labels
        The two files.
    head
        First row of the label file.
    """

    name: str
    pdf: Path
    labels: Path
    head: Head

    def rows(self) -> list[Row]:
        """Read the labels.

        Raises
        ------
        CorpusError
            The file is not one of labels.
        """
        try:
            return labels.read(self.labels)[1]
        except ValueError as error:
            raise CorpusError(f"{self.labels}: no labels: {error}") from error

    @property
    def from_tags(self) -> bool:
        """The labels were made from the PDF's structure tags: these are no evidence then."""
        return "tag" in self.head.labelled_from


def find(folders: Iterable[str | Path]) -> list[Item]:
    """Find the labelled documents in folders, recursively, in the order of their names.

    A folder may also be a single PDF. PDFs without a label file are passed over.

    Raises
    ------
    CorpusError
        A folder is missing or holds no labelled document, or a PDF is not the one that was
        labelled.
    """
    found: list[Item] = []
    for folder in map(Path, folders):
        here = [item for pdf in _pdfs(folder) if (item := _item(folder, pdf))]
        if not here:
            raise CorpusError(f"{folder}: no PDF with a {ENDINGS[0]} file beside it")
        found.extend(here)
    return found


def _pdfs(folder: Path) -> list[Path]:
    if not folder.exists():
        raise CorpusError(f"{folder}: no such file or folder")
    return [folder] if folder.is_file() else sorted(folder.rglob("*.pdf"))


def _item(folder: Path, pdf: Path) -> Item | None:
    for ending in ENDINGS:
        path = pdf.with_name(pdf.stem + ending)
        if path.exists():
            name = pdf.stem if pdf == folder else str(pdf.relative_to(folder).with_suffix(""))
            return Item(name, pdf, path, _head(path))
    return None


def _head(path: Path) -> Head:
    opened = gzip.open if path.suffix == ".gz" else open
    try:
        with opened(path, "rt", encoding="utf-8") as file:
            return Head.from_dict(json.loads(file.readline()))
    except (ValueError, TypeError, AttributeError) as error:
        raise CorpusError(f"{path}: its first row says nothing about a PDF: {error}") from error


def verify(items: Sequence[Item]) -> None:
    """Check that every PDF is the one that was labelled.

    Raises
    ------
    CorpusError
        The digest in a label file's head is not that of the PDF.
    """
    for item in items:
        if item.head.sha256 and item.head.sha256 != file_digest(item.pdf):
            raise CorpusError(f"{item.pdf}: not the file that {item.labels.name} was made from")


def file_digest(path: Path) -> str:
    """SHA-256 of a file, in hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def digest(items: Sequence[Item]) -> str:
    """First 12 digits of a digest over all PDFs and labels; the order does not matter."""
    parts = sorted(f"{file_digest(i.pdf)} {file_digest(i.labels)}" for i in items)
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:12]
