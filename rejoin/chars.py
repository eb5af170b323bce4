"""Raw characters to `Chars`: codes cleaned, boxes upright, what lies off the page left out."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from rejoin import _pure
from rejoin.added import add
from rejoin.cleaning import compose_accents, tex_ligatures
from rejoin.copies import copies
from rejoin.fields import values
from rejoin.model import Bools, Chars, Floats, Ints, Runs, finite, rotate
from rejoin.reader import Reader
from rejoin.replaced import replacements
from rejoin.visible import hidden

#: What C1 codes mean where a font's table was Windows-1252 (PDFium drops some of them from its
#: own text, so quotes and dashes vanish there). 0 where Windows-1252 has no character either.
_C1 = np.array(
    [ord(bytes([c]).decode("cp1252", "replace")) for c in range(0x80, 0xA0)], dtype=np.uint32
)
_C1[_C1 == 0xFFFD] = 0
#: Bullets and the like of symbol fonts (private use area) and their ordinary code points.
_SYMBOLS = np.array(
    [[0xF06C, 0xF06E, 0xF0A7, 0xF0A8, 0xF0B7, 0xF0D8, 0xF0E0, 0xF0FC],
     [0x25CF, 0x25A0, 0x25AA, 0x25FB, 0x2022, 0x27A2, 0x2192, 0x2713]], np.uint32
)  # fmt: skip
#: Kangxi radicals, which some fonts give for ordinary ideographs, as the ideographs.
_RADICALS = np.array(
    [ord(unicodedata.normalize("NFKC", chr(c))) for c in range(0x2F00, 0x2FD6)], np.uint32
)
#: Blanks above U+0020, as a table over code points.
_HIGH_BLANK = np.zeros(0x3002, np.bool_)
_HIGH_BLANK[[0xA0, 0x1680, *range(0x2000, 0x200B), 0x2028, 0x2029, 0x202F, 0x205F, 0x3000]] = True


#: Part of a quarter turn by which text must be off the upright to be aslant (a scan that is a few
#: degrees askew is not).
ASLANT = 0.15


@dataclass(frozen=True)
class Wanted:
    """What is read of a page besides its visible text."""

    #: Text that cannot be seen.
    hidden: bool = False
    #: Values of form fields, and the text of annotations.
    forms: bool = False
    #: Second copies of the same text at the same place.
    copies: bool = False


def gather(reader: Reader, wanted: Wanted = Wanted()) -> Chars:
    """Characters of the pages that were read, cleaned, in the reading frame."""
    raw, infos = reader.raw(), reader.infos
    counts = infos["chars"].astype(np.int64)
    start = np.append(0, np.cumsum(counts))
    fonts, font = reader.font_rows()
    runs = _runs(raw["runs"], font, np.array([fixed for _, fixed in fonts], np.bool_))
    index = np.arange(start[-1], dtype=np.int32) - np.repeat(start[:-1].astype(np.int32), counts)
    raw |= {"run_of": reader.run(), "index": index}
    unmapped = (raw["code"] < 0x20) & (raw["flags"] == _pure.MAP_ERROR)
    if unmapped.any():
        unnamed = np.array([not name for name, _ in fonts], np.bool_)[font]
        raw, counts = _spelt(raw, unmapped & unnamed[raw["run_of"]], start)
        start = np.append(0, np.cumsum(counts))
    code, flags, box, run = raw["code"], raw["flags"], finite(raw["box"]), raw["run_of"]
    generated, hyphen = (flags & _pure.GENERATED) != 0, (flags & _pure.HYPHEN) != 0
    line_end = generated & (code != 0x20)
    clean = _clean(code)
    clean[hyphen] = 0x2D
    compose_accents(clean, box)
    blank = _blank(clean)
    clean[blank & (clean != 0) & (clean != 0x3000)] = 0x20
    ink = ~blank & (box[3] > box[1])
    keep = (clean != 0) & _wanted(reader, wanted, clean, box, ink, run, start)
    pieces, replaced = replacements(reader, run, start)
    keep &= ~replaced
    keep |= line_end  # what follows text that is left out still stands on another line
    baseline = None if wanted.copies else reader.raw()["runs"]["matrix"]
    turn = _turns(runs, baseline)[run] if len(runs.angle) else np.zeros(len(run), np.uint8)
    columns: dict[str, Any] = {
        "code": clean,
        "box": _reading_frame(box, turn),
        "loose": _reading_frame(finite(raw["loose"]), turn),
        "tight": _reading_frame(finite(raw["tight"]), turn),
        "ink": ink,
        "line_end": line_end,
        "generated": generated,
        "hyphen": hyphen,
        "map_error": (flags & _pure.MAP_ERROR) != 0,
        "index": raw["index"],
        "run": run,
        "turn": turn,
    }
    if not keep.all():
        kept = np.flatnonzero(keep)
        columns = {name: column.take(kept, axis=-1) for name, column in columns.items()}
        start = np.searchsorted(kept, start)
    chars = Chars(
        **columns,
        page_start=start.astype(np.int64),
        page_size=_page_size(infos),
        runs=runs,
        fonts=tuple(name for name, _ in fonts),
    )
    if pieces:
        now = np.append(0, np.cumsum(keep))
        back = reversed(pieces)  # from the end, so that the places before stay what they are
        chars = add(chars, [replace(p, after=int(now[(p.after or 0) + 1]) - 1) for p in back])
    if wanted.forms:
        chars = add(chars, values(reader.handle, reader.first, len(infos), hidden=wanted.hidden))
    return chars


def _wanted(
    reader: Reader, wanted: Wanted, code: Ints, box: Floats, ink: Bools, run: Ints, start: Ints
) -> Bools:
    """Characters that are read: those that can be seen, and the first copy of each."""
    keep = np.ones(len(code), np.bool_)
    if not wanted.hidden:
        keep = _inside(box, run, ink, reader.infos, start) & ~hidden(reader, run, ink, start)
    if not wanted.copies:
        shown = keep & ink & (code != 0)
        again = copies(code, box, run, shown, start, reader.infos["doubled"])
        if again.any():
            keep &= ~again[run]
    return keep


def _spelt(raw: dict[str, Any], unnamed: Bools, start: Ints) -> tuple[dict[str, Any], Ints]:
    """Characters with TeX's ligatures spelt, and how many each page has."""
    code, repeat = tex_ligatures(raw["code"], unnamed)
    if len(code) == len(repeat):
        return raw, np.diff(start)
    columns = {n: np.repeat(c, repeat, axis=-1) for n, c in raw.items() if n != "runs"}
    return columns | {"code": code}, np.diff(np.append(0, np.cumsum(repeat))[start])


