"""A text and a style as flowables of ReportLab's Platypus."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from xml.sax.saxutils import escape

from reportlab.lib import colors
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.platypus import (
    Flowable,
    PageBreak,
    Paragraph,
    Preformatted,
    Spacer,
    Table,
)

from .blocks import Block, Note, Piece, blocks, depth, hang, label, nested, numeric, padded, width
from .fonts import Font
from .reportlab_styles import Styles
from .source import Doc, Style

_GREY = colors.Color(0.89, 0.89, 0.89)
#: Left and right padding of table cells together.
_PADDING = 10.0


class Picture(Flowable):
    """A grey box in place of a figure."""

    def __init__(self, wide: float) -> None:
        """Take the box's width."""
        super().__init__()
        self.width, self.height, self.spaceBefore, self.keepWithNext = wide, 90.0, 12.0, 1

    def draw(self) -> None:
        """Draw the box."""
        self.canv.setFillColor(_GREY)
        self.canv.setStrokeColor(colors.grey)
        self.canv.rect(0, 0, self.width, self.height, fill=1)


class Code(Preformatted):
    """Lines of code on a light ground."""

    def draw(self) -> None:
        """Draw the ground, then the lines."""
        pad = self.style.borderPadding
        self.canv.setFillColor(self.style.backColor)
        self.canv.rect(-pad, -pad, self.width + 2 * pad, self.height + 2 * pad, fill=1, stroke=0)
        super().draw()


class Entry(Paragraph):
    """A contents entry: text, dots up to the right edge, page number."""

    def __init__(self, text: str, style: Any, page: str) -> None:
        """Take the title, its style and the page number."""
        super().__init__(text, style)
        self.page = page

    def draw(self) -> None:
        """Draw the text with its dots, then the number on the last line."""
        super().draw()
        size = self.style.fontSize
        self.canv.setFont(self.style.fontName, size)
        last = self.height - size - (len(self.blPara.lines) - 1) * self.style.leading
        self.canv.drawRightString(self.width, last, self.page)


