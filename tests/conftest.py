"""What several test modules use."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pytest

from rejoin.cli import main


class Ran(NamedTuple):
    """What a run of the command left: exit code, standard output, standard error."""

    code: int
    out: str
    err: str


Command = Callable[..., Ran]


@pytest.fixture
def command(capfdbinary: pytest.CaptureFixture[bytes]) -> Command:
    """Run the command in this process."""

    def run(*argv: object) -> Ran:
        code = main([str(arg) for arg in argv])
        out, err = capfdbinary.readouterr()
        return Ran(code, out.decode(), err.decode())

    return run
