"""Plain text tables."""

from __future__ import annotations

import math
from collections.abc import Sequence

Cell = str | int | float | None


def table(head: Sequence[str], rows: Sequence[Sequence[Cell]], names: int = 1) -> str:
    """Lay out rows below their headings, numbers to the right; `names` columns may be text."""
    cells = [[shown(cell) for cell in row] for row in rows]
    columns = list(zip(head, *cells, strict=True))
    width = [max(map(len, column)) for column in columns]
    left = [all(isinstance(row[i], str) for row in rows) for i in range(len(head))]
    left = [is_text and i < names for i, is_text in enumerate(left)]
    lines = []
    for line in (list(head), *cells):
        parts = (
            cell.ljust(w) if text else cell.rjust(w)
            for cell, w, text in zip(line, width, left, strict=True)
        )
        lines.append("  ".join(parts).rstrip())
    return "\n".join(lines)


def shown(cell: Cell) -> str:
    """A cell as text; thousands are parted by commas, what is missing is a dash."""
    if cell is None or (isinstance(cell, float) and math.isnan(cell)):
        return "-"
    if isinstance(cell, int):
        return f"{cell:,}"
    return f"{cell:g}" if isinstance(cell, float) else cell


def percent(share: float, low: float | None = None, high: float | None = None) -> str:
    """A share in per cent with one decimal, and its interval where given; a dash for none."""
    if math.isnan(share):
        return "-"
    text = f"{100 * share:.1f}"
    if low is None or high is None:
        return text
    return f"{text} [{100 * low:.1f}, {100 * high:.1f}]"
