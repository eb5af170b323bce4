"""The pages for looking and labelling in a real browser (Chromium, by Playwright)."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import rejoin
from bench import labels
from rejoin.decision import conditions, failed_conditions
from rejoin.labelfile import LabelFile
from rejoin.labelserver import LabelServer
from rejoin.rules import load_rules
from rejoin.view import view
from tests import pdfs

playwright = pytest.importorskip("playwright.sync_api")
CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")
if not CHROMIUM:
    pytest.skip("there is no Chromium", allow_module_level=True)
ROOT = Path(__file__).parents[2]
SAMPLE = ROOT / "labelled_corpus/sample/sample.pdf"
CORPUS_DOCUMENT = ROOT / "labelled_corpus/en/en-article-1-chromium-a.pdf"


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with playwright.sync_playwright() as driver:
        found = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield found
        found.close()


@pytest.fixture
def tab(browser: Any) -> Iterator[Any]:
    """A tab that must not say anything wrong and must not ask for anything elsewhere."""
    tab = browser.new_page(viewport={"width": 1300, "height": 900})
    wrong: list[str] = []
    tab.on("console", lambda m: wrong.append(m.text) if m.type == "error" else None)
    tab.on("pageerror", lambda error: wrong.append(str(error)))
    yield tab
    tab.close()
    assert wrong == []


def _open(tab: Any, tmp_path: Path, pdf: Path, **options: Any) -> rejoin.Document:
    known = options.pop("labels", None)
    document = rejoin.read(pdf, **options)
    page = tmp_path / "page.html"
    page.write_text(view(document, known), encoding="utf-8")
    tab.goto(page.as_uri())
    return document


@pytest.mark.parametrize("rules", ["first", "cjk", "gap"])
def test_the_browser_decides_as_python_does(tab: Any, tmp_path: Path, rules: str) -> None:
    document = _open(tab, tmp_path, CORPUS_DOCUMENT, rules=rules)
    moved = {"pitch_max": 2.5, "full_edge": 0.97, "left_equal": 0.1, "gap": 1.0, "height": 0.02}
    for changes in ({}, moved):
        tab.evaluate(
            "changes => { Object.assign(state.thresholds, changes); redecide(); }", changes
        )
        ours = load_rules(document.rules, **changes) if changes else document.rules
        failed = np.concatenate([failed_conditions(page.breaks, ours) for page in document])
        assert tab.evaluate("joined") == (failed == 0).tolist()
        each = np.concatenate(
            [np.stack(list(conditions(page.breaks, ours).values()), axis=1) for page in document]
        )
        found = tab.evaluate(
            "breaks.map(b => Object.values(conditions(b.values, state.thresholds, rules.switches)))"
        )
        assert found == each.tolist()
        assert (failed == 0).any()
        assert (failed > 0).any()


def test_default_rules_and_their_slider(tab: Any, tmp_path: Path) -> None:
    document = _open(tab, tmp_path, CORPUS_DOCUMENT)
    confidence = np.concatenate([page.decision.confidence for page in document])
    assert tab.evaluate("joined") == np.concatenate([p.decision.joined for p in document]).tolist()
    tab.locator("summary").click()
    tab.locator('input[data-name="confidence"]').fill("0.95")
    wanted = np.round(confidence.astype(float), 4) >= 0.95
    assert tab.evaluate("joined") == wanted.tolist()
    assert f"{int(wanted.sum())} joined" in tab.locator("#counts").inner_text()


def test_click_hover_filter_and_details(tab: Any, tmp_path: Path) -> None:
    _open(tab, tmp_path, SAMPLE, rules="gap")
    tab.locator('.mark[data-break="1"]').click()
    detail = tab.locator("#detail")
    assert "page 1, break 2" in detail.inner_text()
    assert detail.locator("tr").count() >= 13
    assert tab.locator(".drawn").count() == 4
    tab.locator('.running span[data-line="2"]').first.hover()
    assert tab.locator('.picture .line.lit[data-line="2"]').count() == 1
    tab.locator("#filter").select_option("failed:full")
    failed = tab.evaluate("list.length")
    assert 0 < failed < tab.evaluate("breaks.length")
    tab.locator("#filter").select_option("all")
    tab.locator("#beside").select_option("default")
    assert "other than default" in tab.locator("#counts").inner_text()
    image = tab.locator(".picture img").first
    assert image.evaluate("i => i.complete && i.naturalWidth > 500")


def test_labels_recall_and_precision(tab: Any, tmp_path: Path) -> None:
    with rejoin.read(SAMPLE) as document:
        known: dict[int, dict[int, str]] = {}
        for page in document:
            known[page.number] = {}
            for a, joined in zip(page.breaks.above, page.decision.joined, strict=True):
                known[page.number][int(page.lines.last[a])] = "wrap" if joined else "keep"
        first = next(iter(known[1]))
        known[1][first] = "wrap"  # a heading: one planted miss
        wraps = sum(label == "wrap" for page in known.values() for label in page.values())
    _open(tab, tmp_path, SAMPLE, labels=known)
    recall = f"recall {100 * (wraps - 1) / wraps:.1f} %"
    assert recall in tab.locator("#counts").inner_text()
    assert "precision 100.0 %" in tab.locator("#counts").inner_text()
    tab.locator("#filter").select_option("wrong")
    assert tab.evaluate("list") == [0]


def test_text_cannot_become_markup(tab: Any, tmp_path: Path) -> None:
    pdf = tmp_path / "<b>bold & <i>.pdf"
    pdf.write_bytes(pdfs.pdf(pdfs.lines("</script><script>window.bad=1</script><b>x", "two")))
    _open(tab, tmp_path, pdf)
    assert tab.evaluate("window.bad") is None
    assert "</script><script>" in tab.locator(".running").inner_text()
    assert "<b>bold & <i>.pdf" in tab.locator("h1").inner_text()


def test_keyboard_alone_and_large_type(tab: Any, tmp_path: Path) -> None:
    _open(tab, tmp_path, SAMPLE)
    tab.keyboard.press("ArrowRight")
    tab.keyboard.press("ArrowRight")
    assert tab.evaluate("state.current") == 1
    label = tab.evaluate("document.activeElement.getAttribute('aria-label')")
    assert label.startswith("page 1, break 2: soft wrap")
    tab.keyboard.press("?")
    assert tab.locator("#help").is_visible()
    tab.keyboard.press("Escape")
    unnamed = "[...document.querySelectorAll('button,select,input,img,[role=button]')]"
    unnamed += ".filter(e => !(e.labels && e.labels.length) && !e.textContent.trim() && !e.alt"
    unnamed += " && !e.getAttribute('aria-label')).length"
    assert tab.evaluate(unnamed) == 0
    tab.set_viewport_size({"width": 650, "height": 450})  # what 200 per cent leave of 1300 x 900
    assert tab.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


@pytest.fixture
def served(tmp_path: Path) -> Iterator[tuple[LabelServer, Path]]:
    pdf = tmp_path / "sample.pdf"
    pdf.write_bytes(SAMPLE.read_bytes())
    target = tmp_path / "sample.labels.jsonl"
    with rejoin.read(pdf) as document, LabelServer(document, LabelFile(target, pdf)) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield server, target
        server.shutdown()
        thread.join()


def test_label_a_page_reload_and_score(tab: Any, served: tuple[LabelServer, Path]) -> None:
    server, target = served
    tab.goto(server.address)
    assert tab.evaluate("state.blind")
    tab.locator("#filter").select_option("all")
    tab.locator('.mark[data-break="0"]').click()
    for key in "kww":
        with tab.expect_response("**/label"):
            tab.keyboard.press(key)
        tab.wait_for_function("state.undo.length")
    tab.wait_for_function("state.undo.length === 3 && state.current === 3")
    assert [row.label for row in labels.read(target)[1]] == ["keep", "wrap", "wrap"]
    with tab.expect_response("**/label"):
        tab.keyboard.press("z")
    tab.wait_for_function("breaks[2].label === null")
    head, rows = labels.read(target)
    assert [(row.label, row.join) for row in rows] == [("keep", None), ("wrap", "space")]
    assert (head.pdf, head.labelled_from) == ("sample.pdf", "hand")
    tab.reload()
    assert tab.evaluate("breaks.slice(0, 3).map(b => b.label)") == ["keep", "wrap", None]
    assert "2 of" in tab.locator("#counts").inner_text()
    from bench.cli import main

    assert main(["score", str(target.parent), "--rules", "default"]) == 0


def test_a_long_document_stays_usable(tab: Any, tmp_path: Path) -> None:
    with rejoin.read(ROOT / "labelled_corpus/en/en-book-typst-a.pdf") as document:
        page = tmp_path / "book.html"
        page.write_text(view(document), encoding="utf-8")
        count = len(document)
    assert count > 100
    tab.goto(page.as_uri())
    assert tab.locator(".picture img").count() < 20
    times = tab.evaluate(
        """async () => {
            const out = [];
            for (const i of [0, 0.5, 0.99]) {
                const start = performance.now();
                choose(Math.floor(i * (breaks.length - 1)), true);
                await new Promise(requestAnimationFrame);
                out.push(performance.now() - start);
            }
            const start = performance.now();
            redecide();
            out.push(performance.now() - start);
            return out;
        }"""
    )
    assert max(times) < 5000, times
    assert tab.locator(".picture img").count() < 40
