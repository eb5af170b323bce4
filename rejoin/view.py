"""The page for looking: one HTML file with pictures, lines, breaks and the running text.

It needs no network and no server: style, script, pictures and measurements are all inside it, and a
content security policy lets nothing else in, whatever the document's text holds.
"""

from __future__ import annotations

import base64
import hashlib
import html
import json
import unicodedata
from collections.abc import Callable, Mapping
from importlib.resources import files
from string import Template
from typing import Any

from rejoin.document import Document
from rejoin.errors import PageError
from rejoin.picture import draw
from rejoin.viewdata import SCALE, pages_data
from rejoin.viewrules import rules_data

#: Labels by page (from 1) and PDFium's index of the separator.
Labels = Mapping[int, Mapping[int, str]]
#: The scripts, in the order in which they run; the labelling page has one more before the last.
SCRIPTS = ("decide.js", "view.js", "page.js", "panel.js", "start.js")


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

    Returns
    -------
    str
        HTML. A page that cannot be read is there and says why.
    """
    pages, pictures = [], []
    for data in pages_data(document):
        add_labels(data, (labels or {}).get(data["number"], {}))
        pages.append(data)
        pictures.append(_picture(document, data["number"]))
        if progress:
            progress(len(pages), len(document))
    data = {"mode": "view", "rules": rules_data(document.rules), "pages": pages}
    return assemble(document.name, data, "\n".join(pictures))


def _picture(document: Document, number: int) -> str:
    """A page's picture as text that the browser decodes when the page comes into sight."""
    try:
        png = draw(document.handle, number - 1, SCALE).png
    except PageError:
        return ""
    image = base64.b64encode(png).decode("ascii")
    return f'<script type="image/png" id="picture-{number}">{image}</script>'


def add_labels(page: dict[str, Any], known: Mapping[int, str]) -> None:
    """Put the labels beside the breaks whose separator they name."""
    for i, (last, first) in enumerate(page["span"] if known else ()):
        found = [label for char, label in known.items() if last <= char < first]
        if len(found) == 1:
            page["label"][i] = found[0]


def assemble(title: str, data: Mapping[str, Any], pictures: str, *, served: bool = False) -> str:
    """Put the parts of a page together; nothing in the data can end its script element.

    Parameters
    ----------
    title : str
        Name of the document, any text.
    data : mapping
        JSON values.
    pictures : str
        Script elements that hold the pictures.
    served : bool
        The page comes from the labelling server, and may ask it for pictures and send it labels.
    """
    scripts = [*SCRIPTS[:-1], *(["label.js"] if served else []), SCRIPTS[-1]]
    css, script = asset("view.css"), "\n".join(asset(name) for name in scripts)
    # a "<" can only stand inside a JSON string, where its escape means the same
    plain = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    page = Template(asset("view.html")).substitute(
        title=html.escape(visible(title)), policy=html.escape(policy(css, script, served=served)),
        css=css, data=plain, pictures=pictures, script=script,
    )  # fmt: skip
    # half of a surrogate pair (a byte of a file name that is no UTF-8) cannot be written
    return page.encode("utf-8", "replace").decode("utf-8")


def policy(css: str, script: str, *, served: bool) -> str:
    """Content security policy: this style and this script by their digests, and nothing else."""
    own = " 'self'" if served else ""
    rules = {
        "default-src": "'none'", "img-src": f"data:{own}", "style-src": _digest(css),
        "script-src": _digest(script), "base-uri": "'none'", "form-action": "'none'",
    }  # fmt: skip
    if served:
        rules["connect-src"] = "'self'"
    return "; ".join(f"{name} {value}" for name, value in rules.items())


def _digest(text: str) -> str:
    code = base64.b64encode(hashlib.sha256(text.encode("utf-8")).digest())
    return f"'sha256-{code.decode('ascii')}'"


def visible(name: str) -> str:
    """Text of a title with control, direction and surrogate characters written out as escapes."""
    return "".join(
        f"\\u{ord(c):04x}" if unicodedata.category(c) in ("Cc", "Cf", "Cs") else c for c in name
    )


def asset(name: str) -> str:
    """Text of a file that comes with the library."""
    return files("rejoin").joinpath(f"data/{name}").read_text(encoding="utf-8")
