"""``many``: thousands of files, bad ones among them, in runs that are killed; and how fast."""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import signal
import subprocess
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.heap import make
from bench.hooks import START
from bench.table import Cell, table

#: The output of each kind, as the command tells them apart.
KINDS = {"jsonl": "out.jsonl", "folder": "out/", "parquet": "out.parquet"}
#: Seconds for one file, and megabytes of a worker: more than any good file of the corpus takes.
TIMEOUT, MEMORY = 60, 600
#: How often a run is killed before it may end.
KILLS = 2
_ROOT = Path(__file__).resolve().parent.parent


def add_parser(subparsers: Any) -> None:
    """Add the command."""
    parser = subparsers.add_parser("many", help="many files in runs that are killed; speed")
    parser.add_argument("corpus", nargs="?", default="labelled_corpus", help="folder of PDFs")
    parser.add_argument("--files", type=int, default=2000, metavar="N", help="how many (2000)")
    parser.add_argument("-j", "--jobs", type=int, default=2, metavar="N", help="workers (2)")
    parser.add_argument("--kinds", default="jsonl", help=f"of {','.join(KINDS)} (jsonl)")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    parser.add_argument("--timed", type=int, default=0, metavar="N", help="files to time with")
    parser.add_argument("--rounds", type=int, default=3, metavar="N", help="rounds of timing (3)")


def run(args: argparse.Namespace) -> int:
    """Run the command: exit code 1 if anything is not as it must be."""
    sources = sorted(Path(args.corpus).rglob("*.pdf"))
    right = True
    with tempfile.TemporaryDirectory(prefix="bench-many-") as name:
        folder = Path(name)
        expected = make(folder / "in", sources, args.files, args.seed)
        for kind in args.kinds.split(","):
            right &= killed(folder, kind, expected, args)
        if args.timed:
            timed(folder, sources, args)
    return 0 if right else 1


@dataclass
class Times:
    """Seconds that a run took, and of all its processes on the processor."""

    wall: float
    cpu: float


def command(folder: Path, out: Path, kind: str, jobs: int) -> list[str]:
    """The command for one run."""
    held = ["--timeout", str(TIMEOUT), "--memory-limit", str(MEMORY)]
    target = os.path.join(out, KINDS[kind])
    log = ["--failures", str(out / "failures.jsonl")]
    return [*START, "text", str(folder), "-o", target, "-q", "-j", str(jobs), *held, *log]


def start(argv: Sequence[str]) -> subprocess.Popen[bytes]:
    """Start a run."""
    paths = [str(_ROOT), os.environ.get("PYTHONPATH", "")]
    environment = dict(os.environ, PYTHONPATH=os.pathsep.join(filter(None, paths)))
    return subprocess.Popen(argv, env=environment, stderr=subprocess.DEVNULL)


def waited(process: subprocess.Popen[bytes]) -> Times:
    """Wait for a run to end."""
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    process.wait()
    wall = time.perf_counter() - began
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return Times(wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def killed(folder: Path, kind: str, expected: dict[str, str], args: argparse.Namespace) -> bool:
    """Compare a run to its end with one that is killed on its way, and started again."""
    whole, torn = folder / f"{kind} whole", folder / f"{kind} torn"
    for out in (whole, torn):
        out.mkdir()
    times = waited(start(command(folder / "in", whole, kind, args.jobs)))
    rng, moments, leaked = random.Random(args.seed), list[str](), 0
    argv = command(folder / "in", torn, kind, args.jobs)
    for _ in range(KILLS):
        process = start(argv)
        moment = rng.uniform(0.1, 0.4) * times.wall
        time.sleep(moment)
        workers = children(process.pid)
        process.send_signal(signal.SIGKILL)
        process.wait()
        time.sleep(1)
        leaked += sum(map(alive, workers))
        moments.append(f"{moment:.1f} s with {len(workers)} workers")
    again = start(argv)
    again.wait()
    same = contents(whole) == contents(torn)
    failed = [json.loads(line) for line in (torn / "failures.jsonl").read_bytes().splitlines()]
    exact = sorted((row["file"], row["error"]) for row in failed) == sorted(expected.items())
    written = count(torn / KINDS[kind], kind)
    print(f"{kind}: {args.files} files, -j {args.jobs}: {times.wall:.1f} s, {times.cpu:.1f} s CPU")
    print(f"  killed after {' and '.join(moments)}; workers left: {leaked}")
    print(f"  written: {written} of {args.files - len(expected)}; same as in one run: {same}")
    print(f"  failures: {len(failed)}, exactly those expected: {exact}; code {again.returncode}")
    for reason in sorted({row["reason"] for row in failed if row["error"] == "WorkerError"}):
        print(f"    {reason}")
    done = written == args.files - len(expected)
    return same and exact and done and not leaked and again.returncode == 1


def children(parent: int) -> list[int]:
    """Processes that a process has started (on Linux)."""
    try:
        threads = list(Path(f"/proc/{parent}/task").iterdir())
        return [int(pid) for t in threads for pid in (t / "children").read_text().split()]
    except OSError:
        return []


def alive(pid: int) -> bool:
    """Whether a process still runs (one that has ended may wait for somebody to ask how)."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def contents(folder: Path) -> dict[str, bytes]:
    """All that is in a folder."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def count(out: Path, kind: str) -> int:
    """How many documents are in an output."""
    if kind == "jsonl":
        return len({json.loads(line)["file"] for line in out.read_bytes().splitlines()})
    if kind == "folder":
        return sum(path.suffix == ".txt" for path in out.rglob("*"))
    from pyarrow import parquet

    return len(set(parquet.read_table(out, columns=["file"])["file"].to_pylist()))


def timed(folder: Path, sources: Sequence[Path], args: argparse.Namespace) -> None:
    """Time good files in this process's child alone, in one worker, and in several."""
    good = folder / "good"
    good.mkdir()
    rng = random.Random(args.seed)
    for number in range(args.timed):
        (good / f"{number:05d}.pdf").write_bytes(rng.choice(sources).read_bytes())
    ways = {
        "no worker": ["-j", "1"],
        "1 worker": ["-j", "1", "--timeout", str(TIMEOUT)],
        f"{args.jobs} workers": ["-j", str(args.jobs)],
    }
    found: dict[str, list[Times]] = {name: [] for name in ways}
    for number in range(args.rounds):
        for name, more in ways.items():
            out = folder / f"timed {number} {name}.jsonl"
            argv = [*START, "text", str(good), "-o", str(out), "-q", *more]
            found[name].append(waited(start(argv)))
    first = best(found["no worker"])
    rows: list[Sequence[Cell]] = []
    for name, times in found.items():
        t = best(times)
        rows.append((name, f"{t.wall:.1f}", f"{t.cpu:.1f}", f"{first.wall / t.wall:.2f}",
                     f"{100 * (t.cpu / first.cpu - 1):+.1f} %"))  # fmt: skip
    title = f"{args.timed} good files, best of {args.rounds} rounds"
    print(table((title, "s", "CPU s", "times the speed", "more CPU"), rows))


def best(times: Sequence[Times]) -> Times:
    """The least of each."""
    return Times(min(t.wall for t in times), min(t.cpu for t in times))
