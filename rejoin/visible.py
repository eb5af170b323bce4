"""Text that nobody sees on the page: invisible, transparent, off the page, clipped, covered, white
on white, in a layer that is off, or too small to be read.

What a text object says of itself costs nothing to ask. What hides it otherwise is known only from
the objects around it: those texts are only doubtful, and the page is drawn with and without them.
A picture's text layer is no hidden text: it is all that can be read of the picture.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from rejoin.drawn import unseen
from rejoin.model import Bools, Ints, finite
from rejoin.reader import Reader
from rejoin.scene import PAIRS, Scene, holds_middle, pages_to_look_at

#: Opacity, of 255, up to which text cannot be seen.
CLEAR = 5
#: Largest type size, in points, that is too small to be read, and how many such lines a page would
#: have at least: a page with tiny coordinates has few lines, and they are not tiny.
TINY, TINY_LINES = 1.0, 500
#: Share of the page from which a picture that covers text is the picture of that text.
PICTURE = 0.5
#: Share of a page's characters above which nothing of a kind is left out: then it is the text.
MOST = 0.5


def hidden(reader: Reader, run: Ints, ink: Bools, start: Ints) -> Bools:
    """Characters that cannot be seen.

    Parameters
    ----------
    reader : Reader
    run : ndarray of int, shape (n,)
        Row of the text object of each character.
    ink : ndarray of bool, shape (n,)
    start : ndarray of int
        Offsets of the pages.
    """
    runs, infos = reader.raw()["runs"], reader.infos
    out = np.zeros(len(run), np.bool_)
    if not len(runs):
        return out
    secret = _secret(runs)
    run_start = np.append(0, np.cumsum(infos["runs"]))
    tiny = _tiny(runs, infos) | _at_corner(reader, run_start)
    doubts = dict(_doubts(reader))
    known = np.flatnonzero(_any(secret | tiny, run_start)).tolist()
    pages = sorted({*known, *doubts})
    count = np.bincount(run[ink], minlength=len(runs)) if pages else run
    for page in pages:
        rows = slice(int(run_start[page]), int(run_start[page + 1]))
        if rows.start == rows.stop:
            continue  # nothing but texts without characters
        scene = doubts.get(page) or Scene(reader, page)
        gone = _Sheet(reader, page, runs[rows], scene, count[rows]).gone(secret[rows], tiny[rows])
        if gone.any():
            chars = slice(int(start[page]), int(start[page + 1]))
            out[chars] = gone[run[chars] - rows.start]
    return out


def _doubts(reader: Reader) -> Iterator[tuple[int, Scene]]:
    """Pages with texts that may be unseen because of what is around them."""
    for page in pages_to_look_at(reader).tolist():
        scene = Scene(reader, page)
        if scene.doubt.any() or scene.empty.any():
            yield page, scene


def _any(flags: Bools, start: Ints) -> Bools:
    """Whether any of each page's flags is set."""
    return np.asarray(np.diff(np.append(0, np.cumsum(flags))[start]) > 0)


def _secret(runs: Any) -> Bools:
    """Invisible type, or fill without any opacity."""
    mode = runs["mode"]
    clear = ((runs["colour"] & 0xFF) <= CLEAR) & ((mode == 0) | (mode == 4))
    return np.asarray((mode == 3) | clear)


def _tiny(runs: Any, infos: Any) -> Bools:
    matrix = finite(runs["matrix"])
    scale = np.hypot(matrix[:, 2], matrix[:, 3])
    size = np.abs(finite(runs["size"])) * np.where(scale > 0, scale, 1)
    high = np.repeat(infos["shown"][:, 3] - infos["shown"][:, 1], infos["runs"])
    return np.asarray((size > 0) & (size < TINY) & (size * TINY_LINES < high))


def _at_corner(reader: Reader, run_start: Ints) -> Bools:
    """Text that begins exactly at the origin, half off the page.

    PDFium reads numbers that are too large as 0, so text far off the page comes to lie there.
    """
    raw, start = reader.raw(), np.append(0, np.cumsum(reader.infos["chars"]))
    first = np.repeat(start[:-1], np.diff(run_start)) + raw["runs"]["start"]
    left, bottom, _, top = raw["loose"][:, first]
    return np.asarray((left == 0) & (bottom < 0) & (top > 0))


