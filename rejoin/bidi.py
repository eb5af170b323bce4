"""Right-to-left lines in logical order, from where their glyphs stand.

PDFium turns such lines over word by word, which puts Latin phrases, numbers and brackets into the
wrong place, and letters too where a producer draws them one by one. On paper the order is plain:
right to left, but left to right within numbers and Latin phrases.
"""

from __future__ import annotations

import unicodedata
from itertools import pairwise

import numpy as np

from rejoin.model import Bools, Chars, Floats, Ints
from rejoin.rightrows import whole_rows
from rejoin.scripts import right_to_left
from rejoin.vertical import taken

#: Gap between two glyphs that parts words, in type sizes.
GAP = 0.15
#: The same where a blank of the file itself is so near.
NARROW, NEAR = 0.06, 0.35
#: A segment higher than so many of its highest glyphs holds more than one line, and is left alone.
ONE_LINE = 1.4
#: Longest number of a list item, with its mark.
MARKER = 4
#: Parts of a ligature share so much of the width of the narrower one.
SAME_BOX = 0.8
#: A mark stands in the middle of a letter from this far right of it on, in the letter's width.
CENTRED = 0.25
#: ... and from so far left of the letter before, in its width.
BEYOND = 0.0
_OPEN, _CLOSE = "([{\u00ab<", ")]}\u00bb>"
_SWAP = {ord(a): ord(b) for a, b in zip(_OPEN + _CLOSE, _CLOSE + _OPEN, strict=True)}
_OPENING = frozenset(map(ord, _OPEN))
#: Marks between the digits of one number, and signs that stay with it after a Hebrew letter.
_INSIDE, _SIGNS = (
    frozenset(map(ord, ".,:/-\u066b\u066c")),
    frozenset(map(ord, "%$\u20ac\u20aa\u00b0#")),
)
_AFTER = frozenset(map(ord, ".,;:!?\u060c\u061b\u061f)]}"))
#: Hebrew final forms, and Arabic letters that only end a word.
_FINALS = frozenset(map(ord, "\u05da\u05dd\u05df\u05e3\u05e5\u0629\u0649"))
_ALEF, _LAM, _ALEFS = 0x627, 0x644, frozenset((0x622, 0x623, 0x625, 0x627))
_R, _L, _DIGIT, _OTHER = "R", "L", "D", "o"
_MARK = np.array([unicodedata.category(chr(c)) == "Mn" for c in range(0x591, 0x900)])
#: Arabic signs that stand with numbers: percent, decimal and thousands separators.
_WITH_NUMBERS = range(0x66A, 0x66D)


def in_logical_order(chars: Chars) -> Chars:
    """Characters with right-to-left lines in logical order.

    Parameters
    ----------
    chars : Chars
        Characters of a window of pages.
    """
    high = chars.code[chars.code >= 0x590]
    if not len(high) or not right_to_left(high).any():
        return chars
    right = right_to_left(chars.code) & chars.ink
    if not right.any():
        return chars
    left = (chars.code >= 0x41) & ~right & chars.ink
    page = np.repeat(np.arange(len(chars.page_start) - 1), np.diff(chars.page_start))
    new = np.diff(page, prepend=-1) != 0
    new[1:] |= chars.line_end[:-1] & ~chars.line_end[1:]
    new[1:] |= chars.turn[1:] != chars.turn[:-1]
    start = whole_rows(chars, np.flatnonzero(new), right)
    counts = np.add.reduceat(np.stack([right, left]).astype(np.int64), start, axis=1)
    turned = runs_from_right(counts[0], counts[1], page[start])
    edges = np.append(start, len(chars))
    order: list[int] = []
    words: dict[int, list[list[list[int]]]] = {}
    lines: list[tuple[int, int, list[list[int]] | None]] = []
    for k, (a, b) in enumerate(pairwise(edges.tolist())):
        tokens = _tokens(chars, a, b) if turned[k] else None
        lines.append((a, b, tokens))
        if tokens:
            words.setdefault(int(page[a]), []).append(tokens)
    reversed_pages = {number for number, found in words.items() if _reversed(chars, found)}
    pages = np.bincount(page[start], weights=counts[0] - counts[1])
    for k, (a, b, tokens) in enumerate(lines):
        if tokens is None:
            some = right[a:b].any() and not turned[k]
            rows = _words_turned(chars, a, b) if some else list(range(a, b))
            order += _marker(chars, rows) if pages[page[a]] > 0 else rows
            continue
        if int(page[a]) in reversed_pages:
            tokens = [token[::-1] for token in tokens]
        order += _logical(chars, tokens, a, b)
    return taken(chars, np.array(order, np.int64))


