"""Small PDFs that hold what real ones rarely do, for the fuzzer to start from."""

from __future__ import annotations

from collections.abc import Iterator

from bench.rawpdf import RawPdf, literal, references

_TEXT = (
    "The keeper of the lock counts the boats and",
    "writes their names into a grey book, well-",
    "known to all. On Sundays nobody is counted.",
)
_MAP = b"""/CIDInit /ProcSet findresource begin 12 dict begin begincmap
1 begincodespacerange <%(low)b> <%(high)b> endcodespacerange
%(count)d beginbfchar
%(rows)b
endbfchar endcmap end end"""


def seeds() -> Iterator[tuple[str, bytes]]:
    """Name and bytes of each."""
    yield "plain", _one(_shown(_TEXT))
    yield "two columns", _one(_shown(_TEXT) + _shown(_TEXT, x=320))
    yield "table", _one(b"".join(_shown(("Mill", "Lane", "Quay"), x=x) for x in (72, 160, 250)))
    yield "turned", _one(_shown(_TEXT, matrix=b"0 1 -1 0 300 100"), b"/Rotate 90")
    yield "hidden", _one(b"3 Tr " + _shown(_TEXT[:1]) + b" 0 Tr 1 g " + _shown(_TEXT[1:], y=500))
    yield (
        "replaced",
        _one(
            b"/Span << /ActualText (other words) >> BDC " + _shown(_TEXT[:1]) + b" EMC "
            b"/Span << /ActualText <FEFFD83DDE00> >> BDC " + _shown(_TEXT[1:], y=500) + b" EMC"
        ),
    )
    yield "marks", _one(_shown(_TEXT) + b"BT /F 5 Tf 4 Ts 200 704 Td (2) Tj ET " + _cap())
    yield "pages", _many()
    yield "form", _form()
    yield "fields", _fields()
    yield "layers", _layers()
    for name, codes in _SCRIPTS.items():
        yield name, _mapped(codes)
    yield "drawn glyphs", _type3()


#: Code points of lines in other scripts, and of what should not be there.
_SCRIPTS: dict[str, str] = {
    "hebrew": "שלום לכולם (abc 12)",
    "arabic": "السلام عليكم 123",
    "han": "水車は古い、とても古い。",
    "korean": "물레방아는 오래되었다",
    "thai": "กังหันน้ำเก่ามาก",
    "accents": "a\u0301e\u0308 ﬁ\u0002\u00ad\U0001f600",
    "odd": "\u0000\u0001\ufffe\uffff\u0093\u0080 x",
}


def _shown(
    texts: tuple[str, ...], x: float = 72, y: float = 700, matrix: bytes | None = None
) -> bytes:
    first = matrix or b"1 0 0 1 %g %g" % (x, y)
    rows = b"\n".join(b"%b ' " % literal(text) for text in texts)
    return b"BT /F 11 Tf 14 TL %b Tm\n%b\nET\n" % (first, rows)


def _cap() -> bytes:
    return b"BT /F 40 Tf 40 690 Td (A) Tj ET"


def _page(raw: RawPdf, tree: int, content: bytes, fonts: bytes, more: bytes = b"") -> int:
    entries = b"<< /Type /Page /Parent %d 0 R /MediaBox [0 0 612 792] /Contents %d 0 R %b %b >>"
    resources = b"" if b"/Resources" in more else b"/Resources << /Font << %b >> >>" % fonts
    return raw.add(entries % (tree, raw.stream(content), resources, more))


def _close(raw: RawPdf, root: int, tree: int, pages: list[int], more: bytes = b"") -> bytes:
    raw.put(root, b"<< /Type /Catalog /Pages %d 0 R %b >>" % (tree, more))
    raw.put(tree, b"<< /Type /Pages /Count %d /Kids %b >>" % (len(pages), references(pages)))
    return raw.build(root)


def _one(content: bytes, more: bytes = b"") -> bytes:
    raw = RawPdf()
    root, tree, font = raw.add(), raw.add(), raw.font()
    return _close(raw, root, tree, [_page(raw, tree, content, b"/F %d 0 R" % font, more)])


def _many() -> bytes:
    """Pages with running heads and numbers, enough for two windows."""
    raw = RawPdf()
    root, tree, font = raw.add(), raw.add(), raw.font()
    pages = []
    for number in range(1, 19):
        head = _shown((f"The Lock {number}",), y=760) + _shown((str(number),), x=300, y=30)
        text = _shown(_TEXT * (number % 3 + 1), y=720)
        pages.append(_page(raw, tree, head + text, b"/F %d 0 R" % font))
    return _close(raw, root, tree, pages)


