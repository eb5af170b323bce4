"""Places the characters of a tagged PDF in the blocks of its structure tree."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pypdfium2 as pdfium
import pypdfium2.raw as raw

from bench.cut import Stream
from bench.place import Placement
from bench.stream import Ints, opened
from rejoin.tagtree import Block, page_blocks


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
    try:
        blocks = page_blocks(page.raw)
        return blocks, _mcids(text.raw) if blocks else np.full(text.count_chars(), -1)
    finally:
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
