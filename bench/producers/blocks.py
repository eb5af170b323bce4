"""Units in groups: what a typesetter handles at once (a list, a table, a stanza), with its notes.

Footnotes and margin notes are no blocks: they hang on the unit before them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from unicodedata import category, east_asian_width

from .source import Doc, Style, Unit

#: Kinds that make one block when they follow each other, and the block's kind.
_RUNS = {
    "th": "table",
    "tr": "table",
    "kv": "kv",
    "code": "code",
    "v": "verse",
    "addr": "addr",
    "toc": "toc",
    "deflist": "deflist",
    "bib": "bib",
    "li": "list",
    "li2": "list",
    "ol": "list",
    "ol2": "list",
}
_LETTERS = {
    "ar": "أ ب ج د هـ و ز ح ط ي",
    "fa": "الف ب ج د ه و ز ح ط ی",
    "he": "א ב ג ד ה ו ז ח ט י",
    "ru": "а б в г д е ж з и к",
    "uk": "а б в г ґ д е є ж з",
    "bg": "а б в г д е ж з и к",
    "el": "α β γ δ ε ζ η θ ι κ",
    "hi": "क ख ग घ ङ च छ ज झ ञ",
    "th": "ก ข ค ง จ ฉ ช ซ ฌ ญ",
    "ja": "ア イ ウ エ オ カ キ ク ケ コ",
    "ko": "가 나 다 라 마 바 사 아 자 차",
}
_LATIN = "a b c d e f g h i j k l m n o p q r s t u v w x y z"
#: Rows of digits that a language may use in place of 0-9.
_DIGITS = {"ar": "٠١٢٣٤٥٦٧٨٩", "fa": "۰۱۲۳۴۵۶۷۸۹", "hi": "०१२३४५६७८९", "th": "๐๑๒๓๔๕๖๗๘๙"}
#: Letters of scripts that break lines within a stretch without blanks.
_BREAKS = re.compile(r"[\u0e01-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]")
_LETTER = re.compile(r"\(?[a-zäöüа-я\u0e01-\u0e2e]+\)")
_NUMBER = re.compile(r"[^\w]*\d[\d\s.,:/'’%–-]*\s?\D{0,3}")


@dataclass(frozen=True)
class Note:
    """A footnote: its number in the document and its text."""

    number: int
    text: str


@dataclass(frozen=True)
class Piece:
    """A unit with the footnotes and margin notes that follow it."""

    unit: Unit
    notes: tuple[Note, ...] = ()
    sides: tuple[str, ...] = ()

    @property
    def kind(self) -> str:
        """The unit's kind."""
        return self.unit.kind


@dataclass(frozen=True)
class Block:
    """Pieces that are set together."""

    kind: str
    pieces: tuple[Piece, ...]
    #: Whether no paragraph stands before it: it opens the document, follows a heading, a list ...
    first: bool = False
    #: Whether it is a caption with no table beside it (so it belongs to a figure).
    figure: bool = False

    @property
    def sides(self) -> tuple[str, ...]:
        """All margin notes of the block."""
        return tuple(side for piece in self.pieces for side in piece.sides)


def blocks(doc: Doc) -> list[Block]:
    """Group the units of a document into blocks."""
    found: list[list[Piece]] = []
    for piece in pieces(doc.units):
        if found and _joins(found[-1], piece):
            found[-1].append(piece)
        else:
            found.append([piece])
    made = [Block(_RUNS.get(group[0].kind, group[0].kind), tuple(group)) for group in found]
    return [_placed(made, n) for n in range(len(made))]


def pieces(units: Iterable[Unit]) -> list[Piece]:
    """Hang footnotes and margin notes on the units before them."""
    found: list[Piece] = []
    number = 0
    for unit in units:
        if unit.kind == "fn" and found:
            number += 1
            found[-1] = replace(found[-1], notes=(*found[-1].notes, Note(number, unit.text)))
        elif unit.kind == "note" and found:
            found[-1] = replace(found[-1], sides=(*found[-1].sides, unit.text))
        else:
            found.append(Piece(unit))
    return found


