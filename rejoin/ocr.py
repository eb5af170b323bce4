"""Pages without readable text are read by Tesseract, into the same characters as all others.

PDFium renders the page in grey; the program ``tesseract`` gives each symbol with its box and its
confidence. They take the places of the page's characters, so that the lines are made and joined by
the same rules as those of any other page.
"""

from __future__ import annotations

import os
from collections.abc import Container, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, fields, replace
from functools import partial
from typing import Any

import numpy as np

from rejoin.audit import Audit
from rejoin.hocr import OcrLine, parse
from rejoin.model import Chars, Floats, Ints, Runs, rotate
from rejoin.picture import draw
from rejoin.quality import classify
from rejoin.source import Handle
from rejoin.tesseract import Ocr, run
from rejoin.windows import Recogniser

#: Resolution that Tesseract is made for.
DPI = 300
#: Height of a character box and type size, for a line whose letters take 1 from the descenders to
#: the ascenders; how much of the box lies below the baseline. (Of the fonts of the labelled
#: corpus, so that h is what it is in the document that was rendered.)
BOX_HEIGHT, TYPE_SIZE, BELOW = 1.25, 1.07, 0.23
#: Lines whose sizes differ by less than this share are of one size: the measured height wavers.
SAME_SIZE = 0.12
#: Name of the font that recognised characters are said to be of.
FONT = "OCR"


def recogniser(handle: Handle, ocr: Ocr, start: int, numbers: Container[int]) -> Recogniser:
    """What reads those pages of a window by OCR that need it and are asked for.

    Parameters
    ----------
    handle : Handle
    ocr : Ocr
    start : int
        First page of the window, from 0.
    numbers : container of int
        Numbers of the pages that are asked for, from 1.
    """

    def recognise(chars: Chars, audit: Audit) -> tuple[Chars, dict[int, float]]:
        rows = [
            row
            for row in range(len(audit.chars))
            if start + row + 1 in numbers
            and (ocr.mode == "always" or _needed(handle, audit, row, start + row + 1))
        ]
        if not rows:
            return chars, {}
        with ThreadPoolExecutor(max(1, min(len(rows), os.cpu_count() or 1))) as pool:
            read = pool.map(
                partial(_page, handle, languages=ocr.languages), [start + r for r in rows]
            )
            texts = dict(zip(rows, read, strict=True))
        return replaced(chars, texts), {row: text.confidence for row, text in texts.items()}

    return recognise


def _needed(handle: Handle, audit: Audit, row: int, number: int) -> bool:
    return classify(handle, audit, row, number).needs_ocr


@dataclass(frozen=True)
class PageText:
    """A page as it was read: its lines, pixels a point, and where it lies.

    Attributes
    ----------
    lines : list of OcrLine
    scale : float
        Pixels a point.
    shown : tuple of float
        Left, bottom, right, top of the page in user space.
    rotation : int
        Quarter turns clockwise by which the page is shown.
    """

    lines: list[OcrLine]
    scale: float
    shown: tuple[float, float, float, float]
    rotation: int

    @property
    def confidence(self) -> float:
        """Mean confidence of the characters, 0 to 1; 0 where there are none."""
        sure = [s.confidence for line in self.lines for s in line.symbols if s.code != 0x20]
        return float(np.mean(sure)) if sure else 0.0


def _page(handle: Handle, number: int, languages: str) -> PageText:
    """What a page (from 0) says."""
    picture = draw(handle, number, DPI / 72)
    lines = parse(run(picture.pgm, languages, DPI, handle.name))
    return PageText(lines, picture.scale, picture.shown, picture.rotation)


def page_chars(page: PageText) -> tuple[dict[str, Any], dict[str, Any]]:
    """Columns of `Chars` and of `Runs` for the characters of one page; runs count from 0."""
    rows, codes, sure, boxes = list[int](), list[int](), list[float](), list[Any]()
    for i, line in enumerate(page.lines):
        symbols = line.symbols
        codes += [s.code for s in symbols]
        sure += [s.confidence for s in symbols]
        boxes += [s.box for s in symbols]
        rows += [i] * len(symbols)
        if not _hyphenated(line, page.lines[i + 1 : i + 2]):
            codes, sure = [*codes, 13, 10], [*sure, 1.0, 1.0]
            boxes, rows = [*boxes, (0.0,) * 4, (0.0,) * 4], [*rows, i, i]
    row, code = np.array(rows, np.int32), np.array(codes, np.uint32)
    pixels = np.array(boxes, np.float64).reshape(-1, 4).T
    size, base = _levelled(page.lines)
    ink = pixels[2] > pixels[0]
    tight, loose = _placed(page, pixels, row, size, base)
    tight[:, ~ink] = loose[:, ~ink] = 0
    end = np.isin(code, (10, 13))
    n, turn = len(code), (4 - page.rotation) % 4
    following = np.append(row[1:] != row[:-1], True)
    columns = {
        "code": np.where(end, 0x20, code).astype(np.uint32),
        "box": _united(tight, loose, ink),
        "loose": loose,
        "tight": tight,
        "ink": ink,
        "line_end": end,
        "generated": ~ink,
        "hyphen": following & (code == 0x2D),
        "map_error": np.zeros(n, np.bool_),
        "index": np.arange(n, dtype=np.int32),
        "run": row,
        "turn": np.full(n, turn, np.uint8),
        "confidence": np.array(sure, np.float32),
    }
    lines = len(page.lines)
    runs = {
        "size": (size * TYPE_SIZE / page.scale).astype(np.float32),
        "weight": np.full(lines, -1, np.int32),
        "mode": np.zeros(lines, np.int32),
        "mark": np.full(lines, -1, np.int32),
        "colour": np.full(lines, 0x000000FF, np.uint32),
        "angle": np.full(lines, turn * np.pi / 2, np.float32),
        "fixed": np.array([line.fixed for line in page.lines], np.bool_),
    }
    return columns, runs


