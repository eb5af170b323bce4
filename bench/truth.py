"""Units of a text of the labelled corpus, as the aligner wants them."""

from __future__ import annotations

from bench.place import Unit
from bench.producers.source import Doc
from bench.producers.source import Unit as Entry

#: Kind of unit that each kind of a text becomes; others keep their name.
KINDS = {
    "q": "blockquote/p",
    "li2": "li/li",
    "ol": "li",
    "ol2": "li/li",
    "cl": "li",
    "tr": "td",
    "kv": "td",
    "cap": "caption",
    "fn": "footnote",
    "code": "pre",
    "addr": "address",
    "say": "p",
    "toc": "toci",
}


def doc_units(doc: Doc) -> list[Unit]:
    """Units of a text: cells, terms and definitions apart; the running head is none."""
    return [unit for entry in doc.units for unit in _units(entry) if unit.text.strip()]


def _units(entry: Entry) -> list[Unit]:
    kind = KINDS.get(entry.kind, entry.kind)
    if entry.kind == "break":
        return []
    if entry.kind in ("th", "tr", "kv"):
        return [Unit(kind, part) for part in entry.parts]
    if entry.kind == "deflist":
        return [Unit(k, part) for k, part in zip(("dt", "dd"), entry.parts, strict=False)]
    if entry.kind == "say":
        return [Unit(kind, ": ".join(entry.parts))]
    return [Unit(kind, entry.text)]
