"""Large files in pieces: the same as in one piece, whatever stands at the borders."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from rejoin import Limits, Result, WorkerError, read_many
from rejoin.inputs import Source
from rejoin.onefile import Request, read_one
from rejoin.options import Options
from rejoin.pieces import BORDER, SPLIT, spans, together
from rejoin.results import Piece
from rejoin.windows import WINDOW
from tests import tasks
from tests.pdfs import WRAPPED, lines, pdf

ROOT = Path(__file__).parents[1]
BOOKS = [ROOT / f"labelled_corpus/en/en-book-{tool}-a.pdf" for tool in ("typst", "pdflatex")]
FORMS: dict[str, dict[str, bool]] = {
    "text": {}, "paragraphs": {"paragraphs": True}, "markdown": {"markdown": True},
    "both": {"markdown": True, "paragraphs": True},
}  # fmt: skip


def in_pieces(source: Source, request: Request, borders: Sequence[int]) -> Result:
    """The file, read in pieces in this process."""
    pieces = list[Piece]()
    for first, last in pairwise(borders):
        piece = read_one(source, replace(request, span=(first, last)))
        assert isinstance(piece, Piece), piece.error
        pieces.append(piece)
    return together(source, pieces, markdown=request.markdown)


def running(pages: int) -> bytes:
    """Pages over whose every edge a paragraph runs, in the middle of a word on every third one."""
    out = []
    for page in range(1, pages + 1):
        head = ("fortable boats go first.",) if page % 3 == 1 and page > 1 else ()
        tail = ("The keeper rings and takes the com-",) if page % 3 == 0 else ()
        out.append(lines(*head, *WRAPPED[4:], f"Day {page} of the fair.", *WRAPPED[:4], *tail))
    return pdf(*out)


def listed(pages: int) -> bytes:
    """A list that goes on over all pages but the first, one level inside another."""
    first = lines("What is taken across the river, in the order of the landing:")
    item = lines("1. The post and the papers of the day before, in their bags,")
    inner = [lines(f"{k}) for house number {k} on the other bank", x=90) for k in range(2, 9)]
    return pdf(first + item.replace(b"720", b"700"), *(inner[i % 7] for i in range(pages - 1)))


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("make", [running, listed])
def test_pieces_are_the_whole(make: object, form: str) -> None:
    data = running(70) if make is running else listed(70)
    request = Request(Options.of(), **FORMS[form])  # type: ignore[arg-type]
    whole = read_one(data, request)
    assert not whole.error
    assert in_pieces(data, request, (0, 16, 32, 48, 64, 70)) == whole
    assert in_pieces(data, request, (0, 48, 70)) == whole
    # a border between two windows is no condition of it
    assert in_pieces(data, request, (0, 5, 6, 33, 70)) == whole


@pytest.mark.parametrize("book", BOOKS, ids=lambda path: path.stem)
def test_pieces_of_a_book(book: Path) -> None:
    request = Request(Options.of(), paragraphs=True)
    whole = read_one(book, request)
    borders = [*range(0, whole.pages, 48), whole.pages]
    assert in_pieces(book, request, borders) == whole
    marked = replace(request, paragraphs=False, markdown=True)
    assert in_pieces(book, marked, borders) == read_one(book, marked)


def test_paragraphs_over_borders_are_whole() -> None:
    (result,) = read_many([running(40)], jobs=2, split=32)
    assert result.pages == 40
    assert result.text.count("comfortable boats") == 13
    assert "com-" not in result.text


def test_workers_read_pieces_and_small_files_in_order() -> None:
    sources = [running(n) for n in (1, 40, 2, 70, 3)]
    asked = {"paragraphs": True}
    found = list(read_many(sources, jobs=2, split=32, **asked))  # type: ignore[arg-type]
    assert found == list(read_many(sources, **asked))  # type: ignore[arg-type]
    (one,) = read_many(sources[1:2], jobs=1, timeout=60, split=32)
    assert one.text == found[1].text


def test_limits_hold_for_the_whole_file() -> None:
    for limits in (Limits(max_chars=6000), Limits(max_pages=35), Limits(max_page_chars=150)):
        data = [running(40)]
        (whole,) = read_many(data, limits=limits)
        (cut,) = read_many(data, jobs=2, split=32, limits=limits)
        assert cut == whole
        assert whole.truncated


def test_bad_pages_in_pieces_are_told_once() -> None:
    some = [lines(f"Page {i}.") if i % 7 else None for i in range(1, 41)]
    data = [pdf(*some)]
    (cut,), (whole,) = read_many(data, jobs=2, split=32), read_many(data)
    assert [str(error) for error in cut.page_errors] == [str(e) for e in whole.page_errors]
    assert replace(cut, page_errors=()) == replace(whole, page_errors=())


def test_a_death_over_a_piece_costs_the_file(tmp_path: Path) -> None:
    paths = [tmp_path / f"{name}.pdf" for name in ("a", "second-half", "b")]
    for path in paths:
        path.write_bytes(running(40))
    found = list(read_many(paths, jobs=2, split=32, task=tasks.misbehave))
    assert [type(result.error) for result in found] == [type(None), WorkerError, type(None)]
    assert str(found[1].error).endswith("a worker process died over it (it was ended by SIGSEGV)")
    assert found[0].text == found[2].text


def test_spans_lie_at_window_borders() -> None:
    assert BORDER == WINDOW
    assert SPLIT >= 2 * BORDER
    assert spans(1000, 512, 2) == [(0, 496), (496, 1000)]
    assert spans(512, 512, 8) == [(0, 256), (256, 512)]
    assert spans(32, 32, 1) == [(0, 32)]
    for pages in range(32, 400, 7):
        found = spans(pages, 32, 5)
        assert [a for a, _ in found][1:] == [b for _, b in found][:-1]
        assert (found[0][0], found[-1][1]) == (0, pages)
        assert all(a % WINDOW == 0 and a < b for a, b in found)
