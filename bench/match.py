"""Lays labels over rejoin's lines: was the break of each label joined?

A label's `char` is the index of the separator in PDFium's list of the page. Its two sides are the
last character with ink before it and the first one after it; rejoin's lines know the index of
their first and last character with ink.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from bench.labels import Row
from bench.output import Output, Verdict
from rejoin import Reason

#: Characters at a line's end or start by which it is found where a label has no index.
SHOWN = 20
#: A separator before the page's first and after its last character.
BEFORE, AFTER = -1, 1 << 30
_BLANK = re.compile(r"\s+")
_HYPHENS = "-\u00ad\u2010"
#: What a kind of join does to the text; the two that leave it alone are one.
EFFECT = {"space": "space", "none": "nothing", "keep-hyphen": "nothing", "drop-hyphen": "drop"}


@dataclass(frozen=True)
class Outcome:
    """What became of the break of one label.

    Attributes
    ----------
    row
        The label.
    above, below
        The lines of `Output` on both sides; none where a side is nowhere.
    joined
        Both sides came out as neighbouring pieces of one paragraph.
    adjacent
        Both sides came out one after the other, joined or not.
    join
        Kind of join, where joined.
    verdict
        What rejoin says of the break between the two lines; none if they are no neighbours.
    """

    row: Row
    above: int | None
    below: int | None
    joined: bool = False
    adjacent: bool = False
    join: str | None = None
    verdict: Verdict | None = None

    @property
    def failed(self) -> Reason:
        """Conditions that do not hold."""
        return self.verdict.failed if self.verdict else Reason(0)


class _Page(NamedTuple):
    """Lines of a page by the index of their first character, and the labels' separators."""

    first: list[int]
    line: list[int]
    separators: list[int]


def match(rows: Sequence[Row], output: Output) -> list[Outcome]:
    """Find both sides of every label that counts and see whether they were joined.

    Labels that are unknown or stand within one visual row do not count and are left out.
    """
    matcher = _Matcher(rows, output)
    return [matcher.outcome(row) for row in rows if counts(row)]


def counts(row: Row) -> bool:
    """Whether a label is scored."""
    return row.label in ("wrap", "keep") and not row.same_row


class _Matcher:
    def __init__(self, rows: Sequence[Row], output: Output) -> None:
        self._out = output
        lines: dict[int, list[tuple[int, int]]] = defaultdict(list)
        for i, (number, start) in enumerate(zip(output.page, output.first, strict=True)):
            lines[number].append((start, i))
        separators: dict[int, set[int]] = defaultdict(lambda: {BEFORE, AFTER})
        self._starts: dict[tuple[int, str], int] = {}
        for row in rows:
            if row.char is not None and row.char >= 0:
                separators[row.page].add(row.char)
                if row.page_below is None:
                    self._starts.setdefault((row.page, row.below), row.char)
        self._done: dict[int, int] = defaultdict(int)
        self._pages: dict[int, _Page] = {}
        for number, pairs in lines.items():
            pairs.sort()
            first, line = [first for first, _ in pairs], [i for _, i in pairs]
            self._pages[number] = _Page(first, line, sorted(separators[number]))

    def outcome(self, row: Row) -> Outcome:
        """What became of the break of one label."""
        a, b = self._sides(row)
        if a is None or b is None:
            return Outcome(row, a, b)
        if not self._out.joined(a, b):
            verdict = self._out.verdicts.get((a, b))
            return Outcome(row, a, b, False, self._out.adjacent(a, b), None, verdict)
        if a == b:
            return Outcome(row, a, b, True, True, _join_within(self._out.text[a], row))
        verdict = self._out.verdicts.get((a, b))
        return Outcome(row, a, b, True, True, verdict and verdict.join, verdict)

    def _sides(self, row: Row) -> tuple[int | None, int | None]:
        page = self._pages.get(row.page)
        if page is None:
            return None, None
        if row.char is None or row.char < 0:
            return self._by_text(row)
        above = self._before(page, row.char)
        if row.page_below is not None:
            return above, self._start(row.page_below, row.below)
        if above is not None and self._out.last[above] > row.char:
            return above, above
        return above, self._after(page, row.char)

    def _before(self, page: _Page, char: int) -> int | None:
        """Line with the last character before a separator, or one that runs over it."""
        k = bisect_right(page.first, char) - 1
        since = page.separators[bisect_left(page.separators, char) - 1]
        if k < 0 or self._out.last[page.line[k]] <= since:
            return None
        return page.line[k]

    def _after(self, page: _Page, char: int) -> int | None:
        """Line with the first character after a separator."""
        k = bisect_right(page.first, char)
        until = page.separators[bisect_right(page.separators, char)]
        if k == len(page.first) or page.first[k] > until:
            return None
        return page.line[k]

    def _start(self, number: int, text: str) -> int | None:
        """Line of a page that starts with a text: by its own label, or by its words."""
        page = self._pages.get(number)
        if page is None:
            return None
        if (char := self._starts.get((number, text))) is not None:
            return self._after(page, char)
        wanted = _plain(text)[:SHOWN]
        starting = (i for i in page.line if _plain(self._out.text[i]).startswith(wanted))
        return next(starting, None)

    def _by_text(self, row: Row) -> tuple[int | None, int | None]:
        """Both sides of a label without an index: the next lines with its ends.

        Labels come in reading order, so lines that occur more than once are taken in turn.
        """
        above, below = _plain(row.above)[-SHOWN:], _plain(row.below)[:SHOWN]
        lines = self._pages[row.page].line
        plain = [_plain(self._out.text[i]) for i in lines]
        done = self._done[row.page]
        for k in (*range(done, len(plain)), *range(done)):
            if row.page_below is not None and _ends(plain[k], above):
                return lines[k], self._start(row.page_below, row.below)
            if any(above + hyphen + below in plain[k] for hyphen in ("", *_HYPHENS)):
                return lines[k], lines[k]
            after = plain[k + 1] if k + 1 < len(plain) else ""
            if _ends(plain[k], above) and after.startswith(below):
                self._done[row.page] = k + 1
                return lines[k], lines[k + 1]
        return None, None


def _ends(text: str, end: str) -> bool:
    """Whether a line ends so; labels leave out the hyphen that PDFium marked."""
    return text.endswith(end) or (text[-1:] in tuple(_HYPHENS) and text[:-1].endswith(end))


def _plain(text: str) -> str:
    return _BLANK.sub("", text)


def _join_within(text: str, row: Row) -> str | None:
    """Kind of join of two sides that are one line, by what stands between them."""
    plain = [(c, i) for i, c in enumerate(text) if not c.isspace()]
    letters = "".join(c for c, _ in plain)
    above, below = _plain(row.above)[-SHOWN:], _plain(row.below)[:SHOWN]
    for hyphen in ("", *_HYPHENS):
        if (at := letters.find(above + hyphen + below)) >= 0:
            end = at + len(above + hyphen)
            if plain[end][1] - plain[end - 1][1] > 1:
                return "space"
            return "keep-hyphen" if hyphen or above.endswith(tuple(_HYPHENS)) else "none"
    return None
