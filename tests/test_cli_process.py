"""The command as a process: standard streams, locales, signals, terminals."""

from __future__ import annotations

import io
import json
import os
import pty
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.conftest import Command
from tests.pdfs import JOINED, lines, many, pdf

ROOT = Path(__file__).parent.parent
TEXT = JOINED + "\n"
RUN = [sys.executable, "-m", "rejoin"]


def run(
    *argv: object, stdin: bytes = b"", env: dict[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Run the command in a process of its own."""
    command = [*RUN, *map(str, argv)]
    whole = None if env is None else {**os.environ, **env}
    return subprocess.run(
        command, input=stdin, capture_output=True, cwd=ROOT, env=whole, timeout=120, check=False
    )


def test_standard_input(good: Path) -> None:
    ran = run("-", "--format", "jsonl", stdin=good.read_bytes())
    assert json.loads(ran.stdout)["file"] == "-"
    assert run("-", good, "-j", "2", stdin=good.read_bytes()).stdout.decode() == f"{TEXT}\f{TEXT}"
    bad = run("-", stdin=b"words")
    assert (bad.returncode, bad.stdout) == (1, b"")
    assert bad.stderr == b"rejoin: -: is not a PDF (it has no %PDF header)\n"


def test_standard_input_in_this_process(monkeypatch: pytest.MonkeyPatch, command: Command) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(many("ab"))))
    assert command("-") == (0, "Page a.\n\fPage b.\n", "")


def test_standard_output_that_is_an_input(good: Path) -> None:
    before = good.read_bytes()
    with good.open("ab") as file:
        ran = subprocess.run(
            [*RUN, str(good)], stdout=file, stderr=subprocess.PIPE, cwd=ROOT, check=False
        )
    assert ran.returncode == 2
    assert b"standard output: is also an input" in ran.stderr
    assert good.read_bytes() == before


def test_standard_input_that_is_the_output(good: Path) -> None:
    before = good.read_bytes()
    with good.open("rb") as file:
        ran = subprocess.run(
            [*RUN, "-", "-o", str(good)], stdin=file, capture_output=True, cwd=ROOT, check=False
        )
    assert ran.returncode == 2
    assert b"is also an input (-) and would be lost" in ran.stderr
    assert good.read_bytes() == before


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_full_disk(good: Path) -> None:
    with open("/dev/full", "wb") as full:
        ran = subprocess.run(
            [*RUN, str(good)], stdout=full, stderr=subprocess.PIPE, cwd=ROOT, check=False
        )
    assert ran.returncode == 1
    message = b"rejoin: standard output: cannot be written (No space left on device)\n"
    assert ran.stderr == message
    assert run(good, "-o", "/dev/full").returncode == 1


def test_utf8_in_any_locale(tmp_path: Path) -> None:
    path = tmp_path / "gr\u00fc\u00df.pdf"
    path.write_bytes(pdf(lines("Gr\u00fc\u00dfe f\u00fcr 5 \u20ac")))
    assert run(path, env={"LANG": "C"}).stdout.decode() == "Gr\u00fc\u00dfe f\u00fcr 5 \u20ac\n"
    ascii_only = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    ran = run(path, path.with_name("\u00df"), "--format", "jsonl", env=ascii_only)
    row = json.loads(ran.stdout)
    assert row["file"] == str(path)
    assert row["text"] == "Gr\u00fc\u00dfe f\u00fcr 5 \u20ac"
    assert ran.stderr.endswith(b": no such file\n")


@pytest.mark.parametrize("options", [[], ["-j", "2"]], ids=str)
def test_broken_pipe_is_quiet(good: Path, options: list[str]) -> None:
    process = subprocess.Popen(
        [*RUN, *[str(good)] * 3, *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
    )
    assert process.stdout
    process.stdout.close()
    assert process.stderr
    assert process.stderr.read() == b""
    assert process.wait(60) == 141


@pytest.mark.parametrize("options", [[], ["-j", "2"]], ids=str)
@pytest.mark.parametrize(("sent", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_signals_leave_nothing_behind(
    good: Path, tmp_path: Path, options: list[str], sent: signal.Signals, code: int
) -> None:
    out = tmp_path / "out.txt"
    out.write_text("older")
    process = subprocess.Popen(
        [*RUN, str(good), "-", "-o", str(out), *options],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
    )
    deadline = time.monotonic() + 60
    while not list(tmp_path.glob(".rejoin-*")) and time.monotonic() < deadline:
        time.sleep(0.02)
    time.sleep(0.2)  # now it waits for standard input
    process.send_signal(sent)
    result = process.stderr.read() if process.stderr else b""
    assert (process.wait(60), result) == (code, b"")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["good.pdf", "out.txt"]
    assert out.read_text() == "older"


def on_terminal(argv: Sequence[object]) -> str:
    """Standard error of the command where it is a terminal."""
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (24, 80))
    process = subprocess.Popen(
        [*RUN, *map(str, argv)], stdout=subprocess.DEVNULL, stderr=theirs, cwd=ROOT
    )
    os.close(theirs)
    seen = b""
    while True:
        try:
            part = os.read(ours, 4096)
        except OSError:  # the other end was closed
            break
        if not part:
            break
        seen += part
    os.close(ours)
    process.wait(60)
    return seen.decode()


def test_progress_on_a_terminal(good: Path, tmp_path: Path) -> None:
    long = tmp_path / "long.pdf"
    long.write_bytes(many([str(i) for i in range(100)]))
    seen = on_terminal([good, "nowhere.pdf", good])
    assert "/3 [" in seen
    assert "rejoin: nowhere.pdf: no such file\r\n" in seen
    assert "/100 [" in on_terminal([long])
    assert on_terminal([long, good, "-q"]) == ""
    assert on_terminal([good]) == ""


def test_module_and_script_are_the_same(good: Path) -> None:
    code = "import sys; from rejoin.cli import main; sys.exit(main(sys.argv[1:]))"
    ran = subprocess.run([sys.executable, "-c", code, good], capture_output=True, check=True)
    assert ran.stdout == run(good).stdout == TEXT.encode()
