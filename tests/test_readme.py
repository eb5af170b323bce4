"""Every code block of the README runs."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
SHELL = [code for language, code in BLOCKS if language == "sh"]
PYTHON = [code for language, code in BLOCKS if language == "python"]
INSTALL, TEST, USE, SCORE = SHELL
SAMPLE = "labelled_corpus/sample/sample.pdf"


def run(command: list[str], folder: Path) -> str:
    """Output of a command that succeeds, with this interpreter's programs first in the path."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    done = subprocess.run(command, cwd=folder, env={**os.environ, "PATH": path},
                          capture_output=True, text=True, timeout=500, check=False)  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_readme_is_short() -> None:
    assert len(README.splitlines()) <= 150
    assert [language for language, _ in BLOCKS].count("sh") == len(SHELL) == 4


@pytest.mark.parametrize("code", PYTHON)
def test_python(code: str, tmp_path: Path) -> None:
    script = tmp_path / "block.py"
    script.write_text(code, encoding="utf-8")
    run([sys.executable, str(script)], ROOT)


@pytest.mark.parametrize("line", [line for line in USE.splitlines() if line])
def test_use(line: str, tmp_path: Path) -> None:
    shutil.copy(ROOT / SAMPLE, tmp_path / "report.pdf")
    out = run(["bash", "-c", line], tmp_path)
    made = tmp_path / "all.jsonl"
    assert out or made.read_text(encoding="utf-8")


def test_install(tmp_path: Path) -> None:
    clone = tmp_path / "clone"
    wanted = ("rejoin", "pyproject.toml", "README.md", "LICENSE", SAMPLE)
    for name in wanted:
        source, target = ROOT / name, clone / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            skip = shutil.ignore_patterns("*.so", "__pycache__")
            shutil.copytree(source, target, ignore=skip)
        else:
            shutil.copy(source, target)
    out = run(["bash", "-c", INSTALL], clone)
    assert out.count("\f") == 1


def test_score() -> None:
    assert "mean of" in run(["bash", "-c", SCORE], ROOT)


def test_the_test_command_is_what_ci_runs() -> None:
    assert TEST.strip() in (ROOT / ".ci" / "run").read_text(encoding="utf-8")
