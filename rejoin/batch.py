"""Many files, one after the other or in worker processes, with errors as values."""

from __future__ import annotations

import io
import os
import traceback
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from rejoin.errors import FileMissingError, PageError, RejoinError, WorkerError
from rejoin.inputs import Source
from rejoin.options import Options
from rejoin.quality import PageQuality, Quality
from rejoin.results import Record, Result
from rejoin.workers import Pool

#: Files for each worker that may be read ahead of the one whose turn it is: enough to keep all of
#: them busy while one works on a long file, few enough for flat memory.
LOOK_AHEAD = 8

#: Told after each page how many are done and how many there are.
Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Request:
    """What is wanted of every file: the parameters of `read_many`."""

    options: Options
    paragraphs: bool = False
    markdown: bool = False
    progress: Progress | None = None


def read_one(source: Source, request: Request) -> Result:
    """Read one file. All that can go wrong is in the result."""
    try:
        return _read(source, portable(source), request)
    except Exception as error:
        return Result(source, error=_failure(error, source), trace=traceback.format_exc())


def _failure(error: Exception, source: Source) -> RejoinError:
    if isinstance(error, RejoinError):
        return error
    if isinstance(error, MemoryError):
        return RejoinError("needs more memory than there is", file=name_of(source))
    what = f"{type(error).__name__}: {error}"
    return RejoinError(
        f"could not be read because of a mistake in rejoin ({what}); please report it",
        file=name_of(source),
    )


def _read(source: Source, data: Source, request: Request) -> Result:
    # not where files are only handed to workers
    from rejoin.document import Document
    from rejoin.markdown import Writer
    from rejoin.page import paragraph_starts

    texts, records, errors = list[str](), list[Record](), list[PageError]()
    qualities = list[PageQuality]()
    with Document(data, request.options) as document:
        if request.markdown or request.paragraphs:
            document.detailed()
        writer, length = Writer(), 0
        for page in document:
            texts.append(writer.page(page.paragraphs) if request.markdown else page.text)
            if request.paragraphs:
                places = paragraph_starts(page.paragraphs, request.options.rules)
                records += [Record.of(p, length + place)
                            for p, place in zip(page.paragraphs, places, strict=True)]  # fmt: skip
            qualities.append(page.quality)
            length += len(page.text) + 1 if request.paragraphs else 0
            if page.error:
                errors.append(page.error)
            if request.progress:
                request.progress(len(texts), len(document))
        truncated = tuple(document.truncated)
    between = "" if request.markdown else "\f"
    return Result(
        source,
        between.join(texts),
        len(texts),
        tuple(records),
        tuple(errors),
        Quality(name_of(source), tuple(qualities)),
        truncated,
    )


def read_many(
    sources: Iterable[Source],
    *,
    jobs: int = 1,
    timeout: float | None = None,
    paragraphs: bool = False,
    markdown: bool = False,
    progress: Progress | None = None,
    task: Callable[[Source, Request], Result] = read_one,
    options: Options | None = None,
    **asked: Any,
) -> Generator[Result, None, None]:
    """Read many files, in their order; a file that cannot be read is a result, too.

    Parameters
    ----------
    sources : iterable of paths, bytes or binary files
        Taken one by one, when there is room for more.
    jobs : int
        Worker processes. With 1 and no timeout the files are read in this process.
    timeout : float, optional
        Seconds for one file; what takes longer is given up.
    paragraphs : bool
        Whether the results hold the paragraphs, besides the text.
    markdown : bool
        Whether the text of the results is Markdown. Pages are not parted by form feeds then.
    progress : callable, optional
        Told after each page how many pages of the file are done and how many there are, where the
        files are read in this process.
    task : callable
        What is done with each file. A function that workers can import, in place of `read_one`.
    options : Options, optional
        In place of the keywords.
    **asked
        Keywords of `rejoin.read`, the same for all files.

    Yields
    ------
    Result
        One for each source. A worker process that dies or takes too long costs its file alone:
        the error is a `WorkerError`, and another worker goes on with the next file.

    Raises
    ------
    RejoinError
        The rules, the page list or OCR cannot be used with any file.
    """
    if isinstance(sources, (str, bytes, os.PathLike)):
        raise TypeError("read_many takes several sources, such as a list; for one use read")
    if jobs < 1 or (timeout is not None and timeout <= 0):
        raise ValueError("jobs is 1 or more, and timeout more than 0")
    request = Request(options or Options.of(**asked), paragraphs, markdown)
    if jobs == 1 and timeout is None:
        request = replace(request, progress=progress)
        return (task(source, request) for source in sources)
    return _parallel(sources, partial(_apply, task, request), jobs, timeout)


def _apply(task: Callable[[Source, Request], Result], request: Request, source: Source) -> Result:
    return task(source, request)


def _parallel(
    sources: Iterable[Source], one: Callable[[Source], Result], jobs: int, timeout: float | None
) -> Generator[Result, None, None]:
    pool = Pool(one, jobs, timeout)
    ahead: deque[Future[Result]] = deque()
    with ThreadPoolExecutor(jobs) as threads:
        try:
            for source in sources:
                ahead.append(threads.submit(_ask, pool, source, _taken(source)))
                while ahead and (len(ahead) > LOOK_AHEAD * jobs or ahead[0].done()):
                    yield ahead.popleft().result()
            while ahead:
                yield ahead.popleft().result()
        finally:
            for future in ahead:
                future.cancel()
            pool.close()


def _taken(source: Source) -> Source | Exception:
    try:
        return portable(source)
    except Exception as error:
        return error


def _ask(pool: Pool, source: Source, taken: Source | Exception) -> Result:
    """Have one file read by a worker. (Runs in a thread of its own, which only waits.)"""
    if isinstance(taken, Exception):
        trace = "".join(traceback.format_exception(taken))
        return Result(source, error=_failure(taken, source), trace=trace)
    try:
        result: Result = pool.ask(taken)
    except WorkerError as error:
        return Result(source, error=WorkerError(error.reason, file=name_of(source)))
    return replace(result, source=source)


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
