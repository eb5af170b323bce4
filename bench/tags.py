"""Places the characters of a tagged PDF in the blocks of its structure tree."""

from __future__ import annotations

from collections.abc import Iterator
from ctypes import create_string_buffer
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pypdfium2 as pdfium
import pypdfium2.raw as raw

from bench.cut import Stream
from bench.place import Placement
from bench.stream import Ints, opened

#: Structure types that run within a line of text.
INLINE = frozenset(
    "Span Link Em Strong Quote Reference Annot BibEntry Sub Sup Ruby RB RT RP Warichu WT WP "
    "FENote StyleSpan".split()
)
#: Types that only group others.
GROUPS = frozenset(
    "Document DocumentFragment Part Art Sect Div NonStruct Private L Table TR THead TBody TFoot "
    "TOC Index Aside StructTreeRoot".split()
)
#: Deepest structure that is followed.
DEPTH = 100


@dataclass(frozen=True)
class Block:
    """A piece of text that the tags hold together on one page."""

    kind: str
    mcids: tuple[int, ...]


@dataclass(frozen=True)
class Tagged:
    """What the tags of a PDF say.

    Attributes
    ----------
    blocks
        Blocks of each page, in the order of the structure tree.
    placement
        The characters' places in all blocks.
    """

    blocks: list[list[Block]]
    placement: Placement


def read_tags(source: Path | bytes, stream: Stream) -> Tagged:
    """Read the structure tree of every page and place the characters in its blocks."""
    with opened(source) as pdf:
        pages = [_read_page(pdf, number) for number in range(len(pdf))]
    blocks = [found for found, _ in pages]
    unit = np.full(len(stream.chars), -1)
    first = np.searchsorted(stream.chars.page, np.arange(1, len(pages) + 2))
    base = 0
    for number, (found, mcid) in enumerate(pages):
        where = slice(first[number], first[number + 1])
        owner = {m: base + i for i, block in enumerate(found) for m in block.mcids}
        marks = mcid[stream.chars.index[where]]
        unit[where] = [owner.get(m, -1) for m in marks.tolist()]
        base += len(found)
    return Tagged(blocks, _placement(stream, unit, [b.kind for page in blocks for b in page]))


def _placement(stream: Stream, unit: Ints, kinds: list[str]) -> Placement:
    ink = stream.chars.ink
    unit = np.where(ink, unit, -1)
    order = np.argsort(unit, kind="stable")
    order = order[unit[order] >= 0]
    at = np.full(len(unit), -1)
    at[order] = np.arange(len(order)) + unit[order]
    bounds = np.searchsorted(unit[order], np.arange(len(kinds) + 1)) + np.arange(len(kinds) + 1)
    extent = np.stack([bounds[:-1], bounds[1:] - 2], axis=1)
    return Placement(kinds, unit, at, at, ink, extent)


def _read_page(pdf: pdfium.PdfDocument, number: int) -> tuple[list[Block], Ints]:
    page = pdf[number]
    text = page.get_textpage()
    tree = raw.FPDF_StructTree_GetForPage(page.raw)
    try:
        blocks = _Walker().blocks(tree) if tree else []
        return blocks, _mcids(text.raw) if blocks else np.full(text.count_chars(), -1)
    finally:
        if tree:
            raw.FPDF_StructTree_Close(tree)
        text.close()
        page.close()


def _mcids(text: Any) -> Ints:
    """Marked-content id of the text object of every character; -1 for none."""
    out = np.full(raw.FPDFText_CountChars(text), -1)
    for i in range(len(out)):
        found = raw.FPDFText_GetTextObject(text, i)
        if found:
            out[i] = raw.FPDFPageObj_GetMarkedContentID(found)
    return out


@dataclass
class _Walker:
    """Collects blocks; text inside a block that a nested block interrupts makes two."""

    found: list[Block] = field(default_factory=list)
    mcids: list[int] = field(default_factory=list)

    def blocks(self, tree: Any) -> list[Block]:
        """All blocks of a page's tree."""
        for i in range(raw.FPDF_StructTree_CountChildren(tree)):
            child = raw.FPDF_StructTree_GetChildAtIndex(tree, i)
            if child:
                self.element(child, "none", 0)
        self.flush("none")
        return self.found

    def element(self, element: Any, kind: str, depth: int) -> None:
        """Read one element."""
        name = _type(element)
        inline = name in INLINE
        if not inline:
            self.flush(kind)
            kind = kind if name in GROUPS and kind != "none" else name.lower()
        for child in _children(element):
            if isinstance(child, int):
                self.mcids.append(child)
            elif depth < DEPTH:
                self.element(child, kind, depth + 1)
        if not inline:
            self.flush(kind)

    def flush(self, kind: str) -> None:
        """End a block."""
        if self.mcids:
            self.found.append(Block(kind, tuple(self.mcids)))
            self.mcids.clear()


def _children(element: Any) -> Iterator[Any]:
    """Children of an element: marked-content ids and elements."""
    count = raw.FPDF_StructElement_CountChildren(element)
    for i in range(count):
        mcid = raw.FPDF_StructElement_GetChildMarkedContentID(element, i)
        if mcid >= 0:
            yield mcid
            continue
        child = raw.FPDF_StructElement_GetChildAtIndex(element, i)
        if child:
            yield child


def _type(element: Any) -> str:
    size = raw.FPDF_StructElement_GetType(element, None, 0)
    buffer = create_string_buffer(size)
    raw.FPDF_StructElement_GetType(element, buffer, size)
    return buffer.raw[:size].decode("utf-16-le").rstrip("\0")
