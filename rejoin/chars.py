"""PDFium's page to arrays of characters, the same from either reader."""

from __future__ import annotations

import ctypes
import re
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import pypdfium2.raw as pdfium

from rejoin import _pure
from rejoin.errors import PageError
from rejoin.model import Bools, Chars, Floats, Ints, Runs, rotate
from rejoin.source import LOCK, Handle, address

try:
    from rejoin import _bulk  # type: ignore[attr-defined]
except ImportError:  # built without a compiler
    _bulk = None

#: Which reader is in use, as `rejoin --version` says.
READER = "compiled" if _bulk else "pure Python"

_TABLE = np.array(
    [address(getattr(pdfium, name)) for name in _pure.FUNCTIONS], dtype=np.uint64
).tobytes()

#: What C1 codes mean where a font's table was Windows-1252 (PDFium drops some of them from its
#: own text, so quotes and dashes vanish there). 0 where Windows-1252 has no character either.
_C1 = np.array(
    [ord(bytes([c]).decode("cp1252", "replace")) for c in range(0x80, 0xA0)], dtype=np.uint32
)
_C1[_C1 == 0xFFFD] = 0
#: Blanks above U+0020, as a table over code points.
_HIGH_BLANK = np.zeros(0x3002, np.bool_)
_HIGH_BLANK[[0xA0, 0x1680, *range(0x2000, 0x200B), 0x2028, 0x2029, 0x202F, 0x205F, 0x3000]] = True
#: The reader's arrays in the order of the C function: leading shape and type.
_ARRAYS: dict[str, tuple[tuple[int, ...], Any]] = {
    "code": ((), np.uint32),
    "flags": ((), np.uint8),
    "tight": ((4,), np.float32),
    "loose": ((4,), np.float32),
    "box": ((4,), np.float32),
    "run_of": ((), np.int32),
}
#: Characters to make room for at first.
_ROOM = 1 << 15
#: Longest font name that is read, bytes.
_NAME_LIMIT = 256
_NAME = ctypes.create_string_buffer(_NAME_LIMIT)
# Prototypes that take a font's address as a number: casts would cost more than the calls.
_font_name = ctypes.CFUNCTYPE(ctypes.c_size_t, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_size_t)(
    address(pdfium.FPDFFont_GetBaseFontName)
)
_font_flags = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p)(address(pdfium.FPDFFont_GetFlags))
#: Names of fixed-pitch fonts, because the flag is often not set.
_FIXED = re.compile(r"mono|courier|consol|typewriter|cmtt|lmtt|menlo|fixed|sftt", re.IGNORECASE)


class PageInfo(NamedTuple):
    """What is known of a page besides its characters."""

    chars: int = 0
    runs: int = 0
    #: Left, bottom, right, top of what is shown, in PDF user space.
    shown: tuple[float, float, float, float] = (0.0, 0.0, 612.0, 792.0)
    #: Quarter turns clockwise (/Rotate).
    rotation: int = 0


