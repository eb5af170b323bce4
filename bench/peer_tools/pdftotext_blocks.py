"""Poppler's ``pdftotext -bbox-layout``: every block as one paragraph."""

from __future__ import annotations

import re
import subprocess
from html import unescape

from bench.peer_tools.pdftotext import version
from bench.peer_tools.plain import joined

__all__ = ["text", "version"]

_WORD = re.compile(r"<word [^>]*>(.*?)</word>", re.DOTALL)


def text(pdf: str) -> str:
    """Text of a PDF."""
    command = ["pdftotext", "-bbox-layout", "-enc", "UTF-8", "-q", pdf, "-"]
    output = subprocess.run(command, capture_output=True, check=True).stdout
    blocks = output.decode("utf-8", "replace").split("<block ")[1:]
    return "\n".join(joined(map(unescape, _WORD.findall(block))) for block in blocks)
