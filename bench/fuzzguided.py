"""Random arrays guided by coverage: atheris looks for inputs that reach new places of the steps.

It runs in a process of its own, because the library has to be instrumented while it is imported,
and because it ends the process.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path
from random import Random

#: Inputs to begin with.
FIRST = 200


def guided(count: int, seconds: float, first: int) -> int:
    """Run atheris if it is installed, else random inputs; return the exit code."""
    if not find_spec("atheris"):
        return _unguided(count, seconds, first)
    options = [f"-runs={count}", f"-seed={first + 1}"]
    if seconds < float("inf"):
        options += [f"-max_total_time={int(seconds)}"]
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "bench.fuzzguided", *options, folder]
        return subprocess.run(command, check=False).returncode


def _unguided(count: int, seconds: float, first: int) -> int:
    from bench.fuzzarrays import inputs, run_steps

    print("atheris is not installed (extra fuzz): random inputs, not guided by coverage")
    done = 0
    for data in inputs(count, seconds, first):
        run_steps(data)
        done += 1
    print(f"{done:,} random inputs, no fault")
    return 0


def main() -> None:
    """Run atheris with libFuzzer's options; the last argument is the folder for its inputs."""
    import atheris

    with atheris.instrument_imports(include=["rejoin"], enable_loader_override=False):
        from bench.fuzzarrays import GLYPH, HEAD, MOST, random_input, run_steps
    for number in range(FIRST):
        (Path(sys.argv[-1]) / str(number)).write_bytes(random_input(Random(number)))
    # a fault leaves its input in the current folder, as crash-...
    atheris.Setup([*sys.argv, f"-max_len={HEAD + GLYPH * MOST}"], run_steps)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
