"""Small PDFs for the tests, whole and broken."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bench.rawpdf import RawPdf, literal, references

#: Lines of one paragraph, all full but the last. (So many that no rules are in doubt about it.)
WRAPPED = (
    "The ferry leaves the north bank at seven and again at noon, when the river is",
    "high enough, and the keeper of the landing writes both times on the black board",
    "beside the ticket window. In winter there is one crossing a day, and whoever wants",
    "to be taken across has to ring the bell before the lamp on the mast is lit. On the",
    "day of the fair the boat goes back and forth until nobody is left at the landing,",
    "and the band plays on deck.",
)
#: The same as running text.
JOINED = " ".join(WRAPPED)


def lines(
    *texts: str, x: float = 72, y: float = 720, size: float = 11, lead: float = 13.2
) -> bytes:
    """Content that shows lines one below the other."""
    rows = enumerate(texts)
    shown = (b"1 0 0 1 %g %g Tm %b Tj" % (x, y - i * lead, literal(text)) for i, text in rows)
    return b"BT /F %g Tf\n%b\nET" % (size, b"\n".join(shown))


@dataclass(frozen=True)
class Page:
    """A page: its content and what its dictionary holds besides."""

    content: bytes | None
    box: bytes = b"[0 0 612 792]"
    entries: bytes = b""
    #: What the dictionary says of the content's length; the truth by default.
    length: int | None = None


def pdf(*pages: bytes | Page | None, shift: int = 0, whole: bool = True) -> bytes:
    """A PDF of the pages given as content; None is a page that cannot be loaded.

    Parameters
    ----------
    shift
        Bytes by which the cross-reference table is wrong.
    whole
        False leaves out table and trailer.
    """
    raw = RawPdf()
    root, tree = raw.add(), raw.add()
    font = raw.font()
    kids = [_page(raw, page, tree, font) for page in pages]
    raw.put(root, b"<< /Type /Catalog /Pages %d 0 R >>" % tree)
    raw.put(tree, b"<< /Type /Pages /Count %d /Kids %b >>" % (len(kids), references(kids)))
    return raw.build(root, shift=shift) if whole else raw.body()


def _page(raw: RawPdf, page: bytes | Page | None, tree: int, font: int) -> int:
    if page is None:
        return raw.add(b"(not a page)")
    page = page if isinstance(page, Page) else Page(page)
    entries = page.entries
    if page.content is not None:
        entries += b" /Contents %d 0 R" % raw.stream(page.content, length=page.length)
    fixed = b"/Type /Page /Parent %d 0 R /MediaBox %b" % (tree, page.box)
    return raw.add(b"<< %b /Resources << /Font << /F %d 0 R >> >> %b >>" % (fixed, font, entries))


def loop() -> bytes:
    """A page tree that holds itself beside a good page."""
    raw = RawPdf()
    root, tree = raw.add(b"<< /Type /Catalog /Pages 2 0 R >>"), raw.add()
    page = _page(raw, lines(*WRAPPED), tree, raw.font())
    raw.put(tree, b"<< /Type /Pages /Count 3 /Kids %b >>" % references([tree, page]))
    return raw.build(root)


def self_calling_form() -> bytes:
    """A page whose form draws a line and then itself."""
    raw = RawPdf()
    root, tree, form = raw.add(b"<< /Type /Catalog /Pages 2 0 R >>"), raw.add(), raw.add()
    font = raw.font()
    drawn = lines("A form that calls itself") + b" /X Do"
    used = b"/Resources << /Font << /F %d 0 R >> /XObject << /X %d 0 R >> >>" % (font, form)
    head = b"/Type /XObject /Subtype /Form /BBox [0 0 612 792] " + used
    raw.put(form, b"<< /Length %d %b >>\nstream\n%b\nendstream" % (len(drawn), head, drawn))
    content = raw.stream(b"/X Do")
    page = b"<< /Type /Page /Parent %d 0 R /MediaBox [0 0 612 792] %b /Contents %d 0 R >>"
    kid = raw.add(page % (tree, used, content))
    raw.put(tree, b"<< /Type /Pages /Count 1 /Kids %b >>" % references([kid]))
    return raw.build(root)


def many(names: Sequence[str]) -> bytes:
    """A PDF with one line a page, a sentence: ``Page a.`` and so on."""
    return pdf(*(lines(f"Page {name}.") for name in names))
