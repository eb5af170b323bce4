"""How much of a document is read: generous bounds that keep a hostile file from the memory."""

from __future__ import annotations

from dataclasses import dataclass

#: Characters of one page. A dense poster has some ten thousand. Sixteen pages are held at once, at
#: about 160 bytes a character (measured: 560 MB for 16 pages of 200,000): 1.1 GB at the very worst.
MAX_PAGE_CHARS = 400_000
#: Pages of one document (the largest manuals have some ten thousand).
MAX_PAGES = 100_000
#: Characters of one document's text: a hundred thick books.
MAX_CHARS = 100_000_000


@dataclass(frozen=True)
class Limits:
    """Bounds. What they cut off is reported: `Document.truncated`, a warning, exit code 1.

    Attributes
    ----------
    max_pages : int
        Pages that are read, from the first of those asked for.
    max_chars : int
        Characters of running text. Whole paragraphs are kept as long as they fit.
    max_page_chars : int
        Characters that are read of one page, in the order in which they were painted.
    """

    max_pages: int = MAX_PAGES
    max_chars: int = MAX_CHARS
    max_page_chars: int = MAX_PAGE_CHARS

    def __post_init__(self) -> None:
        """Check the values.

        Raises
        ------
        ValueError
            A bound below 1.
        """
        if min(self.max_pages, self.max_chars, self.max_page_chars) < 1:
            raise ValueError("a limit is a whole number from 1 on")
