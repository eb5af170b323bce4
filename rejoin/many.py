"""Many files to an output that a run may be killed over: what is done is done once."""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass
from typing import Any

from rejoin.batch import read_many
from rejoin.errors import OutputError, RejoinError
from rejoin.finding import Found, find
from rejoin.options import Options
from rejoin.results import Result
from rejoin.sinks import kind_of, open_sink
from rejoin.sinks.base import PlaceError, Sink
from rejoin.sinks.failures import Failures
from rejoin.sinks.forms import FORMS, written_by

#: Told of each file that is done.
Told = Callable[[Result], None]


@dataclass
class Summary:
    """What a run did.

    Attributes
    ----------
    written : int
        Files whose text was written.
    imperfect : int
        Those of them of which pages could not be read, or limits cut something off.
    failed : int
        Files that could not be read.
    done_before, failed_before : int
        Files that an earlier run wrote, or noted as failures: they were not read again.
    pages : int
        Pages of the files that were written.
    seconds : float
    """

    written: int = 0
    imperfect: int = 0
    failed: int = 0
    done_before: int = 0
    failed_before: int = 0
    pages: int = 0
    seconds: float = 0.0

    @property
    def whole(self) -> bool:
        """Whether all that was asked for is in the output."""
        return not (self.imperfect or self.failed or self.failed_before)

    def __str__(self) -> str:
        """One line."""
        rate = self.pages / self.seconds if self.seconds else 0.0
        parts = [f"{self.written:,} files written", f"{self.failed:,} failed"]
        if self.done_before or self.failed_before:
            parts.append(f"{self.done_before:,} done and {self.failed_before:,} failed before")
        return f"{', '.join(parts)}; {self.pages:,} pages in {self.seconds:.1f} s ({rate:,.0f}/s)"


def write_many(
    names: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
    out: str | os.PathLike[str],
    *,
    form: str = "text",
    failures: str | os.PathLike[str] | None = None,
    options: Options | None = None,
    told: Told | None = None,
    **reading: Any,
) -> Summary:
    """Write the text of many files; a run that was ended goes on where it is started again.

    Parameters
    ----------
    names : path or iterable of paths
        Files, folders, patterns, ``@LIST``; see `rejoin.finding.find`.
    out : path
        A folder (for one file a PDF, in folders like theirs), ``*.jsonl`` (one line a PDF) or
        ``*.parquet`` (one row a PDF; extra ``parquet``). Files that are in it are not read again.
    form : {"text", "markdown", "jsonl"}
        What is written; ``"jsonl"`` is paragraph by paragraph, with all that is known of each.
    failures : path, optional
        Log of failures, one JSON object a line. Files that are in it are not tried again.
    options : Options, optional
        In place of the keywords of `rejoin.read`.
    told : callable, optional
        Told of the `Result` of each file that was read, or could not be.
    **reading
        Keywords of `rejoin.read_many`, such as ``jobs``, ``timeout``, ``memory_limit``, and of
        `rejoin.read`.

    Returns
    -------
    Summary

    Raises
    ------
    OutputError
        The output cannot be written, holds something else, or another process writes it.
    RejoinError
        What is asked for cannot be done with any file.
    """
    start = time.monotonic()
    some = [os.fspath(n) for n in ([names] if isinstance(names, (str, os.PathLike)) else names)]
    if form not in FORMS:
        raise ValueError(f"form is one of {', '.join(FORMS)}")
    if "-" in some:
        raise OutputError("standard input has no name to be told by; write it to a file", file="-")
    of_batch = ("jobs", "timeout", "memory_limit", "split", "task")
    keywords = {name: reading.pop(name) for name in of_batch if name in reading}
    options = options or Options.of(**reading)
    found, target = find(some), os.fspath(out)
    kind = kind_of(target, some) or "folder"
    with ExitStack() as stack:
        log = stack.enter_context(closing(Failures(os.fspath(failures) if failures else None)))
        sink = stack.enter_context(open_sink(target, kind, form, written_by(options, form)))
        run = _Run(sink, log, told or (lambda result: None))
        results = read_many(
            run.wanted(found),
            paragraphs=form == "jsonl",
            markdown=form == "markdown",
            options=options,
            **keywords,
        )
        stack.enter_context(closing(results))
        for result in results:
            run.take(result)
    run.summary.seconds = time.monotonic() - start
    return run.summary


class _Run:
    """Files on their way: which are read, and where their results go."""

    def __init__(self, sink: Sink, failures: Failures, told: Told) -> None:
        self._sink, self._failures, self._told = sink, failures, told
        self._under_way = deque[Found]()
        self.summary = Summary()

    def wanted(self, files: Iterable[Found]) -> Iterator[str]:
        """Paths of the files that are still to be read."""
        for found in files:
            try:
                if self._failures.knows(found.path):
                    self.summary.failed_before += 1
                elif self._sink.wants(found):
                    self._under_way.append(found)
                    yield found.path
                else:
                    self.summary.done_before += 1
            except PlaceError as error:
                self._fail(Result(found.path, error=error))

    def take(self, result: Result) -> None:
        """Write the next result, or note why there is none."""
        found = self._under_way.popleft()
        if result.error:
            self._fail(result)
            return
        # before the text: a file that is written is not read again
        for error in result.page_errors:
            self._failures.add(found.path, error)
        try:
            self._sink.add(found, result)
        except PlaceError as error:
            self._fail(Result(found.path, error=error))
            return
        self.summary.written += 1
        self.summary.pages += result.pages
        self.summary.imperfect += bool(result.page_errors or result.truncated)
        self._told(result)

    def _fail(self, result: Result) -> None:
        assert isinstance(result.error, RejoinError)
        self._failures.add(os.fspath(str(result.source)), result.error)
        self.summary.failed += 1
        self._told(result)
