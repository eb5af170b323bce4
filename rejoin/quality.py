"""What kind of page each is, whether its text can be read, and which pages would need OCR."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from rejoin.faults import Fault, Finding

if TYPE_CHECKING:  # a verdict can be looked at without NumPy and PDFium
    from rejoin.audit import Audit
    from rejoin.objects import Objects
    from rejoin.source import Handle


class PageClass(StrEnum):
    """What a page is made of."""

    TEXT = "text"
    #: An image, and no text.
    SCAN = "scan"
    #: An image with the text of an OCR program, invisible or beneath it.
    OCR_LAYER = "ocr-layer"
    #: Type turned into outlines, and no text.
    OUTLINES = "outlines"
    #: Drawings, and no text.
    VECTOR = "vector"
    EMPTY = "empty"
    #: An image or outlines over most of the page, and text besides.
    MIXED = "mixed"
    #: Text whose characters are not what is seen on the page.
    BROKEN_FONT = "broken-font"
    #: The page cannot be loaded.
    FAILED = "failed"


#: Pages with fewer visible characters are looked at object by object: a stamp or a page number on
#: a scan has some ten, a page of text some hundred.
FEW = 60
#: Pages of a mixed class with fewer visible characters would need OCR.
LITTLE = 200
#: Share of the text that must stand in the margins for that.
STAMPED = 0.9
#: Share of the page that an image must cover to be a scan where there is text, and where none is.
COVERS, SHOWS = 0.5, 0.05
#: Share of a page's characters from which invisible type is its text, not an addition to it.
HIDDEN = 0.5
#: Share of the text objects under an image from which the text is that of an OCR program.
BENEATH = 0.8
#: Shapes on baselines from which a page has type drawn as outlines.
OUTLINES = 30

_WITHOUT_TEXT = {
    PageClass.SCAN: "an image, without text",
    PageClass.OUTLINES: "type drawn as outlines, without text",
    PageClass.MIXED: "an image or outlines, with hardly any text",
}


@dataclass(frozen=True)
class PageQuality:
    """What is known of one page.

    Attributes
    ----------
    number : int
        From 1.
    page_class : PageClass
    chars : int
        Characters other than blanks.
    hidden : int
        Those of them in invisible type.
    findings : tuple of Finding
        Fonts whose text is not readable.
    objects : Objects or None
        What is drawn on the page, where that was looked at.
    left_out, read : int
        Characters beyond the limit of one page, which were not read; those that were, blanks too.
    ocr : float or None
        Mean confidence (0 to 1) of the characters, where the text comes from OCR.
    """

    number: int
    page_class: PageClass
    chars: int = 0
    hidden: int = 0
    findings: tuple[Finding, ...] = ()
    objects: Objects | None = None
    left_out: int = 0
    read: int = 0
    ocr: float | None = None

    @property
    def needs_ocr(self) -> bool:
        """Whether there is text on the page that only OCR could read (and that it did not)."""
        if self.ocr is not None:
            return False
        if self.page_class is PageClass.MIXED and self.objects:
            # what stands in the middle was set on a picture, as on slides; a scan has stamps only
            stamped = self.objects.in_margin >= STAMPED or self.objects.outlines >= OUTLINES
            return stamped and self.chars - self.hidden < LITTLE
        return self.page_class in (PageClass.SCAN, PageClass.OUTLINES, PageClass.BROKEN_FONT)

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain JSON values."""
        fonts = [{"font": f.font, "fault": f.fault.name.lower(), "what": f.fault.value,
                  "chars": f.chars} for f in self.findings]  # fmt: skip
        out: dict[str, Any] = {
            "page": self.number,
            "class": self.page_class.value,
            "chars": self.chars,
            "needs_ocr": self.needs_ocr,
        }
        if fonts:
            out["unreadable"] = fonts
        if self.left_out:
            out["truncated"] = self.left_out
        if self.ocr is not None:
            out["ocr"] = round(self.ocr, 3)
        if self.objects:
            out["images"], out["paths"] = self.objects.images, self.objects.paths
            out["image_share"] = round(self.objects.image_share, 3)
        return out


