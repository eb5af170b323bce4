"""Is the text readable? Kinds of broken fonts are found, readable oddities are left in peace."""

from __future__ import annotations

import json
import random
import string
import warnings
from collections.abc import Callable
from pathlib import Path

import pytest

import rejoin
from rejoin import Fault, PageClass
from tests.conftest import Command
from tests.fonts import mapped
from tests.pdfs import WRAPPED, lines, pdf

CORPUS = Path(__file__).parents[1] / "labelled_corpus"
PROSE = (
    *WRAPPED,
    "Nobody remembers who hung the first bell at the landing, but everybody knows who took it",
    "away: a baker from the north bank, who wanted to sleep after four in the morning. He paid",
    "for a new one, of softer sound, and his flour crossed the river for nothing ever after.",
)
LETTERS = sorted(set("".join(PROSE)))


def sheet(texts: tuple[str, ...] = PROSE, font: str = "F") -> str:
    """Content that shows lines."""
    shown = "\n".join(
        f"1 0 0 1 60 {720 - 14 * i} Tm ({t.translate(ESCAPED)}) Tj" for i, t in enumerate(texts)
    )
    return f"BT /{font} 11 Tf\n{shown}\nET"


ESCAPED = str.maketrans({c: "\\" + c for c in "()\\"})


def garbled(code: Callable[[int, str], str], *, spaces: bool = False) -> bytes:
    """Prose whose font says of its characters (number and character) what a test wants."""
    some = [c for c in LETTERS if spaces or c != " "]
    return mapped({c: code(i, c) for i, c in enumerate(some)}, sheet())


def exchanged() -> Callable[[int, str], str]:
    """Letters exchanged at random."""
    small = list(string.ascii_lowercase)
    random.Random(1).shuffle(small)
    table = dict(zip(string.ascii_lowercase, small, strict=True))
    return lambda i, c: table.get(c, table.get(c.lower(), c).upper())


KINDS: dict[str, tuple[bytes, Fault]] = {
    "shifted by one": (garbled(lambda i, c: chr(ord(c) + 1)), Fault.SHIFTED),
    "glyph numbers of a whole font": (garbled(lambda i, c: chr(ord(c) - 29)), Fault.SHIFTED),
    "shifted into C1": (garbled(lambda i, c: chr(ord(c) + 30)), Fault.C1),
    "glyph numbers of a subset": (garbled(lambda i, c: chr(i + 1), spaces=True), Fault.LOST),
    "ligatures to control codes": (
        garbled(lambda i, c: {"k": "\x03", "w": "\x02"}.get(c, c)), Fault.LOST),
    "a letter to zero": (garbled(lambda i, c: "\0" if c == "h" else c), Fault.LOST),
    "all to zero": (garbled(lambda i, c: "\0"), Fault.LOST),
    "private codes": (garbled(lambda i, c: chr(0xE000 + i)), Fault.PRIVATE),
    "a symbol font's codes": (garbled(lambda i, c: chr(0xF000 + ord(c))), Fault.PRIVATE),
    "all to one letter": (garbled(lambda i, c: "a"), Fault.TWICE),
    "all to a question mark": (garbled(lambda i, c: "?"), Fault.TWICE),
    "replacement characters": (garbled(lambda i, c: "\ufffd"), Fault.REPLACED),
    "no characters at all": (garbled(lambda i, c: chr(0xFDD0 + i % 32)), Fault.REPLACED),
    "zero width": (garbled(lambda i, c: "\u200b"), Fault.ZERO),
    "exchanged at random": (garbled(exchanged()), Fault.NONSENSE),
    "glyph numbers through many scripts": (
        garbled(lambda i, c: chr(0x250 + 61 * i)), Fault.MIXED),
    "another script's bytes as Latin-1": (
        garbled(lambda i, c: chr(0xC0 + i % 23)), Fault.ACCENTED),
    "glyph numbers among ideographs": (
        garbled(lambda i, c: chr(0x4E00 + 397 * i)), Fault.RARE),
    "numbered from the first sign on": (
        garbled(lambda i, c: "!\"#$%&'()*+,-./:;<=>@[]^_`{|}~"[i % 30]), Fault.SIGNS),
}  # fmt: skip


@pytest.mark.parametrize(("document", "fault"), KINDS.values(), ids=KINDS)
def test_broken_fonts_are_found(document: bytes, fault: Fault) -> None:
    quality = rejoin.check(document)
    (page,) = quality.pages
    assert [(f.font, f.fault) for f in page.findings] == [("Helvetica", fault)]
    assert page.page_class is PageClass.BROKEN_FONT
    assert page.needs_ocr
    assert not quality.readable
    with rejoin.read(document) as opened:
        assert opened.quality.warnings == quality.warnings
        assert opened[0].quality.findings == page.findings


