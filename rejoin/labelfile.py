"""A label file that a person fills: read, changed one break at a time, always whole on the disk."""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rejoin.errors import OutputError, RejoinError

LABELS = ("wrap", "keep", "unknown")
JOINS = ("space", "none", "drop-hyphen", "keep-hyphen")


def read_rows(path: Path) -> list[dict[str, Any]]:
    """Rows of a label file, the head first.

    Raises
    ------
    RejoinError
        It cannot be read, or is no label file.
    """
    try:
        data = path.read_bytes()
        text = (gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data).decode("utf-8")
        rows = [json.loads(line) for line in text.splitlines() if line.strip()]
    except (OSError, ValueError) as error:
        raise RejoinError(f"cannot be read as labels ({error})", file=str(path)) from None
    if not rows or not all(isinstance(row, dict) for row in rows) or "pdf" not in rows[0]:
        raise RejoinError("is no label file: its first row names no pdf", file=str(path))
    return rows


def labels_of(rows: list[dict[str, Any]]) -> dict[int, dict[int, str]]:
    """Labels by page and separator; rows over page edges and without a place are left out."""
    out: dict[int, dict[int, str]] = {}
    for row in rows[1:]:
        inside = row.get("page_below") is None and not row.get("same_row")
        if inside and row.get("label") in LABELS and isinstance(row.get("char"), int):
            out.setdefault(row["page"], {})[row["char"]] = row["label"]
    return out


class LabelFile:
    """Labels of one document, written anew as a whole after every change.

    Parameters
    ----------
    path : Path
        Read if it is there; rows that are not changed stay as they are.
    pdf : Path
        The document.

    Raises
    ------
    RejoinError
        The file is there and is no label file, or one of another document.
    """

    def __init__(self, path: Path, pdf: Path) -> None:
        digest = hashlib.sha256(pdf.read_bytes()).hexdigest()
        self.path = path
        self._rows: dict[tuple[int, int], dict[str, Any]] = {}
        self._others: list[dict[str, Any]] = []
        self._head: dict[str, Any] = {
            "pdf": pdf.name, "sha256": digest, "source": pdf.stem, "labelled_from": "hand",
        }  # fmt: skip
        if path.exists():
            self._load(digest)

    def _load(self, digest: str) -> None:
        head, *rows = read_rows(self.path)
        if head.get("sha256", digest) != digest:
            raise RejoinError(
                f"labels another state of {head['pdf']} (the digests differ)", file=str(self.path)
            )
        self._head |= head
        for row in rows:
            if isinstance(row.get("char"), int) and row.get("page_below") is None:
                self._rows[row["page"], row["char"]] = row
            else:
                self._others.append(row)

    def get(self, place: Mapping[str, Any]) -> dict[str, Any] | None:
        """Row of a break, if it is labelled."""
        key = self._key(place)
        return self._rows.get(key) if key else None

    def _key(self, place: Mapping[str, Any]) -> tuple[int, int] | None:
        last, first = place["span"]
        for char in range(last, first):
            if (place["page"], char) in self._rows:
                return place["page"], char
        return None

    def set(self, place: Mapping[str, Any], label: str | None, join: str | None = None) -> None:
        """Label a break, or take its label away, and write the file.

        Raises
        ------
        ValueError
            No such label or kind of join.
        OutputError
            The file cannot be written; the one that was there stays.
        """
        if (label is not None and label not in LABELS) or (join is not None and join not in JOINS):
            raise ValueError(f"no such label: {label!r}, {join!r}")
        key = self._key(place)
        old = self._rows.pop(key) if key else {}
        if label is not None:
            row = {k: v for k, v in place.items() if k != "span"}
            row |= {"unit": old.get("unit", ["", ""]), "label": label}
            if label == "wrap" and join:
                row["join"] = join
            self._rows[row["page"], row["char"]] = row
        self.write()

    def write(self) -> None:
        """Write everything beside the file, then put it in its place in one step."""
        rows = sorted(self._rows.values(), key=lambda row: (row["page"], row["char"]))
        lines = [json.dumps(r, ensure_ascii=False) for r in (self._head, *rows, *self._others)]
        data = ("\n".join(lines) + "\n").encode("utf-8")
        if self.path.suffix == ".gz":
            data = gzip.compress(data, mtime=0)
        try:
            handle, name = tempfile.mkstemp(dir=self.path.parent, prefix=f".{self.path.name}.")
            try:
                with os.fdopen(handle, "wb") as file:
                    file.write(data)
                    file.flush()
                    os.fsync(file.fileno())
                os.replace(name, self.path)
            except BaseException:
                Path(name).unlink(missing_ok=True)
                raise
        except OSError as error:
            raise OutputError(f"cannot be written ({error})", file=str(self.path)) from None
