"""One Parquet file, one row a document (extra ``parquet``)."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from importlib import import_module
from typing import Any

from rejoin.errors import OutputError
from rejoin.finding import Found
from rejoin.results import Result
from rejoin.sinks.base import Sink, lock, spelled, unwritable
from rejoin.sinks.forms import row_of

#: Documents and characters of a part, which becomes a row group: enough for a reader, few enough
#: for flat memory, and for what a run that is killed has to read again.
ROWS, CHARS = 1000, 16_000_000
_BY = b"rejoin"


class ParquetSink(Sink):
    """Writes parts beside the file, and puts them together in the end.

    A Parquet file can be read only when its last byte is written. So each part is a file of its
    own, in a hidden folder, until all of them become one.
    """

    def __init__(self, path: str, form: str, by: str) -> None:
        try:
            self._arrow, self._parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
        except ImportError:
            what = "Parquet needs pyarrow: pip install 'rejoin[parquet]'"
            raise OutputError(what, file=path) from None
        self._path, self._form, self._by = path, form, by
        self._schema = self._made_schema()
        head, tail = os.path.split(os.path.abspath(path))
        self._folder = os.path.join(head, f".{tail}.parts")
        self._new = os.path.join(head, f".{tail}.tmp")
        self._rows, self._chars, self._done = list[dict[str, Any]](), 0, set[str]()
        try:
            os.makedirs(self._folder, exist_ok=True)
            self._lock = os.open(self._folder, os.O_RDONLY) if os.name == "posix" else None
            if self._lock is not None:
                lock(self._lock, path)
            self._read()
        except OSError as error:
            raise unwritable(path, error, opened=False) from None

    def _made_schema(self) -> Any:
        pa = self._arrow
        errors = pa.struct([("page", pa.int32()), ("reason", pa.string())])
        columns = [
            ("file", pa.string()), ("pages", pa.int32()), ("text", pa.large_string()),
            ("warnings", pa.list_(pa.string())), ("truncated", pa.bool_()),
            ("page_errors", pa.list_(errors)),
        ]  # fmt: skip
        if self._form == "jsonl":
            columns.append(("paragraphs", pa.large_string()))
        return pa.schema(columns, {_BY: self._by.encode()})

    def _read(self) -> None:
        """Find out what is done: in the file, and in parts that are not yet in it."""
        if os.path.exists(self._path):
            self._done |= self._names(self._path)
        for part in self._parts():
            names = self._names(part)
            if names <= self._done:
                os.unlink(part)  # the run was killed after it had put the parts together
            self._done |= names

    def _parts(self) -> list[str]:
        names = sorted(n for n in os.listdir(self._folder) if n.endswith(".parquet"))
        return [os.path.join(self._folder, name) for name in names]

    def _names(self, path: str) -> set[str]:
        try:
            with self._parquet.ParquetFile(path) as file:
                by = (file.schema_arrow.metadata or {}).get(_BY)
                groups = range(file.num_row_groups if by == self._by.encode() else 0)
                columns = (file.read_row_group(i, ["file"]).column("file") for i in groups)
                found = {name for column in columns for name in column.to_pylist()}
        except self._arrow.ArrowException:
            by, found = None, set()
        if by != self._by.encode():
            raise OutputError(
                "was written by another version or with other options, or is no Parquet; "
                "name another file, or delete it",
                file=path,
            )
        return found

    def wants(self, found: Found) -> bool:
        """Whether it has no row yet, and was not asked for before."""
        name = spelled(found.path)
        if name in self._done:
            return False
        self._done.add(name)
        return True

    def add(self, found: Found, result: Result) -> None:
        """Put its row in the next part."""
        row = row_of(spelled(found.path), result, self._form)
        if self._form == "jsonl":
            row["paragraphs"] = json.dumps(row["paragraphs"], ensure_ascii=False)
        # a lone surrogate, which no text should have, must not end a run
        row["text"] = row["text"].encode("utf-8", "replace").decode("utf-8")
        self._rows.append(row)
        self._chars += len(row["text"]) + len(row.get("paragraphs", ""))
        if len(self._rows) >= ROWS or self._chars >= CHARS:
            self._flush()

    def _flush(self) -> None:
        if not self._rows:
            return
        last = self._parts()[-1:]
        number = int(os.path.basename(last[0])[:-8]) + 1 if last else 0
        part = os.path.join(self._folder, f"{number:09d}.parquet")
        rows, self._rows, self._chars = self._rows, [], 0
        self._write(part, iter([self._arrow.Table.from_pylist(rows, self._schema)]))

    def _write(self, path: str, tables: Iterator[Any]) -> None:
        """Write a file, one row group a table, and move it to its place."""
        try:
            with self._parquet.ParquetWriter(self._new, self._schema, compression="zstd") as file:
                for table in tables:
                    file.write_table(table, row_group_size=max(len(table), 1))
            with open(self._new, "rb") as written:
                os.fsync(written.fileno())
            os.replace(self._new, path)
        except OSError as error:
            raise unwritable(self._path, error) from None

    def finish(self) -> None:
        """Put the parts together."""
        self._flush()
        parts = self._parts()
        if parts:
            old = [self._path] if os.path.exists(self._path) else []
            self._write(self._path, self._groups([*old, *parts]))
            for part in parts:
                os.unlink(part)

    def _groups(self, paths: list[str]) -> Iterator[Any]:
        for path in paths:
            with self._parquet.ParquetFile(path) as file:
                yield from (file.read_row_group(i) for i in range(file.num_row_groups))

    def close(self) -> None:
        """Remove what was not finished; parts stay for the next run."""
        if os.path.exists(self._new):
            os.unlink(self._new)
        if not os.listdir(self._folder):
            shutil.rmtree(self._folder, ignore_errors=True)
        if self._lock is not None:
            os.close(self._lock)
