"""Joining may not lose or add a character: only white space and dropped hyphens."""

from __future__ import annotations

import unicodedata
from collections import Counter

import numpy as np

from rejoin.document import Document
from rejoin.joining import UNSEEN, Join
from rejoin.rules import Rules
from rejoin.windows import Window

_HYPHENS = ("-", "\u00ad", "\u2010")


class Lost(Exception):
    """Characters that were lost or added."""


def characters(text: str) -> Counter[str]:
    """How often each character occurs, decomposed, without white space and what is never drawn."""
    whole = unicodedata.normalize("NFD", text.translate(UNSEEN))
    return Counter("".join(whole.split()))


def compare(lines: str, running: str, dropped: int) -> None:
    """Check running text against the lines that it was made of.

    Parameters
    ----------
    lines, running : str
        The text before and after the joining.
    dropped : int
        Hyphens that were dropped.

    Raises
    ------
    Lost
        Something else differs.
    """
    before, after = characters(lines), characters(running)
    added, gone = after - before, before - after
    hyphens = sum(gone.pop(hyphen, 0) for hyphen in _HYPHENS)
    if added or gone or hyphens > dropped:
        raise Lost(f"added {dict(added)}, lost {dict(gone)} and {hyphens} of {dropped} hyphens")


def check_window(window: Window, rules: Rules) -> None:
    """Check the paragraphs of a window against its lines.

    Raises
    ------
    Lost
    """
    found = [paragraph for page in window.paragraphs for paragraph in page]
    running = "\n".join(paragraph.text for paragraph in found)
    running.encode()
    for paragraph in found:
        assert paragraph.role
        assert paragraph.lines
        assert len(paragraph.emphasis) in (0, len(paragraph.text))
    kept = np.ones(len(window.lines), np.bool_)
    if rules.furniture == "drop":
        kept[:] = False
        for paragraph in found:
            kept[list(paragraph.rows)] = True
    lines = [text for text, keep in zip(window.lines.texts, kept.tolist(), strict=True) if keep]
    compare("\n".join(lines), running, int((window.kinds == Join.DROP_HYPHEN).sum()))


def check_document(document: Document) -> None:
    """Check the running text of a whole document, joins over page edges too.

    Raises
    ------
    Lost
    """
    lines = list[str]()
    dropped = 0
    for page in document:
        lines += page.lines.texts
        dropped += int((page.kinds == Join.DROP_HYPHEN).sum()) + 1  # one at the page's edge
    compare("\n".join(lines), document.text, dropped)
