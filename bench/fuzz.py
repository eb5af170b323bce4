"""``fuzz``: damaged PDFs and random arrays; whatever is not a text or a clear error is reported."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

import pypdfium2
from tqdm import tqdm

from bench.fuzzseeds import seeds
from bench.mutate import Parts, mutant, parts_of
from bench.pool import JOBS
from bench.probe import probe
from rejoin import RejoinError, WorkerError
from rejoin.workers import Pool

#: Damaged files by default, seconds for one of them, and bytes of the largest file to begin with:
#: most of its time a large one would be read as it is.
COUNT, TIMEOUT, LARGEST = 2_000, 60.0, 60_000
#: Bytes of memory that a worker may ask for: what takes more is a fault, and the machine stays up.
MEMORY = 4 << 30
#: Pages that PDFium reads alone: the count that a damaged file gives may be any.
FEW_PAGES = 50
#: Cases that may wait for a free worker.
_WAITING = 8


@dataclass(frozen=True)
class Mutant:
    """A damaged file that is made again from a name and a number."""

    seed: str
    number: int

    @property
    def name(self) -> str:
        """Name of its own."""
        return f"{Path(self.seed).stem.replace(' ', '-')}-{self.number}"

    def data(self) -> bytes:
        """Its bytes."""
        return mutant(*_seed(self.seed), self.number)


@lru_cache(maxsize=256)
def _seed(name: str) -> tuple[bytes, Parts | None]:
    """Bytes and parts of a file, or of one of the small ones by its name."""
    own = dict(seeds())
    data = own[name] if name in own else Path(name).read_bytes()
    with suppress(RejoinError):
        return data, parts_of(data)
    return data, None


def outcome(case: Mutant) -> str:
    """Make a damaged file and read it; see `probe`."""
    _bound_memory()
    return probe(case.data(), case.number // 7)


@lru_cache(maxsize=1)
def _bound_memory() -> None:
    """Bound this process's memory, where the system can."""
    try:
        import resource
    except ImportError:  # Windows
        return
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


@dataclass
class Tally:
    """What came of the files.

    Attributes
    ----------
    counts
        Files by outcome.
    faults
        Those that are neither read nor refused: the file, and what happened.
    """

    counts: Counter[str] = field(default_factory=Counter)
    faults: list[tuple[Mutant, str]] = field(default_factory=list)

    def add(self, case: Mutant, what: str) -> bool:
        """Count one; whether it is a fault."""
        self.counts[what.split("\n", 1)[0]] += 1
        fault = not what.startswith(("read", "refused"))
        if fault:
            self.faults.append((case, what))
        return fault


