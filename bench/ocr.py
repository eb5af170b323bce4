"""``ocr``: pages of the corpus as scans, read by OCR, beside the pages themselves.

Every page is rendered, becomes a PDF that holds nothing but its picture, and is read with
``ocr="auto"``. The labels are those of the page: a line of the page is found again by its place.
"""

from __future__ import annotations

import argparse
import zlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

import rejoin
from bench import corpus
from bench.corpus import Item
from bench.match import Outcome, counts, match
from bench.output import Output, read_output
from bench.pool import add_corpus, over_documents
from bench.rawpdf import RawPdf
from bench.table import percent, table
from bench.tally import FIELDS, Tally, shares, tally, total
from rejoin.ocr import DPI
from rejoin.picture import draw
from rejoin.source import Handle
from rejoin.tesseract import Ocr, installed

#: Tesseract's name of each language of the labels.
LANGUAGES = {
    "ar": "ara", "cs": "ces", "de": "deu", "el": "ell", "en": "eng", "es": "spa", "fr": "fra",
    "he": "heb", "hi": "hin", "ja": "jpn", "ko": "kor", "nl": "nld", "ru": "rus", "th": "tha",
    "tr": "tur", "zh-Hans": "chi_sim", "zh-Hant": "chi_tra",
}  # fmt: skip
#: Layout that is left out: Tesseract reads vertical text only where it is told to.
VERTICAL = "vertical"
#: Share of a line's area (the smaller one's) that must lie on another for them to be the same.
SAME_LINE = 0.5
#: Pages by default.
PAGES = 10


@dataclass(frozen=True)
class PageScore:
    """One page: counts as it is and as a scan, its characters, and the edits OCR would need."""

    born: Tally
    scanned: Tally
    chars: int
    edits: int


def add_parser(subparsers: Any) -> None:
    """Add the command."""
    parser = subparsers.add_parser("ocr", help="pages read by OCR beside the same pages' text")
    add_corpus(parser)
    parser.add_argument(
        "--pages", type=int, default=PAGES, metavar="N", help=f"how many (default {PAGES})"
    )
    parser.add_argument("--rules", default="default", help="preset or TOML file (default)")


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    Ocr("always", "eng").check()
    items = chosen(corpus.find(args.corpus), args.pages)
    scores = over_documents(partial(score_page, rules=args.rules), items, args.jobs)
    print(report(items, scores))
    return 0


def chosen(items: Sequence[Item], count: int) -> list[Item]:
    """So many documents of languages that Tesseract knows, spread over all of them."""
    known = [
        item
        for item in items
        if LANGUAGES.get(item.head.language) in installed() and VERTICAL not in item.head.layout
    ]
    if not known:
        raise corpus.CorpusError("tesseract has no data for any language of these documents")
    at = np.linspace(0, len(known) - 1, min(count, len(known))).round().astype(int)
    return [known[i] for i in at.tolist()]


def score_page(item: Item, rules: str) -> PageScore:
    """Score the page of a document that has the most labels."""
    rows = [row for row in item.rows() if counts(row) and row.page_below is None]
    number = Counter(row.page for row in rows).most_common(1)[0][0]
    born = read_output(item.pdf, rules)
    outcomes = [o for o in match(item.rows(), born) if o.row in rows and o.row.page == number]
    options: dict[str, Any] = {"ocr": "auto", "ocr_languages": LANGUAGES[item.head.language]}
    picture = scan(item.pdf, number)
    scanned = read_output(picture, rules, **options)
    again = [found_again(outcome, born, scanned) for outcome in outcomes]
    with rejoin.read(item.pdf, pages=[number], rules=rules) as document:
        wanted = " ".join(document.text.split())
    with rejoin.read(picture, rules=rules, **options) as document:
        got = " ".join(document.text.split())
    return PageScore(tally(outcomes), tally(again), len(wanted), distance(wanted, got))


