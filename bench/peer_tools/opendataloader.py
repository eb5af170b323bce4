"""OpenDataLoader PDF's text. Its seconds count the start of a Java machine for every file."""

from __future__ import annotations

import tempfile
from importlib import import_module
from pathlib import Path

PACKAGE = "opendataloader-pdf"


def text(pdf: str) -> str:
    """Text of a PDF."""
    opendataloader_pdf = import_module("opendataloader_pdf")
    with tempfile.TemporaryDirectory() as folder:
        opendataloader_pdf.convert(pdf, output_dir=folder, format="text", quiet=True)
        return "\n".join(path.read_text("utf-8") for path in Path(folder).rglob("*.txt"))
