"""Arrays built by hand: lines and characters that no PDF had to be read for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np

from rejoin import Breaks, Chars, Lines, Rules, Runs
from rejoin.breaks import measure
from rejoin.decision import failed_conditions
from rejoin.lines import no_lines
from rejoin.rules import PRESETS, Reason


@dataclass(frozen=True)
class Line:
    """A line: where it stands (points) and what it says."""

    left: float = 0
    bottom: float = 0
    right: float = 200
    top: float | None = None
    h: float = 10
    gap: float = 0
    text: str = "word"
    page: int = 0

    def but(self, **changes: Any) -> Line:
        """The line with some fields changed."""
        return replace(self, **changes)


def make_lines(*rows: Line) -> Lines:
    """Lines with the fields that the eight conditions look at; the others are zero."""
    none, n = no_lines(), len(rows)
    columns = {
        f.name: np.zeros((*getattr(none, f.name).shape[:-1], n), getattr(none, f.name).dtype)
        for f in fields(Lines)[2:]
    }
    box = [(r.left, r.bottom, r.right, r.bottom + r.h if r.top is None else r.top) for r in rows]
    columns["box"] = np.array(box, np.float32).T.reshape(4, n)
    columns["h"] = np.array([r.h for r in rows], np.float32)
    columns["base"] = np.array([r.bottom for r in rows], np.float32)
    columns["gap"] = np.array([r.gap for r in rows], np.float32)
    columns["page"] = np.array([r.page for r in rows], np.int32)
    start = np.append(0, np.cumsum([len(r.text) for r in rows])).astype(np.int64)
    return Lines(text="".join(r.text for r in rows), start=start, **columns)


def measured(*rows: Line, rules: Rules | str = "gap") -> Breaks:
    """The breaks between lines."""
    chosen = PRESETS[rules] if isinstance(rules, str) else rules
    return measure(make_lines(*rows), chosen)


def failed(*rows: Line, rules: Rules | str = "gap") -> Reason:
    """The conditions that do not hold for the break between the first two lines."""
    chosen = PRESETS[rules] if isinstance(rules, str) else rules
    return Reason(int(failed_conditions(measured(*rows, rules=chosen), chosen)[0]))


@dataclass(frozen=True)
class Glyph:
    """A character with ink and its box; a blank or a line end has none."""

    char: str
    left: float = 0
    bottom: float = 0
    right: float = 0
    top: float = 0
    hyphen: bool = False
    generated: bool = False
    turn: int = 0


#: The end of a line as PDFium makes it up.
END = (Glyph("\r", generated=True), Glyph("\n", generated=True))


def word(text: str, left: float, bottom: float = 0, h: float = 10, width: float = 5) -> list[Glyph]:
    """Glyphs side by side, `width` points each."""
    return [
        Glyph(c, left + i * width, bottom, left + (i + 1) * width, bottom + h)
        for i, c in enumerate(text)
    ]


def piece(text: str, left: float, right: float, bottom: float = 0, h: float = 10) -> list[Glyph]:
    """Glyphs side by side that share the space from `left` to `right`."""
    return word(text, left, bottom, h, (right - left) / len(text))


def make_chars(*pages: Sequence[Glyph]) -> Chars:
    """Characters of pages, in PDFium's order, all in one font of size 10."""
    glyphs = [glyph for page in pages for glyph in page]
    n = len(glyphs)
    box = np.array([(g.left, g.bottom, g.right, g.top) for g in glyphs], np.float32)
    box = np.ascontiguousarray(box.T.reshape(4, n))
    code = np.array([ord(g.char) for g in glyphs], np.uint32)
    no, zero = np.zeros(n, np.bool_), np.zeros(n, np.int32)
    counts = [len(page) for page in pages]
    index = np.concatenate([np.arange(count) for count in counts]).astype(np.int32)
    return Chars(
        code=code,
        box=box,
        loose=box.copy(),
        tight=box.copy(),
        ink=box[3] > box[1],
        line_end=np.isin(code, (10, 13)),
        generated=np.array([g.generated for g in glyphs], np.bool_),
        hyphen=np.array([g.hyphen for g in glyphs], np.bool_),
        map_error=no,
        index=index,
        run=zero,
        turn=np.array([g.turn for g in glyphs], np.uint8),
        page_start=np.append(0, np.cumsum(counts)).astype(np.int64),
        page_size=np.full((len(pages), 2), 600, np.float32),
        runs=_one_run(),
        fonts=("Test",),
    )


def _one_run() -> Runs:
    values: dict[str, Any] = {"size": 10, "weight": 400, "mark": -1, "font": 0}
    kinds = {"size": np.float32, "angle": np.float32, "fixed": np.bool_, "colour": np.uint32}
    return Runs(
        **{
            f.name: np.array([values.get(f.name, 0)], kinds.get(f.name, np.int32))
            for f in fields(Runs)
        }
    )
