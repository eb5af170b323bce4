"""PDFs whose characters are whatever a test says: one font, and the Unicode of each code."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bench.rawpdf import RawPdf, references

_CMAP = """/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CMapName /Test def
/CMapType 2 def
1 begincodespacerange
<00> <ff>
endcodespacerange
{count} beginbfchar
{pairs}
endbfchar
endcmap
end
end
"""


@dataclass(frozen=True)
class Sheet:
    """A page: its content, in which /F is the font, and what its dictionary holds besides."""

    content: str
    entries: str = ""


def mapped(
    unicode: Mapping[str, str], *sheets: Sheet | str, type3: Mapping[str, str] | None = None
) -> bytes:
    """A PDF in Helvetica.

    Parameters
    ----------
    unicode
        What the characters of the content stand for, as the font's /ToUnicode says: any string,
        also a lone surrogate.
    type3
        Glyphs of a second font /T, by character: procedures on a 1000-unit square.
    """
    raw = RawPdf()
    root, tree = raw.add(), raw.add()
    entries = b"/Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding"
    if unicode:
        entries += b" /ToUnicode %d 0 R" % raw.stream(_to_unicode(unicode))
    fonts = b"/F %d 0 R" % raw.add(b"<< %b >>" % entries)
    if type3:
        fonts += b" /T %d 0 R" % _type3(raw, type3)
    kids = [_page(raw, tree, fonts, s if isinstance(s, Sheet) else Sheet(s)) for s in sheets]
    raw.put(root, b"<< /Type /Catalog /Pages %d 0 R >>" % tree)
    raw.put(tree, b"<< /Type /Pages /Count %d /Kids %b >>" % (len(kids), references(kids)))
    return raw.build(root)


def _page(raw: RawPdf, tree: int, fonts: bytes, sheet: Sheet) -> int:
    content = raw.stream(sheet.content.encode("latin-1"))
    entries = sheet.entries.encode()
    if b"/MediaBox" not in entries:
        entries += b" /MediaBox [0 0 600 800]"
    page = b"<< /Type /Page /Parent %d 0 R /Contents %d 0 R /Resources << /Font << %b >> >> %b >>"
    return raw.add(page % (tree, content, fonts, entries))


def _to_unicode(unicode: Mapping[str, str]) -> bytes:
    pairs = [
        f"<{ord(char):02x}> <{text.encode('utf-16-be', 'surrogatepass').hex()}>"
        for char, text in unicode.items()
    ]
    return _CMAP.format(count=len(pairs), pairs="\n".join(pairs)).encode()


def _type3(raw: RawPdf, glyphs: Mapping[str, str]) -> int:
    codes = sorted(glyphs)
    procs = b" ".join(b"/g%d %d 0 R" % (ord(c), raw.stream(glyphs[c].encode())) for c in codes)
    names = b" ".join(b"%d /g%d" % (ord(c), ord(c)) for c in codes)
    widths = _numbers([500] * (ord(codes[-1]) - ord(codes[0]) + 1))
    return raw.add(
        b"<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1000 1000] /FontMatrix [.001 0 0 .001 0 0]"
        b" /CharProcs << %b >> /Encoding << /Type /Encoding /Differences [%b] >>"
        b" /FirstChar %d /LastChar %d /Widths %b >>"
        % (procs, names, ord(codes[0]), ord(codes[-1]), widths)
    )


def _numbers(values: Sequence[int]) -> bytes:
    return b"[%b]" % b" ".join(b"%d" % value for value in values)
