"""What the producers for TeX, groff and LibreOffice work out from a text before it is set."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from .blocks import Block, ems, is_number, padded, width
from .fonts import families
from .layout import Box, box
from .source import Doc, Style

_URL = re.compile(r"(?:https?://|www\.)[A-Za-z0-9/#%&=?@:._~+-]*[A-Za-z0-9/#=_~-]")
#: Scripts without case or with joined letters: no drop cap.
_NO_CAPITALS = {"ar", "fa", "he", "hi", "th", "ja", "zh", "ko"}


def centred(doc: Doc, style: Style) -> Box:
    """Lay out the page without room for notes in the margin."""
    return box(doc, replace(style, extra={**style.extra, "sides": "block"}))


def family(doc: Doc, style: Style) -> str:
    """Name the style's family, or the language's usual one where the style left it open."""
    special = doc.lang.split("-")[0] in {"ar", "fa", "he", "hi", "th", "ja", "zh", "ko"}
    if special and style.font == Style.font:
        return families(doc.lang)[0].family
    return style.font


def shares(block: Block, room: float, *, equal: bool = False) -> list[float]:
    """Share of the table's width that each column gets; the shares sum to 1.

    Columns that need less than their part of the room get what they need; the others share
    the rest, those with longer cells somewhat more of it.

    Parameters
    ----------
    block
        The table.
    room
        Width of all columns without the space between them, in ems of the table's type size.
    equal
        Whether all columns are to be of one width.
    """
    count = width(block)
    if equal:
        return [1.0 / count] * count
    columns = list(zip(*[padded(piece, count) for piece in block.pieces], strict=True))
    least = [max(_word(cell) for cell in column) for column in columns]
    most = [max(ems(cell) for cell in column) * 1.15 + 0.4 for column in columns]
    widths = list(most)
    left = room
    for place, column in enumerate(sorted(range(count), key=most.__getitem__)):
        if most[column] > left / (count - place):
            long = [i for i in range(count) if most[i] >= most[column]]
            weight = sum(most[i] ** 0.5 for i in long)
            for i in long:
                widths[i] = max(least[i], left * most[i] ** 0.5 / weight)
            break
        left -= most[column]
    return [w / sum(widths) for w in widths]


def _word(cell: str) -> float:
    """Width of a cell's longest word in bold type, in ems; very long ones will break."""
    return min(max(ems(word) for word in cell.split() or [""]) * 1.15, 8.0) + 0.4


def key_share(block: Block, room: float) -> float:
    """Share of a form's width that its keys get.

    Parameters
    ----------
    block
        The key and value rows.
    room
        Width of the form in ems.
    """
    if all(is_number(piece.unit.parts[-1]) for piece in block.pieces):
        return 0.7
    keys = max(ems(piece.unit.parts[0]) for piece in block.pieces) * 1.1 + 1.0
    return min(max(keys / room, 0.18), 0.45)


def initial(doc: Doc, found: Sequence[Block], least: int = 200) -> int | None:
    """Index of the block whose first letter becomes a drop cap: a long first paragraph.

    Raises
    ------
    ValueError
        The language's script has no initials of this kind.
    """
    if doc.lang.split("-")[0] in _NO_CAPITALS:
        raise ValueError(f"{doc.name}: no drop cap in {doc.lang}")
    for place, block in enumerate(found):
        text = block.pieces[0].unit.text
        if block.kind == "p" and len(text) >= least and text[0].isalpha():
            return place
    return None


def links(text: str) -> list[tuple[str, bool]]:
    """Cut a text into its stretches, each with whether it is a web address."""
    found: list[tuple[str, bool]] = []
    end = 0
    for match in _URL.finditer(text):
        found += [(text[end : match.start()], False), (match.group(), True)]
        end = match.end()
    return [part for part in [*found, (text[end:], False)] if part[0]]


def code_size(doc: Doc, size: float, room: float) -> float:
    """Type size of code, between 0.7 and 0.9 of the text's: its longest line is to fit."""
    longest = max((ems(u.text) for u in doc.units if u.kind == "code"), default=1.0) * 1.21
    return max(0.7 * size, min(0.9 * size, room / longest))
