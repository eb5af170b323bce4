"""The browser decides as Python does: every rule set, every threshold, labels and counts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import rejoin
from rejoin.decision import conditions, failed_conditions
from rejoin.rules import load_rules
from rejoin.view import view
from rejoin.viewrules import spans

ROOT = Path(__file__).parents[2]
SAMPLE = ROOT / "labelled_corpus/sample/sample.pdf"
ARTICLE = ROOT / "labelled_corpus/en/en-article-1-chromium-a.pdf"
ARABIC = ROOT / "labelled_corpus/ar/ar-aqd-ijar-odt-a.pdf"
VERTICAL = ROOT / "labelled_corpus/ja/ja-article-1-chromium-b.pdf"
MOVED = {"pitch_max": 2.5, "full_edge": 0.97, "left_equal": 0.1, "gap": 1.0, "height": 0.02}


def shown(tab: Any, tmp_path: Path, document: rejoin.Document, **more: Any) -> None:
    page = tmp_path / "page.html"
    page.write_text(view(document, **more), encoding="utf-8")
    tab.goto(page.as_uri())


def slide(tab: Any, name: str, value: float) -> None:
    """Move a slider, and wait until the page has decided anew."""
    if not tab.locator("#sliders").is_visible():
        tab.locator("summary").click()
    tab.locator(f'input[data-name="{name}"]').fill(repr(value))
    tab.wait_for_function("() => !waiting")


@pytest.mark.parametrize("rules", ["first", "cjk", "gap"])
def test_conditions_under_any_thresholds(tab: Any, tmp_path: Path, rules: str) -> None:
    document = rejoin.read(ARTICLE, rules=rules)
    shown(tab, tmp_path, document)
    for changes in ({}, MOVED):
        tab.evaluate("changes => { state.moved = changes; redecide(); }", changes)
        ours = load_rules(document.rules, **changes)
        failed = np.concatenate([failed_conditions(page.breaks, ours) for page in document])
        assert tab.evaluate("joined") == (failed == 0).tolist()
        each = np.concatenate(
            [np.stack(list(conditions(page.breaks, ours).values()), axis=1) for page in document]
        )
        found = tab.evaluate(
            "breaks.map(b => Object.values(conditions(b.read.own.values, chosen.thresholds,"
            " chosen.switches)))"
        )
        assert found == each.tolist()
        assert (failed == 0).any()
        assert (failed > 0).any()


def test_margins_are_of_the_sign_that_the_conditions_say(tab: Any, tmp_path: Path) -> None:
    shown(tab, tmp_path, rejoin.read(ARTICLE, rules="first"))
    wrong = tab.evaluate(
        """() => breaks.flatMap((b) => {
            const m = margins(b.read.own.values, chosen.thresholds, chosen.switches);
            const c = conditions(b.read.own.values, chosen.thresholds, chosen.switches);
            return Object.keys(c).filter((k) => m[k] && c[k] !== m[k] > 0);
        })"""
    )
    assert wrong == []


def test_the_confidence_slider_is_exact(tab: Any, tmp_path: Path) -> None:
    document = rejoin.read(ARTICLE)
    shown(tab, tmp_path, document)
    confidence = np.concatenate([page.decision.confidence for page in document])
    before = np.concatenate([page.decision.joined for page in document])
    assert tab.evaluate("joined") == before.tolist()
    # one of the confidences itself: the break that has it is still joined
    for needed in (0.3, float(str(np.sort(confidence)[-len(confidence) // 4]))):
        slide(tab, "confidence", needed)
        wanted = confidence >= np.float32(needed)
        assert tab.evaluate("joined") == wanted.tolist()
        text = tab.locator("#counts").inner_text()
        up, down = int((wanted & ~before).sum()), int((before & ~wanted).sum())
        assert f"{int(wanted.sum())} joined, {up + down} flipped" in text
        assert (f"({up} now joined, {down} now kept)" in text) == bool(up + down)
        tab.locator("#filter").select_option("flipped")
        assert tab.evaluate("list") == np.flatnonzero(wanted != before).tolist()
    assert down, "some breaks are less certain than those at the top"
    tab.locator("#reset").click()
    assert tab.evaluate("joined") == before.tolist()


@pytest.mark.parametrize(
    ("pdf", "shows"),
    [(ARTICLE, "default"), (ARTICLE, "gap"), (ARABIC, "default"), (VERTICAL, "default")],
    ids=["latin", "latin-gap", "arabic", "vertical"],
)
def test_each_rule_set_is_what_python_makes_of_the_file(
    tab: Any, tmp_path: Path, pdf: Path, shows: str
) -> None:
    document = rejoin.read(pdf, rules=shows)
    ends = [
        [page.number, *span]
        for page in document
        for span in spans(page.lines, page.breaks).tolist()
    ]
    shown(tab, tmp_path, document)
    for name in ("default", "first", "cjk", "gap"):
        known = {
            (page.number, *span): joined
            for page in rejoin.read(pdf, rules=name)
            for span, joined in zip(
                spans(page.lines, page.breaks).tolist(), page.decision.joined.tolist(), strict=True
            )
        }
        tab.locator("#beside").select_option(name)
        wanted = [known.get(tuple(end)) for end in ends]
        assert tab.evaluate("other") == wanted
        if pdf == VERTICAL and name != shows:
            assert None in wanted, "the two readings part some lines otherwise"
            assert "has no such break" in tab.locator("#counts").inner_text()
        tab.locator("#rules").select_option(name)
        assert tab.evaluate("joined") == wanted
        tab.locator("#rules").select_option(shows)
        differ = tab.evaluate("breaks.map((_, i) => i).filter(differs)")
        tab.locator("#filter").select_option("differ")
        assert tab.evaluate("list") == differ
        joined = tab.evaluate("joined")
        assert differ == [
            i for i, (a, b) in enumerate(zip(joined, wanted, strict=True)) if b not in (None, a)
        ]
        assert bool(differ) == (name != shows) or "default" not in (name, shows)


def test_a_changed_preset_and_the_preset_are_two_rule_sets(tab: Any, tmp_path: Path) -> None:
    document = rejoin.read(ARTICLE, rules="gap", full_edge=0.99)
    shown(tab, tmp_path, document)
    tab.locator("#beside").select_option("gap")
    preset = rejoin.read(ARTICLE, rules="gap")
    for name, each in (("joined", document), ("other", preset)):
        wanted = np.concatenate([page.decision.joined for page in each]).tolist()
        assert tab.evaluate(name) == wanted
    assert tab.evaluate("joined") != tab.evaluate("other")
    assert "gap, changed" in tab.locator("#rules").inner_text()


def test_labels_recall_and_precision_live(tab: Any, tmp_path: Path) -> None:
    document = rejoin.read(SAMPLE)
    confidence = np.concatenate([page.decision.confidence for page in document])
    joined = np.concatenate([page.decision.joined for page in document])
    wrap = joined.copy()
    first, wrong = int(np.flatnonzero(~joined)[0]), int(np.flatnonzero(joined)[0])
    wrap[first], wrap[wrong] = True, False  # one planted miss, one planted wrong join
    names = iter(np.where(wrap, "wrap", "keep").tolist())
    known = {
        page.number: {int(page.lines.last[a]): next(names) for a in page.breaks.above}
        for page in document
    }
    shown(tab, tmp_path, document, labels=known)
    tab.locator("#filter").select_option("wrong")
    assert tab.evaluate("list") == sorted([first, wrong])
    assert tab.locator(".tag.against").count() == 2
    for needed in (None, 0.99):
        if needed:
            slide(tab, "confidence", needed)
            joined = confidence >= np.float32(needed)
        right, all_joined = int((joined & wrap).sum()), int(joined.sum())
        text = tab.locator("#counts").inner_text()
        assert f"recall {100 * right / wrap.sum():.1f} %" in text
        assert f"precision {100 * right / all_joined:.1f} %" in text
