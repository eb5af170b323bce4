"""The style sheet for `html`: everything of a `Style` that CSS can say."""

from __future__ import annotations

from .blocks import label
from .fonts import stack
from .layout import Box, box, heading, table_size, total
from .source import Doc, Style

_SCRIPTS = {"ar": "arabic-indic", "fa": "persian", "hi": "devanagari", "th": "thai"}
_TABLES = {
    "grid": "td, th { border: 0.5pt solid #444; }",
    "lines": (
        "table { border-block-start: 0.8pt solid; border-block-end: 0.8pt solid; }\n"
        "thead tr:last-child th { border-block-end: 0.5pt solid; }"
    ),
    "none": "th { border: 0; }",
}
#: What no field of the style changes. Sizes are relative to the text's.
_FIXED = """
dl, dd, pre { margin: 0; }
h1, h2, h3 { line-height: 1.2; hyphens: manual; break-after: avoid; text-wrap: wrap; }
blockquote { margin-block: 0.7em; margin-inline: 2em; }
li { orphans: 2; widows: 2; }
ul ul, ol ol, ol ul, ul ol { margin-block: 0; }
table { border-collapse: collapse; margin-block: 0.8em; margin-inline: 0; line-height: 1.2; }
td, th { padding-block: 2pt; padding-inline: 5pt; text-align: start; vertical-align: top; }
tr { break-inside: avoid; }
td.num, th.num { text-align: end; }
td.num { white-space: nowrap; }
table.kv { inline-size: 100%; border: 0; }
table.kv td, table.kv th { border: 0; padding-block: 1pt; padding-inline: 0; }
table.kv th { font-weight: normal; inline-size: 32%; padding-inline-end: 10pt; }
p.cap { font-size: 0.88em; line-height: 1.2; margin-block: 0.5em 1em; margin-inline: 1.5em; }
div.figure { block-size: 90pt; break-inside: avoid; margin-block: 1em 0.5em; margin-inline: 0; }
div.figure { background: #e4e4e4; border: 0.5pt solid #999; }
aside.side { font-size: 0.8em; line-height: 1.2; text-align: start; text-indent: 0; }
pre { font-size: 0.85em; line-height: 1.3; white-space: pre-wrap; background: #f2f2f2; }
pre { padding-block: 5pt; padding-inline: 7pt; margin-block: 0.7em; margin-inline: 0; }
pre { text-align: left; direction: ltr; }
div.verse { margin-block: 0.8em; margin-inline: 2em 0; text-align: start; hyphens: manual; }
div.verse p { padding-inline-start: 1.5em; text-indent: -1.5em; margin: 0; }
p.addr { text-align: start; margin-block: 1em; margin-inline: 0; hyphens: manual; }
p.say, p.cl, dd { margin-block: 0 0.4em; margin-inline: 0; }
p.cl.d1 { margin-inline-start: 1.2em; }
p.cl .number { display: inline-block; text-indent: 0; }
p.bib { padding-inline-start: 1.8em; text-indent: -1.8em; margin-block: 0 0.35em; }
p.bib { margin-inline: 0; hyphens: manual; }
p.bib .number { display: inline-block; text-indent: 0; min-inline-size: 1.6em; }
p.toc { position: relative; margin-block: 0 0.2em; margin-inline: 0; }
p.toc { padding-inline-end: 2.5em; text-align: start; hyphens: manual; }
p.toc .dots { display: inline-block; inline-size: 0; white-space: nowrap; }
p.toc .page { position: absolute; inset-inline-end: 0; inset-block-end: 0; }
dt { font-weight: bold; break-after: avoid; }
dd { margin-inline-start: 1.6em; }
section.notes { font-size: 0.85em; line-height: 1.2; }
section.notes p { text-indent: 0; margin-block: 0 0.3em; margin-inline: 0; }
section.end { border-block-start: 0.5pt solid; margin-block-start: 2em; }
section.end { padding-block-start: 0.5em; }
section.after { margin-block: 0.3em 0.6em; margin-inline: 1em 0; }
sup { font-size: 0.7em; line-height: 1; vertical-align: 0.45em; }
div.break { break-after: page; }
"""
#: For programs with footnotes and leaders of their own.
_PAGED = """
span.fn { float: footnote; font-size: 0.82em; line-height: 1.2; text-indent: 0; }
span.fn { text-align: start; }
::footnote-call { font-size: 0.75em; line-height: 1; vertical-align: 0.45em; }
::footnote-marker { content: counter(footnote) " "; font-size: 0.8em; }
@page { @footnote { width: WIDTH; border-top: 0.5pt solid; padding-top: 4pt; margin-top: 8pt; } }
p.toc { padding-inline-end: 0; }
p.toc .page { position: static; }
p.toc .dots { display: inline; width: auto; }
p.toc .dots::before { content: leader("."); }
"""


