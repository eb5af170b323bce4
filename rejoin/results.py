"""What comes of reading a file, without the document around it: it can leave the process."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rejoin.errors import PageError, RejoinError
from rejoin.kinds import Kind, Role
from rejoin.quality import Quality

if TYPE_CHECKING:  # results are handed on without NumPy and PDFium
    from rejoin.inputs import Source
    from rejoin.paragraphs import Line, Paragraph

_PLAIN = Role(Kind.PARAGRAPH)


@dataclass(frozen=True)
class Record:
    """A paragraph on its own, without the document around it.

    Attributes
    ----------
    text : str
        Running text.
    gap : bool
        A paragraph gap (or the start of a block) stands above it.
    lines : tuple of Line
        Page and box of each of its visual lines.
    role : Role
        What it is: kind, level, marker, place in a table.
    joins : tuple of float or None
        How sure each join between two of its lines is, 0 to 1; None over the edge of a page.
    start : int
        Where it begins in the file's plain text, in characters.
    emphasis : tuple of int
        For each character of `text` 1 for bold, 2 for italic, 3 for both; empty without any.
    """

    text: str
    gap: bool
    lines: tuple[Line, ...]
    role: Role = _PLAIN
    joins: tuple[float | None, ...] = ()
    start: int = 0
    emphasis: tuple[int, ...] = ()

    @classmethod
    def of(cls, paragraph: Paragraph, start: int = 0) -> Record:
        """Copy a paragraph of a document that begins at character `start` of its text."""
        return cls(paragraph.text, paragraph.gap, paragraph.lines, paragraph.role,
                   paragraph.joins, start, paragraph.emphasis)  # fmt: skip

    @property
    def kind(self) -> Kind:
        """What it is."""
        return self.role.kind

    @property
    def pages(self) -> tuple[int, ...]:
        """Numbers of the pages it stands on, from 1."""
        return tuple(sorted({line.page for line in self.lines}))

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain JSON values; boxes in hundredths of a point."""
        lines = [{"page": p, "box": [round(x, 2) for x in box]} for p, box in self.lines]
        cell = self.role.cell
        optional = {
            "level": self.role.level or None,
            "marker": self.role.marker.strip() or None,
            "cell": cell and {"table": cell.table, "row": cell.row, "column": cell.column},
            "cells": [{"column": column, "text": text} for column, text in self.role.cells] or None,
            "indent": self.role.indent or None,
        }
        return {
            "text": self.text,
            "kind": self.role.kind.value,
            **{name: value for name, value in optional.items() if value is not None},
            "pages": list(self.pages),
            "lines": lines,
            "gap": self.gap,
            "span": [self.start, self.start + len(self.text)],
            "joins": list(self.joins),
            "kind_confidence": self.role.confidence,
        }


@dataclass(frozen=True)
class Result:
    """What came of one file.

    Attributes
    ----------
    source : Source
        The file as it was given.
    text : str
        Running text, with one form feed between pages; empty where the file could not be read.
    pages : int
        How many pages were read.
    paragraphs : tuple of Record
        Where `read_many` was asked for them.
    page_errors : tuple of PageError
        Pages that could not be read; they are empty in the text.
    quality : Quality or None
        Classes of the pages and what cannot be read on them, where that was wanted.
    truncated : tuple of str
        What limits cut off, one sentence each.
    error : RejoinError or None
        Why the file could not be read.
    trace : str
        Where in the code the error came from.
    """

    source: Source
    text: str = ""
    pages: int = 0
    paragraphs: tuple[Record, ...] = ()
    page_errors: tuple[PageError, ...] = ()
    quality: Quality | None = None
    truncated: tuple[str, ...] = ()
    error: RejoinError | None = None
    trace: str = ""


@dataclass(frozen=True)
class Large(Result):
    """Says that a file has so many pages that it is worth reading in pieces; nothing was read."""


@dataclass(frozen=True)
class Piece(Result):
    """What came of some neighbouring pages of a file.

    Attributes
    ----------
    length : int
        Characters of the pages' plain text, where paragraphs were asked for, with a form feed
        after each page.
    """

    length: int = 0
