"""Units of HTML, Markdown, TeX and plain text."""

from __future__ import annotations

import gzip
import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from bench.place import Unit
from bench.tex import tex_units

if TYPE_CHECKING:
    from lxml.html import HtmlElement

#: Endings of TeX sources.
TEX = frozenset((".tex", ".ltx", ".dtx", ".ins", ".drv", ".rnw", ".snw", ".latex"))
#: Elements that end a unit and start another.
BLOCKS = frozenset(
    "address article aside blockquote body caption center dd details dir div dl dt fieldset "
    "figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr html legend li main menu ol p pre "
    "section summary table tbody td tfoot th thead tr ul".split()
)
#: Blocks that give their name to the units inside them.
KINDS = frozenset("blockquote caption dd dt figcaption h1 h2 h3 h4 h5 h6 li p pre td th".split())
#: Blocks that stay in the name of a block inside them: ``li/p``.
OUTER = frozenset("blockquote dd dt li td th".split())
#: Elements that a printed page does not have.
HIDDEN = frozenset(
    "audio button canvas head input math nav noscript script select style svg template textarea "
    "title video".split()
)
#: Classes of navigation.
NAVIGATION = re.compile(
    r"nav|navheader|navfooter|nav-panel|navigation|sphinxsidebar\w*|related|headerlink|"
    r"breadcrumbs?|node|navpath|search-?box"
)
#: Text of navigation that has no such class.
_STEPS = re.compile(r"\s*(Next|Previous|Prev|Up|Top)\s*:")


def html_units(paths: Sequence[Path]) -> list[Unit]:
    """Units of HTML, Markdown, TeX or plain text files, one after the other."""
    return [unit for path in paths for unit in _file_units(path)]


def twin_kind(paths: Sequence[Path]) -> str:
    """What kind of twin some files are: ``html``, ``markdown``, ``tex`` or ``text``."""
    suffixes = {_suffix(path) for path in paths}
    if suffixes & {".md", ".markdown"}:
        return "markdown"
    if suffixes and suffixes <= TEX:
        return "tex"
    return "text" if suffixes and suffixes <= {".txt", ".text"} else "html"


def _suffix(path: Path) -> str:
    return (path.with_suffix("") if path.suffix == ".gz" else path).suffix.lower()


def _file_units(path: Path) -> list[Unit]:
    data, suffix = path.read_bytes(), _suffix(path)
    if path.suffix == ".gz":
        data = gzip.decompress(data)
    if suffix in (".md", ".markdown"):
        return parse_markdown(data.decode("utf-8"))
    if suffix in (".txt", ".text"):
        return parse_plain(data.decode("utf-8"))
    if suffix in TEX:
        return tex_units(data, suffix)
    return parse_html(data)


def parse_html(data: bytes | str) -> list[Unit]:
    """Units of a page: paragraphs, headings, list items, cells, captions, lines of code."""
    try:
        from lxml import html
    except ImportError as error:
        raise ImportError("labels from HTML need lxml: pip install lxml") from error
    walker = _Walker()
    walker.block(html.document_fromstring(data), "p", False)
    return walker.units


def parse_markdown(text: str) -> list[Unit]:
    """Units of a Markdown text (CommonMark with tables)."""
    try:
        from markdown_it import MarkdownIt
    except ImportError as error:
        raise ImportError(
            "labels from Markdown need markdown-it-py: pip install markdown-it-py"
        ) from error
    text = re.sub(r"\A---\n.*?\n---\n", "", text, flags=re.DOTALL)
    return parse_html(MarkdownIt("commonmark").enable("table").render(text) or "<p></p>")


def parse_plain(text: str) -> list[Unit]:
    """Units of a plain text: paragraphs, with empty lines between them."""
    parts = re.split(r"\n[ \t]*\n", text.replace("\r\n", "\n"))
    return [Unit("p", " ".join(part.split())) for part in parts if part.strip()]


class _Walker:
    """Collects the units of a tree."""

    def __init__(self) -> None:
        self.units: list[Unit] = []
        self._text: list[str] = []

    def block(self, element: HtmlElement, kind: str, verbatim: bool) -> None:
        """Read an element that stands by itself."""
        tag = str(element.tag)
        verbatim = verbatim or tag == "pre"
        if verbatim:
            kind = "pre"
        elif tag in KINDS:
            outer = kind.rpartition("/")[2]
            kind = f"{outer}/{tag}" if outer in OUTER else tag
        self.inline(element, kind, verbatim)
        self.flush(kind, verbatim)

    def inline(self, element: HtmlElement, kind: str, verbatim: bool) -> None:
        """Read the text and the children of an element."""
        self._text.append(element.text or "")
        for child in element:
            if not isinstance(child.tag, str) or _hidden(child):
                pass
            elif child.tag == "br" and verbatim:
                self._text.append("\n")
            elif child.tag == "br" or child.tag in BLOCKS:
                self.flush(kind, verbatim)
                if child.tag != "br":
                    self.block(child, kind, verbatim)
            else:
                self.inline(child, kind, verbatim)
            self._text.append(child.tail or "")

    def flush(self, kind: str, verbatim: bool) -> None:
        """End a unit; a verbatim one has a unit a line."""
        text = "".join(self._text)
        self._text.clear()
        lines = text.split("\n") if verbatim else [" ".join(text.split())]
        self.units.extend(Unit(kind, line.rstrip()) for line in lines if line.strip())


def _hidden(element: HtmlElement) -> bool:
    if element.tag in HIDDEN:
        return True
    names = str(element.get("class") or "").split()
    if any(NAVIGATION.fullmatch(name) for name in names):
        return True
    return bool("header" in names and _STEPS.match(element.text_content()))
