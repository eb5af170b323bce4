"""The page for looking: one HTML file with pictures, lines, breaks and the running text.

It needs no network and no server: style, script, pictures and measurements are all inside it.
"""

from __future__ import annotations

import base64
import html
import json
from collections.abc import Callable, Iterable, Mapping
from importlib.resources import files
from string import Template
from typing import Any

from rejoin.document import Document
from rejoin.viewdata import pages_data, places, rules_data

#: Labels by page (from 1) and PDFium's index of the separator.
Labels = Mapping[int, Mapping[int, str]]


def view(
    document: Document,
    labels: Labels | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> str:
    """Return the page for looking at a document.

    Parameters
    ----------
    document : Document
    labels : mapping, optional
        ``"wrap"``, ``"keep"`` or ``"unknown"`` by page and separator, to compare with.
    progress : callable, optional
        Told after each page how many are done and how many there are.

    Raises
    ------
    PageError
        A page cannot be drawn.
    """
    pages, pictures = [], []
    for data, picture in pages_data(document):
        pages.append(data)
        image = base64.b64encode(picture.png).decode("ascii")
        pictures.append(f'<script type="image/png" id="picture-{data["number"]}">{image}</script>')
        if progress:
            progress(len(pages), len(document))
    data = {"mode": "view", "rules": rules_data(document.rules), "pages": pages}
    if labels:
        add_labels(document, pages, labels)
    return assemble(document.name, data, "\n".join(pictures), ("view.js",))


def add_labels(document: Document, pages: Iterable[dict[str, Any]], labels: Labels) -> None:
    """Put the labels beside the breaks whose separator they name."""
    by_number = {page["number"]: page for page in pages}
    for page in document:
        known = labels.get(page.number, {})
        for i, place in enumerate(places(page) if known else ()):
            last, first = place["span"]
            found = [label for char, label in known.items() if last <= char < first]
            if len(found) == 1:
                by_number[page.number]["label"][i] = found[0]


def assemble(title: str, data: Mapping[str, Any], pictures: str, scripts: Iterable[str]) -> str:
    """Put the parts of a page together; nothing in the data can end its script element."""
    # a "<" can only stand inside a JSON string, where its escape means the same
    plain = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return Template(asset("view.html")).substitute(
        title=html.escape(title),
        css=asset("view.css"),
        data=plain,
        pictures=pictures,
        decide=asset("decide.js"),
        script="\n".join(asset(name) for name in scripts),
    )


def asset(name: str) -> str:
    """Text of a file that comes with the library."""
    return files("rejoin").joinpath(f"data/{name}").read_text(encoding="utf-8")
