"""Poppler's ``pdftotext``."""

from __future__ import annotations

import subprocess


def version() -> str:
    """Version of the program."""
    out = subprocess.run(["pdftotext", "-v"], capture_output=True, text=True, check=True)
    return out.stderr.split("\n")[0].rpartition(" ")[2]


def text(pdf: str) -> str:
    """Text of a PDF."""
    command = ["pdftotext", "-enc", "UTF-8", "-q", pdf, "-"]
    return subprocess.run(command, capture_output=True, check=True).stdout.decode(
        "utf-8", "replace"
    )
