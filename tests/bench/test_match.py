"""Labels laid over rejoin's lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import pytest

from bench.labels import Row
from bench.match import Outcome, match
from bench.output import read_output
from tests import pdfs
from tests.bench.corpora import PARAGRAPHS, page_of, separators, truth

PDF = pdfs.pdf(page_of(PARAGRAPHS))
ROWS = truth(PARAGRAPHS, PDF)
ALL_RULES = ("first", "cjk", "gap", "default")

HYPHENED = (
    "The ferry leaves the north bank at seven and again at noon when the river is con-",
    "nected with the lake above, and the keeper of the landing writes both of the times",
    "on the black board.",
)


def outcomes(pdf: bytes, rows: Sequence[Row], rules: str = "gap") -> list[Outcome]:
    return match(rows, read_output(pdf, rules))


@pytest.mark.parametrize("rules", ALL_RULES)
def test_every_break_is_found_and_judged(rules: str) -> None:
    found = outcomes(PDF, ROWS, rules)
    assert [o.row for o in found] == ROWS
    assert [o.joined for o in found] == [row.label == "wrap" for row in ROWS]
    assert [(o.above, o.below) for o in found] == [(i, i + 1) for i in range(len(ROWS))]
    assert {o.join for o in found if o.joined} == {"space"}
    assert all(o.adjacent and o.verdict for o in found)


def test_labels_without_an_index_are_matched_by_their_words() -> None:
    rows = [replace(row, char=-1) for row in ROWS]
    with_char, without = outcomes(PDF, ROWS), outcomes(PDF, rows)
    assert [(o.above, o.below) for o in without] == [(o.above, o.below) for o in with_char]


def test_repeated_lines_without_an_index_are_taken_in_their_order() -> None:
    lines = ["Total", "Sum", "Total", "Sum", "Total", "Sum"]
    pdf = pdfs.pdf(pdfs.lines(*lines))
    rows = [Row(1, above, below, "keep", ("td", "td"), -1) for above, below in pairwise(lines)]
    assert [o.above for o in outcomes(pdf, rows)] == [0, 1, 2, 3, 4]


def test_unknown_labels_and_breaks_inside_a_row_do_not_count() -> None:
    rows = [replace(ROWS[0], label="unknown"), replace(ROWS[1], same_row=True), *ROWS[2:]]
    assert [o.row for o in outcomes(PDF, rows)] == ROWS[2:]


def hyphened() -> tuple[bytes, list[Row]]:
    pdf = pdfs.pdf(pdfs.lines(*HYPHENED))
    rows = truth([HYPHENED], pdf)
    assert separators(pdf)[0] == HYPHENED[0].index("con-") + 3
    return pdf, [replace(rows[0], above=rows[0].above[:-1], join="drop-hyphen"), rows[1]]


@pytest.mark.parametrize("rules", ALL_RULES)
def test_lines_that_pdfium_glued_at_a_hyphen(rules: str) -> None:
    first, second = outcomes(*hyphened(), rules)
    assert first.joined
    assert (first.above == first.below) is (rules != "default")
    assert first.join == ("drop-hyphen" if rules == "default" else "keep-hyphen")
    # a glued line's box spans two rows: the published rules cannot join it with the next
    assert second.joined or rules != "default"


def test_a_label_of_a_line_that_is_not_there_is_not_joined() -> None:
    hidden = pdfs.Page(
        b"BT /F 11 Tf 2 700 Td (off the page) Tj ET\n" + page_of(PARAGRAPHS[:1]),
        entries=b"/CropBox [70 0 612 792]",
    )
    pdf = pdfs.pdf(hidden)
    rows = truth([["off the page"], *PARAGRAPHS[:1]], pdf)
    found = outcomes(pdf, [replace(rows[0], label="wrap"), *rows[1:]])
    assert [o.joined for o in found] == [False, True, True]


def over_the_edge() -> tuple[bytes, list[Row]]:
    """A paragraph that runs over a page edge, with a page number between."""
    head, tail = PARAGRAPHS[1][:2], PARAGRAPHS[1][2:]
    pages = [pdfs.lines(*head) + pdfs.lines("1", x=300, y=40), pdfs.lines(*tail)]
    pdf = pdfs.pdf(*pages)
    edge = Row(1, head[-1][-40:], tail[0][:40], "wrap", ("p", "p"), separators(pdf)[1], "space",
               page_below=2)  # fmt: skip
    inner = truth([head, ["1"]], pdf)[:1], truth([tail], pdf, 2)
    return pdf, [*inner[0], edge, *inner[1]]


def test_page_edges() -> None:
    pdf, rows = over_the_edge()
    published = outcomes(pdf, rows, "gap")
    assert [o.joined for o in published] == [True, False, True]
    assert [(o.above, o.below) for o in published] == [(0, 1), (1, 3), (3, 4)]
    # the default rules join over the edge, past the page number
    edge = outcomes(pdf, rows, "default")[1]
    assert edge.joined
    assert edge.adjacent


def test_a_label_inside_a_line_is_joined_however_the_lines_are_merged() -> None:
    # two pieces on one row, so near that they are merged, though PDFium may part them
    pdf = pdfs.pdf(pdfs.lines("One half of a row") + pdfs.lines("and the rest", x=160))
    for char in separators(pdf):
        row = Row(1, "One half of a row", "and the rest", "wrap", ("p", "p"), char, "space")
        (outcome,) = outcomes(pdf, [row])
        assert outcome.joined
        assert outcome.join == "space"


def test_numbers_painted_before_their_texts() -> None:
    """Lines that hold characters from both sides of others are told apart by their words."""
    lines = list(PARAGRAPHS[1])
    numbers = pdfs.lines(*(f"{i}." for i in range(1, 5)), x=40)
    pdf = pdfs.pdf(numbers + b"\n" + pdfs.lines(*lines))
    rows = truth([*([f"{i}."] for i in range(1, 5)), lines], pdf)
    published, ours = outcomes(pdf, rows, "gap"), outcomes(pdf, rows, "default")
    assert [o.joined for o in published] == [False] * 4 + [True] * 3
    # where a number comes out before its line, the words of the paragraph are no neighbours
    together = any(line.startswith("1. Carts") for line in read_output(pdf, "default").text)
    assert [o.joined for o in ours] == [False] * 4 + [not together] * 3


def test_a_label_with_a_line_number_is_found_beside_the_number() -> None:
    texts = [text for part in (*PARAGRAPHS, *PARAGRAPHS) for text in part]
    shown = [
        pdfs.lines(text, x=x, y=760 - 24 * i)
        for i, line in enumerate(texts)
        for x, text in ((40, str(i + 1)), (80, line))
    ]
    pdf = pdfs.pdf(b"\n".join(shown))
    numbered = [[f"{i + 1} {text}" for i, text in enumerate(texts)]]
    found = outcomes(pdf, truth(numbered, pdf), "default")
    output = read_output(pdf, "default")
    assert [output.text[o.below or 0] for o in found] == texts[1:]
    assert all(o.adjacent for o in found)
