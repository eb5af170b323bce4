"""One page of a document: its lines, its breaks, its text."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rejoin.explain import Explanation, explain
from rejoin.model import Breaks, Decision, Ints, Lines
from rejoin.paragraphs import Paragraph
from rejoin.quality import PageQuality
from rejoin.rules import Rules
from rejoin.windows import Window


class Page:
    """One page: its lines, its breaks and what was decided.

    Attributes
    ----------
    number : int
        From 1.
    error : PageError or None
        Why the page could not be read; such a page has no lines.
    paragraphs : list of Paragraph
        Those that begin on the page; one that goes on over the page edge is whole.
    truncated : bool
        A limit cut something off.
    """

    def __init__(
        self,
        number: int,
        window: Window,
        found: list[Paragraph],
        rules: Rules,
        inspect: Callable[[], PageQuality],
    ) -> None:
        row = number - 1 - window.start
        self.number = number
        self.error = window.errors[row]
        self.paragraphs = found
        self.truncated = bool(window.audit.left_out[row])
        self._window, self._rules, self._inspect = window, rules, inspect
        self._first, self._last = window.line_rows[row : row + 2]
        self._rows = slice(*window.break_rows[row : row + 2])

    @property
    def lines(self) -> Lines:
        """The page's visual lines."""
        return self._window.lines.rows(self._first, self._last)

    @property
    def breaks(self) -> Breaks:
        """The page's breaks, with `above` and `below` as rows of `lines`."""
        return self._window.breaks.rows(self._rows, self._first)

    @property
    def decision(self) -> Decision:
        """What was decided for each row of `breaks`."""
        return self._window.decision.rows(self._rows)

    @property
    def kinds(self) -> Ints:
        """`Join` of each joined break; -1 for the others."""
        return self._window.kinds[self._rows]

    @property
    def text(self) -> str:
        """The page's running text; ends in a newline unless it is empty."""
        return page_text(self.paragraphs, self._rules)

    @property
    def quality(self) -> PageQuality:
        """What kind of page it is and whether its text can be read."""
        return self._inspect()

    def explain(self, i: int) -> Explanation:
        """Why break `i` of the page was joined or kept."""
        k = range(*self._rows.indices(len(self._window.breaks)))[i]
        breaks, decision = self._window.breaks, self._window.decision
        above, below = (self._window.lines[side[k]] for side in (breaks.above, breaks.below))
        return explain(
            self.number, above, below, breaks, k, decision, int(self._window.kinds[k]), self._rules
        )

    def __repr__(self) -> str:
        """Number and size."""
        return f"<rejoin.Page {self.number}: {self._last - self._first} lines>"


def page_text(found: Sequence[Paragraph], rules: Rules) -> str:
    """One paragraph or table row a line, with a blank line where the page has a gap."""
    out: list[str] = []
    for i, paragraph in enumerate(found):
        if out and paragraph.beside:
            out[-1] += "\t" + paragraph.text
            continue
        if i and paragraph.gap and rules.blank_lines:
            out.append("")
        out.append(" " * _indent(paragraph, rules) + paragraph.text)
    return "\n".join(out) + "\n" if out else ""


def paragraph_starts(found: Sequence[Paragraph], rules: Rules) -> list[int]:
    """Where each paragraph begins in the page's text, in characters."""
    out, place = [], 0
    for i, paragraph in enumerate(found):
        # a tab before a cell is as long as the newline before everything else
        beside = bool(i and paragraph.beside)
        place += bool(i and paragraph.gap and rules.blank_lines and not beside)
        place += 0 if beside else _indent(paragraph, rules)
        out.append(place)
        place += len(paragraph.text) + 1
    return out


def _indent(paragraph: Paragraph, rules: Rules) -> int:
    """Spaces before a line of code."""
    return 0 if rules.published else paragraph.indent
