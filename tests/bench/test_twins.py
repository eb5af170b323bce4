"""TeX twins, doubt, trust in twins, finding twins, and cutting long documents."""

from __future__ import annotations

import gzip
from dataclasses import replace
from pathlib import Path

import pytest

from bench import fetch, label, labels
from bench.agree import agreement
from bench.cli import main
from bench.html import html_units, twin_kind
from bench.labels import Head, Row
from bench.pairs import Finder, candidates
from bench.place import DOUBT
from bench.spread import copy, spread
from bench.stream import opened
from bench.tex import decode, parse_tex, tex_units, undocument

from .drawn import Run, column, drawn

LINES = (
    "The mill on the upper river had stood idle for nine winters when",
    "the council asked whether its wheel could be made to turn again,",
    "and nobody in the valley could say who still owned the old lade",
    "that brought the water round behind the orchard wall.",
)
NEXT = (
    "A survey was ordered, paid for by the parish, and carried out by",
    "two brothers from the coast who had never seen a wooden sluice",
    "before and wrote down everything that the gatekeeper told them.",
)


def _texts(source: str) -> list[tuple[str, str]]:
    return [(unit.kind, unit.text) for unit in parse_tex(source)]


def test_paragraphs_of_tex_end_at_empty_lines_items_headings_and_forced_breaks() -> None:
    source = r"""\documentclass{article}
\begin{document}
\section[Short]{A \emph{long} heading} % a comment
First words
of one paragraph.

Second\par Third \\ Fourth
\begin{itemize}\item one
  and more \item[two] text\end{itemize}
\end{document} never read"""
    assert _texts(source) == [
        ("h2", "A long heading"),
        ("p", "First words of one paragraph."),
        ("p", "Second"),
        ("p", "Third"),
        ("p", "Fourth"),
        ("li", "one and more"),
        ("li", f"two {DOUBT} text"),
    ]


def test_notes_and_captions_of_tex_stand_apart() -> None:
    source = r"Text\footnote{A note with 100\,\% \LaTeX.} goes on. \caption{A picture}"
    assert _texts(source) == [
        ("p", "Text goes on."),
        ("fn", "A note with 100 % LaTeX."),
        ("caption", "A picture"),
    ]


def test_cells_and_verbatim_lines_of_tex_are_units() -> None:
    source = (
        "\\begin{tabular}{l|p{3cm}} a & b c\\\\ \\hline d & \\verb|%e| \\end{tabular}\n"
        "\\begin{verbatim}\n x % y\n\\item z\n\\end{verbatim}"
    )
    assert _texts(source) == [
        ("td", "a"),
        ("td", "b c"),
        ("td", "d"),
        ("td", "%e"),
        ("pre", " x % y"),
        ("pre", "\\item z"),
    ]


def test_macros_that_nobody_knows_leave_doubt() -> None:
    assert _texts(r"one \odd{two} three") == [("p", f"one {DOUBT}two{DOUBT} three")]
    defined = r"\newcommand{\odd}[1]{\textbf{#1}}" + "\n\none \\odd{two} three"
    assert _texts(defined) == [("p", "one two three")]
    parts = r"\newcommand{\odd}[1]{\par\textbf{#1}}" + "\n\none \\odd{two} three"
    assert _texts(parts) == [("p", f"one {DOUBT}two{DOUBT} three")]


def test_formulas_that_stand_alone_leave_doubt() -> None:
    assert _texts("before\n\\[ a = b \\]\nafter") == [("p", f"before {DOUBT} after")]
    assert _texts("is $x_1 + \\alpha$ or") == [("p", "is x1 + or")]
    assert _texts(r"is $\begin{matrix}1\\2\end{matrix}$ or") == [("p", f"is {DOUBT} or")]


def test_documented_tex_and_old_encodings() -> None:
    source = "% Words here.\n%\n% \\begin{macrocode}\n\\def\\x{y}\n% \\end{macrocode}\n%<code>no"
    assert _texts(undocument(source)) == [("p", "Words here."), ("pre", "\\def\\x{y}")]
    assert decode("\\usepackage[koi8-r]{inputenc} да".encode("koi8-r")).endswith("да")
    assert decode("Mühle".encode("latin-1")) == "Mühle"


def test_texinfo_is_no_tex_twin() -> None:
    assert tex_units(b"\\input texinfo @c -*-texinfo-*-\n@setfilename a\n\nSome words.") == []
    assert [unit.text for unit in tex_units(b"\\relax\n\nSome words.")] == ["Some words."]


def test_new_blocks_of_a_bibliography_are_no_breaks() -> None:
    assert _texts(r"\bibitem{a} A. Miller. \newblock On mills.") == [("li", "A. Miller. On mills.")]


def _labelled(tmp_path: Path, twin: str, *lines: str, careful: bool = False) -> list[Row]:
    pdf, source = tmp_path / "a.pdf", tmp_path / "a.tex"
    pdf.write_bytes(drawn(column(*lines)))
    source.write_text(twin, encoding="utf-8")
    return label.label_from_html(pdf, [source], careful=careful)[1]


def test_a_break_where_a_twin_is_in_doubt_is_unknown(tmp_path: Path) -> None:
    whole = _labelled(tmp_path, " ".join(LINES), *LINES)
    assert [row.label for row in whole] == ["wrap", "wrap", "wrap"]
    twin = f"{LINES[0]} {LINES[1]} \\odd{{{LINES[2]}}} {LINES[3]}"
    doubtful = _labelled(tmp_path, twin, *LINES)
    assert [row.label for row in doubtful] == ["wrap", "unknown", "unknown"]


