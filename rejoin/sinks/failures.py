"""The log of failures: one JSON object a file that could not be read, or a page of one."""

from __future__ import annotations

import json
from typing import Any

from rejoin.errors import RejoinError
from rejoin.sinks.base import spelled
from rejoin.sinks.journal import Journal

_START = b'{"error": '


class Failures:
    """Failures by file, and where wanted a log of them. A file in the log is not tried again.

    Parameters
    ----------
    path : str or None
    anew : bool
        Begin with an empty log, because all files are read again.
    """

    def __init__(self, path: str | None, *, anew: bool = False) -> None:
        self._journal = Journal(path, _START, _key, anew=anew) if path else None

    def knows(self, path: str) -> bool:
        """Whether a file failed before."""
        return self._journal is not None and spelled(path) in self._journal.keys

    def add(self, path: str, error: RejoinError) -> None:
        """Note why a file or, where the error names one, a page of it could not be read."""
        if not self._journal:
            return
        row: dict[str, Any] = {"error": type(error).__name__, "reason": error.reason}
        row["file"] = spelled(path)
        row |= {"page": error.page} if error.page is not None else {}
        key = _key_of(row)
        if key not in self._journal.keys:
            self._journal.keys.add(key)
            self._journal.append(row)

    def close(self) -> None:
        """Make sure that all of it is on the disk."""
        if self._journal:
            self._journal.close()


def _key(line: bytes) -> str:
    return _key_of(json.loads(line))


def _key_of(row: dict[str, Any]) -> str:
    # no file's name has a NUL in it
    return f"{row['file']}\0{row['page']}" if "page" in row else str(row["file"])
