"""Small repairs of the characters, each after a habit of producers that splits or doubles text."""

from __future__ import annotations

import unicodedata

import numpy as np

from rejoin.model import Bools, Floats, Ints

#: Accents that are drawn over a letter as characters of their own, and their combining forms.
_ACCENTS = {
    0x60: 0x300, 0xB4: 0x301, 0x2C6: 0x302, 0x2DC: 0x303, 0xAF: 0x304, 0x2D8: 0x306, 0x2D9: 0x307,
    0xA8: 0x308, 0x2DA: 0x30A, 0x2DD: 0x30B, 0x2C7: 0x30C, 0xB8: 0x327, 0x2DB: 0x328,
}  # fmt: skip
_ACCENT_CODES = np.array(sorted(_ACCENTS), np.uint32)
#: How far the last accent lies behind the second one; the first one is ASCII's.
_ACCENT_SPAN = _ACCENT_CODES[-1] - _ACCENT_CODES[1]
#: Share of an accent's width that must lie over the letter.
OVER_LETTER = 0.5


def compose_accents(code: Ints, box: Floats) -> None:
    """Put accents that are drawn over a letter together with it; the accent's code becomes 0."""
    # few characters lie in the accents' range, and only those are compared one by one
    some = np.flatnonzero((code == _ACCENT_CODES[0]) | (code - _ACCENT_CODES[1] <= _ACCENT_SPAN))
    for i in some[np.isin(code[some], _ACCENT_CODES)].tolist():
        for letter in (i - 1, i + 1):
            if not 0 <= letter < len(code) or not _over(box[:, i], box[:, letter]):
                continue
            pair = chr(int(code[letter])) + chr(_ACCENTS[int(code[i])])
            whole = unicodedata.normalize("NFC", pair)
            if len(whole) == 1:
                code[letter], code[i] = ord(whole), 0
                break


def _over(accent: Floats, letter: Floats) -> bool:
    """Whether an accent's box stands over or in that of a letter."""
    width = float(accent[2] - accent[0])
    shared = min(float(accent[2]), float(letter[2])) - max(float(accent[0]), float(letter[0]))
    return width > 0 and shared >= OVER_LETTER * width and bool(accent[1] < letter[3])


#: Ligatures in TeX's two text encodings, where they are control codes.
TEX_LIGATURES = {0x0B: "ff", 0x0C: "fi", 0x0E: "ffi", 0x0F: "ffl",
                 0x1B: "ff", 0x1C: "fi", 0x1D: "fl", 0x1E: "ffi", 0x1F: "ffl"}  # fmt: skip


def tex_ligatures(code: Ints, unnamed: Bools) -> tuple[Ints, Ints]:
    """Spell the ligatures of TeX's bitmap fonts, which say nothing of what their glyphs mean.

    Parameters
    ----------
    code : ndarray of uint32, shape (n,)
        Characters as PDFium gives them.
    unnamed : ndarray of bool
        Those of a font without a name that PDFium found no Unicode for.

    Returns
    -------
    spelt : ndarray of uint32
        Codes with the letters in place of each ligature.
    repeat : ndarray of int64, shape (n,)
        How many letters each character became. They share its box, as PDFium has it with
        ligatures that it knows.
    """
    repeat = np.ones(len(code), np.int64)
    at = np.flatnonzero(unnamed & np.isin(code, list(TEX_LIGATURES)))
    beside = np.append(code, 0)
    at = at[_is_letter(beside[at - 1]) | _is_letter(beside[at + 1])]
    texts = [TEX_LIGATURES[c] for c in code[at].tolist()]
    repeat[at] = [len(text) for text in texts]
    spelt = np.repeat(code, repeat)
    place = np.cumsum(repeat) - repeat
    for i, text in zip(place[at].tolist(), texts, strict=True):
        spelt[i : i + len(text)] = [ord(c) for c in text]
    return spelt, repeat


def _is_letter(code: Ints) -> Bools:
    low = code | 0x20
    return (low >= 0x61) & (low <= 0x7A)
