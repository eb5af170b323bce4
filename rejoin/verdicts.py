"""What is wrong with the characters of a font: verdicts on its counts, with their thresholds."""

from __future__ import annotations

import numpy as np

from rejoin import _pure
from rejoin.cleaning import TEX_LIGATURES
from rejoin.faults import Fault
from rejoin.letters import LETTERS, LEVELS, MIXED, OTHER, Kind, script, tables
from rejoin.model import Bools, Ints
from rejoin.reader import Reader

#: Kinds and levels in a row of counts: a power of two, for speed.
ROW = 16
#: Level of the same letter or digit twice.
_TWICE = LEVELS + 2

# Thresholds. Where a source is given as measured, the figure is that of readable documents: the
# labelled corpus, and real documents of 22 languages that nobody here wrote.

#: Pairs of letters from which they tell language from nonsense.
PAIRS = 60
#: Mean level (steps of half a nat) from which pairs are no language, and what is added to it over
#: the root of the number of pairs; measured: prose about 5, code and names up to 7.4 in a hundred
#: pairs; letters exchanged at random about 8, glyph numbers 8.5.
NO_LANGUAGE, DOUBT = 7.3, 4.0
#: Level from which a shift is looked for, and by how much the shifted letters must be better.
DOUBTFUL, SHIFT_GAIN = 6.9, 2.5
#: So many characters are enough to look for a shift in.
SAMPLE = 1000
#: Different pairs that there must be (an index of abbreviations repeats the same few), and pairs
#: for each letter (three quarters in prose; variables and lists of initials have half).
DIFFERENT, PAIRS_A_LETTER = 30, 0.55
#: Shifts that are tried: within the printable part of ASCII.
SHIFTS = 47
#: Share of pairs of letters that mix two scripts, how many of them, and how many scripts mix
#: (manuals glue Latin, Greek and Cyrillic; glyph numbers run through all that Unicode has).
MIXED_SHARE, MIXED_PAIRS, MIXED_SCRIPTS = 0.25, 20, 4
#: Share of rare ideographs and Hangul (one in ten thousand in text, most of them elsewhere).
RARE_SHARE, RARE_LEAST = 0.4, 20
#: Share of accented Latin-1 letters among Latin ones (up to a quarter in Czech or French capitals).
ACCENTED_SHARE, ACCENTED_LEAST = 0.6, 30
#: Share of signs among different neighbours, and of the repeated characters.
SIGN_SHARE, SIGN_LEAST = 0.75, 80
TWICE_SHARE, TWICE_LEAST = 0.6, 30
#: Share of that one character: text that was made unreadable on purpose keeps its punctuation.
TWICE_ALL = 0.98
#: Share of a font's characters that codes without a meaning make up, and how many there are.
ODD_SHARE, ODD_LEAST = 0.3, 12


class FontText:
    """The raw characters of a window and what belongs to each of them."""

    def __init__(self, reader: Reader) -> None:
        raw, infos = reader.raw(), reader.infos
        kinds, letters, pairs = tables()
        counts = infos["chars"].astype(np.int64)
        self.run = reader.run()
        self.code, self.flags, self.runs = raw["code"], raw["flags"], raw["runs"]
        self.font = reader.owners.take(self.run)
        unit = self.code.astype(np.uint16)  # PDFium gives UTF-16 units
        self.kind, self.letter, self._pairs = kinds.take(unit), letters.take(unit), pairs
        hyphens = np.flatnonzero(self.code == 2)
        self.kind[hyphens[(self.flags[hyphens] & _pure.HYPHEN) != 0]] = Kind.SIGN
        self.start = np.append(0, np.cumsum(counts))

    def levels(self) -> Ints:
        """Level of each character's pair with the next one."""
        out = self._pairs.take(self.letter[:-1].astype(np.uint16) << 7 | self.letter[1:])
        same = np.flatnonzero(self.code[1:] == self.code[:-1])
        kind = self.kind[same]
        out[same[(kind != Kind.BLANK) & (kind != Kind.SIGN)]] = _TWICE
        return np.asarray(out)

    def shifted_level(self, codes: Ints, shift: int, pairs: int) -> float:
        """Mean level of the letters of codes that a constant is added to."""
        _, letters, _ = tables()
        moved = codes.astype(np.int32) + shift
        letter = letters.take(moved & 0xFFFF) * ((moved > 0x20) & (moved < 0x500))
        level = self._pairs[(letter[:-1].astype(np.uint16) << 7) | letter[1:]]
        level = level[(level > 0) & (level < LEVELS)]
        return float(level.mean()) if len(level) >= pairs else float(LEVELS)


