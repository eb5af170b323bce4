"""What a caller hands over: sources and lists of pages, before any file is opened.

This module, like all that the command needs to hand files to worker processes, loads neither NumPy
nor PDFium.
"""

from __future__ import annotations

import io
import os
import re
from typing import BinaryIO

from rejoin.errors import FileMissingError, PageRangeError

#: What `rejoin.text` and `rejoin.read` accept.
Source = str | os.PathLike[str] | bytes | BinaryIO


def parse_pages(text: str, count: int) -> list[int]:
    """Page numbers of a list like ``1-3,7,10-`` (from 1).

    Raises
    ------
    PageRangeError
        The list cannot be understood.
    """
    out: list[int] = []
    for part in text.split(","):
        match = re.fullmatch(r"\s*(\d+)\s*(?:(-)\s*(\d*)\s*)?", part, re.ASCII)
        if not match:
            raise PageRangeError(f"{text!r} is no list of pages; write it like 1-3,7")
        first = int(match.group(1))
        last = int(match.group(3) or count) if match.group(2) else first
        if last < first and match.group(3):
            raise PageRangeError(f"{text!r} is no list of pages: {part.strip()!r} runs backwards")
        out.extend(range(first, min(last, count + 1) + 1) or [first])
    return out


class _Named(io.BytesIO):
    """The content of a binary file, with its name."""

    def __init__(self, data: bytes, name: str) -> None:
        super().__init__(data)
        self.name = name


def portable(source: Source) -> Source:
    """Return the source in a form that can be sent to a worker.

    Raises
    ------
    FileMissingError
        A binary file cannot be read.
    """
    if isinstance(source, (bytes, bytearray, memoryview)):
        return bytes(source)
    if isinstance(source, (str, os.PathLike)):
        return os.fspath(source)
    try:
        return _Named(source.read(), name_of(source))
    except (OSError, ValueError) as error:
        raise FileMissingError(f"cannot be read ({error})", file=name_of(source)) from None


def name_of(source: Source) -> str:
    """Name of a source in messages."""
    if isinstance(source, (str, os.PathLike)):
        return os.fspath(source)
    if isinstance(source, (bytes, bytearray, memoryview)):
        return "<bytes>"
    name = getattr(source, "name", None)
    return name if isinstance(name, str) else "<stream>"
