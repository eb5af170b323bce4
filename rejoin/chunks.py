"""Pieces of a document for an index: whole paragraphs, with their pages."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from rejoin.kinds import Kind
from rejoin.paragraphs import Paragraph

#: Characters of a piece by default: a few paragraphs.
MAX_CHARS = 2000
#: Where a sentence without spaces is cut, if it must be.
_COMMAS = "\u3001\uff0c\uff1b\uff1a\uff0c,;:"
_SENTENCE = re.compile(
    r"(?<=[.!?\u2026\u061f\u06d4\u0964])[\"'\u2019\u201d\u00bb)\]]*\s+|(?<=[\u3002\uff01\uff1f])"
)


@dataclass(frozen=True)
class Chunk:
    """Some neighbouring paragraphs.

    Attributes
    ----------
    text : str
        The paragraphs, one a line; the cells of a table's row in one, parted by tabs.
    pages : tuple of int
        Numbers of the pages that they stand on, from 1.
    """

    text: str
    pages: tuple[int, ...]


def chunks(found: Iterable[Paragraph], max_chars: int = MAX_CHARS) -> Iterator[Chunk]:
    """Group paragraphs in pieces of at most `max_chars` characters.

    Paragraphs stay whole, and the cells of a row and a heading with what follows it stay together,
    where they fit. What is longer than a piece is cut between sentences, a longer sentence
    between words, and only a longer word anywhere.

    Raises
    ------
    ValueError
        `max_chars` is less than 1.
    """
    if max_chars < 1:
        raise ValueError("max_chars is 1 or more")
    held: list[Paragraph] = []
    for unit in _units(found):
        if held and _length([*held, *unit]) > max_chars:
            # a heading goes with what it heads
            heads = _heads(held)
            if len(heads) < len(held) and _length([*heads, *unit]) <= max_chars:
                yield _chunk(held[: len(held) - len(heads)])
                held = heads
            else:
                yield _chunk(held)
                held = []
        held += unit
        if _length(held) > max_chars:
            yield from _cut(held, max_chars)
            held = []
    if held:
        yield _chunk(held)


def _units(found: Iterable[Paragraph]) -> Iterator[list[Paragraph]]:
    """Paragraphs that belong together: the cells of a table's row, or one paragraph."""
    row: list[Paragraph] = []
    for paragraph in found:
        cell = paragraph.role.cell
        if row and cell and _same_row(row[0], paragraph):
            row.append(paragraph)
            continue
        if row:
            yield row
        row = [paragraph]
    if row:
        yield row


def _same_row(one: Paragraph, other: Paragraph) -> bool:
    a, b = one.role.cell, other.role.cell
    if not a or not b or one.pages[0] != other.pages[0]:
        return False
    return (a.table, a.row) == (b.table, b.row)


def _heads(held: Sequence[Paragraph]) -> list[Paragraph]:
    """Headings at the end."""
    k = len(held)
    while k and held[k - 1].kind == Kind.HEADING:
        k -= 1
    return list(held[k:])


def _length(found: Sequence[Paragraph]) -> int:
    return sum(len(p.text) + 1 for p in found) - 1


def _chunk(found: Sequence[Paragraph]) -> Chunk:
    pages = sorted({page for p in found for page in p.pages})
    text = "".join(_glue(p) * bool(i) + p.text for i, p in enumerate(found))
    return Chunk(text, tuple(pages))


def _glue(paragraph: Paragraph) -> str:
    """What parts a paragraph from the one before it."""
    return "\t" if paragraph.beside else "\n"


def _cut(found: Sequence[Paragraph], most: int) -> Iterator[Chunk]:
    """Cut what does not fit, at the best places there are."""
    text, pages = "", set[int]()
    for paragraph in found:
        for i, piece in enumerate(_pieces(paragraph.text, most)):
            glue = "" if not text else " " if i else _glue(paragraph)
            if text and len(text) + len(glue) + len(piece) > most:
                yield Chunk(text, tuple(sorted(pages)))
                text, pages, glue = "", set(), ""
            text += glue + piece
            pages |= set(paragraph.pages)
    if text:
        yield Chunk(text, tuple(sorted(pages)))


def _pieces(text: str, most: int) -> Iterator[str]:
    """Sentences; words of a longer sentence put together; stretches of a longer word."""
    if len(text) <= most:
        yield text
        return
    for sentence in _split(text, _SENTENCE):
        if len(sentence) <= most:
            yield sentence
            continue
        line = ""
        for word in sentence.split(" "):
            if line and len(line) + 1 + len(word) > most:
                yield line
                line = ""
            line = f"{line} {word}" if line else word
            while len(line) > most:
                at = _place(line, most)
                yield line[:at]
                line = line[at:]
        if line:
            yield line


def _place(text: str, most: int) -> int:
    """Where to cut a text without spaces: after a comma in its second half, before no mark."""
    clause = max(map(text[most // 2 : most].rfind, _COMMAS), default=-1)
    if clause >= 0:
        return most // 2 + clause + 1
    at = most
    while at > 1 and unicodedata.category(text[at])[0] == "M":
        at -= 1
    return at if unicodedata.category(text[at])[0] != "M" else most


def _split(text: str, where: re.Pattern[str]) -> Iterator[str]:
    start = 0
    for match in where.finditer(text):
        if _goes_on(text, match.start(), match.end()):
            continue
        yield text[start : match.end()].rstrip()
        start = match.end()
    if start < len(text):
        yield text[start:]


def _goes_on(text: str, end: int, start: int) -> bool:
    """Whether a stop ends no sentence: an abbreviation's or an initial's."""
    after = text[start : start + 1]
    if after.islower():
        return True
    word = re.split(r"[\s.]", text[:end].rstrip("."))[-1] if text[:end].endswith(".") else ""
    return len(word) == 1 and word.isalpha() and word.isupper() and after.isalnum()
