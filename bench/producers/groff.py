"""PDFs by groff with the ms macros: western European languages."""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

from . import blocks as b
from . import constant_pdf, groff_layout, groff_tables, layout, measures, switches
from .groff_text import code, plain
from .source import Doc, Style

#: The switches in `Style.extra` that groff's producer shares with others, and its own.
EXTRAS = {
    **switches.shared(
        "heading_scale table table_size caption_align folio margin_y bib_numbers span_title say "
        "list_gap sides"
    ),
    "device": "pdf (groff writes the PDF) or ps (Ghostscript does)",
    "numbered": "true: headings carry numbers",
    "equal": "true: table columns of equal width",
    "line_step": "number every n-th line only",
}
_TIMEOUT = 120


class GroffError(RuntimeError):
    """Groff or Ghostscript stopped, or lacks a character; the message is its first one."""


def render(doc: Doc, style: Style, out: Path) -> None:
    """Set a text with groff.

    Raises
    ------
    ValueError
        The language, a character or a feature is out of its reach.
    MissingToolError
        Groff or Ghostscript is not installed.
    GroffError
        Groff stopped.
    """
    switches.check(style, "groff", EXTRAS, lacks="vertical drop_cap")
    layout.check_tables(doc, style)
    source = "\n".join([*groff_layout.preamble(doc, style), *_Body(doc, style).lines(), ""])
    device = groff_layout.device(style)
    groff = layout.program("groff", "groff")
    wide, high = style.page
    paper = f"-P-p{high / 72:.4f}i,{wide / 72:.4f}i"
    language = groff_layout.LANGUAGES[doc.lang.split("-")[0]]
    macros = [f"-m{language}"] if language else []
    made = _run([groff, f"-T{device}", "-t", "-ms", *macros, paper], source.encode("latin-1"))
    if device == "ps":
        made = _distil(made, style)
    out.write_bytes(constant_pdf.fixed(made))


def _run(command: list[str], given: bytes) -> bytes:
    fixed = {"SOURCE_DATE_EPOCH": "946684800", "TZ": "UTC"}
    done = subprocess.run(
        command,
        input=given,
        env={**os.environ, **fixed},
        capture_output=True,
        timeout=_TIMEOUT,
        check=False,
    )
    said = done.stderr.decode("utf-8", "replace").strip()
    if done.returncode != 0 or "can't find" in said:
        raise GroffError(f"{Path(command[0]).name}: {said[:500]}")
    return done.stdout


def _distil(postscript: bytes, style: Style) -> bytes:
    """Turn PostScript into PDF, fonts embedded."""
    ghostscript = layout.program("gs", "ghostscript")
    wide, high = style.page
    size = [f"-dDEVICEWIDTHPOINTS={wide}", f"-dDEVICEHEIGHTPOINTS={high}"]
    with tempfile.TemporaryDirectory(prefix="groff-") as folder:
        made = Path(folder) / "document.pdf"
        options = ["-q", "-dBATCH", "-dNOPAUSE", "-dSAFER", "-sDEVICE=pdfwrite", *size]
        _run([ghostscript, *options, f"-sOutputFile={made}", "-"], postscript)
        return made.read_bytes()


