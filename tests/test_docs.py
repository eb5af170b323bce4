"""The pages of docs/: code runs, conditions say what the command says, links lead somewhere.

To write the pages on the conditions anew: ``python -m tests.test_docs``.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from rejoin import Reason
from rejoin.cli.rules import page

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
CONDITIONS = [reason.name.lower() for reason in Reason if reason.name]
BLOCKS = [
    (path.name, code)
    for path in sorted(DOCS.glob("*.md"))
    for code in re.findall(r"^```python\n(.*?)^```", path.read_text("utf-8"), re.M | re.S)
]


def condition_page(name: str) -> str:
    """Page on a condition: what the command prints, as it stands."""
    return f"# `rejoin rule {name}`\n\n```text\n{page(name)}```\n"


@pytest.mark.parametrize("name", CONDITIONS)
def test_pages_on_conditions_are_what_the_command_prints(name: str) -> None:
    assert (DOCS / f"conditions/{name}.md").read_text("utf-8") == condition_page(name)


@pytest.mark.parametrize(("name", "code"), BLOCKS)
def test_code_runs(name: str, code: str) -> None:
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout


def test_modules_that_are_named_exist() -> None:
    for name in re.findall(r"`(_?\w+\.(?:py|c))`", (DOCS / "method.md").read_text("utf-8")):
        assert (ROOT / "rejoin" / name).exists(), name


def test_bench_commands_that_are_named_exist() -> None:
    from bench.cli import COMMANDS

    for path in [*DOCS.glob("*.md"), ROOT / "CONTRIBUTING.md", ROOT / "README.md"]:
        for name in re.findall(r"python -m bench (\w+)", path.read_text("utf-8")):
            assert name in COMMANDS, f"{path.name}: {name}"


if __name__ == "__main__":
    for condition in CONDITIONS:
        (DOCS / f"conditions/{condition}.md").write_text(condition_page(condition), "utf-8")
