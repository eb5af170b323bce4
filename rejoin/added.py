"""Text that is put among the characters: what stands in form fields, annotations, replacements."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np

from rejoin.model import Chars, Floats, Runs, rotate

#: Width of a glyph, in type sizes: its box is made up.
ADVANCE = 0.5
#: Distance of two lines of one piece, in type sizes.
LEADING = 1.2
#: Share of the smaller height that two boxes must share to be on one line.
ON_LINE = 0.4
#: Gap from which a blank stands beside a piece, in its heights.
BLANK = 0.15
_SPACE, _NEWLINE = 0x20, 0x0A


#: White space that is not a blank, halves of pairs and non-characters, control codes.
_GAP = re.compile("[\t\n\v\f\r\x85\u2028\u2029]")
_NO_TEXT = re.compile("[\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")
_CONTROL = re.compile("[\0-\x1f\x7f-\x9f]")


@dataclass(frozen=True)
class Piece:
    """One line of text with its place.

    Attributes
    ----------
    page : int
        Counted from the first page of the characters.
    box : tuple of float
        Left, bottom, right, top in PDF user space.
    after : int, optional
        Character that it follows; by default the place says which.
    """

    page: int
    text: str
    box: tuple[float, float, float, float]
    after: int | None = None


def add(chars: Chars, pieces: Sequence[Piece]) -> Chars:
    """Characters with pieces among them, each on the line that it stands on, or on its own."""
    for piece in pieces:
        piece = replace(piece, text=_plain(piece.text))
        if piece.text.strip() and 0 <= piece.page < len(chars.page_start) - 1:
            chars = _add(chars, piece)
    return chars


def _plain(text: str) -> str:
    """Text as it may stand in a line: a file can have anything in its strings."""
    return _CONTROL.sub("", _NO_TEXT.sub("\ufffd", _GAP.sub(" ", text)))


def _add(chars: Chars, piece: Piece) -> Chars:
    first, stop = (int(v) for v in chars.page_start[piece.page : piece.page + 2])
    turn = int(np.bincount(chars.turn[first:stop]).argmax()) if stop > first else 0
    box = rotate(np.array(piece.box, np.float32)[:, None], turn)[:, 0]
    if piece.after is not None:
        at, before, behind = _follow(chars, first, stop, box, piece.after)
    else:
        at, before, behind = _place(chars, first, stop, box)
    code = [*before, *map(ord, piece.text), *behind]
    return _insert(chars, at, code, len(before), len(piece.text), box, piece.page, turn)


def _follow(
    chars: Chars, first: int, stop: int, box: Floats, after: int
) -> tuple[int, list[int], list[int]]:
    """As `_place`, for a box that follows a character: blanks where there are gaps."""
    wide = BLANK * float(box[3] - box[1])
    before, behind = list[int](), list[int]()
    if after >= first and chars.ink[after] and box[0] - chars.box[2, after] > wide:
        before = [_SPACE]
    if after + 1 < stop and chars.ink[after + 1] and chars.box[0, after + 1] - box[2] > wide:
        behind = [_SPACE]
    return after + 1, before, behind


def _place(chars: Chars, first: int, stop: int, box: Floats) -> tuple[int, list[int], list[int]]:
    """Where a box belongs among the characters of a page, and what stands before and after it."""
    ink = np.flatnonzero(chars.ink[first:stop]) + first
    if not len(ink):
        return stop, [], [_NEWLINE]
    left, bottom, right, top = chars.box[:, ink]
    shared = np.minimum(top, box[3]) - np.maximum(bottom, box[1])
    row = shared >= ON_LINE * np.minimum(top - bottom, box[3] - box[1])
    middle = (left + right) / 2
    before, behind = row & (middle <= box[0]), row & (middle >= box[2])
    if before.any():
        at = int(ink[before][np.argmax(right[before])])
        return at + 1, [_SPACE], [_SPACE]
    if behind.any():
        at = int(ink[behind][np.argmin(left[behind])])
        return at, [], [_SPACE]
    above = bottom >= box[1]
    if not above.any():
        return first, [], [_NEWLINE]
    # the nearest line above; among its characters the last one
    aside = np.maximum(0, np.maximum(left - box[2], box[0] - right))
    near = np.where(above, bottom - box[1] + aside, np.inf)
    at = int(ink[np.argmin(near)])
    ends = np.flatnonzero(chars.line_end[at:stop])
    at = at + int(ends[0]) if len(ends) else stop
    return at, [_NEWLINE], [_NEWLINE]


def _insert(
    chars: Chars, at: int, code: list[int], skip: int, count: int, box: Floats, page: int, turn: int
) -> Chars:
    """Insert codes before character `at`; `count` of them, after `skip`, share the box."""
    n = len(code)
    boxes = np.zeros((4, n), np.float32)
    edges = np.linspace(box[0], box[2], count + 1)
    some = slice(skip, skip + count)
    boxes[0, some], boxes[2, some] = edges[:-1], edges[1:]
    boxes[1, some], boxes[3, some] = box[1], box[3]
    codes = np.array(code, np.uint32)
    real = np.zeros(n, np.bool_)
    real[some] = True
    ink = real & (codes != _SPACE)
    boxes[:, ~ink] = 0
    runs = _one_more(chars, at, float(box[3] - box[1]))
    new: dict[str, Any] = {
        "code": codes,
        "box": boxes,
        "loose": boxes,
        "tight": boxes,
        "ink": ink,
        "line_end": ~real & (codes == _NEWLINE),
        "generated": ~real,
        "hyphen": np.zeros(n, np.bool_),
        "map_error": np.zeros(n, np.bool_),
        "index": np.full(n, chars.index[max(0, at - 1)] if len(chars) else 0, np.int32),
        "run": np.full(n, len(runs.size) - 1, np.int32),
        "turn": np.full(n, turn, np.uint8),
    }
    columns = {
        name: np.concatenate(
            [getattr(chars, name)[..., :at], part, getattr(chars, name)[..., at:]], axis=-1
        ).astype(getattr(chars, name).dtype)
        for name, part in new.items()
    }
    start = chars.page_start.copy()
    start[page + 1 :] += n
    fonts = chars.fonts or ("",)
    return replace(chars, **columns, page_start=start, runs=runs, fonts=fonts)


def _one_more(chars: Chars, at: int, high: float) -> Runs:
    """The text objects and one more, like that of the character before, of this height."""
    runs = chars.runs
    if not len(runs.size):
        return Runs(
            size=np.array([high], np.float32),
            weight=np.array([400], np.int32),
            mode=np.zeros(1, np.int32),
            mark=np.full(1, -1, np.int32),
            colour=np.full(1, 255, np.uint32),
            angle=np.zeros(1, np.float32),
            fixed=np.zeros(1, np.bool_),
            font=np.zeros(1, np.int32),
        )
    like = int(chars.run[min(max(at - 1, 0), len(chars) - 1)]) if len(chars) else 0
    rows: dict[str, Any] = {}
    for column in fields(runs):
        old = getattr(runs, column.name)
        rows[column.name] = np.append(old, old[like : like + 1])
    return Runs(**rows)