class _Body:
    """Writes the blocks of a document as ms macros."""

    def __init__(self, doc: Doc, style: Style) -> None:
        self.doc = doc
        self.style = style
        self.blocks = b.blocks(doc)
        self.entries = 0
        self.kinds: dict[str, Callable[[b.Block], list[str]]] = {
            **dict.fromkeys(("h1", "h2", "h3"), self._heading),
            "p": self._paragraph,
            "q": lambda block: [".QP", *self._flow(block.pieces[0])],
            "list": lambda block: self._list(block),
            "cl": self._clause,
            "table": lambda block: groff_tables.table(block, self.style),
            "kv": lambda block: groff_tables.form(block, self.style),
            "cap": self._caption,
            "code": self._code,
            "verse": self._verse,
            "addr": self._address,
            "say": self._speech,
            "bib": self._bibliography,
            "toc": lambda block: groff_tables.contents(block),
            "deflist": self._definitions,
            "break": lambda block: [".bp"],
        }

    def lines(self) -> list[str]:
        """Give the body's input lines."""
        made = [line for block in self.blocks for line in self._block(block)]
        if self.style.columns == 1:
            return made
        start = groff_layout.columns(self.style)
        if self.style.extra.get("span_title") and self.blocks[0].kind == "h1":
            title = self._block(self.blocks[0])
            return [*title, ".LP", *start, *made[len(title) :]]
        return [*start, *made]

    def _block(self, block: b.Block) -> list[str]:
        lines = self.kinds[block.kind](block)
        if self.style.line_numbers and block.kind in {"table", "kv", "toc"}:
            lines = self._unnumbered(lines)
        return [*lines, *self._sides(block)]

    def _unnumbered(self, lines: list[str]) -> list[str]:
        """Set lines without line numbers; tbl would number cells while the register ln is set."""
        step = self.style.extra.get("line_step", 1)
        start = [".LP", ".nm", r".nr counted \n[ln]", ".nr ln 0"]
        return [*start, *lines, ".LP", rf".nm \n[counted] {step} 1"]

    def _sides(self, block: b.Block) -> list[str]:
        rows = [[".LP", ".in +2n", ".ll -2n", r"\s-2", plain(side)] for side in block.sides]
        return [line for row in rows for line in [*row, r"\s+2", ".br", ".ll +2n", ".in -2n"]]

    def _flow(self, piece: b.Piece, part: int = -1, before: str = "") -> list[str]:
        """Give a unit's text with its footnotes."""
        text = before + plain(piece.unit.parts[part])
        return [text + r"\**" * len(piece.notes), *groff_tables.notes([piece])]

    def _heading(self, block: b.Block) -> list[str]:
        level = block.kind[1]
        macro = "NH" if self.style.extra.get("numbered") else "SH"
        return [f".{macro} {level}", *self._flow(block.pieces[0])]

    def _paragraph(self, block: b.Block) -> list[str]:
        plain_start = block.first or self.style.paragraph in {"gap", "none"}
        macro = ".LP" if plain_start or self.style.align == "center" else ".PP"
        return [macro, *self._flow(block.pieces[0])]

    def _list(self, block: b.Block) -> list[str]:
        lines: list[str] = []
        for number, (piece, inner) in enumerate(b.nested(block), 1):
            lines += [*self._item(piece, number), *self._flow(piece)]
            if inner:
                lines.append(".RS")
            for run in inner:
                for place, part in enumerate(run, 1):
                    lines += [*self._item(part, place), *self._flow(part)]
            if inner:
                lines.append(".RE")
        return lines

    def _item(self, piece: b.Piece, number: int) -> list[str]:
        if piece.kind.startswith("ol"):
            label = b.label(self.doc, self.style, piece.kind, number)
        else:
            label = self.style.bullet if piece.kind == "li" else "\N{EN DASH}"
        return [self._labelled(plain(label), max(1.5, b.ems(label) + 0.5))]

    def _labelled(self, label: str, wide: float) -> str:
        """Start a paragraph with a hanging label; ms would measure ems in the type before."""
        return f'.IP "{label}" {wide * self.style.size:.1f}p'

    def _clause(self, block: b.Block) -> list[str]:
        numbers = [u.parts[0] for u in self.doc.units if u.kind == "cl"]
        wide = max(b.hang(number) for number in numbers)
        number = plain(block.pieces[0].unit.parts[0])
        return [self._labelled(number, wide), *self._flow(block.pieces[0], 1)]

    def _caption(self, block: b.Block) -> list[str]:
        align = ".ad l" if self.style.extra.get("caption_align") == "left" else ".ad c"
        text = self._flow(block.pieces[0], before=r"\s-1")
        return [".LP", align, text[0] + r"\s+1", *text[1:], ".br", *groff_layout.adjust(self.style)]

    def _code(self, block: b.Block) -> list[str]:
        size = measures.code_size(self.doc, self.style.size, self.style.measure)
        lines = [".LP", ".nf", ".ft CR", f".ps {size:.1f}", f".vs {size * 1.2:.1f}p"]
        for piece in block.pieces:
            long = 1.21 * size * b.ems(piece.unit.text) > self.style.measure
            row = code(piece.unit.text, long)
            lines += [".fi", ".na", row, ".br", ".nf"] if long else [row]
        return [*lines, ".fi", ".LP", *groff_layout.adjust(self.style)]

    def _hanging(self, texts: list[list[str]]) -> list[str]:
        """Set each text on lines of its own, with what runs over hung."""
        lines = [".LP", ".ad l", ".in +3.5m"]
        for text in texts:
            lines += [".br", ".ti -1.5m", *text]
        return [*lines, ".br", ".in -3.5m", *groff_layout.adjust(self.style)]

    def _verse(self, block: b.Block) -> list[str]:
        stanzas: list[list[list[str]]] = [[]]
        for piece in block.pieces:
            if piece.unit.text:
                stanzas[-1].append(self._flow(piece))
            else:
                stanzas.append([])
        parts = [self._hanging(stanza) for stanza in stanzas if stanza]
        gap = "" if self.style.paragraph in {"gap", "both"} else ".sp .6"
        return [line for part in parts for line in [*part, gap] if line]

    def _address(self, block: b.Block) -> list[str]:
        lines = [".LP", ".ad l"]
        for piece in block.pieces:
            lines += [*self._flow(piece), ".br"]
        return [*lines, *groff_layout.adjust(self.style)]

    def _speech(self, block: b.Block) -> list[str]:
        piece = block.pieces[0]
        macro = ".XP" if self.style.extra.get("say", "hang") == "hang" else ".LP"
        return [macro, *self._flow(piece, 1, rf"\fB{plain(piece.unit.parts[0])}:\fP ")]

    def _bibliography(self, block: b.Block) -> list[str]:
        lines: list[str] = []
        for piece in block.pieces:
            self.entries += 1
            numbered = self.style.extra.get("bib_numbers")
            start = self._labelled(f"[{self.entries}]", 2.0) if numbered else ".XP"
            lines += [start, *self._flow(piece)]
        return lines

    def _definitions(self, block: b.Block) -> list[str]:
        rows = [
            [".XP", *self._flow(piece, 1, rf"\fB{plain(piece.unit.parts[0])}\fP ")]
            for piece in block.pieces
        ]
        return [line for row in rows for line in row]
