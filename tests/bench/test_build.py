"""The corpus: rebuilding gives the documents that are there, and only what has changed is made."""

from __future__ import annotations

import json
from dataclasses import replace
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import pytest

from bench import build, cut, labels, looks, make, recipe, slim
from bench.cli import main
from bench.producers.fonts import FONTS
from bench.producers.layout import MissingToolError
from bench.producers.source import Doc, Planned, Style, Unit, load, load_plan

CORPUS = build.CORPUS
TEXTS = CORPUS / "texts"
PLAN = {row.name: row for row in load_plan(CORPUS / "plan.jsonl")}
#: Small documents by producers from PyPI, with the versions that the corpus was made with.
SMALL = {
    "en-business-01-reportlab-a": "5.1.0",
    "en-business-03-typst-a": "0.15.2",
    "en-business-02-weasyprint-a": "70.0",
}
DOC = Doc("note", "en", "A note", "Notes", "article", (Unit("p", ("Words enough.",)),))


def needed(row: Planned, wanted: str) -> None:
    """Skip the test if the producer or the font is missing or of another version."""
    try:
        found = version(row.producer)
    except PackageNotFoundError:
        pytest.skip(f"{row.producer} is not installed")
    if found != wanted:
        pytest.skip(f"{row.producer} is {found}, the corpus was made with {wanted}")
    font = FONTS.get(row.style.font)
    if font and not font.files[0].exists():
        pytest.skip(f"{row.style.font} is not installed: {font.package}")


@pytest.mark.parametrize("name", SMALL)
def test_rebuilt_document_is_the_same(name: str, tmp_path: Path) -> None:
    row = PLAN[name]
    needed(row, SMALL[name])
    made = make.make(row, TEXTS, tmp_path)
    assert made.state == "made", made.message
    old, out = make.paths(CORPUS, row, load(TEXTS / f"{row.text}.txt"))
    new = tmp_path / old.relative_to(CORPUS)
    assert slim.same_text(cut.read(old), cut.read(new))
    assert labels.read(out)[1] == labels.read(new.with_name(out.name))[1]
    assert make.make(row, TEXTS, tmp_path).state == "kept"


def test_every_row_of_the_plan_has_its_documents() -> None:
    for row in PLAN.values():
        pdf, out = make.paths(CORPUS, row, load(TEXTS / f"{row.text}.txt"))
        assert pdf.exists(), f"{row.name} is missing"
        assert out.exists(), f"{row.name} has no labels"


def test_no_two_texts_share_producer_and_style() -> None:
    seen: dict[str, str] = {}
    for line in (CORPUS / "plan.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        key = json.dumps([row["producer"], row["style"]], sort_keys=True)
        assert seen.setdefault(key, row["name"]) == row["name"]
    assert len(PLAN) == len(seen)


def test_a_changed_style_or_text_makes_a_document_out_of_date() -> None:
    first = recipe.recipe("p: words", "typst", Style())
    assert first == recipe.recipe("p: words", "typst", Style(font=Style().font))
    others = [("p: other words", "typst", Style()), ("p: words", "weasyprint", Style()),
              ("p: words", "typst", Style(size=9.0))]  # fmt: skip
    assert first not in [recipe.recipe(*other) for other in others]


def test_comments_and_docstrings_do_not_count(tmp_path: Path) -> None:
    plain, told = tmp_path / "plain.py", tmp_path / "told.py"
    plain.write_text("def f(a):\n    return a\n")
    told.write_text('"""M."""\n\n\ndef f(\n    a,\n):\n    """D."""\n    return a  # so\n')
    changed = tmp_path / "changed.py"
    changed.write_text("def f(a):\n    return -a\n")
    assert recipe.plain(plain) == recipe.plain(told) != recipe.plain(changed)


def test_chosen() -> None:
    names = [row.name for row in build.chosen(list(PLAN.values()), ["en-business-0[12]*"], None)]
    assert names
    assert all(name.startswith(("en-business-01", "en-business-02")) for name in names)
    some = build.chosen(list(PLAN.values()), None, ["typst"])
    assert {row.producer for row in some} == {"typst"}


def test_a_missing_producer_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def lacks(*_: object) -> None:
        raise MissingToolError("cannot find it: install it")

    monkeypatch.setattr(make, "render", lacks)
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts" / "a.txt").write_text("lang: en\ntitle: A\nhead: H\ngenre: x\n\np: B\n")
    rows = [{"name": f"a-{n}", "text": "a", "producer": "typst"} for n in range(3)]
    (tmp_path / "plan.jsonl").write_text("\n".join(map(json.dumps, rows)))
    assert main(["build", "--corpus", str(tmp_path), "-j", "1"]) == 0
    shown = capsys.readouterr()
    assert shown.err.splitlines() == ["typst: cannot find it: install it"]
    assert shown.out == "3 missing\n"


def test_layout_words() -> None:
    words = looks.words(DOC, Style(columns=2, measure=200, hyphenate=True, align="left"))
    assert words[:3] == ["columns-2", "ragged", "gap"]
    assert {"hyphenated", "narrow", "article"} <= set(words)
    arabic = looks.words(replace(DOC, lang="ar"), Style(vertical=False))
    assert "rtl" in arabic
