"""Labelling in a browser: keys, buttons, blind mode, undo, and the file that comes of it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import rejoin
from bench import labels
from bench.cli import main as bench
from rejoin.labelfile import LabelFile
from rejoin.labelserver import LabelServer
from tests import pdfs
from tests.browser.conftest import faults
from tests.browser.test_decisions import SAMPLE

HYPHEN = ("A word that is divided at the end of its line is put to-",
          "gether again, and one with a hyphen of its own is a well-",
          "known case that a person has to tell from the first kind.")  # fmt: skip


@contextmanager
def serving(pdf: Path) -> Iterator[tuple[LabelServer, Path]]:
    target = pdf.with_suffix(".labels.jsonl")
    with rejoin.read(pdf) as document, LabelServer(document, LabelFile(target, pdf)) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.02,))
        thread.start()
        try:
            yield server, target
        finally:
            server.shutdown()
            thread.join()


@pytest.fixture
def served(tmp_path: Path) -> Iterator[tuple[LabelServer, Path]]:
    pdf = tmp_path / "sample.pdf"
    pdf.write_bytes(SAMPLE.read_bytes())
    with serving(pdf) as both:
        yield both


def start(tab: Any, server: LabelServer) -> None:
    """Open the page, all breaks in their order, the first one chosen."""
    tab.goto(server.address)
    tab.locator("#filter").select_option("all")
    tab.keyboard.press("Escape")
    tab.evaluate("choose(0, true)")


def idle(tab: Any) -> None:
    """Wait until every label is saved."""
    tab.evaluate("queue")


def saved(path: Path) -> list[tuple[str, str | None]]:
    return [(row.label, row.join) for row in labels.read(path)[1]]


def test_label_a_page_reload_and_score(tab: Any, served: tuple[LabelServer, Path]) -> None:
    server, target = served
    start(tab, server)
    tab.keyboard.type("kww")  # faster than the labels are saved
    idle(tab)
    assert tab.evaluate("state.current") == 3
    assert saved(target) == [("keep", None), ("wrap", "space"), ("wrap", "space")]
    tab.keyboard.press("z")
    idle(tab)
    assert saved(target) == [("keep", None), ("wrap", "space")]
    assert tab.evaluate("state.current") == 2
    head, _ = labels.read(target)
    assert (head.pdf, head.labelled_from) == ("sample.pdf", "hand")
    tab.reload()
    assert tab.evaluate("breaks.slice(0, 3).map(b => b.label)") == ["keep", "wrap", None]
    assert "2 of" in tab.locator("#counts").inner_text()
    assert tab.locator("#progress").evaluate("p => p.value") == 2
    assert tab.locator(".tag").all_text_contents()[:2] == ["k", "w"]
    assert bench(["score", str(target.parent), "--rules", "default"]) == 0


def test_every_break_of_a_document_by_keys_alone(
    tab: Any, served: tuple[LabelServer, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    server, target = served
    tab.goto(server.address)
    count, sure = tab.evaluate("breaks.length"), tab.evaluate("list.map(unsure)")
    assert sure == sorted(sure), "least certain first"
    tab.keyboard.press("n")
    idle(tab)
    assert tab.evaluate("state.current === list[0]")
    tab.keyboard.type("wku" * (count // 3 + 1))
    idle(tab)
    assert len(saved(target)) == count
    assert {label for label, _ in saved(target)} == {"wrap", "keep", "unknown"}
    assert "every break is labelled" in tab.locator("#status").inner_text()
    assert bench(["score", str(target.parent), "--rules", "default"]) == 0
    assert "default" in capsys.readouterr().out


def test_blind_mode_hides_every_decision(tab: Any, served: tuple[LabelServer, Path]) -> None:
    server, _ = served
    start(tab, server)
    tab.locator("#beside").select_option("gap")
    unlabelled = "document.querySelectorAll('.mark.soft, .mark.real, .mark.other').length"
    assert tab.evaluate(unlabelled) == 0
    assert tab.locator(".mark").count() == tab.locator(".mark.hidden").count() > 10
    names = tab.locator(".mark").evaluate_all("all => all.map(m => m.getAttribute('aria-label'))")
    assert all("not shown" in name for name in names)
    opacities = tab.locator(".mark").evaluate_all("all => all.map(m => m.getAttribute('opacity'))")
    assert set(opacities) == {"1"}, "how certain it is would say what it is"
    tab.keyboard.press("Enter")
    assert "Blind" in tab.locator("#detail").inner_text()
    assert tab.locator("#detail table").count() == 0
    assert "joined" not in tab.locator("#counts").inner_text()
    lines = tab.evaluate("frames[0].running.children.length")
    assert lines == tab.evaluate("data.pages[0].text.length"), "no line is joined to the next"
    tab.keyboard.press("k")
    idle(tab)
    assert tab.evaluate(unlabelled) == 1
    tab.locator("#key-b").click()
    assert tab.locator("#key-b").get_attribute("aria-pressed") == "false"
    assert tab.locator(".mark.hidden").count() == 0
    assert "joined" in tab.locator("#counts").inner_text()


def test_buttons_do_what_the_keys_do(tab: Any, served: tuple[LabelServer, Path]) -> None:
    server, target = served
    start(tab, server)
    for name in ("keep", "wrap", "unknown"):
        tab.get_by_role("button", name=f"{name} (").click()
    idle(tab)
    assert saved(target) == [("keep", None), ("wrap", "space"), ("unknown", None)]
    tab.evaluate("choose(1, true)")
    tab.get_by_role("button", name="join (j)").click()
    idle(tab)
    assert saved(target)[1] == ("wrap", "none")
    tab.get_by_role("button", name="clear (x)").click()
    idle(tab)
    assert len(saved(target)) == 2
    for _ in range(2):
        tab.get_by_role("button", name="undo (z)").click()
    idle(tab)
    assert saved(target)[1] == ("wrap", "space"), "label and join come back"
    tab.get_by_role("button", name="next unlabelled page").click()
    idle(tab)
    assert tab.evaluate("breaks[state.current].page") == 1


def test_keys_of_one_character_can_be_switched_off(
    tab: Any, served: tuple[LabelServer, Path]
) -> None:
    server, target = served
    start(tab, server)
    tab.locator("#help-button").click()
    tab.locator("#letters").uncheck()
    tab.keyboard.press("Escape")
    tab.evaluate("choose(0, true)")
    tab.keyboard.type("kwu")
    idle(tab)
    assert not target.exists()


def test_a_hyphen_is_the_persons_to_judge(tab: Any, tmp_path: Path) -> None:
    pdf = tmp_path / "hyphens.pdf"
    pdf.write_bytes(pdfs.pdf(pdfs.lines(*HYPHEN)))
    with serving(pdf) as (server, target):
        start(tab, server)
        tab.keyboard.press("w")
        idle(tab)
        assert saved(target) == [("wrap", None)], "no prediction becomes a label"
        assert tab.evaluate("state.current") == 0
        assert "hyphen" in tab.locator("#status").inner_text()
        tab.keyboard.type("jnwjj")
        idle(tab)
        assert saved(target) == [("wrap", "drop-hyphen"), ("wrap", "keep-hyphen")]


def test_labels_that_are_there_are_kept(tab: Any, tmp_path: Path) -> None:
    pdf = tmp_path / "sample.pdf"
    pdf.write_bytes(SAMPLE.read_bytes())
    target = pdf.with_suffix(".labels.jsonl")
    before = SAMPLE.with_suffix(".labels.jsonl").read_text("utf-8")
    target.write_text(before, "utf-8")
    with serving(pdf) as (server, _):
        start(tab, server)
        shown = tab.evaluate("breaks.filter(b => b.label).length")
        assert shown > 10
        for _ in range(5):
            tab.keyboard.press("n")
        tab.locator("#rules").select_option("gap")
        idle(tab)
        assert target.read_text("utf-8") == before, "looking changes nothing"
        tab.evaluate("choose(1, true)")
        tab.keyboard.type("xz")
        idle(tab)
        assert labels.read(target) == labels.read(SAMPLE.with_suffix(".labels.jsonl"))


def test_what_is_not_saved_is_said(browser: Any, tmp_path: Path) -> None:
    tab = browser.new_page()  # one that may complain
    pdf = tmp_path / "sample.pdf"
    pdf.write_bytes(SAMPLE.read_bytes())
    with serving(pdf) as (server, target):
        start(tab, server)
        tab.keyboard.press("k")
        idle(tab)
        target.unlink()
        target.mkdir()
        tab.keyboard.press("k")
        idle(tab)
        assert "NOT SAVED" in tab.locator("#alert").inner_text()
        assert "cannot be" in tab.locator("#alert").inner_text()
        assert tab.evaluate("[breaks[1].label, state.current]") == [None, 1]
        target.rmdir()
        tab.keyboard.press("k")
        idle(tab)
        assert tab.locator("#alert").inner_text() == ""
    tab.keyboard.press("k")
    idle(tab)
    assert "NOT SAVED" in tab.locator("#alert").inner_text(), "the server is gone"
    assert len(saved(target)) == 2
    tab.close()


def test_damaged_and_empty_pages_can_be_labelled_past(tab: Any, tmp_path: Path) -> None:
    pdf = tmp_path / "broken.pdf"
    text = pdfs.lines(*pdfs.WRAPPED)
    pdf.write_bytes(pdfs.pdf(None, b"", text))
    with serving(pdf) as (server, target):
        start(tab, server)
        tab.keyboard.type("wk")
        idle(tab)
        assert saved(target) == [("wrap", "space"), ("keep", None)]
        assert {row.page for row in labels.read(target)[1]} == {3}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_is_hard_to_reach(
    tab: Any, served: tuple[LabelServer, Path], axe: str, scheme: str
) -> None:
    server, _ = served
    tab.emulate_media(color_scheme=scheme)
    start(tab, server)
    tab.keyboard.press("k")
    idle(tab)
    assert faults(tab, axe) == []
    tab.set_viewport_size({"width": 320, "height": 640})
    assert tab.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
