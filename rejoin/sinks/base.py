"""What all outputs for many files have in common."""

from __future__ import annotations

import errno
import os
from types import TracebackType

from rejoin.errors import OutputError
from rejoin.finding import Found
from rejoin.results import Result


class Sink:
    """An output for many files. Use it as a context manager: only a run to its end finishes it."""

    def wants(self, found: Found) -> bool:
        """Whether a file is still to be read. Asked once for each file, before it is read.

        Raises
        ------
        PlaceError
            The file has no place in this output; others have.
        """
        raise NotImplementedError

    def add(self, found: Found, result: Result) -> None:
        """Write what came of a file that could be read.

        Raises
        ------
        PlaceError
            It has no place in this output; others have.
        WriteError
            The disk is full, or something like it.
        """
        raise NotImplementedError

    def finish(self) -> None:
        """Make the output whole, when all files are in it."""

    def close(self) -> None:
        """Let go of it, whatever happened."""

    def __enter__(self) -> Sink:
        """Return the sink itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        tb: TracebackType | None,
    ) -> None:
        """Finish after success; close always."""
        try:
            if kind is None:
                self.finish()
        finally:
            self.close()


class WriteError(OutputError):
    """The output cannot be written any more: the disk is full, or something like it."""


class PlaceError(OutputError):
    """One file has no place in the output, because of its name."""


def lock(descriptor: int, name: str) -> None:
    """Make sure that no other process writes the same output (where the system can tell).

    Raises
    ------
    OutputError
        Another one does.
    """
    try:
        import fcntl
    except ImportError:
        return
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno in (errno.EACCES, errno.EAGAIN):
            raise OutputError("is being written by another process", file=name) from None


def unwritable(name: str, error: OSError, *, opened: bool = True) -> OutputError:
    """The error for an output that cannot be written, or not even opened."""
    kind = WriteError if opened else OutputError
    return kind(f"cannot be written ({error.strerror or error})", file=name)


def spelled(path: str) -> str:
    """A file's name as valid Unicode: bytes that are no UTF-8 become escapes like ``\\xff``."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")
