"""What a person reads on standard error: messages and progress."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

from rejoin.errors import PageError, RejoinError

#: A file with so many pages gets a progress bar of its own.
MANY_PAGES = 64


#: Control characters, which a file's name may hold: a message is one line, and no more than that.
_CONTROLS = {code: repr(chr(code))[1:-1] for code in (*range(32), *range(0x7F, 0xA0))}


class Console:
    """Messages and a progress bar that do not get into each other's way.

    Parameters
    ----------
    files : int or None
        How many files are read (None: many): with several, the bar counts files, else pages.
    progress : bool
        Whether a bar is wanted. It shows only where standard error is a terminal.
    verbose : bool
    """

    def __init__(self, files: int | None, *, progress: bool, verbose: bool) -> None:
        self._many, self._verbose, self._failed = files is None or files > 1, verbose, 0
        self._wanted = progress and sys.stderr.isatty()
        self._bar: Any = None
        if self._many:
            self._show(files, "file")

    def _show(self, total: int | None, unit: str) -> None:
        if self._wanted:
            from tqdm import tqdm  # only where it shows: its import takes time

            self._bar = tqdm(total=total, unit=unit, file=sys.stderr, leave=False)

    def page_done(self, done: int, total: int) -> None:
        """Count a page of the only file."""
        if self._many or total < MANY_PAGES:
            return
        if self._bar is None:
            self._show(total, "page")
        if self._bar is not None:
            self._bar.update(done - self._bar.n)

    def file_done(self, *, failed: bool = False) -> None:
        """Count a file."""
        self._failed += failed
        if self._bar is not None and self._many:
            if failed:
                self._bar.set_postfix(failed=self._failed, refresh=False)
            self._bar.update()

    def say(self, message: str) -> None:
        """Print a message of its own line."""
        if self._bar is not None:
            self._bar.clear()
        print(f"rejoin: {message.translate(_CONTROLS)}", file=sys.stderr, flush=True)
        if self._bar is not None:
            self._bar.refresh()

    def report(self, error: RejoinError, trace: str = "") -> None:
        """Print an error; with -v also where in the code it came from."""
        self.say(str(error))
        if trace and self._verbose:
            print(trace, end="", file=sys.stderr, flush=True)

    def report_pages(self, errors: Sequence[PageError]) -> None:
        """Print pages' errors, those of neighbouring pages in one message."""
        first = 0
        for i, error in enumerate(errors, 1):
            if i < len(errors) and _follows(error, errors[i]):
                continue
            if i == first + 1:
                self.report(error)
            else:
                self.say(f"{error.file}: pages {errors[first].page}-{error.page}: {error.reason}")
            first = i

    def detail(self, message: str) -> None:
        """Print a message only with -v."""
        if self._verbose:
            self.say(message)

    def close(self) -> None:
        """Remove the bar."""
        if self._bar is not None:
            self._bar.close()


def _follows(a: PageError, b: PageError) -> bool:
    return a.reason == b.reason and b.page == (a.page or 0) + 1