class Flow:
    """Makes the flowables of one document."""

    def __init__(self, doc: Doc, style: Style, font: Font) -> None:
        """Make the styles."""
        self.doc = doc
        self.style = style
        self.styles = Styles(doc, style, font)

    def parts(self) -> list[Any]:
        """Give the flowables."""
        found: list[Any] = []
        for block in blocks(self.doc):
            found.extend(getattr(self, f"_{block.kind}", self._one)(block))
            for piece in block.pieces:
                found.extend(self._notes(piece))
        return found

    def _notes(self, piece: Piece) -> Iterable[Any]:
        for note in piece.notes:
            text = f"{self._mark(note)} {escape(note.text)}"
            yield Paragraph(text, self.styles("fn"))
        for side in piece.sides:
            yield Paragraph(escape(side), self.styles("note"))

    def _mark(self, note: Note) -> str:
        size = self.style.size
        return f'<super size="{0.65 * size:.3g}" rise="{0.35 * size:.3g}">{note.number}</super>'

    def _text(self, piece: Piece, part: int = -1) -> str:
        marks = "".join(map(self._mark, piece.notes))
        return escape(piece.unit.parts[part]) + marks

    def _one(self, block: Block) -> Iterable[Any]:
        yield Paragraph(self._text(block.pieces[0]), self.styles(block.kind))

    def _p(self, block: Block) -> Iterable[Any]:
        name = "first" if block.first else "p"
        yield Paragraph(self._text(block.pieces[0]), self.styles(name))

    def _cap(self, block: Block) -> Iterable[Any]:
        if block.figure:
            yield Picture(self.style.measure)
        yield from self._one(block)

    def _break(self, block: Block) -> Iterable[Any]:
        yield PageBreak()

    def _list(self, block: Block) -> Iterable[Any]:
        for number, (piece, lists) in enumerate(nested(block), 1):
            yield self._item(piece, number)
            for sub in lists:
                yield from (self._item(inner, n) for n, inner in enumerate(sub, 1))
        yield Spacer(1, self.style.size * 0.4)

    def _item(self, piece: Piece, number: int) -> Any:
        kind = piece.kind
        if kind.startswith("ol"):
            marker = label(self.doc, self.style, kind, number)
        else:
            marker = self.style.bullet if kind == "li" else "\u2013"
        return Paragraph(self._text(piece), self.styles(kind), bulletText=marker)

    def _cl(self, block: Block) -> Iterable[Any]:
        piece = block.pieces[0]
        number = piece.unit.parts[0]
        style = self.styles.clause(1.2 * depth(number), hang(number))
        yield Paragraph(self._text(piece), style, bulletText=number)

    def _table(self, block: Block) -> Iterable[Any]:
        count, flags = width(block), numeric(block)
        rows = [self._row(piece, count, flags) for piece in block.pieces]
        head = next((n for n, p in enumerate(block.pieces) if p.kind != "th"), len(rows))
        kind = str(self.style.extra.get("table", "grid")) if self.style.rules else "none"
        yield Table(
            rows,
            colWidths=self._widths(block),
            repeatRows=head if head < len(rows) else 0,
            style=self.styles.table(kind, head),
            hAlign="LEFT",
            spaceBefore=8,
            spaceAfter=8,
        )

    def _row(self, piece: Piece, count: int, flags: list[bool]) -> list[Any]:
        cells = [escape(cell) for cell in padded(piece, count)]
        cells[-1] += "".join(map(self._mark, piece.notes))
        return [
            Paragraph(cell, self.styles(piece.kind + ("num" if flag else "")))
            for cell, flag in zip(cells, flags, strict=True)
        ]

    def _widths(self, block: Block) -> list[float]:
        """Share the width out: each column its longest word, the rest by length of text."""
        numbers = numeric(block)
        rows = [(padded(p, width(block)), self.styles(p.kind)) for p in block.pieces]
        words, whole = [0.0] * width(block), [0.0] * width(block)
        for cells, style in rows:
            for n, cell in enumerate(cells):
                whole[n] = max(whole[n], self._wide(cell, style))
                parts = [cell] if numbers[n] and style.name == "tr" else cell.split()
                longest = max((self._wide(part, style) for part in parts), default=0.0)
                short = self.styles.cjk or self.style.hyphenate
                cap = 5.5 * style.fontSize if short else 0.4 * self.style.measure
                words[n] = max(words[n], min(longest, cap))
        room = self.style.measure - _PADDING * len(whole)
        spare, wanted = room - sum(words), sum(whole) - sum(words)
        if spare <= 0:
            return [_PADDING + room * word / sum(words) for word in words]
        factor = spare / wanted if wanted else 0.0
        if self.style.extra.get("table_width") == "auto":
            factor = min(factor, 1.0)
        return [
            _PADDING + word + factor * (all_ - word)
            for word, all_ in zip(words, whole, strict=True)
        ]

    def _wide(self, text: str, style: Any) -> float:
        return float(stringWidth(text, style.fontName, style.fontSize)) + 0.5

    def _kv(self, block: Block) -> Iterable[Any]:
        rows = [
            [
                Paragraph(escape(piece.unit.parts[0]), self.styles("kv")),
                Paragraph(self._text(piece), self.styles("kv")),
            ]
            for piece in block.pieces
        ]
        shares = [0.32 * self.style.measure, 0.68 * self.style.measure]
        yield Table(rows, shares, style=self.styles.keys(), hAlign="LEFT", spaceAfter=8)

    def _code(self, block: Block) -> Iterable[Any]:
        text = "\n".join(piece.unit.text for piece in block.pieces)
        style = self.styles.code(text)
        most = int(self.style.measure / self._wide("m", style))
        yield Code(text, style, maxLineLength=most, newLineChars="")

    def _verse(self, block: Block) -> Iterable[Any]:
        yield Spacer(1, 0.5 * self.style.size)
        for piece in block.pieces:
            if piece.unit.text:
                yield Paragraph(self._text(piece), self.styles("v"))
            else:
                yield Spacer(1, self.style.size * self.style.leading)
        yield Spacer(1, 0.8 * self.style.size)

    def _addr(self, block: Block) -> Iterable[Any]:
        lines = "<br/>".join(self._text(piece) for piece in block.pieces)
        yield Paragraph(lines, self.styles("addr"))

    def _say(self, block: Block) -> Iterable[Any]:
        piece = block.pieces[0]
        text = f"<b>{escape(piece.unit.parts[0])}:</b> {self._text(piece)}"
        yield Paragraph(text, self.styles("say"))

    def _bib(self, block: Block) -> Iterable[Any]:
        numbers = bool(self.style.extra.get("bib_numbers"))
        for n, piece in enumerate(block.pieces, 1):
            marker = {"bulletText": f"[{n}]"} if numbers else {}
            name = "bibnum" if numbers else "bib"
            yield Paragraph(self._text(piece), self.styles(name), **marker)

    def _toc(self, block: Block) -> Iterable[Any]:
        for piece in block.pieces:
            title, page = piece.unit.parts[0], piece.unit.parts[-1]
            yield Entry(escape(title), self.styles("toc"), page)

    def _deflist(self, block: Block) -> Iterable[Any]:
        for piece in block.pieces:
            yield Paragraph(f"<b>{escape(piece.unit.parts[0])}</b>", self.styles("dt"))
            yield Paragraph(self._text(piece), self.styles("dd"))
