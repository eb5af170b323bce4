"""``speed``: how long rejoin takes beside PDFium's own text, in one run."""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

import pypdfium2

import rejoin
from bench.memory import growth_table, peaks
from bench.peer_tools.plain import version_of
from bench.peer_tools.pypdfium2 import text as floor
from bench.table import Cell, table
from rejoin import reader

#: Rounds by default; one more is run first and not counted.
ROUNDS = 5
#: Adapters of `bench.peer_tools` that ``--peers`` adds.
PEERS = ("pymupdf_blocks", "pdftotext", "pdfminer")

Reader = Callable[[str], object]


def pure(pdf: str) -> str:
    """rejoin with the reader that needs no compiler."""
    with _uncompiled():
        return rejoin.text(pdf)


@contextmanager
def _uncompiled() -> Iterator[None]:
    compiled: Any = vars(reader)["_bulk"]
    vars(reader)["_bulk"] = None
    try:
        yield
    finally:
        vars(reader)["_bulk"] = compiled


def timed(readers: dict[str, Reader], pdf: str, rounds: int) -> dict[str, list[float]]:
    """Seconds of every reader in every round; each round starts with another reader."""
    seconds: dict[str, list[float]] = {name: [] for name in readers}
    names = list(readers)
    for number in range(rounds + 1):
        turn = number % len(names)
        for name in names[turn:] + names[:turn]:
            started = time.perf_counter()
            readers[name](pdf)
            if number:
                seconds[name].append(time.perf_counter() - started)
    return seconds


def add_parser(subparsers: Any) -> None:
    """Add the command."""
    parser = subparsers.add_parser("speed", help="time rejoin beside PDFium's own text")
    parser.add_argument("file", nargs="*", metavar="FILE", help="PDFs")
    rounds = f"rounds that count (default {ROUNDS})"
    parser.add_argument("--rounds", type=int, default=ROUNDS, metavar="N", help=rounds)
    parser.add_argument("--pure", action="store_true", help="also without the compiled reader")
    parser.add_argument("--peers", action="store_true", help=f"also {', '.join(PEERS)}")
    memory = "peak memory on a generated file of 1,000 pages, and on the files given"
    parser.add_argument("--memory", action="store_true", help=memory)
    rate = "pages a second of processor time over all files, and hours for a million pages"
    parser.add_argument("--rate", action="store_true", help=rate)
    many = "memory of one process that reads so many documents, the files over and over"
    parser.add_argument("--documents", type=int, metavar="N", help=many)


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    if args.documents:
        print(growth_table([Path(file) for file in args.file], args.documents))
        return 0
    if args.rate:
        print(rate(args.file))
        return 0
    readers = chosen(args.pure, args.peers)
    for file in args.file:
        pages = _pages(file)
        print(f"{Path(file).name}, {pages} pages, median of {args.rounds} rounds ({reader.READER})")
        print(report(timed(readers, file, args.rounds), pages) + "\n")
    if args.memory:
        print(peaks([Path(file) for file in args.file]))
    return 0


def chosen(with_pure: bool, with_peers: bool) -> dict[str, Reader]:
    """Readers by name, PDFium's own first; tools that are not installed are named and left out."""
    readers: dict[str, Reader] = {"PDFium": floor, "rejoin": rejoin.text}
    if with_pure and vars(reader)["_bulk"] is not None:
        readers["rejoin, pure Python"] = pure
    for name in PEERS if with_peers else ():
        adapter = import_module(f"bench.peer_tools.{name}")
        try:
            readers[f"{name} {version_of(adapter)}"] = adapter.text
        except Exception as error:
            print(f"{name} is left out: {error}")
    return readers


def report(seconds: dict[str, list[float]], pages: int) -> str:
    """Medians, and the medians of each round's ratio to the first reader."""
    first = next(iter(seconds.values()))
    rows: list[Sequence[Cell]] = []
    for name, some in seconds.items():
        median = statistics.median(some)
        ratio = statistics.median(a / b for a, b in zip(some, first, strict=True))
        per_page = f"{1000 * median / max(pages, 1):.3f}"
        rows.append((name, f"{1000 * median:.1f}", per_page, f"{ratio:.2f}"))
    return table(("", "ms", "ms/page", "times the first"), rows)


def rate(files: Sequence[str]) -> str:
    """Table of pages and processor time, for PDFium's own text and for rejoin."""
    pages = sum(map(_pages, files))
    rows: list[Sequence[Cell]] = []
    rejoin.text(files[0])  # what is loaded once is not counted
    for name, reader_ in (("PDFium", floor), ("rejoin", rejoin.text)):
        started = time.process_time()
        for file in files:
            reader_(file)
        each = (time.process_time() - started) / pages
        rows.append((name, f"{pages:,}", f"{1 / each:.0f}", f"{each * 1e6 / 3600:.2f}"))
    return table(("", "pages", "pages a second", "core hours a million"), rows)


def _pages(file: str) -> int:
    document = pypdfium2.PdfDocument(file)
    try:
        return len(document)
    finally:
        document.close()
