"""Kinds of paragraphs: what they are, where the cells of a table stand, how lists nest."""

from __future__ import annotations

import numpy as np
import pytest

import rejoin
from bench.corpus import find
from bench.kindscore import COUNTED, figures, one_document
from rejoin.glyphs import BOLD, ITALIC
from rejoin.headings import heading_levels
from rejoin.kinds import Kind
from rejoin.markers import levels, marker_of
from rejoin.tables import Box, columns_of, rows_of, tables_of
from tests.pdfs import lines, pdf
from tests.test_golden import CORPUS


def test_kinds_are_told_on_a_few_documents() -> None:
    """Lines of each kind on some documents; the bench has the figures of all."""
    names = ("en/en-article-1-chromium-a", "en/en-report-typst-a", "en/en-article-3-docx-a",
             "fr/fr-devis-plomberie-weasyprint-a", "ko/ko-mixed-reportlab-a")  # fmt: skip
    total = np.sum([one_document(find([CORPUS / f"{name}.pdf"])[0]) for name in names], axis=0)
    found = {name: figures(total[k])[2] for k, name in enumerate(COUNTED) if total[k, 0] > 4}
    assert {"heading", "table-row", "list-item", "code", "whole heading"} <= found.keys()
    assert {name: f for name, f in found.items() if f < 0.9} == {}


@pytest.mark.parametrize("name", ["en/en-article-3-pdflatex-a", "en/en-report-weasyprint-a"])
def test_a_page_is_the_same_alone(name: str) -> None:
    with rejoin.read(CORPUS / f"{name}.pdf") as document:
        whole = {
            page.number: [(p.text, p.role) for p in page.paragraphs if len(p.pages) == 1]
            for page in document.detailed()
        }
    with rejoin.read(CORPUS / f"{name}.pdf", pages=[2]) as document:
        alone = [(p.text, p.role) for p in document.detailed().paragraphs]
    assert whole[2]
    assert not [pair for pair in whole[2] if pair not in alone]


def test_emphasis_follows_the_font() -> None:
    with rejoin.read(CORPUS / "en/en-legal-odt-a.pdf", pages=[1]) as document:
        (term,) = [p for p in document.detailed().paragraphs if "Bench Day" in p.text[:12]]
    marked = [c for c, style in zip(term.text, term.emphasis, strict=True) if style & BOLD]
    assert "".join(marked).strip() == "\u201cBench Day\u201d"
    assert not any(style & ITALIC for style in term.emphasis)


def test_without_bold_type_nothing_is_emphasised() -> None:
    text = lines("A line of plain type, and nothing else.")
    with rejoin.read(pdf(text)) as document:
        (paragraph,) = document.detailed().paragraphs
        assert paragraph.emphasis == ()
        assert "*" not in document.markdown


def test_an_empty_page_has_no_structure() -> None:
    with rejoin.read(pdf(b"")) as document:
        assert document.markdown == ""
        assert list(document.chunks()) == []


@pytest.mark.parametrize(
    ("text", "marker"),
    [("1. One", "1. "), ("(iv) Four", "(iv) "), ("\u2022 Dot", "\u2022 "), ("2.3 Deep", "2.3 "),
     ("a) Letter", "a) "), ("A line", ""), ("1999 was", ""), ("3.14 is pi", "3.14 "),
     ("\u2460 Ring", "\u2460 "), ("e.g. this", "")],
)  # fmt: skip
def test_markers(text: str, marker: str) -> None:
    assert marker_of(text) == marker


def test_levels_follow_edges_and_numbers() -> None:
    h = [10.0] * 6
    marks = ["1. ", "\u2022 ", "\u2022 ", "2. ", "3. ", "\u2022 "]
    assert levels([50, 70, 70, 50, 50, 70], h, marks) == [1, 2, 2, 1, 1, 2]
    # the next number belongs to its list even at the top of another column
    assert levels([50, 70, 300, 300], h[:4], ["1. ", "a) ", "2. ", "3. "]) == [1, 2, 1, 1]


def test_levels_of_headings() -> None:
    h = np.array([20, 14, 14, 14, 12], np.float32)
    weight = np.full(5, 700)
    texts = ["Title", "1 One", "1.1 Inner", "2 Two", "Small"]
    body = np.full(50, 10, np.float32), np.full(50, 80)
    assert heading_levels(texts, h, weight, *body, True) == [1, 2, 3, 2, 3]
    # without the first page the largest heading is no title
    assert heading_levels(["1 One"], h[1:2], weight[1:2], *body, False) == [2]


def cell(left: float, row: int, width: float = 40, rows: int = 1) -> Box:
    return Box(left, -12.0 * (row + rows) + 2, left + width, -12.0 * row)


