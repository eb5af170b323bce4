"""One file of many: read whole, or some of its pages, with errors as values."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rejoin.errors import PageError, RejoinError
from rejoin.inputs import Source, name_of, portable
from rejoin.options import Options
from rejoin.quality import PageQuality, Quality
from rejoin.results import Large, Piece, Record, Result

if TYPE_CHECKING:  # not where files are only handed to workers
    from rejoin.document import Document
    from rejoin.markdown import Writer
    from rejoin.page import Page

#: Told after each page how many are done and how many there are.
Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Request:
    """What is wanted of every file: the parameters of `read_many`.

    Attributes
    ----------
    options : Options
    paragraphs, markdown : bool
    progress : callable, optional
    split : int
        A file of so many pages is not read: the answer is `Large`. 0 for never.
    span : (int, int), optional
        Only these pages are wanted, from 0, the second one without: the answer is a `Piece`.
    """

    options: Options
    paragraphs: bool = False
    markdown: bool = False
    progress: Progress | None = None
    split: int = 0
    span: tuple[int, int] | None = None


def read_one(source: Source, request: Request) -> Result:
    """Read one file. All that can go wrong is in the result."""
    try:
        return _read(source, portable(source), request)
    except Exception as error:
        return failed(source, error)


def failed(source: Source, error: Exception) -> Result:
    """Result of a file that cannot be read."""
    trace = "".join(traceback.format_exception(error))
    return Result(source, error=_failure(error, name_of(source)), trace=trace)


def _failure(error: Exception, name: str) -> RejoinError:
    if isinstance(error, RejoinError):
        return error
    if isinstance(error, MemoryError):
        return RejoinError("needs more memory than there is", file=name)
    what = f"{type(error).__name__}: {error}"
    return RejoinError(
        f"could not be read because of a mistake in rejoin ({what}); please report it", file=name
    )


def _read(source: Source, data: Source, request: Request) -> Result:
    from rejoin.document import Document

    with Document(data, request.options) as document:
        whole = 0, len(document)
        if 0 < request.split <= len(document) and not request.span and not request.options.pages:
            return Large(source, pages=len(document))
        if request.markdown or request.paragraphs:
            document.detailed()
        first, last = request.span or whole
        gathered = _Gathered(request, _writer(document, first if request.markdown else 0))
        for page in document.some(first, last):
            gathered.add(page)
            if request.progress:
                request.progress(len(gathered.texts), last - first)
        return gathered.result(source, document.truncated_in(first, last))


class _Gathered:
    """What the pages give, one after the other."""

    def __init__(self, request: Request, writer: Writer) -> None:
        self._request, self._writer = request, writer
        self.texts = list[str]()
        self._records, self._errors = list[Record](), list[PageError]()
        self._qualities, self._length = list[PageQuality](), 0

    def add(self, page: Page) -> None:
        """Add a page."""
        from rejoin.page import paragraph_starts

        found, plain = page.paragraphs, page.text
        self.texts.append(self._writer.page(found) if self._request.markdown else plain)
        if self._request.paragraphs:
            places = paragraph_starts(found, self._request.options.rules)
            self._records += [Record.of(p, self._length + place)
                              for p, place in zip(found, places, strict=True)]  # fmt: skip
        self._length += len(plain) + 1
        self._qualities.append(page.quality)
        if page.error:
            self._errors.append(page.error)

    def result(self, source: Source, truncated: list[str]) -> Result:
        """All of them together."""
        whole = (
            source,
            ("" if self._request.markdown else "\f").join(self.texts),
            len(self.texts),
            tuple(self._records),
            tuple(self._errors),
            Quality(name_of(source), tuple(self._qualities)),
            tuple(truncated),
        )
        return Piece(*whole, length=self._length) if self._request.span else Result(*whole)


def _writer(document: Document, first: int) -> Writer:
    """Writer with the lists open that are open where page `first` (from 0) begins.

    The pages before are written for that, back to something that ends all lists.
    """
    from rejoin.markdown import Writer
    from rejoin.windows import WINDOW

    writer, start = Writer(), first
    while start > 0 and not writer.settled:
        start = max(start - WINDOW, 0)
        writer = Writer()
        # a window's first page would need one window more, for the edge before it
        for i in range(start + (start > 0), first):
            writer.page(document[i].paragraphs)
    return writer.restarted()
