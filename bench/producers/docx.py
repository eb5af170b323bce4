"""PDFs by LibreOffice from DOCX files, written with python-docx."""

from __future__ import annotations

import copy
import tempfile
from pathlib import Path
from typing import Any

from . import docx_styles, libreoffice, office
from .docx_styles import docx, element, twips
from .source import Doc, Style

EXTRAS = office.EXTRAS
_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml.footnotes+xml"
_RELATION = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/footnotes"


def render(doc: Doc, style: Style, out: Path) -> None:
    """Set a text with LibreOffice, from a DOCX file.

    Raises
    ------
    ValueError
        The style asks for what the producer cannot set.
    MissingToolError
        LibreOffice or python-docx is not installed.
    """
    office.check(doc, style, "docx")
    with tempfile.TemporaryDirectory(prefix="docx-") as folder:
        source = Path(folder) / "document.docx"
        _Writer(doc, style).write(source)
        libreoffice.convert(source, out)


class _Writer:
    """Writes the parts of a document into a DOCX file."""

    def __init__(self, doc: Doc, style: Style) -> None:
        self.doc = doc
        self.style = style
        self.file: Any = docx().Document()
        self.looks = docx_styles.define(self.file, doc, style)
        self.notes = element("footnotes", *(_separator(n) for n in (0, 1)))
        self.breaking = False

    def write(self, path: Path) -> None:
        """Write the whole document."""
        body = self.file.element.body
        last = body.sectPr
        self._page(last)
        for part in office.parts(self.doc, self.style):
            if isinstance(part, office.PageBreak):
                self.breaking = True
                continue
            for made in self._made(part):
                last.addprevious(made)
        self._store_notes()
        self.file.core_properties.title = self.doc.title
        self.file.save(str(path))

    def _made(self, part: office.Paragraph | office.Table) -> list[Any]:
        if isinstance(part, office.Table):
            above = [self._empty()] if self.breaking else []
            return [*above, self._table(part), self._empty()]
        return self._initial(part) if part.drop else [self._paragraph(part)]

    def _page(self, section: Any) -> None:
        """Set up the page, its head and its foot in the last section."""
        for child in list(section):
            section.remove(child)
        top = self.style.extra.get("folio") == "top"
        number = _field() if self.style.page_numbers else None
        own = self.file.sections[-1]
        if self.style.running_head or top:
            head = self.doc.head if self.style.running_head else ""
            run = element("r", _text(head), element("tab")) if top else element("r", _text(head))
            self._furnish(own.header, "furniture", run, number if top else None)
        if number is not None and not top:
            self._furnish(own.footer, "folio", number)
        spans = self.style.columns > 1 and bool(self.style.extra.get("span_title"))
        columns = self.style.columns
        parts = docx_styles.page(self.doc, self.style, columns=columns, continuous=spans)
        section.extend(parts)

    def _furnish(self, into: Any, look: str, *content: Any) -> None:
        into.is_linked_to_previous = False
        paragraph = into.paragraphs[0]._p
        for child in list(paragraph):
            paragraph.remove(child)
        paragraph.append(element("pPr", element("pStyle", val=look)))
        paragraph.extend([part for part in content if part is not None])

    def _empty(self) -> Any:
        return element("p", self._properties("gap"))

    def _properties(self, look: str) -> Any:
        properties = element("pPr", element("pStyle", val=look))
        if self.breaking:
            properties.append(element("pageBreakBefore"))
        self.breaking = False
        return properties

    def _paragraph(self, part: office.Paragraph) -> Any:
        properties = self._properties(part.look)
        if part.wide:
            properties.append(self._title_section())
        return element("p", properties, *(self._run(span) for span in part.spans))

    def _title_section(self) -> Any:
        """End the section of the title, which runs over all columns."""
        section = element("sectPr")
        last = self.file.element.body.sectPr
        references = [child for child in last if child.tag.endswith("Reference")]
        section.extend([copy.deepcopy(child) for child in references])
        section.extend(docx_styles.page(self.doc, self.style, columns=1))
        return section

    def _initial(self, part: office.Paragraph) -> list[Any]:
        """Set the first letter in a frame two lines high, and the rest beside it."""
        look = self.looks[part.look]
        frame = {"dropCap": "drop", "lines": 2, "wrap": "around"}
        frame |= {"vAnchor": "text", "hAnchor": "text"}
        properties = self._properties(part.look)
        properties.append(element("framePr", **frame))
        properties.append(element("spacing", line=twips(2 * look.line), lineRule="exact", after=0))
        size = round(2 * (look.line + look.size * 0.75))
        letter = element("r", element("rPr", element("sz", val=size)), _text(part.spans[0].text[0]))
        rest = (office.Span(part.spans[0].text[1:]), *part.spans[1:])
        return [element("p", properties, letter), self._paragraph(office.Paragraph("first", rest))]

    def _run(self, span: office.Span) -> Any:
        if span.kind == "tab":
            return element("r", element("tab"))
        if span.kind == "break":
            return element("r", element("br"))
        if span.kind == "note":
            self._note(span)
            return element("r", _raised(), element("footnoteReference", id=span.number + 1))
        bold = [element("rPr", element("b"), element("bCs"))] if span.bold else []
        return element("r", *bold, _text(span.text))

    def _note(self, span: office.Span) -> None:
        mark = element("r", _raised(), element("footnoteRef"))
        properties = element("pPr", element("pStyle", val="note"))
        text = element("r", _text(f" {span.text}"))
        paragraph = element("p", properties, mark, text)
        self.notes.append(element("footnote", paragraph, id=span.number + 1))

    def _store_notes(self) -> None:
        """Put the footnotes into a part of their own."""
        if len(self.notes) == 2:
            return
        opc = docx("opc.part")
        name = docx("opc.packuri").PackURI("/word/footnotes.xml")
        part = opc.XmlPart(name, _TYPE, self.notes, self.file.part.package)
        self.file.part.relate_to(part, _RELATION)

    def _table(self, part: office.Table) -> Any:
        margin = 50 if part.rules != "none" else 30
        sides = {"top": margin, "start": margin, "bottom": margin, "end": margin}
        cells = [element(side, w=w, type="dxa") for side, w in sides.items()]
        properties = [element("bidiVisual")] if self.doc.rtl else []
        properties.append(element("tblW", w=twips(sum(part.widths)), type="dxa"))
        properties.append(element("tblLayout", type="fixed"))
        properties.append(element("tblCellMar", *cells))
        grid = element("tblGrid", *(element("gridCol", w=twips(w)) for w in part.widths))
        rows = [self._row(part, number) for number in range(len(part.rows))]
        return element("tbl", element("tblPr", *properties), grid, *rows)

    def _row(self, part: office.Table, number: int) -> Any:
        cells = []
        for cell, width in zip(part.rows[number], part.widths, strict=True):
            size = element("tcW", w=twips(width), type="dxa")
            properties = element("tcPr", size, _borders(part, number))
            cells.append(element("tc", properties, self._paragraph(cell)))
        return element("tr", element("trPr", element("cantSplit")), *cells)


def _borders(part: office.Table, row: int) -> Any:
    last = row in {part.heads - 1, len(part.rows) - 1}
    names = {"grid": ["top", "start", "bottom", "end"], "none": []}
    lines = (["top"] if row == 0 else []) + (["bottom"] if last else [])
    drawn = names.get(part.rules, lines)
    sides = [element(n, val="single", sz=4, space=0, color="000000") for n in drawn]
    return element("tcBorders", *sides)


def _text(text: str) -> Any:
    made = element("t")
    made.text = text
    made.set("{http://www.w3.org/XML/1998/namespace}space", "preserve")
    return made


def _raised() -> Any:
    return element("rPr", element("vertAlign", val="superscript"))


def _field() -> Any:
    """Give the field of the page number."""
    return element("fldSimple", element("r", _text("1")), instr="PAGE")


def _separator(number: int) -> Any:
    kind = ("separator", "continuationSeparator")[number]
    return element("footnote", element("p", element("r", element(kind))), id=number, type=kind)
