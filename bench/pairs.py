"""Finds PDFs that come with a twin: files below a folder whose text is the PDF's."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bench.fold import folded_text
from bench.html import TEX, html_units
from bench.place import Truth, Unit
from bench.stream import Ints, opened

Hashes = NDArray[np.uint64]

#: Endings of files that may be a twin.
ENDINGS = frozenset((".html", ".htm", ".xhtml", ".md", ".txt", ".odt", ".docx", *TEX))
#: Twice as many characters a grow step; 2**4 characters make a gram.
STEPS = 4
#: One gram of so many is looked at.
SAMPLE = 4
#: Share of a file's grams that stand in the PDF, if the file is a twin.
PURE = 0.5
#: Share of the PDF's grams that stand in a file that is a twin though it says more.
LARGE = 0.4
#: Share of the PDF's grams that a further file must bring.
NEW = 0.004
#: Share of the grams of all twins that a single file must have to be preferred.
ALONE = 0.93
#: Largest file that is looked at, in bytes, and how many files a PDF may have beside it.
SIZE, FILES = 8_000_000, 4000
_BASE = np.uint64(0x9E3779B97F4A7C15)


@dataclass(frozen=True)
class Pair:
    """A PDF, its twins in reading order, and the share of its text that they hold."""

    pdf: Path
    twins: tuple[Path, ...]
    cover: float
    pages: int


def grams(code: Ints) -> Hashes:
    """A sample of the hashes of all runs of 16 folded characters, each once."""
    out = code.astype(np.uint64) * np.uint64(0xD6E8FEB86659FD93)
    width = 1
    with np.errstate(over="ignore"):
        for step in range(STEPS):
            if len(out) <= width:
                return np.empty(0, np.uint64)
            power = np.uint64(pow(int(_BASE), 2**step, 2**64))
            out = out[:-width] * power + out[width:]
            width *= 2
        mixed = (out ^ (out >> np.uint64(31))) * _BASE
    return np.unique(mixed[(mixed >> np.uint64(40)) % np.uint64(SAMPLE) == 0])


def pdf_grams(path: Path) -> tuple[Hashes, int]:
    """Grams of a PDF's text, and its number of pages."""
    parts = []
    with opened(path) as pdf:
        for page in pdf:
            text = page.get_textpage()
            parts.append(text.get_text_range().replace("\ufffe", ""))
            text.close()
            page.close()
        return grams(folded_text("".join(parts))[0]), len(pdf)


def unit_grams(units: Sequence[Unit]) -> Hashes:
    """Grams of a twin's text."""
    return grams(Truth.of(units).t)


class Finder:
    """Finds twins; every file is read once."""

    def __init__(self) -> None:
        self._read: dict[Path, Hashes] = {}

    def pairs(self, pdf: Path, files: Iterable[Path]) -> Pair | None:
        """Choose the twins of a PDF among files; none if no file has its text."""
        wanted, pages = pdf_grams(pdf)
        if len(wanted) < 20:
            return None
        found = []
        for path in files:
            have = self._grams(path)
            both = np.intersect1d(have, wanted, assume_unique=True)
            if len(both) >= 3 and (
                len(both) >= PURE * len(have) or len(both) >= LARGE * len(wanted)
            ):
                found.append((len(both), path, both))
        twins, union = _greedy(found, len(wanted))
        if not twins:
            return None
        return Pair(pdf, tuple(sorted(twins, key=natural)), len(union) / len(wanted), pages)

    def _grams(self, path: Path) -> Hashes:
        if path not in self._read:
            try:
                self._read[path] = unit_grams(html_units([path]))
            except (ValueError, OSError, AssertionError, RecursionError):
                self._read[path] = np.empty(0, np.uint64)
        return self._read[path]


def _greedy(found: list[tuple[int, Path, Hashes]], total: int) -> tuple[list[Path], Hashes]:
    """The file with the most of the PDF, and those that bring more."""
    union: Hashes = np.empty(0, np.uint64)
    twins: list[Path] = []
    first: Hashes = union
    for _, path, both in sorted(found, key=lambda row: (-row[0], str(row[1]))):
        fresh = len(both) - len(np.intersect1d(both, union, assume_unique=True))
        if twins and fresh < max(NEW * total, 0.5 * len(both)):
            continue
        union = np.union1d(union, both)
        twins.append(path)
        first = first if len(first) else both
    if len(first) >= ALONE * len(union):
        return twins[:1], first
    return twins, union


def natural(path: Path) -> list[tuple[int, str]]:
    """Sorting key: numbers in a name by their value, tables of contents first."""
    parts = re.split(r"(\d+)", str(path))
    return [(int(p), "") if p.isdigit() else (-1, p) for p in parts]


def candidates(pdf: Path, root: Path) -> list[Path]:
    """Files that may be twins: below the nearest folder above the PDF that holds any."""
    folder = pdf.parent
    while True:
        found = list(_files(folder))
        if found or folder == root or root not in folder.parents:
            return found
        folder = folder.parent


def _files(folder: Path) -> Iterator[Path]:
    count = 0
    for path in sorted(folder.rglob("*")):
        if path.suffix.lower() in ENDINGS and path.is_file() and path.stat().st_size < SIZE:
            yield path
            count += 1
            if count == FILES:
                return