def _joins(group: list[Piece], piece: Piece) -> bool:
    run = _RUNS.get(piece.kind)
    if run is None or run != _RUNS.get(group[0].kind):
        return False
    if run == "table":
        same = len(piece.unit.parts) == len(group[-1].unit.parts)
        return piece.kind == "tr" or group[-1].kind == "th" or same
    return run != "list" or piece.kind[-1] == "2" or piece.kind == group[0].kind


def _placed(made: list[Block], n: int) -> Block:
    block = made[n]
    kinds = [other.kind for other in made]
    above, below = [*kinds[max(n - 2, 0) : n]], kinds[n + 1 : n + 2]
    captioned = below == ["table"] or (above[-1:] == ["table"] and above[0] != "cap")
    first = above[-1:] != ["p"]
    return replace(block, first=first, figure=block.kind == "cap" and not captioned)


def nested(block: Block) -> Iterator[tuple[Piece, list[list[Piece]]]]:
    """Yield the items of a list block, each with its lists one level down."""
    items: list[tuple[Piece, list[list[Piece]]]] = []
    for piece in block.pieces:
        if piece.kind[-1] != "2" or not items:
            items.append((piece, []))
        elif items[-1][1] and items[-1][1][-1][0].kind == piece.kind:
            items[-1][1][-1].append(piece)
        else:
            items[-1][1].append([piece])
    yield from items


def width(block: Block) -> int:
    """Count the columns of a table block."""
    return max(len(piece.unit.parts) for piece in block.pieces)


def padded(piece: Piece, count: int) -> list[str]:
    """Give the cells of a row, with empty ones up to a count."""
    return [*piece.unit.parts, *[""] * (count - len(piece.unit.parts))]


def ems(text: str) -> float:
    """Estimate the width of a text in ems: half of one a letter, one a Chinese character."""
    wide = sum(1.0 if east_asian_width(char) in "WF" else 0.5 for char in text)
    return wide - sum(0.5 for char in text if category(char) == "Mn")


def hang(number: str) -> float:
    """Give the hanging indent that a clause's number needs, in ems."""
    return max(2.6, ems(number) + 0.9)


def depth(number: str) -> int:
    """Tell how deep a clause's number is: 0 for 4 and 4.2, 1 for 4.2.1 and (a)."""
    return int(number.strip(".").count(".") > 1 or _LETTER.fullmatch(number) is not None)


def words(block: Block) -> list[float]:
    """Give the width of the longest word in each column of a table block, in ems."""
    table = [padded(piece, width(block)) for piece in block.pieces]
    return [max(map(_longest, column)) for column in zip(*table, strict=True)]


def _longest(cell: str) -> float:
    return max((4.0 if _BREAKS.search(word) else ems(word) for word in cell.split()), default=0.0)


def is_number(cell: str) -> bool:
    """Whether a table cell holds a number, a price or a share (set to the right edge)."""
    return _NUMBER.fullmatch(cell) is not None and len(cell) <= 16


def numeric(block: Block) -> list[bool]:
    """Tell for each column of a table block whether most of its cells are numbers."""
    table = [padded(piece, width(block)) for piece in block.pieces if piece.kind == "tr"]
    columns = [[cell for cell in column if cell] for column in zip(*table, strict=True)]
    flags = [2 * sum(map(is_number, column)) > len(column) for column in columns]
    return flags or [False] * width(block)


def digits(doc: Doc, number: int) -> str:
    """Write a number in the digits that the document's own text uses."""
    native = _DIGITS.get(doc.lang.split("-")[0], "")
    if native and any(digit in unit.text for unit in doc.units for digit in native):
        return "".join(native[int(digit)] for digit in str(number))
    return str(number)


def label(doc: Doc, style: Style, kind: str, number: int) -> str:
    """Give the marker of the numbered (ol) or lettered (ol2) list item at a place from 1."""
    if kind == "ol":
        return style.number.replace("1", digits(doc, number))
    letters = _LETTERS.get(doc.lang.split("-")[0], _LATIN).split()
    form = style.number.replace("1.", "1)")
    return form.replace("1", letters[(number - 1) % len(letters)])