def stylesheet(doc: Doc, style: Style, *, paged: bool) -> str:
    """Write the style sheet of a document."""
    here = box(doc, style)
    font = ", ".join(f'"{name}"' for name in stack(style.font))
    text = f"body {{ font: {style.size:g}pt/{style.leading:g} {font}, serif; }}"
    if style.extra.get("minimal"):
        return "\n".join([_page(doc, style, here, font), text])
    rules = [
        _page(doc, style, here, font),
        text,
        _body(style, here),
        *_paragraphs(style),
        _FIXED.strip(),
        *_headings(style),
        *_lists(doc, style),
        *_tables(style),
        *_switches(style, here),
        _PAGED.strip().replace("WIDTH", f"{here.width:g}pt") if paged else "",
    ]
    return "\n".join(rule for rule in rules if rule)


def _page(doc: Doc, style: Style, here: Box, font: str) -> str:
    width, height = style.page
    right = here.right if not here.side else here.right - here.side - 12
    margins = f"{here.top:g}pt {right:g}pt {here.bottom:g}pt {here.left:g}pt"
    small = f"font: {style.size * 0.85:.3g}pt {font}; writing-mode: horizontal-tb;"
    number = f"{small} content: counter(page, {_counter(doc)});"
    head = f'{small} content: "{_string(doc.head)}";' if style.running_head else ""
    folio = style.extra.get("folio", "center")
    boxes = f"@top-center {{ {head} }}" if head and folio != "top" else ""
    if folio == "top" and head:
        boxes = f"@top-left {{ {head} }}"
    if style.page_numbers and folio != "outer":
        boxes += f" @{'top-right' if folio == 'top' else 'bottom-center'} {{ {number} }}"
    rules = [f"@page {{ size: {width:g}pt {height:g}pt; margin: {margins}; {boxes} }}"]
    if style.page_numbers and folio == "outer":
        rules.append(f"@page :right {{ @bottom-right {{ {number} }} }}")
        rules.append(f"@page :left {{ @bottom-left {{ {number} }} }}")
    if head and style.extra.get("head_first") is False:
        rules.append("@page :first { @top-center { content: none } @top-left { content: none } }")
    return "\n".join(rules)


def _counter(doc: Doc) -> str:
    native = label(doc, Style(), "ol", 1) != "1."
    return _SCRIPTS[doc.lang.split("-")[0]] if native else "decimal"


