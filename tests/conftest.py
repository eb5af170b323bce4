"""What several test modules use."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from rejoin.cli import main
from tests.pdfs import WRAPPED, lines, many, pdf


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the flag that writes the golden files anew."""
    parser.addoption("--update-golden", action="store_true", help="write tests/golden anew")


class Ran(NamedTuple):
    """What a run of the command left: exit code, standard output, standard error."""

    code: int
    out: str
    err: str


Command = Callable[..., Ran]

#: What the JSON of every paragraph has; some kinds have more.
KEYS = {"text", "kind", "pages", "lines", "gap", "span", "joins", "kind_confidence"}


@pytest.fixture
def command(capfdbinary: pytest.CaptureFixture[bytes]) -> Command:
    """Run the command in this process."""

    def run(*argv: object) -> Ran:
        code = main([str(arg) for arg in argv])
        out, err = capfdbinary.readouterr()
        return Ran(code, out.decode(), err.decode())

    return run


@pytest.fixture
def good(tmp_path: Path) -> Path:
    """One page, one paragraph."""
    path = tmp_path / "good.pdf"
    path.write_bytes(pdf(lines(*WRAPPED)))
    return path


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    """Three pages, a, b and c."""
    path = tmp_path / "pages.pdf"
    path.write_bytes(many("abc"))
    return path


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    """A good page, a bad one, a good one, two bad ones."""
    path = tmp_path / "broken.pdf"
    path.write_bytes(pdf(lines("One"), None, lines("Three"), None, None))
    return path
