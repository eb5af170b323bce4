"""The pipeline from one end to the other: a PDF, its pages, their paragraphs."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import accumulate
from types import TracebackType
from typing import Any

from rejoin.ahead import Windows
from rejoin.chunks import MAX_CHARS, Chunk, chunks
from rejoin.errors import PageError, PageRangeError
from rejoin.flow import Flow
from rejoin.inputs import Source, parse_pages
from rejoin.markdown import Writer
from rejoin.options import Options
from rejoin.page import Page
from rejoin.paragraphs import Paragraph
from rejoin.quality import PageQuality, Quality, classify
from rejoin.source import Handle
from rejoin.windows import Window


class Document:
    """A PDF whose pages are read when they are asked for.

    Use it as a context manager, or call `close`. Made by `rejoin.read`.
    """

    def __init__(self, source: Source, options: Options | None = None, **asked: Any) -> None:
        options = options or Options.of(**asked)
        self.options, self.rules, self.limits = options, options.rules, options.limits
        self._handle = Handle(source, options.password)
        self.name = self._handle.name
        self._numbers, self._cuts = page_numbers(options.pages, self._handle, self.limits.max_pages)
        self._windows = Windows(self._handle, options, self._numbers)
        self._flow = Flow(self._windows, self._numbers, self.rules)
        self._qualities: dict[int, PageQuality] = {}
        self._lock = threading.RLock()

    @property
    def handle(self) -> Handle:
        """The open file."""
        return self._handle

    @property
    def page_count(self) -> int:
        """Number of pages of the file."""
        return self._handle.pages

    @property
    def numbers(self) -> list[int]:
        """Numbers (from 1) of the pages asked for, in the order asked for."""
        return list(self._numbers)

    def __len__(self) -> int:
        """Number of pages asked for."""
        return len(self._numbers)

    def __getitem__(self, i: int) -> Page:
        """Page `i` of those asked for, from 0."""
        number = self._numbers[i]
        with self._lock:
            inspect = partial(self._quality, number)
            return Page(
                number, self.window(number - 1), self._flow.paragraphs(i), self.rules, inspect
            )

    def __iter__(self) -> Iterator[Page]:
        """The pages, in order."""
        return self.some(0, len(self))

    def some(self, first: int, last: int) -> Iterator[Page]:
        """Pages `first` up to `last` (without it) of those asked for, from 0, in order.

        They are what they are among all the others: a paragraph that runs over the last page's
        edge is whole, and one that began before the first page is not among its paragraphs.
        """
        self._windows.in_order = self._numbers == list(range(1, self.page_count + 1))
        # the page after the last one says whether a paragraph runs over the edge
        self._windows.end = min(last + 1, self.page_count)
        return self._within_limits(range(first, last))

    def _within_limits(self, which: range) -> Iterator[Page]:
        """The pages, as long as their text is within the limit."""
        left = self.limits.max_chars
        for i in which:
            page = self[i]
            sizes = [len(p.text) for p in page.paragraphs]
            if (size := sum(sizes)) > left:
                fit = sum(total <= left for total in accumulate(sizes))
                page.paragraphs, page.truncated = page.paragraphs[:fit], True
                self._cuts["chars"] = f"the text ends on page {page.number}; it has more than " + (
                    f"{self.limits.max_chars:,} characters (--max-chars)"
                )
                yield page
                return
            left -= size
            yield page

    @property
    def pages(self) -> Iterator[Page]:
        """The pages, in order."""
        return iter(self)

    @property
    def paragraphs(self) -> Iterator[Paragraph]:
        """All paragraphs, in order."""
        return (paragraph for page in self for paragraph in page.paragraphs)

    @property
    def text(self) -> str:
        """Running text, with one form feed between pages."""
        return "\f".join(page.text for page in self)

    def detailed(self) -> Document:
        """Keep the glyphs from now on, for emphasis and for cells inside a line.

        Returns
        -------
        Document
            The document itself.
        """
        with self._lock:
            self._windows.detail()
        return self

    @property
    def markdown(self) -> str:
        """Markdown of all pages, with headings, lists, tables, code and emphasis."""
        self.detailed()
        writer = Writer()
        return "".join(writer.page(page.paragraphs) for page in self)

    def chunks(self, max_chars: int = MAX_CHARS) -> Iterator[Chunk]:
        """Pieces of whole paragraphs with their pages, for an index.

        Parameters
        ----------
        max_chars : int
            Characters of a piece at most. What is longer is cut between sentences; a table's row
            stays whole.

        Yields
        ------
        Chunk
        """
        return chunks(self.paragraphs, max_chars)

    @property
    def errors(self) -> list[PageError]:
        """Errors of the pages that could not be read."""
        return [page.error for page in self if page.error]

    @property
    def truncated(self) -> list[str]:
        """What the limits cut off of the pages read so far, one sentence each."""
        return self.truncated_in(0, len(self))

    def truncated_in(self, first: int, last: int) -> list[str]:
        """What the limits cut off of pages `first` up to `last` of those asked for, from 0."""
        asked = set(self._numbers[first:last])
        return [*self._cuts.values(), *(cut for n, cut in self._windows.cuts.items() if n in asked)]

    @property
    def quality(self) -> Quality:
        """Classes of the pages, and whether their text can be read (reads them all)."""
        return Quality(self.name, tuple(self._quality(number) for number in self._numbers))

    def _quality(self, number: int) -> PageQuality:
        with self._lock:
            if number not in self._qualities:
                window = self.window(number - 1)
                row = number - 1 - window.start
                quality = classify(
                    self._handle, window.audit, row, number, failed=window.errors[row] is not None
                )
                if row in window.ocr:
                    quality = replace(quality, ocr=window.ocr[row])
                self._qualities[number] = quality
            return self._qualities[number]

    def window(self, page: int) -> Window:
        """Window that holds a page (from 0)."""
        with self._lock:
            return self._windows.of(page)

    def close(self) -> None:
        """Close the file."""
        self._windows.close()
        self._handle.close()

    def __enter__(self) -> Document:
        """Return the document itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        tb: TracebackType | None,
    ) -> None:
        """Close the file."""
        self.close()


def page_numbers(
    pages: str | Iterable[int] | None, handle: Handle, most: int
) -> tuple[list[int], dict[str, str]]:
    """Page numbers from 1, in the order and as often as asked for, checked; what was cut off."""
    cuts = {}
    if pages is None:
        asked: Sequence[int] = range(1, handle.pages + 1)
    else:
        asked = parse_pages(pages, handle.pages) if isinstance(pages, str) else list(pages)
    if len(asked) > most:
        cuts["pages"] = f"only {most:,} of {len(asked):,} pages are read (--max-pages)"
        asked = asked[:most]
    for number in asked:
        if not 1 <= number <= handle.pages:
            raise PageRangeError(
                f"there is no page {number}; the pages are 1 to {handle.pages}", file=handle.name
            )
    return list(asked), cuts
