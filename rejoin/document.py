"""The pipeline from one end to the other: a PDF, its pages, their paragraphs."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from types import TracebackType
from typing import Any

import numpy as np

from rejoin.chunks import MAX_CHARS, Chunk, chunks
from rejoin.edges import page_edge
from rejoin.errors import PageError, PageRangeError
from rejoin.explain import Explanation, explain
from rejoin.inputs import Source, parse_pages
from rejoin.joining import Joiner
from rejoin.limits import Limits
from rejoin.markdown import Writer
from rejoin.model import Breaks, Decision, Ints, Lines
from rejoin.paragraphs import Paragraph
from rejoin.quality import PageQuality, Quality, classify, too_many
from rejoin.reader import Reader
from rejoin.rules import Rules, load_rules
from rejoin.source import Handle
from rejoin.tesseract import Ocr, checked
from rejoin.windows import WINDOW, Recogniser, Window, make_window, wanted_by

#: Windows that are kept: a paragraph may run into the next one, or come from the one before.
_KEPT = 3


class Page:
    """One page: its lines, its breaks and what was decided.

    Attributes
    ----------
    number : int
        From 1.
    error : PageError or None
        Why the page could not be read; such a page has no lines.
    paragraphs : list of Paragraph
        Those that begin on the page; one that goes on over the page edge is whole.
    truncated : bool
        A limit cut something off.
    """

    def __init__(
        self,
        number: int,
        window: Window,
        found: list[Paragraph],
        rules: Rules,
        inspect: Callable[[], PageQuality],
    ) -> None:
        row = number - 1 - window.start
        self.number = number
        self.error = window.errors[row]
        self.paragraphs = found
        self.truncated = bool(window.audit.left_out[row])
        self._window, self._rules, self._inspect = window, rules, inspect
        self._first, self._last = window.line_rows[row : row + 2]
        self._rows = slice(*window.break_rows[row : row + 2])

    @property
    def lines(self) -> Lines:
        """The page's visual lines."""
        return self._window.lines.rows(self._first, self._last)

    @property
    def breaks(self) -> Breaks:
        """The page's breaks, with `above` and `below` as rows of `lines`."""
        return self._window.breaks.rows(self._rows, self._first)

    @property
    def decision(self) -> Decision:
        """What was decided for each row of `breaks`."""
        return self._window.decision.rows(self._rows)

    @property
    def kinds(self) -> Ints:
        """`Join` of each joined break; -1 for the others."""
        return self._window.kinds[self._rows]

    @property
    def text(self) -> str:
        """The page's running text; ends in a newline unless it is empty."""
        return page_text(self.paragraphs, self._rules)

    @property
    def quality(self) -> PageQuality:
        """What kind of page it is and whether its text can be read."""
        return self._inspect()

    def explain(self, i: int) -> Explanation:
        """Why break `i` of the page was joined or kept."""
        k = range(*self._rows.indices(len(self._window.breaks)))[i]
        breaks, decision = self._window.breaks, self._window.decision
        above, below = (self._window.lines[side[k]] for side in (breaks.above, breaks.below))
        return explain(
            self.number, above, below, breaks, k, decision, int(self._window.kinds[k]), self._rules
        )

    def __repr__(self) -> str:
        """Number and size."""
        return f"<rejoin.Page {self.number}: {self._last - self._first} lines>"


