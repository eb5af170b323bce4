"""The styles of an ODT file: fonts, paragraphs, page, head and foot."""

from __future__ import annotations

from dataclasses import replace
from types import ModuleType
from typing import Any

from . import measures
from .fonts import stack
from .layout import module
from .libreoffice import locale
from .office_looks import Look, looks
from .source import Doc, Style

#: Looks whose lines carry no line numbers.
_UNCOUNTED = frozenset({"note", "furniture", "folio"})
_MONO = "DejaVu Sans Mono"


def odf(name: str) -> ModuleType:
    """Import a module of odfpy."""
    return module(f"odf.{name}", "odfpy")


def points(value: float) -> str:
    """Give a length as ODF writes it."""
    return f"{value:.2f}pt"


def define(file: Any, doc: Doc, style: Style) -> dict[str, Look]:
    """Put all styles into an ODT file and give the looks of its paragraphs."""
    _fonts(file, doc, style)
    found = looks(doc, style)
    file.styles.addElement(_default(doc, found["first"]))
    for name, look in found.items():
        file.styles.addElement(paragraph_style(doc, style, name, look))
    strong = odf("style").Style(name="Strong", family="text")
    strong.addElement(odf("style").TextProperties(**_three("fontweight", "bold")))
    file.styles.addElement(strong)
    _notes(file)
    if style.line_numbers:
        file.styles.addElement(_line_numbers(style))
    _page(file, doc, style)
    return found


def _three(name: str, value: str) -> dict[str, str]:
    """Set a property for Western, Asian and complex scripts."""
    return {name: value, f"{name}asian": value, f"{name}complex": value}


def _fonts(file: Any, doc: Doc, style: Style) -> None:
    family = measures.family(doc, style)
    heading = str(style.extra.get("heading_font", family))
    mono = str(style.extra.get("mono", _MONO))
    for role, name in {"body": family, "heading": heading, "code": mono}.items():
        for suffix, member in (("", stack(name)[-1]), ("_own", name)):
            face = odf("style").FontFace(name=role + suffix, fontfamily=f"'{member}'")
            file.fontfacedecls.addElement(face)


def _faces(role: str) -> dict[str, str]:
    """Name a role's fonts: the one with Latin letters first."""
    own = f"{role}_own"
    return {"fontname": role, "fontnameasian": own, "fontnamecomplex": own}


def _default(doc: Doc, look: Look) -> Any:
    language, country = locale(doc.lang)
    style = odf("style").DefaultStyle(family="paragraph")
    style.addElement(odf("style").ParagraphProperties(tabstopdistance="36pt"))
    style.addElement(
        odf("style").TextProperties(
            **_faces("body"),
            **_three("fontsize", points(look.size)),
            **_three("language", language),
            **_three("country", country),
        )
    )
    return style


def paragraph_style(doc: Doc, style: Style, name: str, look: Look, **more: str) -> Any:
    """Give the style of one look, with further paragraph properties."""
    # LibreOffice takes "start" for the left side in every direction.
    side = {"left": "end", "right": "start"} if doc.rtl else {"left": "start", "right": "end"}
    properties = odf("style").ParagraphProperties(
        marginleft=points(look.left),
        marginright=points(look.right),
        textindent=points(look.first),
        margintop=points(look.before),
        marginbottom=points(look.after),
        lineheight=points(look.line),
        textalign=side.get(look.align, look.align),
        keepwithnext="always" if look.keep else "auto",
        orphans="2",
        widows="2",
        writingmode="rl-tb" if doc.rtl else "page",
        numberlines="false" if name in _UNCOUNTED else "true",
        **more,
    )
    if look.tab:
        properties.addElement(_tabs(look))
    made = odf("style").Style(name=name, family="paragraph")
    made.addElement(properties)
    made.addElement(_text(look))
    return made


def _text(look: Look) -> Any:
    role = "code" if look.mono else "heading" if look.family else "body"
    return odf("style").TextProperties(
        **_faces(role),
        **_three("fontsize", points(look.size)),
        **_three("fontweight", "bold" if look.bold else "normal"),
        **_three("fontstyle", "italic" if look.italic else "normal"),
        hyphenate="true" if look.hyphenate else "false",
        hyphenationremaincharcount="2",
        hyphenationpushcharcount="2",
    )


