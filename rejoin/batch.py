"""Many files, one after the other or in worker processes, with errors as values."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Generator, Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from typing import Any

from rejoin.errors import WorkerError
from rejoin.inputs import Source, name_of, portable
from rejoin.leash import check_limit
from rejoin.onefile import Progress, Request, failed, read_one
from rejoin.options import Options
from rejoin.pieces import SPLIT, Some, spans, together
from rejoin.results import Large, Piece, Result
from rejoin.workers import Pool

#: Files for each worker that may be read ahead of the one whose turn it is: enough to keep all of
#: them busy while one works on a long file, few enough for flat memory.
LOOK_AHEAD = 8


def read_many(
    sources: Iterable[Source],
    *,
    jobs: int = 1,
    timeout: float | None = None,
    memory_limit: int | None = None,
    split: int = SPLIT,
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
        Worker processes. With 1 and no bound on time or memory the files are read in this process.
    timeout : float, optional
        Seconds for one file; what takes longer is given up.
    memory_limit : int, optional
        Megabytes that a worker may take; a file that needs more is given up. (On Linux.)
    split : int
        A file of so many pages or more is read in pieces by several workers, each of which has the
        time and the memory that a file has. The result is the same. 0 for never.
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
        The rules, the page list, OCR or the limit of memory cannot be used with any file.
    """
    if isinstance(sources, (str, bytes, os.PathLike)):
        raise TypeError("read_many takes several sources, such as a list; for one use read")
    if jobs < 1 or split < 0 or (timeout is not None and timeout <= 0):
        raise ValueError("jobs is 1 or more, and timeout more than 0")
    check_limit(memory_limit)
    request = Request(options or Options.of(**asked), paragraphs, markdown)
    if jobs == 1 and timeout is None and memory_limit is None:
        request = replace(request, progress=progress)
        return (task(source, request) for source in sources)
    request = replace(request, split=split if jobs > 1 else 0)
    pool = Pool(partial(_apply, task, request), jobs, timeout, memory_limit)
    return _parallel(sources, pool, jobs, request)


def _apply(task: Callable[[Source, Request], Result], request: Request, what: Any) -> Result:
    """Do what a worker is asked for: a file, or some of its pages."""
    if isinstance(what, Some):
        return task(what.source, replace(request, span=(what.first, what.last)))
    return task(what, request)


def _parallel(
    sources: Iterable[Source], pool: Pool, jobs: int, request: Request
) -> Generator[Result, None, None]:
    ahead: deque[Future[Result]] = deque()
    with ThreadPoolExecutor(jobs) as threads, ThreadPoolExecutor(jobs) as helpers:
        split = partial(_in_pieces, pool, helpers, jobs, request)
        try:
            for source in sources:
                ahead.append(threads.submit(_ask, pool, source, _taken(source), split))
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


def _ask(
    pool: Pool,
    source: Source,
    taken: Source | Exception,
    split: Callable[[Source, int], Result],
) -> Result:
    """Have one file read by a worker. (Runs in a thread of its own, which only waits.)"""
    if isinstance(taken, Exception):
        return failed(source, taken)
    try:
        result: Result = pool.ask(taken)
        if isinstance(result, Large):
            result = split(taken, result.pages)
    except WorkerError as error:
        return Result(source, error=WorkerError(error.reason, file=name_of(source)))
    return replace(result, source=source)


def _in_pieces(
    pool: Pool, helpers: ThreadPoolExecutor, jobs: int, request: Request, source: Source, pages: int
) -> Result:
    """Have a large file read in pieces, by whichever workers are free.

    Raises
    ------
    WorkerError
        A worker died over one of the pieces.
    """
    some = [Some(source, a, b) for a, b in spans(pages, request.split, jobs)]
    pieces = _asked(pool, helpers, some)
    if 2 * sum(len(piece.text) for piece in pieces) > request.options.limits.max_chars:
        # where the text ends is only known to whoever reads all of it
        pieces = _asked(pool, helpers, [Some(source, 0, pages)])
    bad = next((piece for piece in pieces if piece.error), None)
    return bad or together(source, pieces, markdown=request.markdown)


def _asked(pool: Pool, helpers: ThreadPoolExecutor, some: Sequence[Some]) -> list[Piece]:
    """Pieces that workers read; what they have not begun when one of them dies is left."""
    asked = [helpers.submit(pool.ask, piece) for piece in some]
    try:
        return [future.result() for future in asked]
    finally:
        for future in asked:
            future.cancel()
