"""The functions of the package."""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from typing import Any

from rejoin.breaks import measure
from rejoin.decision import decide_breaks
from rejoin.document import Document
from rejoin.errors import RejoinWarning
from rejoin.inputs import Source
from rejoin.limits import Limits
from rejoin.model import Breaks, Decision, Lines
from rejoin.quality import Quality
from rejoin.rules import Rules, load_rules


def read(
    source: Source,
    *,
    pages: str | Iterable[int] | None = None,
    password: str | None = None,
    rules: str | Rules | None = None,
    limits: Limits | None = None,
    ocr: str = "never",
    ocr_languages: str = "eng",
    hidden: str | None = None,
    forms: bool = False,
    **changes: Any,
) -> Document:
    """Open a PDF; its pages are read when they are asked for.

    Parameters
    ----------
    source : path, bytes or binary file
    pages : str or iterable of int, optional
        Page numbers from 1, or a list like ``"1-3,7"``; all pages by default.
    password : str, optional
    rules : str or Rules, optional
        ``"default"``, ``"first"``, ``"cjk"``, ``"gap"``, a TOML file, or a `Rules`.
    limits : Limits, optional
        Bounds; see `Document.truncated` for what they cut off.
    ocr : str
        ``"never"``, ``"auto"`` (pages without readable text) or ``"always"``.
    ocr_languages : str
        Tesseract's names of languages, such as ``"deu+fra"``.
    hidden : {"drop", "keep"}, optional
        What becomes of text that cannot be seen on the page: invisible or transparent type, white
        on white, clipped, covered, off the page, in a layer that is off. By default it is dropped;
        under the published rules it is kept. The text layer of a scan is not hidden text.
    forms : bool
        Whether the values of form fields and the text of free-text annotations are read, too, at
        their places.
    **changes
        Fields of `Rules` to change, for example ``hyphens="keep"`` or ``furniture="drop"``,
        which leaves out running heads and feet, page numbers and line numbers.

    Returns
    -------
    Document

    Raises
    ------
    RejoinError
        The file, the page list or the rules cannot be used; see `rejoin.errors`.
    """
    return Document(
        source,
        pages=pages,
        password=password,
        rules=rules,
        limits=limits,
        ocr=ocr,
        ocr_languages=ocr_languages,
        hidden=hidden,
        forms=forms,
        **changes,
    )


def text(source: Source, **options: Any) -> str:
    """Return the running text of a PDF, pages parted by form feeds.

    The keywords are those of `read`. A page that cannot be loaded is empty; use `read` to see
    its error. A `RejoinWarning` says what of the text cannot be read, what would need OCR, and
    what limits cut off.

    Raises
    ------
    RejoinError
        The file, the page list or the rules cannot be used.
    """
    with read(source, **options) as document:
        found = [(page.text, page.quality) for page in document]
        quality = Quality(document.name, tuple(page for _, page in found))
        for what in [*quality.warnings, *document.truncated]:
            warnings.warn(f"{document.name}: {what}", RejoinWarning, stacklevel=2)
    return "\f".join(text for text, _ in found)


def decide(lines: Lines, rules: str | Rules | None = None) -> tuple[Breaks, Decision]:
    """Measure and decide the breaks between lines that come from anywhere.

    Parameters
    ----------
    lines : Lines
        Visual lines in reading order, from any extractor.
    rules : str or Rules, optional

    Returns
    -------
    breaks : Breaks
        Measured values, one row for each pair of neighbouring lines of a page.
    decision : Decision
    """
    chosen = load_rules(rules)
    breaks = measure(lines, chosen)
    return breaks, decide_breaks(lines, breaks, chosen)
