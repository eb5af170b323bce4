"""A folder of many PDFs, good and bad, and what must become of each."""

from __future__ import annotations

import random
import shutil
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from bench.hooks import CRASH, HANG
from bench.rawpdf import HEADER, RawPdf, references

#: Files of one folder.
_FOLDER = 100
#: Parts of names, among them what commands trip over.
_NAMES = ("report", "two words", "Grüße", "報告", "a'b", "x\ny", "#1 [draft]", "-v")
#: Megabytes of blanks that the page of a bomb unpacks to.
BOMB = 700


def make(folder: Path, sources: Sequence[Path], files: int, seed: int) -> dict[str, str]:
    """Copy documents under other names, with bad files among them.

    Returns
    -------
    dict of str to str
        Kind of error of each file that must fail.
    """
    rng = random.Random(seed)
    bad = list(_bad())
    places = dict(zip(rng.sample(range(files), len(bad)), bad, strict=True))
    expected: dict[str, str] = {}
    for number in range(files):
        parent = folder / f"part {number // _FOLDER:03d}"
        parent.mkdir(parents=True, exist_ok=True)
        name = f"{number:05d} {rng.choice(_NAMES)}"
        if number in places:
            word, error, data = places[number]
            path = parent / f"{name} {word}.pdf"
            path.write_bytes(data)
            expected[str(path)] = error
        else:
            shutil.copyfile(rng.choice(sources), parent / f"{name}.pdf")
    return expected


def _bad() -> Iterator[tuple[str, str, bytes]]:
    """Word for the name, kind of error and content: 20 damaged files, 6 that kill a worker."""
    for k in range(5):
        yield "empty", "NotAPdfError", b""
        yield "words", "NotAPdfError", b"no PDF, but some words\n" * (k + 1)
        yield "cut", "DamagedPdfError", HEADER + b"1 0 obj\n<< /Type /Page" + b" " * k
        yield "noise", "DamagedPdfError", HEADER + random.Random(k).randbytes(2000)
    for _ in range(2):
        yield CRASH, "WorkerError", b""
        yield HANG, "WorkerError", b""
        yield "bomb", "WorkerError", bomb()


def bomb(megabytes: int = BOMB) -> bytes:
    """A page whose content is small in the file and huge in memory."""
    raw = RawPdf()
    root, tree = raw.add(), raw.add()
    packed = zlib.compress(b" " * (megabytes << 20), 9)
    content = raw.stream(packed, b"/Filter /FlateDecode ")
    page = b"<< /Type /Page /Parent %d 0 R /MediaBox [0 0 612 792] /Contents %d 0 R >>"
    kid = raw.add(page % (tree, content))
    raw.put(root, b"<< /Type /Catalog /Pages %d 0 R >>" % tree)
    raw.put(tree, b"<< /Type /Pages /Count 1 /Kids %b >>" % references([kid]))
    return raw.build(root)
