"""Text that stands for what is drawn (/ActualText), where PDFium gives it only in part.

PDFium leaves out every character from U+FFFD on, so all emoji and rare ideographs.
"""

from __future__ import annotations

import ctypes
from codecs import BOM_UTF16_BE
from itertools import pairwise
from typing import Any

import numpy as np
import pypdfium2.raw as pdfium

from rejoin._walk import REPLACED, TEXT, mark_bytes
from rejoin.added import Piece
from rejoin.drawn import text_objects
from rejoin.model import Bools, Ints
from rejoin.reader import Reader
from rejoin.source import LOCK, address


def replacements(reader: Reader, run: Ints, start: Ints) -> tuple[list[Piece], Bools]:
    """Replacements as pieces that follow a character, and the characters that they are for.

    Parameters
    ----------
    reader : Reader
    run : ndarray of int, shape (n,)
        Row of the text object of each character.
    start : ndarray of int
        Offsets of the pages.
    """
    infos, things = reader.infos, reader.things()
    pieces, gone = list[Piece](), np.zeros(len(run), np.bool_)
    if not (things["kind"] & REPLACED).any():
        return pieces, gone
    thing_start = np.append(0, np.cumsum(infos["things"])).tolist()
    run_start = np.append(0, np.cumsum(infos["runs"])).tolist()
    objects = reader.raw()["runs"]["object"]
    for page, (a, b) in enumerate(pairwise(thing_start)):
        rows = things[a:b][things["kind"][a:b] & 15 == TEXT]
        some = np.flatnonzero(rows["kind"] & REPLACED)
        if not len(some):
            continue
        own = objects[run_start[page] : run_start[page + 1]]
        place = {int(value): k + run_start[page] for k, value in enumerate(own.tolist())}
        chars = slice(int(start[page]), int(start[page + 1]))
        of_run = [place.get(int(value), -1) for value in rows["object"].tolist()]
        gone[chars] |= np.isin(run[chars], [of_run[k] for k in some.tolist()])
        for first, last, text in _texts(reader, page, some):
            before = next((r for k in range(first - 1, -1, -1) if (r := of_run[k]) >= 0), -1)
            at = np.flatnonzero(run[chars] == before)
            after = int(at[-1]) + chars.start if before >= 0 and len(at) else chars.start - 1
            box = rows["box"][first : last + 1]
            low, high = box[:, :2].min(axis=0).tolist(), box[:, 2:].max(axis=0).tolist()
            pieces.append(Piece(page, text, (*low, *high), after))
    return pieces, gone


def _texts(reader: Reader, page: int, some: Ints) -> list[tuple[int, int, str]]:
    """First and last text object of each replacement, and its text."""
    out: list[tuple[int, int, str]] = []
    with LOCK:
        opened = pdfium.FPDF_LoadPage(reader.handle.raw, reader.first + page)
        if not opened:
            return out
        texts, known = list(text_objects(opened)), 0
        for k in some.tolist():
            mark, text = _replacement(texts[k]) if k < len(texts) else (0, "")
            if out and mark == known and out[-1][1] == k - 1:
                out[-1] = (out[-1][0], k, out[-1][2])
            elif mark:
                out.append((k, k, text))
            known = mark
        pdfium.FPDF_ClosePage(opened)
    return out


def _replacement(one: Any) -> tuple[int, str]:
    """Innermost mark of a text object that has a replacement, and the replacement."""
    for k in reversed(range(pdfium.FPDFPageObj_CountMarks(one))):
        mark = pdfium.FPDFPageObj_GetMark(one, k)
        text = mark_bytes(mark, b"ActualText") if mark else None
        if text is not None:
            wide = text.startswith(BOM_UTF16_BE)
            decoded = text[2:].decode("utf-16-be", "replace") if wide else text.decode("latin-1")
            return address(ctypes.cast(mark, ctypes.c_void_p)), decoded
    return 0, ""
