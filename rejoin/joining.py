"""Step 3: how the two sides of a soft wrap are put together.

Letter case and script say how to join, never whether: that is for coordinates to say.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from enum import IntEnum
from functools import cached_property

import numpy as np

from rejoin.hyphens import Words, belongs
from rejoin.korean import HANGUL, Korean
from rejoin.model import Bools, Breaks, Ints, Lines
from rejoin.rules import Rules


class Join(IntEnum):
    """How two lines are joined."""

    #: One space between them.
    SPACE = 0
    #: Nothing between them (Han, kana, Thai; after a slash or a dash).
    NONE = 1
    #: The line-end hyphen is dropped: it only divided the word.
    DROP_HYPHEN = 2
    #: The line-end hyphen belongs to the word: nothing between them.
    KEEP_HYPHEN = 3

    @property
    def label(self) -> str:
        """Name as the labels and the JSON have it."""
        return self.name.lower().replace("_", "-")


#: Scripts that are written without spaces between words: kana, Han with its punctuation,
#: full-width forms, Bopomofo; Thai, Lao, Myanmar, Khmer.
_WIDE = (
    "\u2e80-\u2fdf\u3000-\u303f\u3040-\u30ff\u3100-\u312f\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf"
    "\u4e00-\u9fff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef\U00020000-\U0003ffff"
)
_UNSPACED = re.compile(f"[{_WIDE}\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]")
_HAN = re.compile(f"[{_WIDE}]")
_CLOSE_LATIN = re.compile(f"[{_WIDE}][A-Za-z0-9]|[A-Za-z0-9][{_WIDE}]")
_SPACED_LATIN = re.compile(f"[{_WIDE}] [A-Za-z0-9]|[A-Za-z0-9] [{_WIDE}]")
_CJK_MARK = re.compile("[\u3000-\u303f\uff00-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\u30fb]")
#: Characters that are never drawn and that a reader of running text does not expect: zero-width
#: space, word joiner, byte order mark, soft hyphen.
UNSEEN = dict.fromkeys((0x200B, 0x2060, 0xFEFF, 0xAD))
_HYPHENS = "-\u00ad\u2010"
#: Other characters after which a wrap may be joined without a space.
_TIGHT = "._?=&#%~:\u2011\u2013\u2014\u2015/\u200b"
#: Code points up to the ideographs' that are looked at where they end a line.
_AT_END = np.zeros(0x2E80, np.bool_)
_AT_END[[ord(c) for c in _HYPHENS + _TIGHT]] = True
for _low, _high in ((0x0E00, 0x0F00), (0x1000, 0x10A0), (0x1780, 0x1800)):
    _AT_END[_low:_high] = True
_TAIL = re.compile(r"([^\W_]*)[-\u00ad\u2010]$")
#: A hyphen right after one of these was added at the line end.
_ADDS_HYPHEN = "/"
_ADDRESS = re.compile(r"://|www\.|@\w+\.|\w\.\w+/")
#: Marks inside an address, after or before which its lines end.
_PARTS = tuple("./_?=&#%~")
_HEAD = re.compile(r"[^\W_]*")


def join_kinds(lines: Lines, breaks: Breaks, joined: Bools, rules: Rules) -> Ints:
    """`Join` for every break that is joined; -1 for the others (int8)."""
    kinds = np.full(len(breaks), -1, np.int8)
    texts = lines.texts
    joiner = Joiner("\n".join(texts), rules.hyphens)
    above, below = breaks.above.tolist(), breaks.below.tolist()
    first, last = lines.edge_codes
    plain = _plain(last[breaks.above], first[breaks.below])
    kinds[joined & plain] = Join.SPACE
    for i in np.flatnonzero(joined & ~plain).tolist():
        pair = texts[above[i]], texts[below[i]]
        if rules.published:
            kinds[i] = published_join(*pair, bool(breaks.wide[i]), bool(lines.hyphen[above[i]]))
        else:
            kinds[i] = joiner.kind(*pair)
    return kinds


def _plain(last: Ints, first: Ints) -> Bools:
    """Pairs without any of the characters that `Joiner.kind` looks at: joined with a space."""
    high = (last >= 0x2E80) | (first >= 0x2E80)
    return np.asarray(~(high | _AT_END.take(last, mode="clip")))


def published_join(above: str, below: str, wide: bool, marked: bool) -> Join:
    """The published method's join: a hyphen that PDFium did not mark goes before lower case."""
    if wide:
        return Join.NONE
    if above.endswith("-"):
        if marked:
            return Join.KEEP_HYPHEN
        if below[:1].islower():
            return Join.DROP_HYPHEN
    return Join.SPACE


