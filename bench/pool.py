"""Work on many documents in a few processes."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from typing import TypeVar

from tqdm import tqdm

from bench.corpus import Item

T = TypeVar("T")

#: Processes by default.
JOBS = 2


def over_documents(work: Callable[[Item], T], items: Sequence[Item], jobs: int = JOBS) -> list[T]:
    """Results of `work` for every document, in the order of the documents.

    The largest go first, so that the processes end together. `work` must be picklable: a function
    of a module, or a `functools.partial` of one.
    """
    hide = not sys.stderr.isatty()
    if jobs <= 1 or len(items) == 1:
        return [work(item) for item in tqdm(items, disable=hide, unit="file")]
    largest = sorted(range(len(items)), key=lambda i: items[i].pdf.stat().st_size, reverse=True)
    with ProcessPoolExecutor(jobs) as pool:
        futures = {pool.submit(work, items[i]): i for i in largest}
        done: dict[int, T] = {}
        for future in tqdm(as_completed(futures), total=len(items), disable=hide, unit="file"):
            done[futures[future]] = future.result()
    return [done[i] for i in range(len(items))]


def add_corpus(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of a command that reads labelled documents."""
    corpus = "folder of PDFs with NAME.labels.jsonl[.gz] beside them, or one PDF"
    parser.add_argument("corpus", nargs="+", metavar="CORPUS", help=corpus)
    jobs = f"processes (default {JOBS})"
    parser.add_argument("-j", "--jobs", type=int, default=JOBS, metavar="N", help=jobs)
