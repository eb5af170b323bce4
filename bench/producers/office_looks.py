"""How the paragraphs of an office document look: sizes, indents, spacing, tab stops."""

from __future__ import annotations

from dataclasses import dataclass, replace

from . import blocks as b
from . import layout, measures
from .source import Doc, Style

#: Room above and below headings, in lines.
_AROUND = {"h1": (0.6, 0.9), "h2": (1.1, 0.45), "h3": (0.8, 0.3)}


@dataclass(frozen=True)
class Look:
    """The look of a paragraph; lengths in points, "left" being the side where lines begin."""

    size: float
    #: Baseline distance.
    line: float
    left: float = 0.0
    right: float = 0.0
    #: Indent of the first line against the left one.
    first: float = 0.0
    before: float = 0.0
    after: float = 0.0
    #: "justify", "left", "center" or "right".
    align: str = "left"
    bold: bool = False
    italic: bool = False
    mono: bool = False
    #: Whether it stays on the page of the next paragraph.
    keep: bool = False
    hyphenate: bool = False
    #: Position of the tab stop, if there is one; text stands to its "right" or ends there
    #: ("left"), with "dots" leading to it.
    tab: float = 0.0
    stop: str = "right"
    #: Outline level of a heading.
    level: int = 0
    family: str = ""

    def ending(self, after: float) -> Look:
        """Give the look of the last paragraph of a group."""
        return replace(self, after=max(self.after, after))


def looks(doc: Doc, style: Style) -> dict[str, Look]:
    """Give every look that the document may need, by name."""
    line = style.size * style.leading
    em = style.size
    gap = style.gap * line if style.paragraph in {"gap", "both"} else 0.0
    body = Look(em, line, after=gap, align=style.align, hyphenate=style.hyphenate)
    left = replace(body, align="left", after=0.0)
    side = replace(body, after=gap or 0.5 * line, align=_aside(style))
    found = {
        "p": replace(body, first=style.indent * em if _indents(style) else 0.0),
        "first": body,
        "q": replace(side, left=2 * em, right=2 * em, before=0.0 if gap else 0.5 * line),
        "side": Look(em * 0.82, line * 0.85, left=2 * em, right=2 * em, after=gap or 0.3 * line),
        "addr": replace(left, after=gap or 0.7 * line),
        "caption": _caption(style, gap or 0.4 * line),
        "note": Look(em * 0.82, line * 0.85, left=em, first=-em, hyphenate=style.hyphenate),
        "furniture": Look(em * 0.85, line, tab=layout.total(style), stop="left", italic=True),
        "folio": Look(em * 0.85, line, align="center"),
    }
    found |= {kind: _heading(style, kind) for kind in ("h1", "h2", "h3")}
    found |= _hanging(doc, style, side, left)
    found |= _tables(style)
    tail = gap or 0.5 * line
    ends = "li li2 code verse toc bib define"
    return found | {f"{name}_end": found[name].ending(tail) for name in ends.split()}


def _indents(style: Style) -> bool:
    return style.paragraph in {"indent", "both"}


def _aside(style: Style) -> str:
    return "left" if style.align == "center" else style.align


def _heading(style: Style, kind: str) -> Look:
    size = layout.heading(style, kind)
    line = style.size * style.leading
    before, after = _AROUND[kind]
    align = str(style.extra.get("heading_align", "left"))
    bold = style.extra.get("heading_weight") != "normal"
    family = str(style.extra.get("heading_font", ""))
    leading = min(style.leading, 1.3) * size
    look = Look(size, leading, before=before * line, after=after * line, align=align, bold=bold)
    return replace(look, keep=True, level=int(kind[1]), family=family)


def _caption(style: Style, space: float) -> Look:
    size = style.size * 0.88
    align = str(style.extra.get("caption_align", "center"))
    return Look(size, size * style.leading, before=space, after=space, align=align, italic=True)


def _hanging(doc: Doc, style: Style, side: Look, left: Look) -> dict[str, Look]:
    """Give the looks of lists, clauses, speeches and all else that hangs."""
    em = style.size
    space = float(style.extra.get("list_gap", 0.12)) * left.line
    numbers = [u.parts[0] for u in doc.units if u.kind == "cl"]
    clause = em * max((b.hang(number) for number in numbers), default=2.6)
    item = replace(side, after=space)
    code = measures.code_size(doc, em, style.measure)
    speech = replace(side, left=1.5 * em, first=-1.5 * em)
    if style.extra.get("say", "hang") != "hang":
        speech = replace(side, first=style.indent * em if _indents(style) else 0.0)
    bib = em * (2.4 if style.extra.get("bib_numbers") else 1.6)
    return {
        "li": replace(item, left=2.0 * em, first=-1.3 * em, tab=2.0 * em),
        "li2": replace(item, left=3.7 * em, first=-1.4 * em, tab=3.7 * em),
        "clause": replace(side, left=clause, first=-clause, tab=clause),
        "say": speech,
        "bib": replace(item, left=bib, first=-bib, tab=bib),
        "define": replace(item, left=1.8 * em, first=-1.8 * em),
        "verse": replace(left, left=3.5 * em, first=-1.5 * em, hyphenate=False),
        "code": Look(code, code * 1.25, mono=True),
        "toc": replace(left, tab=style.measure, stop="dots", after=space),
    }


def _tables(style: Style) -> dict[str, Look]:
    size = style.size * layout.table_size(style)
    cell = Look(size, size * min(style.leading, 1.4), hyphenate=style.hyphenate)
    key = replace(cell, size=style.size, line=style.size * style.leading)
    return {
        "cell": cell,
        "cell_right": replace(cell, align="right"),
        "head": replace(cell, bold=True, keep=True),
        "head_right": replace(cell, bold=True, keep=True, align="right"),
        "key": key,
        "key_right": replace(key, align="right"),
    }
