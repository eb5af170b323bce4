"""What holds for every document: on real ones, on damaged ones, and on arrays of any kind."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rejoin
from bench.conserve import check_document, compare
from bench.fuzz import Mutant
from bench.fuzzarrays import GLYPH, HEAD, MOST, RULES, random_input, run_steps
from bench.fuzzseeds import seeds
from bench.probe import WAYS, probe
from rejoin.reader import Reader
from rejoin.rules import load_rules
from rejoin.source import Handle
from tests.moved import moved

CORPUS = Path(__file__).parents[1] / "labelled_corpus"
#: One short document in each of several languages and layouts.
DOCUMENTS = [
    next(CORPUS.rglob(f"{name}.pdf"))
    for name in (
        "en-article-1-chromium-a", "en-business-08-weasyprint-a", "en-letter-2-chromium-a",
        "de-angebot-dachdecker-typst-a", "fr-facture-imprimerie-reportlab-a",
        "el-xerolithies-xelatex-a",
        "ru-predlozhenie-odt-a", "th-bai-sanoe-rakha-lualatex-a", "ja-article-3-chromium-a",
        "tr-fatura-docx-a", "es-acta-comunidad-reportlab-a", "he-tikkun-xelatex-a",
    )
]  # fmt: skip
#: How far a confidence may move when a page is moved or scaled. PDFium has the boxes of glyphs in
#: whole thousandths of the type size, and adds them up in single precision; what is measured of
#: them, at best a hundredth of h, moves the net by less than this (measured: 0.03 at most).
SHIFT = 0.05
NAMES = [name for name, _ in seeds()]

always = settings(derandomize=True, deadline=None, max_examples=25)


@always
@given(st.integers(0, 2**32), st.sampled_from(range(len(RULES))))
def test_no_array_stops_a_step_or_loses_a_character(seed: int, rules: int) -> None:
    run_steps(bytes([rules]) + random_input(Random(seed))[1:])


@always
@given(st.binary(max_size=HEAD + GLYPH * MOST // 8))
def test_nor_does_noise(data: bytes) -> None:
    run_steps(data)


@pytest.mark.parametrize("name", [path.stem for path in DOCUMENTS])
@pytest.mark.parametrize("hyphens", ["auto", "keep"])
def test_joining_loses_nothing_but_white_space_and_dropped_hyphens(name: str, hyphens: str) -> None:
    (path,) = [path for path in DOCUMENTS if path.stem == name]
    with rejoin.read(path, hyphens=hyphens) as document:
        check_document(document)


def test_what_is_lost_is_found() -> None:
    compare("wind-\nmill", "windmill", 1)
    compare("wind-\nmill", "wind-mill", 0)
    for lines, running, dropped in (("wind-\nmill", "windmill", 0), ("a b", "a", 1),
                                    ("a", "aa", 1), ("a--", "a", 1)):  # fmt: skip
        with pytest.raises(Exception, match="lost"):
            compare(lines, running, dropped)


@cache
def _codes(data: bytes) -> list[list[int]]:
    """Codes that PDFium gives of each page."""
    handle = Handle(data)
    reader, out = Reader(handle), list[list[int]]()
    for page in range(handle.pages):
        reader.reset()
        reader.read(page, page + 1)
        out.append(reader.raw()["code"].tolist())
    handle.close()
    return out


@always
@given(
    st.sampled_from(DOCUMENTS),
    st.floats(0.5, 3),
    st.integers(-2000, 2000),
    st.integers(-2000, 2000),
)
def test_decisions_do_not_change_when_the_page_moves(
    path: Path, scale: float, dx: int, dy: int
) -> None:
    """Where PDFium gives the same characters: its guess at blanks depends on the place."""
    data = path.read_bytes()
    other = moved(data, scale, dx, dy)
    point = load_rules().confidence
    with rejoin.read(data) as before, rejoin.read(other) as after:
        assert len(before) == len(after)
        for a, b, same in zip(before, after, map(list.__eq__, _codes(data), _codes(other)),
                              strict=True):  # fmt: skip
            if not same:
                continue
            assert a.lines.texts == b.lines.texts
            one, two = a.decision, b.decision
            moves = np.abs(one.confidence - two.confidence)
            assert moves.max(initial=0) <= SHIFT
            near = np.abs(one.confidence - point) <= SHIFT
            assert (one.joined == two.joined)[~near].all()


def test_most_moved_pages_are_compared() -> None:
    """PDFium gives other characters of a few pages only, or the test before would say little."""
    same = [
        a == b
        for path in DOCUMENTS
        for a, b in zip(_codes(path.read_bytes()), _codes(moved(path.read_bytes(), 1.3, 50, -80)),
                        strict=True)
    ]  # fmt: skip
    assert np.mean(same) > 0.7


@always
@given(st.sampled_from(DOCUMENTS), st.data())
def test_some_pages_read_as_the_whole_document_does(path: Path, draw: st.DataObject) -> None:
    """In any order and in any company; paragraphs over page edges apart."""
    with rejoin.read(path, page_edges=False) as whole:
        texts = [page.text for page in whole]
        joined = [page.decision.joined.tolist() for page in whole]
    count = len(texts)
    some = draw.draw(st.lists(st.integers(1, count), min_size=1, max_size=5))
    with rejoin.read(path, page_edges=False, pages=some) as document:
        places = draw.draw(st.permutations(range(len(some))))
        for place in places:
            page = document[place]
            assert page.text == texts[some[place] - 1]
            assert page.decision.joined.tolist() == joined[some[place] - 1]


@settings(derandomize=True, deadline=None, max_examples=150)
@given(st.sampled_from(NAMES), st.integers(0, 2**32), st.sampled_from(range(len(WAYS))))
def test_damaged_files_are_read_or_refused(name: str, number: int, way: int) -> None:
    """In this process: what crashes it is for ``python -m bench fuzz`` to find."""
    assert probe(Mutant(name, number).data(), way).startswith(("read", "refused"))
