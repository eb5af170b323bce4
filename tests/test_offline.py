"""No command touches the network. (`rejoin label` serves its page to this machine alone.)"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

#: Loaded by every Python process, the workers' too: whoever opens a socket dies with a message.
BLOCK = """
import sys

def block(event, args):
    if event.startswith("socket."):
        sys.stderr.write("NETWORK: " + event + chr(10))
        sys.stderr.flush()
        import os
        os._exit(99)

sys.addaudithook(block)
"""
COMMANDS = {
    "text": ["{pdf}"],
    "workers": ["{pdf}", "{pdf}", "-j", "2", "--timeout", "60"],
    "jsonl": ["text", "{pdf}", "--format", "jsonl"],
    "explain": ["explain", "{pdf}"],
    "view": ["view", "{pdf}", "-o", "{pdf}.html"],
    "check": ["check", "{pdf}", "--json"],
    "rules": ["rules"],
    "rule": ["rule", "pitch"],
    "version": ["--version"],
    "help": ["--help"],
}


def _run(tmp_path: Path, *argv: str) -> subprocess.CompletedProcess[bytes]:
    (tmp_path / "sitecustomize.py").write_text(BLOCK)
    path = os.pathsep.join([str(tmp_path), str(Path(__file__).parents[1])])
    return subprocess.run(
        [sys.executable, *argv],
        capture_output=True,
        check=False,
        env=os.environ | {"PYTHONPATH": path},
    )


@pytest.mark.parametrize("argv", COMMANDS.values(), ids=COMMANDS)
def test_no_socket_is_opened(argv: list[str], tmp_path: Path, good: Path) -> None:
    ran = _run(tmp_path, "-m", "rejoin", *(word.format(pdf=good) for word in argv))
    assert ran.returncode == 0, ran.stderr.decode()
    assert ran.stdout or good.with_name("good.pdf.html").exists()
    assert b"NETWORK" not in ran.stderr


def test_the_block_works(tmp_path: Path) -> None:
    code = "import socket; socket.create_connection(('127.0.0.1', 9))"
    ran = _run(tmp_path, "-c", code)
    assert (ran.returncode, b"NETWORK" in ran.stderr) == (99, True)
