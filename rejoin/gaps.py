"""Where the page has a gap between paragraphs."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from rejoin.model import Bools, Breaks, Floats, Lines

#: A kept break is a paragraph gap from this many times the page's usual line pitch.
GAP_PITCH = 1.25


def gaps(lines: Lines, breaks: Breaks, joined: Bools) -> Bools:
    """Lines above which the page has a gap, or that start a block of their own."""
    out = np.ones(len(lines), np.bool_)
    usual = _usual_pitch(lines, breaks, joined)
    near = (breaks.pitch > 0) & (breaks.pitch <= GAP_PITCH * usual) & (breaks.overlap > 0)
    same_row = (breaks.pitch <= 0.5) & (breaks.pitch > -0.5)
    out[breaks.below[near | same_row]] = False
    return out


def _usual_pitch(lines: Lines, breaks: Breaks, joined: Bools) -> Floats:
    """For each break, the median pitch of its page's soft wraps (of all breaks without any)."""
    usual = np.full(len(breaks), 1.2)
    page = lines.page[breaks.above]
    start = np.flatnonzero(np.diff(page, prepend=-1)).tolist()
    pitch, wraps = breaks.pitch.tolist(), joined.tolist()
    for a, b in pairwise([*start, len(page)]):
        some = sorted(p for p, wrap in zip(pitch[a:b], wraps[a:b], strict=True) if wrap)
        if some:
            usual[a:b] = some[len(some) // 2]
            continue
        down = sorted(p for p in pitch[a:b] if p > 0.5)
        if down:
            usual[a:b] = min(1.6, down[len(down) // 2])
    return usual
