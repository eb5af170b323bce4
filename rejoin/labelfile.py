"""A label file that a person fills: read, changed one break at a time, always whole on the disk."""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import stat
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rejoin.errors import OutputError, RejoinError

LABELS = ("wrap", "keep", "unknown")
JOINS = ("space", "none", "drop-hyphen", "keep-hyphen")
#: Seconds after which what a killed process left beside the file is nobody's any more.
_STALE = 600
#: Mode of a new file, before the umask.
_MODE = 0o666

Row = dict[str, Any]
#: Page, from 1, and PDFium's index of a separator.
Key = tuple[int, int]


def read_rows(path: Path) -> list[Row]:
    """Rows of a label file, the head first.

    Raises
    ------
    RejoinError
        It cannot be read, or is no label file.
    """
    try:
        return _parsed(path.read_bytes(), path)
    except OSError as error:
        raise RejoinError(f"cannot be read as labels ({error})", file=str(path)) from None


def _parsed(data: bytes, path: Path) -> list[Row]:
    try:
        text = (gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data).decode("utf-8")
        rows = [json.loads(line) for line in text.split("\n") if line.strip()]
    except (OSError, EOFError, ValueError, RecursionError) as error:
        raise RejoinError(f"cannot be read as labels ({error})", file=str(path)) from None
    if not rows or not all(isinstance(row, dict) for row in rows) or "pdf" not in rows[0]:
        raise RejoinError("is no label file: its first row names no pdf", file=str(path))
    for number, row in enumerate(rows[1:], 2):
        if type(row.get("page")) is not int or row.get("label") not in LABELS:
            reason = f"is no label file: row {number} has no page or no label"
            raise RejoinError(reason, file=str(path))
    return rows


def labels_of(rows: list[Row]) -> dict[int, dict[int, str]]:
    """Labels by page and separator; rows over page edges and without a place are left out."""
    out: dict[int, dict[int, str]] = {}
    for row in rows[1:]:
        if key := _key(row):
            out.setdefault(key[0], {})[key[1]] = row["label"]
    return out


def _key(row: Mapping[str, Any]) -> Key | None:
    """Where a row's break is; None over a page's edge, inside a row, or without a place."""
    inside = row.get("page_below") is None and not row.get("same_row")
    return (row["page"], row["char"]) if inside and type(row.get("char")) is int else None


def check_document(rows: list[Row], pdf: bytes, path: Path) -> None:
    """Refuse labels of another document, or of another state of it.

    Raises
    ------
    RejoinError
        The digests differ.
    """
    head, digest = rows[0], hashlib.sha256(pdf).hexdigest()
    if (head.get("sha256") or digest) != digest:
        raise RejoinError(
            f"labels another state of {head['pdf']} (the digests differ)", file=str(path)
        )


