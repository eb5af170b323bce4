"""A process that runs one tool, file by file, and is ended when a file takes too long."""

from __future__ import annotations

import json
import os
import selectors
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

#: The folder that holds the package `bench`.
ROOT = Path(__file__).resolve().parent.parent
#: Seconds for a tool to start.
START = 120.0


class PeerError(Exception):
    """A tool is not installed, failed on a file, or took too long."""


@dataclass(frozen=True)
class Read:
    """What a tool made of a file: its text, and the seconds that it took."""

    text: str
    seconds: float


class Peer:
    """One tool in a process of its own.

    Parameters
    ----------
    name
        A module of `bench.peer_tools`.
    pythons
        Interpreters; the first one in which the tool is installed is used.
    timeout
        Seconds for a file.

    Raises
    ------
    PeerError
        The tool is in none of the interpreters.
    """

    def __init__(
        self, name: str, pythons: Sequence[str] = (sys.executable,), timeout: float = 60
    ) -> None:
        self.name, self._timeout, self._process = name, timeout, None
        problems = []
        for python in pythons:
            self._python = python
            try:
                self.version = self._start()
                return
            except PeerError as error:
                problems.append(str(error))
        raise PeerError(f"{name} is left out: {'; '.join(problems)}")

    _process: subprocess.Popen[bytes] | None

    def _start(self) -> str:
        paths = [str(ROOT), os.environ.get("PYTHONPATH", "")]
        environment = dict(os.environ, PYTHONPATH=os.pathsep.join(filter(None, paths)))
        self._process = subprocess.Popen(
            [self._python, "-m", "bench.peer_tools", self.name],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            env=environment, start_new_session=True,
        )  # fmt: skip
        self._rest = b""
        answer = self._answer(START)
        return str(answer["version"])

    def read(self, pdf: Path) -> Read:
        """Read a file.

        Raises
        ------
        PeerError
            The tool failed, died or took too long; it is started anew for the next file.
        """
        if self._process is None:
            self._start()
        assert self._process is not None
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(str(pdf.resolve())).encode() + b"\n")
            self._process.stdin.flush()
        except OSError:
            self.close()
            raise PeerError(f"{self.name} died") from None
        answer = self._answer(self._timeout)
        return Read(answer["text"], answer["seconds"])

    def _answer(self, timeout: float) -> Mapping[str, Any]:
        assert self._process is not None
        assert self._process.stdout is not None
        pipe = self._process.stdout
        with selectors.DefaultSelector() as selector:
            selector.register(pipe, selectors.EVENT_READ)
            while b"\n" not in self._rest:
                if not selector.select(timeout):
                    self.close()
                    raise PeerError(f"{self.name} took more than {timeout:g} s")
                chunk = os.read(pipe.fileno(), 1 << 20)
                if not chunk:
                    self.close()
                    raise PeerError(f"{self.name} died")
                self._rest += chunk
        line, _, self._rest = self._rest.partition(b"\n")
        answer: dict[str, Any] = json.loads(line)
        if "error" in answer:
            raise PeerError(str(answer["error"]))
        return answer

    def close(self) -> None:
        """End the process and all that it started."""
        if self._process is not None:
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.communicate()
            self._process = None
