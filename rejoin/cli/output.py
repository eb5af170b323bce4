"""Where data goes: standard output, or a file that appears whole or not at all."""

from __future__ import annotations

import os
import secrets
import stat
import sys
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, TextIO, cast

from rejoin.errors import OutputError

#: How standard input is named on the command line and in messages.
STDIN = "-"


class Stdin:
    """Standard input as a source, read when its turn comes."""

    name = STDIN

    def read(self, size: int = -1) -> bytes:
        """Read bytes; all by default."""
        return sys.stdin.buffer.read(size)


class Output:
    """Standard output or a file, written in UTF-8. Use it as a context manager.

    A file is written beside its place and moved there at the end, if anything was written at all;
    after an error or Ctrl-C nothing is left behind and an older file stays as it was.

    Parameters
    ----------
    path : str or None
        None for standard output.
    inputs : sequence of str
        Files that are read, and so must not be written.

    Raises
    ------
    OutputError
        The output is an input, or cannot be written.
    """

    def __init__(self, path: str | None, inputs: Sequence[str] = ()) -> None:
        self._name = path or "standard output"
        self._check_inputs(path, inputs)
        self._final: Path | None = None
        self._beside: Path | None = None
        self._started = False
        self._file = self._open(path) if path else _stdout()

    def _check_inputs(self, path: str | None, inputs: Sequence[str]) -> None:
        target = _status(path, None if path else sys.stdout)
        if not target or not stat.S_ISREG(target.st_mode):
            return
        for name in inputs:
            given = _status(name, sys.stdin) if name == STDIN else _status(name)
            if given and os.path.samestat(target, given):
                raise OutputError(f"is also an input ({name}) and would be lost", file=self._name)

    def _open(self, path: str) -> BinaryIO:
        if os.path.isdir(path):
            raise OutputError("is a folder; name a file in it", file=self._name)
        if os.path.exists(path) and not os.path.isfile(path):
            return self._opened(path, "wb")  # a device or a pipe
        final = Path(os.path.realpath(path))  # a link stays a link
        if not os.path.isdir(final.parent):
            raise OutputError(f"there is no folder {final.parent}", file=self._name)
        if os.path.exists(final) and not os.access(final, os.W_OK):
            raise OutputError("is write-protected", file=self._name)
        beside = final.with_name(f".rejoin-{secrets.token_hex(6)}.tmp")
        file = self._opened(beside, "xb")
        self._final, self._beside = final, beside
        return file

    def _opened(self, path: str | Path, mode: str) -> BinaryIO:
        try:
            return cast(BinaryIO, open(path, mode))
        except OSError as error:
            raise OutputError(f"cannot be written ({error.strerror})", file=self._name) from None

    def write(self, text: str) -> None:
        """Write text.

        Raises
        ------
        OutputError
            The disk is full, or something like it.
        """
        self._started = True
        try:
            self._file.write(text.encode("utf-8", "replace"))
            if not self._beside:
                self._file.flush()
        except BrokenPipeError:
            raise
        except OSError as error:
            raise OutputError(f"cannot be written ({error.strerror})", file=self._name) from None

    def __enter__(self) -> Output:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        tb: TracebackType | None,
    ) -> None:
        """Move the file to its place, or remove it."""
        try:
            if self._final and self._beside:
                self._finish(self._final, self._beside, kind is None and self._started)
            elif self._file is not _stdout():
                self._file.close()
        except BrokenPipeError:
            raise
        except OSError as error:
            raise OutputError(f"cannot be written ({error.strerror})", file=self._name) from None

    def _finish(self, final: Path, beside: Path, whole: bool) -> None:
        try:
            self._file.close()
            if whole:
                if final.exists():
                    os.chmod(beside, stat.S_IMODE(final.stat().st_mode))
                os.replace(beside, final)
        finally:
            beside.unlink(missing_ok=True)


def _stdout() -> BinaryIO:
    return sys.stdout.buffer


def _status(path: str | None, stream: TextIO | None = None) -> os.stat_result | None:
    """Status of a file, or of the file behind a stream."""
    try:
        if stream:
            return os.fstat(stream.fileno())
        return os.stat(path) if path else None
    except (OSError, ValueError):  # no such file; no real stream
        return None
