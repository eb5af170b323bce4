"""What a caller hands over: sources and lists of pages, before any file is opened.

This module, like all that the command needs to hand files to worker processes, loads neither NumPy
nor PDFium.
"""

from __future__ import annotations

import os
import re
from typing import BinaryIO

from rejoin.errors import PageRangeError

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
