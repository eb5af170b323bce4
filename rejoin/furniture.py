"""What stands around the text of a page: running heads and feet, page numbers, line numbers.

Furniture is found by repetition over the pages of a window. A row at the edge of a page is
furniture if, numbers masked, the same text stands at the same place on other pages; if it counts
the pages; if it is nothing but a number that stands apart; or if other pages have a row apart from
the text at just this height. It is kept as lines of its own, unless it is to be dropped, and a
paragraph is followed past it over the page edge.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from rejoin.medians import commonest, median
from rejoin.model import Bools, Ints, Lines

#: Rows from the top and from the bottom of a page that are looked at. If all of them repeat, the
#: page as a whole does, as a form does, and none is furniture.
DEPTH = 4
#: Furniture stands at the same height on all its pages, within this distance (points).
SAME_PLACE = 3.0
#: Pages of a window on which a text must stand to be a running head, or a row count the pages;
#: in windows of at most `SHORT` pages two are enough, because left and right pages may differ.
REPEATS, SHORT = 3, 5
#: A row stands apart from the text from this many times the usual line pitch on ...
APART = 1.2
#: ... and its height is one for furniture if so many of the rows there stand apart.
APART_SHARE = 0.8
#: A word with a number, such as "page 7", may end a paragraph: it has to stand further apart.
FAR_APART = 2.0
#: Share of a row's characters that has to repeat: cells repeat one by one.
SHARE = 0.4
#: Furniture is not set larger than this against the body: what is larger is a title.
LARGEST = 1.08
#: Line numbers: so many in a row, on so many of their steps the same distance, beside so much of
#: the page's height.
NUMBERED, STEADY, ALONG = 5, 0.8, 0.5
#: Pieces belong to one row if their baselines are no further apart than this, in h.
ROW = 0.4
_NUMBER = re.compile(
    r"[\W_]*(?:[^\W\d_]{1,6}\.?\s*)?(?:\d{1,4}|[ivxlcdm]{1,7})"
    r"(?:\s*(?:/|of|von|de|sur|van|из|z)\s*\d{1,4})?[\W_]*",
    re.IGNORECASE,
)
_BARE = re.compile(r"[\W_]*(?:\d{1,4}|[ivxlcdm]{1,7})[\W_]*", re.IGNORECASE)
_DIGITS = re.compile(r"\d+")
_COUNT = re.compile(r"^\W{0,3}(\d{1,4})(?!\w|[.)]\S|\.\s)|(?<![\w.,])(\d{1,4})\W{0,3}$")


class _Plain(NamedTuple):
    """Columns of `Lines` as lists: rows are put together one line at a time."""

    base: list[float]
    left: list[float]
    reach: list[float]
    height: list[float]
    texts: list[str]

    @classmethod
    def of(cls, lines: Lines) -> _Plain:
        reach = np.float32(ROW) * lines.h
        base, left, height = (some.tolist() for some in (lines.base, lines.box[0], lines.h))
        return cls(base, left, reach.tolist(), height, lines.texts)


class _Row(NamedTuple):
    """A visual row at the edge of a page."""

    page: int
    top: bool
    depth: int
    lines: list[int]
    base: float
    apart: float
    height: float
    text: str


def furniture(lines: Lines, pages: int) -> Bools:
    """Lines that are running heads or feet, page numbers, or line numbers in the margin.

    Parameters
    ----------
    lines : Lines
        Those of a window.
    pages : int
        How many pages it has.
    """
    out = np.zeros(len(lines), np.bool_)
    if not len(lines):
        return out
    out |= line_numbers(lines)
    usual, height, plain = _usual_pitch(lines), commonest(lines.h, lines), _Plain.of(lines)
    rows = [row for page, down in _upright(lines, out)
            for row in _edge_rows(plain, page, down, usual)]  # fmt: skip
    sure = _repeated(rows, lines, pages) | _counting(rows, pages)
    sure |= _numbers(rows, height) | _slots(rows, height, pages)
    found: dict[tuple[int, bool], list[_Row]] = defaultdict(list)
    for i, row in enumerate(rows):  # from the edge inwards: nothing stands outside furniture
        if i in sure and len(found[row.page, row.top]) == row.depth:
            found[row.page, row.top].append(row)
    for some in found.values():
        if len(some) < DEPTH:
            out[[i for row in some for i in row.lines]] = True
    return out


def line_numbers(lines: Lines) -> Bools:
    """Numbers of lines in the margin: they count down the page at even steps beside the text."""
    out = np.zeros(len(lines), np.bool_)
    length = np.diff(lines.start)
    code = lines.edge_codes
    may = (length <= 4) & (code[0] - 0x30 < 10) & (code[1] - 0x30 < 10)
    for _, a, b in pages_of(lines) if may.any() else ():
        some = np.flatnonzero(may[a:b]) + a
        some = np.array([i for i in some.tolist() if lines[i].isdecimal()], np.int64)
        if len(some) < NUMBERED:
            continue
        text = np.setdiff1d(np.arange(a, b), some)
        for group in _in_margin(lines, some, text):
            out[group] |= _counts_down(lines, group, a, b)
    return out


def _in_margin(lines: Lines, some: Ints, text: Ints) -> Iterator[Ints]:
    """Numbers left of (nearly) all the text, and those right of it."""
    if not len(text):
        return
    length = np.diff(lines.start)[text]
    body = text[length > 4]
    if not len(body):
        return
    yield some[lines.box[2, some] < np.quantile(lines.box[0, body], 0.05)]
    yield some[lines.box[0, some] > np.quantile(lines.box[2, body], 0.95)]


def _counts_down(lines: Lines, group: Ints, a: int, b: int) -> bool:
    """Whether numbers rise evenly down the page, beside a good part of it."""
    if len(group) < NUMBERED:
        return False
    down = group[np.argsort(-lines.base[group], kind="stable")]
    step = np.diff([int(lines[i]) for i in down.tolist()])
    usual = int(median(step))
    high = float(lines.box[3, a:b].max() - lines.box[1, a:b].min())
    along = float(lines.base[down[0]] - lines.base[down[-1]])
    return usual > 0 and float(np.mean(step == usual)) >= STEADY and along > ALONG * high


def _usual_pitch(lines: Lines) -> float:
    """The usual distance of baselines, points."""
    step = (lines.base[:-1] - lines.base[1:])[lines.page[1:] == lines.page[:-1]]
    step = step[(step > 2) & (step < 60)]
    return float(median(step)) if len(step) else 12.0


def pages_of(lines: Lines) -> Iterator[tuple[int, int, int]]:
    """Every page with lines: its number in the window, first line, line after its last."""
    start = np.flatnonzero(np.diff(lines.page, prepend=-1)).tolist()
    for a, b in zip(start, [*start[1:], len(lines)], strict=True):
        yield int(lines.page[a]), a, b


def _upright(lines: Lines, out: Bools) -> Iterator[tuple[int, list[int]]]:
    """Each page's lines that run as most of it does and are not `out`, down the page."""
    order = np.lexsort((-lines.base, lines.page))
    left_out = out.copy()
    for _, a, b in pages_of(lines) if lines.turn.any() else ():
        left_out[a:b] |= lines.turn[a:b] != np.bincount(lines.turn[a:b]).argmax()
    if left_out.any():
        order = order[~left_out[order]]
    page = lines.page[order]
    for number, _, _ in pages_of(lines):
        low, high = np.searchsorted(page, (number, number + 1)).tolist()
        yield number, order[low:high].tolist()


