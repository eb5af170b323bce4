"""Fitting the decision over page edges."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Literal

import numpy as np
import pytest

from bench.edges import Examples, build, fit
from bench.labels import Row
from rejoin.sides import WIDTH
from tests import pdfs
from tests.bench import corpora
from tests.test_edges import FOOT, LEAD, NUMBERS, ROWS, TOP, rows


@pytest.mark.parametrize(
    ("elsewhere", "learnt"),
    [("keep", [True]), ("wrap", [True, False])],
    ids=["not at the edge", "goes on elsewhere"],
)
def test_edges_are_found_past_page_numbers(
    tmp_path: Path, elsewhere: Literal["keep", "wrap"], learnt: list[bool]
) -> None:
    texts = rows(2 * ROWS)
    pages = [pdfs.lines(*texts[i : i + ROWS], y=TOP, lead=LEAD) for i in (0, ROWS)]
    numbered = [page + b"\n" + pdfs.lines(NUMBERS[i], y=FOOT) for i, page in enumerate(pages)]
    pdf = pdfs.pdf(*numbered)
    char = sum(map(len, texts[:ROWS])) + 2 * (ROWS - 1)
    edge = Row(1, texts[ROWS - 1][-40:], texts[ROWS][:40], "wrap", ("p", "p"), char, page_below=2)
    other = replace(edge, label=elsewhere, below=texts[ROWS + 1][:40])
    corpora.write(tmp_path, "book", pdf, [edge, other], source="x")
    data = build([str(tmp_path)], 1)
    assert data.x.shape == (len(data.y), WIDTH)
    assert data.wraps.tolist() == [[len(learnt)]]
    assert data.y[data.edge].tolist() == learnt
    assert (~data.edge).sum() > 5


def test_the_fit_learns_what_tells_edges_apart() -> None:
    pytest.importorskip("torch")
    random = np.random.default_rng(0)
    y = random.random(800) < 0.4
    x = random.normal(size=(800, WIDTH)).astype(np.float32)
    x[:, 3:9] += 2 * y[:, None]
    edge = random.random(800) < 0.3
    data = Examples(x, y, edge, random.integers(0, 4, 800), np.zeros(800, np.int64),
                    np.ones((1, 4), np.int64))  # fmt: skip
    sure = fit(data, np.arange(800) < 600).confidence(x[600:])
    assert np.mean((sure > 0.5) == y[600:]) > 0.9
