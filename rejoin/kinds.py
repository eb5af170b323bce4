"""The kinds of paragraphs, and what is known of one."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    """What a paragraph is."""

    PARAGRAPH = "paragraph"
    HEADING = "heading"
    LIST_ITEM = "list-item"
    TABLE_ROW = "table-row"
    CODE = "code"
    CAPTION = "caption"
    NOTE = "note"
    CONTENTS = "contents-entry"
    RUNNING_HEAD = "running-head"
    RUNNING_FOOT = "running-foot"
    PAGE_NUMBER = "page-number"


#: Kinds that are told from a line's looks, in the order of the net's outputs.
LEARNT = (
    Kind.PARAGRAPH, Kind.HEADING, Kind.LIST_ITEM, Kind.TABLE_ROW, Kind.CODE, Kind.CAPTION,
    Kind.NOTE, Kind.CONTENTS,
)  # fmt: skip
#: What stands around the text of a page.
FURNITURE = frozenset((Kind.RUNNING_HEAD, Kind.RUNNING_FOOT, Kind.PAGE_NUMBER))


@dataclass(frozen=True, slots=True)
class Cell:
    """Where a paragraph stands in a table.

    Attributes
    ----------
    table : int
        Number of the table in its window of pages, from 0.
    row : int
        From 0, counted anew on each page.
    column : int or None
        From 0; None where the columns are not clear.
    head : bool
        The row is set in another font than the rows below it: it names the columns.
    """

    table: int
    row: int
    column: int | None
    head: bool = False


@dataclass(frozen=True, slots=True)
class Role:
    """What is known of a paragraph.

    Attributes
    ----------
    kind : Kind
    confidence : float
        How sure the kind is, 0 to 1.
    level : int
        Of a heading (1 the highest) or a list item (1 the outermost); 0 for all others.
    marker : str
        Marker of a list item as it stands at the start of the text; empty without one.
    cell : Cell or None
        Place of a table row, or of one cell of it.
    cells : tuple of (int or None, str)
        Column and text of each cell that stands in the paragraph; empty but for table rows.
    indent : int
        Columns by which a line of code is indented against its block.
    """

    kind: Kind
    confidence: float = 1.0
    level: int = 0
    marker: str = ""
    cell: Cell | None = None
    cells: tuple[tuple[int | None, str], ...] = ()
    indent: int = 0
