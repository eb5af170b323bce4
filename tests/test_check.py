"""Classes of pages, and what ``rejoin check`` says of them."""

from __future__ import annotations

import json
import math
import zlib
from pathlib import Path

import pytest

import rejoin
from bench.rawpdf import RawPdf
from rejoin import PageClass
from tests.conftest import Command
from tests.pdfs import JOINED, WRAPPED, lines, pdf

PROSE = lines(*WRAPPED, *WRAPPED)
#: An image over the whole page, and over a small part.
WHOLE = b"q 612 0 0 792 0 0 cm /I Do Q\n"
LOGO = b"q 60 0 0 60 500 700 cm /I Do Q\n"


def one(content: bytes, *, form: bytes | None = None) -> bytes:
    """A page with a font /F, an image /I and a form /X."""
    raw = RawPdf()
    root, tree = raw.add(b"<< /Type /Catalog /Pages 2 0 R >>"), raw.add()
    entries = b"/Type /XObject /Subtype /Image /Width 4 /Height 4 /ColorSpace /DeviceGray"
    grey = zlib.compress(bytes(range(0, 256, 16)))
    image = raw.stream(grey, entries + b" /BitsPerComponent 8 /Filter /FlateDecode")
    used = b"/Font << /F %d 0 R >> /XObject << /I %d 0 R" % (raw.font(), image)
    if form is not None:
        head = b"/Type /XObject /Subtype /Form /BBox [0 0 612 792] /Resources << %b >> >>" % used
        used += b" /X %d 0 R" % raw.stream(form, head)
    page = b"<< /Type /Page /Parent %d 0 R /MediaBox [0 0 612 792] /Contents %d 0 R"
    page += b" /Resources << %b >> >> >>"
    kid = raw.add(page % (tree, raw.stream(content), used))
    raw.put(tree, b"<< /Type /Pages /Count 1 /Kids [%d 0 R] >>" % kid)
    return raw.build(root)


def _glyph(x: float, y: float, height: float) -> bytes:
    """A shape with curves, as a letter is."""
    curve = b"%g %g m %g %g %g %g %g %g c %g %g l %g %g l %g %g l h\n"
    return curve % (x, y, x, y + height, x + 4, y + height, x + 5, y + height,
                    x + 5, y + 2, x + 3, y + 1, x + 2, y)  # fmt: skip


def _outlines(*, together: bool) -> bytes:
    """Lines of type as paths: each letter its own, or a line as one."""
    heights = (5, 7.5, 5, 9, 5, 6.2)
    rows = [[_glyph(72 + 8 * i, 700 - 14 * k, heights[i % 6]) for i in range(30)] for k in range(6)]
    return b"".join(b"".join(r) + b"f\n" if together else b"f\n".join(r) + b"f\n" for r in rows)


def _chart() -> bytes:
    """Bars, a curve and dots."""
    bars = b"".join(b"%d 100 20 %d re f\n" % (72 + 30 * i, 20 + 13 * i) for i in range(15))
    curve = b"72 300 m " + b"".join(
        b"%g %g l " % (72 + i, 300 + 50 * math.sin(i / 20)) for i in range(400)
    )
    dots = b"".join(_glyph(72 + 9 * i, 500, 4) + b"f\n" for i in range(40))
    return bars + curve + b"S\n" + dots


