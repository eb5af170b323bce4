"""Rows of labels: one a visual line break; reading and writing them."""

from __future__ import annotations

import gzip
import json
import os
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

Label = Literal["wrap", "keep", "unknown"]
Join = Literal["space", "none", "drop-hyphen", "keep-hyphen"]


@dataclass(frozen=True)
class Head:
    """The first row of a label file: what is known about the document.

    Attributes
    ----------
    pdf, sha256
        Name and digest of the PDF.
    source
        The hand and tool chain it came from; scores are averaged over sources.
    licence, language, producer
        As the document states them.
    layout
        Words about its looks: ``columns-2``, ``justified``, ``vertical`` ...
    labelled_from
        What the labels were made from: ``units``, ``html``, ``markdown``, ``tags``, ``hand``.
    coverage
        Share of the visible characters that belong to a unit.
    more
        Any other fields.
    """

    pdf: str
    sha256: str = ""
    source: str = ""
    licence: str = ""
    language: str = ""
    producer: str = ""
    layout: Sequence[str] = ()
    labelled_from: str = ""
    pages: int = 0
    coverage: float | None = None
    more: Mapping[str, Any] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """Return the row as a dictionary, empty fields left out."""
        row = {name: getattr(self, name) for name in _HEAD}
        row["layout"] = list(self.layout)
        row = {name: value for name, value in row.items() if value or name == "coverage"}
        if self.coverage is None:
            row.pop("coverage")
        return {"pdf": self.pdf, **row, **self.more}

    @classmethod
    def from_dict(cls, row: Mapping[str, Any]) -> Head:
        """Make a head of a row of a file."""
        known = {name: row[name] for name in _HEAD if name in row}
        known["layout"] = tuple(row.get("layout", ()))
        return cls(**known, more={k: v for k, v in row.items() if k not in _HEAD})


_HEAD = ("pdf", "sha256", "source", "licence", "language", "producer", "layout", "labelled_from",
         "pages", "coverage")  # fmt: skip


@dataclass(frozen=True)
class Row:
    """The label of one visual line break.

    Attributes
    ----------
    page
        Page of the line above, from 1.
    above, below
        Last and first 40 characters of the lines on both sides.
    label
        ``wrap`` inside a unit, ``keep`` between units, ``unknown`` where it cannot be told.
    unit
        Kinds of the units on both sides; empty where there is none.
    char
        Index of the separator in PDFium's character list of the page: the CR, the marked hyphen,
        or the number of characters where the page ends.
    join
        How the two lines of a wrap are joined, where it is known.
    box
        Left and right of the line above, left and right of the line below; not over page edges.
    drop
        Distance of the baselines, downwards; not over page edges.
    page_below
        Page of the line below, if the break leads over a page edge or past notes and floats.
    same_row
        Both sides stand on one visual row.
    """

    page: int
    above: str
    below: str
    label: Label
    unit: tuple[str, str]
    char: int
    join: Join | None = None
    box: tuple[float, float, float, float] | None = None
    drop: float | None = None
    page_below: int | None = None
    same_row: bool = False

    def to_dict(self) -> dict[str, Any]:
        """Return the row as a dictionary, empty fields left out."""
        row = {name: getattr(self, name) for name in _ROW}
        row["unit"] = list(self.unit)
        row["box"] = list(self.box) if self.box else None
        return {k: v for k, v in row.items() if v is not None and v is not False}

    @classmethod
    def from_dict(cls, row: Mapping[str, Any]) -> Row:
        """Make a label of a row of a file; unknown fields are left out."""
        known = {name: row[name] for name in _ROW if name in row}
        known["unit"] = tuple(row.get("unit", ("", "")))
        if known.get("box"):
            known["box"] = tuple(known["box"])
        return cls(**known)


_ROW = ("page", "above", "below", "label", "unit", "page_below", "join", "box", "drop", "char",
        "same_row")  # fmt: skip


def read(path: Path) -> tuple[Head, list[Row]]:
    """Read a label file, plain or gzipped.

    Raises
    ------
    ValueError
        The file is empty or a row lacks a field; the message names the file.
    """
    data = path.read_bytes()
    text = (gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data).decode()
    rows = [json.loads(line) for line in text.split("\n") if line.strip()]
    if not rows:
        raise ValueError(f"{path}: no rows")
    try:
        return Head.from_dict(rows[0]), [Row.from_dict(row) for row in rows[1:]]
    except TypeError as error:
        raise ValueError(f"{path}: {error}") from error


def write(path: Path, head: Head, rows: Iterable[Row]) -> None:
    """Write a label file, gzipped if its name ends in ``.gz``; it appears whole or not at all."""
    dicts = [head.to_dict(), *(row.to_dict() for row in rows)]
    text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in dicts)
    data = gzip.compress(text.encode(), mtime=0) if path.suffix == ".gz" else text.encode()
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.chmod(name, 0o644)
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
