"""Random characters through every step after the reading, guided by coverage where atheris is.

Bytes become what the reader hands over: glyphs on lines, with codes, boxes, sizes, angles and
colours that may be anything a file can make PDFium say, infinities too. All further steps run on
them: cleaning, right-to-left order, lines, columns, reading order, breaks, decision, joining,
tables, furniture, kinds.
"""

from __future__ import annotations

import time
import warnings
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import numpy as np

from bench.conserve import check_window
from bench.rawpdf import RawPdf, references
from rejoin import _pure
from rejoin.errors import RejoinError
from rejoin.reader import Reader
from rejoin.rules import load_rules
from rejoin.source import Handle
from rejoin.windows import make_window

#: Bytes that make a glyph, and those before the first glyph; most glyphs of one input.
GLYPH, HEAD, MOST = 8, 4, 600
PAGES = 3
#: Kinds of letters, one of which a byte chooses.
ALPHABETS = (
    "abcdefghij klm", "ABCDE. ,;", "0123456789.", "-\u2010\u00ad\u2013\u2014_/", "()[]{}\u2022*",
    "\u05d0\u05d1\u05d5\u05da 1", "\u0627\u0644\u0633\u0645 (",
    "\u6c34\u8eca\u306f\u3001\u3002\u3000", "\u0e01\u0e33\u0e49\u0e40",
    "\uac00\ub098 \ub2e4", "\u0301\u0308e\ufb01", "\u00e9\u00df\u00c4\u0130",
    "\u0009\u0000\u0001\u007f\u0093", "\ufffe\uffff\ufeff\u200b\u2028",
)  # fmt: skip
#: What a coordinate or a size may be besides ordinary.
ODD = (float("nan"), float("inf"), float("-inf"), 3.4e38, -3.4e38, 1e9, -1e9, 1e-30)
#: Documents by rules and other choices, by the first byte.
RULES: tuple[dict[str, Any], ...] = (
    {}, {"rules": "gap"}, {"furniture": "drop"}, {"hyphens": "keep"}, {"rules": "cjk"},
    {"table_rows": False}, {"confidence": 0.5}, {"rules": "first"},
)  # fmt: skip


@cache
def _blank() -> Handle:
    """A document of blank pages, which the reader is said to have read."""
    raw = RawPdf()
    root, tree = raw.add(), raw.add()
    kid = b"<< /Type /Page /Parent %d 0 R /MediaBox [0 0 612 792] >>" % tree
    kids = [raw.add(kid) for _ in range(PAGES)]
    raw.put(root, b"<< /Type /Catalog /Pages %d 0 R >>" % tree)
    raw.put(tree, b"<< /Type /Pages /Count %d /Kids %b >>" % (PAGES, references(kids)))
    return Handle(raw.build(root))


