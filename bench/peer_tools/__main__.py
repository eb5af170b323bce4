"""Runs one adapter for a caller that may stop it: a path a line in, a line of JSON a path out."""

from __future__ import annotations

import json
import os
import sys
import time
from importlib import import_module

from bench.peer_tools.plain import version_of


def main() -> None:
    """Say the tool's version, then serve paths until the input ends."""
    # What a tool prints must not get between the answers.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    adapter = import_module(f"bench.peer_tools.{sys.argv[1]}")

    def answer(**values: object) -> None:
        answers.write(json.dumps(values) + "\n")
        answers.flush()

    try:
        answer(version=version_of(adapter))
    except Exception as error:
        answer(error=f"{type(error).__name__}: {error}")
        return
    for line in sys.stdin:
        started = time.perf_counter()
        try:
            text = adapter.text(json.loads(line))
            answer(seconds=time.perf_counter() - started, text=text)
        except Exception as error:
            answer(seconds=time.perf_counter() - started, error=f"{type(error).__name__}: {error}")


main()
