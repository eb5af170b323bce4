"""Large files, read in pieces by several workers and put together again.

A piece ends where a window of pages does (`rejoin.windows`), and whoever reads it also reads the
windows before and behind it, as far as its edges need them. So every page comes out as it does in
one piece: only the windows at the borders are read twice.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from rejoin.inputs import Source, name_of
from rejoin.quality import PageQuality, Quality
from rejoin.results import Piece, Record, Result

#: Pages from which a file is read in pieces. Two windows are read twice at each border: with pieces
#: of half as many pages that is an eighth at most.
SPLIT = 512
#: Pages of a window, as `rejoin.windows` has it, which must not be loaded here.
BORDER = 16


@dataclass(frozen=True)
class Some:
    """Some pages of a source, from 0, as a worker is asked for them."""

    source: Source
    first: int
    last: int


def spans(pages: int, split: int, jobs: int) -> list[tuple[int, int]]:
    """Pages of each piece: as many pieces as workers, none much smaller than half of `split`."""
    count = max(1, min(jobs, 2 * pages // split))
    borders = [pages * k // count // BORDER * BORDER for k in range(count)] + [pages]
    return [(a, b) for a, b in pairwise(borders) if a < b]


def together(source: Source, pieces: Sequence[Piece], *, markdown: bool) -> Result:
    """The file as if it had been read in one piece.

    Parameters
    ----------
    source : Source
    pieces : sequence of Piece
        In the order of the pages, without gaps.
    markdown : bool
        Whether their text is Markdown.
    """
    texts = [piece.text for piece in pieces]
    text = "\n".join(filter(None, texts)) if markdown else "\f".join(texts)
    qualities = list[PageQuality]()
    for piece in pieces:
        qualities += piece.quality.pages if piece.quality else ()
    return Result(
        source,
        text,
        sum(piece.pages for piece in pieces),
        tuple(_records(pieces)),
        tuple(error for piece in pieces for error in piece.page_errors),
        Quality(name_of(source), tuple(qualities)),
        tuple(dict.fromkeys(cut for piece in pieces for cut in piece.truncated)),
    )


def _records(pieces: Sequence[Piece]) -> Iterator[Record]:
    """Paragraphs of all pieces, at their places in the whole text."""
    before = 0
    for piece in pieces:
        yield from (replace(record, start=record.start + before) for record in piece.paragraphs)
        before += piece.length
