"""The benchmark's site in a browser: from an error to its break."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from bench.cli import main
from tests.browser.conftest import faults

CORPUS = Path(__file__).parents[2] / "labelled_corpus/en"


def test_an_error_leads_to_its_break(tab: Any, tmp_path: Path, axe: str) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed (extra: bench)")
    name, folder, out = "en-business-01-chromium-a", tmp_path / "corpus", tmp_path / "site"
    folder.mkdir()
    for ending in (".pdf", ".labels.jsonl"):
        shutil.copy(CORPUS / f"{name}{ending}", folder)
    assert main(["report", str(folder), "-o", str(out), "--rules", "first", "-j", "1"]) == 0
    tab.goto((out / "index.html").as_uri())
    assert tab.locator("img").evaluate_all("all => all.every(i => i.naturalWidth > 100)")
    assert faults(tab, axe) == []
    tab.locator("table a").first.click()
    tab.wait_for_function("() => state.current >= 0")
    assert tab.evaluate("against(state.current)")
    assert "labelled" in tab.locator("#detail h2").inner_text()