def _edge_rows(plain: _Plain, page: int, down: list[int], usual: float) -> Iterator[_Row]:
    """Outermost rows of a page, from the edges inwards."""
    base, reach = plain.base, plain.reach
    for top in (True, False):
        rows: list[list[int]] = []
        for i in down if top else down[::-1]:
            head = rows[-1][0] if rows else i
            if rows and abs(base[i] - base[head]) < max(reach[i], reach[head]):
                rows[-1].append(i)
            elif len(rows) > DEPTH:
                break
            else:
                rows.append([i])
        for depth, row in enumerate(rows[:DEPTH]):
            row.sort(key=plain.left.__getitem__)
            here = base[row[0]]
            below = base[rows[depth + 1][0]] if depth + 1 < len(rows) else np.inf
            text = " ".join([plain.texts[i].strip() for i in row])
            height = max([plain.height[i] for i in row])
            yield _Row(page, top, depth, row, here, abs(here - below) / usual, height, text)


def _near(rows: Sequence[_Row], some: Iterable[int]) -> Iterator[list[int]]:
    """Groups of rows at the same height."""
    group: list[int] = []
    for i in sorted(some, key=lambda i: rows[i].base):
        if group and rows[i].base - rows[group[-1]].base > SAME_PLACE:
            yield group
            group = []
        group.append(i)
    if group:
        yield group


