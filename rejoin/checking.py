"""What kind of pages a document has and whether its text can be read, without its text."""

from __future__ import annotations

from collections.abc import Iterable

from rejoin.audit import audit
from rejoin.document import page_numbers
from rejoin.inputs import Source
from rejoin.limits import Limits
from rejoin.quality import PageQuality, Quality, classify
from rejoin.reader import Reader
from rejoin.source import Handle
from rejoin.windows import WINDOW


def check(
    source: Source,
    *,
    pages: str | Iterable[int] | None = None,
    password: str | None = None,
    limits: Limits | None = None,
) -> Quality:
    """Class of each page, fonts that cannot be read, pages that would need OCR.

    Unlike `Document.quality`, which looks at the drawn objects only where the characters of a page
    give cause, this looks at those of every page.

    Parameters
    ----------
    source : path, bytes or binary file
    pages : str or iterable of int, optional
        Page numbers from 1, or a list like ``"1-3,7"``; all pages by default.
    password : str, optional
    limits : Limits, optional

    Raises
    ------
    RejoinError
        The file or the page list cannot be used.
    """
    limits = limits or Limits()
    handle = Handle(source, password)
    try:
        numbers, cuts = page_numbers(pages, handle, limits.max_pages)
        found: dict[int, PageQuality] = {}
        reader = Reader(handle, most=limits.max_page_chars)
        for start in sorted({(number - 1) // WINDOW * WINDOW for number in numbers}):
            found |= _window(handle, reader, start, set(numbers))
        return Quality(handle.name, tuple(found[n] for n in numbers), tuple(cuts.values()))
    finally:
        handle.close()


def _window(
    handle: Handle, reader: Reader, start: int, numbers: set[int]
) -> dict[int, PageQuality]:
    """Those pages of a window that are asked for."""
    reader.reset()
    reader.read(start, min(start + WINDOW, handle.pages))
    report, errors = audit(reader, start), reader.errors
    return {
        start + row + 1: classify(
            handle, report, row, start + row + 1, failed=error is not None, walk=True
        )
        for row, error in enumerate(errors)
        if start + row + 1 in numbers
    }
