"""Pages read by OCR: the same characters, lines and wraps as those of the page itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest

import rejoin
from bench.corpus import find
from bench.match import counts
from bench.ocr import distance, scan, score_page
from bench.sample import FOLDER
from bench.tally import shares, total
from rejoin import PageClass, hocr, tesseract
from tests.conftest import Command
from tests.pdfs import JOINED, WRAPPED, Page, lines, pdf

SAMPLE = FOLDER / "sample.pdf"
needs_tesseract = pytest.mark.skipif(
    "eng" not in tesseract.installed(), reason="tesseract or its English data are not installed"
)
#: Pages of prose, of five producers (tables are another matter: their rows are read across).
PROSE = ("en-letter-3-weasyprint-a", "en-article-5-lualatex-a", "en-letter-3-docx-a",
         "en-letter-1-typst-a", "en-report-reportlab-a")  # fmt: skip


@pytest.fixture
def none_installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A machine without Tesseract."""
    monkeypatch.setenv("PATH", "/nowhere")
    tesseract.forget()
    yield
    tesseract.forget()


@pytest.mark.usefixtures("none_installed")
def test_tesseract_is_missing(command: Command, good: Path) -> None:
    for mode in ("auto", "always"):
        ran = command(good, good, "--ocr", mode)
        assert (ran.code, ran.out) == (2, "")
        assert ran.err.count("\n") == 1
        assert "apt install tesseract-ocr" in ran.err
        with pytest.raises(rejoin.OcrError, match="not installed"):
            rejoin.read(good, ocr=mode)
    assert command(good, "--ocr", "never").code == 0


def test_wrong_mode(command: Command, good: Path) -> None:
    assert command(good, "--ocr", "perhaps").code == 2
    with pytest.raises(rejoin.OcrError, match="never, auto, always"):
        rejoin.read(good, ocr="perhaps")


@needs_tesseract
def test_language_is_missing(good: Path) -> None:
    with pytest.raises(rejoin.OcrError, match=r"no data for xyz; it has .*eng"):
        rejoin.read(good, ocr="auto", ocr_languages="eng+xyz")


