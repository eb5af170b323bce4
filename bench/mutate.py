"""Damages PDFs at random, the same way for the same seed: bytes, tokens, objects, streams.

Damage to bytes mostly ends in the parser. What is to reach further has to leave the file whole
around it, so objects and streams are changed in a file that is written anew, with a right table.
"""

from __future__ import annotations

import ctypes
import re
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

import pypdfium2.raw as pdfium

from bench.rawpdf import RawPdf
from rejoin.source import LOCK, Handle

#: Tokens of a PDF: strings, names, numbers, operators, brackets.
TOKEN = re.compile(
    rb"<[0-9A-Fa-f\s]*>|\((?:[^()\\]|\\.){0,200}\)|/[^\s/<>\[\]()]*|[-+]?\d*\.?\d+|<<|>>|[\[\]]|[A-Za-z'\"*]+"
)
_NUMBER = re.compile(rb"[-+]?\d*\.?\d+")
_REFERENCE = re.compile(rb"(\d+) 0 R\b")
_OBJECT = re.compile(rb"(?<![0-9])(\d+) \d+ obj\b(.*?)endobj", re.DOTALL)
_STREAM = re.compile(rb"^(.*?)\bstream\r?\n(.*?)\r?\nendstream", re.DOTALL)
_PACKING = re.compile(
    rb"/Filter\s*(?:/FlateDecode|\[\s*/FlateDecode\s*\])|/Length\s+\d+(?:\s+\d+\s+R)?"
)
_ROOT = re.compile(rb"/Type\s*/Catalog\b")
#: Numbers at which sizes, coordinates and counts go wrong.
NUMBERS = (
    b"0", b"-0", b"1", b"-1", b"2", b"0.0000001", b"-0.5", b"255", b"256", b"65536", b"32768.5",
    b"1000000", b"-1000000", b"2147483647", b"-2147483648", b"4294967296", b"99999999999999999999",
    b"1" + b"0" * 50,
)  # fmt: skip
#: Codes that a map to Unicode should not give: halves of pairs, non-characters, controls.
CODES = (
    b"<D800>", b"<DC00>", b"<D83DDE00>", b"<DE00D83D>", b"<FFFE>", b"<FFFF>", b"<0000>", b"<0002>",
    b"<00AD>", b"<000A>", b"<0085>", b"<200B>", b"<202E>", b"<05D0>", b"<0E33>", b"<4E00>",
    b"<FDD0>", b"<>", b"<F>",
)  # fmt: skip
#: Packed streams that are longer are left as they are (pictures, fonts); most bytes of the others.
_LONG, _LARGEST = 200_000, 1_000_000
#: Longest piece of bytes that is copied, moved or cut out at once.
_PIECE = 64


@dataclass(frozen=True)
class Parts:
    """A PDF in parts: bodies of objects (a dictionary and perhaps a stream), and the catalog."""

    bodies: dict[int, tuple[bytes, bytes | None]]
    root: int

    def written(self) -> bytes:
        """The file, with a right table."""
        raw = RawPdf()
        for number in range(1, max(self.bodies) + 1):
            head, stream = self.bodies.get(number, (b"null", None))
            if stream is not None:
                at = head.rfind(b">>")
                told = b" /Length %d " % len(stream)
                head = head[:at] + told + head[at:]
                head += b"\nstream\n%b\nendstream" % stream
            raw.add(head.strip())
        return raw.build(self.root)


def parts_of(data: bytes) -> Parts | None:
    """Objects of a PDF, streams unpacked; None where they cannot be told.

    The file is written out by PDFium first, which takes objects out of their streams.
    """
    handle = Handle(data)
    try:
        plain = _written_out(handle)
    finally:
        handle.close()
    bodies = {int(m[1]): _body(m[2]) for m in _OBJECT.finditer(plain)}
    roots = [number for number, (head, _) in bodies.items() if _ROOT.search(head)]
    return Parts(bodies, roots[-1]) if roots else None


def _written_out(handle: Handle) -> bytes:
    blocks: list[bytes] = []

    def write(_: Any, data: Any, size: int) -> int:
        blocks.append(ctypes.string_at(data, size))
        return 1

    with LOCK:
        writer = pdfium.FPDF_FILEWRITE(version=1)
        writer.WriteBlock = type(writer.WriteBlock)(write)
        pdfium.FPDF_SaveAsCopy(handle.raw, writer, pdfium.FPDF_REMOVE_SECURITY)
    return b"".join(blocks)