def test_cells_of_a_table() -> None:
    boxes = [cell(0, 0), cell(100, 0), cell(200, 0),
             cell(0, 1, rows=2), cell(110, 1), cell(200, 1, 30),
             cell(0, 3), cell(105, 3), cell(210, 3)]  # fmt: skip
    rows = rows_of(boxes)
    assert rows == [0, 0, 0, 1, 1, 1, 2, 2, 2]
    assert columns_of(boxes, rows, range(9)) == [0, 1, 2] * 3
    assert set(tables_of(boxes, 10)) == {0}


def test_columns_that_are_not_clear() -> None:
    """A list is no table, nor is a single row; cells side by side in one column clash."""
    assert columns_of([cell(0, k) for k in range(4)], range(4), range(4)) is None
    assert columns_of([cell(0, 0), cell(100, 0)], [0, 0], [0, 1]) is None
    clash = [cell(0, 0, 60), cell(100, 0), cell(0, 1, 60), cell(100, 1),
             cell(0, 2, 25), cell(32, 2, 25), cell(0, 3, 60), cell(100, 3)]  # fmt: skip
    rows = rows_of(clash)
    assert columns_of(clash, rows, range(8)) is None
    # pieces of one paragraph may stand in one column: they are one cell
    assert columns_of(clash, rows, [0, 1, 2, 3, 4, 4, 5, 6]) == [0, 1] * 2 + [0, 0, 0, 1]


def test_unlike_rows_past_a_gap_are_another_table() -> None:
    form = [cell(0, k) for k in (0, 0, 1, 1)]
    form[1], form[3] = cell(100, 0), cell(100, 1)
    table = [Box(b.left, b.bottom - 14, b.right, b.top - 14)
             for k in (2, 3) for b in (cell(0, k), cell(100, k), cell(200, k))]  # fmt: skip
    assert tables_of(form + table, 10) == [0] * 4 + [1] * 6


def test_code_keeps_its_indents() -> None:
    with rejoin.read(CORPUS / "en/en-article-2-groff-a.pdf", pages=[1]) as document:
        code = [p for p in document.paragraphs if p.kind == Kind.CODE]
    shown = {p.text.split("(")[0]: p.role.indent for p in code}
    assert shown["def run"] == 0
    assert shown["try:"] == 4
    assert shown["printer.send"] == 8


def rows_in(name: str, page: int) -> list[list[str]]:
    """Rows of the tables of a page, as Markdown has them."""
    with rejoin.read(CORPUS / f"{name}.pdf", pages=[page]) as document:
        shown = [line for line in document.markdown.splitlines() if line.startswith("| ")]
    rows = [[cell.strip() for cell in line.strip("| ").split(" | ")] for line in shown]
    return [row for row in rows if set("".join(row)) - set("-")]


@pytest.mark.parametrize(
    ("name", "page", "row"),
    [
        # a number set to the right, and the text beside it a word space further
        ("el/el-praktika-odt-a", 1, "\u0391\u03c6\u03bf\u03af \u039b\u03b9\u03cc\u03c3\u03b7"),
        # letters and marks that PDFium has in another order
        ("th/th-bai-sanoe-rakha-lualatex-a", 1, "3"),
        ("he/he-protokol-gina-typst-a", 1, "\u05de\u05d5\u05e2\u05d3"),
    ],
)  # fmt: skip
def test_the_first_cell_of_a_row_is_by_itself(name: str, page: int, row: str) -> None:
    assert row in [cells[0] for cells in rows_in(name, page)]


def test_a_total_below_a_table_is_none_of_its_rows() -> None:
    name = "ru/ru-predlozhenie-reportlab-a"
    total = "\u0418\u0442\u043e\u0433\u043e"
    assert not [row for row in rows_in(name, 1) if row[0].startswith(total)]
    with rejoin.read(CORPUS / f"{name}.pdf", pages=[1]) as document:
        (first, _) = (p for p in document.detailed().paragraphs if p.text.startswith(total))
    assert [text for _, text in first.role.cells] == [
        f"{total} \u043f\u043e \u044d\u0442\u0430\u043f\u0443 1",
        "576 670",
    ]


def test_emphasis_of_right_to_left_text() -> None:
    with rejoin.read(CORPUS / "he/he-protokol-gina-typst-a.pdf", pages=[1]) as document:
        marked = [p.text for p in document.detailed().paragraphs if any(p.emphasis)]
    speakers = [text for text in marked if ":" in text[:8]]
    assert len(speakers) >= 7


def test_heads_and_feet_come_where_they_stand() -> None:
    """ReportLab paints the number first, WeasyPrint the running head last."""
    for name, page in (("ko/ko-mixed-reportlab-a", 1), ("zh-Hans/zh-Hans-mixed-weasyprint-a", 2)):
        with rejoin.read(CORPUS / f"{name}.pdf", pages=[page]) as document:
            kinds = [p.kind for p in document.paragraphs]
        assert (kinds[0], kinds[-1]) == (Kind.RUNNING_HEAD, Kind.PAGE_NUMBER)
