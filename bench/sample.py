"""Writes the sample sheet: two pages with the layouts that line breaks are judged by.

``python -m bench.sample`` writes ``sample.pdf`` and its labels; the same bytes every time. The text
is our own. Each block of lines below is drawn as it stands, so the geometry can be read off it:
lines of about 400 points in Helvetica 11, 14 points apart.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench import cut, labels
from bench.labels import Head
from bench.place import Unit, place
from bench.rawpdf import RawPdf, literal, references
from bench.rows import make_rows

FOLDER = Path(__file__).parent.parent / "labelled_corpus" / "sample"
#: Left edge, top, type size and distance of the lines, points.
LEFT, TOP, SIZE, LEAD = 72.0, 760.0, 11.0, 14.0


@dataclass(frozen=True)
class Block:
    """Lines drawn one below the other.

    Attributes
    ----------
    kind
        What each unit is: ``h1``, ``p``, ``li``, ``td``.
    lines
        Strings of each line, with the distance of each from the left edge.
    space
        Space above the block, points, besides the usual distance of two lines.
    size
        Type size.
    """

    kind: str
    lines: Sequence[Sequence[tuple[float, str]]]
    space: float = 10.0
    size: float = SIZE


def paragraph(*lines: str, space: float = 10.0) -> Block:
    """Lines from the left edge."""
    return Block("p", [[(0, line)] for line in lines], space)


def item(mark: str, *lines: str, indent: float = 18.0, space: float = 0.0) -> Block:
    """A list item whose further lines hang below its text."""
    rest = [[(indent, line)] for line in lines[1:]]
    return Block("li", [[(0, mark), (indent, lines[0])], *rest], space)


def row(*cells: str, space: float = 0.0) -> Block:
    """A table row of three columns."""
    return Block("td", [list(zip((0, 158, 308), cells, strict=True))], space)


PAGES: Sequence[Sequence[Block]] = (
    (
        Block("h1", [[(0, "Borrowing tools from the street library")]], size=18),
        paragraph(
            "The street library lends tools to anyone who lives within half an hour's walk of",
            "one of its depots. A member brings a token, signs the card that hangs beside",
            "the tool, and takes it home for up to nine days, or for longer when nobody else",
            "is waiting for it.",
            space=16,
        ),
        item(
            "1.",
            "Wipe the tool dry before it goes back, oil every blade, and hang the card on",
            "the hook so that the next member finds it.",
            space=10,
        ),
        item(
            "2.",
            "Report a broken handle at once: the keeper of the depot mends it on Tuesday",
            "and asks no questions about how it happened.",
        ),
        item("\u2022", "ladders up to five metres long", indent=12, space=10),
        item("\u2022", "hand saws, planes and chisels", indent=12),
        item("\u2022", "one cement mixer", indent=12),
        row("Tool", "Depot", "Days", space=10),
        row("Long ladder", "North Quay", "4"),
        row("Set of planes", "Mill Lane", "9"),
        row("Cement mixer", "Mill Lane", "2"),
        # its last line is full, and the next paragraph is set off by nothing
        paragraph(
            "Every spring the members meet in the old boat house to count the tools, and in",
            "the evening they share a pot of soup that the keepers cook from whatever they",
            "could grow behind the depots between the first frost and the last days of May.",
        ),
        paragraph(
            "New depots open when ten neighbours ask for one and somebody offers a dry room",
            "with a door that is wide enough for a wheelbarrow.",
            space=0,
        ),
    ),
    (
        # the second line is short, because the next word is long
        paragraph(
            "The founders kept a diary in which every loan has a line of its own, and one of",
            "them, a retired clerk from Vienna, liked to call it the",
            "Nachbarschaftswerkzeugverleihgemeinschaft, a word that no card has room for.",
        ),
        # a word is broken
        paragraph(
            "When a tool comes back late the keeper writes a friendly letter, and only if the",
            "member stays silent for a whole month does a second one follow, asking for com-",
            "pensation in hours of work at the depot, never in coins.",
        ),
        # a heading that is as long as a line of text, and the next row starts to its left
        Block(
            "h2",
            [[(12, "Depots that lend to members from other towns, and the days they are open")]],
        ),
        row("North Quay", "Monday, Thursday", "from noon"),
        row("Mill Lane", "Saturday", "all day"),
    ),
)


def sheet() -> bytes:
    """The sample sheet as a PDF."""
    raw = RawPdf()
    root, tree, font = raw.add(), raw.add(), raw.font()
    resources = b"/Resources << /Font << /F %d 0 R >> >>" % font
    kids = []
    for blocks in PAGES:
        content = raw.stream(b"BT\n%b\nET" % b"\n".join(_drawn(blocks)))
        page = b"<< /Type /Page /Parent %d 0 R /MediaBox [0 0 595 842] %b /Contents %d 0 R >>"
        kids.append(raw.add(page % (tree, resources, content)))
    raw.put(root, b"<< /Type /Catalog /Pages %d 0 R >>" % tree)
    raw.put(tree, b"<< /Type /Pages /Count %d /Kids %b >>" % (len(kids), references(kids)))
    return raw.build(root)


def _drawn(blocks: Sequence[Block]) -> Iterator[bytes]:
    """Operators that show the blocks of a page."""
    y = TOP
    for block in blocks:
        y -= block.space
        yield b"/F %g Tf" % block.size
        for line in block.lines:
            y -= LEAD
            for x, text in line:
                yield b"1 0 0 1 %g %g Tm %b Tj" % (LEFT + x, y, literal(text))


def units() -> list[Unit]:
    """The true text: one unit a block, or a cell."""
    out: list[Unit] = []
    for block in (block for page in PAGES for block in page):
        lines = [[text for _, text in line] for line in block.lines]
        if block.kind == "td":
            out.extend(Unit("td", cell) for line in lines for cell in line)
        else:
            text = " ".join(" ".join(line) for line in lines)
            out.append(Unit(block.kind, text.replace("com- pen", "compen")))
    return out


def write(folder: Path = FOLDER) -> None:
    """Write the sheet and its labels."""
    data = sheet()
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "sample.pdf").write_bytes(data)
    stream = cut.read(data)
    placed = place(stream, units())
    head = Head(
        pdf="sample.pdf",
        sha256=hashlib.sha256(data).hexdigest(),
        source="sample",
        licence="MIT",
        language="en",
        producer="bench.sample",
        labelled_from="units",
        pages=len(PAGES),
        coverage=round(placed.coverage(), 3),
    )
    labels.write(folder / "sample.labels.jsonl", head, make_rows(stream, placed))


if __name__ == "__main__":
    write(*map(Path, sys.argv[1:2]))