class Reader:
    """Reads pages of a document, one after the other, into shared arrays.

    Parameters
    ----------
    handle : Handle
    compiled : bool, optional
        Which reader; by default the compiled one where it was built.
    """

    def __init__(self, handle: Handle, *, compiled: bool | None = None) -> None:
        self._handle = handle
        self._compiled = bool(_bulk) if compiled is None else compiled
        self._room = 0
        self._arrays: dict[str, Any] = {}
        self._run_room = np.empty(0, _pure.RUN)
        self.reset()
        self._grow(_ROOM)

    def reset(self) -> None:
        """Forget the pages read so far. What `raw` and `gather` returned is overwritten.

        The arrays are used again, because touching new memory costs as much as reading.
        """
        self._count = 0
        self.infos: list[PageInfo] = []
        self._fonts: list[dict[int, tuple[str, bool]]] = []
        self._run_rows: list[Any] = []

    def add(self, number: int) -> None:
        """Read page `number` (from 0).

        Raises
        ------
        PageError
            PDFium cannot load the page; it counts as a page without characters.
        """
        self.infos.append(PageInfo())
        name, human = self._handle.name, number + 1
        with LOCK:
            page = pdfium.FPDF_LoadPage(self._handle.raw, number)
            if not page:
                raise PageError("cannot be loaded; it is left out", file=name, page=human)
            try:
                text = pdfium.FPDFText_LoadPage(page)
                if not text:
                    raise PageError("has no readable text layer", file=name, page=human)
                try:
                    self._read(page, text)
                finally:
                    pdfium.FPDFText_ClosePage(text)
            finally:
                pdfium.FPDF_ClosePage(page)

    def _read(self, page: Any, text: Any) -> None:
        n = max(0, pdfium.FPDFText_CountChars(text))
        self._grow(n)
        at, a = self._count, self._arrays
        if self._compiled:
            where = (address(text), n, at, self._room)
            runs = _bulk.read(*where, _TABLE, *a.values(), self._run_room)
        else:
            these = [array[..., at : at + n] for array in a.values()]
            runs = _pure.read(text, n, *these, self._run_room)  # type: ignore[call-arg]
        rows = self._run_room[:runs].copy()
        self._run_rows.append(rows)
        self._fonts.append({f: _font(f) for f in set(rows["font"].tolist())})
        self._count += n
        box = pdfium.FS_RECTF()
        if not pdfium.FPDF_GetPageBoundingBox(page, box):
            box = pdfium.FS_RECTF(0, 792, 612, 0)
        shown = (box.left, box.bottom, box.right, box.top)
        self.infos[-1] = PageInfo(n, runs, shown, max(0, pdfium.FPDFPage_GetRotation(page)))

    def _grow(self, n: int) -> None:
        """Make room for a page of `n` more characters."""
        if n > len(self._run_room):
            self._run_room = np.empty(n, _pure.RUN)
        if self._count + n <= self._room:
            return
        self._room = max(2 * self._room, self._count + n)
        for name, (shape, kind) in _ARRAYS.items():
            new = np.empty((*shape, self._room), kind)
            if self._count:
                new[..., : self._count] = self._arrays[name][..., : self._count]
            self._arrays[name] = new

    def raw(self) -> dict[str, Any]:
        """Arrays as read: code, flags, tight, loose, box, run_of (shape (..., n)) and runs."""
        out = {name: array[..., : self._count] for name, array in self._arrays.items()}
        # as bytes: NumPy copies a structured array field by field
        rows = [r.view(np.uint8) for r in self._run_rows]
        none = np.zeros(0, np.uint8)
        return out | {"runs": np.concatenate(rows or [none]).view(_pure.RUN)}

    def font_rows(self) -> tuple[list[tuple[str, bool]], Ints]:
        """Names and fixed-pitch flags of the fonts, and the row of each run's font."""
        fonts = sorted({font for page in self._fonts for font in page.values()})
        place = {font: i for i, font in enumerate(fonts)}
        parts = [np.zeros(0, np.int32)]
        for page, runs in zip(self._fonts, self._run_rows, strict=True):
            pointers = sorted(page)
            rows = np.array([place[page[pointer]] for pointer in pointers], np.int32)
            at = np.searchsorted(np.array(pointers, np.uint64), runs["font"])
            parts.append(rows[at] if len(rows) else rows)
        return fonts, np.concatenate(parts)


def _font(pointer: int) -> tuple[str, bool]:
    """Base name (without the subset tag) and whether the font is fixed-pitch."""
    if not pointer:
        return "", False
    _font_name(pointer, _NAME, _NAME_LIMIT)
    return _font_traits(_NAME.value, _font_flags(pointer))


@lru_cache(maxsize=1024)
def _font_traits(raw_name: bytes, flags: int) -> tuple[str, bool]:
    name = re.sub(r"^[A-Z]{6}\+", "", raw_name.decode("utf-8", "replace"))
    return name, (flags > 0 and bool(flags & 1)) or bool(_FIXED.search(name))


def gather(reader: Reader) -> Chars:
    """Characters of the pages that were read, cleaned, in the reading frame."""
    raw, infos = reader.raw(), reader.infos
    counts = np.array([info.chars for info in infos], np.int64)
    start = np.append(0, np.cumsum(counts))
    fonts, font = reader.font_rows()
    runs = _runs(raw["runs"], font, np.array([fixed for _, fixed in fonts], np.bool_))
    shift = np.append(0, np.cumsum([info.runs for info in infos]))[:-1]
    run = np.maximum(raw["run_of"] + np.repeat(shift.astype(np.int32), counts), 0)
    code, flags, box = raw["code"], raw["flags"], _finite(raw["box"])
    generated, hyphen = (flags & _pure.GENERATED) != 0, (flags & _pure.HYPHEN) != 0
    line_end = generated & (code != 0x20)
    clean = _clean(code)
    clean[hyphen] = 0x2D
    blank = _blank(clean)
    clean[blank & (clean != 0) & (clean != 0x3000)] = 0x20
    ink = ~blank & (box[3] > box[1])
    keep = (clean != 0) & (_inside(box, infos, start) | ~ink)
    turn = _turns(runs)[run] if len(runs.angle) else np.zeros(len(run), np.uint8)
    columns: dict[str, Any] = {
        "code": clean,
        "box": _reading_frame(box, turn),
        "loose": _reading_frame(_finite(raw["loose"]), turn),
        "tight": _reading_frame(_finite(raw["tight"]), turn),
        "ink": ink,
        "line_end": line_end,
        "generated": generated,
        "hyphen": hyphen,
        "map_error": (flags & _pure.MAP_ERROR) != 0,
        "index": np.arange(start[-1], dtype=np.int32) - np.repeat(start[:-1], counts),
        "run": run,
        "turn": turn,
    }
    if not keep.all():
        columns = {name: column[..., keep] for name, column in columns.items()}
        start = np.append(0, np.cumsum(keep))[start]
    return Chars(
        **columns,
        page_start=start.astype(np.int64),
        page_size=np.array([_size(info) for info in infos], np.float32).reshape(-1, 2),
        runs=runs,
        fonts=tuple(name for name, _ in fonts),
    )


