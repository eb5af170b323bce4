"""Peak memory of rejoin and of PDFium's own text, each in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from bench.rawpdf import RawPdf, literal, references
from bench.table import Cell, table

#: The generated file: pages, lines on a page, and the text of a line.
PAGES, LINES = 1000, 44
LINE = "{page}.{line} The miller weighs each sack twice and writes both weights on the same slate."
#: The folder that holds the package `bench`.
_ROOT = Path(__file__).resolve().parent.parent
_PEAK = """
import sys
{work}
try:
    with open("/proc/self/status") as status:
        print(next(int(line.split()[1]) for line in status if line.startswith("VmHWM")))
except OSError:
    import resource
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(peak // 1024 if sys.platform == "darwin" else peak)
"""
#: What each process does with the file ``sys.argv[1]``.
WORK = {
    "PDFium": "from bench.peer_tools.pypdfium2 import text; text(sys.argv[1])",
    "PDFium, rejoin imported": "import rejoin.document\n"
    "from bench.peer_tools.pypdfium2 import text; text(sys.argv[1])",
    "rejoin": "import rejoin; rejoin.text(sys.argv[1])",
    "rejoin, page by page": "import rejoin\nfor page in rejoin.read(sys.argv[1]): page.text",
}


def peaks(more: Sequence[Path] = ()) -> str:
    """Table of peak memory on the generated file and on others."""
    with tempfile.TemporaryDirectory() as folder:
        long = Path(folder) / f"{PAGES} pages.pdf"
        long.write_bytes(long_pdf(PAGES))
        rows: list[Sequence[Cell]] = []
        for pdf in (long, *more):
            kilobytes = {name: peak(work, pdf) for name, work in WORK.items()}
            first = next(iter(kilobytes.values()))
            for name, k in kilobytes.items():
                above = f"{(k - first) / 1024:.1f}"
                rows.append((f"{pdf.name}: {name}", f"{k / 1024:.1f}", above))
    return table(("peak memory", "MiB", "above the first"), rows)


_GROWTH = """
import sys, warnings
import rejoin
warnings.simplefilter("ignore")
count, *paths = sys.argv[1:]
for i in range(int(count)):
    rejoin.text(paths[i % len(paths)])
    if (i + 1) % max(1, int(count) // 10) == 0:
        with open("/proc/self/status") as status:
            print(i + 1, next(int(line.split()[1]) for line in status if line.startswith("VmRSS")))
"""


def growth(files: Sequence[Path], count: int) -> list[tuple[int, int]]:
    """Memory of one process while it reads many documents, the files over and over (Linux).

    Returns
    -------
    list of tuple of int
        Documents read so far and kilobytes in use, ten times.
    """
    lines = _run(_GROWTH, str(count), *map(str, files)).splitlines()
    return [(int(done), int(kilobytes)) for done, kilobytes in map(str.split, lines)]


def growth_table(files: Sequence[Path], count: int) -> str:
    """Table of `growth`."""
    found = growth(files, count)
    rows: list[Sequence[Cell]] = [
        (f"{done:,} documents", f"{k / 1024:.1f}", f"{(k - found[0][1]) / 1024:+.1f}")
        for done, k in found
    ]
    return table(("one process", "MiB", "since the first"), rows)


def peak(work: str, pdf: Path) -> int:
    """Peak memory of a process that does something with a PDF, kilobytes.

    On Linux the high-water mark of the process image is asked for, because the figure of
    ``getrusage`` also counts the memory of the process that started it.
    """
    return int(_run(_PEAK.format(work=work), str(pdf)))


def _run(script: str, *arguments: str) -> str:
    """Output of a process that finds this package."""
    paths = [str(_ROOT), os.environ.get("PYTHONPATH", "")]
    environment = dict(os.environ, PYTHONPATH=os.pathsep.join(filter(None, paths)))
    command = [sys.executable, "-c", script, *arguments]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return done.stdout


def long_pdf(pages: int) -> bytes:
    """A PDF of many pages full of text."""
    raw = RawPdf()
    root, tree, font = raw.add(), raw.add(), raw.font()
    kids = []
    for page in range(1, pages + 1):
        lines = (LINE.format(page=page, line=line) for line in range(1, LINES + 1))
        shown = b"\n".join(b"%b ' " % literal(line) for line in lines)
        content = raw.stream(b"BT /F 11 Tf 15 TL 72 740 Td\n%b\nET" % shown)
        entries = b"/Type /Page /Parent %d 0 R /MediaBox [0 0 612 792] /Contents %d 0 R"
        resources = b"/Resources << /Font << /F %d 0 R >> >>" % font
        kids.append(raw.add(b"<< %b %b >>" % (entries % (tree, content), resources)))
    raw.put(root, b"<< /Type /Catalog /Pages %d 0 R >>" % tree)
    raw.put(tree, b"<< /Type /Pages /Count %d /Kids %b >>" % (pages, references(kids)))
    return raw.build(root)
