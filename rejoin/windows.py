"""A window of pages, read and decided: the pipeline from PDFium's pages to paragraphs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from rejoin.audit import Audit, audit
from rejoin.body import Body, find_body
from rejoin.breaks import measure
from rejoin.chars import Wanted, gather
from rejoin.decision import decide_breaks, needed
from rejoin.edges import Edges
from rejoin.errors import PageError
from rejoin.glyphs import Glyphs
from rejoin.joining import join_kinds
from rejoin.lines import in_text_order, lines_of
from rejoin.model import Breaks, Chars, Decision, Ints, Lines
from rejoin.paragraphs import Paragraph, paragraphs
from rejoin.reader import Reader
from rejoin.rules import Rules, check_hidden
from rejoin.sides import Text
from rejoin.tagged import verdicts, weighed

#: Pages that are read at once: enough to share NumPy's cost per call, few enough for flat memory.
#: Windows lie at fixed places in the document, so that a page comes out the same whether it is
#: read alone or with the others.
WINDOW = 16
#: Longest text of furniture that is only the number of a page or a line.
NUMBER = 4


@dataclass(frozen=True)
class Window:
    """A window of pages after all steps.

    Attributes
    ----------
    start : int
        Index of its first page, from 0.
    paragraphs : list of list of Paragraph
        Those of each page, as if it stood alone.
    errors : list of PageError or None
        Of each page.
    audit : Audit
        Whether the characters can be read.
    ocr : dict of int to float
        Mean confidence of the pages (by their row in the window) that were read by OCR.
    body : Body
        Where the body of each page begins and ends, and what is no text.
    detailed : bool
        The glyphs are at hand, for emphasis and for cells inside a line.
    """

    start: int
    lines: Lines
    breaks: Breaks
    decision: Decision
    kinds: Ints
    paragraphs: list[list[Paragraph]]
    errors: list[PageError | None]
    audit: Audit
    ocr: dict[int, float]
    body: Body
    detailed: bool = False

    @cached_property
    def text(self) -> str:
        """All lines, parted by newlines."""
        return "\n".join(self.lines.texts)

    @cached_property
    def line_rows(self) -> list[int]:
        """First line of each page, and the number of lines."""
        pages = np.arange(len(self.errors) + 1)
        return list(np.searchsorted(self.lines.page, pages).tolist())

    @cached_property
    def break_rows(self) -> list[int]:
        """First break of each page, and the number of breaks."""
        pages = np.arange(len(self.errors) + 1)
        return list(np.searchsorted(self.lines.page[self.breaks.above], pages).tolist())

    @cached_property
    def edges(self) -> Edges | None:
        """Both ends of each page, measured; None without lines."""
        if not len(self.lines):
            return None
        joined = np.zeros(len(self.lines), np.bool_)
        joined[self.breaks.above[self.decision.joined]] = True
        return Edges.of(Text(self.lines, joined, self.body.furniture), self.body)


#: Changes characters of a window by OCR; see `rejoin.ocr`.
Recogniser = Callable[[Chars, Audit], tuple[Chars, dict[int, float]]]


def wanted_by(rules: Rules, hidden: str | None = None, *, forms: bool = False) -> Wanted:
    """What is read of a page; the published rules take everything that PDFium gives.

    Parameters
    ----------
    rules : Rules
    hidden : {"drop", "keep"}, optional
        What becomes of text that cannot be seen; by default it is dropped, unless the rules are
        published ones.
    forms : bool
        Whether the values of form fields and the text of annotations are read.

    Raises
    ------
    RulesError
        `hidden` is something else.
    """
    check_hidden(hidden)
    keep = rules.published if hidden is None else hidden == "keep"
    return Wanted(hidden=keep, forms=forms, copies=rules.published)


def make_window(
    reader: Reader,
    start: int,
    rules: Rules,
    recognise: Recogniser | None = None,
    *,
    wanted: Wanted | None = None,
    detailed: bool = False,
) -> Window:
    """Decide the pages that were read, the first of which is page `start` (from 0).

    A `detailed` window keeps the glyphs, for emphasis and for cells inside a line.
    """
    errors, report = reader.errors, audit(reader, start)
    chars, ocr = gather(reader, wanted or wanted_by(rules)), dict[int, float]()
    if recognise:
        chars, ocr = recognise(chars, report)
    chars = in_text_order(chars, rules)
    lines = lines_of(chars, rules)
    breaks = measure(lines, rules)
    decision = decide_breaks(lines, breaks, rules)
    if rules.learnt and rules.tags == "auto" and reader.handle.tagged:
        said = verdicts(reader.handle, chars, lines, breaks, start)
        decision = weighed(decision, said, needed(rules))
    body = find_body(lines, len(errors))
    if not rules.published:
        decision = _parted(lines, breaks, decision, body)
    kinds = join_kinds(lines, breaks, decision.joined, rules)
    glyphs = Glyphs(chars, lines) if detailed else None
    found = paragraphs(
        lines, breaks, decision, kinds, start, body, glyphs, table_rows=rules.table_rows
    )
    if rules.furniture == "drop":
        found = [[p for p in page if not p.is_of(body.furniture)] for page in found]
    return Window(start, lines, breaks, decision, kinds, found, errors, report, ocr, body, detailed)


def _parted(lines: Lines, breaks: Breaks, decision: Decision, body: Body) -> Decision:
    """Decision in which no text goes on in a running head or foot, and each number is by itself."""
    short = np.diff(lines.start) <= NUMBER
    above, below = body.furniture[breaks.above], body.furniture[breaks.below]
    parted = (above != below) | (above & (short[breaks.above] | short[breaks.below]))
    sure = np.where(parted, np.float32(0), decision.confidence)
    return replace(decision, joined=decision.joined & ~parted, confidence=sure)
