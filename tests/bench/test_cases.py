"""Small cases: what counts as right, and that a bad file costs its own verdict only."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import rejoin
from bench import cases
from bench.case import Case, difference, find_cases, judge
from bench.cli import main
from bench.corpus import CorpusError
from tests import pdfs, tasks
from tests.pdfs import JOINED, WRAPPED, Page


def write(
    folder: Path, name: str, content: bytes, wanted: str | None = JOINED, **keys: Any
) -> Case:
    """A case in a folder."""
    pdf = folder / f"{name}.pdf"
    pdf.write_bytes(content)
    if wanted is not None:
        pdf.with_suffix(".expected.txt").write_text(wanted, encoding="utf-8")
    if keys:
        pdf.with_suffix(".json").write_text(json.dumps(keys), encoding="utf-8")
    return next(case for case in find_cases(folder) if case.name == name)


GOOD = pdfs.pdf(pdfs.lines(*WRAPPED))


@pytest.mark.parametrize(
    ("got", "wanted", "keys"),
    [
        ("One two\n\n\fThree", " One  two\nThree\n", {}),
        ("Day  Fee\n7 Jan   4.50", "Day\tFee\n7 Jan\t4.50", {"cell_sep": "tab"}),
        ("Report\nOne\n2\f", "One", {"furniture": ["Report", "2"]}),
        ("One\n2", "One\n2", {"furniture": ["2"]}),
        ("2\nOne\n2\n2", "2\nOne", {"furniture": "2"}),
        ("古い水車(すいしゃ)は", "古い水車は", {"ruby": ["すいしゃ"]}),
        ("古い水車は", "古い水車は", {"ruby": ["すいしゃ"]}),
        ("古い水車（すいしゃ）は", "古い水車は", {"ruby": ["すいしゃ"]}),
        ("if a:\n    b()", "if a:\n    b()", {}),
    ],
)
def test_texts_that_say_the_same_do_not_differ(got: str, wanted: str, keys: dict[str, Any]) -> None:
    assert difference(got, wanted, keys) == ""


@pytest.mark.parametrize(
    ("got", "wanted", "keys", "said"),
    [
        ("One\ntwo", "One two", {}, "line 1 is 'One', not 'One two'"),
        ("One", "One\nTwo", {}, "line 2 is missing: 'Two'"),
        ("One\nTwo", "One", {}, "line 2 is too much: 'Two'"),
        ("DayFee", "Day\tFee", {"cell_sep": "tab"}, "'DayFee'"),
        ("Report One", "One", {"furniture": ["Report"]}, "'Report One'"),
        ("古い水車すいしゃは", "古い水車は", {"ruby": ["すいしゃ"]}, "水車すい"),
        ("if a:\nb()", "if a:\n    b()", {}, "line 2 is 'b()', not '    b()'"),
        ("x" * 99 + "y" + "z" * 99, "x" * 99 + "w" + "z" * 99, {}, "xxxyzzz"),
    ],
)
def test_the_first_difference_is_said(
    got: str, wanted: str, keys: dict[str, Any], said: str
) -> None:
    assert said in difference(got, wanted, keys)


def test_a_long_line_is_shown_where_it_differs() -> None:
    said = difference("a" * 300 + "b" + "a" * 300, "a" * 300 + "c" + "a" * 300, {})
    assert "ab" in said
    assert "ac" in said
    assert len(said) < 200


def test_text_is_judged(tmp_path: Path) -> None:
    assert judge(write(tmp_path, "good", GOOD)).state == "right"
    verdict = judge(write(tmp_path, "other", GOOD, JOINED + " More."))
    assert verdict.state == "wrong"
    assert "line 1" in verdict.reason


@pytest.mark.parametrize(
    ("content", "wanted", "keys", "said"),
    [
        (b"nothing", JOINED, {}, "NotAPdfError"),
        (b"nothing", None, {"expect": "no-crash"}, None),
        (b"nothing", JOINED, {"expect": "no-crash"}, "NotAPdfError"),
        (pdfs.pdf(b"", pdfs.lines(*WRAPPED)), JOINED, {"expect": "no-crash"}, None),
        (GOOD, JOINED, {"expect": "fast"}, None),
        (GOOD, JOINED, {"password": "x", "expect": "error-without-password"}, "opens without"),
    ],
)
def test_what_is_expected_besides_the_text(
    content: bytes, wanted: str | None, keys: dict[str, Any], said: str | None, tmp_path: Path
) -> None:
    verdict = judge(write(tmp_path, "case", content, wanted, **keys))
    assert verdict.state == ("wrong" if said else "right")
    assert (said or "") in verdict.reason


def test_what_is_slow_is_not_fast(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bench.case.FAST", 0.0)
    assert "took" in judge(write(tmp_path, "case", GOOD, expect="fast")).reason


def test_a_text_that_cannot_be_had_is_not_compared(tmp_path: Path) -> None:
    case = write(tmp_path, "case", GOOD, "Other text", recoverable=False, kind="font")
    assert judge(case).state == "right"


class _Check:
    """What `rejoin.check` returns, as far as a case asks."""

    def __init__(self, *classes: str) -> None:
        self.pages = [type("P", (), {"page_class": name}) for name in classes]


@pytest.mark.parametrize(("classes", "state"), [(("text", "scan"), "right"), (("text",), "wrong")])
def test_page_classes_are_judged(
    classes: tuple[str, ...], state: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    case = write(tmp_path, "case", GOOD, None, page_class="scan")
    monkeypatch.setattr(rejoin, "check", lambda pdf, password: _Check(*classes), raising=False)
    assert judge(case).state == state


def test_a_crash_or_a_hang_costs_its_own_case_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = [write(tmp_path, name, GOOD) for name in ("a_die", "b_hang", "c_good")]
    monkeypatch.setattr(cases, "judge", tasks.judge_or_die)
    die, hang, good = cases.judge_all(found, 1, 3.0)
    assert die.state == hang.state == "wrong"
    assert good.state == "right"
    assert "died" in die.reason
    assert "longer than 3 s" in hang.reason


def test_the_command_lists_what_is_wrong(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path, "good", GOOD)
    assert main(["cases", str(tmp_path)]) == 0
    write(tmp_path, "bad", GOOD, "Something else")
    write(tmp_path, "lost", pdfs.pdf(Page(None)), "", expect="no-crash")
    capsys.readouterr()
    assert main(["cases", str(tmp_path), "-j1"]) == 1
    out = capsys.readouterr().out.splitlines()
    assert out[0].startswith("bad: line 1 is 'The ferry")
    assert out[-1] == "all: 2 of 3 right (66.7 %)"
    assert out[-2] == "robustness: 1 of 1 right (100.0 %)"
    assert main(["cases", str(tmp_path), "--least", "60"]) == 0
    assert main(["cases", str(tmp_path), "--only", "good"]) == 0


def test_a_folder_without_cases_is_refused(tmp_path: Path) -> None:
    (tmp_path / "alone.pdf").write_bytes(GOOD)
    with pytest.raises(CorpusError, match="no PDF"):
        find_cases(tmp_path)
    (tmp_path / "alone.json").write_text("{", encoding="utf-8")
    with pytest.raises(CorpusError, match=r"alone\.json"):
        find_cases(tmp_path)
    (tmp_path / "alone.json").write_text('{"expect": "miracles"}', encoding="utf-8")
    with pytest.raises(CorpusError, match="miracles"):
        find_cases(tmp_path)
