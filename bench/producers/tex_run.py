"""Running a TeX engine in a directory of its own, with reproducible output."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from .layout import program

#: What an auxiliary file holds if a second run is needed: the line numbers of columns.
_AGAIN = "\\@LN"
_TIMEOUT = 300
_ERROR = re.compile(r"^! (?! ==> ).*(?:\n.*){0,6}", re.MULTILINE)


class TexError(RuntimeError):
    """TeX stopped at an error; the message is the log's first one."""


def run(command: str, package: str, source: str, out: Path) -> None:
    """Set a LaTeX source and write the PDF.

    Parameters
    ----------
    command
        The engine, "pdflatex" say.
    package
        Debian packages that it takes, for the message if it is missing.
    source
        The document.
    out
        Where the PDF goes.

    Raises
    ------
    MissingToolError
        The engine is not installed.
    TexError
        The engine stopped.
    """
    engine = program(command, package)
    with tempfile.TemporaryDirectory(prefix="tex-") as name:
        folder = Path(name)
        (folder / "document.tex").write_text(source, encoding="utf-8")
        _once(engine, folder)
        if _AGAIN in (folder / "document.aux").read_text(encoding="utf-8", errors="replace"):
            _once(engine, folder)
        shutil.copyfile(folder / "document.pdf", out)


def _once(engine: str, folder: Path) -> None:
    fixed = {"SOURCE_DATE_EPOCH": "946684800", "FORCE_SOURCE_DATE": "1", "TZ": "UTC"}
    wide = {"max_print_line": "1000", "openout_any": "p"}
    done = subprocess.run(
        [engine, "-interaction=nonstopmode", "-halt-on-error", "document.tex"],
        cwd=folder,
        env={**os.environ, **fixed, **wide},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=_TIMEOUT,
        check=False,
    )
    if done.returncode != 0:
        raise TexError(f"{Path(engine).name}: {_first_error(folder, done.stdout)}")


def _first_error(folder: Path, shown: bytes) -> str:
    log = folder / "document.log"
    text = log.read_text(encoding="utf-8", errors="replace") if log.exists() else ""
    found = _ERROR.search(text)
    return found.group().strip() if found else shown.decode("utf-8", "replace")[-900:].strip()
