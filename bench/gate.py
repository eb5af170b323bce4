"""``gate``: the default rules may not get worse on the labelled corpus."""

from __future__ import annotations

import argparse
import math
import tomllib
from pathlib import Path
from typing import Any

from bench import corpus
from bench.corpus import CorpusError
from bench.pool import JOBS
from bench.scoring import score
from bench.table import table
from rejoin.rules import load_rules

#: Where the documents and the floors are, by default.
CORPUS, FLOORS = Path("labelled_corpus"), Path(__file__).parent / "floors.toml"
#: What has a floor, and to how many decimals it is rounded down.
GUARDED = tuple((kind, share) for kind in ("pooled", "mean") for share in ("recall", "precision"))
DECIMALS = 3

Figures = dict[tuple[str, str], float]


def add_parser(subparsers: Any) -> None:
    """Add the command."""
    parser = subparsers.add_parser("gate", help="fail if recall or precision fell")
    parser.add_argument("--pin", action="store_true", help="raise the floors to what is measured")
    parser.add_argument("--corpus", type=Path, default=CORPUS, metavar="DIR")
    parser.add_argument("--floors", type=Path, default=FLOORS, metavar="FILE")
    parser.add_argument("-j", "--jobs", type=int, default=JOBS, metavar="N")


def run(args: argparse.Namespace) -> int:
    """Run the command; 1 if a figure is below its floor."""
    items = corpus.find([args.corpus])
    corpus.verify(items)
    digest, (known, floors) = corpus.digest(items), read_floors(args.floors)
    same = digest == known
    if not same and not args.pin:
        raise CorpusError(f"{args.corpus} is {digest}, the floors are of {known}; pin them anew")
    measured = measure(items, args.jobs)
    floors = floors if same else {}
    print(report(measured, floors))
    below = [key for key, floor in floors.items() if measured[key] < floor]
    if args.pin and not below:
        write_floors(args.floors, digest, measured)
    for kind, share in below:
        print(f"{kind} {share} is below its floor")
    return 1 if below else 0


def measure(items: list[corpus.Item], jobs: int) -> Figures:
    """Recall and precision of the default rules, by the coordinates alone."""
    scores = score(items, [load_rules("default", tags="ignore")], jobs)
    summary = scores.summary("default")
    return {(kind, share): summary[kind][share] for kind, share in GUARDED}


def read_floors(path: Path) -> tuple[str, Figures]:
    """Digest of the corpus that the floors are of, and the floors; nothing without a file."""
    if not path.exists():
        return "no corpus yet", {}
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    return str(data["corpus"]), {(k, s): float(data[k][s]) for k, s in GUARDED if s in data[k]}


def write_floors(path: Path, digest: str, measured: Figures) -> None:
    """Write what was measured, rounded down; figures that do not exist have no floor."""
    lines = [
        "# Written by `python -m bench gate --pin`. Floors go up only.",
        f'corpus = "{digest}"',
    ]
    for kind in dict.fromkeys(kind for kind, _ in GUARDED):
        lines += ["", f"[{kind}]"]
        for key, value in measured.items():
            if key[0] == kind and not math.isnan(value):
                lines.append(f"{key[1]} = {rounded_down(value):.{DECIMALS}f}")
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def rounded_down(share: float) -> float:
    """Round a share down."""
    return math.floor(share * 10.0**DECIMALS + 1e-6) / 10.0**DECIMALS


def report(measured: Figures, floors: Figures) -> str:
    """Table of what was measured beside the floors."""
    rows = [
        (f"{kind} {share}", f"{100 * value:.2f}", f"{100 * floors.get((kind, share), 0):.1f}")
        for (kind, share), value in measured.items()
    ]
    return table(("default rules", "measured %", "floor %"), rows)
