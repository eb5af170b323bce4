"""Words about the looks of a corpus document, from its text and its style."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bench.producers.source import Doc, Style

#: Words for kinds of units.
_KINDS = {
    "li": "list", "ol": "list", "li2": "nested-list", "ol2": "nested-list", "th": "table",
    "tr": "table", "kv": "form", "code": "code", "v": "verse", "toc": "toc", "fn": "footnotes",
    "note": "margin-notes", "cl": "clauses", "say": "speeches", "bib": "bibliography",
    "deflist": "definitions", "q": "quotation", "addr": "address", "cap": "captions",
}  # fmt: skip
_ALIGNED = {"justify": "justified", "left": "ragged", "center": "centered"}
_PARTED = {"indent": "indent", "gap": "gap", "both": "indent-and-gap", "none": "no-gap"}
#: Switches of a style that are a word by themselves.
_SWITCHES = {
    "hyphenate": "hyphenated", "running_head": "running-head", "drop_cap": "drop-cap",
    "line_numbers": "line-numbers", "vertical": "vertical",
}  # fmt: skip
#: Larger and smaller type than usual, in points; a narrow and a wide measure, in ems.
_LARGE, _SMALL = 13.0, 9.5
_NARROW, _WIDE = 20.0, 44.0


def words(doc: Doc, style: Style) -> list[str]:
    """Words about how a text is set and what it has, each once."""
    return list(dict.fromkeys([*_set(doc, style), *_held(doc)]))


def _set(doc: Doc, style: Style) -> Iterator[str]:
    if style.extra.get("minimal"):
        style = replace(style, columns=1, align="left", paragraph="gap", drop_cap=False)
    yield f"columns-{style.columns}"
    yield _ALIGNED[style.align]
    yield _PARTED[style.paragraph]
    yield f"leading-{style.leading:.1f}"
    yield from (word for name, word in _SWITCHES.items() if getattr(style, name))
    if doc.rtl:
        yield "rtl"
    if style.size >= _LARGE or style.size <= _SMALL:
        yield "large" if style.size >= _LARGE else "small"
    measure = style.measure / style.size
    if measure <= _NARROW or measure >= _WIDE:
        yield "narrow" if measure <= _NARROW else "wide"
    if style.page[0] > style.page[1]:
        yield "landscape"


def _held(doc: Doc) -> Iterator[str]:
    yield doc.genre
    yield from (_KINDS[unit.kind] for unit in doc.units if unit.kind in _KINDS)