class Joiner:
    """Join kinds, with the text around as its own dictionary.

    Parameters
    ----------
    text : str
        Lines (parted by newlines) whose words are evidence: does the joined form occur in it, or
        the hyphenated one?
    hyphens : {"auto", "keep", "drop"}
    """

    def __init__(self, text: str, hyphens: str = "auto") -> None:
        self._text, self._hyphens = text, hyphens
        self._latin_spaced: bool | None = None

    @cached_property
    def _korean(self) -> Korean:
        return Korean(self._text)

    @cached_property
    def _words(self) -> Words:
        return Words(self._text)

    def kind(self, above: str, below: str) -> Join:
        """How the line `above` is joined with the line `below`."""
        if not above or not below:
            return Join.SPACE
        last, first = above[-1], below[0]
        if last in _HYPHENS and len(above) > 1 and not above[-2].isspace():
            return self._hyphen(above, below)
        if last == "\u200b" or (last in "\u2014\u2015/\u2011" and not above[-2:-1].isspace()):
            return Join.NONE
        if last == "\u2013" and above[-2:-1].isdigit() and first.isdigit():
            return Join.NONE
        if _UNSPACED.match(last) and _UNSPACED.match(first):
            return Join.NONE
        if _HAN.match(last) or _HAN.match(first):
            return self._beside_han(last, first)
        if HANGUL.match(first):
            return Join.NONE if self._korean.one_word(above, below) else Join.SPACE
        if _goes_on(above, below):
            return Join.NONE
        return Join.SPACE

    def _beside_han(self, last: str, first: str) -> Join:
        """Latin beside Han: a space if this text writes one, never beside full-width marks."""
        if _CJK_MARK.match(last) or _CJK_MARK.match(first):
            return Join.NONE
        if self._latin_spaced is None:
            close = len(_CLOSE_LATIN.findall(self._text))
            self._latin_spaced = len(_SPACED_LATIN.findall(self._text)) > close
        return Join.SPACE if self._latin_spaced else Join.NONE

    def _hyphen(self, above: str, below: str) -> Join:
        tail = _TAIL.search(above)
        left, right = (tail.group(1) if tail else ""), _head(below)
        alone = below[len(right) : len(right) + 1] in ("", " ")
        if left and alone and self._words.suspends(left, right):
            return Join.SPACE
        if self._hyphens == "keep" and above[-1] != "\u00ad":
            return Join.KEEP_HYPHEN
        if not left or not right:
            if above[-2] in _ADDS_HYPHEN and right:
                return Join.DROP_HYPHEN
            # a dash after a mark, or before one: only a real hyphen sticks to both sides
            return Join.KEEP_HYPHEN if below[:1].isalnum() else Join.SPACE
        if above[-1] == "\u00ad":
            return Join.DROP_HYPHEN
        if self._hyphens == "auto" and belongs(self._words, above, left, right):
            return Join.KEEP_HYPHEN
        return Join.DROP_HYPHEN


def _goes_on(above: str, below: str) -> bool:
    """Whether an address or a name with underscores goes on in the next line."""
    token, rest = above[above.rfind(" ") + 1 :], below[: below.find(" ") % (len(below) + 1)]
    if token.endswith("_") and len(token) > 1 and rest[:1].isalnum():
        return True
    if not _ADDRESS.search(token):
        return token.endswith((":", "http", "https")) and rest.startswith("//")
    if rest[:1] in _PARTS:
        return len(rest) > 1
    if not rest[:1].isalnum() or rest[0].isupper():
        return False
    return token[-1] in _PARTS or any(part in rest[:-1] for part in _PARTS)


def _head(below: str) -> str:
    match = _HEAD.match(below)
    return match.group() if match else ""


def clean(text: str) -> str:
    """Composed text without characters that are never drawn."""
    return unicodedata.normalize("NFC", text.translate(UNSEEN))


def join_text(pieces: Sequence[str], kinds: Sequence[int]) -> str:
    """Put lines together; ``kinds[i]`` says how piece i is joined to piece i + 1."""
    if not any(kinds):
        return " ".join(pieces)
    out: list[str] = []
    for piece, kind in zip(pieces, [*kinds, Join.NONE], strict=True):
        if kind == Join.DROP_HYPHEN:
            out.append(piece[:-1])
        elif kind == Join.SPACE:
            out.append(piece + " ")
        else:
            out.append(piece)
    return "".join(out)
