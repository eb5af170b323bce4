"""The command ``rejoin text``, with files that kill their worker by their name."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from rejoin.cli import text
from rejoin.cli.parser import parse
from rejoin.inputs import Source, name_of
from rejoin.onefile import Request, read_one
from rejoin.results import Result

#: In the names of files over which a worker crashes or hangs.
CRASH, HANG = "crash", "hang"
#: Runs `main` in a new process, with the arguments of the command.
START = [sys.executable, "-c", "import sys; from bench.hooks import main; main(sys.argv[1:])"]


def read_or_die(source: Source, request: Request) -> Result:
    """Read a file, unless its name says that the process is to die or to hang."""
    stem = Path(name_of(source)).stem
    if CRASH in stem:
        os.kill(os.getpid(), signal.SIGSEGV)
    if HANG in stem:
        time.sleep(3600)
    return read_one(source, request)


def main(argv: Sequence[str]) -> None:
    """Run the command and end the process."""
    sys.exit(text.run(parse(argv), read_or_die))
