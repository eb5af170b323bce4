"""Figures and tables at the top or the foot of a page, which the text goes past.

A paragraph that breaks off before such a float goes on after it, often on the next page. A float is
told by its caption: a line that begins with "Figure 3" or the like, in the languages known here,
and is not the middle of a paragraph. What else belongs to it, the lettering of a picture or the
rows of a table, is not set like the page's text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np

from rejoin.body import Body
from rejoin.medians import commonest
from rejoin.model import Bools, Floats, Ints, Lines

#: What captions begin with, before their number.
_NAMES = (
    "figure fig figur figura figuur figuras abbildung abb afbeelding bild billede slika kuva "
    "obrázek obr obrázok rysunek rys ábra şekil εικόνα σχήμα рисунок рис малюнок слика фигура "
    "table tab tabelle tabla tabella tabela tabel tabell tableau tabulka taulukko tablo tabl "
    "táblázat πίνακας таблица табл таблиця табела plate scheme exhibit chart listing algorithm "
    "algorithme quadro illustration ilustração imagen चित्र तालिका รูปที่ ตารางที่ รูป ตาราง "
    "شکل جدول شكل איור טבלה תרשים".split()
)
_CAPTION = re.compile(
    rf"(?:(?:{'|'.join(sorted(_NAMES, key=len, reverse=True))})\b\.?\s*"
    r"|(?:図|表|图|圖|그림|표)\s*)"
    r"(?:[A-Z]\.?)?(?:\d+(?:[.\-\u2013]\d+)*(?:[a-z]\b)?|[IVXLC]+\b)\s*",
    re.IGNORECASE,
)
#: First letters of captions: a line that begins otherwise is not matched.
_INITIALS = frozenset(name[0] for name in _NAMES) | frozenset("図表图圖그표")
#: A line of the text has the page's type size within this share, and at least this share of the
#: page's width.
SIZE, WIDE = 0.03, 0.6
#: A line stands at the text's left edge within this distance, in h.
EDGE = 0.5
#: A head that is none of the furniture: share of letters, white below it in h.
HEAD, HEAD_WHITE = 0.6, 0.5
#: A gap within a line from which it may be a table's row, in h.
CELLS = 1.5


@dataclass(frozen=True)
class Past:
    """Lines of the text on the other side of a float at the edge of their page.

    Attributes
    ----------
    last, first : ndarray of int64, shape (pages,)
        The last line above a float at the foot, the first one below a float at the top; -1 on
        pages without one.
    opens : ndarray of bool, shape (pages,)
        Pages whose body begins with a float: no paragraph goes on in its lettering or its caption.
    """

    last: Ints
    first: Ints
    opens: Bools

    def __bool__(self) -> bool:
        return bool((self.last >= 0).any() or (self.first >= 0).any())


def past_floats(lines: Lines, joined: Bools, body: Body) -> Past:
    """Find the text beyond floats on the pages of a window.

    Parameters
    ----------
    lines : Lines
    joined : ndarray of bool, shape (n,)
        Lines that were joined to the next one.
    body : Body
    """
    pages = len(body.first)
    last, first = np.full(pages, -1), np.full(pages, -1)
    opens = np.zeros(pages, np.bool_)
    follows = np.zeros(len(lines), np.bool_)
    follows[1:] = joined[:-1]
    caption = _captions(lines, follows)
    size = commonest(lines.size, lines)
    lefts = lines.box[0, joined & _plain(lines, slice(None), size)]
    for page in range(pages):
        a, b = int(body.first[page]), int(body.last[page])
        if a < 0:
            continue
        rows = slice(a, b + 1)
        plain = _plain(lines, rows, size)
        width = (lines.box[2, rows] - lines.box[0, rows]).astype(np.float64)
        floating = _with_their_rest(caption[rows], follows[rows])
        text = np.flatnonzero(plain & ~floating & (width > WIDE * _usual(width[plain]))) + a
        if not len(text):
            continue
        top, foot = int(text[0]), int(text[-1])
        if caption[a:top].any() and not follows[top]:
            first[page] = top
            edge = len(lefts) and np.abs(lefts - lines.box[0, a]).min() < EDGE * lines.h[a]
            # the last line of a paragraph may stand above the float
            opens[page] = caption[a] or not (plain[0] and edge)
        elif _lone_head(lines, a, top, follows):
            first[page] = top
        opens[page] |= caption[a]
        if caption[foot + 1 : b + 1].any() and not joined[foot]:
            last[page] = foot
    return Past(last, first, opens)


def _lone_head(lines: Lines, a: int, top: int, follows: Bools) -> bool:
    """Whether a single row of words stands apart above text that begins in lower case."""
    if top == a or follows[top] or not lines[top][:1].islower():
        return False
    h = float(lines.h[top])
    row = abs(float(lines.base[a] - lines.base[top - 1])) < 0.4 * h
    text = "".join(lines.texts[a:top])
    words = sum(map(str.isalpha, text)) > HEAD * len(text)
    white = float(lines.box[1, top - 1] - lines.box[3, top])
    return row and words and text[-1:] not in ",.;:" and white > HEAD_WHITE * h


def _captions(lines: Lines, follows: Bools) -> Bools:
    """Lines that begin a caption."""
    out = np.zeros(len(lines), np.bool_)
    for i, text in enumerate(lines.texts):
        if text[:1].lower() in _INITIALS and not follows[i] and (found := _CAPTION.match(text)):
            # "Figure 3 shows" goes on in lower case
            out[i] = not text[found.end() : found.end() + 1].islower()
    return out


def _with_their_rest(caption: Bools, follows: Bools) -> Bools:
    """Captions with the lines that they wrap to."""
    owner = np.flatnonzero(~follows | (np.arange(len(follows)) == 0))
    paragraph = np.searchsorted(owner, np.arange(len(follows)), side="right") - 1
    return np.asarray(caption[owner][paragraph])


def _plain(lines: Lines, rows: slice, size: float) -> Bools:
    """Lines set in the text's size, without the gaps between cells."""
    alike = np.abs(lines.size[rows] / max(size, 1e-3) - 1) < SIZE
    return np.asarray(alike & (lines.gap[rows] < CELLS * lines.h[rows]))


def _usual(width: Floats) -> float:
    """Width of nearly full lines."""
    return float(np.quantile(width, 0.9)) if len(width) else 0.0