def _enough(rows: Sequence[_Row], group: Sequence[int], pages: int) -> bool:
    """Whether a group of rows stands on enough pages; if these are only two, it stands apart."""
    found = len({rows[i].page for i in group})
    if found >= REPEATS:
        return True
    return found == 2 and pages <= SHORT and all(rows[i].apart > APART for i in group)


def _repeated(rows: Sequence[_Row], lines: Lines, pages: int) -> set[int]:
    """Rows most of whose text, numbers masked, stands there on several pages."""
    places: dict[tuple[bool, str], list[int]] = defaultdict(list)
    for i, row in enumerate(rows):
        for piece in {_masked(lines.texts[k]) for k in row.lines}:
            places[row.top, piece].append(i)
    again: Counter[int] = Counter()
    for (_, piece), some in places.items():
        if len(some) < 2 or sum(map(str.isalpha, piece)) < 2:
            continue
        for group in _near(rows, some):
            if _enough(rows, group, pages):
                again.update(dict.fromkeys(group, len(piece)))
    return {i for i, length in again.items() if length >= SHARE * len(rows[i].text)}


def _masked(text: str) -> str:
    return _DIGITS.sub("#", text.strip().casefold())


def _counting(rows: Sequence[_Row], pages: int) -> set[int]:
    """Rows that begin or end with a number that rises with the pages."""
    shifts: dict[tuple[bool, int], list[int]] = defaultdict(list)
    for i, row in enumerate(rows):
        if not _DIGITS.search(row.text[:4] + row.text[-4:]):
            continue  # `_COUNT` looks no further for one
        for match in _COUNT.finditer(row.text):
            number = int(match.group(1) or match.group(2))
            shifts[row.top, number - row.page].append(i)
    out: set[int] = set()
    for some in shifts.values():
        for group in _near(rows, some):
            if _enough(rows, group, pages):
                out.update(group)
    return out


def _numbers(rows: Sequence[_Row], height: float) -> set[int]:
    """Rows that are nothing but a number and stand apart."""
    return {
        i
        for i, row in enumerate(rows)
        if row.apart > APART
        and row.height <= LARGEST * height
        and _NUMBER.fullmatch(row.text)
        and (row.apart > FAR_APART or _BARE.fullmatch(row.text))
    }


def _slots(rows: Sequence[_Row], height: float, pages: int) -> set[int]:
    """Rows at a height where other pages have furniture: section titles that change.

    On most pages the row there stands apart, and some of the texts stand on more than one page.
    """
    out: set[int] = set()
    for top in (True, False):
        small = [
            i for i, row in enumerate(rows)
            if row.top == top and row.depth == 0 and row.height <= LARGEST * height
        ]  # fmt: skip
        for group in _near(rows, small):
            apart = sum(rows[i].apart > APART for i in group) / len(group)
            if len(group) < max(REPEATS, 0.3 * pages) or apart < APART_SHARE:
                continue
            texts = Counter(_masked(rows[i].text) for i in group)
            if texts.most_common(1)[0][1] > 1:
                out.update(group)
    return out
