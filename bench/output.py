"""What rejoin makes of a document, as flat lists: lines, which follows which, what was decided."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import rejoin
from rejoin import Breaks, Page, Paragraph, Reason, Rules


class Verdict(NamedTuple):
    """What rejoin says of the break between two lines.

    Attributes
    ----------
    failed
        Conditions that do not hold.
    confidence
        How sure it is that the break is a soft wrap.
    join
        Kind of join; none for a kept break.
    """

    failed: Reason
    confidence: float
    join: str | None


@dataclass
class Output:
    """The visual lines of a document, and their places in the text that comes out.

    Lines are numbered through the document, in the order of rejoin's pages and their lines.

    Attributes
    ----------
    text, page, first, last, box
        Of every line; `first` and `last` are the indices in PDFium's list of its page of the
        first and the last character with ink; pages count from 1; boxes are in user space.
    follower
        The next line of the same paragraph; missing for a paragraph's last line.
    place
        Place of every line in the order in which the text comes out.
    verdicts
        By the lines above and below.
    measured
        The breaks of each page, measured, in the order of `verdicts`.
    """

    text: list[str] = field(default_factory=list)
    page: list[int] = field(default_factory=list)
    first: list[int] = field(default_factory=list)
    last: list[int] = field(default_factory=list)
    box: list[tuple[float, ...]] = field(default_factory=list)
    follower: dict[int, int] = field(default_factory=dict)
    place: dict[int, int] = field(default_factory=dict)
    verdicts: dict[tuple[int, int], Verdict] = field(default_factory=dict)
    measured: list[Breaks] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.text)

    def joined(self, a: int, b: int) -> bool:
        """Whether two lines are neighbouring pieces of one paragraph, or the same line."""
        return a == b or self.follower.get(a) == b

    def adjacent(self, a: int, b: int) -> bool:
        """Whether line `b` comes out right after line `a`, or is the same line."""
        return a == b or self.place.get(b, -1) - self.place.get(a, -1) == 1


def read_output(pdf: Path | bytes, rules: str | Rules, **options: Any) -> Output:
    """Read a document with rejoin (`options` are those of `rejoin.read`); where each line went."""
    out = Output()
    boxes: dict[object, deque[int]] = defaultdict(deque)
    paragraphs: list[Paragraph] = []
    with rejoin.read(pdf, rules=rules, **options) as document:
        for page in document:
            for i, box in enumerate(page.lines.page_box().T.tolist(), start=len(out)):
                boxes[page.number, tuple(box)].append(i)
                out.box.append(tuple(box))
            _add_page(out, page)
            paragraphs.extend(page.paragraphs)
    _follow(out, paragraphs, boxes)
    return out


def _follow(out: Output, found: Iterable[Paragraph], boxes: dict[object, deque[int]]) -> None:
    """Note the order of the paragraphs' lines; a line is known by its page and its box."""
    for paragraph in found:
        before = None
        for line in paragraph.lines:
            if not (same := boxes.get((line.page, line.box))):
                continue
            i = same.popleft()
            out.place[i] = len(out.place)
            if before is not None:
                out.follower[before] = i
            before = i


def _add_page(out: Output, page: Page) -> None:
    lines, breaks, decision = page.lines, page.breaks, page.decision
    offset = len(out)
    out.measured.append(breaks)
    out.text += lines.texts
    out.page += [page.number] * len(lines)
    out.first += lines.first.tolist()
    out.last += lines.last.tolist()
    columns = breaks.above, breaks.below, decision.failed, decision.confidence, decision.joined
    rows = zip(*(column.tolist() for column in columns), strict=True)
    for i, (above, below, failed, confidence, joined) in enumerate(rows):
        join = page.explain(i).join if joined else None
        out.verdicts[offset + above, offset + below] = Verdict(Reason(failed), confidence, join)
