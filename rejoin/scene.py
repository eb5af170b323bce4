"""What is painted around the texts of a page, and which of them that makes doubtful."""

from __future__ import annotations

import numpy as np

from rejoin._walk import CLIPPED, EMPTY, IMAGE, INNER, LAYER, PALE, PATH, TEXT
from rejoin.layers import has_hidden_layers
from rejoin.model import Bools, Floats, Ints
from rejoin.reader import Reader

#: Opacity, of 255, from which an area covers what lies below it.
OPAQUE = 250
#: Difference of a colour, of 255, up to which text cannot be told from its ground (see `drawn`).
LIKE = 11
#: Pairs of areas and texts of a page that are compared at most: more is no page for readers.
PAIRS = 20_000_000


class Scene:
    """Texts and areas of one page in the order of painting.

    Attributes
    ----------
    object : ndarray of uint64, shape (t,)
        Addresses of the text objects.
    text_box : ndarray of float32, shape (t, 4)
    images : ndarray of float32, shape (i, 4)
        Boxes of the pictures.
    doubt : ndarray of bool, shape (t,)
        Texts that may be unseen because of what is painted around them, or because of a layer.
    empty : ndarray of bool, shape (t,)
        Texts that nothing stands for.
    """

    def __init__(self, reader: Reader, page: int) -> None:
        things = reader.things(page)
        said, box, self._colour = things["kind"], things["box"], things["colour"]
        kind = said & 15
        self._texts, self._areas = np.flatnonzero(kind == TEXT), np.flatnonzero(kind != TEXT)
        self._kind, self._box = kind[self._areas], box[self._areas]
        self.object, self.text_box = things["object"][self._texts], box[self._texts]
        self.images = self._box[self._kind == IMAGE]
        texts = said[self._texts]
        self.empty: Bools = texts & EMPTY != 0
        self.doubt: Bools = texts & CLIPPED != 0
        layered = texts & (LAYER | INNER) != 0
        if layered.any() and has_hidden_layers(reader.handle):
            self.doubt |= layered
        if len(self._texts):
            self._look_around()

    def _look_around(self) -> None:
        """Texts that are covered, or of the colour of their ground."""
        ink, fill = self._colour[self._texts], self._colour[self._areas]
        pale = ink[(ink >> 24 >= PALE) & (ink >> 16 & 0xFF >= PALE) & (ink >> 8 & 0xFF >= PALE)]
        solid = ((fill & 0xFF) >= OPAQUE) | (self._kind == IMAGE)
        solid &= self._areas > self._texts[0]
        alike = bool(set((fill >> 12).tolist()) & set((ink >> 12).tolist()))
        if not (len(pale) or alike or solid.any()):
            return
        if len(self._areas) * len(self._texts) > PAIRS:
            return
        if solid.any():
            later = self._areas[solid, None] > self._texts
            self.doubt |= (later & holds_middle(self._box[solid], self.text_box)).any(axis=0)
        if len(pale) or alike:
            self.doubt |= self._on_ground(channels(ink), channels(fill))

    def _on_ground(self, ink: Ints, fill: Ints) -> Bools:
        """Texts of the colour of their ground, the last area before them; the paper is white."""
        below = self._areas[:, None] < self._texts
        below &= holds_middle(self._box, self.text_box)
        last = np.where(below, np.arange(len(self._areas))[:, None], -1)
        ground = last.max(axis=0, initial=-1)
        paper = ground < 0
        under = np.full((len(ink), 3), 255, np.int64)
        if len(self._areas):
            under = np.where(paper[:, None], 255, fill[ground])
            paper |= self._kind[ground] == PATH
        return np.asarray(paper & (np.abs(under - ink).max(axis=1) <= LIKE))


def pages_to_look_at(reader: Reader) -> Ints:
    """Pages of a window with anything besides plain dark text."""
    things, start = reader.things(), np.append(0, np.cumsum(reader.infos["things"]))
    ink = things["colour"]
    odd = things["kind"] != TEXT
    odd |= (ink >> 24 >= PALE) & (ink >> 16 & 0xFF >= PALE) & (ink >> 8 & 0xFF >= PALE)
    return np.flatnonzero(np.diff(np.append(0, np.cumsum(odd))[start]))


def holds_middle(areas: Floats, texts: Floats) -> Bools:
    """Whether each area (rows) holds the middle of each text (columns); boxes of shape (n, 4)."""
    x, y = (texts[:, 0] + texts[:, 2]) / 2, (texts[:, 1] + texts[:, 3]) / 2
    left, bottom, right, top = (areas[:, k, None] for k in range(4))
    return np.asarray((left <= x) & (x <= right) & (bottom <= y) & (y <= top))


def channels(colour: Ints) -> Ints:
    """Red, green, blue of colours 0xRRGGBBAA, shape (n, 3)."""
    shift = np.array([24, 16, 8], np.uint32)
    return np.asarray((colour[:, None] >> shift & np.uint32(0xFF)).astype(np.int64))
