"""Measured breaks for the fitting."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from bench import corpus, dataset
from bench.dataset import UNKNOWN, crops
from rejoin.lines import no_lines
from tests import pdfs

ROOT = Path(__file__).parents[2]


def test_a_window_without_lines_has_no_crops() -> None:
    assert list(crops(no_lines(), np.random.default_rng(0))) == []


def test_crops_are_pieces_of_one_page(tmp_path: Path) -> None:
    import rejoin

    pdf = pdfs.pdf(*[pdfs.lines(*pdfs.WRAPPED, *pdfs.WRAPPED)] * 6)
    with rejoin.read(pdf) as document:
        lines = document.window(0).lines
    found = list(crops(lines, np.random.default_rng(1)))
    assert found
    for crop in found:
        assert len(set(crop.page.tolist())) == 1
        assert dataset.CROP[0] <= len(crop) < dataset.CROP[1]
        assert all(text in lines.texts for text in crop.texts)


def test_labels_and_varied_documents() -> None:
    items = corpus.find([ROOT / "labelled_corpus/sample"])
    alone = dataset.build(items, (), 1)
    both = dataset.build(items, items, 1)
    assert alone.sources == both.sources
    assert set(np.unique(alone.y)) <= {UNKNOWN, 0, 1}
    rows = [row for row in items[0].rows() if row.label == "wrap" and row.page_below is None]
    assert (alone.y[alone.whole] == 1).sum() == len(rows)
    # what is varied is fitted, and never counted
    assert len(both.y) == 2 * len(alone.y)
    assert both.whole.sum() == alone.whole.sum()