def runs_from_right(right: Ints, left: Ints, page: Ints) -> Bools:
    """Stretches of text that run from right to left.

    Most of its letters say how a stretch runs. Where most of the page runs from the right, so does
    a stretch with any such letters: a Latin name may fill most of a paragraph's last line.

    Parameters
    ----------
    right, left : ndarray of int, shape (n,)
        How many letters of both kinds each stretch has.
    page : ndarray of int, shape (n,)
    """
    pages = np.bincount(page, weights=right - left)[page]
    return np.asarray((right > left) | ((right > 0) & (pages > 0)))


def _words_turned(chars: Chars, a: int, b: int) -> list[int]:
    """Rows of a left-to-right line, neighbouring right-to-left words in their order."""
    words: list[list[int]] = [[]]
    for i in range(a, b):
        if chars.ink[i]:
            words[-1].append(i)
        else:
            words += [[i], []]
    # words at even places, blanks at odd ones
    k = 0
    while k < len(words):
        last = k
        while last + 2 < len(words) and _is_foreign(chars, words[last]):
            last += 2
        run = words[k : last + 1 : 2]
        run = run if _is_foreign(chars, run[-1]) else run[:-1]
        if len(run) > 1:
            middle = [-float(chars.loose[0, w].min() + chars.loose[2, w].max()) for w in run]
            at = np.argsort(middle, kind="stable").tolist()
            words[k : k + 2 * len(run) - 1 : 2] = [run[i] for i in at]
        k = max(last, k + 2)
    return [i for word in words for i in word]


def _marker(chars: Chars, rows: list[int]) -> list[int]:
    """Rows of a number that stands alone on a page that runs from the right, its mark after it."""
    ink = [i for i in rows if chars.ink[i]]
    codes = [int(chars.code[i]) for i in ink]
    if not 1 < len(ink) <= MARKER or not all(_kind(c) == _DIGIT for c in codes[1:]):
        return rows
    if codes[0] not in (0x28, 0x2E):
        return rows
    chars.code[ink[0]] = _SWAP.get(codes[0], codes[0])
    return [*ink[1:], ink[0], *(i for i in rows if not chars.ink[i])]


def _is_foreign(chars: Chars, word: list[int]) -> bool:
    return bool(word) and bool(right_to_left(chars.code[word]).all())


