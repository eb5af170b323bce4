"""What is drawn on a page besides its characters: images, paths, type turned into outlines.

Walking a page's objects costs about as much as reading its text, so it is done for pages whose
characters give cause, and by `rejoin check`.
"""

from __future__ import annotations

import ctypes
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pypdfium2.raw as pdfium

from rejoin.model import Bools
from rejoin.source import LOCK, Handle

#: Objects and path segments that are looked at, and levels of forms within forms: enough to see
#: what a page is, few enough for a map of a million lines.
MOST_OBJECTS, MOST_SEGMENTS, DEEPEST = 20_000, 60_000, 8
#: Cells of the grid by which areas are measured.
_GRID = 48
#: Height of a shape that may be a letter, points, and as a share of the page's.
LETTER_LOW, LETTER_HIGH, LETTER_SHARE = 2.0, 60.0, 0.08
#: Shapes on one baseline from which they may be a line of type, and how finely baselines and
#: heights are told apart, points.
IN_LINE, BASELINE, HEIGHT = 5, 0.75, 0.3
#: Different heights that a line of type has at the least (dots and bars have one or two).
HEIGHTS = 3
#: Share of the page's width and height that its margins take up on each side.
MARGIN = 0.1
#: Segments of a rectangle: no letter.
_RECTANGLE = 5

#: a, b, c, d, e, f of a PDF matrix.
Matrix = tuple[float, float, float, float, float, float]
Box = tuple[float, float, float, float]
_UNIT: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


@dataclass(frozen=True)
class Objects:
    """What was found on one page.

    Attributes
    ----------
    text, images, paths, shadings, forms : int
        How many objects of each type, those within forms included.
    image_share : float
        Share of the page that images cover.
    under_image : float
        Share of the text objects that lie under an image painted after them, unseen.
    in_margin : float
        Share of the text objects that stand close to an edge of the page, as stamps, page numbers
        and running heads do.
    outlines : int
        Shapes that stand on common baselines as letters do.
    cut : bool
        There are more objects or segments than were looked at.
    """

    text: int = 0
    images: int = 0
    paths: int = 0
    shadings: int = 0
    forms: int = 0
    image_share: float = 0.0
    under_image: float = 0.0
    in_margin: float = 0.0
    outlines: int = 0
    cut: bool = False


def find_objects(handle: Handle, number: int) -> Objects:
    """Walk the objects of page `number` (from 0); nothing is found where it cannot be loaded."""
    with LOCK:
        page = pdfium.FPDF_LoadPage(handle.raw, number)
        if not page:
            return Objects()
        try:
            return _Walk(page).found()
        finally:
            pdfium.FPDF_ClosePage(page)