def scan(pdf: Path | bytes, number: int) -> bytes:
    """A PDF of one page that holds the picture of page `number` (from 1) and nothing else."""
    handle = Handle(pdf)
    try:
        picture = draw(handle, number - 1, DPI / 72)
    finally:
        handle.close()
    height, width = picture.grey.shape
    raw = RawPdf()
    root, tree = raw.add(b"<< /Type /Catalog /Pages 2 0 R >>"), raw.add()
    entries = b"/Type /XObject /Subtype /Image /Width %d /Height %d /ColorSpace /DeviceGray"
    image = raw.stream(
        zlib.compress(picture.grey.tobytes()),
        entries % (width, height) + b" /BitsPerComponent 8 /Filter /FlateDecode",
    )
    left, bottom = picture.shown[:2]
    wide, tall = width / picture.scale, height / picture.scale
    content = raw.stream(b"%f 0 0 %f %f %f cm /I Do" % (wide, tall, left, bottom))
    page = raw.add(
        b"<< /Type /Page /Parent %d 0 R /MediaBox [%f %f %f %f] /Contents %d 0 R"
        b" /Resources << /XObject << /I %d 0 R >> >> >>"
        % (tree, left, bottom, left + wide, bottom + tall, content, image)
    )
    raw.put(tree, b"<< /Type /Pages /Count 1 /Kids [%d 0 R] >>" % page)
    return raw.build(root)


def found_again(outcome: Outcome, born: Output, scanned: Output) -> Outcome:
    """The outcome of a label on the scan, whose lines are found by their places.

    A line of the page may be several lines of the scan, side by side, or the other way round: the
    break is joined if any two of them are.
    """
    above, below = (
        [] if i is None else same_lines(born.box[i], scanned)
        for i in (outcome.above, outcome.below)
    )
    pairs = [(a, b) for a in above for b in below if scanned.joined(a, b)]
    if pairs:
        return Outcome(outcome.row, *pairs[0], joined=True)
    return Outcome(outcome.row, above[0] if above else None, below[0] if below else None)


def same_lines(box: tuple[float, ...], scanned: Output) -> list[int]:
    """Lines of the scan that lie on a box, or it on them, from left to right."""
    if not scanned.box:
        return []
    boxes = np.array(scanned.box).T
    wide = np.minimum(boxes[2], box[2]) - np.maximum(boxes[0], box[0])
    high = np.minimum(boxes[3], box[3]) - np.maximum(boxes[1], box[1])
    shared = np.maximum(wide, 0) * np.maximum(high, 0)
    area = (boxes[2] - boxes[0]) * (boxes[3] - boxes[1])
    smaller = np.minimum(area, (box[2] - box[0]) * (box[3] - box[1]))
    found = np.flatnonzero(shared >= SAME_LINE * smaller)
    return sorted(found.tolist(), key=lambda i: scanned.box[i][0])


def distance(a: str, b: str) -> int:
    """How many characters must be put in, left out or changed to make `b` of `a`."""
    codes = np.array([ord(c) for c in b], np.int64)
    steps = np.arange(len(b) + 1)
    row = steps.copy()
    for i, char in enumerate(a, 1):
        change = np.minimum(row[1:] + 1, row[:-1] + (codes != ord(char)))
        row = np.minimum.accumulate(np.append(i, change) - steps) + steps
    return int(row[-1])


def report(items: Sequence[Item], scores: Sequence[PageScore]) -> str:
    """A row for each page and one for all."""
    whole = PageScore(
        total([s.born for s in scores]),
        total([s.scanned for s in scores]),
        sum(s.chars for s in scores),
        sum(s.edits for s in scores),
    )
    rows = [(item.name, *_figures(s)) for item, s in zip(items, scores, strict=True)]
    heads = ("", "wraps", "recall", "by OCR", "precision", "by OCR", "characters right")
    return table(heads, [*rows, ("all", *_figures(whole))])


def _figures(score: PageScore) -> tuple[str, ...]:
    born, scanned = shares(score.born), shares(score.scanned)
    right = 1 - score.edits / max(score.chars, 1)
    shown = [percent(float(s[name])) for name in ("recall", "precision") for s in (born, scanned)]
    return str(score.born[FIELDS.index("wraps")]), *shown, percent(right)
