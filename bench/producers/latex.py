"""A corpus text as a LaTeX document; pdflatex, lualatex and xelatex add their own preamble."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from . import blocks as b
from . import latex_layout, latex_tables, measures, switches, tex_run
from .latex_text import Text
from .layout import box, check_tables
from .source import Doc, Style

#: The switches in `Style.extra` that the LaTeX producers share with others, and their own.
EXTRAS = {
    **switches.shared(
        "heading_align heading_font heading_scale heading_weight table table_size caption_align "
        "folio head_first margin_y bib_numbers span_title sides say list_gap"
    ),
    "class": "article or chapters (every h1 starts a page, with a sink above it)",
    "columns": "twocolumn (LaTeX's own) or multicol (balanced columns)",
    "numbered": "true: headings carry numbers",
    "sans": "true: sans serif text (pdfLaTeX)",
    "microtype": "true: margin kerning and font expansion (pdfLaTeX, LuaLaTeX)",
    "mono": "family of the code (LuaLaTeX, XeLaTeX)",
    "head_rule": "true: a rule under the running head",
    "line_step": "number every n-th line only",
    "equal": "true: table columns of equal width",
}
_COMMANDS = {"h1": "section", "h2": "subsection", "h3": "subsubsection"}


@dataclass(frozen=True)
class Engine:
    """A TeX engine with what one document needs of it."""

    #: The program and the Debian packages that it takes.
    command: str
    package: str
    text: Text
    #: Fonts and language: TeX code at the end of the preamble's packages.
    setup: str
    document_class: str = "article"


def render(doc: Doc, style: Style, out: Path, engine: Engine) -> None:
    """Set a text with a TeX engine and write the PDF.

    Raises
    ------
    ValueError
        The style asks for what the producer cannot set.
    MissingToolError
        TeX is not installed.
    TexError
        TeX stopped at an error.
    """
    switches.check(style, engine.command, EXTRAS)
    check_tables(doc, style)
    tex_run.run(engine.command, engine.package, source(doc, style, engine), out)


def source(doc: Doc, style: Style, engine: Engine) -> str:
    """Write the whole LaTeX document."""
    code = measures.code_size(doc, style.size, style.measure)
    head = rf"\newcommand\RunningHead{{{engine.text(doc.head)}}}"
    return "\n".join(
        [
            latex_layout.document_class(style, engine.document_class),
            latex_layout.packages(doc, style),
            engine.setup,
            latex_layout.macros(style, code),
            head,
            r"\begin{document}",
            r"\thispagestyle{first}" if style.extra.get("head_first") is False else "",
            *_Body(doc, style, engine.text).lines(),
            r"\end{document}",
            "",
        ]
    )


class _Body:
    """Writes the blocks of a document."""

    def __init__(self, doc: Doc, style: Style, text: Text) -> None:
        self.doc = doc
        self.style = style
        self.text = text
        self.blocks = b.blocks(doc)
        self.in_margin = box(doc, style).side > 0
        self.initial = measures.initial(doc, self.blocks) if style.drop_cap else None
        self.entries = 0
        self.kinds: dict[str, Callable[[b.Block], str]] = {
            **dict.fromkeys(_COMMANDS, self._heading),
            "p": self._paragraph,
            "q": lambda block: self._environment("quote", self._flow(block.pieces[0])),
            "list": lambda block: self._list(list(block.pieces), 1),
            "cl": self._clause,
            "table": lambda block: latex_tables.table(block, self.style, self.text),
            "kv": lambda block: latex_tables.form(block, self.style, self.text),
            "cap": self._caption,
            "code": self._code,
            "verse": self._verse,
            "addr": lambda block: self._environment("lines", self._broken(block.pieces)),
            "say": self._speech,
            "bib": self._bibliography,
            "toc": self._contents,
            "deflist": self._definitions,
            "break": lambda block: r"\clearpage",
        }

    def lines(self) -> list[str]:
        """Give the body, one block after another."""
        multicol = self.style.columns > 1 and not latex_layout.two_column(self.style)
        body = [self._block(block) for block in self.blocks]
        title = [body.pop(0)] if self._spans(self.blocks[0]) else []
        if multicol:
            body = [rf"\begin{{multicols}}{{{self.style.columns}}}", *body, r"\end{multicols}"]
        elif title:
            title = [rf"\twocolumn[{title[0]}]"]
        return [*title, *body]

    def _spans(self, block: b.Block) -> bool:
        wanted = self.style.columns > 1 and bool(self.style.extra.get("span_title"))
        return wanted and block.kind == "h1" and not block.pieces[0].notes

    def _block(self, block: b.Block) -> str:
        after = [] if block.kind in _FLOWING else self._after(block)
        return "\n".join([self.kinds[block.kind](block), *after])

    def _after(self, block: b.Block) -> list[str]:
        notes = [note for piece in block.pieces for note in piece.notes]
        texts = [rf"\footnotetext[{note.number}]{{{self.text(note.text)}}}" for note in notes]
        return texts + [rf"\sideblock{{{self.text(side)}}}" for side in block.sides]

    def _flow(self, piece: b.Piece, part: int = -1, early: bool = True) -> str:
        """Give a unit's text with its footnotes and margin notes."""
        marks = "".join(rf"\footnote[{n.number}]{{{self.text(n.text)}}}" for n in piece.notes)
        sides = [self.text(side) for side in piece.sides]
        if not self.in_margin:
            below = "".join(rf"\sideblock{{{side}}}" for side in sides)
            return self.text(piece.unit.parts[part]) + marks + below
        margin = "".join(rf"\sidenote{{{side}}}" for side in sides)
        before = rf"\leavevmode{margin}" if margin and early else ""
        return before + self.text(piece.unit.parts[part]) + marks + ("" if before else margin)

    def _environment(self, name: str, content: str, option: str = "") -> str:
        return rf"\begin{{{name}}}{option}" + "\n" + content + "\n" + rf"\end{{{name}}}"

    def _heading(self, block: b.Block) -> str:
        piece = block.pieces[0]
        text = self.text(piece.unit.text)
        if block is self.blocks[0] and self._spans(block):
            return rf"\spantitle{{{text}}}"
        marks = "".join(rf"\protect\footnotemark[{note.number}]" for note in piece.notes)
        if block.kind == "h1" and self.style.extra.get("class") == "chapters":
            return rf"\chaptertitle{{{text}{marks}}}"
        star = "" if self.style.extra.get("numbered") else "*"
        return rf"\{_COMMANDS[block.kind]}{star}{{{text}{marks}}}"

    def _paragraph(self, block: b.Block) -> str:
        lettrine = self.initial is not None and block is self.blocks[self.initial]
        text = self._flow(block.pieces[0], early=not lettrine)
        if lettrine:
            first, _, rest = text.partition(" ")
            text = rf"\lettrine[lines=2,nindent=0pt]{{{first[0]}}}{{{first[1:]}}} {rest}"
        if self.style.align == "center":
            return rf"{{\centering {text}\par}}"
        start = r"\noindent " if block.first and not lettrine else ""
        return start + text + r"\par"

    def _list(self, pieces: list[b.Piece], level: int) -> str:
        ordered = pieces[0].kind.startswith("ol")
        if level == 1:
            items = list(b.nested(b.Block("list", tuple(pieces))))
        else:
            items = [(piece, []) for piece in pieces]
        rows = []
        for number, (piece, inner) in enumerate(items, 1):
            label = self._label(piece.kind, number)
            rows.append(rf"\item[{{{label}}}] {self._flow(piece)}")
            rows += [self._list(run, level + 1) for run in inner]
        return self._environment("enumerate" if ordered else "itemize", "\n".join(rows))

    def _label(self, kind: str, number: int) -> str:
        if kind.startswith("ol"):
            return self.text(b.label(self.doc, self.style, kind, number))
        return self.text(self.style.bullet if kind == "li" else "\N{EN DASH}")

    def _clause(self, block: b.Block) -> str:
        numbers = [u.parts[0] for u in self.doc.units if u.kind == "cl"]
        widest = self.text(max(numbers, key=b.ems))
        number = self.text(block.pieces[0].unit.parts[0])
        row = rf"\item[{{{number}}}] {self._flow(block.pieces[0], 1)}"
        return self._environment("hanging", row, f"{{{widest}}}")

    def _caption(self, block: b.Block) -> str:
        piece = block.pieces[0]
        marks = "".join(rf"\footnotemark[{note.number}]" for note in piece.notes)
        figure = r"\figurebox" if block.figure else ""
        return rf"{figure}\captiontext{{{self.text(piece.unit.text)}}}{{{marks}}}"

    def _code(self, block: b.Block) -> str:
        size = measures.code_size(self.doc, self.style.size, self.style.measure)
        lines = [piece.unit.text for piece in block.pieces]
        rows = [self.text.code(x, 1.21 * size * b.ems(x) > self.style.measure) for x in lines]
        return self._environment("codeblock", "\n".join(rows))

    def _broken(self, pieces: tuple[b.Piece, ...]) -> str:
        return "\\\\\\relax\n".join(self._flow(piece) for piece in pieces)

    def _verse(self, block: b.Block) -> str:
        stanzas: list[list[b.Piece]] = [[]]
        for piece in block.pieces:
            if piece.unit.text:
                stanzas[-1].append(piece)
            elif stanzas[-1]:
                stanzas.append([])
        text = "\n\\stanza\n".join(self._broken(tuple(stanza)) for stanza in stanzas if stanza)
        return self._environment("verse", text)

    def _speech(self, block: b.Block) -> str:
        speaker = self.text(f"{block.pieces[0].unit.parts[0]}:")
        return rf"\speech{{{speaker}}}{{{self._flow(block.pieces[0], 1)}}}"

    def _bibliography(self, block: b.Block) -> str:
        if not self.style.extra.get("bib_numbers"):
            rows = [rf"\item {self._flow(piece)}" for piece in block.pieces]
            return self._environment("outdented", "\n".join(rows))
        start, self.entries = self.entries + 1, self.entries + len(block.pieces)
        numbered = [(self.text(f"[{n}]"), p) for n, p in enumerate(block.pieces, start)]
        rows = [rf"\item[{{{label}}}] {self._flow(piece)}" for label, piece in numbered]
        return self._environment("hanging", "\n".join(rows), f"{{{self.text('[99]')}}}")

    def _contents(self, block: b.Block) -> str:
        rows = [[self.text(part) for part in piece.unit.parts] for piece in block.pieces]
        lines = [rf"\tocline{{{row[0]}}}{{{row[-1]}}}" for row in rows]
        return self._environment("contents", "\n".join(lines))

    def _definitions(self, block: b.Block) -> str:
        rows = [
            rf"\item[{{{self.text(piece.unit.parts[0])}}}] {self._flow(piece, 1)}"
            for piece in block.pieces
        ]
        return self._environment("description", "\n".join(rows))


_FLOWING = frozenset({"p", "q", "list", "cl", "addr", "verse", "say", "bib", "deflist"})
