"""Does a line-end hyphen belong to the word, or does it only divide it?

The text around is asked first: it shows the whole word, or the word with its hyphen, or others made
alike ("Debian-Paket" beside "Benutzerkonto"). Then the form of the two halves speaks (digits,
capitals, addresses), and last a few habits of single languages.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cached_property

#: Characters that show that a token is an address or a code, where hyphens are part of it.
_CODE = re.compile(r"[@_\\=&?#$<>{}]|/|www\.|\w\.\w|^\.\w")
#: Shortest half of a word that may be a word by itself.
WORD = 3
#: Letters that follow a first half at least, where the whole is written without a hyphen.
_REST = 2
_TOKEN = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
#: What stands at the end of a line that divides a word.
_DIVIDES = ("-", "\u00ad")
#: Bytes with all marks of ASCII but the hyphen made blank, its digits and controls too.
_BLANK_MARKS = bytes(
    c if c >= 0x80 or chr(c).isalpha() or chr(c) == "-" else 0x20 for c in range(256)
)

_TENS = frozenset("twenty thirty forty fifty sixty seventy eighty ninety".split())
#: English first halves that keep their hyphen before a word of the text.
_EN_FIRST = frozenset(
    "non self cross well ill quasi pseudo half ex all high low long short top user time right left "
    "case command real full vice one two three four five six seven eight nine ten single double "
    "triple many first second third machine system platform read hand north south".split()
)
#: English second halves that follow a hyphen.
_EN_SECOND = frozenset(
    "based specific dependent independent related defined level oriented aware compatible "
    "sensitive free ended handed sided shaped coloured colored sized quality style determining "
    "supplied looking minded term friendly readable consuming typed".split()
)
#: English halves that mostly make one word with the other: "with-out", "any-thing", "remark-able".
_EN_CLOSED_FIRST = frozenset(
    "with after other there here where any some every no what who when how up out over under in "
    "on an for be "
    "to day foot post can not through sub re un pre inter super trans anti semi micro mini mean "
    "along mail data path candle lime red sand sea rain sun moon bed tooth head inside back "
    "fire water wood air earth life news book play work school house home brother grand sur".split()
)
_EN_CLOSED_SECOND = frozenset(
    "not noon wise head worth ever thing things where body what how man men woman women side "
    "light lights like able "
    "ible ward wards ful less ness ship stone stones book books fore self selves name names file "
    "files point points mark marks time times work works bridge land field one two more most way "
    "ways out put ally ions ing ions ting ring rings ate ants ant ion age ages art end ends port "
    "ports form forms line lines tion per for tor tent tents cent son sons ten den ton press "
    "part parts pose pass rent her his the and all are our ours ourself room rooms board yard "
    "house houses place places day days fall fish hood maid master mate over".split()
)
_EN_LINKS = frozenset("of the in to and by on up at a or the".split())
#: Fewest letters of an English first half in -ing, and of a second one in -ed, that a hyphen ties.
_ING, _ED = 5, 6
#: French pronouns and the like that a hyphen ties to the word before them.
_FR_SECOND = frozenset("vous nous ils là même mêmes".split())
_FR_AFTER_WORD = frozenset("il elle elles on ce je tu moi toi lui ci".split())
_FR_FIRST = frozenset(
    "sous demi mi quatre vingt trente quarante cinquante soixante grand grands petit petits peut "
    "avant après porte non vice arrière".split()
)
#: Russian words before -то, -либо and so on start like one of these.
_RU_ASKED = (
    "как кто что чем кем ког ком где куд откуд почем зачем чей чег скольк чьё чья чьи"
).split()  # fmt: skip
_RU_PAIRS = {
    "во": "первых вторых",
    "в": "третьих четвёртых пятых",
    "из": "за под",
    "кол": "во",
    "по": "моему твоему своему нашему вашему прежнему другому",
}
_RU_SECOND = frozenset("то либо нибудь".split())
#: Colours, after a first half in -о.
_RU_COLOURS = tuple(
    "син зелён зелен розов красн жёлт желт белы бело чёрн черн серы голуб коричн".split()
)
#: Words before which a hyphen is suspended ("short- and long-term"), by language.
_SUSPENDED = {
    "": "and und oder", "en": "and or to nor", "de": "und oder bis sowie", "nl": "en of",
    "fr": "et ou", "it": "e o", "fi": "ja tai että sekä", "pl": "i oraz lub",
    "ru": "и или", "sv": "och eller", "da": "og eller",
}  # fmt: skip
SUSPENDED = {code: frozenset(words.split()) for code, words in _SUSPENDED.items()}
_ANY_SUSPENDED = frozenset().union(*SUSPENDED.values())
#: Frequent words that tell a language.
_COMMON = {
    "en": "the of and is to in that", "de": "der die das und ist nicht mit",
    "fr": "le les des est une dans et", "nl": "het een van de niet dat",
    "es": "el los las una del que y", "it": "il di che la per una sono",
    "ru": "и в не на что с по", "fi": "ja on ei että se", "pl": "i w nie na się jest do",
    "sv": "och att som det en är på", "da": "og at er det en til på",
    "tr": "ve bir bu için ile de", "cs": "a se na je v že s",
    "uk": "і в не на що та з", "pt": "o os as uma do que não",
}  # fmt: skip
#: Least share of them among all words of a text.
_ENOUGH = 0.03


class Words:
    """The words of a text, as evidence."""

    def __init__(self, text: str) -> None:
        lowered = text.lower()
        self._text = lowered.replace("\u2010", "-")
        self._data = self._text.encode()

    def count(self, form: str) -> int:
        """How often a form occurs, also inside longer words (an inflected form is evidence too)."""
        return self._data.count(form.encode())

    @cached_property
    def tokens(self) -> Counter[str]:
        """Words, hyphenated ones whole; the halves of divided words are none of the text."""
        lines, divided = list[str](), False
        for line in self._text.splitlines():
            rest = line.partition(" ")[2] if divided else line
            divided = line.endswith(_DIVIDES)
            lines.append(rest.rpartition(" ")[0] if divided else rest)
        # no mark of ASCII but the hyphen is part of a word, nor of another character's bytes
        whole = " ".join(lines).encode().translate(_BLANK_MARKS).decode()
        pieces = Counter(whole.split())
        # the letters are looked for in each different piece once
        for piece in [piece for piece in pieces if not piece.isalpha()]:
            count = pieces.pop(piece)
            for word in _TOKEN.findall(piece):
                pieces[word] += count
        return pieces

    @cached_property
    def _listed(self) -> str:
        """All words, each on a line of its own."""
        return "\n".join(["", *self.tokens, ""])

    def starting(self, start: str) -> list[str]:
        """Words that start so."""
        words, place, out = self._listed, -1, list[str]()
        while (place := words.find("\n" + start, place + 1)) >= 0:
            out.append(words[place + 1 : words.index("\n", place + 1)])
        return out

    def ending(self, end: str) -> list[str]:
        """Words that end so."""
        words, place, out = self._listed, -1, list[str]()
        while (place := words.find(end + "\n", place + 1)) >= 0:
            out.append(words[words.rindex("\n", 0, place) + 1 : place + len(end)])
        return out

    def alike(self, left: str, right: str) -> int:
        """Words with the first or the second half and a hyphen, less those written as one."""
        more = 0
        for word in self.starting(left):
            rest = word[len(left) :]
            more += self.tokens[word] * (
                (rest[:1] == "-") - (rest[:1] != "-" and len(rest) > _REST)
            )
        for word in self.ending(right):
            rest = word[: -len(right)]
            more += self.tokens[word] * (
                (rest[-1:] == "-") - (rest[-1:] != "-" and len(rest) > _REST)
            )
        return more

    @cached_property
    def language(self) -> str:
        """Which of the languages with habits of their own the text is in, or "" for none."""
        total = max(sum(self.tokens.values()), 1)
        shares = {
            code: sum(self.tokens[word] for word in words.split()) / total
            for code, words in _COMMON.items()
        }
        best = max(shares, key=lambda code: shares[code])
        return best if shares[best] > _ENOUGH else ""

    def suspends(self, left: str, right: str) -> bool:
        """Whether a hyphen before the word `right` stands for the rest of another word."""
        low, high = left.lower(), right.lower()
        if high not in _ANY_SUSPENDED:
            return False  # the language need not be found out
        if high not in SUSPENDED.get(self.language, SUSPENDED[""]):
            return False
        return self.tokens[low + high] == 0


def belongs(words: Words, above: str, left: str, right: str) -> bool:
    """Whether the hyphen at the end of `above` is part of the word.

    Parameters
    ----------
    words : Words
    above : str
        The line above, with its hyphen.
    left, right : str
        Letters and digits right before the hyphen, and right at the start of the line below.
    """
    if not (left[-1].isalpha() and right[0].isalpha()) or _undivided(left[-1]):
        return True
    low, high = left.lower(), right.lower()
    whole, parts = words.count(low + high), words.count(f"{low}-{high}")
    if whole != parts:
        return parts > whole
    token = above[above.rfind(" ") + 1 : -1]
    if _CODE.search(token):
        # in an address a hyphen is a plain one: the typographic one divides it
        return above[-1] != "\u2010"
    if "-" in token:
        if low in _EN_LINKS or right[0].isupper() or words.tokens[high] > 0:
            return True
        return len(high) > WORD and bool(words.starting(high))
    by_form = _form(words, above, left, right)
    if by_form is None:
        by_form = _habit(words, low, high)
    if by_form is None and len(high) >= WORD:
        return words.alike(low, high) > 0
    return bool(by_form)


def _undivided(letter: str) -> bool:
    """Letter of a script whose words are not divided by hyphens: Hebrew, Arabic, Indic, Thai."""
    return 0x590 <= ord(letter) < 0x10A0


def _form(words: Words, above: str, left: str, right: str) -> bool | None:
    """What capitals, single letters and two scripts in one word say."""
    if len(left) == 1:
        return left.isascii() or right.isascii()
    if (ord(left[-1]) < 0x370) != (ord(right[0]) < 0x370):
        return True
    if left.isupper():
        if right.isupper():
            return words.tokens[left.lower()] > 0 and words.tokens[right.lower()] > 0
        return any(c.islower() for c in above) or None
    return right[0].isupper() or None


def _habit(words: Words, left: str, right: str) -> bool | None:
    """What the language says of two halves in lower case."""
    habits = {"en": _english, "fr": _french, "ru": _russian}
    habit = habits.get(words.language)
    return (habit is not None and habit(words, left, right)) or None


def _english(words: Words, left: str, right: str) -> bool:
    if left in _TENS or right in _EN_SECOND:
        return words.tokens[right] > 0 or len(right) > WORD
    known, closed = words.tokens[right] > 0, left in _EN_CLOSED_FIRST or right in _EN_CLOSED_SECOND
    if left in _EN_FIRST:
        return known and right not in _EN_CLOSED_SECOND
    if closed or len(left) < WORD or len(right) < WORD:
        return False
    if left.endswith("ing") and len(left) >= _ING:
        return known
    if left.endswith("ly") and right.endswith("ed"):
        return True
    return words.tokens[left] > 0 and (known or (right.endswith("ed") and len(right) >= _ED))


def _french(words: Words, left: str, right: str) -> bool:
    if right in _FR_SECOND or (right in _FR_AFTER_WORD and words.tokens[left] > 0):
        return True
    return left in _FR_FIRST and len(right) >= WORD


def _russian(words: Words, left: str, right: str) -> bool:
    if right in _RU_SECOND and left.startswith(tuple(_RU_ASKED)):
        return True
    if left.endswith("\u043e") and right.startswith(_RU_COLOURS):
        return True
    return right in _RU_PAIRS.get(left, "").split()
