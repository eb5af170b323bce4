"""Opening a PDF: from a path, bytes or a binary file to a PDFium document handle."""

from __future__ import annotations

import ctypes
import os
import threading
import weakref
from pathlib import Path
from typing import Any, BinaryIO

import pypdfium2.raw as pdfium

from rejoin.errors import (
    DamagedPdfError,
    FileMissingError,
    NotAPdfError,
    PasswordError,
    RejoinError,
)

#: What `rejoin.text` and `rejoin.read` accept.
Source = str | os.PathLike[str] | bytes | BinaryIO

#: PDFium is not thread-safe: without a lock, threads die at once. Held for one page's reading at
#: most and never across a yield. Re-entrant, because a finalizer may run while it is held.
LOCK = threading.RLock()

#: How far into a file the header may stand (PDFium looks at the first 1,024 bytes).
HEADER_WITHIN = 1024


def _close(handle: Any) -> None:
    with LOCK:
        pdfium.FPDF_CloseDocument(handle)


class Handle:
    """An open PDFium document.

    The raw interface is used in place of pypdfium2's helper classes, because their finalizers call
    PDFium from whatever thread collects the garbage, without the lock.
    """

    def __init__(self, source: Source, password: str | None = None) -> None:
        self.name, path, self._data = _input(source)
        secret = password.encode("utf-8") if password is not None else None
        with LOCK:
            if path is not None:
                handle = pdfium.FPDF_LoadDocument(os.fsencode(path) + b"\0", secret)
            else:
                data = self._data or b"\0"
                handle = pdfium.FPDF_LoadMemDocument64(data, len(self._data or b""), secret)
            code = 0 if handle else pdfium.FPDF_GetLastError()
        if not handle:
            raise self._failure(code, path, password)
        self.raw = handle
        self.close = weakref.finalize(self, _close, handle)
        with LOCK:
            self.pages: int = max(0, pdfium.FPDF_GetPageCount(handle))

    def _failure(self, code: int, path: str | None, password: str | None) -> RejoinError:
        if code == pdfium.FPDF_ERR_PASSWORD and password is None:
            return PasswordError("needs a password; give --password (password=)", file=self.name)
        if code == pdfium.FPDF_ERR_PASSWORD:
            return PasswordError("the password is wrong", file=self.name)
        if code == pdfium.FPDF_ERR_SECURITY:
            return DamagedPdfError("is encrypted in a way that is not supported", file=self.name)
        head = self._data[:HEADER_WITHIN] if self._data is not None else _head(path or "")
        if b"%PDF-" not in head:
            return NotAPdfError("is not a PDF (it has no %PDF header)", file=self.name)
        return DamagedPdfError(
            "is damaged and cannot be opened; try to repair it first (for example with qpdf)",
            file=self.name,
        )


def _head(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read(HEADER_WITHIN)


def _input(source: Source) -> tuple[str, str | None, bytes | None]:
    """Name for messages, and the path or the bytes."""
    if isinstance(source, (bytes, bytearray, memoryview)):
        return "<bytes>", None, bytes(source)
    if not isinstance(source, (str, os.PathLike)):
        name = getattr(source, "name", None)
        return name if isinstance(name, str) else "<stream>", None, source.read()
    path = os.fspath(source)
    if "\0" in path or not os.path.exists(path):
        raise FileMissingError("no such file", file=path)
    if os.path.isdir(path):
        raise FileMissingError("is a folder, not a PDF; name the files in it", file=path)
    try:
        with open(path, "rb") as file:
            regular = file.seekable()
            data = None if regular else file.read()
    except OSError as error:
        raise FileMissingError(
            f"cannot be read ({error.strerror}); check its permissions", file=path
        ) from None
    return path, (str(Path(path).absolute()) if regular else None), data


def address(pointer: Any) -> int:
    """Return the address that a ctypes pointer holds."""
    return ctypes.cast(pointer, ctypes.c_void_p).value or 0
