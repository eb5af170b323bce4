"""Scores move by exactly what was planted: errors in labels, errors in text."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

import rejoin
from bench import corpus
from bench.cli import main
from bench.ends import logical
from bench.labels import Row
from bench.match import match
from bench.output import read_output
from bench.scoring import family, score
from bench.tally import ENOUGH, FIELDS, f_score, shares, summarize, tally
from bench.textscore import match_text
from rejoin.rules import load_rules
from tests import pdfs
from tests.bench import corpora
from tests.bench.corpora import PARAGRAPHS, page_of, truth

#: The paragraphs ten times, a page each: 60 wraps, 20 keeps on 10 pages.
PAGES = 10
PDF = pdfs.pdf(*[page_of(PARAGRAPHS)] * PAGES)
ROWS = [row for page in range(1, PAGES + 1) for row in truth(PARAGRAPHS, PDF, page)]
WRAPS = [i for i, row in enumerate(ROWS) if row.label == "wrap"]
KEEPS = [i for i, row in enumerate(ROWS) if row.label == "keep"]


def direct(rows: Sequence[Row]) -> dict[str, int]:
    """Counts of direct scoring under the default rules."""
    return dict(zip(FIELDS, tally(match(rows, OUTPUT)).tolist(), strict=True))


def by_text(rows: Sequence[Row], text: str) -> dict[str, int]:
    return dict(zip(FIELDS, tally(match_text(rows, text)).tolist(), strict=True))


OUTPUT = read_output(PDF, "default")
TEXT = rejoin.text(PDF)


def planted(rows: Sequence[Row], where: Sequence[int], change: Callable[[Row], Row]) -> list[Row]:
    """Rows with some of them changed."""
    return [change(row) if i in set(where) else row for i, row in enumerate(rows)]


def test_without_errors_everything_is_right() -> None:
    assert (len(WRAPS), len(KEEPS)) == (60, 20)
    for counts in (direct(ROWS), by_text(ROWS, TEXT)):
        assert counts["wraps"] == counts["correct"] == counts["join_right"] == 60
        assert counts["keeps"] == 20
        assert counts["wrong"] == 0


@pytest.mark.parametrize("number", [1, 7, 60])
def test_wraps_labelled_as_keeps_become_wrong_joins(number: int) -> None:
    rows = planted(ROWS, WRAPS[:number], lambda row: replace(row, label="keep", join=None))
    for counts in (direct(rows), by_text(rows, TEXT)):
        assert counts["wraps"] == counts["correct"] == 60 - number
        assert counts["wrong"] == number
        found = shares(np.array(list(counts.values())))
        assert found["precision"] == pytest.approx((60 - number) / 60)
        if number < 60:
            assert found["recall"] == 1


@pytest.mark.parametrize("number", [1, 7, 20])
def test_keeps_labelled_as_wraps_become_missed(number: int) -> None:
    rows = planted(ROWS, KEEPS[:number], lambda row: replace(row, label="wrap"))
    for counts in (direct(rows), by_text(rows, TEXT)):
        assert counts["wraps"] == 60 + number
        assert counts["correct"] == 60
        assert counts["wrong"] == 0
        assert shares(np.array(list(counts.values())))["recall"] == pytest.approx(
            60 / (60 + number)
        )


def test_other_kinds_of_join_cost_join_accuracy_alone() -> None:
    rows = planted(ROWS, WRAPS[:9], lambda row: replace(row, join="none"))
    rows = planted(rows, WRAPS[9:12], lambda row: replace(row, join=None))
    for counts in (direct(rows), by_text(rows, TEXT)):
        assert counts["correct"] == 60
        assert counts["join_known"] == 57
        assert counts["join_right"] == 48


def test_unknown_labels_leave_the_counts() -> None:
    rows = planted(ROWS, WRAPS[:5], lambda row: replace(row, label="unknown"))
    assert direct(rows)["wraps"] == by_text(rows, TEXT)["wraps"] == 55


@pytest.mark.parametrize("number", [1, 5, 10])
def test_newlines_planted_in_a_text_are_missed_wraps(number: int) -> None:
    end, start = PARAGRAPHS[1][0][-20:], PARAGRAPHS[1][1][:20]
    text = TEXT.replace(f"{end} {start}", f"{end}\n{start}", number)
    counts = by_text(ROWS, text)
    assert counts["correct"] == 60 - number
    assert counts["wrong"] == 0


@pytest.mark.parametrize("number", [1, 5, 10])
def test_newlines_taken_from_a_text_are_wrong_joins(number: int) -> None:
    end, start = PARAGRAPHS[1][-1], PARAGRAPHS[2][0][:20]
    text = TEXT.replace(f"{end}\n\n{start}", f"{end} {start}", number)
    counts = by_text(ROWS, text)
    assert counts["correct"] == 60
    assert counts["wrong"] == number


def test_words_that_are_missing_from_a_text_are_not_joined() -> None:
    counts = by_text(ROWS, TEXT.replace("black board beside", "black beside", 4))
    assert counts["correct"] == 56
    counts = by_text(ROWS, "")
    assert counts["correct"] == counts["wrong"] == 0


def test_hyphens_quotes_and_ligatures_do_not_matter_in_a_text() -> None:
    row = Row(1, "he said \u201cthe of\ufb01ce con", "nected it\u2019s", "wrap", ("p", "p"), 9,
              "drop-hyphen")  # fmt: skip
    for text, join in (
        ("he said \"the office connected it's", "drop-hyphen"),
        ("he said the office con-nected its", "keep-hyphen"),
        ("HE SAID the o f f i c e con-\u00a0nected it's", "space"),
    ):
        (outcome,) = match_text([row], text)
        assert outcome.joined
        assert outcome.join == join
    assert not match_text([row], "he said the office con-\nnected its")[0].joined
    assert not match_text([row], "he said the office con\x0cnected its")[0].joined


def test_short_repeated_cells_are_told_apart_by_their_neighbours() -> None:
    cells = ["Name", "10", "20", "10", "20", "Sum", "20", "10"]
    rows = [
        Row(1, above, below, "keep", ("td", "td"), i)
        for i, (above, below) in enumerate(pairwise(cells))
    ]
    text = "Name\n10\n20\n10 20\nSum\n20\n10\n"
    assert [o.joined for o in match_text(rows, text)] == [False] * 3 + [True] + [False] * 3


@pytest.mark.parametrize("rules", ["first", "cjk", "gap", "default"])
@pytest.mark.parametrize("backwards", [False, True])
def test_text_and_direct_scoring_agree(rules: str, backwards: bool) -> None:
    """To within 0.3 points, on what the library makes of the committed documents.

    The labels of right-to-left ones hold the ends of the lines as PDFium orders them, numbers out
    of place, and the text has them in logical order: it is searched for both.
    """
    root = Path(__file__).parents[2] / "labelled_corpus"
    items = [i for i in corpus.find([root]) if i.pdf.stat().st_size < 200_000]
    items = [i for i in items if (i.head.language in ("ar", "he")) == backwards]
    both = np.zeros((2, len(FIELDS)), np.int64)
    for item in items[:: 2 if backwards else 10]:
        rows = item.rows()
        outcomes = match(rows, read_output(item.pdf, rules))
        both[0] += tally(o for o in outcomes if o.row.page_below is None)
        text = rejoin.text(item.pdf, rules=rules)
        both[1] += tally(match_text(rows, text, logical(rows, item.pdf)))
    found = shares(both)
    for name in ("recall", "precision"):
        assert found[name][0] == pytest.approx(found[name][1], abs=0.003), name


def test_ends_of_right_to_left_lines_are_looked_up_in_both_orders() -> None:
    listed = Row(1, "\u05e2\u05de\u05d5\u05d3 .48", "[3] \u05e9\u05dd \u05d4\u05e1\u05e4\u05e8",
                 "wrap", ("p", "p"), 9, "space")  # fmt: skip
    read = replace(listed, above="\u05e2\u05de\u05d5\u05d3 48.")
    logical_text = "\u05e2\u05de\u05d5\u05d3 48. [3] \u05e9\u05dd \u05d4\u05e1\u05e4\u05e8"
    (missed,) = match_text([listed], logical_text)
    assert missed.above is None
    for text in (logical_text, logical_text.replace("48.", ".48")):
        (found,) = match_text([listed], text, [read])
        assert found.joined
    (kept,) = match_text([listed], logical_text.replace(" [", "\n["), [read])
    assert kept.above is not None
    assert not kept.joined


def test_documents_without_right_to_left_text_keep_their_ends() -> None:
    assert logical(ROWS, Path("never opened.pdf")) is None


def test_f_weighs_precision() -> None:
    assert f_score(np.array(0.5), np.array(1.0)) == pytest.approx(1.25 * 0.5 / (0.25 + 0.5))
    assert f_score(np.array(0.0), np.array(np.nan)) == 0
    assert np.isnan(f_score(np.array(np.nan), np.array(1.0)))


def tallied(wraps: int, correct: int, wrong: int) -> np.ndarray:
    values = {"wraps": wraps, "correct": correct, "wrong": wrong}
    return np.array([values.get(name, 0) for name in FIELDS], np.int64)


def test_the_mean_is_over_sources_with_enough_wraps() -> None:
    tallies = [tallied(20, 20, 0), tallied(20, 0, 20), tallied(100, 90, 10), tallied(29, 0, 0)]
    out = summarize(tallies, ["a", "a", "b", "c"])
    assert ENOUGH == 30
    assert out["count"] == {"documents": 4, "sources": 3, "averaged": 2}
    assert out["pooled"]["recall"] == pytest.approx(110 / 169)
    assert out["mean"]["recall"] == pytest.approx((0.5 + 0.9) / 2)
    assert out["mean"]["precision"] == pytest.approx((0.5 + 0.9) / 2)
    assert np.isnan(out["mean"]["hyphen"])


def test_intervals_hold_the_figure_and_are_the_same_every_time() -> None:
    tallies = [tallied(50, 40 + i, 5 - i) for i in range(5)] * 3
    sources = [f"s{i}" for i in range(15)]
    out = summarize(tallies, sources)
    for kind in ("pooled", "mean"):
        for name in ("recall", "precision", "f"):
            low, high = out[f"{kind}_low"][name], out[f"{kind}_high"][name]
            assert low < out[kind][name] < high
    again = summarize(tallies, sources)
    assert again["pooled_low"] == {k: pytest.approx(v, nan_ok=True)
                                   for k, v in out["pooled_low"].items()}  # fmt: skip


def test_scores_of_a_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    corpora.corpus(tmp_path)
    report = tmp_path / "scores.json"
    code = main(["score", str(tmp_path), "--rules", "gap", "--by", "source,unit,condition,layout",
                 "-j1", "--json", str(report)])  # fmt: skip
    assert code == 0
    out = capsys.readouterr().out
    assert "2 documents, 2 sources, 12 wraps, 4 keeps" in out
    data = json.loads(report.read_text())["rules"]["gap"]
    assert data["counts"]["correct"] == 12
    assert data["source"]["s1"]["wraps"] == 6
    assert data["unit"]["p | p"]["keeps"] == 4
    assert data["condition"]["pitch"] == [0, 0, 4, 0]
    assert data["documents"]["d0"]["correct"] == 6


def test_two_processes_give_the_same(tmp_path: Path) -> None:
    corpora.corpus(tmp_path, 3)
    items = corpus.find([tmp_path])
    rules = [load_rules("gap"), load_rules("default")]
    one, two = (score(items, rules, jobs) for jobs in (1, 2))
    for name in ("gap", "default"):
        assert one.total(name) == two.total(name)


@pytest.mark.parametrize(
    ("producer", "name"),
    [
        ("pdfTeX-1.40.24", "pdfTeX"),
        ("Skia/PDF m120", "Skia/PDF"),
        ("LibreOffice 7.4", "LibreOffice"),
        ("1.2", "1.2"),
    ],
)
def test_family(producer: str, name: str) -> None:
    assert family(producer) == name
