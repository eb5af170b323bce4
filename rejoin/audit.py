"""Is the text that came out of the fonts readable? Counts first, verdicts where they are odd.

A font without a usable map from its glyphs to characters gives codes that are no text: glyph
numbers, letters shifted by a constant, control codes in place of ligatures. All characters of a
window are counted at once, by kind and by how usual a pair of letters is, for each font of each
page. Only fonts whose counts are odd are looked at more closely. Fonts that spell nothing on
purpose (bullets, icons, formulas) are too small or have too short words for a verdict.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from rejoin.faults import Fault, Finding
from rejoin.letters import Kind
from rejoin.model import Ints
from rejoin.reader import Reader
from rejoin.verdicts import ROW, FontText, fault_of, lost_letters, odd

#: Letters lost in words, and their share of the font's letters (ligatures make up one in a
#: hundred), from which a page is reported.
LOST_LEAST, LOST_SHARE = 2, 0.004
#: Share of the page's characters from which a font with a fault is reported.
PAGE_SHARE = 0.05
#: Fonts that hold signs and no words: what is odd in them says nothing about the text.
SIGN_FONTS = re.compile(
    r"symbol|dingbat|webding|wingding|math|emoji|awesome|icon|^(cm|lm|msa|msb|eu|rsfs|wasy|stmary|"
    r"marvo|tx|px|rtx|newtx|newpx|xy|line|lcircle|mt)(mi|sy|ex|bsy|bex|mib|sya|exa|exs|am|bm|[0-9])"
    r"|^(rsfs|wasy|stmary|marvosym|ntx|txs|txex|txbex|txmi|pxmi|pxsy|pxex|txsy)",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Audit:
    """Counts of a window of pages.

    Attributes
    ----------
    chars : ndarray of int64, shape (pages,)
        Characters that are no blanks, of each page.
    hidden : ndarray of int64, shape (pages,)
        Those of them in invisible type.
    read, left_out : ndarray of int64, shape (pages,)
        Characters that were read, blanks too, and those beyond the limit of one page.
    findings : tuple of Finding
    """

    chars: Ints
    hidden: Ints
    read: Ints
    left_out: Ints
    findings: tuple[Finding, ...]


def audit(reader: Reader, first: int) -> Audit:
    """Audit the pages that were read, the first of which is page `first` (from 0)."""
    pages = len(reader.infos)
    fonts = reader.fonts
    if not len(fonts):  # nothing but what PDFium makes up
        none = np.zeros(pages, np.int64)
        return Audit(none, none, none, none, ())
    window, rows = FontText(reader), len(fonts)
    both = window.kind * np.uint8(ROW)
    both[:-1] |= window.levels()
    both_of_font = np.bincount(
        window.font * np.int32(ROW * ROW) + both, minlength=rows * ROW * ROW
    ).reshape(rows, ROW, ROW)
    kinds, levels = both_of_font.sum(axis=2), both_of_font.sum(axis=1)
    page = fonts["page"] - first
    of_page = np.bincount(page, kinds[:, 1:].sum(axis=1), minlength=pages).astype(np.int64)
    findings = _findings(window, fonts, kinds, levels, first, of_page)
    read = reader.infos["chars"].astype(np.int64)
    left_out = reader.infos["counted"].astype(np.int64) - read
    return Audit(of_page, _hidden(window, pages), read, left_out, tuple(findings))


def _hidden(window: FontText, pages: int) -> Ints:
    """Characters in invisible type of each page."""
    mode = window.runs["mode"] == _INVISIBLE
    if not mode.any():
        return np.zeros(pages, np.int64)
    hidden = mode[window.run] & (window.kind != Kind.BLANK)
    return np.asarray(np.diff(np.append(0, np.cumsum(hidden))[window.start]))


#: PDF render mode of type that is neither filled nor stroked.
_INVISIBLE = 3


def _findings(
    window: FontText, fonts: Any, kinds: Ints, levels: Ints, first: int, of_page: Ints
) -> list[Finding]:
    """Verdicts on each font of each page; small ones are judged with their namesakes."""
    raw = fonts["name"].tolist()
    group = {name: i for i, name in enumerate(dict.fromkeys(raw))}
    of_row = np.array([group[name] for name in raw])
    whole_kinds = np.zeros((len(group), ROW), np.int64)
    whole_levels = whole_kinds.copy()
    np.add.at(whole_kinds, of_row, kinds)
    np.add.at(whole_levels, of_row, levels)
    own, shared = odd(kinds, levels), odd(whole_kinds, whole_levels)
    some = kinds[:, 1:].sum(axis=1)
    own |= shared[of_row]
    own &= some >= PAGE_SHARE * of_page[fonts["page"] - first]
    lost = kinds[:, Kind.CONTROL] >= LOST_LEAST
    found, verdicts = list[Finding](), dict[int, Fault | None]()
    for row in np.flatnonzero((own | lost) & (some > 0)).tolist():
        name, k = font_name(raw[row]), of_row[row]
        if SIGN_FONTS.search(name):
            continue
        page = int(fonts["page"][row])
        span = window.start[page - first : page - first + 2]
        at = int(span[0]) + np.flatnonzero(window.font[span[0] : span[1]] == row)
        chars = int(some[row])
        fault: Fault | None = None
        if own[row]:
            fault = fault_of(window, at, kinds[row], levels[row])
        if own[row] and not fault and shared[k]:
            if k not in verdicts:
                namesakes = np.flatnonzero((of_row == k)[window.font])
                verdicts[k] = fault_of(window, namesakes, whole_kinds[k], whole_levels[k])
            fault = verdicts[k]
        if not fault and lost[row]:
            chars = lost_letters(window, at, not raw[row])
            words = int(kinds[row, [Kind.LETTER, Kind.COMMON, Kind.ACCENTED]].sum())
            fault = Fault.LOST if chars >= max(LOST_LEAST, LOST_SHARE * words) else None
        if fault:
            found.append(Finding(page + 1, name, fault, chars))
    return found


@lru_cache(maxsize=1024)
def font_name(raw: bytes) -> str:
    """A font's name without the tag of a subset."""
    name = raw.decode("utf-8", "replace")
    return (name[7:] if name[6:7] == "+" else name) or "unnamed"