READABLE: dict[str, bytes] = {
    "prose": garbled(lambda i, c: c),
    "capitals": pdf(lines(*(t.upper() for t in PROSE))),
    "prices": pdf(lines(*(f"{n * 7} x {n}.50 = {n * 367.5:,.2f} €" for n in range(9, 40)))),
    "leaders": pdf(lines(*(f"Part {n} {'. ' * 30}{'.' * 40} {n * 7}" for n in range(1, 30)))),
    "rules": pdf(lines(*("_" * 70 for _ in range(20)), *("-" * 70 for _ in range(9)))),
    "placeholders": pdf(lines(*("Xxxxxx xxxxx xxxxxxxx, xxxxxx." for _ in range(20)))),
    "code": pdf(
        lines(
            *(f"for (i{n} = 0; i{n} < {n}; i{n}++) {{ p[{n}] ^= q->r[i{n}]; }}" for n in range(30))
        )
    ),
    "formulas": pdf(lines(*(f"x_{n} = (a^{n} + b) / (c - {n}) <= y + z * {n}" for n in range(30)))),
    "abbreviations": pdf(lines(*("CVS RCS CVS VMS CVS RCS RCS CVS VMS" for _ in range(20)))),
    "a few private bullets": mapped({"*": "\uf0b7"}, sheet(tuple(f"* {text}" for text in PROSE))),
    "hyphens at line ends": pdf(lines(*(t.rsplit(" ", 1)[0] + "-" for t in PROSE))),
    "Type 3 without a map": mapped(
        {},
        sheet(("nnnn nnn nnnnn", "nn nnnnn"), "T"),
        type3=dict.fromkeys("n ", "500 0 0 0 400 500 d1 0 0 400 500 re f"),
    ),
    "quotation marks in C1": garbled(lambda i, c: {"x": "\x93", "z": "\x94"}.get(c, c)),
}


@pytest.mark.parametrize("document", READABLE.values(), ids=READABLE)
def test_readable_oddities_are_left_in_peace(document: bytes) -> None:
    quality = rejoin.check(document)
    assert quality.readable
    assert [page.page_class for page in quality.pages] == [PageClass.TEXT]
    assert not quality.warnings


def test_no_false_alarm_in_the_corpus() -> None:
    for path in sorted(CORPUS.rglob("*.pdf")):
        quality = rejoin.check(path)
        assert quality.classes == {"text": len(quality.pages)}, path.name
        assert not quality.warnings, path.name


def test_a_font_that_is_broken_on_one_page() -> None:
    shifted = {c: chr(ord(c) - 29) for c in LETTERS if c != " "}
    document = mapped(shifted, "", sheet(), sheet(), sheet(("A", "B")))
    numbers = [page.number for page in rejoin.check(document).pages if page.findings]
    assert numbers == [2, 3, 4]  # what is short is judged by the same font elsewhere


def test_what_is_said(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "shifted.pdf"
    path.write_bytes(KINDS["shifted by one"][0])
    said = f"{path}: page 1: the text is not readable; font Helvetica: {Fault.SHIFTED.value}"
    ran = command(path)
    assert ran.code == 0
    assert ran.out
    assert ran.err.startswith(f"rejoin: {said}")
    rows = [json.loads(line) for line in command(path, "--format", "jsonl").out.splitlines()]
    assert rows[-1]["kind"] == "warning"
    assert rows[-1]["page_list"][0]["unreadable"][0]["font"] == "Helvetica"
    assert not any("kind" in row and row["kind"] == "warning" for row in rows[:-1])
    with pytest.warns(rejoin.RejoinWarning, match="font Helvetica"):
        rejoin.text(path)
    (result,) = rejoin.read_many([path], jobs=1, timeout=60)
    assert result.quality
    assert result.quality.needs_ocr == [1]


def test_nothing_is_said_of_a_good_file(command: Command, good: Path) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        rejoin.text(good)
    assert command(good).err == ""
    assert "warning" not in command(good, "--format", "jsonl").out


def test_bitmap_fonts_of_tex_have_their_ligatures_spelt() -> None:
    box = "500 0 0 0 400 500 d1 0 0 400 500 re f"
    glyphs = dict.fromkeys([*string.ascii_lowercase, "\x0c", "\x1c", "\x1e", "\x1f"], box)
    document = mapped(
        {}, sheet(("de\x1cnes an e\x1ecient wa\x1fe", "a \x0crst one"), "T"), type3=glyphs
    )
    assert "defines an efficient waffle" in rejoin.text(document)
    assert rejoin.check(document).readable
