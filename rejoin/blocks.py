"""The block of neighbouring lines about each line, and how two lines stand against it."""

from __future__ import annotations

import numpy as np

from rejoin.model import Bools, Floats, Ints, Lines

#: Lines before and after that are looked at as the block of a line.
REACH = 8


class Block:
    """Neighbouring lines of the same page and column, as arrays (lines, 2 * REACH + 1)."""

    def __init__(self, near: Ints, same: Bools) -> None:
        self.near, self.same = near, same

    def ordered(self, values: Floats, missing: float) -> Floats:
        """Sorted values of the block's lines; `missing` stands for the others."""
        return np.sort(np.where(self.same, values[self.near], missing), axis=1)

    def share(self, flags: Bools, among: Bools | None = None) -> Floats:
        """Share of the block's lines for which `flags` (lines, near) holds."""
        some = self.same if among is None else self.same & among
        return np.asarray((flags & some).sum(axis=1) / np.maximum(some.sum(axis=1), 1))


def block_of(lines: Lines, h: Floats) -> Block:
    """Blocks of all lines; `h` (shape (lines,)) are their character heights, points."""
    n = len(lines)
    offset = np.arange(-REACH, REACH + 1)
    near = np.arange(n)[:, None] + offset
    inside = (near >= 0) & (near < n)
    near = np.clip(near, 0, n - 1)
    left, right = lines.box[0], lines.box[2]
    overlap = np.minimum(right[:, None], right[near]) - np.maximum(left[:, None], left[near])
    narrow = np.minimum((right - left)[:, None], (right - left)[near])
    same = inside & (lines.page[near] == lines.page[:, None])
    same &= (lines.turn[near] == lines.turn[:, None]) & (overlap > 0.3 * narrow)
    same &= np.abs(np.log(h[near] / h[:, None])) < 0.25
    return Block(near, same)


def against_block(lines: Lines, a: Ints, b: Ints, h: Floats, block: Block) -> list[Floats]:
    """Edges and pitch against those of the block."""
    left, right = lines.box[0], lines.box[2]
    unit, count = h[a], block.same.sum(axis=1)
    lefts = block.ordered(left, np.inf)
    lefts = np.where(np.isfinite(lefts), lefts, left[:, None])
    middle = np.maximum(count // 2, 0)
    usual_left = np.take_along_axis(lefts, middle[:, None], axis=1)[:, 0]
    edge = np.where(block.same, right[block.near], -np.inf).max(axis=1)
    full = np.abs(right[block.near] - edge[:, None]) < 0.5 * h[:, None]
    level = np.abs(left[block.near] - left[:, None]) < 0.3 * h[:, None]
    pitches = _pitches(lines, h, block)
    ranked, some = np.sort(pitches, axis=1), np.isfinite(pitches).sum(axis=1)
    usual = _median(ranked, some, 1.2)
    least = np.where(some > 0, ranked[:, 0], usual)
    pitch = (lines.base[a] - lines.base[b]) / unit
    alike = np.abs(pitches[a] - pitch[:, None]) < 0.06
    return [
        (left[a] - usual_left[a]) / unit,
        (left[b] - usual_left[a]) / unit,
        (left[a] - lefts[a, 0]) / unit,
        (left[b] - lefts[a, 0]) / unit,
        block.share(full)[a],
        block.share(level)[a],
        block.share(level)[b],
        pitch - usual[a],
        pitch - least[a],
        pitch / np.maximum(usual[a], 0.2),
        usual[a],
        alike.sum(axis=1) / np.maximum(some[a], 1),
        count[a] / (2 * REACH + 1),
        count[b] / (2 * REACH + 1),
    ]


def _median(ranked: Floats, some: Ints, otherwise: float) -> Floats:
    """Median of the first `some` values of each sorted row."""
    low, high = np.maximum(some - 1, 0) // 2, np.maximum(some, 1) // 2
    rows = np.arange(len(ranked))
    with np.errstate(invalid="ignore"):
        middle = (ranked[rows, low] + ranked[rows, high]) / 2
    return np.asarray(np.where(some > 0, middle, otherwise))


def pitch_of(lines: Lines, h: Floats) -> Floats:
    """Distance to the next line's baseline, in h; infinite for the last line of a page."""
    out = np.full(len(lines), np.inf, np.float32)
    same = lines.page[1:] == lines.page[:-1]
    out[:-1][same] = ((lines.base[:-1] - lines.base[1:]) / h[:-1])[same]
    return out


def _pitches(lines: Lines, h: Floats, block: Block) -> Floats:
    """Pitches after the lines of each block; infinite where there is none or it is odd."""
    pitch = pitch_of(lines, h)
    pitch = np.where((pitch > 0.3) & (pitch < 4), pitch, np.inf)
    return np.where(block.same, pitch[block.near], np.inf)
