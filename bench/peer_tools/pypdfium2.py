"""PDFium's own text: a line break at every visual line end."""

from __future__ import annotations

PACKAGE = "pypdfium2"


def text(pdf: str) -> str:
    """Text of a PDF."""
    import pypdfium2

    document = pypdfium2.PdfDocument(pdf)
    try:
        return "\f".join(_page(document, i) for i in range(len(document)))
    finally:
        document.close()


def _page(document: object, i: int) -> str:
    page = document[i]  # type: ignore[index]
    textpage = page.get_textpage()
    try:
        return str(textpage.get_text_range())
    finally:
        textpage.close()
        page.close()
