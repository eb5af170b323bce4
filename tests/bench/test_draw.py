"""Labels drawn on a page, where what the page shows is not its own media box."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from bench.draw import COLOURS, draw
from bench.label import label_from_units
from bench.rawpdf import RawPdf
from tests.bench.corpora import PARAGRAPHS, page_of

pytest.importorskip("PIL")

#: What the page says of itself, what the tree above it says, and the matrix of its content.
BOXES = {
    "own": (b"/MediaBox [0 0 612 792]", b"", b""),
    "inherited": (b"", b"/MediaBox [0 0 700 900]", b""),
    "cropped": (b"/MediaBox [0 0 612 792] /CropBox [40 500 560 780]", b"", b""),
    "elsewhere": (b"/MediaBox [-30 -20 612 792]", b"", b""),
    "turned": (b"/MediaBox [0 0 792 792] /Rotate 90", b"", b"0 1 -1 0 792 0 cm"),
    "turned and cropped": (
        b"/MediaBox [0 0 792 792] /CropBox [12 40 292 560] /Rotate 90", b"", b"0 1 -1 0 792 0 cm",
    ),
}  # fmt: skip


def boxed(own: bytes, above: bytes, matrix: bytes) -> bytes:
    """A PDF of one page of `PARAGRAPHS`, upright as it is shown."""
    pdf = RawPdf()
    root, tree, page = pdf.add(), pdf.add(), pdf.add()
    content, font = pdf.stream(matrix + b"\n" + page_of(PARAGRAPHS)), pdf.font()
    pdf.put(root, b"<< /Type /Catalog /Pages %d 0 R >>" % tree)
    pdf.put(tree, b"<< /Type /Pages /Kids [%d 0 R] /Count 1 %b >>" % (page, above))
    resources = b"/Resources << /Font << /F %d 0 R >> >>" % font
    parts = b"/Type /Page /Parent %d 0 R /Contents %d 0 R" % (tree, content)
    pdf.put(page, b"<< %b %b %b >>" % (parts, own, resources))
    return pdf.build(root)


@pytest.mark.parametrize("box", BOXES)
def test_bars_stand_right_after_their_lines(box: str, tmp_path: Path) -> None:
    pdf = tmp_path / "a.pdf"
    pdf.write_bytes(boxed(*BOXES[box]))
    head, rows = label_from_units(pdf, [("p", " ".join(lines)) for lines in PARAGRAPHS])
    assert [row.label for row in rows].count("wrap") == 6
    picture = np.asarray(draw(pdf, 1, head, rows, 2.0)).astype(int)
    green = abs(picture - COLOURS["wrap"]).sum(2) == 0
    ink = picture.sum(2) < 150
    # a bar is as high as its line; a thread is one pixel high
    bar = green[:-2] & green[1:-1] & green[2:]
    places = np.argwhere(bar)
    lines = np.split(places, np.flatnonzero(np.diff(places[:, 0]) > 1) + 1)
    assert len(lines) == 6
    for line in lines:
        top, left = line.min(0)
        bottom, right = line.max(0)
        assert right - left <= 4
        assert ink[top : bottom + 2, left - 8 : left].any()
        assert not ink[top + 3 : bottom - 1, right + 2 :].any()
