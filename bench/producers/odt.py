"""PDFs by LibreOffice from ODT files, written with odfpy."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from . import libreoffice, odt_styles, office
from .odt_styles import odf, points
from .source import Doc, Style

EXTRAS = office.EXTRAS
_LINE = "0.5pt solid #000000"


def render(doc: Doc, style: Style, out: Path) -> None:
    """Set a text with LibreOffice, from an ODT file.

    Raises
    ------
    ValueError
        The style asks for what the producer cannot set.
    MissingToolError
        LibreOffice or odfpy is not installed.
    """
    office.check(doc, style, "odt")
    with tempfile.TemporaryDirectory(prefix="odt-") as folder:
        source = Path(folder) / "document.odt"
        _Writer(doc, style).write(source)
        libreoffice.convert(source, out)


class _Writer:
    """Writes the parts of a document into an ODT file."""

    def __init__(self, doc: Doc, style: Style) -> None:
        self.doc = doc
        self.style = style
        self.file: Any = odf("opendocument").OpenDocumentText()
        self.looks = odt_styles.define(self.file, doc, style)
        self.made: set[str] = set()
        self.breaking = False
        self.tables = 0

    def write(self, path: Path) -> None:
        """Write the whole document."""
        into = self.file.text
        for part in office.parts(self.doc, self.style):
            if isinstance(part, office.PageBreak):
                self.breaking = True
            elif isinstance(part, office.Table):
                into.addElement(self._table(part))
            else:
                into.addElement(self._paragraph(part))
                if part.wide:
                    into = self._section()
        self.file.meta.addElement(odf("dc").Title(text=self.doc.title))
        self.file.save(str(path))

    def _section(self) -> Any:
        """Open a section with columns under the title that runs over them."""
        properties = odf("style").SectionProperties(dontbalancetextcolumns="true")
        properties.addElement(odt_styles.columns(self.style))
        made = odf("style").Style(name="Columns", family="section")
        made.addElement(properties)
        self.file.automaticstyles.addElement(made)
        section = odf("text").Section(name="Body", stylename="Columns")
        self.file.text.addElement(section)
        return section

    def _paragraph(self, part: office.Paragraph) -> Any:
        look = self.looks[part.look]
        name = self._variant(part)
        if look.level:
            made = odf("text").H(outlinelevel=str(look.level), stylename=name)
        else:
            made = odf("text").P(stylename=name)
        for span in part.spans:
            self._span(made, span)
        return made

    def _variant(self, part: office.Paragraph) -> str:
        """Name the paragraph's style, made first if it starts a page or has a drop cap."""
        new, self.breaking = self.breaking, False
        if not new and not part.drop:
            return part.look
        name = f"{part.look}{'_page' if new else ''}{'_initial' if part.drop else ''}"
        if name not in self.made:
            make = odt_styles.drop_cap if part.drop else odt_styles.paragraph_style
            more = {"breakbefore": "page"} if new else {}
            look = self.looks[part.look]
            self.file.automaticstyles.addElement(make(self.doc, self.style, name, look, **more))
            self.made.add(name)
        return name

    def _span(self, into: Any, span: office.Span) -> None:
        text = odf("text")
        if span.kind == "tab":
            into.addElement(text.Tab())
        elif span.kind == "break":
            into.addElement(text.LineBreak())
        elif span.kind == "note":
            into.addElement(self._note(span))
        else:
            target = into
            if span.bold:
                target = text.Span(stylename="Strong")
                into.addElement(target)
            odf("teletype").addTextToElement(target, span.text)

    def _note(self, span: office.Span) -> Any:
        text = odf("text")
        note = text.Note(id=f"note{span.number}", noteclass="footnote")
        note.addElement(text.NoteCitation(text=str(span.number)))
        body = text.NoteBody()
        body.addElement(text.P(stylename="note", text=span.text))
        note.addElement(body)
        return note

    def _table(self, part: office.Table) -> Any:
        self.tables += 1
        name = f"table{self.tables}"
        self._table_styles(name, part)
        table = odf("table")
        made = table.Table(name=name, stylename=name)
        for place in range(len(part.widths)):
            made.addElement(table.TableColumn(stylename=f"{name}_{place}"))
        for number, cells in enumerate(part.rows):
            row = table.TableRow(stylename=f"{name}_row")
            for cell in cells:
                box = table.TableCell(stylename=self._cell(part, number), valuetype="string")
                box.addElement(self._paragraph(cell))
                row.addElement(box)
            made.addElement(row)
        return made

    def _table_styles(self, name: str, part: office.Table) -> None:
        style = odf("style")
        gap = points(0.35 * self.style.size)
        new = {"breakbefore": "page"} if self.breaking else {}
        self.breaking = False
        whole = style.Style(name=name, family="table")
        mode = "rl-tb" if self.doc.rtl else "page"
        whole.addElement(
            style.TableProperties(
                width=points(sum(part.widths)),
                align="right" if self.doc.rtl else "left",
                margintop=gap,
                marginbottom=points(0.8 * self.style.size),
                writingmode=mode,
                bordermodel="collapsing",
                **new,
            )
        )
        self.file.automaticstyles.addElement(whole)
        row = style.Style(name=f"{name}_row", family="table-row")
        row.addElement(style.TableRowProperties(keeptogether="always"))
        self.file.automaticstyles.addElement(row)
        for place, width in enumerate(part.widths):
            column = style.Style(name=f"{name}_{place}", family="table-column")
            column.addElement(style.TableColumnProperties(columnwidth=points(width)))
            self.file.automaticstyles.addElement(column)

    def _cell(self, part: office.Table, row: int) -> str:
        """Name the style of a row's cells by the rules around it."""
        edges = {"padding": "2.5pt" if part.rules != "none" else "1.5pt"}
        if part.rules == "grid":
            edges["border"] = _LINE
        elif part.rules == "lines":
            edges["bordertop"] = _LINE if row == 0 else "none"
            last = row in {part.heads - 1, len(part.rows) - 1}
            edges["borderbottom"] = _LINE if last else "none"
        name = "cell " + " ".join(f"{key} {value}" for key, value in sorted(edges.items()))
        name = "".join(c for c in name if c.isalnum())
        if name not in self.made:
            made = odf("style").Style(name=name, family="table-cell")
            made.addElement(odf("style").TableCellProperties(**edges))
            self.file.automaticstyles.addElement(made)
            self.made.add(name)
        return name