def _tabs(look: Look) -> Any:
    stops = odf("style").TabStops()
    if look.stop == "right":
        # Positions count from the left indent, where hanging text begins.
        stop = {"position": points(look.tab - look.left)}
    else:
        dots = {"leaderstyle": "dotted", "leadertext": "."} if look.stop == "dots" else {}
        stop = {"position": points(look.tab), "type": "right", **dots}
    stops.addElement(odf("style").TabStop(**stop))
    return stops


def drop_cap(doc: Doc, style: Style, name: str, look: Look, **more: str) -> Any:
    """Give the style of a paragraph whose first letter is two lines high."""
    made = paragraph_style(doc, style, name, replace(look, first=0.0), **more)
    cap = odf("style").DropCap(length="1", lines="2", distance="3pt")
    made.childNodes[0].addElement(cap)
    return made


def _notes(file: Any) -> None:
    raised = odf("style").Style(name="Raised", family="text")
    raised.addElement(odf("style").TextProperties(textposition="super 62%"))
    file.styles.addElement(raised)
    styles = {"citationstylename": "Raised", "citationbodystylename": "Raised"}
    counting = {"numformat": "1", "startnumberingat": "document"}
    file.styles.addElement(
        odf("text").NotesConfiguration(noteclass="footnote", **counting, **styles)
    )


def _line_numbers(style: Style) -> Any:
    return odf("text").LinenumberingConfiguration(
        numberlines="true",
        increment=str(style.extra.get("line_step", 1)),
        offset="14pt",
        numberposition="left",
        numformat="1",
        countemptylines="false",
    )


def _page(file: Any, doc: Doc, style: Style) -> None:
    box = measures.centred(doc, style)
    across = "rl-tb" if doc.rtl else "lr-tb"
    top = style.running_head or style.extra.get("folio") == "top"
    foot = style.page_numbers and style.extra.get("folio") != "top"
    properties = odf("style").PageLayoutProperties(
        pagewidth=points(style.page[0]),
        pageheight=points(style.page[1]),
        marginleft=points(box.left),
        marginright=points(box.right),
        margintop=points(box.top - 34 if top else box.top),
        marginbottom=points(box.bottom - 34 if foot else box.bottom),
        writingmode="tb-rl" if style.vertical else across,
    )
    if style.columns > 1 and not style.extra.get("span_title"):
        properties.addElement(columns(style))
    properties.addElement(
        odf("style").FootnoteSep(
            width="0.5pt",
            distancebeforesep="5pt",
            distanceaftersep="4pt",
            relwidth="30%",
            adjustment="right" if doc.rtl else "left",
        )
    )
    page = odf("style").PageLayout(name="Page")
    page.addElement(properties)
    if top:
        page.addElement(_furniture("HeaderStyle", marginbottom="14pt"))
    if foot:
        page.addElement(_furniture("FooterStyle", margintop="14pt"))
    file.automaticstyles.addElement(page)
    master = odf("style").MasterPage(name="Standard", pagelayoutname="Page")
    _heads(master, doc, style, top=bool(top), foot=foot)
    file.masterstyles.addElement(master)


def columns(style: Style) -> Any:
    """Give the columns of a page or a section."""
    return odf("style").Columns(columncount=str(style.columns), columngap=points(style.gutter))


def _furniture(kind: str, **margin: str) -> Any:
    made = getattr(odf("style"), kind)()
    made.addElement(odf("style").HeaderFooterProperties(minheight="34pt", **margin))
    return made


def _heads(master: Any, doc: Doc, style: Style, *, top: bool, foot: bool) -> None:
    if top:
        head = odf("text").P(stylename="furniture")
        if style.running_head:
            head.addText(doc.head)
        if style.page_numbers and not foot:
            head.addElement(odf("text").Tab())
            head.addElement(odf("text").PageNumber(selectpage="current"))
        header = odf("style").Header()
        header.addElement(head)
        master.addElement(header)
    if foot:
        number = odf("text").P(stylename="folio")
        number.addElement(odf("text").PageNumber(selectpage="current"))
        footer = odf("style").Footer()
        footer.addElement(number)
        master.addElement(footer)
