"""Paragraphs that go on over page edges."""

from __future__ import annotations

from collections.abc import Sequence

from rejoin.ahead import Windows
from rejoin.edges import page_edge
from rejoin.joining import Joiner
from rejoin.paragraphs import Paragraph
from rejoin.rules import Rules
from rejoin.windows import Window


class Flow:
    """The paragraphs of the pages asked for, each where it begins.

    Parameters
    ----------
    windows : Windows
    numbers : sequence of int
        Pages that are asked for, from 1: an edge is followed only to the page that comes next.
    rules : Rules
    """

    def __init__(self, windows: Windows, numbers: Sequence[int], rules: Rules) -> None:
        self._windows, self._numbers, self._rules = windows, numbers, rules
        self._edges: dict[int, tuple[int, int] | None] = {}

    def paragraphs(self, i: int) -> list[Paragraph]:
        """Paragraphs that begin on page `i` of those asked for, whole."""
        found = list(self._of_page(i)[1])
        if not self._rules.page_edges:
            return found
        if before := self._edge(i - 1):
            found = [p for p in found if not p.holds(before[1])]
        edge = self._edge(i)
        place = next((k for k, p in enumerate(found) if edge and p.holds(edge[0])), None)
        while edge and place is not None:
            i += 1
            window, page = self._of_page(i)
            other = next(p for p in page if p.holds(edge[1]))
            joiner = Joiner(window.text, self._rules.hyphens)
            kind = joiner.kind(found[place].text, other.text)
            found[place] = found[place].followed_by(other, kind)
            edge = self._edge(i)
            if edge and not other.holds(edge[0]):
                break
        return found

    def _of_page(self, i: int) -> tuple[Window, list[Paragraph]]:
        """Window of page `i` of those asked for, and the page's paragraphs as it stands alone."""
        window = self._windows.of(self._numbers[i] - 1)
        return window, window.paragraphs[self._numbers[i] - 1 - window.start]

    def _edge(self, i: int) -> tuple[int, int] | None:
        """Lines on both sides of the edge after page `i`, if a paragraph runs over it."""
        if i not in self._edges:
            self._edges[i] = self._find_edge(i)
        return self._edges[i]

    def _find_edge(self, i: int) -> tuple[int, int] | None:
        if not 0 <= i < len(self._numbers) - 1 or self._numbers[i + 1] != self._numbers[i] + 1:
            return None
        number = self._numbers[i]
        above, below = self._windows.of(number - 1), self._windows.of(number)
        rows = number - 1 - above.start, number - below.start
        sure = self._rules.edge_confidence
        return page_edge(above.edges, rows[0], below.edges, rows[1], sure)