class Made(Reader):
    """A reader whose arrays are made of bytes.

    Parameters
    ----------
    data : bytes
        The first four bytes are left to the caller, then eight for each glyph: alphabet and letter,
        step, rise, width, height, what is odd, and what begins (a line, a run, a page).
    """

    def __init__(self, data: bytes) -> None:
        super().__init__(_blank())
        rows = np.frombuffer(data[HEAD : HEAD + GLYPH * MOST], np.uint8)
        rows = rows[: len(rows) // GLYPH * GLYPH].reshape(-1, GLYPH)
        glyphs = _Pen().glyphs(rows.tolist())
        self._fill(glyphs)

    def _fill(self, glyphs: list[dict[str, Any]]) -> None:
        n = self._chars = len(glyphs)
        for name in ("code", "flags", "run_of"):
            self._arrays[name][:n] = [glyph[name] for glyph in glyphs]
        if not n:
            self._infos = np.zeros(PAGES, _pure.INFO)
            return
        boxes = np.array([glyph["box"] for glyph in glyphs], np.float32).T
        self._arrays["tight"][:, :n] = self._arrays["loose"][:, :n] = boxes
        self._arrays["box"][:, :n] = boxes
        opens = [glyph for glyph in glyphs if glyph["first"]]
        self._infos = np.zeros(PAGES, _pure.INFO)
        self._infos["shown"] = (0, 0, 612, 792)
        pages = [glyph["page"] for glyph in glyphs]
        self._infos["chars"] = self._infos["counted"] = np.bincount(pages, minlength=PAGES)
        page_of = np.array([glyph["page"] for glyph in opens], np.int64)
        self._infos["runs"] = np.bincount(page_of, minlength=PAGES)
        self._runs = len(opens)
        rows = self._run_rows[: self._runs]
        for name in ("size", "angle", "matrix", "start", "weight", "mode", "colour", "font_row"):
            rows[name] = [glyph[name] for glyph in opens]
        rows["mark"], rows["object"] = -1, np.arange(1, self._runs + 1)
        self._fonts = 3 * PAGES
        fonts = self._font_rows[: self._fonts]
        fonts["page"] = np.repeat(np.arange(PAGES), 3)
        fonts["name"] = [b"ABCDEF+Serif", b"Mono", b""] * PAGES
        fonts["flags"] = 0


class _Pen:
    """Writes glyphs one after the other."""

    def __init__(self) -> None:
        self._x, self._y, self._page, self._run = 72.0, 720.0, 0, -1
        self._on_page = 0

    def glyphs(self, rows: list[list[int]]) -> list[dict[str, Any]]:
        """One for each row of bytes, with line ends where PDFium would make them up."""
        out: list[dict[str, Any]] = []
        for row in rows:
            begins = row[7]
            if out and begins & 7 == 0:
                self._x = 72.0 + (begins >> 3) * (8 if row[6] & 1 else 0)
                self._y -= 10 + row[3] % 16
                if begins & 8:
                    out += [self._made_up(13, out), self._made_up(10, out)]
            if out and begins == 0xFE and self._page < PAGES - 1:
                self._page, self._x, self._y, self._on_page = self._page + 1, 72.0, 720.0, 0
                self._run += 1
                out.append(self._glyph(row, True))
            else:
                first = not out or begins & 0x70 == 0x70
                self._run += first
                out.append(self._glyph(row, first))
        return out

    def _glyph(self, row: list[int], first: bool) -> dict[str, Any]:
        alphabet, letter, step, rise, wide, high, odd, _ = row
        letters = ALPHABETS[alphabet % len(ALPHABETS)]
        code = ord(letters[letter % len(letters)])
        if alphabet == 0xFF:
            code = 0xD800 + 8 * letter
        width, height = 2 + wide % 8, 6 + high % 12
        self._x += step % 4 if step < 0xF0 else 12 * (step - 0xEF)
        bottom = self._y + (rise % 8 if rise >= 0xE0 else 0)
        box = [self._x, bottom, self._x + width, bottom + height]
        if code == 0x20:
            box = [self._x, bottom, self._x + width, bottom]
        if odd >= 0xF0:
            box[odd & 3] = ODD[odd >> 1 & 7]
        self._x += width
        flags = _pure.HYPHEN if code == 2 else _pure.GENERATED if code == 0x20 and odd & 1 else 0
        flags |= _pure.MAP_ERROR if odd & 0x7E == 0x7E and not flags else 0
        return self._row(code, flags, box, first, size=height, odd=odd)

    def _made_up(self, code: int, out: list[dict[str, Any]]) -> dict[str, Any]:
        return self._row(code, _pure.GENERATED, [0.0] * 4, False, size=1, odd=0) | {
            "page": out[-1]["page"]
        }

    def _row(
        self, code: int, flags: int, box: list[float], first: bool, *, size: float, odd: int
    ) -> dict[str, Any]:
        turned, self._on_page = (odd >> 2 & 3) if odd & 0x80 else 0, self._on_page + 1
        strange = odd & 0xC0 == 0xC0
        return {
            "code": code, "flags": flags, "run_of": self._run_on_page(), "box": box,
            "first": first, "page": self._page, "start": self._on_page - 1,
            "weight": 700 if odd & 0x20 else 400,
            "size": ODD[odd & 7] if strange and odd & 8 else float(size),
            "angle": ODD[odd & 7] if strange and odd & 16 else turned * np.pi / 2,
            "matrix": [[1, 0, 0, 1], [0, -1, 1, 0], [-1, 0, 0, -1], [0.7, 0.7, -0.7, 0.7]][turned],
            "mode": 3 if odd == 0x7D else 0, "colour": 0xFF, "font_row": 3 * self._page + odd % 3,
        }  # fmt: skip

    def _run_on_page(self) -> int:
        if self._on_page == 1:
            self._runs_before = self._run
        return self._run - self._runs_before


def run_steps(data: bytes) -> None:
    """Run all steps on characters made of bytes.

    Raises
    ------
    Lost
        Characters are missing from the paragraphs, or new ones are there.
    Exception
        Any other is a fault, too.
    """
    reader = Made(data)
    rules = load_rules(**RULES[data[0] % len(RULES)]) if data else load_rules()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            window = make_window(reader, 0, rules, detailed=bool(data) and bool(data[0] & 8))
        except RejoinError:
            return
        check_window(window, rules)


def inputs(count: int, seconds: float, first: int) -> Iterator[bytes]:
    """Inputs that look somewhat like text: the same numbers give the same ones."""
    end = time.monotonic() + seconds
    for number in range(first, first + count):
        if time.monotonic() > end:
            return
        yield random_input(Random(number))


def random_input(random: Random) -> bytes:
    """Lines in a few alphabets, with here and there a byte that may be anything."""
    alphabets = [random.randrange(len(ALPHABETS)) for _ in range(3)]
    odd = random.choice((0.0, 0.0, 0.02, 0.2))
    out = bytearray(random.randbytes(HEAD))
    width, step = random.randint(2, 60), random.randrange(4)
    for i in range(random.randint(0, MOST // 2)):
        ends = i and i % width == 0
        row = [random.choice(alphabets), random.randrange(16), step, random.randrange(4), 3, 4, 0,
               0x08 if ends else 0x01]  # fmt: skip
        for k in range(GLYPH):
            if random.random() < odd:
                row[k] = random.randrange(256)
        out += bytes(row)
    return bytes(out)
