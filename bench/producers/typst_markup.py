"""A text and a style as the source of a Typst document."""

from __future__ import annotations

from collections.abc import Iterable

from .blocks import (
    Block,
    Piece,
    blocks,
    depth,
    hang,
    label,
    nested,
    numeric,
    padded,
    width,
)
from .layout import box, table_size
from .measures import shares
from .source import Doc, Style
from .typst_setup import setup

#: Left and right inset of table cells together, in points.
_INSET = 10.0
_RULE = "table.hline(stroke: 0.7pt),"


def to_typst(doc: Doc, style: Style) -> str:
    """Write a document as Typst source."""
    body = _Body(doc, style)
    return "\n\n".join([setup(doc, style), *body.parts()]) + "\n"


def quote(text: str) -> str:
    """Write a string of Typst's code mode."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


class _Body:
    """Writes the blocks of one document."""

    def __init__(self, doc: Doc, style: Style) -> None:
        self.doc = doc
        self.style = style
        self.side = box(doc, style).side

    def parts(self) -> Iterable[str]:
        """Give the blocks as Typst markup."""
        for block in blocks(self.doc):
            yield from (self._side(side) for side in block.sides)
            yield getattr(self, f"_{block.kind}", self._p)(block)

    def _text(self, piece: Piece, part: int = -1) -> str:
        """Give a part of a piece as markup; the footnotes hang on the last part."""
        notes = "".join(f"#footnote({quote(note.text)})" for note in piece.notes)
        last = part in {-1, len(piece.unit.parts) - 1}
        return f"#{quote(piece.unit.parts[part])}" + (notes if last else "")

    def _side(self, text: str) -> str:
        if not self.side:
            return f"#aside[#{quote(text)}]"
        return f"#beside({self.side:g}pt)[#{quote(text)}]"

    def _p(self, block: Block) -> str:
        return self._text(block.pieces[0])

    def _heading(self, block: Block) -> str:
        heading = f"#heading(level: {block.kind[1]})[{self._text(block.pieces[0])}]"
        if block.kind == "h1" and self.style.extra.get("span_title") and self.style.columns > 1:
            return f'#place(top, scope: "parent", float: true, clearance: 1em)[{heading}]'
        return heading

    _h1 = _h2 = _h3 = _heading

    def _q(self, block: Block) -> str:
        return f"#quote(block: true)[{self._text(block.pieces[0])}]"

    def _cap(self, block: Block) -> str:
        figure = "#picture\n" if block.figure else ""
        return f"{figure}#caption[{self._text(block.pieces[0])}]"

    def _break(self, block: Block) -> str:
        return "#pagebreak(weak: true)"

    def _list(self, block: Block) -> str:
        items = []
        for piece, lists in nested(block):
            inner = "".join(" " + self._items(sub, map(self._text, sub)) for sub in lists)
            items.append((piece, self._text(piece) + inner))
        return self._items([piece for piece, _ in items], [text for _, text in items])

    def _items(self, pieces: list[Piece], texts: Iterable[str]) -> str:
        kind = pieces[0].kind
        body = ", ".join(f"[{text}]" for text in texts)
        if kind.startswith("li"):
            marker = self.style.bullet if kind == "li" else "\u2013"
            return f"#list(marker: [#{quote(marker)}], {body})"
        labels = (quote(label(self.doc, self.style, kind, n + 1)) for n in range(len(pieces)))
        return f"#enum(numbering: n => ({', '.join(labels)},).at(n - 1), {body})"

    def _cl(self, block: Block) -> str:
        piece = block.pieces[0]
        number = piece.unit.parts[0]
        left = 1.2 * depth(number)
        return f"#clause({left}em, {hang(number):g}em, {quote(number)})[{self._text(piece)}]"

    def _table(self, block: Block) -> str:
        count, flags = width(block), numeric(block)
        kind = str(self.style.extra.get("table", "grid")) if self.style.rules else "none"
        head = next((n for n, p in enumerate(block.pieces) if p.kind != "th"), len(block.pieces))
        rows = [self._row(piece, count) for piece in block.pieces]
        columns = ", ".join(self._columns(block))
        aligned = ", ".join("end" if flag else "start" for flag in flags)
        top = [f"table.header({', '.join(rows[:head])}),"] if head else []
        stroke = "0.5pt" if kind == "grid" else "none"
        rule = [_RULE] if kind == "lines" else []
        opening = f"#table(columns: ({columns},), align: ({aligned},), stroke: {stroke},"
        body = [f"{row}," for row in rows[head:]]
        return "\n".join([opening, *rule, *top, *(rule if head else []), *body, *rule, ")"])

    def _columns(self, block: Block) -> list[str]:
        """Give the widths of a table's columns: their own, or shares of the line by content."""
        count = width(block)
        if self.style.extra.get("table_width") == "auto":
            return ["auto"] * count
        room = self.style.measure - _INSET * count
        parts = shares(block, room / (table_size(self.style) * self.style.size))
        return [f"{_INSET + part * room:.2f}pt" for part in parts]

    def _row(self, piece: Piece, count: int) -> str:
        cells = [f"#{quote(cell)}" if cell else "" for cell in padded(piece, count)]
        cells[-1] += "".join(f"#footnote({quote(note.text)})" for note in piece.notes)
        strong = "*" if piece.kind == "th" else ""
        return ", ".join(f"[{strong}{cell}{strong}]" if cell else "[]" for cell in cells)

    def _kv(self, block: Block) -> str:
        rows = [f"[#{quote(p.unit.parts[0])}], [{self._text(p)}]," for p in block.pieces]
        return "\n".join(["#keys(", *rows, ")"])

    def _code(self, block: Block) -> str:
        lines = "\\n".join(quote(piece.unit.text)[1:-1] for piece in block.pieces)
        return f'#raw("{lines}", block: true)'

    def _verse(self, block: Block) -> str:
        lines = [f"[{self._text(piece)}]" if piece.unit.text else "none" for piece in block.pieces]
        return f"#verse({', '.join(lines)})"

    def _addr(self, block: Block) -> str:
        return "#address[" + " \\\n".join(map(self._text, block.pieces)) + "]"

    def _say(self, block: Block) -> str:
        piece = block.pieces[0]
        hang = "1.5em" if self.style.extra.get("say", "hang") == "hang" else "0pt"
        return f"#hanging({hang})[*#{quote(piece.unit.parts[0])}:* {self._text(piece)}]"

    def _bib(self, block: Block) -> str:
        numbers = bool(self.style.extra.get("bib_numbers"))
        return "\n\n".join(
            f"#hanging(1.8em)[{self._entry(n) if numbers else ''}{self._text(piece)}]"
            for n, piece in enumerate(block.pieces, 1)
        )

    def _entry(self, number: int) -> str:
        return f"#box(width: 1.8em)[\\[{number}\\]]"

    def _toc(self, block: Block) -> str:
        return "\n\n".join(
            f"#entry({quote(piece.unit.parts[0])}, {quote(piece.unit.parts[-1])})"
            for piece in block.pieces
        )

    def _deflist(self, block: Block) -> str:
        items = (
            f"terms.item([#{quote(p.unit.parts[0])}], [{self._text(p)}])" for p in block.pieces
        )
        return f"#terms({', '.join(items)})"