def _form() -> bytes:
    raw = RawPdf()
    root, tree, font = raw.add(), raw.add(), raw.font()
    fonts = b"/F %d 0 R" % font
    form = raw.stream(
        _shown(_TEXT),
        b"/Type /XObject /Subtype /Form /BBox [0 0 612 792] /Matrix [1 0 0 1 0 0] "
        b"/Resources << /Font << %b >> >>" % fonts,
    )
    picture = raw.stream(
        b"\x80" * 64,
        b"/Type /XObject /Subtype /Image /Width 8 /Height 8 /BitsPerComponent 8 "
        b"/ColorSpace /DeviceGray",
    )
    resources = b"/Resources << /Font << %b >> /XObject << /X %d 0 R /I %d 0 R >> >>" % (
        fonts, form, picture,
    )  # fmt: skip
    content = b"q 0.5 0 0 0.5 100 0 cm /X Do Q q 500 0 0 700 50 50 cm /I Do Q /X Do "
    content += b"0 0 300 720 re W n /X Do"
    return _close(raw, root, tree, [_page(raw, tree, content, fonts, resources)])


def _fields() -> bytes:
    raw = RawPdf()
    root, tree, font = raw.add(), raw.add(), raw.font()
    boxes = b"/Rect [100 500 300 520] /F 4"
    field = raw.add(
        b"<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /V (Mill Lane) "
        b"/DA (/Helv 10 Tf 0 g) %b >>" % boxes
    )
    note = raw.add(b"<< /Type /Annot /Subtype /FreeText /Contents (a note) %b >>" % boxes)
    page = _page(
        raw, tree, _shown(_TEXT), b"/F %d 0 R" % font, b"/Annots " + references([field, note])
    )
    form = b"/AcroForm << /Fields %b /DR << /Font << /Helv %d 0 R >> >> >>" % (
        references([field]), font,
    )  # fmt: skip
    return _close(raw, root, tree, [page], form)


def _layers() -> bytes:
    raw = RawPdf()
    root, tree, font = raw.add(), raw.add(), raw.font()
    layer = raw.add(b"<< /Type /OCG /Name (draft) >>")
    more = b"/Resources << /Font << /F %d 0 R >> /Properties << /L %d 0 R >> >>" % (font, layer)
    content = b"/OC /L BDC " + _shown(_TEXT[:1]) + b" EMC " + _shown(_TEXT[1:], y=500)
    page = _page(raw, tree, content, b"", more)
    groups = b"/OCProperties << /OCGs %b /D << /OFF %b >> >>" % (
        references([layer]), references([layer]),
    )  # fmt: skip
    return _close(raw, root, tree, [page], groups)


def _mapped(text: str) -> bytes:
    """Text in a font without a file whose map to Unicode says what each glyph is."""
    raw = RawPdf()
    root, tree = raw.add(), raw.add()
    rows = b"\n".join(
        b"<%04X> <%b>" % (i, c.encode("utf-16-be").hex().encode()) for i, c in enumerate(text, 1)
    )
    values = {b"low": b"0000", b"high": b"FFFF", b"count": len(text), b"rows": rows}
    to_unicode = raw.stream(_MAP % values)
    descendant = raw.add(
        b"<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Own /DW 600 "
        b"/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> >>"
    )
    font = raw.add(
        b"<< /Type /Font /Subtype /Type0 /BaseFont /Own /Encoding /Identity-H "
        b"/DescendantFonts [%d 0 R] /ToUnicode %d 0 R >>" % (descendant, to_unicode)
    )
    codes = b"".join(b"%04X" % i for i in range(1, len(text) + 1))
    content = b"BT /F 12 Tf 16 TL 72 700 Td <%b> Tj T* <%b> Tj T* <%b> Tj ET" % ((codes,) * 3)
    return _close(raw, root, tree, [_page(raw, tree, content, b"/F %d 0 R" % font)])


def _type3() -> bytes:
    raw = RawPdf()
    root, tree = raw.add(), raw.add()
    glyph = raw.stream(b"600 0 0 0 500 700 d1 0 0 500 700 re f")
    font = raw.add(
        b"<< /Type /Font /Subtype /Type3 /FontBBox [0 0 500 700] /FontMatrix [.001 0 0 .001 0 0] "
        b"/CharProcs << /a %d 0 R /b %d 0 R >> "
        b"/Encoding << /Type /Encoding /Differences [97 /a /b] >> "
        b"/FirstChar 97 /LastChar 98 /Widths [600 600] /Resources << >> >>" % (glyph, glyph)
    )
    content = _shown(("abba ab", "ba ab abba", "ab"))
    return _close(raw, root, tree, [_page(raw, tree, content, b"/F %d 0 R" % font)])
