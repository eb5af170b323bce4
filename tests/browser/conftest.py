"""A real browser (Chromium, by Playwright) for the pages for looking and labelling."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

#: What distributions call it.
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ERRORS = ("error", "warning")


def _chromium(driver: Any) -> str:
    """Path of the browser: the one named by REJOIN_CHROMIUM, the system's, Playwright's own."""
    found = [os.environ.get("REJOIN_CHROMIUM"), *map(shutil.which, NAMES)]
    found.append(driver.chromium.executable_path)
    return next((path for path in found if path and Path(path).exists()), "")


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """The browser; its tests are skipped where there is none."""
    reason = "Playwright is not installed (extra: browser)"
    playwright = pytest.importorskip("playwright.sync_api", reason=reason)
    with playwright.sync_playwright() as driver:
        path = _chromium(driver)
        if not path:
            pytest.skip("there is no Chromium: install chromium, or name one in REJOIN_CHROMIUM")
        found = driver.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield found
        found.close()


@pytest.fixture
def tab(browser: Any) -> Iterator[Any]:
    """A tab that must not complain about anything, and must not ask anybody for anything."""
    tab = browser.new_page(viewport={"width": 1300, "height": 900})
    wrong: list[str] = []
    tab.on("console", lambda m: wrong.append(m.text) if m.type in ERRORS else None)
    tab.on("pageerror", lambda error: wrong.append(str(error)))
    tab.on("request", lambda r: None if _own(r.url) else wrong.append(f"asked for {r.url}"))
    yield tab
    tab.close()
    assert wrong == []


def _own(address: str) -> bool:
    return address.startswith(("file:", "data:", "http://127.0.0.1:"))


@pytest.fixture(scope="session")
def axe() -> str:
    """The program axe-core, which looks for faults of accessibility."""
    spec = find_spec("axe_playwright_python")
    if not spec or not spec.origin:
        pytest.skip("axe-core is not installed (extra: browser)")
    return Path(spec.origin).with_name("axe.min.js").read_text("utf-8")


def faults(tab: Any, axe: str) -> list[str]:
    """Faults of accessibility of the page as it is now, one sentence each."""
    if tab.evaluate("typeof axe === 'undefined'"):
        tab.evaluate(axe)
    found = tab.evaluate("axe.run({resultTypes: ['violations']})")["violations"]
    return [f"{f['id']}: {f['nodes'][0]['html'][:200]}" for f in found]
