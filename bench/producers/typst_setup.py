"""The preamble of a Typst document: page, text, and the functions that the markup calls."""

from __future__ import annotations

from .blocks import digits
from .fonts import stack
from .layout import Box, box, heading, table_size
from .source import Doc, Style

_FUNCTIONS = """
#show raw: set text(font: ("DejaVu Sans Mono", "Noto Sans Mono CJK JP"), size: 1.05em)
#show raw.where(block: true): it => block(
  fill: luma(242), inset: (x: 7pt, y: 5pt), width: 100%, above: 1em, below: 1em,
  { set par(justify: false); set align(left); set text(dir: ltr); it }
)
#let plain(body) = {
  set par(justify: false, first-line-indent: 0pt)
  set text(hyphenate: false)
  body
}
#show heading: plain
#show table: it => {
  set par(justify: false, first-line-indent: 0pt, leading: tight)
  set text(size: TABLE)
  it
}
#set table(inset: (x: 5pt, y: 4pt))
#show footnote.entry: set par(leading: tight)
#show selector.or(footnote.entry, table): set par.line(numbering: none)
#show quote.where(block: true): set block(above: 1.1em, below: 1.1em)
#let clause(left, hang, number, body) = block(
  spacing: GAP, inset: (left: left),
  par(hanging-indent: hang, first-line-indent: 0pt, { box(width: hang, number); body })
)
#let keys(..cells) = block(above: 1em, below: 1em, plain(
  grid(columns: (32%, 1fr), column-gutter: 8pt, row-gutter: 0.5em, ..cells)
))
#let caption(body) = block(
  width: 100%, above: 0.8em, below: 1.4em, inset: (x: 1.5em),
  { set align(CAPTION); set text(size: 0.88em); set par(leading: tight); plain(body) }
)
#let picture = block(
  width: 100%, height: 90pt, fill: luma(228), stroke: 0.5pt + luma(150), above: 1.2em, below: 0.6em,
  breakable: false, sticky: true,
)
#let aside(body) = pad(x: 3em, text(size: 0.8em, style: "italic", plain(body)))
#let beside(size, body) = place(
  end, dx: size + 12pt,
  block(width: size, {
    set par(leading: tight)
    set par.line(numbering: none)
    set align(start)
    text(size: 0.8em, plain(body))
  })
)
#let verse(..lines) = block(above: 1.2em, below: 1.2em, inset: (left: 2em), {
  show: plain
  set par(spacing: LEADING, hanging-indent: 1.5em)
  for line in lines.pos() {
    if line == none { v(1em, weak: false) } else { line; parbreak() }
  }
})
#let address(body) = block(above: 1.4em, below: 1.4em, plain(body))
#let hanging(hang, body) = block(
  spacing: GAP, par(hanging-indent: hang, first-line-indent: 0pt, body)
)
#let entry(title, page) = block(spacing: LEADING, plain({
  title
  [ ]
  box(width: 1fr, repeat[.])
  [ #page]
}))
"""


def setup(doc: Doc, style: Style) -> str:
    """Write the preamble of a document.

    Lines are as far apart as the style says: the edges of a line are set so that its height is
    the type size, and the rest is leading.
    """
    leading = f"{style.leading - 1:.4g}em"
    align = {"left": "start", "center": "center"}.get(
        str(style.extra.get("caption_align")), "center"
    )
    functions = _FUNCTIONS.strip().replace("LEADING", leading).replace("CAPTION", align)
    functions = functions.replace("TABLE", f"{table_size(style):g}em")
    parts = [
        f'#set document(title: "{_string(doc.title)}")',
        _page(doc, style, box(doc, style)),
        *_text(doc, style, leading),
        "#let tight = 0.2em",
        *_lists(style),
        *_headings(style),
        functions.replace("GAP", f"{0.4 + style.leading - 1:.4g}em"),
    ]
    if style.line_numbers:
        parts.append("#set par.line(numbering: n => text(size: 0.7em)[#n])")
    return "\n".join(parts)


