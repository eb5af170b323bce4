"""Reads pages through PDFium into shared arrays, compiled or in pure Python."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

import numpy as np
import pypdfium2.raw as pdfium

from rejoin import _pure
from rejoin.errors import PageError
from rejoin.limits import MAX_PAGE_CHARS
from rejoin.model import Ints
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
#: The reader's arrays in the order of the C function: leading shape and type.
_ARRAYS: dict[str, tuple[tuple[int, ...], Any]] = {
    "code": ((), np.uint32),
    "flags": ((), np.uint8),
    "tight": ((4,), np.float32),
    "loose": ((4,), np.float32),
    "box": ((4,), np.float32),
    "run_of": ((), np.int32),
}
#: Characters, runs, fonts and page objects to make room for at first: enough for nearly every
#: window, because a page that finds no room is loaded again. (Memory that is never written to
#: costs nothing.)
_ROOM, _RUNS, _FONTS, _THINGS = 1 << 17, 1 << 14, 1 << 10, 1 << 15
#: Pages for which the PDFium lock is held at once: long enough that taking it costs nothing, short
#: enough (some milliseconds) for other threads.
AT_ONCE = 4
#: Names of fixed-pitch fonts, because the flag is often not set.
_FIXED = re.compile(r"mono|courier|consol|typewriter|cmtt|lmtt|menlo|fixed|sftt", re.IGNORECASE)
_REASONS = {
    _pure.NO_PAGE: "cannot be loaded; it is left out",
    _pure.NO_TEXT: "has no readable text layer; it is left out",
}


class Reader:
    """Reads pages of a document, one after the other, into shared arrays.

    Parameters
    ----------
    handle : Handle
    compiled : bool, optional
        Which reader; by default the compiled one where it was built.
    most : int
        Characters that are read of a page at most; see `infos` for what was left out.
    """

    def __init__(
        self, handle: Handle, *, compiled: bool | None = None, most: int = MAX_PAGE_CHARS
    ) -> None:
        self._handle, self._most = handle, most
        self._compiled = bool(_bulk) if compiled is None else compiled
        self._arrays = {n: np.empty((*shape, _ROOM), t) for n, (shape, t) in _ARRAYS.items()}
        self._run_rows, self._font_rows = np.empty(_RUNS, _pure.RUN), np.empty(_FONTS, _pure.FONT)
        self._thing_rows = np.empty(_THINGS, _pure.THING)
        self.reset()

    def reset(self) -> None:
        """Forget the pages read so far. What `raw` returned is overwritten.

        The arrays are used again, because touching new memory costs as much as reading.
        """
        self._chars = self._runs = self._fonts = self._things = 0
        self._infos = np.empty(0, _pure.INFO)
        self._first = 0
        self._run: Ints | None = None

    def read(self, first: int, stop: int) -> None:
        """Read pages `first` to `stop` (exclusive, from 0) after those read so far.

        A page that cannot be read has no characters; see `errors`.
        """
        if not len(self._infos):
            self._first = first
        self._run = None
        while first < stop:
            with LOCK:
                count = min(AT_ONCE, stop - first)
                first += (
                    self._compiled_read(first, count) if self._compiled else self._pure_read(first)
                )

    def _compiled_read(self, first: int, count: int) -> int:
        """Read up to `count` pages; make room if not even one fits."""
        infos = np.empty(count, _pure.INFO)
        done, self._chars, self._runs, self._fonts, self._things = _bulk.read(
            address(self._handle.raw), first, count, self._most,
            self._chars, self._runs, self._fonts, self._things, _TABLE,
            *self._arrays.values(), self._run_rows, self._font_rows, self._thing_rows, infos,
        )  # fmt: skip
        self._infos = np.concatenate([self._infos, infos[:done]])
        if done < count:
            needed = int(infos[done]["chars"])
            self._make_room(needed, needed, needed, int(infos[done]["things"]))
        return int(done)

    def _pure_read(self, number: int) -> int:
        info, runs, fonts, things = _pure.read_page(
            self._handle.raw, number, self._most, self._space
        )
        self._make_room(0, len(runs), len(fonts), len(things))
        runs["font_row"] += self._fonts
        self._run_rows[self._runs : self._runs + len(runs)] = runs
        self._font_rows[self._fonts : self._fonts + len(fonts)] = fonts
        self._thing_rows[self._things : self._things + len(things)] = things
        self._things += len(things)
        self._chars += int(info["chars"][0])
        self._runs += len(runs)
        self._fonts += len(fonts)
        self._infos = np.concatenate([self._infos, info])
        return 1

    def _space(self, chars: int) -> list[Any]:
        """Arrays for a page of so many characters."""
        self._make_room(chars, 0, 0, 0)
        return [array[..., self._chars : self._chars + chars] for array in self._arrays.values()]

    def _make_room(self, chars: int, runs: int, fonts: int, things: int) -> None:
        """Make room for so many more of each (fonts are never more than runs)."""
        used = self._chars
        if used + chars > self._arrays["code"].shape[-1]:
            room = 2 * (used + chars)
            for name, old in self._arrays.items():
                new = np.empty((*old.shape[:-1], room), old.dtype)
                new[..., :used] = old[..., :used]
                self._arrays[name] = new
        self._run_rows = _longer(self._run_rows, self._runs, runs)
        self._font_rows = _longer(self._font_rows, self._fonts, fonts)
        self._thing_rows = _longer(self._thing_rows, self._things, things)

    @property
    def handle(self) -> Handle:
        """The document that is read."""
        return self._handle

    @property
    def first(self) -> int:
        """The first of the pages read, from 0."""
        return self._first

    @property
    def infos(self) -> Any:
        """What is known of each page besides its characters (array of `_pure.INFO`)."""
        return self._infos

    @property
    def errors(self) -> list[PageError | None]:
        """Why pages could not be read."""
        name = self._handle.name
        return [
            PageError(_REASONS[status], file=name, page=self._first + i + 1) if status else None
            for i, status in enumerate(self._infos["status"].tolist())
        ]

    def raw(self) -> dict[str, Any]:
        """Arrays as read: code, flags, tight, loose, box, run_of (shape (..., n)) and runs."""
        out = {name: array[..., : self._chars] for name, array in self._arrays.items()}
        return out | {"runs": self._run_rows[: self._runs]}

    def run(self) -> Ints:
        """Row of `runs` of each character (int32, shape (n,)); `run_of` counts from its page."""
        if self._run is None:
            counts, runs = self._infos["chars"], self._infos["runs"]
            before = (np.cumsum(runs) - runs).astype(np.int32)
            run_of = self._arrays["run_of"][: self._chars]
            self._run = np.maximum(run_of + np.repeat(before, counts), 0)
        return self._run

    def things(self, page: int | None = None) -> Any:
        """Texts and areas of one page of those read, or of all, in the order of painting.

        An array of `_pure.THING`.
        """
        if page is None:
            return self._thing_rows[: self._things]
        stop = int(self._infos["things"][: page + 1].sum())
        return self._thing_rows[stop - int(self._infos["things"][page]) : stop]

    def font_rows(self) -> tuple[list[tuple[str, bool]], Ints]:
        """Names and fixed-pitch flags of the fonts, and the row of each run's font."""
        rows = self._font_rows[: self._fonts]
        traits = [
            font_traits(n, f) for n, f in zip(rows["name"], rows["flags"].tolist(), strict=True)
        ]
        fonts = sorted(set(traits))
        place = {font: i for i, font in enumerate(fonts)}
        table = np.array([place[font] for font in traits], np.int32)
        return fonts, table[self.owners] if len(table) else self.owners

    @property
    def owners(self) -> Ints:
        """Row of each run's font among the fonts that were read, each once a page (int32)."""
        return np.asarray(self._run_rows["font_row"][: self._runs])

    @property
    def fonts(self) -> Any:
        """The fonts that were read, each once a page (array of `_pure.FONT`)."""
        return self._font_rows[: self._fonts]


def _longer(rows: Any, used: int, more: int) -> Any:
    if used + more <= len(rows):
        return rows
    new = np.empty(2 * (used + more), rows.dtype)
    new[:used] = rows[:used]
    return new


@lru_cache(maxsize=1024)
def font_traits(raw_name: bytes, flags: int) -> tuple[str, bool]:
    """Base name (without the subset tag) and whether the font is fixed-pitch."""
    name = re.sub(r"^[A-Z]{6}\+", "", raw_name.decode("utf-8", "replace"))
    return name, (flags > 0 and bool(flags & 1)) or bool(_FIXED.search(name))