def odd(kinds: Ints, levels: Ints) -> Bools:
    """Rows of counts that deserve a closer look: a superset of those with a fault."""
    some = kinds[:, 1:].sum(axis=1)
    pairs = levels[:, 1:LEVELS].sum(axis=1)
    level = levels[:, :LEVELS] @ np.arange(LEVELS)
    out = (pairs >= PAIRS) & (level > DOUBTFUL * pairs)
    out |= levels[:, MIXED] >= MIXED_PAIRS
    out |= kinds[:, Kind.RARE] >= RARE_LEAST
    out |= (kinds[:, Kind.ACCENTED] >= ACCENTED_LEAST) & (2 * kinds[:, Kind.ACCENTED] > some)
    meaningless = kinds[:, Kind.CONTROL : Kind.ZERO + 1].sum(axis=1)
    out |= (meaningless >= ODD_LEAST) & (meaningless >= ODD_SHARE * some)
    out |= (levels[:, _TWICE] >= TWICE_LEAST) & (levels[:, _TWICE] > TWICE_SHARE * some)
    out |= (kinds[:, Kind.SIGN] >= SIGN_LEAST) & (kinds[:, Kind.SIGN] > SIGN_SHARE * some)
    return np.asarray(out)


def fault_of(window: FontText, at: Ints, kinds: Ints, levels: Ints) -> Fault | None:
    """What is wrong with a font's characters as a whole."""
    some, k = int(kinds[1:].sum()), kinds.tolist()
    for kind, meaningless in _MEANINGLESS.items():
        if k[kind] >= ODD_LEAST and k[kind] >= ODD_SHARE * some and _in_words(window, at, kind):
            return meaningless
    pairs, mixed = int(levels[1:LEVELS].sum()), int(levels[MIXED])
    if mixed >= MIXED_PAIRS and mixed >= MIXED_SHARE * (pairs + mixed + int(levels[OTHER])):
        scripts = np.bincount(script(window.letter[at]), minlength=LETTERS)[1:]
        if (scripts >= MIXED_PAIRS // 10).sum() >= MIXED_SCRIPTS:
            return Fault.MIXED
    if k[Kind.RARE] >= RARE_LEAST and k[Kind.RARE] >= RARE_SHARE * (k[Kind.RARE] + k[Kind.COMMON]):
        return Fault.RARE
    latin = k[Kind.ACCENTED] + k[Kind.LETTER]
    if k[Kind.ACCENTED] >= ACCENTED_LEAST and k[Kind.ACCENTED] >= ACCENTED_SHARE * latin:
        return Fault.ACCENTED
    if pairs >= PAIRS and (fault := _spelling(window, at, levels, pairs)):
        return fault
    return _repeated(window, at, some)


_MEANINGLESS = {
    Kind.CONTROL: Fault.LOST,
    Kind.PRIVATE: Fault.PRIVATE,
    Kind.REPLACED: Fault.REPLACED,
    Kind.C1: Fault.C1,
    Kind.ZERO: Fault.ZERO,
}


def _in_words(window: FontText, at: Ints, kind: Kind) -> bool:
    """Whether characters of a kind mostly stand side by side, and are not one and the same."""
    here = window.kind[at] == kind
    if kind is Kind.CONTROL and _elongations(window, at[here], at):
        return False
    runs = here[1:] & here[:-1] & (np.diff(at) == 1)
    return bool(2 * runs.sum() >= here.sum())


def _spelling(window: FontText, at: Ints, levels: Ints, pairs: int) -> Fault | None:
    """Whether the pairs of letters belong to no language, and whether a shift would mend them."""
    level = float(levels[:LEVELS] @ np.arange(LEVELS)) / pairs
    if level < DOUBTFUL:
        return None
    letter = window.letter[at]
    letters = int((letter > 0).sum())
    different = len(np.unique(letter[:-1].astype(np.uint16) << 7 | letter[1:]))
    if different < DIFFERENT or pairs < PAIRS_A_LETTER * letters:
        return None
    limit = NO_LANGUAGE + DOUBT / pairs**0.5
    codes = np.where(np.diff(at, append=-1) == 1, window.code[at], 0)[:SAMPLE]
    pairs = int(pairs * min(1.0, SAMPLE / len(at)))
    best = min(window.shifted_level(codes, s, pairs) for s in range(-SHIFTS, SHIFTS + 1) if s)
    if best <= level - SHIFT_GAIN and best < DOUBTFUL:
        return Fault.SHIFTED
    return Fault.NONSENSE if level >= limit else None


#: Letters that stand for ones that were made unreadable on purpose.
_PLACEHOLDERS = (ord("x"), ord("X"))


def _repeated(window: FontText, at: Ints, some: int) -> Fault | None:
    """Signs where letters should be, and one letter where all should be."""
    code, kind = window.code[at], window.kind[at]
    same = np.append(False, (code[1:] == code[:-1]) & (np.diff(at) == 1))
    same &= kind != Kind.BLANK
    single = ~same & (kind != Kind.BLANK)
    letters = kind != Kind.SIGN
    counts = np.bincount(code[(kind != Kind.BLANK) & letters])
    top = int(counts.argmax()) if len(counts) else 0
    twice = int((same & (code == top)).sum())
    if twice >= max(TWICE_LEAST, TWICE_SHARE * some) and top not in _PLACEHOLDERS:
        return Fault.TWICE if counts[top] >= TWICE_ALL * some else None
    signs = int((single & ~letters).sum())
    different = len(np.unique(code[single & ~letters]))
    words = int((single[1:] & single[:-1] & (np.diff(at) == 1)).sum())
    if signs >= SIGN_LEAST and signs >= SIGN_SHARE * int(single.sum()) and different > 12:
        return Fault.SIGNS if 2 * words >= signs else None
    return None


def lost_letters(window: FontText, at: Ints, unnamed: bool) -> int:
    """Control codes beside a letter of the same font: letters that are lost."""
    control = at[window.kind[at] == Kind.CONTROL]
    if unnamed:  # `chars.gather` spells these
        known = np.isin(window.code[control], list(TEX_LIGATURES))
        control = control[~known | (window.flags[control] != _pure.MAP_ERROR)]
    if not len(control) or _elongations(window, control, at):
        return 0
    here = window.font == window.font[at[0]]
    letter = np.append(here & (window.letter > 0), False)
    beside = np.append(here & (window.kind == Kind.CONTROL), False)
    single = ~beside[control - 1] & ~beside[control + 1]  # rows of them are rules and leaders
    return int((single & (letter[control - 1] | letter[control + 1])).sum())


def _elongations(window: FontText, control: Ints, at: Ints) -> bool:
    """Whether control codes are what stretches Arabic words: one glyph without a map."""
    code = window.code[at]
    arabic = ((code >= 0x600) & (code < 0x780)) | ((code >= 0xFB50) & (code < 0xFF00))
    one = len(np.unique(window.code[control])) == 1
    unmapped = (window.flags[control] & _pure.MAP_ERROR) != 0
    return bool(one and unmapped.all() and 2 * arabic.sum() > len(at) - len(control))