def test_a_twin_that_does_not_fit_is_refused(tmp_path: Path) -> None:
    with pytest.raises(label.UntrustedTwinError, match="only"):
        _labelled(tmp_path, LINES[0], *LINES, *NEXT, careful=True)
    short = [line for text in (*LINES, *NEXT) for line in (text, text[:8])]
    with pytest.raises(label.UntrustedTwinError, match="forced"):
        _labelled(tmp_path, " ".join(short), *short, careful=True)


def test_a_break_with_room_for_the_next_word_is_unknown(tmp_path: Path) -> None:
    lines = (*LINES[:3], "So it was.", *NEXT)
    rows = _labelled(tmp_path, " ".join(lines), *lines, careful=True)
    assert [row.label for row in rows] == ["wrap"] * 3 + ["unknown"] + ["wrap"] * 2


def test_finder_takes_the_files_that_have_the_text(tmp_path: Path) -> None:
    pdf = tmp_path / "doc" / "a.pdf"
    pdf.parent.mkdir()
    pdf.write_bytes(drawn(column(*LINES), column(*NEXT)))
    for name, text in (("p10.html", NEXT), ("p9.html", LINES), ("other.html", ("Nothing.",) * 9)):
        (pdf.parent / name).write_text(f"<p>{' '.join(text)}</p>")
    (tmp_path / "far.html").write_text("<p>elsewhere</p>")
    files = candidates(pdf, tmp_path)
    assert len(files) == 3
    pair = Finder().pairs(pdf, files)
    assert pair is not None
    assert [path.name for path in pair.twins] == ["p9.html", "p10.html"]
    assert pair.cover > 0.85
    assert Finder().pairs(pdf, [pdf.parent / "other.html"]) is None


def test_long_documents_are_cut_to_runs_of_pages(tmp_path: Path) -> None:
    assert spread(60).tolist() == list(range(60))
    chosen = spread(500).tolist()
    assert len(chosen) == 60
    assert chosen[:10] == list(range(10))
    assert chosen[-10:] == list(range(490, 500))
    source = drawn(*([Run(72, 700, f"Page {n}")] for n in range(30)))
    copy(source, tmp_path / "whole.pdf")
    assert (tmp_path / "whole.pdf").read_bytes() == source
    copy(source, tmp_path / "cut.pdf", limit=20)
    with opened(tmp_path / "cut.pdf") as pdf:
        texts = [page.get_textpage().get_text_range() for page in pdf]
    assert texts == [f"Page {n}" for n in (*range(10), *range(20, 30))]


def test_labels_with_odd_line_separators_come_back(tmp_path: Path) -> None:
    row = Row(1, "end\u2028", "\u0085start\x0b", "keep", ("p", "p"), 3)
    path = tmp_path / "a.labels.jsonl"
    labels.write(path, Head("a.pdf"), [row])
    assert labels.read(path)[1] == [row]


def test_agreement_counts_what_both_have_labelled() -> None:
    rows = [Row(1, "", "", "wrap", ("", ""), char) for char in range(4)]
    other = [
        Row(1, "", "", "wrap", ("", ""), 0),
        Row(1, "", "", "keep", ("", ""), 1),
        Row(1, "", "", "unknown", ("", ""), 2),
        Row(1, "", "", "wrap", ("", ""), 3, page_below=2),
    ]
    assert agreement(rows, other) == (2, 1)


def test_command_says_how_far_two_folders_agree(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [Row(1, "", "", "wrap", ("", ""), char) for char in range(100)]
    for folder, wrong in (("one", 0), ("other", 3)):
        (tmp_path / folder).mkdir()
        for name, share in (("a", wrong), ("b", 0)):
            (tmp_path / folder / f"{name}.pdf").write_bytes(b"%PDF")
            kept = [replace(row, label="keep") for row in rows[:share]]
            path = tmp_path / folder / f"{name}.labels.jsonl"
            labels.write(path, Head(f"{name}.pdf"), [*kept, *rows[share:]])
    (tmp_path / "one" / "b.labels.jsonl").unlink()
    folders = [str(tmp_path / "one"), str(tmp_path / "other")]
    assert main(["agree", *folders, "--least", "97"]) == 0
    assert capsys.readouterr().out.splitlines()[1].split() == ["a", "100", "97", "97.00"]
    assert main(["agree", *folders, "--least", "97.5"]) == 1
    assert "below 97.5 %: a" in capsys.readouterr().out
    (tmp_path / "one" / "a.labels.jsonl").rename(tmp_path / "one" / "c.labels.jsonl")
    (tmp_path / "one" / "a.pdf").rename(tmp_path / "one" / "c.pdf")
    assert main(["agree", *folders]) == 2


def test_kinds_of_twins(tmp_path: Path) -> None:
    assert twin_kind([Path("a.tex"), Path("b.dtx.gz")]) == "tex"
    assert twin_kind([Path("a.txt.gz")]) == "text"
    assert twin_kind([Path("a.html"), Path("b.tex")]) == "html"
    path = tmp_path / "a.html.gz"
    path.write_bytes(gzip.compress(b"<p>one</p><p>two</p>"))
    assert [unit.text for unit in html_units([path])] == ["one", "two"]


def test_table_of_documents_with_a_twin() -> None:
    table = fetch.manuals(fetch.TWINS)
    assert len(table) >= 100
    assert len({manual.source for manual in table}) >= 60
    for manual in table:
        assert manual.careful
        assert manual.source
        assert all("=" in package for package in manual.packages)
        assert manual.pdf.removesuffix(".gz").endswith(".pdf")
        assert manual.html
    assert not {manual.name for manual in table} & {manual.name for manual in fetch.manuals()}