@dataclass
class _Walk:
    """One page while its objects are walked."""

    page: Any
    counts: Counter[int] = field(default_factory=Counter)
    shapes: list[Box] = field(default_factory=list)
    objects: int = 0
    segments: int = 0

    def __post_init__(self) -> None:
        shown = pdfium.FS_RECTF()
        if not pdfium.FPDF_GetPageBoundingBox(self.page, shown):
            shown = pdfium.FS_RECTF(0, 792, 612, 0)
        self.left, self.bottom = shown.left, shown.bottom
        self.width = max(shown.right - shown.left, 1.0)
        self.height = max(shown.top - shown.bottom, 1.0)
        self.covered: Bools = np.zeros((_GRID, _GRID), np.bool_)
        self.texts: list[tuple[float, float]] = []
        self.hidden: Bools = np.zeros(0, np.bool_)

    def found(self) -> Objects:
        count = pdfium.FPDFPage_CountObjects(self.page)
        for i in range(min(count, MOST_OBJECTS)):
            self._object(pdfium.FPDFPage_GetObject(self.page, i), _UNIT, 0)
        counts, text = self.counts, self.counts[pdfium.FPDF_PAGEOBJ_TEXT]
        return Objects(
            text=text,
            images=counts[pdfium.FPDF_PAGEOBJ_IMAGE],
            paths=counts[pdfium.FPDF_PAGEOBJ_PATH],
            shadings=counts[pdfium.FPDF_PAGEOBJ_SHADING],
            forms=counts[pdfium.FPDF_PAGEOBJ_FORM],
            image_share=float(self.covered.mean()),
            under_image=float(self.hidden.sum()) / max(text, 1),
            in_margin=self._in_margin(),
            outlines=_on_baselines(self.shapes),
            cut=count > MOST_OBJECTS or self.objects >= MOST_OBJECTS
            or self.segments >= MOST_SEGMENTS,
        )  # fmt: skip

    def _object(self, item: Any, matrix: Matrix, depth: int) -> None:
        self.objects += 1
        if self.objects > MOST_OBJECTS:
            return
        kind = pdfium.FPDFPageObj_GetType(item)
        self.counts[kind] += 1
        if kind == pdfium.FPDF_PAGEOBJ_FORM and depth < DEEPEST:
            inner = _times(_matrix(item), matrix)
            for i in range(pdfium.FPDFFormObj_CountObjects(item)):
                self._object(pdfium.FPDFFormObj_GetObject(item, i), inner, depth + 1)
        elif kind == pdfium.FPDF_PAGEOBJ_IMAGE and (box := _bounds(item, matrix)):
            self.covered |= self._cells(box)
            self._hide(box)
        elif kind == pdfium.FPDF_PAGEOBJ_TEXT and (box := _bounds(item, matrix)):
            self.texts.append(((box[0] + box[2]) / 2, (box[1] + box[3]) / 2))
        elif kind == pdfium.FPDF_PAGEOBJ_PATH:
            self._path(item, matrix)

    def _in_margin(self) -> float:
        if not self.texts:
            return 0.0
        x, y = np.array(self.texts).T
        x, y = (x - self.left) / self.width, (y - self.bottom) / self.height
        edge = np.minimum(np.minimum(x, 1 - x), np.minimum(y, 1 - y))
        return float((edge < MARGIN).mean())

    def _hide(self, box: Box) -> None:
        """Note the text so far that lies under an image."""
        x, y = np.array(self.texts).reshape(-1, 2).T
        under = (x >= box[0]) & (x <= box[2]) & (y >= box[1]) & (y <= box[3])
        under[: len(self.hidden)] |= self.hidden
        self.hidden = under

    def _cells(self, box: Box) -> Bools:
        """Cells of the grid whose middle lies in a box."""
        at = (np.arange(_GRID) + 0.5) / _GRID
        x, y = self.left + at * self.width, self.bottom + at * self.height
        return np.outer((y >= box[1]) & (y <= box[3]), (x >= box[0]) & (x <= box[2]))

    def _path(self, item: Any, matrix: Matrix) -> None:
        """Note the shapes of a filled path that may be letters."""
        fill, stroke = ctypes.c_int(), ctypes.c_int()
        pdfium.FPDFPath_GetDrawMode(item, fill, stroke)
        count, box = pdfium.FPDFPath_CountSegments(item), _bounds(item, matrix)
        if not fill.value or count <= _RECTANGLE or not box:
            return
        if self.segments + count > MOST_SEGMENTS:
            self.segments = MOST_SEGMENTS
            return
        self.segments += count
        if self._letter(box) and box[2] - box[0] < 2 * LETTER_HIGH:
            self.shapes.append(box)
        else:  # a whole line or page of type as one path
            inner = _times(_matrix(item), matrix)
            self.shapes += [b for b in _subpaths(item, count, inner) if self._letter(b)]

    def _letter(self, box: Box) -> bool:
        height = box[3] - box[1]
        return bool(LETTER_LOW <= height <= min(LETTER_HIGH, LETTER_SHARE * self.height))


def _subpaths(item: Any, count: int, matrix: Matrix) -> Iterator[Box]:
    """Boxes of the parts of a path that are more than rectangles."""
    x, y = ctypes.c_float(), ctypes.c_float()
    points: list[tuple[float, float]] = []
    for i in range(count + 1):
        segment = pdfium.FPDFPath_GetPathSegment(item, i) if i < count else None
        starts = segment and pdfium.FPDFPathSegment_GetType(segment) == pdfium.FPDF_SEGMENT_MOVETO
        if not segment or starts:
            if len(points) > _RECTANGLE:
                xs, ys = zip(*points, strict=True)
                yield min(xs), min(ys), max(xs), max(ys)
            points = []
        if segment and pdfium.FPDFPathSegment_GetPoint(segment, x, y):
            points.append(_apply(matrix, x.value, y.value))


def _on_baselines(shapes: list[Box]) -> int:
    """How many shapes stand in lines, as letters do: on one baseline, of different heights."""
    rows: dict[int, list[float]] = {}
    for box in shapes:
        rows.setdefault(round(box[1] / BASELINE), []).append(box[3] - box[1])
    lines = [r for r in rows.values() if len(r) >= IN_LINE]
    return sum(len(r) for r in lines if len({round(h / HEIGHT) for h in r}) >= HEIGHTS)


def _bounds(item: Any, matrix: Matrix) -> Box | None:
    """Box of an object on the page."""
    left, bottom, right, top = (ctypes.c_float() for _ in range(4))
    if not pdfium.FPDFPageObj_GetBounds(item, left, bottom, right, top):
        return None
    ends = [(x.value, y.value) for x in (left, right) for y in (bottom, top)]
    xs, ys = zip(*(_apply(matrix, *end) for end in ends), strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _matrix(item: Any) -> Matrix:
    m = pdfium.FS_MATRIX()
    if not pdfium.FPDFPageObj_GetMatrix(item, m):
        return _UNIT
    return m.a, m.b, m.c, m.d, m.e, m.f


def _apply(m: Matrix, x: float, y: float) -> tuple[float, float]:
    return m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5]


def _times(m: Matrix, n: Matrix) -> Matrix:
    """The matrix that does first `m`, then `n`."""
    a, b = m[0] * n[0] + m[1] * n[2], m[0] * n[1] + m[1] * n[3]
    c, d = m[2] * n[0] + m[3] * n[2], m[2] * n[1] + m[3] * n[3]
    e, f = _apply(n, m[4], m[5])
    return a, b, c, d, e, f