INVISIBLE = PROSE.replace(b"BT ", b"BT 3 Tr ")
CASES: dict[str, tuple[bytes, PageClass]] = {
    "text": (one(PROSE), PageClass.TEXT),
    "text in a form": (one(b"/X Do", form=PROSE), PageClass.TEXT),
    "text beside a logo": (one(LOGO + PROSE), PageClass.TEXT),
    "a title page": (one(lines("A short title")), PageClass.TEXT),
    "scan": (one(WHOLE), PageClass.SCAN),
    "scan in a form": (one(b"/X Do", form=WHOLE), PageClass.SCAN),
    "scan in a scaled form": (
        one(b"q 300 0 0 300 0 0 cm /X Do Q", form=b"q 2 0 0 2.6 0 0 cm /I Do Q"), PageClass.SCAN),
    "scan in strips": (
        one(b"".join(b"q 612 0 0 40 0 %d cm /I Do Q\n" % (40 * i) for i in range(20))),
        PageClass.SCAN),
    "scan with a stamp": (one(WHOLE + lines("Received 4 May")), PageClass.MIXED),
    "scan with hidden text": (one(WHOLE + INVISIBLE), PageClass.OCR_LAYER),
    "scan over its text": (one(PROSE + WHOLE), PageClass.OCR_LAYER),
    "letters as outlines": (one(_outlines(together=False)), PageClass.OUTLINES),
    "lines as outlines": (one(_outlines(together=True)), PageClass.OUTLINES),
    "outlines in a form": (one(b"/X Do", form=_outlines(together=False)), PageClass.OUTLINES),
    "outlines and a page number": (one(_outlines(together=False) + lines("7")), PageClass.MIXED),
    "a chart": (one(_chart()), PageClass.VECTOR),
    "a dot of an image": (one(b"q 9 0 0 9 9 9 cm /I Do Q"), PageClass.VECTOR),
    "nothing": (one(b""), PageClass.EMPTY),
    "blanks": (one(lines("   ", " ")), PageClass.EMPTY),
}  # fmt: skip
NEEDED = {PageClass.SCAN, PageClass.OUTLINES, PageClass.MIXED}


@pytest.mark.parametrize(("document", "kind"), CASES.values(), ids=CASES)
def test_classes(document: bytes, kind: PageClass) -> None:
    (page,) = rejoin.check(document).pages
    assert page.page_class is kind
    assert page.needs_ocr == (kind in NEEDED)
    if kind is not PageClass.OCR_LAYER or page.hidden:
        # without the walk over every page's objects, pages of few characters are found all the same
        with rejoin.read(document) as opened:
            assert opened[0].quality.page_class is kind


def test_text_over_a_picture_needs_no_ocr() -> None:
    (page,) = rejoin.check(one(WHOLE + PROSE)).pages
    assert page.page_class is PageClass.MIXED
    assert not page.needs_ocr


def test_a_slide_with_a_picture_behind_it_needs_no_ocr() -> None:
    (page,) = rejoin.check(one(WHOLE + lines("Who keeps the lock?", x=200, y=400))).pages
    assert page.page_class is PageClass.MIXED
    assert not page.needs_ocr


def test_hidden_text_is_read() -> None:
    assert JOINED[:40] in rejoin.text(CASES["scan with hidden text"][0])


def test_command(command: Command, tmp_path: Path, good: Path) -> None:
    scan = tmp_path / "scan.pdf"
    scan.write_bytes(CASES["scan"][0])
    ran = command("check", good, scan)
    assert ran.code == 0
    assert ran.out.splitlines()[:2] == [
        f"{good}: 1 page (1 text); none needs OCR",
        f"{scan}: 1 page (1 scan); 1 would need OCR",
    ]
    rows = [json.loads(line) for line in command("check", good, scan, "--json").out.splitlines()]
    assert [row["classes"] for row in rows] == [{"text": 1}, {"scan": 1}]
    assert [row["needs_ocr"] for row in rows] == [[], [1]]
    assert rows[1]["page_list"][0]["images"] == 1
    assert "--ocr auto" in command(scan).err


def test_failures(command: Command, tmp_path: Path, broken: Path, good: Path) -> None:
    ran = command("check", broken, tmp_path / "none.pdf", good)
    assert ran.code == 1
    assert "3 failed" in ran.out
    assert "no such file" in ran.err
    assert str(good) in ran.out
    assert command("check", good, "--pages", "x").code == 2
    assert command("check", good, "--pages", "9").code == 1


def test_many_objects_are_cut_short(tmp_path: Path) -> None:
    (page,) = rejoin.check(one(b"0 0 5 5 re f\n" * 21_000)).pages
    assert page.page_class is PageClass.VECTOR
    assert page.objects
    assert page.objects.cut


def test_a_form_that_calls_itself_ends() -> None:
    from tests.pdfs import self_calling_form

    assert rejoin.check(self_calling_form()).classes == {"text": 1}


def test_pages_are_looked_at_once(pages: Path) -> None:
    assert [page.number for page in rejoin.check(pages, pages="3,1,3").pages] == [3, 1, 3]
    assert rejoin.check(pdf(PROSE)).classes == {"text": 1}
