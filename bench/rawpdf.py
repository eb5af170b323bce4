"""Writes PDFs object by object, so that every byte is known."""

from __future__ import annotations

from collections.abc import Sequence

#: First line, and the comment that marks a binary file.
HEADER = b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"


class RawPdf:
    """Numbered objects on their way into a file."""

    def __init__(self) -> None:
        self._objects: list[bytes] = []

    def add(self, body: bytes = b"null") -> int:
        """Add an object; return its number, from 1."""
        self._objects.append(body)
        return len(self._objects)

    def put(self, number: int, body: bytes) -> None:
        """Replace an object."""
        self._objects[number - 1] = body

    def stream(self, data: bytes, entries: bytes = b"", length: int | None = None) -> int:
        """Add a stream; `length` is what its dictionary says (the truth by default)."""
        said = len(data) if length is None else length
        return self.add(b"<< /Length %d %b>>\nstream\n%b\nendstream" % (said, entries, data))

    def font(self, name: bytes = b"Helvetica") -> int:
        """Add one of the standard fonts, which need no file."""
        entries = b"/Type /Font /Subtype /Type1 /BaseFont /%b /Encoding /WinAnsiEncoding"
        return self.add(b"<< " + entries % name + b" >>")

    def body(self) -> bytes:
        """Header and objects, without the table and the trailer."""
        return self._written()[0]

    def build(self, root: int, *, shift: int = 0) -> bytes:
        """The whole file.

        Parameters
        ----------
        root
            Number of the catalog.
        shift
            Bytes by which the table misses every object.
        """
        body, offsets = self._written()
        size = len(offsets) + 1
        table = [b"0000000000 65535 f \n", *(b"%010d 00000 n \n" % (at + shift) for at in offsets)]
        trailer = b"trailer\n<< /Size %d /Root %d 0 R >>\nstartxref\n%d\n%%%%EOF\n"
        return b"".join([body, b"xref\n0 %d\n" % size, *table, trailer % (size, root, len(body))])

    def _written(self) -> tuple[bytes, list[int]]:
        out, offsets = bytearray(HEADER), []
        for number, body in enumerate(self._objects, 1):
            offsets.append(len(out))
            out += b"%d 0 obj\n%b\nendobj\n" % (number, body)
        return bytes(out), offsets


def references(numbers: Sequence[int]) -> bytes:
    """An array of references."""
    return b"[%b]" % b" ".join(b"%d 0 R" % number for number in numbers)


def literal(text: str) -> bytes:
    """A string in the WinAnsi encoding."""
    data = text.encode("cp1252")
    for special in (b"\\", b"(", b")"):
        data = data.replace(special, b"\\" + special)
    return b"(%b)" % data
