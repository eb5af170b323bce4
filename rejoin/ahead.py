"""The windows of a document, one after the other: decided when asked for, read ahead of that."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor

import numpy as np

from rejoin.options import Options
from rejoin.quality import too_many
from rejoin.reader import Reader
from rejoin.source import Handle
from rejoin.windows import WINDOW, Recogniser, Window, make_window, wanted_by

#: Windows that are kept: a paragraph may run into the next one, or come from the one before.
_KEPT = 3


class Windows:
    """Windows of pages by their pages; the last few are kept.

    Parameters
    ----------
    handle : Handle
    options : Options
    numbers : sequence of int
        Pages that are asked for, from 1: only these are read by OCR.

    Attributes
    ----------
    in_order : bool
        All pages are read in their order, so that reading ahead is of use.
    end : int
        Page (from 0) from which on nothing is read ahead.
    cuts : dict of int to str
        What the limit of characters of one page cut off, by the page's number.
    """

    def __init__(self, handle: Handle, options: Options, numbers: Sequence[int]) -> None:
        self._handle, self._options, self._numbers = handle, options, set(numbers)
        self._wanted = wanted_by(options.rules, options.hidden, forms=options.forms)
        self.in_order, self._detailed = False, False
        self.end = handle.pages
        self.cuts: dict[int, str] = {}
        self._kept: dict[int, Window] = {}
        self._spare: Reader | None = None
        self._ahead: tuple[int, Future[Reader]] | None = None
        self._pool: ThreadPoolExecutor | None = None

    def detail(self) -> None:
        """Keep the glyphs from now on, for emphasis and for cells inside a line."""
        if not self._detailed:
            self._detailed = True
            self._kept.clear()

    def of(self, page: int) -> Window:
        """Window that holds a page (from 0)."""
        start = page // WINDOW * WINDOW
        if start not in self._kept:
            if len(self._kept) == _KEPT:
                del self._kept[next(iter(self._kept))]
            reader = self._take(start)
            self._kept[start] = self._make(reader, start)
            # the glyphs of a detailed window are in the reader's arrays
            self._spare = None if self._detailed else reader
        return self._kept[start]

    def _make(self, reader: Reader, start: int) -> Window:
        window = make_window(
            reader, start, self._options.rules, self._recogniser(start),
            wanted=self._wanted, detailed=self._detailed,
        )  # fmt: skip
        for row in np.flatnonzero(window.audit.left_out).tolist():
            number, count = start + row + 1, int(window.audit.left_out[row])
            self.cuts[number] = too_many(number, count, self._options.limits.max_page_chars)
        return window

    def _recogniser(self, start: int) -> Recogniser | None:
        """What reads pages of a window by OCR, where that is wanted."""
        if not self._options.ocr:
            return None
        from rejoin.ocr import recogniser  # needs more modules than most documents do

        return recogniser(self._handle, self._options.ocr, start, self._numbers)

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
        if self.in_order and start + WINDOW < self.end:
            spare, self._spare = self._spare or self._reader(), None
            self._pool = self._pool or ThreadPoolExecutor(1, "rejoin-reader")
            self._ahead = start + WINDOW, self._pool.submit(self._read, spare, start + WINDOW)
        return reader

    def _reader(self) -> Reader:
        return Reader(self._handle, most=self._options.limits.max_page_chars)

    def _read(self, reader: Reader, start: int) -> Reader:
        reader.reset()
        reader.read(start, min(start + WINDOW, self._handle.pages))
        return reader

    def close(self) -> None:
        """Wait for what is being read."""
        if self._pool:
            self._pool.shutdown()
            self._pool = self._ahead = None