class _Sheet:
    """One page: its runs, and its texts and areas in the order of painting."""

    def __init__(self, reader: Reader, page: int, runs: Any, scene: Scene, count: Ints) -> None:
        self._reader, self._page, self._count = reader, page, count
        self._scene, self._size = scene, len(runs)
        # the run of each text; a text without characters has none
        object_, order = scene.object, np.argsort(runs["object"], kind="stable")
        known = runs["object"][order]
        at = np.minimum(np.searchsorted(known, object_), len(known) - 1)
        self._run = np.where(known[at] == object_, order[at], -1)
        self._inked = (self._run >= 0) & (count[self._run] > 0)

    def gone(self, secret: Bools, tiny: Bools) -> Bools:
        """Runs that are left out."""
        runs = np.zeros(self._size, np.bool_)
        total = int(self._count.sum())
        if self._count[tiny].sum() <= MOST * total:
            runs |= tiny
        empty = np.zeros_like(runs)
        empty[self._run[self._scene.empty & (self._run >= 0)]] = True
        if self._count[empty].sum() <= MOST * total:
            runs |= empty
        covered = self._drawn(runs | secret)
        visible = ~(runs | secret | covered) & (self._count > 0)
        layer = np.zeros_like(runs)
        if secret.any() or covered.any():
            layer = self._picture_text(secret, covered, bool(visible.any()))
        return np.asarray(runs | ((secret | covered) & ~layer))

    def _drawn(self, known: Bools) -> Bools:
        """Runs that make no difference to the page's picture."""
        out = np.zeros(self._size, np.bool_)
        some = np.flatnonzero(self._scene.doubt & self._inked)
        some = some[~known[self._run[some]]]
        if len(some):
            box = self._scene.text_box[some]
            number = self._reader.first + self._page
            gone = unseen(self._reader.handle, number, some, box)
            out[self._run[some[gone]]] = True
        return out

    def _picture_text(self, secret: Bools, covered: Bools, others: bool) -> Bools:
        """Runs that are a picture's text layer: beneath it, or invisible upon it."""
        painted = int(self._reader.infos["painted"][self._page])
        if not others and painted:
            return secret | covered
        out = np.zeros(self._size, np.bool_)
        images = self._scene.images
        if not len(images) or len(images) * len(self._run) > PAIRS:
            return out
        holds, known = holds_middle(images, self._scene.text_box), self._run >= 0
        out[self._run[holds.any(axis=0) & known]] = True
        out &= secret
        left, bottom, right, top = images.T
        shown = self._reader.infos["shown"][self._page]
        page = max(float((shown[2] - shown[0]) * (shown[3] - shown[1])), 1e-6)
        large = (right - left) * (top - bottom) >= PICTURE * page
        below = np.zeros_like(out)
        below[self._run[holds[large].any(axis=0) & known]] = True
        out |= below & covered
        return out & ~self._under_text(out, secret | covered)

    def _under_text(self, layer: Bools, unseen: Bools) -> Bools:
        """Runs of a text layer that say again what stands there to be read."""
        out = np.zeros_like(layer)
        box = self._scene.text_box
        mine = np.flatnonzero(self._inked & layer[self._run])
        others = np.flatnonzero(self._inked & ~unseen[self._run])
        if not len(others) or len(mine) * len(others) > PAIRS:
            return out
        a, b = box[mine][:, None], box[others]
        wide = np.minimum(a[..., 2], b[:, 2]) - np.maximum(a[..., 0], b[:, 0])
        high = np.minimum(a[..., 3], b[:, 3]) - np.maximum(a[..., 1], b[:, 1])
        shared = (np.maximum(wide, 0) * np.maximum(high, 0)).sum(axis=1)
        size = np.prod(box[mine][:, 2:] - box[mine][:, :2], axis=1)
        out[self._run[mine[shared >= MOST * size]]] = True
        return out
