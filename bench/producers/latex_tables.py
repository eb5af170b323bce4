"""Tables and forms in LaTeX: each row a tabular of its own, so that tables break over pages."""

from __future__ import annotations

from . import measures
from .blocks import Block, Piece, is_number, numeric, padded, width
from .latex_text import Text
from .layout import table_size
from .source import Style


def table(block: Block, style: Style, text: Text) -> str:
    """Set a table, its columns as wide as their cells need."""
    look = str(style.extra.get("table", "lines")) if style.rules else "none"
    size = style.size * table_size(style)
    gaps = 12 * (width(block) if look == "grid" else width(block) - 1)
    room = (style.measure - gaps) / size
    widths = measures.shares(block, room, equal=bool(style.extra.get("equal")))
    spec = _spec(widths, numeric(block), look)
    last = len(block.pieces) - 1
    rows = []
    for place, piece in enumerate(block.pieces):
        above = _above(look, place)
        below = _below(look, piece, place == last)
        cells = _cells(piece, width(block), text)
        keep = r"\nobreak" if piece.kind == "th" else ""
        rows.append(rf"\tablerow{{{spec}}}{{{above}{cells}\\{below}}}{keep}")
    return _rows(rows)


def form(block: Block, style: Style, text: Text) -> str:
    """Set key and value side by side; amounts alone stand at the right edge."""
    amounts = all(is_number(piece.unit.parts[-1]) for piece in block.pieces)
    share = measures.key_share(block, style.measure / style.size)
    spec = _spec([share, 1 - share], [False, amounts], "none")
    rows = [rf"\tablerow{{{spec}}}{{{_cells(piece, 2, text)}\\}}" for piece in block.pieces]
    return _rows(rows)


def _rows(rows: list[str]) -> str:
    return "\n".join([r"\begin{rows}", *rows, r"\end{rows}"])


def _spec(widths: list[float], right: list[bool], look: str) -> str:
    """Give the column specification of a row."""
    count = len(widths)
    inner = 2 * count if look == "grid" else 2 * count - 2
    columns = []
    for share, number in zip(widths, right, strict=True):
        # The command must leave \\ alone, which ends the row.
        align = r"\RaggedStart" if number else r"\Ragged"
        size = rf"\dimexpr{share:.4f}\dimexpr\linewidth-{inner}\tabcolsep-1pt\relax\relax"
        columns.append(rf">{{{align}\arraybackslash}}p{{{size}}}")
    if look == "grid":
        return "|" + "|".join(columns) + "|"
    return "@{}" + "".join(columns) + "@{}"


def _above(look: str, place: int) -> str:
    if place > 0:
        return ""
    return {"grid": r"\hline ", "lines": r"\toprule "}.get(look, "")


def _below(look: str, piece: Piece, last: bool) -> str:
    if look == "grid":
        return r"\hline"
    if look == "none":
        return ""
    if last:
        return r"\bottomrule"
    return r"\midrule" if piece.kind == "th" else ""


def _cells(piece: Piece, count: int, text: Text) -> str:
    # TeX hyphenates no first word, unless some space stands before it.
    cells = [rf"\hspace{{0pt}}{text(cell)}" for cell in padded(piece, count)]
    if piece.kind == "th":
        cells = [rf"\bfseries {cell}" for cell in cells]
    cells[-1] += "".join(rf"\footnotemark[{note.number}]" for note in piece.notes)
    return " & ".join(cells)
