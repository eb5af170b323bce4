"""What the page for looking shows: lines, breaks and their measurements as plain JSON values."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from rejoin.decision import needed
from rejoin.document import Document
from rejoin.explain import BOUNDS, SWITCHES, VALUES
from rejoin.joining import Join, join_kinds
from rejoin.page import Page
from rejoin.picture import Picture, draw
from rejoin.rules import PRESETS, Reason, Rules

#: Pixels a point of the pictures.
SCALE = 1.4
#: Rows of a label file keep so many characters of the lines.
ENDS = 40


def rules_data(rules: Rules) -> dict[str, Any]:
    """Thresholds and switches, and how the conditions use them."""
    unit = {name: meta for name, _, meta in Rules.thresholds()}
    used = {threshold for bounds in BOUNDS.values() for _, threshold, _ in bounds if threshold}
    return {
        "name": rules.name,
        "learnt": rules.learnt,
        "needed": needed(rules) if rules.learnt else 0.7,
        "values": list(VALUES),
        "conditions": [
            {"name": reason.names[0], "bounds": [list(bound) for bound in BOUNDS[reason]]}
            for reason in Reason
        ],
        "thresholds": {
            name: {
                "value": float(getattr(rules, name)),
                "unit": unit[name]["unit"],
                "what": unit[name]["what"],
            }
            for name in unit
            if name in used
        },
        "switches": {name: getattr(rules, name) for name in SWITCHES},
        "presets": {
            name: {s: getattr(preset, s) for s in ("learnt", *SWITCHES)}
            for name, preset in PRESETS.items()
        },
        "kinds": [kind.label for kind in Join],
    }


def page_data(document: Document, page: Page) -> tuple[dict[str, Any], Picture]:
    """One page: size, lines, breaks; and its picture."""
    picture = draw(document.handle, page.number - 1, SCALE)
    lines, breaks, decision = page.lines, page.breaks, page.decision
    place = picture.place(lines.page_box()).T if len(lines) else np.zeros((0, 4))
    every = np.ones(len(breaks), np.bool_)
    kinds = np.where(page.kinds < 0, join_kinds(lines, breaks, every, document.rules), page.kinds)
    values = np.stack([np.asarray(getattr(breaks, v), np.float64) for v in VALUES], axis=1)
    data = {
        "number": page.number,
        "size": [round(picture.width, 2), round(picture.height, 2)],
        "text": lines.texts,
        "box": np.round(place, 1).tolist(),
        "h": np.round(lines.h.astype(np.float64), 2).tolist(),
        "word": np.round(lines.word.astype(np.float64), 1).tolist(),
        "plain": (~lines.mirrored & (lines.turn == 0)).tolist(),
        "edge": _edges(picture, breaks.column_right),
        "above": breaks.above.tolist(),
        "below": breaks.below.tolist(),
        "values": values.tolist(),
        "confidence": np.round(decision.confidence.astype(np.float64), 4).tolist(),
        "joined": decision.joined.astype(int).tolist(),
        "failed": decision.failed.tolist(),
        "kind": kinds.tolist(),
        "span": np.stack([lines.last[breaks.above], lines.first[breaks.below]], axis=1).tolist(),
        "label": [None] * len(breaks),
    }
    return data, picture


def _edges(picture: Picture, right: Any) -> list[float]:
    """Right edges of the columns in the picture, for the lines that are not turned."""
    box = np.zeros((4, len(right)))
    box[0] = box[2] = right
    return [float(x) for x in np.round(picture.place(box)[0], 1)]


def pages_data(document: Document) -> Iterator[tuple[dict[str, Any], Picture]]:
    """All pages, one after the other; one that cannot be read is left out."""
    for page in document:
        if not page.error:
            yield page_data(document, page)


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