def _tokens(chars: Chars, a: int, b: int) -> list[list[int]] | None:
    """Words of a line from right to left, glyphs likewise; none where it is no single line."""
    rows: Ints = np.flatnonzero(chars.ink[a:b]) + a
    low, high = chars.loose[1, rows], chars.loose[3, rows]
    # (in some fonts the boxes are those of the ink, and lower than the type)
    highest = max(float((high - low).max()), float(chars.runs.size[chars.run[rows]].max()), 1e-3)
    if float(high.max() - low.min()) > ONE_LINE * highest:
        return None
    middle = (chars.loose[0, rows] + chars.loose[2, rows]) / 2
    every = _after_their_letters(chars, rows[np.argsort(-middle, kind="stable")])
    letter = ~_is_mark(chars.code[every])
    letter[0] = True
    rows = np.asarray(every[letter], np.int64)  # marks part no words
    size = np.maximum(chars.runs.size[chars.run[rows]], 1e-3)
    # ... but where letter and mark are one glyph, PDFium gives each half of its width
    place = np.flatnonzero(letter)
    end = np.append(place[1:], len(every)) - 1
    reach = np.minimum.accumulate(chars.loose[0, every])[end]
    gap = np.zeros(len(rows), np.float32)
    gap[1:] = reach[:-1] - chars.loose[2, rows[1:]]
    wide = (gap > GAP * size) & ~_stroke(chars, rows)
    blanks = np.flatnonzero(~chars.ink[a:b] & ~chars.generated[a:b]) + a
    boxed = blanks[chars.loose[2, blanks] - chars.loose[0, blanks] > NARROW * size.mean()]
    middle = reach - gap / 2
    middle[1:] = reach[:-1] - gap[1:] / 2
    if 2 * len(boxed) > wide.sum():
        # blanks with a width say all; other gaps are strokes drawn out to fill the line
        away = chars.loose[0, boxed][None] - NARROW * size[:, None], chars.loose[2, boxed][None]
        held = (middle[:, None] > away[0]) & (middle[:, None] < away[1] + NARROW * size[:, None])
        wide |= held.any(axis=1) & (gap > 0)
        wide[0] = False
    elif len(blanks) > wide.sum():
        # a narrow gap beside a blank without a width, whose place is only roughly right
        away = np.abs(middle[:, None] - chars.loose[0, blanks][None]).min(axis=1)
        wide |= (gap > NARROW * size) & (away < NEAR * size)
    cut = place[wide]
    return [_ligatures(chars, piece.tolist()) for piece in np.split(every, cut)]


def _is_mark(code: Ints) -> Bools:
    """Vowel points and other marks that stand above or below their letter."""
    near = (code >= 0x591) & (code < 0x900)
    if near.any():
        near[near] = _MARK[code[near] - 0x591]
    return near


def _after_their_letters(chars: Chars, rows: Ints) -> Ints:
    """Glyphs from right to left, with marks that stand in the middle of a letter after it.

    Others follow the letter on their right already: that is where fonts set them. So do those of
    the ending that is written with an alef, whose mark is set half over the alef.
    """
    out = rows.tolist()
    for k in np.flatnonzero(_is_mark(chars.code[rows[:-1]])).tolist():
        mark, letter = int(rows[k]), int(rows[k + 1])
        code = int(chars.code[letter])
        left, right = chars.loose[0], chars.loose[2]
        ahead = float(left[mark] + right[mark] - left[letter] - right[letter]) / 2
        centred = ahead < CENTRED * float(right[letter] - left[letter])
        if k and centred:
            before = int(rows[k - 1])
            middle = float(left[mark] + right[mark]) / 2
            centred = middle < left[before] - BEYOND * float(right[before] - left[before])
        if centred and code != _ALEF and right_to_left(chars.code[letter : letter + 1])[0]:
            out[k], out[k + 1] = out[k + 1], out[k]
    return np.array(out, rows.dtype)


def _stroke(chars: Chars, rows: Ints) -> Bools:
    """Whether a glyph without a character, a drawn-out stroke, stood before each glyph."""
    out = np.zeros(len(rows), np.bool_)
    apart, left_out = np.abs(np.diff(rows)), np.abs(np.diff(chars.index[rows]))
    out[1:] = (apart <= 2) & (left_out > apart)
    return out


def _ligatures(chars: Chars, token: list[int]) -> list[int]:
    """The parts of a ligature, which share a box, in order: lam before alef."""
    for k in range(len(token) - 1):
        first, second = token[k], token[k + 1]
        lam_last = int(chars.code[second]) == _LAM and int(chars.code[first]) in _ALEFS
        if lam_last and _one_box(chars.loose[:, first], chars.loose[:, second]):
            token[k : k + 2] = second, first
    return token


def _one_box(a: Floats, b: Floats) -> bool:
    """Whether two glyphs are parts of a ligature."""
    shared = min(float(a[2]), float(b[2])) - max(float(a[0]), float(b[0]))
    return shared > SAME_BOX * min(float(a[2] - a[0]), float(b[2] - b[0]))