def fuzz(
    files: Sequence[str], count: int, seconds: float, first: int, jobs: int, timeout: float
) -> Iterator[tuple[Mutant, str]]:
    """Damaged files with their outcomes, as they come.

    Parameters
    ----------
    files
        PDFs to damage, besides the small ones: every second case is one of these.
    count, seconds
        Whichever ends first.
    first
        Number of the first case; the same number is the same damage.
    jobs, timeout
        Worker processes, and seconds for one file.
    """
    own, end = [name for name, _ in seeds()], time.monotonic() + seconds
    pool = Pool(outcome, jobs, timeout)
    waiting: list[tuple[Mutant, Future[str]]] = []
    try:
        with ThreadPoolExecutor(jobs) as threads:
            for number in range(first, first + count):
                names = files if files and number % 2 else own
                case = Mutant(names[number // 2 % len(names)], number)
                waiting.append((case, threads.submit(_ask, pool, case, timeout)))
                if len(waiting) >= _WAITING * jobs:
                    yield waiting[0][0], waiting[0][1].result()
                    del waiting[0]
                if time.monotonic() > end:
                    break
            while waiting:
                yield waiting[0][0], waiting[0][1].result()
                del waiting[0]
    finally:
        pool.close()


def _ask(pool: Pool, case: Mutant, timeout: float) -> str:
    try:
        return str(pool.ask(case))
    except WorkerError as error:
        reason = error.reason
    alone = Pool(_by_pdfium_alone, 1, timeout)
    try:  # a form that draws itself twice takes PDFium for ever, and nothing here can stop it
        alone.ask(case)
    except WorkerError:
        return "refused by a worker's end, over which PDFium is lost by itself"
    finally:
        alone.close()
    return f"lost\n{reason}"


def _by_pdfium_alone(case: Mutant) -> None:
    """Read a damaged file by PDFium, and by nothing else."""
    _bound_memory()
    with suppress(pypdfium2.PdfiumError):
        document = pypdfium2.PdfDocument(case.data())
        for number in range(min(len(document), FEW_PAGES)):
            with suppress(pypdfium2.PdfiumError):
                document[number].get_textpage().get_text_range()


def children() -> list[int]:
    """Processes that this one started and that are still there (Linux; none elsewhere)."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            fields = stat.read_text().rpartition(")")[2].split()
            if int(fields[1]) == os.getpid():
                found.append(int(stat.parent.name))
    return found


def add_parser(subparsers: Any) -> None:
    """Add the command."""
    parser = subparsers.add_parser("fuzz", help="damaged PDFs, or random arrays")
    parser.add_argument("folder", nargs="*", type=Path, metavar="FOLDER",
                        help=f"PDFs of up to {LARGEST:,} bytes to damage")  # fmt: skip
    parser.add_argument("--count", type=int, default=COUNT, metavar="N",
                        help=f"damaged files at most (default {COUNT:,})")  # fmt: skip
    parser.add_argument("--seconds", type=float, default=float("inf"), metavar="S",
                        help="stop after so many seconds")  # fmt: skip
    parser.add_argument("--first", type=int, default=0, metavar="N",
                        help="number of the first case (0): other cases")  # fmt: skip
    parser.add_argument("--timeout", type=float, default=TIMEOUT, metavar="S",
                        help=f"seconds for one file (default {TIMEOUT:g})")  # fmt: skip
    parser.add_argument("--keep", type=Path, metavar="DIR", help="write the faults there")
    parser.add_argument("-j", "--jobs", type=int, default=JOBS, metavar="N")
    arrays = "random arrays in place of PDFs, guided by coverage (extra fuzz)"
    parser.add_argument("--arrays", action="store_true", help=arrays)


def run(args: argparse.Namespace) -> int:
    """Run the command; 1 if there was a fault."""
    if args.arrays:
        from bench.fuzzguided import guided

        return guided(args.count, args.seconds, args.first)
    files = [str(pdf) for folder in args.folder for pdf in sorted(folder.rglob("*.pdf"))
             if pdf.stat().st_size <= LARGEST]  # fmt: skip
    before, tally, begun = set(children()), Tally(), time.monotonic()
    cases = fuzz(files, args.count, args.seconds, args.first, args.jobs, args.timeout)
    total = args.count if args.seconds == float("inf") else None
    for case, what in tqdm(cases, total=total, disable=not sys.stderr.isatty(), unit="file"):
        if tally.add(case, what):
            _keep(case, what, args.keep)
    leaked = set(children()) - before
    print(_report(tally, time.monotonic() - begun, len(leaked)))
    return 1 if tally.faults or leaked else 0


def _keep(case: Mutant, what: str, folder: Path | None) -> None:
    """Tell of a fault at once, and write its file."""
    print(f"{case.name}: {what}", flush=True)
    if folder:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{case.name}.pdf").write_bytes(case.data())
        (folder / f"{case.name}.txt").write_text(what, encoding="utf-8")


def _report(tally: Tally, seconds: float, leaked: int) -> str:
    counts = "\n".join(f"  {name}: {count:,}" for name, count in tally.counts.most_common())
    return (
        f"{tally.counts.total():,} damaged files in {seconds:.0f} s, {len(tally.faults)} faults, "
        f"{leaked} workers left behind\n{counts}"
    )
