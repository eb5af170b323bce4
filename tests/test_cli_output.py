"""Output files: whole or not at all, never over an input."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from tests.conftest import Command
from tests.pdfs import JOINED

TEXT = JOINED + "\n"


def test_output_file(command: Command, good: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.txt"
    assert command(good, "-o", out) == (0, "", "")
    assert out.read_text() == TEXT
    out.chmod(0o640)
    assert command(good, good, "-o", out, "-j", "2").code == 0
    assert out.read_text() == f"{TEXT}\f{TEXT}"
    assert stat.S_IMODE(out.stat().st_mode) == 0o640
    assert sorted(path.name for path in tmp_path.iterdir()) == ["good.pdf", "out.txt"]


def test_output_through_a_link(command: Command, good: Path, tmp_path: Path) -> None:
    real, link = tmp_path / "real.txt", tmp_path / "link.txt"
    link.symlink_to("real.txt")
    assert command(good, "-o", link).code == 0
    assert link.is_symlink()
    assert real.read_text() == TEXT


def test_output_to_a_device(command: Command, good: Path) -> None:
    assert command(good, "-o", os.devnull) == (0, "", "")
    assert not Path(os.devnull).is_file()


def test_nothing_read_nothing_written(command: Command, tmp_path: Path) -> None:
    out = tmp_path / "out.txt"
    assert command("nowhere.pdf", "-o", out).code == 1
    assert list(tmp_path.iterdir()) == []
    out.write_text("older")
    assert command("nowhere.pdf", "-o", out).code == 1
    assert out.read_text() == "older"


def test_what_could_be_read_is_written(command: Command, good: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.txt"
    assert command("nowhere.pdf", good, "-o", out).code == 1
    assert out.read_text() == TEXT


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root writes all")
def test_output_that_is_write_protected(command: Command, good: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.txt"
    out.write_text("older")
    out.chmod(0o400)
    assert command(good, "-o", out).err == f"rejoin: {out}: is write-protected\n"
