"""PDFs as a browser prints them: HTML through Debian's Chromium."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from .html import to_html
from .layout import check_tables, module, patterns, program, refuse
from .source import Doc, Style

_FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--no-pdf-header-footer",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--hide-scrollbars",
)
_TIMEOUT = 120.0
_DATE = re.compile(rb"(/(?:Creation|Mod)Date \(D:)\d{14}")
_FIXED = b"20250101120000"


def render(doc: Doc, style: Style, out: Path) -> None:
    """Typeset a document as a PDF.

    Chromium has no footnotes (they stand at the end, or after their paragraph with the switch
    ``notes``), and Debian's has no hyphenation: soft hyphens in the text stand in for it, as on
    many web pages.

    Raises
    ------
    ValueError
        Line numbers are asked for, or hyphens in a language without patterns.
    """
    refuse(style, "chromium", "line_numbers")
    check_tables(doc, style)
    soft = soft_hyphens(doc.lang) if style.hyphenate else None
    with TemporaryDirectory() as name:
        home = Path(name)
        source = home / "document.html"
        source.write_text(to_html(doc, style, paged=False, soft=soft), encoding="utf-8")
        data = _print(source, home)
    out.write_bytes(_DATE.sub(rb"\g<1>" + _FIXED, data))


def _print(source: Path, home: Path) -> bytes:
    target = source.with_suffix(".pdf")
    command = [
        program("chromium", "chromium"),
        *_FLAGS,
        f"--user-data-dir={home / 'profile'}",
        f"--print-to-pdf={target}",
        source.as_uri(),
    ]
    environment = {**os.environ, "HOME": str(home), "TZ": "UTC"}
    done = subprocess.run(
        command, env=environment, capture_output=True, text=True, timeout=_TIMEOUT, check=False
    )
    if not target.exists():
        raise RuntimeError(f"chromium printed nothing: {done.stderr[-400:]}")
    return target.read_bytes()


def soft_hyphens(lang: str) -> Callable[[str], str]:
    """Give the function that puts soft hyphens into the words of a language.

    Raises
    ------
    ValueError
        There are no hyphenation patterns for the language.
    """
    rules = module("pyphen", "pyphen").Pyphen(lang=patterns(lang), left=3, right=3)
    word = re.compile(r"(?<![\w/.@-])[^\W\d_]{6,}(?![\w/@])")
    return lambda text: word.sub(lambda match: rules.inserted(match[0], "\u00ad"), text)
