"""PDFs without what changes from run to run: dates, and figures made from them."""

from __future__ import annotations

import re

_CHANGING = re.compile(
    rb"/(?:CreationDate|ModDate)\s*\(D:([^)]*)\)|/DocChecksum\s*/([0-9A-F]+)"
    rb"|/ID\s*\[\s*<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>|uuid:([0-9a-f-]{36})"
    rb"|<xmp:(?:Create|Modify|Metadata)Date>([^<]*)<"
)
_DATE = b"20000101000000Z"
_XML_DATE = b"2000-01-01T00:00:00Z"


def fixed(pdf: bytes) -> bytes:
    """Put constants of the same length in place of what changes."""
    return _CHANGING.sub(_constant, pdf)


def _constant(match: re.Match[bytes]) -> bytes:
    text = match.group()
    for value in match.groups():
        if value is not None:
            date = _XML_DATE if text.startswith(b"<xmp") else _DATE
            new = date if b"Date" in text else b""
            text = text.replace(value, new[: len(value)].ljust(len(value), b"0"))
    return text
