"""A corpus text as paragraphs and tables of an office document, for ODT and DOCX alike."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from . import blocks as b
from . import layout, measures, switches
from .source import Doc, Style

#: The switches in `Style.extra` that the LibreOffice producers know.
EXTRAS = {
    **switches.shared(
        "heading_align heading_font heading_scale heading_weight table table_size caption_align "
        "folio margin_y bib_numbers span_title sides say list_gap"
    ),
    "line_step": "number every n-th line only",
    "equal": "true: table columns of equal width",
    "mono": "family of the code",
}


@dataclass(frozen=True)
class Span:
    """A stretch of a paragraph: text, or "tab", "break" (new line) or "note" (a footnote)."""

    text: str
    kind: str = "text"
    bold: bool = False
    number: int = 0


@dataclass(frozen=True)
class Paragraph:
    """A paragraph in one of the looks."""

    look: str
    spans: tuple[Span, ...]
    #: Whether its first letter is a drop cap.
    drop: bool = False
    #: Whether it runs over all columns.
    wide: bool = False


@dataclass(frozen=True)
class Table:
    """A table; each cell is a paragraph."""

    rows: tuple[tuple[Paragraph, ...], ...]
    #: Column widths in points.
    widths: tuple[float, ...]
    #: "grid", "lines" or "none".
    rules: str = "none"
    #: How many rows at the top are heads.
    heads: int = 0


@dataclass(frozen=True)
class PageBreak:
    """The next block starts a page."""


Part = Paragraph | Table | PageBreak


def check(doc: Doc, style: Style, producer: str) -> None:
    """Raise `ValueError` if LibreOffice cannot set a text in a style."""
    switches.check(style, producer, EXTRAS)
    layout.check_tables(doc, style)
    if style.vertical and doc.lang.split("-")[0] not in {"ja", "zh"}:
        raise ValueError(f"{producer} sets vertical lines in Japanese and Chinese only")
    if style.vertical and any(unit.kind == "fn" for unit in doc.units):
        # It would set the page's lines over one another.
        raise ValueError(f"{producer} has no footnotes in vertical writing")


def parts(doc: Doc, style: Style) -> Iterator[Part]:
    """Give the document's paragraphs and tables in order."""
    found = b.blocks(doc)
    initial = measures.initial(doc, found) if style.drop_cap else None
    entries = 0
    for place, block in enumerate(found):
        if block.kind == "bib":
            yield from _bibliography(block, style, entries)
            entries += len(block.pieces)
        elif block.kind == "list":
            yield from _list(doc, style, block)
        else:
            yield from _simple(block, style, drop=place == initial, opens=place == 0)
        if block.kind != "list":
            yield from (Paragraph("side", (Span(side),)) for side in block.sides)


def _simple(block: b.Block, style: Style, *, drop: bool, opens: bool) -> Iterator[Part]:
    piece = block.pieces[0]
    kind = block.kind
    if kind in {"h1", "h2", "h3"}:
        wide = opens and style.columns > 1 and bool(style.extra.get("span_title"))
        yield Paragraph(kind, _spans(piece), wide=wide)
    elif kind == "p":
        plain = block.first or drop or style.align == "center"
        yield Paragraph("first" if plain else "p", _spans(piece), drop=drop)
    elif kind in {"table", "kv"}:
        yield _table(block, style) if kind == "table" else _form(block, style)
    elif kind == "break":
        yield PageBreak()
    elif kind in {"q", "cap"}:
        yield Paragraph("caption" if kind == "cap" else kind, _spans(piece))
    elif kind == "addr":
        yield Paragraph("addr", _broken(block.pieces))
    elif kind == "cl":
        yield Paragraph("clause", (*_labelled(piece.unit.parts[0]), *_spans(piece, 1)))
    elif kind == "say":
        yield Paragraph("say", (Span(f"{piece.unit.parts[0]}:", bold=True), *_after(piece)))
    else:
        yield from _lines(block)


def _spans(piece: b.Piece, part: int = -1) -> tuple[Span, ...]:
    return (Span(piece.unit.parts[part]), *_notes(piece))


def _notes(piece: b.Piece) -> tuple[Span, ...]:
    return tuple(Span(note.text, "note", number=note.number) for note in piece.notes)