def _body(text: bytes) -> tuple[bytes, bytes | None]:
    found = _STREAM.match(text)
    if not found:
        return text.strip(), None
    head, stream = found[1], found[2]
    packed = b"FlateDecode" in head
    if packed and b"DecodeParms" not in head and len(stream) < _LONG:
        try:
            whole = zlib.decompressobj().decompress(stream, _LARGEST)
        except zlib.error:
            whole = b""
        if whole:
            return _PACKING.sub(b"", head), whole
    return re.sub(rb"/Length\s+\d+(?:\s+\d+\s+R)?", b"", head), stream


def mutant(data: bytes, parts: Parts | None, seed: int) -> bytes:
    """A damaged copy of a file.

    Parameters
    ----------
    data
        The file.
    parts
        What `parts_of` found in it; without, only its bytes and tokens are changed.
    seed
        The same seed gives the same damage.
    """
    random = Random(seed)
    level = random.choice("btoossss") if parts else random.choice("bt")
    if level == "b":
        return _bytes(data, random, random.choice((1, 4, 32)))
    if level == "t":
        return _tokens(data, random, random.choice((1, 4, 16)))
    assert parts
    change = _objects if level == "o" else _streams
    changed = Parts(dict(parts.bodies), parts.root)
    for _ in range(random.choice((1, 2, 6))):
        change(changed.bodies, random)
    out = changed.written()
    return _bytes(out, random, 1) if random.random() < 0.05 else out


def _bytes(data: bytes, random: Random, times: int) -> bytes:
    out = bytearray(data)
    for _ in range(times):
        if not out:
            break
        at, size = random.randrange(len(out)), random.randint(1, _PIECE)
        match random.randrange(7):
            case 0:
                out[at] ^= 1 << random.randrange(8)
            case 1:
                out[at] = random.choice((0, 10, 32, 40, 60, 62, 127, 128, 255))
            case 2:
                del out[at : at + size]
            case 3:
                out[at:at] = out[at : at + size]
            case 4:
                other = random.randrange(len(out))
                out[at : at + size] = out[other : other + size]
            case 5:
                out[at:at] = random.randbytes(size)
            case 6 if times == 1:
                del out[at:]
    return bytes(out)


def _tokens(data: bytes, random: Random, times: int) -> bytes:
    """Tokens replaced, doubled, swapped or left out, in a few places of the data."""
    for _ in range(times):
        start = random.randrange(max(1, len(data) - 400))
        found = list(TOKEN.finditer(data, start, start + 2000))
        if not found:
            continue
        one, other = random.choice(found), random.choice(found)[0]
        token = one[0]
        choices: list[bytes] = [b"", token + b" " + token, other]
        if _NUMBER.fullmatch(token):
            choices = [random.choice(NUMBERS), *choices[2:], b"%d" % random.randint(-999, 9999)]
        elif token[:1] == b"<" and token != b"<<":
            choices = [random.choice(CODES), random.choice(CODES), other]
        elif token[:1] == b"(":
            choices = [b"(" + random.randbytes(5).hex().encode() + b")", b"(\\\\", other]
        data = data[: one.start()] + random.choice(choices) + data[one.end() :]
    return data


Bodies = dict[int, tuple[bytes, bytes | None]]


def _objects(bodies: Bodies, random: Random) -> None:
    """One object replaced, dropped or pointed elsewhere, or its dictionary changed."""
    numbers = list(bodies)
    one, other = random.choice(numbers), random.choice(numbers)
    head, stream = bodies[one]
    match random.randrange(6):
        case 0:
            bodies[one] = bodies[other]
        case 1:
            bodies[one] = (random.choice((b"null", b"[]", b"<< >>", b"7", b"(x)", b"/N")), None)
        case 2:
            bodies[one] = (_elsewhere(head, numbers, random), stream)
        case 3:
            bodies[one], bodies[other] = bodies[other], bodies[one]
        case _:
            bodies[one] = (_tokens(head, random, random.randint(1, 3)), stream)


def _elsewhere(head: bytes, numbers: list[int], random: Random) -> bytes:
    found = list(_REFERENCE.finditer(head))
    if not found:
        return b"%d 0 R" % random.choice(numbers)
    one = random.choice(found)
    return head[: one.start(1)] + b"%d" % random.choice(numbers) + head[one.end(1) :]


def _streams(bodies: Bodies, random: Random) -> None:
    """One stream changed: its tokens or its bytes, or another's in its place."""
    streams = [number for number, (_, stream) in bodies.items() if stream]
    if not streams:
        return _objects(bodies, random)
    one = random.choice(streams)
    head, stream = bodies[one]
    changes: tuple[Callable[[bytes, Random, int], bytes], ...] = (_tokens, _tokens, _tokens, _bytes)
    if random.random() < 0.05:
        stream = bodies[random.choice(streams)][1]
    bodies[one] = (head, random.choice(changes)(stream or b"", random, random.choice((1, 8, 40))))
    return None
