"""Cuts a long PDF to some of its pages, so that no document outweighs the others."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pypdfium2 as pdfium

from bench.stream import Ints, opened

#: A document is cut to at most so many pages ...
LIMIT = 60
#: ... in runs of so many, so that most breaks over a page edge stay.
RUN = 10


def spread(pages: int, limit: int = LIMIT, run: int = RUN) -> Ints:
    """Choose pages of a document: runs of neighbours, evenly spread, first and last included.

    Returns
    -------
    ndarray
        Indices of the chosen pages, ascending, counted from 0.
    """
    if pages <= limit:
        return np.arange(pages)
    runs = max(limit // run, 1)
    starts = np.linspace(0, pages - run, runs).round().astype(np.int64)
    return np.unique(starts[:, None] + np.arange(run))


def copy(source: bytes, target: Path, limit: int = LIMIT) -> str:
    """Write a PDF, cut to at most `limit` pages; return its producer.

    A PDF that is short enough is written as it is, byte for byte.
    """
    with opened(source) as pdf:
        producer = str(pdf.get_metadata_value("Producer"))
        chosen = spread(len(pdf), limit)
        if len(chosen) == len(pdf):
            target.write_bytes(source)
            return producer
        out = pdfium.PdfDocument.new()
        try:
            out.import_pages(pdf, chosen.tolist())
            out.save(target)
        finally:
            out.close()
    return producer
