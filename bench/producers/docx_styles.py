"""The styles of a DOCX file: fonts, paragraphs, page, head and foot."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import ModuleType
from typing import Any

from . import measures
from .fonts import stack
from .layout import module
from .libreoffice import locale
from .office_looks import Look, looks
from .source import Doc, Style

_MONO = "DejaVu Sans Mono"
#: Looks whose lines carry no line numbers.
_UNCOUNTED = frozenset({"note", "furniture", "folio", "gap"})
_SIDES = {"justify": "both", "left": "start", "right": "end", "center": "center"}


def docx(name: str = "") -> ModuleType:
    """Import python-docx or a module of it."""
    return module(f"docx.{name}" if name else "docx", "python-docx")


def element(name: str, *children: Any, **values: object) -> Any:
    """Make an element such as ``w:ind`` with its attributes and children."""
    made = docx("oxml").OxmlElement(f"w:{name}")
    for key, value in values.items():
        made.set(docx("oxml.ns").qn(f"w:{key}"), str(value))
    for child in children:
        made.append(child)
    return made


def twips(value: float) -> int:
    """Give a length in twentieths of a point."""
    return round(value * 20)


def define(file: Any, doc: Doc, style: Style) -> dict[str, Look]:
    """Put all styles into a DOCX file and give the looks of its paragraphs."""
    found = looks(doc, style)
    found["note"] = replace(found["note"], left=0.0, first=0.0)
    # Something must stand between two tables.
    found["gap"] = Look(style.size * 0.5, style.size * 0.6)
    styles = file.styles.element
    for old in list(styles):
        if not old.tag.endswith("latentStyles"):
            styles.remove(old)
    styles.append(_defaults(doc, style))
    for name, look in found.items():
        styles.append(_style(doc, style, name, look))
    if style.hyphenate:
        file.settings.element.append(element("autoHyphenation"))
    return found


def _defaults(doc: Doc, style: Style) -> Any:
    language = "-".join(locale(doc.lang))
    tongue = element("lang", val=language, eastAsia=language, bidi=language)
    run = element("rPr", _fonts(measures.family(doc, style)), tongue)
    return element("docDefaults", element("rPrDefault", run), element("pPrDefault"))


def _fonts(family: str) -> Any:
    latin = stack(family)[-1]
    return element("rFonts", ascii=latin, hAnsi=latin, eastAsia=family, cs=family)


def _style(doc: Doc, style: Style, name: str, look: Look) -> Any:
    return element(
        "style",
        element("name", val=name),
        element("qFormat"),
        _paragraph(doc, name, look),
        _run(doc, style, look),
        type="paragraph",
        styleId=name,
        customStyle="1",
    )


def _paragraph(doc: Doc, name: str, look: Look) -> Any:
    """Give the paragraph properties of a look."""
    hang = {"hanging": twips(-look.first)} if look.first < 0 else {"firstLine": twips(look.first)}
    spacing = {"line": twips(look.line), "lineRule": "exact"}
    spacing |= {"before": twips(look.before), "after": twips(look.after)}
    parts = [element("keepNext")] if look.keep else []
    parts.append(element("widowControl"))
    if name in _UNCOUNTED:
        parts.append(element("suppressLineNumbers"))
    if look.tab:
        parts.append(element("tabs", _tab(look)))
    parts.append(element("suppressAutoHyphens", val=int(not look.hyphenate)))
    if doc.rtl:
        parts.append(element("bidi"))
    parts.append(element("spacing", **spacing))
    parts.append(element("ind", start=twips(look.left), end=twips(look.right), **hang))
    parts.append(element("jc", val=_SIDES[look.align]))
    if look.level:
        parts.append(element("outlineLvl", val=look.level - 1))
    return element("pPr", *parts)


def _tab(look: Look) -> Any:
    if look.stop == "right":
        return element("tab", val="left", pos=twips(look.tab))
    dots = {"leader": "dot"} if look.stop == "dots" else {}
    return element("tab", val="right", pos=twips(look.tab), **dots)


def _run(doc: Doc, style: Style, look: Look) -> Any:
    family = measures.family(doc, style)
    if look.mono:
        family = str(style.extra.get("mono", _MONO))
    marks = [element("b"), element("bCs")] if look.bold else []
    marks += [element("i"), element("iCs")] if look.italic else []
    size = round(look.size * 2)
    sizes = [element("sz", val=size), element("szCs", val=size)]
    return element("rPr", _fonts(look.family or family), *marks, *sizes)


def page(doc: Doc, style: Style, *, columns: int, continuous: bool = False) -> list[Any]:
    """Give the properties of a section.

    Parameters
    ----------
    doc
        The text.
    style
        Its style.
    columns
        Number of columns.
    continuous
        Whether the section goes on where the one before it ends.
    """
    box = measures.centred(doc, style)
    margins: Mapping[str, float] = {
        "top": box.top,
        "bottom": box.bottom,
        "left": box.left,
        "right": box.right,
        "header": max(20.0, box.top - 34),
        "footer": max(20.0, box.bottom - 34),
    }
    wide, high = style.page
    parts = [element("type", val="continuous")] if continuous else []
    parts.append(element("pgSz", w=twips(wide), h=twips(high)))
    parts.append(element("pgMar", gutter=0, **{k: twips(v) for k, v in margins.items()}))
    if style.line_numbers:
        step = style.extra.get("line_step", 1)
        parts.append(element("lnNumType", countBy=step, restart="continuous", distance=280))
    parts.append(element("cols", num=columns, space=twips(style.gutter)))
    if style.vertical:
        parts.append(element("textDirection", val="tbRl"))
    if doc.rtl:
        parts.append(element("bidi"))
    return parts
