"""Small PDFs drawn operator by operator, with the text that each glyph stands for."""

from __future__ import annotations

from dataclasses import dataclass

from bench.rawpdf import RawPdf, literal, references


@dataclass(frozen=True)
class Run:
    """One string on a page.

    Attributes
    ----------
    x, y, text, size
        Where it starts, what it says, in which type size.
    mcid, tag
        Marked-content id and structure type, for tagged PDFs.
    """

    x: float
    y: float
    text: str
    size: float = 10
    mcid: int = -1
    tag: str = "P"


def column(
    *texts: str, x: float = 72, y: float = 700, lead: float = 12, size: float = 10
) -> list[Run]:
    """Lines one below the other."""
    return [Run(x, y - lead * i, text, size) for i, text in enumerate(texts)]


def drawn(*pages: list[Run]) -> bytes:
    """A PDF of pages of runs, in a standard font.

    Characters outside Windows-1252 are drawn with the glyph of some letter; a ToUnicode map says
    what they stand for.
    """
    raw = RawPdf()
    root, tree = raw.add(), raw.add()
    fonts = b"<< /F %d 0 R /U %d 0 R >>" % (raw.font(), _mapped(raw, pages))
    codes = _codes(pages)
    kids = [_page(raw, runs, tree, fonts, codes, n) for n, runs in enumerate(pages)]
    raw.put(tree, b"<< /Type /Pages /Count %d /Kids %b >>" % (len(kids), references(kids)))
    entries = _structure(raw, pages, kids)
    raw.put(root, b"<< /Type /Catalog /Pages %d 0 R %b >>" % (tree, entries))
    return raw.build(root)


def _plain(text: str) -> bool:
    try:
        text.encode("cp1252")
    except UnicodeEncodeError:
        return False
    return True


def _codes(pages: tuple[list[Run], ...]) -> dict[str, int]:
    found = {c for runs in pages for run in runs if not _plain(run.text) for c in run.text}
    return {c: 33 + i for i, c in enumerate(sorted(found))}


def _mapped(raw: RawPdf, pages: tuple[list[Run], ...]) -> int:
    rows = b"".join(
        b"<%02x> <%b>\n" % (code, char.encode("utf-16-be").hex().encode())
        for char, code in _codes(pages).items()
    )
    cmap = raw.stream(
        b"/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /M def "
        b"/CMapType 2 def 1 begincodespacerange <00> <ff> endcodespacerange\n"
        b"%d beginbfchar\n%bendbfchar endcmap end end" % (len(_codes(pages)), rows)
    )
    return raw.add(b"<< /Type /Font /Subtype /Type1 /BaseFont /Courier /ToUnicode %d 0 R >>" % cmap)


def _page(
    raw: RawPdf, runs: list[Run], tree: int, fonts: bytes, codes: dict[str, int], number: int
) -> int:
    content = raw.stream(b"\n".join(_shown(run, codes) for run in runs))
    return raw.add(
        b"<< /Type /Page /Parent %d 0 R /MediaBox [0 0 612 792] /StructParents %d "
        b"/Resources << /Font %b >> /Contents %d 0 R >>" % (tree, number, fonts, content)
    )


def _shown(run: Run, codes: dict[str, int]) -> bytes:
    if _plain(run.text):
        name, text = b"F", literal(run.text)
    else:
        name, text = b"U", b"<%b>" % bytes(codes[c] for c in run.text).hex().encode()
    body = b"BT /%b %g Tf 1 0 0 1 %g %g Tm %b Tj ET" % (name, run.size, run.x, run.y, text)
    if run.mcid < 0:
        return body
    return b"/%b << /MCID %d >> BDC %b EMC" % (run.tag.encode(), run.mcid, body)


def _structure(raw: RawPdf, pages: tuple[list[Run], ...], kids: list[int]) -> bytes:
    """Structure tree: runs of one page with one id and tag are one element."""
    if all(run.mcid < 0 for runs in pages for run in runs):
        return b""
    root = raw.add()
    elements, numbers = [], []
    for number, runs in enumerate(pages):
        tags = dict(sorted({run.mcid: run.tag for run in runs if run.mcid >= 0}.items()))
        made = [
            raw.add(
                b"<< /Type /StructElem /S /%b /P %d 0 R /Pg %d 0 R /K %d >>"
                % (tag.encode(), root, kids[number], mcid)
            )
            for mcid, tag in tags.items()
        ]
        elements += made
        numbers.append(b"%d %b" % (number, references(made)))
    parents = raw.add(b"<< /Nums [%b] >>" % b" ".join(numbers))
    raw.put(
        root,
        b"<< /Type /StructTreeRoot /K %b /ParentTree %d 0 R >>" % (references(elements), parents),
    )
    return b"/MarkInfo << /Marked true >> /StructTreeRoot %d 0 R" % root