def _page_size(infos: Any) -> Floats:
    """Widths and heights of the pages as seen."""
    left, bottom, right, top = infos["shown"].T
    size = np.stack([right - left, top - bottom], axis=1)
    return np.where((infos["rotation"] % 2 == 1)[:, None], size[:, ::-1], size)


def _runs(r: Any, font: Ints, fixed: Bools) -> Runs:
    matrix = r["matrix"].astype(np.float64)
    scale = np.hypot(matrix[:, 2], matrix[:, 3])
    size = np.abs(r["size"]) * np.where(scale > 0, scale, 1.0)
    angle = finite(r["angle"]) + np.where(r["size"] < 0, np.pi, 0.0)
    return Runs(
        size=finite(size.astype(np.float32)),
        weight=r["weight"],
        mode=r["mode"],
        mark=r["mark"],
        colour=r["colour"],
        angle=(angle % (2 * np.pi)).astype(np.float32),
        fixed=fixed[font] if len(font) else np.zeros(0, np.bool_),
        font=font,
    )


def _turns(runs: Runs, matrix: Floats | None) -> Ints:
    """Quarter turns clockwise of each run in PDFium's coordinates.

    Text aslant, such as a stamp across the page, counts as standing on its side, so that it is
    never on a line with upright text. Its baseline says so (with `matrix`, shape (r, 4)); the
    angle that PDFium gives is that of its stems, also in type that is made italic by a skew.
    """
    turns = runs.angle / (np.pi / 2)
    quarter = np.rint(turns)
    if matrix is not None:
        line = np.arctan2(finite(matrix[:, 1]), finite(matrix[:, 0])) / (np.pi / 2)
        below = np.floor(turns)
        beside = np.where(below % 2 == 1, below, below + 1)
        quarter = np.where(np.abs(line - np.rint(line)) > ASLANT, beside, quarter)
    return np.asarray(quarter.astype(np.int64) % 4, np.uint8)


def _inside(box: Floats, run: Ints, ink: Bools, infos: Any, start: Ints) -> Bools:
    """Characters of text that lies on the page as it is shown (CropBox within MediaBox).

    Text that runs over the edge, as too long a line does, is whole: half a word helps nobody.
    """
    out = np.ones(box.shape[1], np.bool_)
    for page, (left, bottom, right, top) in enumerate(infos["shown"].tolist()):
        these = slice(int(start[page]), int(start[page + 1]))
        if right <= left or top <= bottom:
            continue  # an impossible CropBox: better too much text than none
        xs, ys = box[0::2, these], box[1::2, these]
        if not xs.size or (
            xs.min() >= left and xs.max() <= right and ys.min() >= bottom and ys.max() <= top
        ):
            continue  # as on nearly all pages
        x, y = xs[0] + xs[1], ys[0] + ys[1]
        on = (x >= 2 * left) & (x <= 2 * right) & (y >= 2 * bottom) & (y <= 2 * top)
        own = run[these] - int(run[these].min())
        seen = np.zeros(int(own.max()) + 1, np.bool_)
        seen[own[on & ink[these]]] = True
        out[these] = seen[own] | ~ink[these]
    return out


def _clean(code: Ints) -> Ints:
    """Code points that may stand in a text: pairs paired, C1 read as Windows-1252.

    0 marks what is dropped: the second half of a pair, NUL, other control codes. A lone surrogate
    and a non-character become U+FFFD.
    """
    out = code.copy()
    at = np.flatnonzero(code - 0x20 >= 0x5F)
    some = code[at]
    at = at[(some < 0xA0) | (some >= 0xD800) | (some - 0x2F00 < 0xD6)]
    if not len(at):
        return out
    if (code[at] >= 0xD800).any():
        _pair(code, out)
    some = out[at]
    bullet = np.isin(some, _SYMBOLS[0])
    some[bullet] = _SYMBOLS[1][np.searchsorted(_SYMBOLS[0], some[bullet])]
    radical = (some >= 0x2F00) & (some < 0x2FD6)
    some[radical] = _RADICALS[some[radical] - 0x2F00]
    some[((some & 0xFFFE) == 0xFFFE) | (some > 0x10FFFF)] = 0xFFFD
    c1 = (some >= 0x80) & (some < 0xA0)
    some[c1] = _C1[some[c1] - 0x80]
    some[((some < 0x20) & (some != 9) & (some != 10) & (some != 13)) | (some == 0x7F)] = 0
    out[at] = some
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
    turned = np.flatnonzero(turn)
    if not len(turned):
        return box
    out = box.copy()
    for quarter in range(1, 4):
        these = turned[turn[turned] == quarter]
        if len(these):
            out[:, these] = rotate(box[:, these], quarter)
    return out
