"""Opening a PDF: from a path, bytes or a binary file to a PDFium document handle."""

from __future__ import annotations

import ctypes
import os
import re
import threading
import weakref
from pathlib import Path
from typing import Any

import pypdfium2.raw as pdfium

from rejoin.errors import (
    DamagedPdfError,
    FileMissingError,
    NotAPdfError,
    PasswordError,
    RejoinError,
)
from rejoin.inputs import Source

#: PDFium is not thread-safe: without a lock, threads die at once. Held for one page's reading at
#: most and never across a yield. Re-entrant, because a finalizer may run while it is held.
LOCK = threading.RLock()

#: How far into a file the header may stand (PDFium looks at the first 1,024 bytes).
HEADER_WITHIN = 1024

#: Bytes that the page tree takes for each page at least (``1 0 R`` and a blank), and how many times
#: smaller they may be packed (the most that Flate can do).
KID, PACKING = 6, 1032

#: How far before its type the catalog's object may start.
CATALOG_WITHIN = 4096
#: So many catalogs are tried, the last one first (every update of a file may have its own).
CATALOGS = 8
_CATALOG = re.compile(rb"/Type\s*/Catalog\b")
_OBJECT = re.compile(rb"(\d{1,10})\s{1,9}(\d{1,5})\s{1,9}obj\b")
_ENCRYPTED = re.compile(rb"/Filter\s*/Standard\b")


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
        self._path = path
        secret = password.encode("utf-8") if password is not None else None
        handle, code = _load(path, self._data, secret)
        if code == pdfium.FPDF_ERR_FORMAT and (whole := with_trailer(self._data, path)):
            self._data = whole
            handle, code = _load(None, whole, secret)
        if not handle:
            raise self._failure(code, path, password)
        self.raw = handle
        #: Whether some optional layer is off, once it was asked (`rejoin.layers`).
        self.hidden_layers: bool | None = None
        self.close = weakref.finalize(self, _close, handle)
        with LOCK:
            told = max(0, pdfium.FPDF_GetPageCount(handle))
            #: The file says that it is a tagged PDF.
            self.tagged = bool(pdfium.FPDFCatalog_IsTagged(handle))
        self.pages: int = min(told, self._most_pages(told))

    def _most_pages(self, told: int) -> int:
        """Pages that the file can hold at most; PDFium believes whatever number stands in it."""
        data = self._data
        size = len(data) if data is not None else Path(self._path or "").stat().st_size
        if told * KID <= size:
            return told
        packed = b"/ObjStm" in self.data()
        return max(1, size * (PACKING if packed else 1) // KID)

    def data(self) -> bytes:
        """The file's bytes; none if it is gone by now."""
        if self._data is not None:
            return self._data
        try:
            return Path(self._path or "").read_bytes()
        except OSError:
            return b""

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


def _load(path: str | None, data: bytes | None, secret: bytes | None) -> tuple[Any, int]:
    """PDFium's document handle, or none and the code of its error."""
    with LOCK:
        if path is not None:
            handle = pdfium.FPDF_LoadDocument(os.fsencode(path) + b"\0", secret)
        else:
            handle = pdfium.FPDF_LoadMemDocument64(data or b"\0", len(data or b""), secret)
        return handle, (0 if handle else pdfium.FPDF_GetLastError())


def with_trailer(data: bytes | None, path: str | None = None) -> bytes | None:
    """The file with a trailer that names its catalog, for a file that was cut off before its own.

    PDFium finds all other objects by itself. None where this cannot help: no header, no catalog,
    or an encrypted file, whose key was lost with the trailer.
    """
    head = data[:HEADER_WITHIN] if data is not None else _head(path or "")
    if b"%PDF-" not in head:
        return None
    if data is None:
        data = Path(path or "").read_bytes()
    for kind in reversed(list(_CATALOG.finditer(data))[-CATALOGS:]):
        objects = list(_OBJECT.finditer(data, max(0, kind.start() - CATALOG_WITHIN), kind.start()))
        if objects and b"endobj" not in data[objects[-1].end() : kind.start()]:
            number, generation = objects[-1].groups()
            root = b"trailer\n<< /Root %b %b R >>\nstartxref\n0\n%%%%EOF\n" % (number, generation)
            # the last object may be cut off, too: end it, as a stream first
            return None if _ENCRYPTED.search(data) else data + b"\nendstream\nendobj\n" + root
    return None


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
