"""rejoin turns the text of born-digital PDFs into running text.

For every visual line break it decides, from character coordinates, whether it is a soft wrap
inside a paragraph (join it) or a real break (keep it).

>>> import rejoin
>>> text = rejoin.text("some.pdf")  # doctest: +SKIP
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rejoin.api import decide, read, text
    from rejoin.batch import read_many
    from rejoin.checking import check
    from rejoin.chunks import Chunk
    from rejoin.document import Document
    from rejoin.errors import (
        DamagedPdfError,
        FileMissingError,
        NotAPdfError,
        OcrError,
        OutputError,
        PageError,
        PageRangeError,
        PasswordError,
        RejoinError,
        RejoinWarning,
        RulesError,
        WorkerError,
    )
    from rejoin.explain import Explanation, decide_again
    from rejoin.faults import Fault, Finding
    from rejoin.inputs import Source
    from rejoin.joining import Join
    from rejoin.kinds import Cell, Kind, Role
    from rejoin.limits import Limits
    from rejoin.model import Breaks, Chars, Decision, Lines, Runs
    from rejoin.page import Page
    from rejoin.paragraphs import Line, Paragraph
    from rejoin.quality import PageClass, PageQuality, Quality
    from rejoin.results import Record, Result
    from rejoin.rules import PRESETS, Reason, Rules

    __version__: str

#: Public names by the module they come from. They are loaded when they are first asked for, so
#: that the command can hand files to worker processes without loading NumPy and PDFium itself.
_HOMES = {
    "api": ("decide", "read", "text"),
    "batch": ("read_many",),
    "checking": ("check",),
    "chunks": ("Chunk",),
    "document": ("Document", "Page"),
    "errors": (
        "DamagedPdfError",
        "FileMissingError",
        "NotAPdfError",
        "OcrError",
        "OutputError",
        "PageError",
        "PageRangeError",
        "PasswordError",
        "RejoinError",
        "RejoinWarning",
        "RulesError",
        "WorkerError",
    ),
    "explain": ("Explanation", "decide_again"),
    "faults": ("Fault", "Finding"),
    "inputs": ("Source",),
    "joining": ("Join",),
    "kinds": ("Cell", "Kind", "Role"),
    "limits": ("Limits",),
    "model": ("Breaks", "Chars", "Decision", "Lines", "Runs"),
    "paragraphs": ("Line", "Paragraph"),
    "quality": ("PageClass", "PageQuality", "Quality"),
    "results": ("Record", "Result"),
    "rules": ("PRESETS", "Reason", "Rules"),
}
_HOME = {name: module for module, names in _HOMES.items() for name in names}


def _load(name: str) -> object:
    """Load a public name."""
    if name == "__version__":
        from importlib.metadata import version

        value: object = version("rejoin")
    elif name in _HOME:
        value = getattr(import_module(f"rejoin.{_HOME[name]}"), name)
    else:
        raise AttributeError(f"module 'rejoin' has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


if not TYPE_CHECKING:  # or every name would be one that exists
    __getattr__ = _load


__all__ = [
    "PRESETS",
    "Breaks",
    "Cell",
    "Chars",
    "Chunk",
    "DamagedPdfError",
    "Decision",
    "Document",
    "Explanation",
    "Fault",
    "FileMissingError",
    "Finding",
    "Join",
    "Kind",
    "Limits",
    "Line",
    "Lines",
    "NotAPdfError",
    "OcrError",
    "OutputError",
    "Page",
    "PageClass",
    "PageError",
    "PageQuality",
    "PageRangeError",
    "Paragraph",
    "PasswordError",
    "Quality",
    "Reason",
    "Record",
    "RejoinError",
    "RejoinWarning",
    "Result",
    "Role",
    "Rules",
    "RulesError",
    "Runs",
    "Source",
    "WorkerError",
    "__version__",
    "check",
    "decide",
    "decide_again",
    "read",
    "read_many",
    "text",
]