def _reversed(chars: Chars, lines: list[list[list[int]]]) -> bool:
    """Whether words stand on the page turned over, as in some invisible layers: their ends show."""
    first = last = 0
    for token in (token for line in lines for token in line if len(token) > 1):
        codes = [int(chars.code[i]) for i in token if right_to_left(chars.code[i : i + 1])[0]]
        if len(codes) > 1:
            first += codes[0] in _FINALS
            last += codes[-1] in _FINALS
    return first > 2 * last and first > 1


def _kind(code: int) -> str:
    if code in _WITH_NUMBERS:
        return _OTHER
    if 0x590 <= code < 0x900 or 0xFB1D <= code < 0xFF00:
        return _DIGIT if 0x660 <= code < 0x66A or 0x6F0 <= code < 0x6FA else _R
    if 0x30 <= code < 0x3A:
        return _DIGIT
    return _L if chr(code).isalpha() else _OTHER


def _logical(chars: Chars, tokens: list[list[int]], a: int, b: int) -> list[int]:
    """Rows of a line in logical order, blanks between its words, line ends last."""
    blanks = [i for i in range(a, b) if not chars.ink[i] and not chars.line_end[i]]
    ends = [i for i in range(a, b) if chars.line_end[i]]
    blank = blanks[0] if blanks else -1
    rows: list[int] = []
    for k, token in enumerate(tokens):
        if not k and 1 < len(token) <= MARKER:
            # an item's number that was set from left to right: its mark stands right of it
            mark, *digits = [int(chars.code[i]) for i in token]
            if mark in (0x29, 0x2E) and all(_kind(c) == _DIGIT for c in digits):
                token = [*token[1:], token[0]]
        rows += ([blank] if rows and blank >= 0 else []) + token
    kinds = [_OTHER if i == blank else _kind(int(chars.code[i])) for i in rows]
    inside = np.zeros(len(rows), np.bool_)
    for first, last in _left_to_right(chars, rows, kinds, blank):
        rows[first:last] = rows[first:last][::-1]
        inside[first:last] = True
    _turn_brackets(chars, rows, inside, blank)
    return rows + ends


def _left_to_right(
    chars: Chars, rows: list[int], kinds: list[str], blank: int
) -> list[tuple[int, int]]:
    """Runs of Latin phrases and of numbers, as slices."""
    out, k, n = list[tuple[int, int]](), 0, len(rows)
    arabic = False  # after an Arabic letter a sign beside a number is no part of it

    def code_at(place: int) -> int:
        return int(chars.code[rows[place]])

    while k < n:
        if kinds[k] == _R:
            arabic = code_at(k) >= 0x600
        if kinds[k] not in (_L, _DIGIT):
            k += 1
            continue
        stop = k
        while stop < n and kinds[stop] != _R:
            stop += 1
        latin = [i for i in range(k, stop) if kinds[i] == _L]
        if latin:
            # from the first letter or digit to the last one; numbers left of the phrase are apart
            last = latin[-1] + 1
            out.append((k, last))
            k = last
            continue
        last = k + 1
        while last < stop:
            code = int(chars.code[rows[last]])
            if kinds[last] == _DIGIT or (
                code in _INSIDE and last + 1 < stop and kinds[last + 1] == _DIGIT
            ):
                last += 1
            else:
                break
        if not arabic and last < stop and rows[last] != blank and code_at(last) in _SIGNS:
            last += 1
        if not arabic and k and rows[k - 1] != blank and code_at(k - 1) in _SIGNS:
            k -= 1
        out.append((k, last))
        k = last
    return out


def _turn_brackets(chars: Chars, rows: list[int], inside: Bools, blank: int) -> None:
    """Brackets of right-to-left text point to what they hold: their neighbours show it."""
    for k, i in enumerate(rows):
        code = int(chars.code[i])
        if inside[k] or code not in _SWAP:
            continue
        before = k == 0 or rows[k - 1] == blank
        code_after = int(chars.code[rows[k + 1]]) if k + 1 < len(rows) else 0x20
        after = k + 1 == len(rows) or rows[k + 1] == blank or code_after in _AFTER
        if before != after and (code in _OPENING) != before:
            chars.code[i] = _SWAP[code]