def _string(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


def _body(style: Style, here: Box) -> str:
    align = {"left": "start"}.get(style.align, style.align)
    rules = [
        "margin: 0",
        "overflow-wrap: break-word",
        f"text-align: {align}",
        f"hyphens: {'auto' if style.hyphenate else 'manual'}",
    ]
    if style.columns > 1:
        rules += [f"column-count: {style.columns}", f"column-gap: {style.gutter:g}pt"]
        rules.append("column-fill: balance")
    if here.side:
        rules.append(f"margin-right: {here.side + 12:g}pt")
    rules.append(f"inline-size: {total(style):g}pt")
    if style.extra.get("keep_all"):
        rules.append("word-break: keep-all")
    vertical = "html { writing-mode: vertical-rl; }\n" if style.vertical else ""
    return f"{vertical}body {{ {'; '.join(rules)}; }}"


def _paragraphs(style: Style) -> list[str]:
    indented = style.paragraph in {"indent", "both"}
    gap = style.gap * style.leading if style.paragraph in {"gap", "both"} else 0.0
    # Three lines deep: from the third baseline up to the capitals of the first line.
    drop = (2 * style.leading + 0.7) / 0.7
    return [
        f"p {{ margin-block: 0 {gap:.3g}em; text-indent: {style.indent if indented else 0:g}em; }}",
        f"span.drop {{ float: left; font-size: {drop:.4g}em; padding-inline-end: 0.06em; }}",
        f"span.drop {{ line-height: {2.99 * style.leading / drop:.4g}; }}",
        "p[class], blockquote p, div p { text-indent: 0; }",
    ]


def _headings(style: Style) -> list[str]:
    extra = style.extra
    font = f' font-family: "{extra["heading_font"]}";' if "heading_font" in extra else ""
    align = {"center": "center"}.get(extra.get("heading_align", ""), "start")
    weight = extra.get("heading_weight", "bold")
    rules = [f"h1, h2, h3 {{ text-align: {align}; font-weight: {weight};{font} }}"]
    for kind, above, below in (("h1", 0.6, 0.6), ("h2", 1.1, 0.4), ("h3", 1.0, 0.3)):
        size = heading(style, kind)
        rules.append(f"{kind} {{ font-size: {size:.4g}pt; margin-block: {above}em {below}em; }}")
    if extra.get("span_title"):
        rules.append("h1 { column-span: all; }")
    return rules


def _lists(doc: Doc, style: Style) -> list[str]:
    gap = float(style.extra.get("list_gap", 0.15))
    rules = [
        f'ul {{ list-style-type: "{_string(style.bullet)}  "; }}',
        'ul ul, ol ul { list-style-type: "\\2013  "; }',
        f"ul, ol {{ margin-block: {0.5 + gap:.3g}em; padding-inline-start: 2em; }}",
        f"li {{ margin-block-end: {gap:.3g}em; }}",
    ]
    for name, kind, selector in (("numbers", "ol", "ol"), ("letters", "ol2", "ol.letters")):
        symbols = " ".join(f'"{label(doc, style, kind, n)}  "' for n in range(1, 41))
        rules.append(f"@counter-style {name} {{ system: fixed; symbols: {symbols}; suffix: ''; }}")
        rules.append(f"{selector} {{ list-style-type: {name}; }}")
    return rules


def _tables(style: Style) -> list[str]:
    kind = str(style.extra.get("table", "grid")) if style.rules else "none"
    wide = "auto" if style.extra.get("table_width") == "auto" else "100%"
    size = f"table:not([class]) {{ font-size: {table_size(style):g}em; }}"
    return [_TABLES[kind], f"table {{ inline-size: {wide}; }}", size]


def _switches(style: Style, here: Box) -> list[str]:
    align = "start" if style.extra.get("caption_align") == "left" else "center"
    rules = [f"p.cap {{ text-align: {align}; }}"]
    if style.extra.get("say", "hang") == "hang":
        rules.append("p.say { padding-inline-start: 1.5em; text-indent: -1.5em; }")
    if here.side:
        rules.append(f"aside.side {{ float: right; clear: right; inline-size: {here.side:g}pt; }}")
        rules.append(f"aside.side {{ margin: 0.2em {-here.side - 12:g}pt 0.5em 12pt; }}")
    else:
        rules.append("aside.side { margin-block: 0.3em; margin-inline: 3em; font-style: italic; }")
    return rules
