"""A file of JSON lines to which whole lines are appended, whatever ends the process."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from typing import Any

from rejoin.errors import OutputError
from rejoin.sinks.base import lock, unwritable

#: Seconds between two times at which the disk is made to have all of it: a power failure costs as
#: much at most. (A process that is killed loses nothing.)
SYNC = 1.0


class Journal:
    """JSON lines, one after the other.

    Parameters
    ----------
    path : str
    start : bytes
        How each line begins. A last line without its end is cut off; what begins otherwise is
        not ours.
    key_of : callable
        What a line is known by.
    anew : bool
        Whether to begin with nothing (where the file is one of ours).

    Attributes
    ----------
    keys : set of str
        Of all lines.

    Raises
    ------
    OutputError
        The file holds something else, cannot be written, or another process writes it.
    """

    def __init__(
        self, path: str, start: bytes, key_of: Callable[[bytes], str], *, anew: bool = False
    ) -> None:
        self._path, self._start = path, start
        self.keys = set[str]()
        self._synced = time.monotonic()
        try:
            self._file = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o666)
        except OSError as error:
            raise unwritable(path, error, opened=False) from None
        try:
            lock(self._file, path)
            self._size = self._read(key_of)
            if anew:
                self._size = 0
                self.keys.clear()
            os.ftruncate(self._file, self._size)
            os.lseek(self._file, 0, os.SEEK_END)
        except OSError as error:
            os.close(self._file)
            raise unwritable(path, error, opened=False) from None
        except OutputError:
            os.close(self._file)
            raise

    def _read(self, key_of: Callable[[bytes], str]) -> int:
        """Read the keys; return where the last whole line ends."""
        size = 0
        with open(self._path, "rb") as file:
            for line in file:
                ours = line.startswith(self._start) or self._start.startswith(line)
                if not ours and line.strip(b"\0"):
                    raise OutputError(
                        "holds something else; name another file, or delete it", file=self._path
                    )
                if not line.endswith(b"\n"):
                    break
                self.keys.add(key_of(line))
                size += len(line)
        return size

    def append(self, row: dict[str, Any]) -> None:
        """Append a line: all of it, or nothing.

        Raises
        ------
        WriteError
            The disk is full, or something like it.
        """
        # a lone surrogate, which no text should have, must not end a run
        data = json.dumps(row, ensure_ascii=False).encode("utf-8", "replace") + b"\n"
        try:
            done = 0
            while done < len(data):
                done += os.write(self._file, data[done:])
            if time.monotonic() - self._synced > SYNC:
                self.sync()
        except OSError as error:
            os.ftruncate(self._file, self._size)
            raise unwritable(self._path, error) from None
        self._size += len(data)

    def sync(self) -> None:
        """Make the disk have all of it."""
        os.fsync(self._file)
        self._synced = time.monotonic()

    def close(self) -> None:
        """Close the file; one without any line is removed."""
        try:
            if self._size:
                self.sync()
            else:
                os.unlink(self._path)
        except OSError as error:
            raise unwritable(self._path, error) from None
        finally:
            os.close(self._file)


def text_at(line: bytes, start: bytes) -> str:
    """The JSON string that follows the start of a line."""
    value, _ = json.JSONDecoder().raw_decode(line.decode("utf-8", "replace"), len(start))
    return str(value)
