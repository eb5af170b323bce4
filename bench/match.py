"""Lays labels over rejoin's lines: was the break of each label joined?

A label's `char` is the index of the separator in PDFium's list of the page. Its two sides are the
last character with ink before it and the first one after it; rejoin's lines know the index of
their first and last character with ink.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from bench.labels import Row
from bench.output import Output, Verdict
from bench.words import REACH, join_within, plain
from rejoin import Reason

#: A separator before the page's first and after its last character.
BEFORE, AFTER = -1, 1 << 30
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
    """Lines of a page by the index of their first character, and the labels' separators.

    Lines are `tangled` where one holds characters from both sides of another, as a number that was
    painted in another pass than its text does: then indices alone do not tell them apart.
    """

    first: list[int]
    line: list[int]
    separators: list[int]
    tangled: bool


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
        self._compared: dict[int, str] = {}
        self._done: dict[int, int] = defaultdict(int)
        self._pages: dict[int, _Page] = {}
        for number, pairs in lines.items():
            pairs.sort()
            first, line = [first for first, _ in pairs], [i for _, i in pairs]
            last = [output.last[i] for i in line]
            tangled = any(b < a for a, b in zip(first, last, strict=True))
            tangled |= any(b < a for a, b in zip(last, first[1:], strict=False))
            self._pages[number] = _Page(first, line, sorted(separators[number]), tangled)

    def _line(self, i: int) -> str:
        """Text of a line as it is compared."""
        if i not in self._compared:
            self._compared[i] = plain(self._out.text[i])
        return self._compared[i]

    def outcome(self, row: Row) -> Outcome:
        """What became of the break of one label."""
        a, b = self._sides(row)
        if a is None or b is None:
            return Outcome(row, a, b)
        if not self._out.joined(a, b):
            verdict = self._out.verdicts.get((a, b))
            return Outcome(row, a, b, False, self._out.adjacent(a, b), None, verdict)
        if a == b:
            return Outcome(row, a, b, True, True, join_within(self._out.text[a], row))
        verdict = self._out.verdicts.get((a, b))
        return Outcome(row, a, b, True, True, verdict and verdict.join, verdict)

    def _sides(self, row: Row) -> tuple[int | None, int | None]:
        page = self._pages.get(row.page)
        if page is None:
            return None, None
        if row.char is None or row.char < 0:
            return self._by_text(row)
        if page.tangled and row.page_below is None and (sides := self._nearest(page, row)):
            above, below = self._before(page, row.char), self._after(page, row.char)
            by_index = (i if self._stands_alone(page, i) else None for i in (above, below))
            above, below = (a if a is not None else b for a, b in zip(sides, by_index, strict=True))
            return above, below
        above = self._past_number(page, self._before(page, row.char), plain(row.above), -1)
        if row.page_below is not None:
            return above, self._start(row.page_below, row.below)
        if above is not None and self._out.last[above] > row.char:
            return above, above
        below = self._past_number(page, self._after(page, row.char), plain(row.below), 1)
        return above, below

    def _stands_alone(self, page: _Page, i: int | None) -> bool:
        """Whether no other line of the page has characters from both sides of one of the line's."""
        if i is None:
            return False
        first, last = self._out.first, self._out.last
        return all(last[k] < first[i] or first[k] > last[i] for k in page.line if k != i)

    def _past_number(self, page: _Page, i: int | None, text: str, step: int) -> int | None:
        """The line beside a line number, where a label's side is the number and its line."""
        if i is None or not self._out.text[i].isdigit():
            return i
        number = self._line(i)
        rest = text.removeprefix(number) if step > 0 else text.removesuffix(number)
        k = page.line.index(i) + step
        if rest in ("", text) or not 0 <= k < len(page.line):
            return i
        other = self._line(page.line[k])
        same = other.startswith(rest[:REACH]) if step > 0 else other.endswith(rest[-REACH:])
        return page.line[k] if same else i

    def _before(self, page: _Page, char: int) -> int | None:
        """Line with the last character before a separator, or one that runs over it."""
        k = bisect_right(page.first, char) - 1
        if k < 0 or self._out.last[page.line[k]] <= _around(page, char)[0]:
            return None
        return page.line[k]

    def _after(self, page: _Page, char: int) -> int | None:
        """Line with the first character after a separator."""
        k = bisect_right(page.first, char)
        if k == len(page.first) or page.first[k] > _around(page, char)[1]:
            return None
        return page.line[k]

    def _nearest(self, page: _Page, row: Row) -> tuple[int | None, int | None] | None:
        """Both sides by their words, and of lines with the same words those nearest by index.

        A side that is neither the end nor the start of a line has other words beside it. A line
        that is only a piece of the label's own has to stand where that stands.
        """
        above, below = plain(row.above)[-REACH:], plain(row.below)[:REACH]
        if not above or not below:
            return None
        text = {i: self._line(i) for i in page.line}
        first, last = self._out.first, self._out.last
        within = [i for i in page.line if above + below in text[i]]
        if within:
            one = min(within, key=lambda i: abs(first[i] - row.char))
            return one, one
        since, until = _around(page, row.char)
        ends = [
            i for i in page.line
            if text[i].endswith(above)
            or (since < last[i] <= row.char and text[i] and above.endswith(text[i]))
        ]  # fmt: skip
        starts = [
            i for i in page.line
            if text[i].startswith(below)
            or (row.char < first[i] <= until and text[i] and below.startswith(text[i]))
        ]  # fmt: skip
        return (
            min(ends, key=lambda i: abs(last[i] - row.char), default=None),
            min(starts, key=lambda i: abs(first[i] - row.char), default=None),
        )

    def _start(self, number: int, text: str) -> int | None:
        """Line of a page that starts with a text: by its own label, or by its words."""
        page = self._pages.get(number)
        if page is None:
            return None
        if (char := self._starts.get((number, text))) is not None:
            return self._after(page, char)
        wanted = plain(text)[:REACH]
        starting = (i for i in page.line if wanted and self._line(i).startswith(wanted))
        return next(starting, None)

    def _by_text(self, row: Row) -> tuple[int | None, int | None]:
        """Both sides of a label without an index: the next lines with its ends, in turn."""
        above, below = plain(row.above)[-REACH:], plain(row.below)[:REACH]
        lines = self._pages[row.page].line
        text = [self._line(i) for i in lines]
        done = self._done[row.page]
        for k in (*range(done, len(text)), *range(done)):
            if row.page_below is not None and text[k].endswith(above):
                return lines[k], self._start(row.page_below, row.below)
            if above + below in text[k]:
                return lines[k], lines[k]
            after = text[k + 1] if k + 1 < len(text) else ""
            if text[k].endswith(above) and after.startswith(below):
                self._done[row.page] = k + 1
                return lines[k], lines[k + 1]
        return None, None


def _around(page: _Page, char: int) -> tuple[int, int]:
    """Separators before and after a separator: its two lines lie between them."""
    separators = page.separators
    return (
        separators[bisect_left(separators, char) - 1],
        separators[bisect_right(separators, char)],
    )