def _after(piece: b.Piece) -> tuple[Span, ...]:
    """Give the second part of a unit, after a blank."""
    return (Span(f" {piece.unit.parts[-1]}"), *_notes(piece))


def _labelled(label: str) -> tuple[Span, ...]:
    return (Span(label), Span("", "tab"))


def _broken(pieces: tuple[b.Piece, ...]) -> tuple[Span, ...]:
    spans: list[Span] = []
    for piece in pieces:
        spans += [*_spans(piece), Span("", "break")]
    return tuple(spans[:-1])


def _lines(block: b.Block) -> Iterator[Paragraph]:
    """Set blocks of one paragraph a unit: code, verse, contents, definitions."""
    name = {"deflist": "define"}.get(block.kind, block.kind)
    for place, piece in enumerate(block.pieces):
        if block.kind == "verse" and not piece.unit.text:
            continue
        last = place == len(block.pieces) - 1
        stanza = block.kind == "verse" and not last and not block.pieces[place + 1].unit.text
        yield Paragraph(f"{name}_end" if last or stanza else name, _line(block.kind, piece))


def _line(kind: str, piece: b.Piece) -> tuple[Span, ...]:
    if kind == "toc":
        title, page = piece.unit.parts[0], piece.unit.parts[-1]
        return (Span(title), Span("", "tab"), Span(page), *_notes(piece))
    if kind == "deflist":
        return (Span(piece.unit.parts[0], bold=True), *_after(piece))
    return _spans(piece)


def _list(doc: Doc, style: Style, block: b.Block) -> Iterator[Paragraph]:
    items: list[tuple[str, str, b.Piece]] = []
    for number, (piece, inner) in enumerate(b.nested(block), 1):
        items.append(("li", _label(doc, style, piece.kind, number), piece))
        for run in inner:
            labels = [_label(doc, style, p.kind, n) for n, p in enumerate(run, 1)]
            items += [("li2", label, p) for label, p in zip(labels, run, strict=True)]
    for place, (look, label, piece) in enumerate(items):
        end = "_end" if place == len(items) - 1 else ""
        yield Paragraph(look + end, (*_labelled(label), *_spans(piece)))
        yield from (Paragraph("side", (Span(side),)) for side in piece.sides)


def _label(doc: Doc, style: Style, kind: str, number: int) -> str:
    if kind.startswith("ol"):
        return b.label(doc, style, kind, number)
    return style.bullet if kind == "li" else "\N{EN DASH}"


def _bibliography(block: b.Block, style: Style, before: int) -> Iterator[Paragraph]:
    for place, piece in enumerate(block.pieces, 1):
        numbered = style.extra.get("bib_numbers")
        label = _labelled(f"[{before + place}]") if numbered else ()
        end = "_end" if place == len(block.pieces) else ""
        yield Paragraph(f"bib{end}", (*label, *_spans(piece)))


def _table(block: b.Block, style: Style) -> Table:
    count = b.width(block)
    room = style.measure / (style.size * layout.table_size(style)) - count
    shares = measures.shares(block, room, equal=bool(style.extra.get("equal")))
    right = b.numeric(block)
    rows = []
    for piece in block.pieces:
        name = "head" if piece.kind == "th" else "cell"
        cells: list[tuple[Span, ...]] = [(Span(cell),) for cell in b.padded(piece, count)]
        cells[-1] = (*cells[-1], *_notes(piece))
        looks = [f"{name}_right" if flag else name for flag in right]
        rows.append(tuple(Paragraph(x, c) for x, c in zip(looks, cells, strict=True)))
    heads = next((i for i, piece in enumerate(block.pieces) if piece.kind == "tr"), 0)
    rules = str(style.extra.get("table", "grid")) if style.rules else "none"
    return Table(tuple(rows), tuple(share * style.measure for share in shares), rules, heads)


def _form(block: b.Block, style: Style) -> Table:
    amounts = all(b.is_number(piece.unit.parts[-1]) for piece in block.pieces)
    share = measures.key_share(block, style.measure / style.size)
    rows = []
    for piece in block.pieces:
        cells = [(Span(cell),) for cell in b.padded(piece, 2)]
        value = Paragraph("key_right" if amounts else "key", (*cells[1], *_notes(piece)))
        rows.append((Paragraph("key", cells[0]), value))
    return Table(tuple(rows), (share * style.measure, (1 - share) * style.measure))
