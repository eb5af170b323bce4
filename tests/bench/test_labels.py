"""Label rows and files, lines, twins, tags, and the table of manuals."""

from __future__ import annotations

import gzip
import os
from pathlib import Path

import numpy as np
import pytest

from bench import fetch, label, labels
from bench.cli import main
from bench.cut import read
from bench.fetch import FetchError
from bench.html import html_units, parse_html, parse_markdown, parse_plain
from bench.labels import Head, Row
from bench.place import Unit, place
from bench.producers.source import parse
from bench.rows import make_rows, without_strays
from bench.truth import doc_units

from .drawn import Run, column, drawn

HEAD = Head(
    "a.pdf", "00", "mill", "MIT", "en", "drawn", ("columns-2",), "units", 2, 0.5, {"genre": "note"}
)
ROW = Row(
    page=1,
    above="the keeper of the",
    below="landing",
    label="wrap",
    unit=("p", "p"),
    char=0,
    join="space",
    box=(72.0, 300.5, 72.0, 110.0),
    drop=0.0,
)


@pytest.mark.parametrize("name", ["a.labels.jsonl", "a.labels.jsonl.gz"])
def test_files_come_back_as_they_were(tmp_path: Path, name: str) -> None:
    over = Row(2, "\u0627", "\U0001f600", "keep", ("li/p", ""), 7, page_below=3)
    side = Row(2, "x", "2", "unknown", ("", ""), 9, box=(1, 2, 3, 4), drop=-3.0, same_row=True)
    labels.write(tmp_path / name, HEAD, [ROW, over, side])
    assert labels.read(tmp_path / name) == (HEAD, [ROW, over, side])
    assert os.listdir(tmp_path) == [name]


def test_empty_fields_are_left_out_and_zeros_are_not() -> None:
    assert ROW.to_dict()["char"] == 0
    assert ROW.to_dict()["drop"] == 0.0
    assert not {"page_below", "same_row"} & ROW.to_dict().keys()
    assert Head("a.pdf").to_dict() == {"pdf": "a.pdf"}


def test_gzipped_files_are_the_same_every_time(tmp_path: Path) -> None:
    first, second = tmp_path / "a.gz", tmp_path / "b.gz"
    labels.write(first, HEAD, [ROW])
    labels.write(second, HEAD, [ROW])
    assert first.read_bytes() == second.read_bytes()
    assert gzip.decompress(first.read_bytes()).count(b"\n") == 2


def test_a_failed_write_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "a.labels.jsonl"
    labels.write(path, HEAD, [ROW])
    before = path.read_bytes()
    with pytest.raises(TypeError):
        labels.write(path, Head("a.pdf", more={"bad": object()}), [])
    assert path.read_bytes() == before
    assert os.listdir(tmp_path) == [path.name]


def test_unreadable_files_are_named(tmp_path: Path) -> None:
    path = tmp_path / "a.labels.jsonl"
    path.write_text("\n")
    with pytest.raises(ValueError, match=r"a\.labels\.jsonl: no rows"):
        labels.read(path)
    path.write_text('{"pdf": "a.pdf"}\n{"page": 1}\n')
    with pytest.raises(ValueError, match=r"a\.labels\.jsonl"):
        labels.read(path)


def test_separators_are_the_return_or_the_marked_hyphen() -> None:
    lines = ["The rope of the ferry had been con-", "nected anew, and the", "keeper was paid."]
    stream = read(drawn(column(*lines), [Run(72, 500, "Next page")]))
    first, second, last, _ = range(4)
    assert stream.lines.sep[first] == lines[0].index("-")
    assert stream.lines.marked.tolist() == [True, False, False, False]
    assert stream.lines.sep[second] == len(lines[0]) + len(lines[1])
    assert stream.lines.sep[last] == sum(map(len, lines)) + 2
    assert stream.text(first) == lines[0][:-1]
    assert stream.lines.page.tolist() == [1, 1, 1, 2]


def test_boxes_and_distances() -> None:
    page = [Run(72, 700, "HHHH"), Run(100, 686, "HHH")]
    (row,) = make_rows(*_placed(page, [Unit("p", "HHHH HHH")]))
    assert row.drop == pytest.approx(14, abs=0.1)
    assert row.box == pytest.approx((72.8, 100.2, 100.8, 121.0), abs=0.3)