def _string(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


def _page(doc: Doc, style: Style, here: Box) -> str:
    folio = style.extra.get("folio", "center")
    native = digits(doc, 1) != "1"
    number = 'numbering("\u0661", n)' if native and doc.lang == "ar" else "str(n)"
    count = f"context {{ let n = counter(page).get().first(); {number} }}"
    head = f'"{_string(doc.head)}"' if style.running_head else ""
    first = "true" if style.extra.get("head_first", True) else "here().page() > 1"
    header, footer = "none", "none"
    if head or (style.page_numbers and folio == "top"):
        inner = f"align(center, {head})" if folio != "top" else _between(head, style, count)
        header = f"context if {first} {{ set text(size: 0.85em); {inner} }}"
    if style.page_numbers and folio != "top":
        place = (
            "if calc.odd(here().page()) { end } else { start }" if folio == "outer" else "center"
        )
        footer = f"context align({place}, text(size: 0.85em, {count}))"
    return (
        f"#set page(width: {style.page[0]:g}pt, height: {style.page[1]:g}pt, "
        f"margin: (left: {here.left:g}pt, right: {here.right:g}pt, "
        f"top: {here.top:g}pt, bottom: {here.bottom:g}pt), "
        f"columns: {style.columns}, header: {header}, footer: {footer})\n"
        f"#set columns(gutter: {style.gutter:g}pt)"
    )


def _between(head: str, style: Style, count: str) -> str:
    number = count if style.page_numbers else "none"
    return f"{{ {head or 'none'}; h(1fr); {number} }}"


def _text(doc: Doc, style: Style, leading: str) -> list[str]:
    fonts = ", ".join(f'"{name}"' for name in stack(style.font))
    code, _, rest = doc.lang.partition("-")
    region = {"Hans": "cn", "Hant": "tw"}.get(rest, rest.lower() if len(rest) == 2 else "")
    where = f', region: "{region}"' if region else ""
    indented = style.paragraph in {"indent", "both"}
    gap = style.gap * style.leading if style.paragraph in {"gap", "both"} else 0.0
    align = {"left": "start", "center": "center"}.get(style.align)
    return [
        f'#set text(font: ({fonts},), size: {style.size:g}pt, lang: "{code}"{where}, '
        f"hyphenate: {str(style.hyphenate).lower()}, top-edge: 0.8em, bottom-edge: -0.2em)",
        f"#set par(leading: {leading}, justify: {str(style.align == 'justify').lower()}, "
        f"spacing: {style.leading - 1 + gap:.4g}em, "
        f"first-line-indent: {style.indent if indented else 0:g}em)",
        *([f"#set align({align})"] if align else []),
    ]


def _lists(style: Style) -> list[str]:
    gap = style.leading - 1 + float(style.extra.get("list_gap", 0.15))
    around = f"{gap + 0.5:.3g}em"
    return [
        f"#set list(indent: 0.8em, body-indent: 0.6em, spacing: {gap:.3g}em)",
        f"#set enum(indent: 0.6em, body-indent: 0.6em, spacing: {gap:.3g}em)",
        f"#set terms(hanging-indent: 1.6em, spacing: {gap + 0.2:.3g}em)",
        *(
            f"#show {kind}: set block(above: {around}, below: {around})"
            for kind in ("list", "enum")
        ),
        f"#show terms: set block(above: {around}, below: {around})",
    ]


def _headings(style: Style) -> list[str]:
    extra = style.extra
    align = "center" if extra.get("heading_align") == "center" else "start"
    font = f', font: "{extra["heading_font"]}"' if "heading_font" in extra else ""
    weight = "regular" if extra.get("heading_weight") == "normal" else "bold"
    rules = [
        f'#show heading: set text(weight: "{weight}"{font})',
        f"#show heading: set align({align})",
        "#show heading: set par(leading: 0.2em)",
    ]
    for level, above, below in ((1, 1.0, 0.9), (2, 1.4, 0.8), (3, 1.3, 0.7)):
        size = heading(style, f"h{level}")
        rules.append(
            f"#show heading.where(level: {level}): it => {{ set text(size: {size:.4g}pt); "
            f"block(above: {above}em, below: {below}em, sticky: true, it.body) }}"
        )
    return rules