class Document:
    """A PDF whose pages are read when they are asked for.

    Use it as a context manager, or call `close`. Made by `rejoin.read`.
    """

    def __init__(
        self,
        source: Source,
        *,
        pages: str | Iterable[int] | None = None,
        password: str | None = None,
        rules: str | Rules | None = None,
        limits: Limits | None = None,
        ocr: str = "never",
        ocr_languages: str = "eng",
        hidden: str | None = None,
        forms: bool = False,
        **changes: Any,
    ) -> None:
        self.rules, self.limits = load_rules(rules, **changes), limits or Limits()
        self._wanted = wanted_by(self.rules, hidden, forms=forms)
        self._ocr: Ocr | None = checked(ocr, ocr_languages)
        self._handle = Handle(source, password)
        self.name = self._handle.name
        self._numbers, self._cuts = page_numbers(pages, self._handle, self.limits.max_pages)
        self._qualities: dict[int, PageQuality] = {}
        self._spare: Reader | None = None
        self._ahead: tuple[int, Future[Reader]] | None = None
        self._pool: ThreadPoolExecutor | None = None
        self._in_order = False
        self._detailed = False
        self._lock = threading.Lock()
        self._windows: dict[int, Window] = {}
        self._edges: dict[int, tuple[int, int] | None] = {}

    @property
    def handle(self) -> Handle:
        """The open file."""
        return self._handle

    @property
    def page_count(self) -> int:
        """Number of pages of the file."""
        return self._handle.pages

    def __len__(self) -> int:
        """Number of pages asked for."""
        return len(self._numbers)

    def __getitem__(self, i: int) -> Page:
        """Page `i` of those asked for, from 0."""
        number = self._numbers[i]
        with self._lock:
            inspect = partial(self._quality, number)
            return Page(number, self.window(number - 1), self._paragraphs(i), self.rules, inspect)

    def __iter__(self) -> Iterator[Page]:
        """The pages, in order."""
        self._in_order = self._numbers == list(range(1, self.page_count + 1))
        return self._within_limits()

    def _within_limits(self) -> Iterator[Page]:
        """The pages, as long as their text is within the limit."""
        left = self.limits.max_chars
        for i in range(len(self)):
            page = self[i]
            sizes = np.cumsum([len(p.text) for p in page.paragraphs])
            fit = int(np.searchsorted(sizes, left, side="right"))
            if fit < len(sizes):
                page.paragraphs, page.truncated = page.paragraphs[:fit], True
                self._cuts["chars"] = f"the text ends on page {page.number}; it has more than " + (
                    f"{self.limits.max_chars:,} characters (--max-chars)"
                )
                yield page
                return
            left -= int(sizes[-1]) if len(sizes) else 0
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
            if not self._detailed:
                self._detailed = True
                self._windows.clear()
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
        return list(self._cuts.values())

    @property
    def quality(self) -> Quality:
        """Classes of the pages, and whether their text can be read (reads them all)."""
        return Quality(self.name, tuple(self._quality(number) for number in self._numbers))

    def _quality(self, number: int) -> PageQuality:
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

    def _recogniser(self, start: int) -> Recogniser | None:
        """What reads pages of a window by OCR, where that is wanted."""
        if not self._ocr:
            return None
        from rejoin.ocr import recogniser  # needs more modules than most documents do

        return recogniser(self._handle, self._ocr, start, set(self._numbers))

    def window(self, page: int) -> Window:
        """Window that holds a page (from 0); the last few windows are kept."""
        start = page // WINDOW * WINDOW
        if start not in self._windows:
            if len(self._windows) == _KEPT:
                del self._windows[next(iter(self._windows))]
            reader = self._take(start)
            window = make_window(
                reader, start, self.rules, self._recogniser(start),
                wanted=self._wanted, detailed=self._detailed,
            )  # fmt: skip
            self._windows[start] = window
            for row in np.flatnonzero(window.audit.left_out).tolist():
                number, count = start + row + 1, int(window.audit.left_out[row])
                cut = too_many(number, count, self.limits.max_page_chars)
                self._cuts[f"page {number}"] = cut
            self._spare = reader
        return self._windows[start]

    def _take(self, start: int) -> Reader:
        """Reader with the pages of the window; the next window's are read in the meantime.

        PDFium works without Python's lock, so reading costs no time while a core is free.
        """
        ahead, self._ahead = self._ahead, None
        if ahead and ahead[0] == start:
            reader = ahead[1].result()
        else:
            if ahead:
                self._spare = ahead[1].result()
            reader = self._read(self._spare or self._reader(), start)
            self._spare = None
        if self._in_order and start + WINDOW < self._handle.pages:
            spare, self._spare = self._spare or self._reader(), None
            self._pool = self._pool or ThreadPoolExecutor(1, "rejoin-reader")
            self._ahead = start + WINDOW, self._pool.submit(self._read, spare, start + WINDOW)
        return reader

    def _reader(self) -> Reader:
        return Reader(self._handle, most=self.limits.max_page_chars)

    def _read(self, reader: Reader, start: int) -> Reader:
        reader.reset()
        reader.read(start, min(start + WINDOW, self._handle.pages))
        return reader

    def _paragraphs(self, i: int) -> list[Paragraph]:
        """Paragraphs that begin on page `i` of those asked for, whole."""
        window = self.window(self._numbers[i] - 1)
        found = list(window.paragraphs[self._numbers[i] - 1 - window.start])
        if not self.rules.page_edges:
            return found
        if before := self._edge(i - 1):
            found = [p for p in found if not p.holds(before[1])]
        edge = self._edge(i)
        place = next((k for k, p in enumerate(found) if edge and p.holds(edge[0])), None)
        while edge and place is not None:
            i += 1
            window = self.window(self._numbers[i] - 1)
            page = window.paragraphs[self._numbers[i] - 1 - window.start]
            other = next(p for p in page if p.holds(edge[1]))
            joiner = Joiner(window.text, self.rules.hyphens)
            kind = joiner.kind(found[place].text, other.text)
            found[place] = found[place].followed_by(other, kind)
            edge = self._edge(i)
            if edge and not other.holds(edge[0]):
                break
        return found

    def _edge(self, i: int) -> tuple[int, int] | None:
        """Lines on both sides of the edge after page `i`, if a paragraph runs over it."""
        if i not in self._edges:
            self._edges[i] = self._find_edge(i)
        return self._edges[i]

    def _find_edge(self, i: int) -> tuple[int, int] | None:
        if not 0 <= i < len(self._numbers) - 1 or self._numbers[i + 1] != self._numbers[i] + 1:
            return None
        number = self._numbers[i]
        above, below = self.window(number - 1), self.window(number)
        rows = number - 1 - above.start, number - below.start
        sure = self.rules.edge_confidence
        return page_edge(above.edges, rows[0], below.edges, rows[1], sure)

    def close(self) -> None:
        """Close the file."""
        if self._pool:
            self._pool.shutdown()
            self._pool = self._ahead = None
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


def page_text(found: Sequence[Paragraph], rules: Rules) -> str:
    """One paragraph or table row a line, with a blank line where the page has a gap."""
    out: list[str] = []
    for i, paragraph in enumerate(found):
        if out and paragraph.beside:
            out[-1] += "\t" + paragraph.text
            continue
        if i and paragraph.gap and rules.blank_lines:
            out.append("")
        out.append(" " * _indent(paragraph, rules) + paragraph.text)
    return "\n".join(out) + "\n" if out else ""


def paragraph_starts(found: Sequence[Paragraph], rules: Rules) -> list[int]:
    """Where each paragraph begins in the page's text, in characters."""
    out, place = [], 0
    for i, paragraph in enumerate(found):
        # a tab before a cell is as long as the newline before everything else
        beside = bool(i and paragraph.beside)
        place += bool(i and paragraph.gap and rules.blank_lines and not beside)
        place += 0 if beside else _indent(paragraph, rules)
        out.append(place)
        place += len(paragraph.text) + 1
    return out


def _indent(paragraph: Paragraph, rules: Rules) -> int:
    """Spaces before a line of code."""
    return 0 if rules.published else paragraph.indent


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
