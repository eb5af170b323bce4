"""Running heads, running feet and page numbers, told by where they stand and what they repeat."""

from __future__ import annotations

import re
from collections import defaultdict

import numpy as np

from bench.cut import Stream
from bench.stream import Bools, Ints

#: So many lines at the top and at the bottom of a page are looked at.
EDGE = 3
#: On so many pages a text must stand at the same height to be a running head.
REPEATS = 3
#: Two heights are the same within this many points.
HEIGHT = 3.0
#: Longest text of a line that is only a page number.
NUMBER = re.compile(r"[\W_]*(\d{1,4}|[ivxlcdm]{1,7}|[A-Z]-?\d{1,3})[\W_]*", re.IGNORECASE)
#: A height is kept for furniture if it has the outermost line on this share of the pages ...
SLOT_PAGES = 0.3
#: ... and on this share of them the next line is more than so many line pitches away.
SLOT_APART, SLOT_PITCHES = 0.9, 1.4
_VARIES = re.compile(r"\d+|\b[ivxlcdm]+\b", re.IGNORECASE)


def furniture(stream: Stream) -> Bools:
    """Which lines are running heads, running feet or page numbers.

    A line counts if its text, numbers apart, stands at the same height near the edge of several
    pages; if it is nothing but a number at the height where other pages have theirs; or if its
    height is one where many pages have a line that stands apart from the text.
    """
    out = np.zeros(len(stream.lines), bool)
    groups: dict[tuple[str, str, int], list[int]] = defaultdict(list)
    slots: dict[tuple[str, int], list[tuple[int, bool]]] = defaultdict(list)
    pitch = _pitch(stream)
    for page in range(1, stream.pages + 1):
        for side, rows in _edges(stream, page):
            for line in (line for row in rows for line in row):
                text = stream.text(line).strip()
                key = "#" if NUMBER.fullmatch(text) else _VARIES.sub("#", text)
                for height in _heights(stream, line):
                    groups[key, side, height].append(line)
            if len(rows) > 1:
                apart = abs(_base(stream, rows[0]) - _base(stream, rows[1])) > SLOT_PITCHES * pitch
                for height in _heights(stream, rows[0][0]):
                    slots[side, height].extend((line, apart) for line in rows[0])
    for lines in groups.values():
        if len(set(stream.lines.page[lines].tolist())) >= REPEATS:
            out[lines] = True
    least = max(REPEATS, SLOT_PAGES * stream.pages)
    for found in slots.values():
        if len(found) >= least and np.mean([apart for _, apart in found]) >= SLOT_APART:
            out[[line for line, _ in found]] = True
    return out


def _heights(stream: Stream, line: int) -> list[int]:
    """Two overlapping bins of height, so that no edge between bins parts equal heights."""
    y = float(stream.lines.box[line, 1])
    return [2 * round((y + step * HEIGHT) / (2 * HEIGHT)) + step for step in (0, 1)]


def _base(stream: Stream, row: list[int]) -> float:
    return float(stream.lines.box[row, 1].mean())


def _pitch(stream: Stream) -> float:
    """The usual distance of lines that follow each other."""
    steps = -np.diff(stream.lines.box[:, 1])
    steps = steps[(np.diff(stream.lines.page) == 0) & (steps > 2)]
    return float(np.median(steps)) if len(steps) else 0.0


def _edges(stream: Stream, page: int) -> list[tuple[str, list[list[int]]]]:
    """The uppermost and the lowermost rows of a page, from the edge inwards."""
    first, last = np.searchsorted(stream.lines.page, [page, page + 1])
    order = (np.argsort(-stream.lines.box[first:last, 1], kind="stable") + first).tolist()
    return [("top", _rows(stream, order)[:EDGE]), ("foot", _rows(stream, order[::-1])[:EDGE])]


def _rows(stream: Stream, order: list[int]) -> list[list[int]]:
    """Group lines, ordered by height, into rows."""
    rows: list[list[int]] = []
    for line in order:
        y = stream.lines.box[line, 1]
        if rows and abs(stream.lines.box[rows[-1][0], 1] - y) < HEIGHT:
            rows[-1].append(line)
        elif len(rows) < EDGE:
            rows.append([line])
        else:
            break
    return rows


def in_place(p: Ints, t: Ints, t2p: Ints, edges: Bools, before: int, after: int) -> int:
    """Position where a line stands whole in the true text beside its neighbours; -1 if nowhere.

    Parameters
    ----------
    p
        The line's folded characters.
    t, t2p
        The true text and what is taken of it.
    edges
        Which positions of the true text start a unit (one more than there are positions).
    before, after
        Positions of the neighbours' nearest characters; -1 where there is none.
    """
    n = len(p)
    for start in (before + 1 if before >= 0 else -1, after - n if after >= 0 else -1):
        if start < 0 or start + n > len(t) or not (edges[start] and edges[start + n]):
            continue
        if (t[start : start + n] == p).all() and (t2p[start : start + n] < 0).all():
            return start
    return -1