def _hyphenated(line: OcrLine, following: Sequence[OcrLine]) -> bool:
    """Whether PDFium would take the line's last character for a hyphen that parts a word."""
    last = [chr(s.code) for s in line.symbols[-2:]]
    if not following or len(last) < 2 or last[1] != "-" or not last[0].isalpha():
        return False
    return chr(following[0].symbols[0].code).isalnum()


def _levelled(lines: Sequence[OcrLine]) -> tuple[Floats, Floats]:
    """Sizes and baselines (pixels) of lines: near sizes made one, the page's slope taken out."""
    size = np.array([line.size for line in lines])
    weight = np.array([len(line.symbols) for line in lines])
    out = size.copy()
    left = np.ones(len(size), np.bool_)
    while left.any():
        best = max(
            np.flatnonzero(left).tolist(),
            key=lambda i: int(weight[left & _near(size, size[i])].sum()),
        )
        same = left & _near(size, size[best])
        out[same] = np.average(size[same], weights=weight[same])
        left &= ~same
    return out, np.array([line.baseline for line in lines])


def _near(size: Floats, one: Any) -> Any:
    return np.abs(size - one) <= SAME_SIZE * one


def _placed(page: PageText, pixels: Floats, row: Ints, size: Floats, base: Floats) -> Any:
    """Tight and loose boxes (shape (4, n)) in the reading frame, points."""
    slope = float(np.median([line.slope for line in page.lines])) if page.lines else 0.0
    left, bottom, right, top = page.shown
    seen = (top - bottom, right - left) if page.rotation % 2 else (right - left, top - bottom)
    middle = np.array([seen[0] / 2, seen[1] / 2])
    tilt = slope * ((pixels[0] + pixels[2]) / 2 - middle[0] * page.scale)

    def upright(x0: Floats, y0: Floats, x1: Floats, y1: Floats) -> Floats:
        """Pixels (y down) to points about the page's middle (y up)."""
        return np.stack([
            x0 / page.scale - middle[0], middle[1] - (y1 - tilt) / page.scale,
            x1 / page.scale - middle[0], middle[1] - (y0 - tilt) / page.scale,
        ])  # fmt: skip

    under = base[row] + tilt + BELOW * size[row]
    over = under - BOX_HEIGHT * size[row]
    boxes = upright(*pixels), upright(pixels[0], over, pixels[2], under)
    shift = np.array([(left + right) / 2, (bottom + top) / 2] * 2)[:, None]
    turn = (4 - page.rotation) % 4
    return [rotate(rotate(b, page.rotation) + shift, turn).astype(np.float32) for b in boxes]


def _united(a: Floats, b: Floats, ink: Any) -> Floats:
    out = np.concatenate([np.minimum(a[:2], b[:2]), np.maximum(a[2:], b[2:])])
    return np.where(ink, out, 0).astype(np.float32)


def replaced(chars: Chars, texts: Mapping[int, PageText]) -> Chars:
    """Put what was read of pages (by their row in the window) in place of their characters."""
    names = [f.name for f in fields(Chars) if f.name not in _WHOLE]
    own = {name: getattr(chars, name) for name in names}
    own["confidence"] = np.ones(len(chars), np.float32)
    parts: dict[str, list[Any]] = {name: [] for name in names}
    runs: dict[str, list[Any]] = {f.name: [getattr(chars.runs, f.name)] for f in fields(Runs)}
    counts, shift = [], len(chars.runs.size)
    for row in range(len(chars.page_start) - 1):
        here = slice(int(chars.page_start[row]), int(chars.page_start[row + 1]))
        columns = {name: own[name][..., here] for name in names}
        if row in texts:
            columns, found = page_chars(texts[row])
            columns["run"] = columns["run"] + np.int32(shift)
            shift += len(found["size"])
            found["font"] = np.full(len(found["size"]), len(chars.fonts), np.int32)
            for name, values in found.items():
                runs[name].append(values)
        for name in names:
            parts[name].append(columns[name])
        counts.append(len(columns["code"]))
    joined = {name: np.concatenate(values, axis=-1) for name, values in parts.items()}
    return replace(
        chars,
        **joined,
        page_start=np.append(0, np.cumsum(counts)).astype(np.int64),
        runs=Runs(**{name: np.concatenate(values) for name, values in runs.items()}),
        fonts=(*chars.fonts, FONT),
    )


_WHOLE = ("page_start", "page_size", "runs", "fonts")
