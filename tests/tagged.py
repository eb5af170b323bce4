"""Tagged PDFs, written object by object: which lines stand in which block is known."""

from __future__ import annotations

from collections.abc import Sequence

from bench.rawpdf import RawPdf, literal, references


def tagged(blocks: Sequence[Sequence[str]], *, loop: bool = False, lead: float = 13.2) -> bytes:
    """A page whose lines stand in blocks, evenly below one another.

    Parameters
    ----------
    blocks
        Lines of each block.
    loop
        The structure tree holds itself, besides.
    """
    raw = RawPdf()
    root, tree, page, top, parents = (raw.add() for _ in range(5))
    shown, elements, y = [], list[int](), 720.0
    for mcid, rows in enumerate(blocks):
        shown.append(b"/P <</MCID %d>> BDC" % mcid)
        for row in rows:
            shown.append(b"BT /F 11 Tf 1 0 0 1 72 %g Tm %b Tj ET" % (y, literal(row)))
            y -= lead
        shown.append(b"EMC")
        entries = b"/Type /StructElem /S /P /P %d 0 R /Pg %d 0 R /K %d"
        elements.append(raw.add(b"<< " + entries % (top, page, mcid) + b" >>"))
    kids = references([*elements, *([top] if loop else [])])
    raw.put(top, b"<< /Type /StructTreeRoot /K %b /ParentTree %d 0 R >>" % (kids, parents))
    raw.put(parents, b"<< /Nums [0 %b] >>" % references(elements))
    content, font = raw.stream(b"\n".join(shown)), raw.font()
    box = b"/Parent %d 0 R /MediaBox [0 0 612 792] /StructParents 0" % tree
    has = b"/Contents %d 0 R /Resources << /Font << /F %d 0 R >> >>" % (content, font)
    raw.put(page, b"<< /Type /Page %b %b >>" % (box, has))
    raw.put(tree, b"<< /Type /Pages /Count 1 /Kids [%d 0 R] >>" % page)
    marks = b"/MarkInfo << /Marked true >> /StructTreeRoot %d 0 R" % top
    raw.put(root, b"<< /Type /Catalog /Pages %d 0 R %b >>" % (tree, marks))
    return raw.build(root)
