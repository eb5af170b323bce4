"""What the text of a line says of its kind: characters, markers, labels, leaders. Weak evidence."""

from __future__ import annotations

import re
from collections.abc import Callable

import numpy as np

from rejoin.breaks import list_starts
from rejoin.model import Floats, Lines
from rejoin.textclass import COUNT, PER_LINE, line_classes, shares

_LABEL = re.compile(r"[^\W\d]{2,12}\.?\s?\d{1,3}(?:\.\d{1,3})*\s?[.:\u2013\u2014|\uff1a]?(?:\s|$)")
_LABEL_CJK = re.compile(r"[\u2e80-\u9fff]\s?\d{1,3}\s")
_LETTERED = re.compile(r"[(\[]?(?:[^\W\d_]|[ivxlIVXL]{1,6})[.)\]](?:\s|$)")
_NUMBERED = re.compile(r"(?:[A-Z]\.)?\d{1,3}(?:\.\d{1,3})*[.)]?\s")
_DECIMAL = re.compile(r"(?:[A-Z]|\d{1,3})(?:\.\d{1,3})+\.?\s")
_PLACE = re.compile(r"(?:\.{2,}|(?:\. ){2,}|\u2026|\s{2,}|\t|\s)\s*(?:\d{1,4}|[ivxlc]{1,6})$")
_LEADER = re.compile(r"(?:[.\u2026\u00b7_]\s?){3,}")
_NOTE = re.compile(r"(?:[*\u2020\u2021\u00a7]|\(?\d{1,3}\)?)\s?[^\W\d]")
_CODE = re.compile(r"[{}();=<>\[\]$#/\\|_&]")
_NUMERIC = re.compile(r"[\d\s.,:%/()+\-\u2212\u2013\u00d7\u20ac$\u00a3\u00a5]+$")
_TESTS = (_LABEL, _LABEL_CJK, _LETTERED, _NUMBERED, _DECIMAL, _NOTE, _NUMERIC)


def wording(lines: Lines) -> list[Floats]:
    """Measure the text of all lines: `WORDING` columns, each of shape (n,)."""
    first, last = line_classes(lines)
    along = shares(lines)
    length = np.diff(lines.start)
    kinds = np.arange(COUNT)
    texts = lines.texts
    tests: list[Callable[[str], object]] = [test.match for test in _TESTS]
    tests += [_PLACE.search, _LEADER.search]
    n = len(texts)
    found = [np.fromiter((test(t) is not None for t in texts), np.bool_, n) for test in tests]
    odd = np.fromiter((len(_CODE.findall(t)) for t in texts), np.float32, n)
    words = np.fromiter((t.count(" ") for t in texts), np.float32, n)
    commas = np.fromiter((t.count(",") + t.count(".") for t in texts), np.float32, n)
    return [
        *(first[:, None] == kinds).T,
        *(last[:, None] == kinds).T,
        *along,
        *found,
        list_starts(lines),
        odd / np.maximum(length, 1) * 10,
        np.log1p(words),
        commas / np.maximum(words, 1),
        np.log1p(length),
        np.minimum(odd, 4),
    ]


#: Number of columns that `wording` returns.
WORDING = 2 * COUNT + PER_LINE + 15
