"""A listing keeps its indentation, which the boxes say."""

from __future__ import annotations

import pytest

import rejoin
from bench.rawpdf import RawPdf, literal, references
from tests.pdfs import lines, pdf

CODE = (
    "def open_gate(keys):",
    "    for key in keys:",
    "        if key.fits:",
    "            return key",
    "    return None",
)


def listing(spaces: bool) -> bytes:
    """A page of code in Courier, set in by spaces or by moving to the right."""
    raw = RawPdf()
    root, tree, font = raw.add(), raw.add(), raw.font(b"Courier")
    shown = []
    for i, line in enumerate(CODE):
        drawn = line if spaces else line.lstrip()
        x = 72 + 6 * (len(line) - len(drawn))
        shown.append(b"BT /F 10 Tf %d %d Td %b Tj ET" % (x, 700 - 12 * i, literal(drawn)))
    content = raw.stream(b"\n".join(shown))
    page = b"<< /Type /Page /Parent %d 0 R /MediaBox [0 0 612 792] /Contents %d 0 R " % (
        tree,
        content,
    )
    kid = raw.add(page + b"/Resources << /Font << /F %d 0 R >> >> >>" % font)
    raw.put(root, b"<< /Type /Catalog /Pages %d 0 R >>" % tree)
    raw.put(tree, b"<< /Type /Pages /Count 1 /Kids %b >>" % references([kid]))
    return raw.build(root)


@pytest.mark.parametrize("spaces", [False, True])
def test_code_keeps_its_indentation(spaces: bool) -> None:
    assert rejoin.text(listing(spaces)).splitlines() == list(CODE)


def test_the_indent_is_no_part_of_the_paragraph() -> None:
    with rejoin.read(listing(True)) as document:
        found = list(document.paragraphs)
    assert [p.text for p in found] == [line.strip() for line in CODE]
    assert [p.indent for p in found] == [0, 4, 8, 12, 4]


def test_other_text_and_the_published_rules_have_no_indent() -> None:
    assert rejoin.text(listing(True), rules="gap").splitlines()[1] == CODE[1].strip()
    set_in = pdf(lines("A paragraph.", "Another."), lines("Set in.", x=120))
    assert not any(line.startswith(" ") for line in rejoin.text(set_in).splitlines())