def test_marks_above_the_line_stay_on_its_row() -> None:
    page = [
        Run(72, 700, "The cooper wrote the number on the door"),
        Run(254, 704.5, "3", 5),
        Run(72, 686, "in blue chalk."),
    ]
    stream, placed = _placed(
        page, [Unit("p", "The cooper wrote the number on the door in blue chalk.")]
    )
    assert stream.same_row(0, 1) == (len(stream.lines) == 3)
    rows = [r for r in make_rows(stream, placed) if not r.same_row]
    assert [r.label for r in rows][-1] == "wrap" or len(stream.lines) == 3


def test_lines_that_run_downwards_are_no_rows() -> None:
    page = [Run(300 - 20 * c, 700 - 12 * r, "HIJKLM"[r]) for c in range(2) for r in range(6)]
    stream = read(drawn(page))
    pairs = [(a, a + 1) for a in range(len(stream.lines) - 1)]
    assert not any(stream.same_row(a, b) for a, b in pairs)


@pytest.mark.parametrize("text", ["\u4e00\U0001d400b", "\u05d0\U0001d400b"])
def test_astral_characters_are_one_character(text: str) -> None:
    stream = read(drawn([Run(72, 700, text)]))
    assert 0x1D400 in stream.chars.code
    assert not ((stream.chars.code >= 0xD800) & (stream.chars.code < 0xE000)).any()


@pytest.mark.parametrize(("text", "units", "left"), [
    (".5 ab", [0, 1, -1, 1, 1], [1, 3, 4]),      # a full stop of the unit before
    ("ab 5.", [1, 1, -1, 1, 2], [0, 1, 3]),      # and of the one after
    (".5 ab", [1, 1, -1, 1, 1], [0, 1, 3, 4]),   # its own
    ("a5 ab", [0, 1, -1, 1, 1], [0, 1, 3, 4]),   # a letter is no stray
    (".", [0], [0]),
])  # fmt: skip
def test_a_mark_at_the_wrong_end_of_a_line_is_no_part_of_it(
    text: str, units: list[int], left: list[int]
) -> None:
    unit = np.array(units)
    code = np.array([ord(c) for c in text])
    assert without_strays(np.flatnonzero(unit >= 0), unit, code).tolist() == left


def test_coverage_counts_what_belongs_to_a_unit() -> None:
    page = [
        *column("Every morning the cooper counted his staves."),
        Run(72, 60, "Unrelated foot 12"),
    ]
    stream, placed = _placed(page, [Unit("p", page[0].text)])
    letters, foot = 38, 15
    assert placed.coverage() == pytest.approx(letters / (letters + foot), abs=0.02)
    assert placed.coverage_of_pages(stream) == [pytest.approx(placed.coverage())]


def _placed(page: list[Run], units: list[Unit]):  # type: ignore[no-untyped-def]
    stream = read(drawn(page))
    return stream, place(stream, units)


HTML = """<!DOCTYPE html><html><head><title>No</title></head><body><nav>Home</nav>
<div class="navheader">Next</div><h1>The <em>mill</em></h1><p>One
 two<br>three</p><ul><li>a<ul><li><p>b</p></li></ul>c</li></ul><dl><dt>t</dt><dd>d</dd></dl>
<table><caption>cap</caption><tr><th>h</th><td>x <b>y</b></td></tr></table>
<figure><img><figcaption>fig</figcaption></figure><pre>  if a:

    b</pre><pre>x<p>y
z</p></pre><blockquote><p>q</p></blockquote><script>no()</script></body></html>"""


def test_units_of_html() -> None:
    assert [(u.kind, u.text) for u in parse_html(HTML)] == [
        ("h1", "The mill"),
        ("p", "One two"),
        ("p", "three"),
        ("li", "a"),
        ("li/p", "b"),
        ("li", "c"),
        ("dt", "t"),
        ("dd", "d"),
        ("caption", "cap"),
        ("th", "h"),
        ("td", "x y"),
        ("figcaption", "fig"),
        ("pre", "  if a:"),
        ("pre", "    b"),
        ("pre", "x"),
        ("pre", "y"),
        ("pre", "z"),
        ("blockquote/p", "q"),
    ]


