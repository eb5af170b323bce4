"""A text and a style as HTML, for the producers that take it.

The mark-up is plain and semantic; how it looks is the work of `css`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from html import escape

from .blocks import Block, Note, Piece, blocks, depth, hang, nested, numeric, padded, width
from .css import stylesheet
from .measures import initial
from .source import Doc, Style

#: Dots for the leaders, where the browser has none of its own: fill up to the page number.
_LEADERS = """<script>
for (const line of document.querySelectorAll("p.toc")) {
  const [entry, dots, page] = line.children;
  const upright = getComputedStyle(line).writingMode != "horizontal-tb";
  const wide = (box) => !box ? 0 : upright ? box.height : box.width;
  dots.textContent = "..........";
  const one = wide(textBox(dots)) / 10;
  const used = wide([...entry.getClientRects()].pop()) + wide(page.getBoundingClientRect());
  const room = (upright ? line.clientHeight : line.clientWidth) - used;
  dots.textContent = ".".repeat(Math.max(0, Math.floor(room / one) - 2));
}
function textBox(node) {
  const range = document.createRange();
  range.selectNodeContents(node);
  return range.getBoundingClientRect();
}
</script>"""


def to_html(
    doc: Doc,
    style: Style,
    *,
    paged: bool,
    soft: Callable[[str], str] | None = None,
) -> str:
    """Write a document as one HTML page with its style sheet inside.

    Parameters
    ----------
    doc
        The text.
    style
        How it looks; with ``minimal`` in its switches, the style sheet is next to empty.
    paged
        Whether the program knows CSS for paged media: footnotes and leaders. If not, footnotes
        stand at the end or after their paragraph, and a script draws the leaders.
    soft
        Puts soft hyphens into running text.
    """
    direction = ' dir="rtl"' if doc.rtl else ""
    leaders = any(unit.kind == "toc" for unit in doc.units) and not paged
    parts = [
        "<!DOCTYPE html>",
        f'<html lang="{escape(doc.lang)}"{direction}>',
        f'<head>\n<meta charset="utf-8">\n<title>{escape(doc.title)}</title>',
        f"<style>\n{stylesheet(doc, style, paged=paged)}\n</style>\n</head>\n<body>",
        *_Body(doc, style, paged and not style.extra.get("minimal"), soft or str).parts(),
        _LEADERS if leaders and not style.extra.get("minimal") else "",
        "</body>\n</html>",
    ]
    return "\n".join(part for part in parts if part) + "\n"


class _Body:
    """Writes the blocks of one document."""

    def __init__(self, doc: Doc, style: Style, paged: bool, soft: Callable[[str], str]) -> None:
        self.doc = doc
        self.style = style
        self.paged = paged
        self.soft = soft
        self.notes: list[Note] = []
        self.blocks = blocks(doc)
        place = initial(doc, self.blocks) if style.drop_cap else None
        self.initial = self.blocks[place] if place is not None else None

    def parts(self) -> Iterable[str]:
        """Give the blocks as HTML, and the footnotes that are left for the end."""
        for block in self.blocks:
            yield from (f'<aside class="side">{escape(side)}</aside>' for side in block.sides)
            yield getattr(self, f"_{block.kind}", self._one)(block)
            if self.style.extra.get("notes") == "after":
                yield self._endnotes("after")
        yield self._endnotes("end")

    def _endnotes(self, name: str) -> str:
        lines = [f"<p><sup>{note.number}</sup> {self._run(note.text)}</p>" for note in self.notes]
        self.notes = []
        return (
            f'<section class="notes {name}">\n' + "\n".join(lines) + "\n</section>" if lines else ""
        )

    def _run(self, text: str) -> str:
        return escape(self.soft(text), quote=False)

    def _text(self, piece: Piece, part: int = -1, *, running: bool = True) -> str:
        """Give a part of a piece; the footnotes hang on the last part."""
        parts = piece.unit.parts
        text = self._run(parts[part]) if running else escape(parts[part], quote=False)
        return text + (self._marks(piece) if part in {-1, len(parts) - 1} else "")

    def _marks(self, piece: Piece) -> str:
        if self.paged:
            return "".join(f'<span class="fn">{self._run(n.text)}</span>' for n in piece.notes)
        self.notes.extend(piece.notes)
        return "".join(f"<sup>{note.number}</sup>" for note in piece.notes)

    def _one(self, block: Block) -> str:
        """Write a heading, a speech or whatever has one paragraph of its own kind."""
        piece = block.pieces[0]
        if block.kind in {"h1", "h2", "h3"}:
            return f"<{block.kind}>{self._text(piece, running=False)}</{block.kind}>"
        return f'<p class="{block.kind}">{self._text(piece)}</p>'

    def _p(self, block: Block) -> str:
        piece, name = block.pieces[0], ' class="first"' if block.first else ""
        text = self._text(piece)
        if block is self.initial:
            return f'<p class="drop"><span class="drop">{text[0]}</span>{text[1:]}</p>'
        return f"<p{name}>{text}</p>"

    def _q(self, block: Block) -> str:
        return f"<blockquote><p>{self._text(block.pieces[0])}</p></blockquote>"

    def _cap(self, block: Block) -> str:
        figure = '<div class="figure"></div>\n' if block.figure else ""
        return f'{figure}<p class="cap">{self._text(block.pieces[0])}</p>'

    def _break(self, block: Block) -> str:
        return '<div class="break"></div>'

    def _list(self, block: Block) -> str:
        items = []
        for piece, lists in nested(block):
            inner = "".join("\n" + self._items(sub, map(self._text, sub)) for sub in lists)
            items.append((piece, self._text(piece) + inner))
        return self._items([piece for piece, _ in items], [text for _, text in items])

    def _items(self, pieces: list[Piece], texts: Iterable[str]) -> str:
        tag = "ol" if pieces[0].kind.startswith("ol") else "ul"
        kind = ' class="letters"' if pieces[0].kind == "ol2" else ""
        lines = "\n".join(f"<li>{text}</li>" for text in texts)
        return f"<{tag}{kind}>\n{lines}\n</{tag}>"

    def _cl(self, block: Block) -> str:
        piece = block.pieces[0]
        number = piece.unit.parts[0]
        wide = hang(number)
        box = f"min-inline-size: {wide - 0.25:g}em; margin-inline-start: -{wide:g}em"
        return (
            f'<p class="cl d{depth(number)}" style="padding-inline-start: {wide:g}em">'
            f'<span class="number" style="{box}">{escape(number)}</span> {self._text(piece)}</p>'
        )

    def _table(self, block: Block) -> str:
        flags, count = numeric(block), width(block)
        lines = []
        for piece in block.pieces:
            tag = piece.kind.replace("tr", "td")
            marks = self._marks(piece)
            cells = "".join(
                f"<{tag}{' class=num' if flag else ''}>{self._run(cell)}"
                f"{marks if n == count - 1 else ''}</{tag}>"
                for n, (cell, flag) in enumerate(zip(padded(piece, count), flags, strict=True))
            )
            lines.append(f"<tr>{cells}</tr>")
        head = next((n for n, piece in enumerate(block.pieces) if piece.kind != "th"), len(lines))
        top = ["<thead>", *lines[:head], "</thead>"] if head else []
        return "\n".join(["<table>", *top, "<tbody>", *lines[head:], "</tbody>", "</table>"])

    def _kv(self, block: Block) -> str:
        lines = [
            f"<tr><th>{escape(piece.unit.parts[0])}</th><td>{self._text(piece)}</td></tr>"
            for piece in block.pieces
        ]
        return "\n".join(['<table class="kv">', *lines, "</table>"])

    def _code(self, block: Block) -> str:
        lines = [escape(piece.unit.text, quote=False) for piece in block.pieces]
        return "<pre><code>" + "\n".join(lines) + "</code></pre>"

    def _verse(self, block: Block) -> str:
        lines = [
            f"<p>{self._text(piece, running=False)}</p>"
            if piece.unit.text
            else '<p class="gap"><br></p>'
            for piece in block.pieces
        ]
        return "\n".join(['<div class="verse">', *lines, "</div>"])

    def _addr(self, block: Block) -> str:
        lines = [self._text(piece, running=False) for piece in block.pieces]
        return '<p class="addr">' + "<br>\n".join(lines) + "</p>"

    def _say(self, block: Block) -> str:
        piece = block.pieces[0]
        speaker = escape(piece.unit.parts[0])
        return f'<p class="say"><b>{speaker}:</b> {self._text(piece)}</p>'

    def _bib(self, block: Block) -> str:
        numbers = bool(self.style.extra.get("bib_numbers"))
        lines = []
        for n, piece in enumerate(block.pieces, 1):
            number = f'<span class="number">[{n}]</span> ' if numbers else ""
            lines.append(f'<p class="bib">{number}{self._text(piece, running=False)}</p>')
        return "\n".join(lines)

    def _toc(self, block: Block) -> str:
        return "\n".join(
            f'<p class="toc"><span class="entry">{escape(piece.unit.parts[0])}</span>'
            f'<span class="dots"></span>'
            f'<span class="page">{escape(piece.unit.parts[-1])}</span></p>'
            for piece in block.pieces
        )

    def _deflist(self, block: Block) -> str:
        lines = [
            f"<dt>{escape(piece.unit.parts[0])}</dt>\n<dd>{self._text(piece)}</dd>"
            for piece in block.pieces
        ]
        return "\n".join(["<dl>", *lines, "</dl>"])
