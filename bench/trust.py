"""Which tags and twins can be believed: documents are refused, single breaks set to unknown.

Writers tag every line as a paragraph, a page as one paragraph, or set several paragraphs in one
tag with forced breaks; such tags would make wrong labels.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, field, replace

import numpy as np

from bench.cut import Stream
from bench.labels import Row
from bench.place import Placement, right_to_left
from bench.rows import Edges, edges
from bench.stream import Floats
from bench.tags import Tagged

#: Kinds of blocks whose extent is believed.
BLOCKS = frozenset(
    "p h h1 h2 h3 h4 h5 h6 li lbl lbody td th caption note blockquote toci title quote".split()
)
#: Kinds that a writer may cut at a page or column edge.
FLOWING = frozenset(("p", "li", "lbody", "blockquote", "note"))
#: Smallest share of visible characters that are tagged.
TAGGED = 0.4
#: Smallest share of visible characters that stand in a twin, too.
TWIN = 0.6
#: Largest share of blocks whose pieces come in another order than on the page.
DISORDER = 0.25
#: Largest share of breaks between paragraphs that look like wraps.
CUT = 0.1
#: Largest share of breaks inside paragraphs with room for the next word.
FORCED = 0.14
#: Largest share of breaks inside paragraphs that leap over more than `LEAP` line heights.
LEAPING, LEAP = 0.1, 3.0
#: A word has room if it leaves this many line heights free.
ROOM = 1.5
#: Fewer breaks than this are no evidence.
EVIDENCE = 5


@dataclass
class Signs:
    """Signs at single breaks that the tags there are wrong; keyed by page and separator.

    Attributes
    ----------
    cut
        Breaks between paragraphs where the text seems to go on.
    forced
        Breaks inside a paragraph where the next word had room.
    leaping
        Breaks inside a paragraph that lead far down or up.
    between, inside
        How many breaks of both sorts there are.
    """

    cut: set[tuple[int, int]] = field(default_factory=set)
    forced: set[tuple[int, int]] = field(default_factory=set)
    leaping: set[tuple[int, int]] = field(default_factory=set)
    between: int = 0
    inside: int = 0

    def many(self) -> list[str]:
        """What there is too much of, in words."""
        return [
            f"{len(count)} of {whole} {name}"
            for name, count, whole, most in (
                ("paragraphs end in mid-sentence", self.cut, self.between, CUT),
                ("breaks inside paragraphs are forced", self.forced, self.inside, FORCED),
                ("paragraphs leap over the page", self.leaping, self.inside, LEAPING),
            )
            if len(count) >= EVIDENCE and len(count) > most * whole
        ]


def signs(stream: Stream, placed: Placement) -> Signs:
    """Look for signs of wrong units at every break inside a page."""
    ends = edges(stream, placed)
    found = Signs()
    right = _reach(stream, placed, ends)
    lines, back = stream.lines, right_to_left(stream)
    for a in range(len(lines) - 1):
        above, below = int(ends.tail[a]), int(ends.head[a + 1])
        if lines.page[a] != lines.page[a + 1] or above < 0 or stream.same_row(a, a + 1):
            continue
        key = int(lines.page[a]), int(lines.sep[a])
        if above == below:
            found.inside += 1
            if lines.upright[a] and not 0 < stream.drop(a, a + 1) < LEAP * _height(stream, a):
                found.leaping.add(key)
            if not back[a] and _has_room(stream, a, float(right[above])):
                found.forced.add(key)
        elif below >= 0 and placed.kinds[above] == "p":
            found.between += 1
            if _goes_on(stream, a, a + 1):
                found.cut.add(key)
    return found


def doubts(stream: Stream, tagged: Tagged) -> list[str]:
    """Reasons not to believe the tags of a document; none if they fit the page."""
    found = signs(stream, tagged.placement)
    reasons = []
    if not any(tagged.blocks):
        return ["no structure tree"]
    covered = tagged.placement.coverage()
    if covered < TAGGED:
        reasons.append(f"only {covered:.0%} of the characters are tagged")
    if _disorder(stream, tagged) > DISORDER:
        reasons.append("the tags' order is not the page's")
    return reasons + found.many()


def twin_doubts(stream: Stream, placed: Placement) -> list[str]:
    """Reasons not to believe the twin of a document; none if it fits the page."""
    covered = placed.coverage()
    few = [f"the twin has only {covered:.0%} of the characters"] if covered < TWIN else []
    return few + signs(stream, placed).many()


def twin_cautious(stream: Stream, placed: Placement, rows: list[Row]) -> list[Row]:
    """Set to unknown what a twin says but the page speaks against."""
    found = signs(stream, placed)
    suspect = found.cut | found.forced | found.leaping
    return [
        replace(row, label="unknown", join=None)
        if row.page_below is None and (row.page, row.char) in suspect
        else row
        for row in rows
    ]


def cautious(stream: Stream, tagged: Tagged, rows: list[Row]) -> list[Row]:
    """Set to unknown what the tags say but the page speaks against."""
    found = signs(stream, tagged.placement)
    suspect = found.cut | found.forced | found.leaping
    tops = {(int(p), int(s)): i for i, (p, s) in
            enumerate(zip(stream.lines.page, stream.lines.sep, strict=True))}  # fmt: skip
    out = []
    for row in rows:
        a = tops[row.page, row.char]
        known = set(row.unit) <= BLOCKS and (row.page, row.char) not in suspect
        if row.page_below is not None:
            known = known and row.label == "keep" and row.unit[1] not in FLOWING
        elif row.label == "keep" and set(row.unit) <= FLOWING:
            known = known and stream.drop(a, a + 1) > 0
        out.append(row if known else replace(row, label="unknown", join=None))
    return out


def _height(stream: Stream, line: int) -> float:
    box = stream.lines.box[line]
    return max(float(box[3] - box[1]), 1.0)


def _has_room(stream: Stream, a: int, right: float) -> bool:
    """Whether the first word of the next line had fitted on line `a`, up to `right`."""
    free = right - float(stream.lines.box[a, 2])
    return _width(stream, a + 1) + ROOM * _height(stream, a) < free


def _reach(stream: Stream, placed: Placement, ends: Edges) -> Floats:
    """Right edge of every block."""
    out = np.full(len(placed.kinds), -np.inf)
    for side in (ends.head, ends.tail):
        known = side >= 0
        np.maximum.at(out, side[known], stream.lines.box[known, 2])
    return out


def _width(stream: Stream, line: int) -> float:
    """Width of the first word of a line."""
    a, b = int(stream.lines.start[line]), int(stream.lines.stop[line])
    blank = np.flatnonzero(~stream.chars.ink[a:b])
    stop = a + int(blank[0]) if len(blank) else b
    if unicodedata.east_asian_width(chr(int(stream.chars.code[a]))) in "WF":
        stop = a + 1
    box = stream.chars.box[a:stop]
    return float(box[:, 2].max() - box[:, 0].min())


def _goes_on(stream: Stream, a: int, b: int) -> bool:
    """Whether a sentence seems to go on over the end of a paragraph."""
    above, below = stream.text(a).strip(), stream.text(b).strip()
    near = 0 < stream.drop(a, b) < LEAP * _height(stream, a)
    open_end = bool(above) and (above[-1].islower() or above[-1] == ",")
    wide = stream.lines.box[a, 2] - stream.lines.box[a, 0] > 10 * _height(stream, a)
    return bool(near and wide and open_end and below[:1].islower())


def _disorder(stream: Stream, tagged: Tagged) -> float:
    """Share of the blocks of several pieces whose lines come in another order."""
    unit = tagged.placement.unit
    where = np.flatnonzero(unit >= 0)
    order = where[np.argsort(unit[where], kind="stable")]
    back = stream.chars.box[order[1:], 1] > stream.chars.box[order[:-1], 3] + 1
    same = unit[order[1:]] == unit[order[:-1]]
    blocks = len(np.unique(unit[order]))
    return len(np.unique(unit[order[1:]][back & same])) / max(blocks, 1)