def test_units_of_markdown_and_plain_text(tmp_path: Path) -> None:
    text = "---\ntitle: no\n---\n# Mill\n\nOne\ntwo *three*.\n\n- a\n\n| h |\n|---|\n| c |\n"
    units = [Unit("h1", "Mill"), Unit("p", "One two three."), Unit("li", "a")]
    units += [Unit("th", "h"), Unit("td", "c")]
    assert parse_markdown(text) == units
    assert parse_plain("One\ntwo\r\n\r\nthree\n") == [Unit("p", "One two"), Unit("p", "three")]
    (tmp_path / "a.md").write_text(text)
    (tmp_path / "b.txt").write_text("One")
    assert html_units([tmp_path / "a.md", tmp_path / "b.txt"]) == [*units, Unit("p", "One")]


def test_units_of_a_text_of_the_corpus() -> None:
    doc = parse(
        "lang: en\ntitle: T\nhead: H\ngenre: article\n\nh1: Mill\np: One\nth: a | b\ntr: c | d\n"
        "cl: 4.2 | Rent\nsay: Ada | No.\ntoc: Mill | 3\ndeflist: tar | black\nv: x\nv:\nbreak:\n"
    )
    assert [(u.kind, u.text) for u in doc_units(doc)] == [
        ("h1", "Mill"),
        ("p", "One"),
        ("th", "a"),
        ("th", "b"),
        ("td", "c"),
        ("td", "d"),
        ("li", "4.2 Rent"),
        ("p", "Ada: No."),
        ("toci", "Mill 3"),
        ("dt", "tar"),
        ("dd", "black"),
        ("v", "x"),
    ]


LINES = (
    "The ferry leaves the north bank at seven and again at noon when the river is",
    "high enough, and the keeper of the landing writes both times on the black board",
    "beside the ticket window.",
)


