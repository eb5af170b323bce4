"""Whether a document has optional layers that may be switched off."""

from __future__ import annotations

import ctypes
import re
import zlib
from contextlib import suppress
from typing import Any

import pypdfium2.raw as pdfium

from rejoin.source import LOCK, Handle

#: What a file says if it hides a layer: in the list of those that are off, as the base state, by
#: the layer's use, or by a rule over several layers.
_OFF = re.compile(
    rb"/OFF\s*\[\s*\d|/BaseState\s*/OFF|/(View|Print|Export)State\s*/OFF"
    rb"|/P\s*/(AllOff|AnyOff|AllOn)\b|/VE\s*\["
)
#: The catalog, which names the layers, may be packed into a stream with other objects.
_PACKED = re.compile(rb"/Type\s*/ObjStm\b")
#: Bytes that are unpacked of such a stream at most.
_LARGEST = 1 << 24
#: Bytes of a block that are looked at again with the next one: more than any match.
_OVERLAP = 64


def has_hidden_layers(handle: Handle) -> bool:
    """Whether some layer of the document may be off when it is opened.

    PDFium does not say so. It writes the document out, without object streams and encryption, and
    what it writes is searched on the way.
    """
    if handle.hidden_layers is None:
        handle.hidden_layers = _mentioned(handle.data()) and _search(handle)
    return handle.hidden_layers


def _mentioned(data: bytes) -> bool:
    """Whether a file may have layers at all. (Writing it out takes far longer than this.)"""
    if b"/OCProperties" in data or b"/Encrypt" in data:
        return True
    for packed in _PACKED.finditer(data):
        at = data.find(b"stream", packed.end()) + len(b"stream")
        start = at + 2 if data[at : at + 2] == b"\r\n" else at + 1
        with suppress(zlib.error):
            view = memoryview(data)[start:]
            if b"/OCProperties" in zlib.decompressobj().decompress(view, _LARGEST):
                return True
    return False


def _search(handle: Handle) -> bool:
    tail, found = b"", False

    def write(_: Any, data: Any, size: int) -> int:
        nonlocal tail, found
        block = tail + ctypes.string_at(data, size)
        tail, found = block[-_OVERLAP:], bool(_OFF.search(block))
        return not found  # no more is needed

    with LOCK:
        writer = pdfium.FPDF_FILEWRITE(version=1)
        writer.WriteBlock = type(writer.WriteBlock)(write)
        pdfium.FPDF_SaveAsCopy(handle.raw, writer, pdfium.FPDF_REMOVE_SECURITY)
    return found
