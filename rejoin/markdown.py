"""Paragraphs as Markdown (CommonMark, with tables as GitHub has them).

Every paragraph is written whole and once, so that Markdown and plain text agree on every join.
Tables and blocks of code end with their page: pages can be written one by one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Protocol

from rejoin.emphasis import emphasised
from rejoin.escapes import at_start, fence, flat, heading, inline
from rejoin.kinds import Kind, Role
from rejoin.markers import is_bullet, number_of

#: A table has columns that are worth drawing from so many rows on.
TABLE_ROWS = 2
_NUMERIC = frozenset("0123456789.,:%/+-\u2212\u2013()\u20ac$\u00a3\u00a5 ")


class Writable(Protocol):
    """What is written: a paragraph of a document, or a copy of one."""

    @property
    def text(self) -> str: ...  # noqa: D102
    @property
    def gap(self) -> bool: ...  # noqa: D102
    @property
    def role(self) -> Role: ...  # noqa: D102
    @property
    def emphasis(self) -> Sequence[int]: ...  # noqa: D102


class Writer:
    """Writes page after page; remembers the list that is open.

    Attributes
    ----------
    settled : bool
        Something that ends all lists was written: what comes next does not depend on the pages
        before the first one.
    """

    def __init__(self) -> None:
        #: Columns by which the text of the open items is indented, the outermost first.
        self._open: list[int] = []
        self._started = self.settled = False

    def restarted(self) -> Writer:
        """Return a writer with the same lists open, before whose first page nothing stands."""
        other = Writer()
        other._open = list(self._open)
        return other

    def page(self, found: Sequence[Writable]) -> str:
        """Markdown of one page, parted from what came before by a blank line."""
        blocks = list(self._blocks(found))
        if not blocks:
            return ""
        out = "\n" * self._started + "\n\n".join(blocks) + "\n"
        self._started = True
        return out

    def _blocks(self, found: Sequence[Writable]) -> Iterator[str]:
        for key, group in groupby(found, key=_block_key):
            some = list(group)
            kind = some[0].role.kind
            if kind != Kind.LIST_ITEM:
                self._open, self.settled = [], True
            if kind == Kind.CODE:
                yield self._code(some)
            elif kind == Kind.TABLE_ROW and key[1] is not None:
                yield self._table(some)
            elif kind == Kind.LIST_ITEM:
                yield "\n".join(self._items(some))
            elif kind == Kind.CONTENTS:
                yield "\\\n".join(self._line(paragraph) for paragraph in some)
            else:
                yield from (self._one(paragraph) for paragraph in some)

    def _line(self, paragraph: Writable) -> str:
        return at_start(_inline(paragraph))

    def _one(self, paragraph: Writable) -> str:
        if paragraph.role.kind == Kind.HEADING:
            # emphasis would only say again that it is a heading
            return f"{'#' * paragraph.role.level} {heading(inline(paragraph.text))}".rstrip()
        return self._line(paragraph)

    def _items(self, found: Iterable[Writable]) -> Iterator[str]:
        for i, paragraph in enumerate(found):
            marker, level = paragraph.role.marker, paragraph.role.level
            if not marker:  # goes on under the item above, as a paragraph of its own
                indent = " " * (self._open[-1] if self._open else 0)
                yield "\n" * bool(i) + indent + self._line(paragraph)
                continue
            self._open = self._open[: level - 1]
            outer = self._open[-1] if self._open else 0
            sign, rest = _marked(_inline(paragraph), marker)
            self._open.append(outer + len(sign) + 1)
            yield f"{' ' * outer}{sign} {rest}".rstrip()

    def _code(self, found: Sequence[Writable]) -> str:
        lines: list[str] = []
        for i, paragraph in enumerate(found):
            if i and paragraph.gap:
                lines.append("")
            lines.append(" " * paragraph.role.indent + flat(paragraph.text))
        ticks = fence(lines)
        return "\n".join([ticks, *lines, ticks])

    def _table(self, found: Sequence[Writable]) -> str:
        rows = [list(group) for _, group in groupby(found, key=_row)]
        grid = self._grid(rows)
        if grid is None:
            return "\\\n".join(self._row(row) for row in rows)
        width = len(grid[0])
        if not _is_head(rows):
            grid.insert(0, [""] * width)
        out = [_drawn(grid[0]), "|" + " --- |" * width, *map(_drawn, grid[1:])]
        return "\n".join(out)

    def _row(self, row: Sequence[Writable]) -> str:
        return at_start(" \\| ".join(text for p in row for _, text in _cells(p)))

    def _grid(self, rows: Sequence[Sequence[Writable]]) -> list[list[str]] | None:
        """Cells by row and column, as Markdown; None where the columns are not clear."""
        found = [[cell for p in row for cell in _cells(p)] for row in rows]
        if len(rows) < TABLE_ROWS or any(column is None for row in found for column, _ in row):
            return None
        width = 1 + max(column for row in found for column, _ in row if column is not None)
        out = []
        for row in found:
            cells = [""] * width
            for column, text in row:
                if column is not None:
                    cells[column] = f"{cells[column]}<br>{text}" if cells[column] else text
            out.append(cells)
        return out


def _inline(paragraph: Writable) -> str:
    """Escaped text, with emphasis where the font says so."""
    styles = paragraph.emphasis
    return emphasised(paragraph.text, styles) if styles else inline(paragraph.text)


def _cells(paragraph: Writable) -> list[tuple[int | None, str]]:
    """Column and Markdown of each cell that stands in a paragraph."""
    role = paragraph.role
    if role.cells:
        return [(column, inline(text)) for column, text in role.cells]
    return [(role.cell.column if role.cell else None, inline(paragraph.text))]


def _block_key(paragraph: Writable) -> tuple[Kind, int | None]:
    role = paragraph.role
    return role.kind, role.cell.table if role.cell else None


def _row(paragraph: Writable) -> int:
    cell = paragraph.role.cell
    return cell.row if cell else -1


def _marked(text: str, marker: str) -> tuple[str, str]:
    """Sign of a list item in Markdown, and its text.

    A marker that Markdown does not have (a letter, a number in brackets) stays in the text.
    """
    bare, number = inline(marker), number_of(marker)
    if not text.startswith(bare) or not (is_bullet(marker) or number is not None):
        return "-", at_start(text)
    rest = at_start(text[len(bare) :])
    return ("-" if number is None else marker.strip()), rest


def _drawn(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def _is_head(rows: Sequence[Sequence[Writable]]) -> bool:
    """Whether the first row names the columns: by its font, or no numbers in it, some below."""
    first, rest = rows[0], rows[1:]
    if first[0].role.cell and first[0].role.cell.head:
        return True
    names = [text for p in first for _, text in _cells(p)]
    if len(names) < 3 or any(map(_numeric, names)):
        return False
    return any(_numeric(text) for row in rest for p in row for _, text in _cells(p))


def _numeric(text: str) -> bool:
    return any(c.isdigit() for c in text) and set(text) <= _NUMERIC
