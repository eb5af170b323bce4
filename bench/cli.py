"""The bench's command: one module a subcommand, loaded when it is asked for.

A command's module has ``add_parser(subparsers)``, which adds a parser of its own name, and
``run(args)``, which returns the exit code.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from bench.corpus import CorpusError
from rejoin import RejoinError

#: Subcommands, in the order of the help; those without a module are left out.
COMMANDS = (
    "score", "errors", "sweep", "gate", "speed", "peers",
    "build", "vary", "draw", "label", "agree", "fetch", "train", "curve", "edges",
    "kindfit", "letters", "ocr", "cases", "many", "report", "fuzz",
)  # fmt: skip


class BenchError(Exception):
    """A command cannot go on; the message says why."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; return its exit code (2 for input that cannot be used)."""
    given = list(sys.argv[1:] if argv is None else argv)
    parser = argparse.ArgumentParser(prog="python -m bench", description="Measures rejoin.")
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    modules: dict[str, ModuleType] = {}
    for name in [n for n in COMMANDS if given[:1] == [n]] or COMMANDS:
        if find_spec(f"bench.{name}"):
            modules[name] = import_module(f"bench.{name}")
            modules[name].add_parser(subparsers)
    args = parser.parse_args(given)
    try:
        return int(modules[args.command].run(args))
    except (BenchError, CorpusError, RejoinError, OSError) as error:
        print(f"bench {args.command}: {error}", file=sys.stderr)
        return 2
