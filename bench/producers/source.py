"""The corpus texts: one unit a line, parsed into `Doc`; how a document looks is a `Style`."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

#: Every unit kind that a text may use.
KINDS = frozenset(
    "h1 h2 h3 p q li li2 ol ol2 cl th tr kv cap fn note code v addr say bib toc deflist"
    " break".split()
)
#: Kinds whose text is split into cells or parts at " | ".
SPLIT = frozenset("cl th tr kv say toc deflist".split())


@dataclass(frozen=True)
class Unit:
    """One unit of a text: its kind and its parts (one part, or the cells of a row)."""

    kind: str
    parts: tuple[str, ...]

    @property
    def text(self) -> str:
        """The parts as one string."""
        return " ".join(self.parts)


@dataclass(frozen=True)
class Doc:
    """A text of the corpus."""

    name: str
    lang: str
    title: str
    head: str
    genre: str
    units: tuple[Unit, ...]

    @property
    def rtl(self) -> bool:
        """Whether the language is written from right to left."""
        return self.lang.split("-")[0] in {"ar", "fa", "he"}


@dataclass(frozen=True)
class Style:
    """How a document is set. Lengths are in points.

    A producer that lacks a feature (line numbers, margin notes) raises `ValueError`.
    """

    font: str = "DejaVu Serif"
    size: float = 11.0
    #: Baseline distance as a multiple of the type size.
    leading: float = 1.25
    #: Width of one text column.
    measure: float = 360.0
    columns: int = 1
    gutter: float = 18.0
    page: tuple[float, float] = (595.0, 842.0)
    #: "justify", "left" (ragged) or "center".
    align: str = "justify"
    #: How paragraphs are told apart: "indent", "gap", "both" or "none".
    paragraph: str = "gap"
    #: First-line indent, in ems (for "indent" and "both").
    indent: float = 1.5
    #: Extra space between paragraphs, in lines (for "gap" and "both").
    gap: float = 0.6
    hyphenate: bool = False
    running_head: bool = False
    page_numbers: bool = True
    drop_cap: bool = False
    line_numbers: bool = False
    #: Marker of bullet lists.
    bullet: str = "\u2022"
    #: "1.", "1)", "(1)" or "[1]".
    number: str = "1."
    #: Lines between table rows: drawn or not.
    rules: bool = True
    #: Vertical writing (Japanese, Chinese), where the producer has it.
    vertical: bool = False
    #: Free switches of one producer.
    extra: dict[str, Any] = field(default_factory=dict)


def parse(text: str, name: str = "") -> Doc:
    """Parse a corpus text.

    Raises
    ------
    ValueError
        A header is missing or a line has no known kind; the message names the line.
    """
    head, _, body = text.partition("\n\n")
    meta = {k.strip(): v.strip() for k, _, v in (line.partition(":") for line in head.splitlines())}
    missing = {"lang", "title", "head", "genre"} - meta.keys()
    if missing:
        raise ValueError(f"{name}: header lacks {', '.join(sorted(missing))}")
    units = tuple(_unit(line, name, n) for n, line in _numbered(body, head.count("\n") + 3))
    return Doc(name, meta["lang"], meta["title"], meta["head"], meta["genre"], units)


def _numbered(body: str, first: int) -> list[tuple[int, str]]:
    return [(n, line) for n, line in enumerate(body.splitlines(), first) if line.strip()]


def _unit(line: str, name: str, number: int) -> Unit:
    kind, colon, text = line.partition(":")
    if not colon or kind not in KINDS:
        raise ValueError(f"{name}, line {number}: no known kind at the start: {line[:40]!r}")
    text = text.removeprefix(" ")
    if kind != "code":
        text = text.strip()
    if kind in SPLIT:
        return Unit(kind, tuple(part.strip() for part in text.split(" | ")))
    return Unit(kind, (text,))


def load(path: Path) -> Doc:
    """Parse the corpus text in a file; its name is the file's stem."""
    return parse(path.read_text(encoding="utf-8"), path.stem)


@dataclass(frozen=True)
class Planned:
    """One document of the plan: which text, by which producer, in which style."""

    name: str
    text: str
    producer: str
    style: Style


def load_plan(path: Path) -> list[Planned]:
    """Read ``plan.jsonl``."""
    rows = (json.loads(row) for row in path.read_text(encoding="utf-8").splitlines() if row.strip())
    return [Planned(r["name"], r["text"], r["producer"], _style(r.get("style", {}))) for r in rows]


def _style(keys: dict[str, Any]) -> Style:
    if "page" in keys:
        keys = {**keys, "page": tuple(keys["page"])}
    return Style(**keys)