def test_command_labels_by_a_twin(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pdf, twin = tmp_path / "a.pdf", tmp_path / "a.html"
    pdf.write_bytes(drawn(column(*LINES)))
    twin.write_text(f"<p>{' '.join(LINES)}</p>")
    assert main(["label", "--from-html", str(pdf), str(twin), "--language", "en"]) == 0
    assert "2 wraps, 0 kept breaks (100% of 2 labelled)" in capsys.readouterr().out
    head, rows = labels.read(tmp_path / "a.labels.jsonl")
    assert (head.labelled_from, head.language, head.pages, head.coverage) == ("html", "en", 1, 1.0)
    assert [r.join for r in rows] == ["space", "space"]


@pytest.mark.parametrize("trust", [False, True])
def test_a_twin_that_does_not_fit_is_refused(
    trust: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pdf, twin = tmp_path / "a.pdf", tmp_path / "a.html"
    pdf.write_bytes(drawn(column(*LINES)))
    twin.write_text(f"<p>{LINES[2]}</p>")
    argv = ["label", "--from-html", str(pdf), str(twin), *["--trust"] * trust]
    assert main(argv) == (0 if trust else 1)
    out, err = capsys.readouterr()
    assert (tmp_path / "a.labels.jsonl").exists() == trust
    assert ("characters placed" in out) == trust
    assert ("the twin has only 15% of the characters (--trust" in err) != trust


@pytest.mark.parametrize(("argv", "said"), [
    (["--from-html", "a.pdf"], "needs a PDF and what its text is in"),
    (["--from-html", "a.pdf", "none.html"], "none.html: no such file"),
    (["--from-tags", "none.pdf"], "none.pdf: no such file"),
    (["--from-tags", "b.pdf"], "b.pdf: "),
    (["--from-tags", "a.pdf", "b.pdf", "-o", "x"], "-o is for a single PDF"),
])  # fmt: skip
def test_what_cannot_be_labelled_is_said(
    argv: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    Path("a.pdf").write_bytes(drawn(column(*LINES)))
    Path("b.pdf").write_text("no PDF")
    assert main(["label", *argv]) == 2
    assert said in capsys.readouterr().err


def _tagged(*pages: list[tuple[str, int, str]]) -> bytes:
    return drawn(
        *(
            [Run(72, 700 - 12 * i, text, 10, m, tag) for i, (text, m, tag) in enumerate(page)]
            for page in pages
        )
    )


def test_tags(tmp_path: Path) -> None:
    pdf = tmp_path / "a.pdf"
    page = [("The landing", 0, "H1"), *((t, 1, "P") for t in LINES), ("Who pays", 2, "P")]
    pdf.write_bytes(_tagged([*page, ("7", -1, "P")]))
    head, rows = label.label_from_tags(pdf)
    assert [r.label for r in rows] == ["keep", "wrap", "wrap", "keep", "unknown"]
    assert [r.unit for r in rows][:2] == [("h1", "p"), ("p", "p")]
    assert {r.join for r in rows} == {None}
    assert head.labelled_from == "tags"


def test_a_forced_break_inside_a_paragraph_is_unknown(tmp_path: Path) -> None:
    pdf = tmp_path / "a.pdf"
    page = [("Project lead:", 0, "P"), *((t, 0, "P") for t in LINES)]
    pdf.write_bytes(_tagged(page))
    _, rows = label.label_from_tags(pdf)
    assert [r.label for r in rows] == ["unknown", "wrap", "wrap"]


def test_paragraphs_are_not_told_apart_at_a_page_edge(tmp_path: Path) -> None:
    pdf = tmp_path / "a.pdf"
    page = [(t, i, "P") for i, t in enumerate(LINES[:1])]
    for tag, verdict in (("P", "unknown"), ("H2", "keep")):
        pdf.write_bytes(_tagged(page, [("The ferry", 0, tag)]))
        _, rows = label.label_from_tags(pdf)
        assert [(r.label, r.page_below) for r in rows] == [(verdict, 2)]


def test_tags_that_do_not_fit_are_refused(tmp_path: Path) -> None:
    pdf = tmp_path / "a.pdf"
    pdf.write_bytes(_tagged([(LINES[i % 2], i, "P") for i in range(12)]))
    with pytest.raises(label.UntrustedTagsError, match="mid-sentence"):
        label.label_from_tags(pdf)
    pdf.write_bytes(drawn(column(*LINES)))
    with pytest.raises(label.UntrustedTagsError, match="no structure tree"):
        label.label_from_tags(pdf)


def test_table_of_manuals() -> None:
    table = fetch.manuals()
    assert len(table) >= 15
    assert len({manual.name for manual in table}) == len(table)
    for manual in table:
        assert manual.pdf.removesuffix(".gz").endswith(".pdf")
        assert all(".html" in pattern for pattern in manual.html)


def test_twins_come_in_the_order_of_their_numbers(tmp_path: Path) -> None:
    for name in ("ch10.html", "ch2.html", "index.html"):
        (tmp_path / name).touch()
    found = fetch.expand(tmp_path, ["index.html", "*.html"])
    assert [path.name for path in found] == ["index.html", "ch2.html", "ch10.html"]
    with pytest.raises(FetchError, match=r"no file \*\.md"):
        fetch.expand(tmp_path, ["*.md"])


def test_fetch_labels_from_packages_in_the_cache(tmp_path: Path) -> None:
    manual = fetch.Manual("ferry", ("ferry-doc=1:2",), "en", "doc/f.pdf.gz", ("doc/f.html",))
    share = tmp_path / "cache" / "unpacked" / "usr" / "share" / "doc"
    share.mkdir(parents=True)
    (share / "f.pdf.gz").write_bytes(gzip.compress(drawn(column(*LINES))))
    (share / "f.html").write_text(f"<p>{' '.join(LINES)}</p>")
    archive = tmp_path / "cache" / "ferry-doc_1%3a2_all.deb"
    archive.touch()
    (tmp_path / "cache" / "unpacked" / f".{archive.name}").touch()
    line = fetch.fetch(manual, tmp_path / "cache", tmp_path / "out")
    assert line.startswith("ferry: 2 wraps")
    head, rows = labels.read(tmp_path / "out" / "ferry.labels.jsonl.gz")
    assert head.more["origin"] == "Debian package ferry-doc 1:2"
    assert [row.label for row in rows] == ["wrap", "wrap"]
