"""Korean lines end between words or inside one: which is it?

Korean parts words by spaces, but many programs break its lines anywhere. The words that stand
inside the lines around say which halves are words, and particles never start one.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import cached_property
from itertools import pairwise

HANGUL = re.compile("[\uac00-\ud7a3\u1100-\u11ff\u3130-\u318f]")
_WORD = re.compile("[\uac00-\ud7a3]+")
_TAIL = re.compile("(?:^|[^\uac00-\ud7a3])([\uac00-\ud7a3]+)$")
_HEAD = re.compile("[\uac00-\ud7a3]+")
_HIGHEST = "\U0010ffff"
#: Particles and endings: what is left of a word whose start stands on the line above.
_ENDINGS = frozenset(
    "은 는 을 를 에 의 로 으로 와 과 도 만 에서 까지 부터 에게 처럼 보다 다 니다 "
    "습니다 입니다 서 면 고 지 며 "
    "면서 는데 지만 이다 라는 라고 들은 들을 들이 들의 이나 나 라서 가 시오 십시오 "
    "세요 요 록 여 야".split()
)
#: Forms of "to do" and "to become", which are tied to a noun but not to a verb.
_DONE = tuple("한다 합니다 한 할 해 했 하 된 될 됩니다 되 돼".split())
#: A first half of so many syllables that never stands alone is no word.
_SHORT = 2
#: Last syllables of most words: particles and the endings of verbs.
_LAST = frozenset("을를은는에의고야서도로와과다면지가며")


class Korean:
    """The words inside the lines of a text (those at a line's edges may be halves)."""

    def __init__(self, text: str) -> None:
        self._text = text

    @cached_property
    def _words(self) -> list[str]:
        found: set[str] = set()
        for line in self._text.splitlines():
            if HANGUL.search(line):
                for piece in line.split()[1:-1]:
                    found.update(_WORD.findall(piece))
        return sorted(found)

    def _starts(self, start: str) -> bool:
        """Whether a word starts so."""
        i = bisect_left(self._words, start)
        return i < len(self._words) and self._words[i].startswith(start)

    def _is_word(self, word: str) -> bool:
        i = bisect_left(self._words, word)
        return i < len(self._words) and self._words[i] == word

    @cached_property
    def divides(self) -> bool:
        """Whether this text's lines end inside words, as most of its line ends show."""
        lines = self._text.splitlines()
        votes = 0
        for above, below in pairwise(lines):
            tail, head = _TAIL.search(above), _HEAD.match(below)
            if tail and head:
                votes += self._vote(tail.group(1), head.group())
        return votes > 0

    def _vote(self, left: str, right: str) -> int:
        """1 for one word, -1 for two, 0 where the text does not say."""
        whole, first, second = self._starts(left + right), self._is_word(left), self._is_word(right)
        if whole and not (first and second):
            return 1
        if right in _ENDINGS:
            return 1
        if first and second:
            return -1
        return 0

    def one_word(self, above: str, below: str) -> bool:
        """Whether a line's end and the next one's start are one word."""
        tail, head = _TAIL.search(above), _HEAD.match(below)
        if not head:
            return False
        right = head.group()
        if not tail:
            # after a Latin word or a number there is no space before a particle
            return right in _ENDINGS and above[-1].isalnum()
        left = tail.group(1)
        complete = len(left) > 1 and left[-1] in _LAST
        if right in _ENDINGS:
            return not (complete and self._is_word(left) and self._is_word(right))
        if complete and (right.startswith(_DONE) or not self._starts(left + right)):
            return False
        vote = self._vote(left, right)
        if vote or self.divides:
            return vote >= 0
        # one or two syllables that are no word of the text: the start of one
        return len(left) <= _SHORT and not self._is_word(left) and self._starts(left)
