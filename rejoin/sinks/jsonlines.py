"""One file of JSON lines, one a document."""

from __future__ import annotations

import json

from rejoin.errors import OutputError
from rejoin.finding import Found
from rejoin.results import Result
from rejoin.sinks.base import Sink, spelled
from rejoin.sinks.forms import row_of
from rejoin.sinks.journal import Journal, text_at

_BY, _FILE = b'{"by": ', b', "file": '


class JsonLinesSink(Sink):
    """Appends a line a document; documents that have one are not wanted again."""

    def __init__(self, path: str, form: str, by: str) -> None:
        self._path, self._form, self._by = path, form, by
        self._start = _BY + json.dumps(by).encode() + _FILE
        self._journal = Journal(path, _BY, self._key)

    def _key(self, line: bytes) -> str:
        if not line.startswith(self._start):
            raise OutputError(
                "was written by another version or with other options; name another file, "
                "or delete it",
                file=self._path,
            )
        return text_at(line, self._start)

    def wants(self, found: Found) -> bool:
        """Whether it has no line yet, and was not asked for before."""
        name = spelled(found.path)
        if name in self._journal.keys:
            return False
        self._journal.keys.add(name)
        return True

    def add(self, found: Found, result: Result) -> None:
        """Append its line."""
        row = row_of(spelled(found.path), result, self._form)
        self._journal.append({"by": self._by, **row})

    def close(self) -> None:
        """Make sure that all of it is on the disk."""
        self._journal.close()