def _size(info: PageInfo) -> tuple[float, float]:
    left, bottom, right, top = info.shown
    width, height = right - left, top - bottom
    return (height, width) if info.rotation % 2 else (width, height)


def _runs(r: Any, font: Ints, fixed: Bools) -> Runs:
    matrix = r["matrix"].astype(np.float64)
    scale = np.hypot(matrix[:, 2], matrix[:, 3])
    size = np.abs(r["size"]) * np.where(scale > 0, scale, 1.0)
    angle = _finite(r["angle"]) + np.where(r["size"] < 0, np.pi, 0.0)
    return Runs(
        size=_finite(size.astype(np.float32)),
        weight=r["weight"],
        mode=r["mode"],
        mark=r["mark"],
        colour=r["colour"],
        angle=(angle % (2 * np.pi)).astype(np.float32),
        fixed=fixed[font] if len(font) else np.zeros(0, np.bool_),
        font=font,
    )


def _turns(runs: Runs) -> Ints:
    """Quarter turns clockwise of each run in PDFium's coordinates."""
    return np.asarray(np.rint(runs.angle / (np.pi / 2)).astype(np.int64) % 4, np.uint8)


def _finite(values: Floats) -> Floats:
    """Values with NaN and infinities (from hostile numbers in a file) made harmless."""
    return values if np.isfinite(values).all() else np.nan_to_num(values, posinf=1e9, neginf=-1e9)


def _inside(box: Floats, infos: list[PageInfo], start: Ints) -> Bools:
    """Characters whose middle lies on the page as it is shown (CropBox within MediaBox)."""
    out = np.ones(box.shape[1], np.bool_)
    for page, info in enumerate(infos):
        these = slice(int(start[page]), int(start[page + 1]))
        x, y = box[0, these] + box[2, these], box[1, these] + box[3, these]
        left, bottom, right, top = info.shown
        out[these] = (x >= 2 * left) & (x <= 2 * right) & (y >= 2 * bottom) & (y <= 2 * top)
    return out


def _clean(code: Ints) -> Ints:
    """Code points that may stand in a text: pairs paired, C1 read as Windows-1252.

    0 marks what is dropped: the second half of a pair, NUL, other control codes. A lone surrogate
    and a non-character become U+FFFD.
    """
    out = code.copy()
    odd = (code - 0x20 >= 0x5F) & ((code < 0xA0) | (code >= 0xD800))
    if not odd.any():
        return out
    _pair(code, out)
    out[((out & 0xFFFE) == 0xFFFE) | (out > 0x10FFFF)] = 0xFFFD
    c1 = (out >= 0x80) & (out < 0xA0)
    out[c1] = _C1[out[c1] - 0x80]
    out[((out < 0x20) & (out != 9) & (out != 10) & (out != 13)) | (out == 0x7F)] = 0
    return out


def _pair(code: Ints, out: Ints) -> None:
    """Write surrogate pairs as one code point and a 0, lone surrogates as U+FFFD."""
    high = (code >= 0xD800) & (code < 0xDC00)
    low = (code >= 0xDC00) & (code < 0xE000)
    lone = high | low
    first = np.flatnonzero(high[:-1] & low[1:])
    out[first] = 0x10000 + ((code[first] - 0xD800) << 10) + (code[first + 1] - 0xDC00)
    out[first + 1] = 0
    lone[first] = lone[first + 1] = False
    out[lone] = 0xFFFD


def _blank(code: Ints) -> Bools:
    """White space. (Written for speed: only codes from U+00A0 up need the closer look.)"""
    out = code <= 0x20
    high = np.flatnonzero(code >= 0xA0)
    out[high] = _HIGH_BLANK[np.minimum(code[high], len(_HIGH_BLANK) - 1)]
    return np.asarray(out)


def _reading_frame(box: Floats, turn: Ints) -> Floats:
    """Boxes turned so that each character stands upright."""
    out = box
    for quarter in range(1, 4):
        these = turn == quarter
        if these.any():
            out = np.where(these, rotate(box, quarter), out)
    return out