@dataclass(frozen=True)
class Quality:
    """What is known of a document.

    Attributes
    ----------
    name : str
        Of the file.
    pages : tuple of PageQuality
    cuts : tuple of str
        What limits cut off, one sentence each, besides characters of single pages.
    """

    name: str
    pages: tuple[PageQuality, ...]
    cuts: tuple[str, ...] = ()

    @property
    def truncated(self) -> list[str]:
        """What limits cut off, one sentence each."""
        pages = [p for p in self.pages if p.left_out]
        return [*self.cuts, *(too_many(p.number, p.left_out, p.read) for p in pages)]

    @property
    def classes(self) -> dict[str, int]:
        """How many pages there are of each class."""
        return dict(Counter(page.page_class.value for page in self.pages).most_common())

    @property
    def needs_ocr(self) -> list[int]:
        """Numbers of the pages that would need OCR."""
        return [page.number for page in self.pages if page.needs_ocr]

    @property
    def readable(self) -> bool:
        """Whether nothing is wrong with the text that came out."""
        return not any(page.findings and page.ocr is None for page in self.pages)

    @property
    def warnings(self) -> list[str]:
        """What a reader of the text should know, one sentence each, without the file's name."""
        return [*_font_warnings(self.pages), *_ocr_warnings(self.pages)]

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain JSON values."""
        return {
            "file": self.name,
            "pages": len(self.pages),
            "classes": self.classes,
            "needs_ocr": self.needs_ocr,
            "readable": self.readable,
            "truncated": bool(self.truncated),
            "warnings": [*self.warnings, *self.truncated],
            "page_list": [page.to_dict() for page in self.pages],
        }


def classify(
    handle: Handle,
    audit: Audit,
    row: int,
    number: int,
    *,
    failed: bool = False,
    walk: bool = False,
) -> PageQuality:
    """Class of one page.

    Parameters
    ----------
    handle : Handle
    audit : Audit
        Of the page's window.
    row : int
        The page in the window.
    number : int
        Of the page, from 1.
    failed : bool
        The page could not be loaded.
    walk : bool
        Look at the page's objects in any case, not only where its characters give cause.
    """
    from rejoin.objects import find_objects

    chars, hidden = int(audit.chars[row]), int(audit.hidden[row])
    left_out = int(audit.left_out[row])
    if failed:
        return PageQuality(number, PageClass.FAILED)
    found = tuple(f for f in audit.findings if f.page == number)
    cause = chars - hidden < FEW or hidden > HIDDEN * chars
    objects = find_objects(handle, number - 1) if walk or cause else None
    kind = _class(chars, hidden, bool(found), objects)
    return PageQuality(number, kind, chars, hidden, found, objects, left_out, int(audit.read[row]))


def _class(chars: int, hidden: int, broken: bool, objects: Objects | None) -> PageClass:
    if broken:
        return PageClass.BROKEN_FONT
    if objects is None:
        return PageClass.TEXT
    seen = chars - hidden
    if not chars:
        return _without_text(objects)
    if objects.image_share >= COVERS:
        if hidden > HIDDEN * chars or objects.under_image >= BENEATH:
            return PageClass.OCR_LAYER
        return PageClass.MIXED
    if objects.outlines >= max(OUTLINES, seen):
        return PageClass.MIXED
    return PageClass.TEXT


def _without_text(objects: Objects) -> PageClass:
    if objects.outlines >= OUTLINES:
        return PageClass.OUTLINES
    if objects.image_share >= SHOWS:
        return PageClass.SCAN
    if objects.images or objects.paths or objects.shadings:
        return PageClass.VECTOR
    return PageClass.EMPTY


def _font_warnings(pages: Sequence[PageQuality]) -> list[str]:
    """One sentence for each fault of each font."""
    found: dict[tuple[str, Fault], list[int]] = {}
    for page in pages:
        for finding in page.findings if page.ocr is None else ():
            found.setdefault((finding.font, finding.fault), []).append(page.number)
    return [
        f"{page_list(numbers)}: the text is not readable; font {font}: {fault.value}"
        for (font, fault), numbers in found.items()
    ]


def _ocr_warnings(pages: Sequence[PageQuality]) -> list[str]:
    out = []
    for kind, what in _WITHOUT_TEXT.items():
        numbers = [p.number for p in pages if p.page_class is kind and p.needs_ocr]
        if numbers:
            out.append(f"{page_list(numbers)}: {what}; --ocr auto would read it (ocr='auto')")
    return out


def too_many(number: int, left_out: int, most: int) -> str:
    """What is said of a page with more characters than the limit."""
    return (
        f"page {number}: {left_out:,} characters beyond the first {most:,} are left out "
        "(--max-page-chars)"
    )


def page_list(numbers: Iterable[int]) -> str:
    """Page numbers in words, such as ``pages 1-3, 7``."""
    spans: list[list[int]] = []
    for number in sorted(set(numbers)):
        if spans and number == spans[-1][1] + 1:
            spans[-1][1] = number
        else:
            spans.append([number, number])
    text = ", ".join(f"{a}-{b}" if b > a else str(a) for a, b in spans)
    single = len(spans) == 1 and spans[0][0] == spans[0][1]
    return f"page {text}" if single else f"pages {text}"
