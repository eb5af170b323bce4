"""Tables, forms, contents and footnotes as groff input."""

from __future__ import annotations

from collections.abc import Iterable

from . import blocks as b
from . import layout, measures
from .groff_text import plain
from .source import Style


def notes(pieces: Iterable[b.Piece]) -> list[str]:
    """Give the footnotes of some units."""
    texts = [note.text for piece in pieces for note in piece.notes]
    return [line for text in texts for line in (".FS", plain(text), ".FE")]


def table(block: b.Block, style: Style) -> list[str]:
    """Set a table with tbl."""
    look = str(style.extra.get("table", "lines")) if style.rules else "none"
    size = style.size * layout.table_size(style)
    count = b.width(block)
    room = style.measure - size * (1.5 * count + 1)
    shares = measures.shares(block, room / size, equal=bool(style.extra.get("equal")))
    right = b.numeric(block)
    columns = [
        f"{'r' if flag else 'l'}w({share * room:.1f}p)"
        for share, flag in zip(shares, right, strict=True)
    ]
    rows: list[str] = ["_"] if look == "lines" else []
    for piece in block.pieces:
        rows += _row(piece, count, right)
        if look == "lines" and piece.kind == "th":
            rows.append("_")
    rows += ["_"] if look == "lines" else []
    options = "allbox" if look == "grid" else ""
    return _tbl(options, " ".join(columns), rows, block, size, size * min(style.leading, 1.4))


def form(block: b.Block, style: Style) -> list[str]:
    """Set key and value side by side with tbl."""
    amounts = all(b.is_number(piece.unit.parts[-1]) for piece in block.pieces)
    share = measures.key_share(block, style.measure / style.size)
    room = style.measure - style.size * 2
    kind = "r" if amounts else "l"
    columns = f"lw({share * room:.1f}p) {kind}w({(1 - share) * room:.1f}p)"
    rows: list[str] = []
    for piece in block.pieces:
        rows += _row(piece, 2, [False, amounts])
    return _tbl("", columns, rows, block, style.size, style.size * style.leading)


def _tbl(
    options: str, columns: str, rows: list[str], block: b.Block, size: float, line: float
) -> list[str]:
    start = [".LP", f".ps {size:.1f}", f".vs {line:.1f}p", ".TS"]
    layout_of = [f"{options} tab(\t);".strip(), f"{columns}."]
    return [*start, *layout_of, *rows, ".TE", *notes(block.pieces), ".LP"]


def _row(piece: b.Piece, count: int, right: list[bool]) -> list[str]:
    """Give a row of cells."""
    cells = [plain(cell) for cell in b.padded(piece, count)]
    if piece.kind == "th":
        cells = [rf"\fB{cell}\fP" for cell in cells]
    cells[-1] += r"\**" * len(piece.notes)
    blocks = zip(cells, b.padded(piece, count), right, strict=True)
    return ["\t".join(_cell(made, cell, flag) for made, cell, flag in blocks)]


def _cell(made: str, text: str, right: bool) -> str:
    """Give a cell; it is a text block, which can wrap, unless it is a number."""
    if right and b.is_number(text):
        return made
    return f"T{{\n.ad {'r' if right else 'l'}\n{made}\nT}}"


def contents(block: b.Block) -> list[str]:
    """Set contents entries: the title as text, then dots to the page number."""
    lines = [".LP", ".na"]
    for piece in block.pieces:
        title, page = plain(piece.unit.parts[0]), plain(piece.unit.parts[-1])
        lines += [".ll -4n", title, ".br", r".nr end \n[.n]", ".sp -1", ".ll +4n"]
        dots = r"\h'\n[end]u'\h'.5n'\l'|(\n[.l]u-3.2n)\&.'"
        lines += [rf"{dots}\h'|(\n[.l]u-\w'{page}'u)'{page}", ".br"]
    return lines
