"""The blocks of a tagged PDF: what its structure tree holds together on a page."""

from __future__ import annotations

from collections.abc import Iterator
from ctypes import create_string_buffer
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pypdfium2.raw as pdfium

from rejoin.model import Ints
from rejoin.source import address

try:
    from rejoin import _tags  # type: ignore[attr-defined]
except ImportError:  # built without a compiler
    _tags = None

#: PDFium's functions in the order of the C file.
FUNCTIONS = (
    "FPDF_StructTree_CountChildren",
    "FPDF_StructTree_GetChildAtIndex",
    "FPDF_StructElement_GetType",
    "FPDF_StructElement_CountChildren",
    "FPDF_StructElement_GetChildMarkedContentID",
    "FPDF_StructElement_GetChildAtIndex",
)
_TABLE = np.array([address(getattr(pdfium, name)) for name in FUNCTIONS], np.uint64).tobytes()
#: Structure types that run within a line of text (ISO 32000: inline-level elements).
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
#: So many elements of a page are read at most.
ELEMENTS = 50_000


@dataclass(frozen=True)
class Block:
    """A piece of text that the tags hold together on one page.

    Attributes
    ----------
    kind : str
        Structure type in lower case; ``none`` for text that stands in a group itself.
    mcids : tuple of int
        Marked-content ids of its text.
    """

    kind: str
    mcids: tuple[int, ...]


def page_blocks(page: Any) -> list[Block]:
    """Blocks of a page (FPDF_PAGE) in the order of the structure tree; the lock must be held.

    Text inside a block that a nested block interrupts makes two.
    """
    tree = pdfium.FPDF_StructTree_GetForPage(page)
    if not tree:
        return []
    try:
        return _Walker().blocks(tree)
    finally:
        pdfium.FPDF_StructTree_Close(tree)


def block_numbers(page: Any) -> Ints:
    """Marked-content ids of a page (FPDF_PAGE), each with the number of its block.

    The lock must be held.

    Returns
    -------
    ndarray of int32, shape (n, 2)
        Blocks count from 0, in the order of the structure tree.
    """
    if not _tags:
        rows = [(mcid, i) for i, block in enumerate(page_blocks(page)) for mcid in block.mcids]
        return np.array(rows, np.int32).reshape(-1, 2)
    tree = pdfium.FPDF_StructTree_GetForPage(page)
    if not tree:
        return np.zeros((0, 2), np.int32)
    try:
        found = _tags.blocks(address(tree), ELEMENTS, _TABLE, f" {' '.join(sorted(INLINE))} ")
        return np.frombuffer(found, np.int32).reshape(-1, 2)
    finally:
        pdfium.FPDF_StructTree_Close(tree)


@dataclass
class _Walker:
    """Collects blocks."""

    found: list[Block] = field(default_factory=list)
    mcids: list[int] = field(default_factory=list)
    left: int = ELEMENTS

    def blocks(self, tree: Any) -> list[Block]:
        """All blocks of a page's tree."""
        for i in range(pdfium.FPDF_StructTree_CountChildren(tree)):
            child = pdfium.FPDF_StructTree_GetChildAtIndex(tree, i)
            if child:
                self.element(child, "none", 0)
        self.flush("none")
        return self.found

    def element(self, element: Any, kind: str, depth: int) -> None:
        """Read one element."""
        self.left -= 1
        name = _type(element)
        inline = name in INLINE
        if not inline:
            self.flush(kind)
            kind = kind if name in GROUPS and kind != "none" else name.lower()
        for child in _children(element):
            if isinstance(child, int):
                self.mcids.append(child)
            elif depth < DEPTH and self.left > 0:
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
    count = pdfium.FPDF_StructElement_CountChildren(element)
    for i in range(count):
        mcid = pdfium.FPDF_StructElement_GetChildMarkedContentID(element, i)
        if mcid >= 0:
            yield mcid
            continue
        child = pdfium.FPDF_StructElement_GetChildAtIndex(element, i)
        if child:
            yield child


#: A type's name with room to spare: 64 UTF-16 units, in bytes.
_NAME = 128


def _type(element: Any) -> str:
    buffer = create_string_buffer(_NAME)
    size = pdfium.FPDF_StructElement_GetType(element, buffer, _NAME)
    return buffer.raw[: min(size, _NAME)].decode("utf-16-le", "replace").rstrip("\0")