@needs_tesseract
def test_a_scan(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "scan.pdf"
    path.write_bytes(scan(pdf(lines(*WRAPPED)), 1))
    assert command(path).out == ""
    ran = command(path, "--ocr", "auto")
    assert (ran.code, ran.err) == (0, "")
    assert distance(ran.out, JOINED + "\n") <= 3
    assert ran.out.count("\n") == 1
    with rejoin.read(path, ocr="auto") as document:
        quality = document[0].quality
        assert quality.page_class is PageClass.SCAN
        assert not quality.needs_ocr
        assert quality.ocr
        assert quality.ocr > 0.8


@needs_tesseract
def test_only_what_needs_it_is_read() -> None:
    whole = rejoin.text(SAMPLE)
    assert rejoin.text(SAMPLE, ocr="auto") == whole
    assert rejoin.text(SAMPLE, ocr="always", pages="2") != ""


@needs_tesseract
@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
def test_places_on_turned_pages(rotation: int) -> None:
    turned = {0: b"1 0 0 1 0 0", 90: b"0 1 -1 0 612 0", 180: b"-1 0 0 -1 612 792",
              270: b"0 -1 1 0 0 792"}[rotation]  # fmt: skip
    content = b"q %b cm\n" % turned + lines(*WRAPPED, x=90, y=420, size=10) + b"\nQ"
    page = Page(content, entries=b"/Rotate %d" % rotation)
    document = pdf(page)
    with rejoin.read(document) as plain, rejoin.read(document, ocr="always") as read:
        wanted, got = plain[0].lines, read[0].lines
        assert len(got) == len(wanted)
        assert np.abs(got.page_box() - wanted.page_box()).max() < 4
        assert np.abs(np.log(got.h / wanted.h)).max() < 0.15


@needs_tesseract
def test_confidence_and_boxes() -> None:
    from rejoin.chars import gather
    from rejoin.ocr import _page, replaced
    from rejoin.reader import Reader
    from rejoin.source import Handle

    handle = Handle(SAMPLE)
    reader = Reader(handle)
    reader.read(0, 2)
    chars = gather(reader)
    assert chars.confidence is None
    mixed = replaced(chars, {1: _page(handle, 1, "eng")})
    first = int(chars.page_start[1])
    assert mixed.confidence is not None
    assert (mixed.confidence[:first] == 1).all()
    assert (mixed.code[:first] == chars.code[:first]).all()
    assert 0.5 < mixed.confidence[first:].mean() <= 1
    assert mixed.fonts[-1] == "OCR"
    assert mixed.page_start[-1] == len(mixed)
    assert (mixed.box[2:, mixed.ink] >= mixed.box[:2, mixed.ink]).all()


@needs_tesseract
def test_wraps_of_prose_are_those_of_the_page_itself() -> None:
    items = [item for item in find([FOLDER.parent / "en"]) if item.name in PROSE]
    assert len(items) >= 3
    assert all(any(counts(row) for row in item.rows()) for item in items)
    scores = [score_page(item, "default") for item in items]
    born, scanned = (shares(total([getattr(s, n) for s in scores])) for n in ("born", "scanned"))
    for name in ("recall", "precision"):
        assert float(scanned[name]) >= float(born[name]) - 0.03
    assert sum(s.edits for s in scores) <= 0.05 * sum(s.chars for s in scores)


def _hocr(*rows: tuple[float, Sequence[tuple[float, float, str]]]) -> str:
    """What Tesseract would say of lines at a height, of words from a place to another."""
    out = []
    for y, words in rows:
        left, right = words[0][0], words[-1][1]
        title = f"bbox {left} {y - 20} {right} {y + 5}; baseline 0 -5; x_size 25"
        spans = []
        for a, b, text in words:
            step = (b - a) / len(text)
            spans.append("<span class='ocrx_word' title='bbox 0 0 0 0; x_wconf 90'>" + "".join(
                f"<span class='ocrx_cinfo' title='x_bboxes {a + i * step} {y - 18} "
                f"{a + (i + 1) * step} {y}; x_conf 95'>{c}</span>" for i, c in enumerate(text)
            ) + "</span>")  # fmt: skip
        out.append(f"<span class='ocr_line' title='{title}'>{''.join(spans)}</span>")
    return f"<body>{''.join(out)}</body>"


def _texts(found: list[hocr.OcrLine]) -> list[str]:
    return ["".join(chr(s.code) for s in line.symbols) for line in found]


def test_cells_are_read_one_after_the_other() -> None:
    row = (100.0, [(0, 90, "Turnips"), (100, 150, "and"), (300, 340, "4kg"), (500, 540, "7.50")])
    more = (130.0, [(0, 60, "more"), (70, 120, "roots")])
    after = (190.0, [(0, 60, "Beans"), (300, 340, "2kg"), (500, 540, "3.10")])
    found = _texts(hocr.parse(_hocr(row, more, after)))
    assert found == ["Turnips and", "more roots", "4kg", "7.50", "Beans", "2kg", "3.10"]


def test_rows_of_a_table_stay_rows() -> None:
    rows = [(100 + 30.0 * i, [(0, 60, f"Row{i}"), (300, 340, "2kg")]) for i in range(3)]
    assert _texts(hocr.parse(_hocr(*rows))) == ["Row0", "2kg", "Row1", "2kg", "Row2", "2kg"]


def test_fixed_pitch_is_seen() -> None:
    words, at = list[tuple[float, float, str]](), 0
    for text in ("for", "i", "in", "range", "of", "them"):
        words.append((12 * at + 1, 12 * (at + len(text)) - 1, text))
        at += len(text) + 1
    assert [line.fixed for line in hocr.parse(_hocr((100.0, words)))] == [True]
    uneven = [(a * 1.0 + 7 * (i % 2), b * 1.0, t) for i, (a, b, t) in enumerate(words)]
    assert [line.fixed for line in hocr.parse(_hocr((100.0, uneven)))] == [False]


def test_distance() -> None:
    assert [distance("abcd", b) for b in ("abcd", "abd", "xabcd", "abxd", "")] == [0, 1, 1, 1, 4]