class LabelFile:
    """Labels of one document, written anew as a whole after every change.

    Parameters
    ----------
    path : Path
        Read if it is there; rows that are not changed stay as they are and where they are. A link
        stays a link.
    pdf : Path
        The document.

    Raises
    ------
    RejoinError
        The file is there and is no label file, or one of another document.
    """

    def __init__(self, path: Path, pdf: Path) -> None:
        self.path = path
        self._final = Path(os.path.realpath(path))
        self._pdf = pdf.read_bytes()
        self._head: Row = {
            "pdf": pdf.name, "sha256": hashlib.sha256(self._pdf).hexdigest(),
            "source": pdf.stem, "labelled_from": "hand",
        }  # fmt: skip
        self._rows: list[Row] = []
        self._at: dict[Key, Row] = {}
        self._gone: dict[Key, Row] = {}
        self._seen: tuple[int, ...] | None = None
        self._sweep()
        self._load()

    def _load(self) -> None:
        """Read the file, unless it is as it was seen last; one that is gone is written again."""
        seen = self._state()
        if seen in (None, self._seen):
            return
        rows = read_rows(self.path)
        check_document(rows, self._pdf, self.path)
        self._head = self._head | rows[0]
        self._rows, self._seen = rows[1:], seen
        self._at = {key: row for row in self._rows if (key := _key(row))}

    def _state(self) -> tuple[int, ...] | None:
        try:
            found = self._final.stat()
        except OSError:
            return None
        return found.st_ino, found.st_size, found.st_mtime_ns

    def get(self, place: Mapping[str, Any]) -> Row | None:
        """Row of a break, if it is labelled."""
        key = self._find(place, self._at)
        return self._at[key] if key else None

    @staticmethod
    def _find(place: Mapping[str, Any], rows: Mapping[Key, Row]) -> Key | None:
        """Where the row of a break is; its separator lies between the two lines."""
        last, first = place["span"]
        return next((key for c in range(last, first) if (key := (place["page"], c)) in rows), None)

    def set(self, place: Mapping[str, Any], label: str | None, join: str | None = None) -> None:
        """Label a break, or take its label away, and write the file.

        What somebody else wrote to the file meanwhile is read first, and stays.

        Raises
        ------
        ValueError
            No such label or kind of join.
        OutputError
            The file cannot be written; the one that was there stays, and so do the labels.
        """
        if (label is not None and label not in LABELS) or (join is not None and join not in JOINS):
            raise ValueError(f"no such label: {label!r}, {join!r}")
        self._load()
        rows, at, gone = list(self._rows), dict(self._at), dict(self._gone)
        key = self._find(place, at)
        old = at.pop(key) if key else None
        if label is None:
            if key and old:
                rows = [each for each in rows if each is not old]
                gone[key] = old
        else:
            lost = self._find(place, gone)  # an undone removal gets everything back
            row = _labelled(place, old or (gone.pop(lost) if lost else {}), label, join)
            at[row["page"], row["char"]] = row
            rows[_spot(rows, old, row)] = [row]
        self._write(rows)
        self._rows, self._at, self._gone = rows, at, gone

    def _write(self, rows: list[Row]) -> None:
        """Write everything beside the file, then put it in its place in one step."""
        lines = [json.dumps(row, ensure_ascii=False) for row in (self._head, *rows)]
        data = ("\n".join(lines) + "\n").encode("utf-8", "replace")
        if self.path.suffix == ".gz":
            data = gzip.compress(data, mtime=0)
        try:
            handle, name = tempfile.mkstemp(dir=self._final.parent, prefix=self._prefix)
            try:
                with os.fdopen(handle, "wb") as file:
                    file.write(data)
                    file.flush()
                    os.fsync(file.fileno())
                os.chmod(name, self._mode())
                os.replace(name, self._final)
            except BaseException:
                Path(name).unlink(missing_ok=True)
                raise
        except OSError as error:
            raise OutputError(f"cannot be written ({error})", file=str(self.path)) from None
        self._seen = self._state()

    @property
    def _prefix(self) -> str:
        return f".{self._final.name}."

    def _mode(self) -> int:
        """Mode of the file that is there, or of a new one."""
        try:
            return stat.S_IMODE(self._final.stat().st_mode)
        except OSError:
            mask = os.umask(0)
            os.umask(mask)
            return _MODE & ~mask

    def _sweep(self) -> None:
        """Remove what a killed process left beside the file."""
        try:
            for left in self._final.parent.iterdir():
                old = left.name.startswith(self._prefix) and not left.is_dir()
                if old and time.time() - left.stat().st_mtime > _STALE:
                    left.unlink(missing_ok=True)
        except OSError:
            return  # only tidying


def _labelled(place: Mapping[str, Any], old: Row, label: str, join: str | None) -> Row:
    """Row of a break: what was known of it, with the label."""
    row = {k: v for k, v in place.items() if k != "span"} | {"unit": ["", ""]} | old
    row["label"] = label
    row.pop("join", None)
    if label == "wrap" and join:
        row["join"] = join
    return row


def _spot(rows: list[Row], old: Row | None, row: Row) -> slice:
    """Where a row goes: in place of the old one, or before the first one that comes after it."""
    if old:
        at = next(i for i, each in enumerate(rows) if each is old)
        return slice(at, at + 1)
    key = row["page"], row["char"]
    later = (i for i, each in enumerate(rows) if (k := _key(each)) and k > key)
    at = next(later, len(rows))
    return slice(at, at)
