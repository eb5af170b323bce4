"""What the page for looking shows: lines, breaks and their measurements as plain JSON values."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from rejoin.document import Document
from rejoin.errors import PageError
from rejoin.joining import join_kinds
from rejoin.model import Floats, Lines, rotate
from rejoin.page import Page
from rejoin.picture import Frame, frame
from rejoin.viewrules import Readings, spans

#: Pixels a point of the pictures.
SCALE = 1.4
#: Rows of a label file keep so many characters of the lines.
ENDS = 40
#: Size that a page is given that cannot be loaded, points.
_BLANK = (595.0, 200.0)


def pages_data(document: Document) -> Iterator[dict[str, Any]]:
    """All pages, one after the other, each once; one that cannot be read says why."""
    readings, seen = Readings(document), set()
    try:
        for page in document:
            if page.number not in seen:
                seen.add(page.number)
                yield page_data(document, page, readings)
    finally:
        readings.close()


def page_data(document: Document, page: Page, readings: Readings) -> dict[str, Any]:
    """One page: size, lines, breaks, measurements of every reading."""
    try:
        shown = frame(document.handle, page.number - 1)
    except PageError as error:
        shown = Frame(*_BLANK, np.eye(2, 3))
        problem = error.reason
    else:
        problem = page.error.reason if page.error else ""
    lines, breaks = page.lines, page.breaks
    every = np.ones(len(breaks), np.bool_)
    kinds = np.where(page.kinds < 0, join_kinds(lines, breaks, every, document.rules), page.kinds)
    place = shown.place(lines.page_box()).T if len(lines) else np.zeros((0, 4))
    return {
        "number": page.number,
        "size": [round(shown.width, 2), round(shown.height, 2)],
        "note": problem or _note(page),
        "failed": bool(problem),
        "over": any(p.pages[-1] > page.number for p in page.paragraphs if p.pages),
        "text": lines.texts,
        "box": np.round(place, 1).tolist(),
        **_upright(shown, lines),
        "word": np.round(lines.word.astype(np.float64), 1).tolist(),
        "above": breaks.above.tolist(),
        "below": breaks.below.tolist(),
        "read": readings.measured(page),
        "kind": kinds.tolist(),
        "span": spans(lines, breaks).tolist(),
        "label": [None] * len(breaks),
        "join": [None] * len(breaks),
    }


def _note(page: Page) -> str:
    """What is said of a page without text."""
    return "" if len(page.lines) else f"no text on this page ({page.quality.page_class})"


def _upright(shown: Frame, lines: Lines) -> dict[str, Any]:
    """Boxes in the reading frame (y up, each line from left to right), and the way to the picture.

    `frame` is the row in `frames` of each line's matrix, written as SVG writes it.
    """
    way = lines.turn.astype(np.int64) + 4 * lines.mirrored
    ways, row = np.unique(way, return_inverse=True)
    frames = [_matrix(shown, int(w) % 4, mirrored=bool(w >= 4)) for w in ways]
    return {
        "own": np.round(lines.box.T.astype(np.float64), 1).tolist(),
        "frame": row.tolist(),
        "frames": [np.round(m.T.ravel(), 5).tolist() for m in frames],
    }


def _matrix(shown: Frame, turn: int, *, mirrored: bool) -> Floats:
    """From the reading frame to the picture; see `rejoin.model.Lines.page_box`."""
    points = np.array([[0.0, 1.0, 0.0], [0.0, 0.0, 1.0]])
    if mirrored:
        points = points * [[-1.0], [1.0]]
    user = rotate(np.concatenate([points, points]), -turn)[:2]
    seen = shown.matrix[:, :2] @ user + shown.matrix[:, 2:]
    origin = seen[:, :1]
    return np.concatenate([seen[:, 1:] - origin, origin], axis=1)


def places(page: Page) -> list[dict[str, Any]]:
    """What a label file says about each break of a page, without its label."""
    lines, breaks = page.lines, page.breaks
    box = lines.page_box().astype(np.float64)
    out = []
    for a, b in zip(breaks.above.tolist(), breaks.below.tolist(), strict=True):
        out.append(
            {
                "page": page.number,
                "above": lines[a][-ENDS:],
                "below": lines[b][:ENDS],
                "box": [round(float(x), 1) for x in (*box[[0, 2], a], *box[[0, 2], b])],
                "drop": round(float(lines.base[a] - lines.base[b]), 1),
                # the separator, or the hyphen that PDFium marked
                "char": int(lines.last[a]) + int(not lines.hyphen[a]),
                "span": [int(lines.last[a]), int(lines.first[b])],
            }
        )
    return out
