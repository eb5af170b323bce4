"""``letters``: writes the tables by which the audit knows text from garbage.

The tables say what kind each character is and how usual each pair of neighbouring letters is. The
pairs are counted in the texts of the labelled corpus, which are our own prose; everything else
comes from Python's Unicode data and its codecs for the common characters of East Asia.
"""

from __future__ import annotations

import argparse
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from rejoin.letters import FILE, LETTERS, LEVELS, Kind
from rejoin.model import Floats, Ints

#: Where the texts are.
TEXTS = Path("labelled_corpus/texts")
#: Alphabets whose letters are told apart; every other script is one letter.
ALPHABETS = (
    "abcdefghijklmnopqrstuvwxyz",
    "абвгдежзийклмнопрстуфхцчшщъыьэюя",
    "αβγδεζηθικλμνξοπρστυφχψω",
)
#: Letters without a decomposition, by the letter of the alphabet that is nearest in its use.
FOLDED = dict(
    zip("ßæœøłđðþıŋħ" "ієґјљњћђџ" "ς", "saoolddtinh" "иегйлнччч" "σ", strict=True)
)  # fmt: skip
#: Scripts that are written side by side without a blank, so that a change means nothing.
EAST = ("CJK", "HIRAGANA", "KATAKANA", "BOPOMOFO", "HANGUL", "IDEOGRAPHIC", "KANGXI", "HALFWIDTH")
#: Added to every count, as a share of a letter's pairs: what languages not in the texts may do.
SMOOTHING = 0.004
#: Levels of the pair table are steps of so many nats below certainty.
STEP = 0.5


def add_parser(subparsers: Any) -> None:
    """Add the command."""
    parser = subparsers.add_parser("letters", help="the tables of the audit anew")
    parser.add_argument("--texts", default=TEXTS, type=Path, help=f"the texts (default {TEXTS})")
    parser.add_argument("-o", "--output", default=FILE, type=Path, help="where to write them")


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    letter, kind = letter_table(), kind_table()
    pair = pair_table(letter, _texts(args.texts))
    np.savez_compressed(args.output, kind=kind, letter=letter, pair=pair)
    print(f"{args.output}: {letter.max()} letters, {args.output.stat().st_size:,} bytes")
    return 0


def _texts(folder: Path) -> Iterator[tuple[str, str]]:
    """Language and content of each text."""
    for path in sorted(folder.glob("*.txt")):
        yield path.name.split("-")[0], path.read_text(encoding="utf-8")


def letter_table() -> Ints:
    """Number of each code point's letter (0 for none), one for each other script.

    The last number is that of all scripts for which none is left: none of them is alive.
    """
    table, scripts = np.zeros(1 << 16, np.uint8), dict[str, int]()
    numbers = {c: i for i, c in enumerate("".join(ALPHABETS), 1)}
    first = len(numbers) + 1
    for code in range(1 << 16):
        char = chr(code)
        if unicodedata.category(char) not in ("Lu", "Ll", "Lt", "Lo", "Mn", "Mc"):
            continue
        base = unicodedata.normalize("NFKD", char)[:1].lower()
        base = FOLDED.get(base, base)
        script = unicodedata.name(char, "CJK").split()[0].split("-")[0]
        if base in numbers:
            table[code] = numbers[base]
        elif script != "COMBINING" and not 0x2100 <= code < 0x2C00:  # accents; letters as symbols
            name = "CJK" if script in EAST or code >= 0xFF00 else script
            table[code] = min(first + scripts.setdefault(name, len(scripts)), LETTERS - 1)
    return table


def kind_table() -> Ints:
    """Kind of each UTF-16 unit."""
    common = _common()
    return np.array([_kind(code, common) for code in range(1 << 16)], np.uint8)


def _common() -> set[int]:
    """Ideographs and Hangul of the first levels of the East Asian standards."""
    ranges = (("gb2312", 0xB0, 0xD7), ("euc_jp", 0xB0, 0xCF), ("big5", 0xA4, 0xC6),
              ("euc_kr", 0xB0, 0xC8))  # fmt: skip
    found = set[int]()
    for codec, low, high in ranges:
        for lead in range(low, high + 1):
            for trail in range(0x40, 0xFF):
                text = bytes([lead, trail]).decode(codec, "ignore")
                found.update(map(ord, text if len(text) == 1 else ""))
    return found


def _kind(code: int, common: set[int]) -> Kind:
    category = unicodedata.category(chr(code))
    if (code < 0x20 and code not in (9, 10, 13)) or code == 0x7F:
        return Kind.CONTROL
    if 0x80 <= code < 0xA0:
        return Kind.C1
    if 0xE000 <= code < 0xF900 or 0xDB80 <= code < 0xDC00:
        return Kind.PRIVATE
    if code >= 0xFFFC or category == "Cn" or 0xFDD0 <= code < 0xFDF0:
        return Kind.REPLACED
    if category == "Cf" or code == 0x34F or 0xFE00 <= code < 0xFE10:
        return Kind.ZERO
    if category[0] == "Z" or code in (9, 10, 13):
        return Kind.BLANK
    if 0x4E00 <= code < 0xA000 or 0xAC00 <= code < 0xD7A4:
        return Kind.COMMON if code in common else Kind.RARE
    if 0xC0 <= code < 0x100 and category[0] == "L":
        return Kind.ACCENTED
    if code == ord("?"):  # stands for letters that a tool did not know, not for a sign
        return Kind.LETTER
    return {"L": Kind.LETTER, "M": Kind.LETTER, "N": Kind.DIGIT, "C": Kind.LETTER}.get(
        category[0], Kind.SIGN
    )


def pair_table(letter: Ints, texts: Iterable[tuple[str, str]]) -> Ints:
    """Level of each pair of letters: how far it is from certain, in steps (0 where unjudged).

    Of each language the chance of a letter after another; the mean over the languages of an
    alphabet, smoothed by the chance of the letter alone.
    """
    size = int(letter.max()) + 1
    counts: dict[str, Floats] = defaultdict(lambda: np.zeros((size, size)))
    for language, text in texts:
        codes = np.frombuffer(text.encode("utf-16-le"), "<u2")
        np.add.at(counts[language], (letter[codes[:-1]], letter[codes[1:]]), 1)
    levels, first = np.zeros((size, size), np.uint8), 1
    for alphabet in ALPHABETS:
        block = slice(first, first + len(alphabet))
        some = [c[block, block] for c in counts.values()]
        some = [c for c in some if c.sum() > 0.5 * max(s.sum() for s in some) ** 0.5]
        chance = np.mean([_chance(c) for c in some if c.sum() > 2000], axis=0)
        levels[block, block] = np.clip(np.rint(-np.log(chance) / STEP), 1, LEVELS - 1)
        first += len(alphabet)
    return levels


def _chance(counts: Floats) -> Floats:
    alone = (counts.sum(axis=0) + 1) / (counts.sum() + len(counts))
    whole = counts.sum(axis=1, keepdims=True)
    known = (counts + 5 * alone) / (whole + 5)
    return np.asarray((1 - SMOOTHING * len(counts)) * known + SMOOTHING)
