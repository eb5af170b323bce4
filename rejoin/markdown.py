"""Paragraphs as Markdown (CommonMark, with tables as GitHub has them).

Every paragraph is written whole and once, so that Markdown and plain text agree on every join.
Tables and blocks of code end with their page: pages can be written one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Protocol

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


class Writer:
    """Writes page after page; remembers the list that is open.

    Parameters
    ----------
    styled : callable, optional
        The inline Markdown of a paragraph, with emphasis; its plain text, escaped, by default.
    """

    def __init__(self, styled: Callable[[Writable], str] | None = None) -> None:
        self._inline = styled or (lambda paragraph: inline(paragraph.text))
        #: Columns by which the text of the open items is indented, the outermost first.
        self._open: list[int] = []
        self._started = False

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
                self._open = []
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
        return at_start(self._inline(paragraph))

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
            sign, rest = _marked(self._inline(paragraph), marker)
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
        return at_start(" | ".join(self._inline(p) for p in row).replace(" | ", " \\| "))

    def _grid(self, rows: Sequence[Sequence[Writable]]) -> list[list[str]] | None:
        """Cells by row and column, as Markdown; None where the columns are not clear."""
        if any("\t" in p.text for row in rows for p in row):
            return self._tabbed(rows)
        places = [[_column(p) for p in row] for row in rows]
        if len(rows) < TABLE_ROWS or any(k is None for row in places for k in row):
            return None
        width = 1 + max(k for row in places for k in row if k is not None)
        out = []
        for row, columns in zip(rows, places, strict=True):
            cells = [""] * width
            for paragraph, k in zip(row, columns, strict=True):
                if k is not None:
                    text = self._inline(paragraph)
                    cells[k] = f"{cells[k]}<br>{text}" if cells[k] else text
            out.append(cells)
        return out

    def _tabbed(self, rows: Sequence[Sequence[Writable]]) -> list[list[str]] | None:
        """Rows whose cells are parted by tabs."""
        out = [[inline(cell) for cell in "\t".join(p.text for p in row).split("\t")]
               for row in rows]  # fmt: skip
        width = max(map(len, out))
        if len(out) < TABLE_ROWS or sum(len(row) == width for row in out) < len(out) / 2:
            return None
        return [row + [""] * (width - len(row)) for row in out]


def _block_key(paragraph: Writable) -> tuple[Kind, int | None]:
    role = paragraph.role
    return role.kind, role.cell.table if role.cell else None


def _row(paragraph: Writable) -> int:
    cell = paragraph.role.cell
    return cell.row if cell else -1


def _column(paragraph: Writable) -> int | None:
    cell = paragraph.role.cell
    return cell.column if cell else None


def _marked(text: str, marker: str) -> tuple[str, str]:
    """Sign of a list item in Markdown, and its text.

    A marker that Markdown does not have (a letter, a number in brackets) stays in the text.
    """
    bare = inline(marker)
    number = number_of(marker)
    if text.startswith(bare) and is_bullet(marker):
        return "-", at_start(text[len(bare) :])
    if text.startswith(bare) and number is not None:
        return marker.strip(), at_start(text[len(bare) :])
    return "-", at_start(text)


def _drawn(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def _is_head(rows: Sequence[Sequence[Writable]]) -> bool:
    """Whether the first row names the columns: no numbers in it, some below it."""
    first, rest = rows[0], rows[1:]
    if any(_numeric(p.text) for p in first):
        return False
    numbers = sum(any(_numeric(p.text) for p in row) for row in rest)
    return len(first) >= 3 or numbers >= len(rest) / 2


def _numeric(text: str) -> bool:
    return any(c.isdigit() for c in text) and set(text) <= _NUMERIC
