"""``draw``: a page with its labelled breaks, to look at the labels."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import pypdfium2 as pdfium

from bench import cut, labels
from bench.corpus import ENDINGS, CorpusError
from bench.cut import Stream
from bench.labels import Head, Row
from bench.stream import opened

#: Colours of the labels: a bar at the end of the line above, a thread to the line below.
COLOURS = {"wrap": (0, 150, 60), "keep": (220, 30, 30), "unknown": (140, 140, 140)}
#: Pixels a point, and the width of a bar in pixels.
SCALE, BAR = 2.0, 3
#: Points between a line's end and its bar.
GAP = 1.0
Point = tuple[float, float]
Colour = tuple[int, int, int]
_RTL = ("ar", "fa", "he")


def add_parser(subparsers: Any) -> None:
    """Add the command."""
    about = "draw a page with its labels: green a wrap, red a kept break, grey unknown"
    parser = subparsers.add_parser("draw", help=about)
    parser.add_argument("pdf", type=Path, metavar="PDF", help="a PDF with its labels beside it")
    parser.add_argument("page", type=int, metavar="PAGE", help="from 1")
    parser.add_argument("-o", "--output", type=Path, metavar="PNG", help="default PDF-PAGE.png")
    scale = f"pixels a point (default {SCALE:g})"
    parser.add_argument("--scale", type=float, default=SCALE, metavar="N", help=scale)


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    beside = [args.pdf.with_name(args.pdf.stem + ending) for ending in ENDINGS]
    found = next((path for path in beside if path.exists()), None)
    if found is None:
        raise CorpusError(f"{args.pdf}: no labels beside it")
    head, rows = labels.read(found)
    output = args.output or args.pdf.with_name(f"{args.pdf.stem}-{args.page}.png")
    draw(args.pdf, args.page, head, rows, args.scale).save(output)
    print(output)
    return 0


def draw(pdf: Path, page: int, head: Head, rows: Sequence[Row], scale: float = SCALE) -> Any:
    """Draw a page with its labels; return a picture of Pillow's."""
    stream = cut.read(pdf)
    if not 1 <= page <= stream.pages:
        raise CorpusError(f"{pdf}: has no page {page}")
    with opened(pdf) as document:
        sheet = document[page - 1]
        picture = sheet.render(scale=scale).to_pil().convert("RGB")
        pen = _Pen(picture, sheet, scale, head.language.split("-")[0] in _RTL)
    ends = zip(stream.lines.page.tolist(), stream.lines.sep.tolist(), strict=True)
    at = {end: line for line, end in enumerate(ends)}
    for row in rows:
        line = at.get((row.page, row.char))
        if row.page == page and line is not None and not row.same_row:
            pen.mark(stream, line, row)
    return picture


class _Pen:
    """Draws on the picture of a page, in the points of the page."""

    def __init__(self, picture: Any, page: pdfium.PdfPage, scale: float, rtl: bool) -> None:
        self._draw = import_module("PIL.ImageDraw").Draw(picture)
        self._left, self._top = _corner(page)
        self._scale = scale
        self._rtl = rtl

    def mark(self, stream: Stream, line: int, row: Row) -> None:
        """Mark the break after a line."""
        colour = COLOURS[row.label]
        self._bar(stream, line, colour, row.page_below is not None)
        if row.page_below is None and row.label != "unknown":
            self._thread(stream, line, colour)

    def _bar(self, stream: Stream, line: int, colour: Colour, over: bool) -> None:
        left, bottom, right, top = stream.lines.box[line].tolist()
        if not stream.lines.upright[line]:
            self._line((left, bottom - GAP), (right, bottom - GAP), colour, BAR)
            return
        x = left - GAP if self._rtl else right + GAP
        self._line((x, bottom), (x, top), colour, BAR)
        if over:
            self._line((x, bottom), (x + 3 * GAP, bottom - 3 * GAP), colour, BAR)

    def _thread(self, stream: Stream, line: int, colour: Colour) -> None:
        a, b = stream.lines.box[line].tolist(), stream.lines.box[line + 1].tolist()
        if not stream.lines.upright[line]:
            self._line((a[0], a[1] - GAP), (b[2], b[3]), colour, 1)
        elif self._rtl:
            self._line((a[0] - GAP, a[1]), (b[2], b[3]), colour, 1)
        else:
            self._line((a[2] + GAP, a[1]), (b[0], b[3]), colour, 1)

    def _line(
        self,
        a: tuple[float, float],
        b: tuple[float, float],
        colour: Colour,
        width: int,
    ) -> None:
        ends = [((x - self._left) * self._scale, (self._top - y) * self._scale) for x, y in (a, b)]
        self._draw.line(ends, fill=colour, width=width)


def _corner(page: pdfium.PdfPage) -> Point:
    """Upper left corner of what a page shows, the page's rotation removed as `bench.stream` does.

    The page's own media box will not do: it may be inherited, and more than is shown.
    """
    left, bottom, right, top = page.get_bbox()
    x0, y0, x1, y1 = page.get_mediabox()
    for turn in range(page.get_rotation() // 90):
        width = (y1 - y0) if turn % 2 else (x1 - x0)
        left, bottom, right, top = bottom, width - right, top, width - left
    return left, top
