"""What the tags of a tagged PDF say of its breaks, where they can be trusted.

Tags put text into blocks. Two lines of one block are mostly parts of one paragraph (or a paragraph
with line breaks of its own), and lines of different blocks are not; but many producers tag each
line, or the page as a whole. So tags are believed only where they agree with what the coordinates
leave no doubt about, and then they are one more piece of evidence.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pypdfium2.raw as pdfium

from rejoin.model import Breaks, Chars, Decision, Floats, Ints, Lines
from rejoin.source import LOCK, Handle
from rejoin.tagtree import block_numbers

#: Verdict of the tags on a break.
SAME, DIFFERENT, UNKNOWN = 1, -1, 0
#: Confidence from which the coordinates leave no doubt, and from which down they leave none either.
SURE_JOIN, SURE_KEEP = 0.97, 0.03
#: So many breaks of each kind must be beyond doubt, ...
LEAST = 3
#: ... and so large a share of the joins must stand in one block, and of the kept breaks in two.
AGREE_JOIN, AGREE_KEEP = 0.95, 0.8
#: Log odds that the tags add: lines of one block may be lines of an address or of verse.
FOR, AGAINST = 2.0, 6.0


def verdicts(handle: Handle, chars: Chars, lines: Lines, breaks: Breaks, start: int) -> Ints:
    """`SAME`, `DIFFERENT` or `UNKNOWN` for each break (int8) of a window from page `start` on."""
    out = np.zeros(len(breaks), np.int8)
    if not len(breaks) or not handle.tagged:
        return out
    block = line_blocks(chars, lines, _owners(handle, chars, start))
    (first_a, last_a), (first_b, last_b) = block[:, breaks.above], block[:, breaks.below]
    known = (first_a >= 0) & (last_a >= 0) & (first_b >= 0) & (last_b >= 0)
    apart = (first_a != first_b) & (first_a != last_b) & (last_a != first_b) & (last_a != last_b)
    out[known & (last_a == first_b)] = SAME
    out[known & apart] = DIFFERENT
    return out


def _owners(handle: Handle, chars: Chars, start: int) -> dict[tuple[int, int], int]:
    """Block of each page (by its row in the window) and marked-content id."""
    out: dict[tuple[int, int], int] = {}
    marked = chars.runs.mark[chars.run] >= 0
    for row in range(len(chars.page_start) - 1):
        if not marked[chars.page_start[row] : chars.page_start[row + 1]].any():
            continue
        with LOCK:
            page = pdfium.FPDF_LoadPage(handle.raw, start + row)
            if not page:
                continue
            found = block_numbers(page)
            pdfium.FPDF_ClosePage(page)
        out.update(((row, mcid), i) for mcid, i in found.tolist())
    return out


def line_blocks(chars: Chars, lines: Lines, owners: dict[tuple[int, int], int]) -> Ints:
    """Block on its page of the first and the last glyph of each line; -1 if unknown.

    Returns
    -------
    ndarray of int64, shape (2, lines)
    """
    page = np.repeat(np.arange(len(chars.page_start) - 1), np.diff(chars.page_start))
    key = (page.astype(np.int64) << 32) | chars.index
    order = np.argsort(key, kind="stable")
    wanted = (lines.page.astype(np.int64) << 32) | np.stack([lines.first, lines.last])
    at = np.minimum(np.searchsorted(key[order], wanted), max(len(key) - 1, 0))
    glyph = order[at]
    mark = np.where(key[glyph] == wanted, chars.runs.mark[chars.run[glyph]], -1)
    both = (lines.page.astype(np.int64) << 32) | (mark.astype(np.int64) & 0xFFFFFFFF)
    pairs, which = np.unique(both, return_inverse=True)
    block = [owners.get((p >> 32, p & 0xFFFFFFFF), -1) for p in pairs.tolist()]
    return np.asarray(np.array(block, np.int64)[which.reshape(both.shape)])


def trusted(said: Ints, confidence: Floats) -> bool:
    """Whether the tags agree with what the coordinates leave no doubt about."""
    join, keep = confidence >= SURE_JOIN, confidence <= SURE_KEEP
    return _agree(said[join], SAME, AGREE_JOIN) and _agree(said[keep], DIFFERENT, AGREE_KEEP)


def _agree(said: Ints, verdict: int, share: float) -> bool:
    known = said[said != UNKNOWN]
    return len(known) >= LEAST and float(np.mean(known == verdict)) >= share


def weighed(decision: Decision, said: Ints, needed: float) -> Decision:
    """Decision with the evidence of the tags, if they can be trusted."""
    if not said.any() or not trusted(said, decision.confidence):
        return decision
    sure = np.clip(decision.confidence.astype(np.float64), 1e-4, 1 - 1e-4)
    odds = np.log(sure / (1 - sure))
    odds += np.where(said == SAME, FOR, 0) - np.where(said == DIFFERENT, AGAINST, 0)
    moved = (1 / (1 + np.exp(-odds))).astype(np.float32)
    confidence = np.where(said == UNKNOWN, decision.confidence, moved)
    return replace(decision, joined=np.asarray(confidence >= needed), confidence=confidence)
