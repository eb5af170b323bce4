"""Text, Markdown and JSON Lines agree, and Markdown means what it is to mean."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

import rejoin
from rejoin import Kind, Record, Role
from rejoin.emphasis import emphasised
from rejoin.escapes import flat
from rejoin.markdown import Writer
from rejoin.sinks.forms import json_lines
from tests.test_golden import CORPUS

#: Documents of many producers, scripts and layouts.
NAMES = (
    "en/en-business-01-docx-a", "en/en-business-08-typst-a", "en/en-article-2-groff-a",
    "en/en-mixed-odt-a", "en/en-manual-pdflatex-a", "en/en-minutes-typst-a",
    "en/en-legal-odt-a", "en/en-biblio-groff-a", "en/en-report-xelatex-a",
    "fr/fr-devis-plomberie-weasyprint-a", "ar/ar-fatura-typst-a", "zh-Hans/zh-Hans-article-typst-a",
)  # fmt: skip
READER = MarkdownIt("commonmark").enable("table")


def blocks(markdown: str) -> list[tuple[str, str]]:
    """Lines of plain text in Markdown, each with the tag of the block that it stands in."""
    out: list[tuple[str, str]] = []
    opened: list[Token] = []
    for token in READER.parse(markdown):
        if token.nesting == 1:
            opened.append(token)
        elif token.nesting == -1:
            opened.pop()
        elif token.type == "fence":
            out += [("code", line) for line in token.content.splitlines()]
        elif token.type == "inline":
            tag = "li" if any(t.type == "list_item_open" for t in opened) else opened[-1].tag
            out += [(tag, line) for line in plain(token).split("\n")]
    return out


def plain(token: Token) -> str:
    """Text of inline Markdown without its marks."""
    parts = []
    for child in token.children or []:
        if child.type in ("hardbreak", "softbreak") or child.content == "<br>":
            parts.append("\n")
        else:
            parts.append(child.content)
    return "".join(parts)


def squeezed(text: str) -> str:
    return "".join(text.split())


@pytest.mark.parametrize("name", NAMES)
def test_formats_agree_on_every_join(name: str) -> None:
    path = CORPUS / f"{name}.pdf"
    (text,) = rejoin.read_many([path], paragraphs=True)
    (marked,) = rejoin.read_many([path], markdown=True)
    rows = [json.loads(line) for line in json_lines(text).splitlines()]
    with rejoin.read(path) as document:
        assert document.markdown == marked.text
        assert [p.text for p in document.paragraphs] == [row["text"] for row in rows]
    with rejoin.read(path) as document:
        assert document.text == text.text
    found = blocks(marked.text)
    lines = Counter(squeezed(line) for _, line in found)
    for row in rows:
        start, stop = row["span"]
        assert text.text[start:stop] == row["text"]
        assert len(row["joins"]) == len(row["lines"]) - 1
        if row["kind"] != "table-row":  # a line of text is a line of Markdown, no more, no less
            bare = row["text"].removeprefix(row.get("marker", ""))
            assert lines[squeezed(bare)] or lines[squeezed(row["text"])], row["text"]
    cells = Counter(c for row in rows if row["kind"] == "table-row" for c in squeezed(row["text"]))
    shown = Counter(c for tag, line in found if tag in ("td", "th") for c in squeezed(line))
    assert not shown - cells


@pytest.mark.parametrize("name", NAMES)
def test_markdown_has_the_kinds(name: str) -> None:
    with rejoin.read(CORPUS / f"{name}.pdf") as document:
        found = blocks(document.markdown)
        every = list(document.paragraphs)
    headings = [(f"h{p.level}", squeezed(p.text)) for p in every if p.kind == Kind.HEADING]
    assert [(tag, squeezed(line)) for tag, line in found if tag[0] == "h"] == headings
    code = [squeezed(p.text) for p in every if p.kind == Kind.CODE]
    assert [squeezed(line) for tag, line in found if tag == "code" and line] == code


def record(text: str, kind: Kind = Kind.PARAGRAPH, **more: Any) -> Record:
    return Record(text, True, (), Role(kind, **more))


@given(st.text(min_size=1), st.sampled_from([Kind.PARAGRAPH, Kind.HEADING, Kind.NOTE]))
def test_any_text_comes_back(text: str, kind: Kind) -> None:
    text = " ".join(flat(text).replace("\0", "").split())
    if not text:
        return
    written = Writer().page([record(text, kind, level=int(kind == Kind.HEADING))])
    ((tag, line),) = blocks(written)
    assert (tag, line) == ("h1" if kind == Kind.HEADING else "p", text)


@given(st.lists(st.text(alphabet="ab`# \\*<>", min_size=1), min_size=1))
def test_any_code_comes_back(texts: list[str]) -> None:
    texts = [text for text in texts if text.strip()]
    if not texts:
        return
    written = Writer().page([record(text, Kind.CODE, indent=2) for text in texts])
    back = [line for tag, line in blocks(written) if tag == "code" and line]
    assert back == ["  " + text for text in texts]


@given(st.text(alphabet="ab *_,.(\u300c", min_size=1), st.data())
def test_emphasis_changes_no_text(text: str, data: st.DataObject) -> None:
    text = " ".join(text.split())
    if not text:
        return
    styles = data.draw(st.lists(st.integers(0, 3), min_size=len(text), max_size=len(text)))
    (token,) = READER.parseInline(emphasised(text, styles))
    assert plain(token) == text


def test_emphasis_is_seen() -> None:
    text = "a bold word, an italic one"
    styles = [1 if 2 <= i < 6 else 2 if 16 <= i < 22 else 0 for i in range(len(text))]
    assert emphasised(text, styles) == "a **bold** word, an *italic* one"
    assert emphasised("(x)y", [1, 1, 1, 0]) == "(x)y"  # marks would not be seen there


def test_lists_nest() -> None:
    items = [
        record("1. One", Kind.LIST_ITEM, level=1, marker="1. "),
        record("\u2022 Deeper", Kind.LIST_ITEM, level=2, marker="\u2022 "),
        record("a) Kept", Kind.LIST_ITEM, level=2, marker="a) "),
        record("More of it", Kind.LIST_ITEM, level=2),
        record("2. Two", Kind.LIST_ITEM, level=1, marker="2. "),
    ]
    assert Writer().page(items) == (
        "1. One\n   - Deeper\n   - a) Kept\n\n     More of it\n2. Two\n"
    )
