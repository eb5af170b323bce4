"""The benchmark as a site: every error's link leads to its break."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from bench.cli import main

pytest.importorskip("matplotlib")
CORPUS = Path(__file__).parents[2] / "labelled_corpus"


def test_every_error_is_linked_to_its_break(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "corpus"
    folder.mkdir()
    for name in ("en-business-01-chromium-a", "en-letter-1-chromium-a"):
        for ending in (".pdf", ".labels.jsonl"):
            shutil.copy(CORPUS / "en" / f"{name}{ending}", folder)
    out = tmp_path / "site"
    assert main(["report", str(folder), "-o", str(out), "--rules", "first", "-j", "1"]) == 0
    assert capsys.readouterr().out.strip() == str(out / "index.html")
    for picture in ("scores.svg", "reliability.svg"):
        assert (out / picture).read_text().lstrip().startswith("<?xml")
    site = (out / "index.html").read_text(encoding="utf-8")
    assert "recall %" in site
    assert "href='reliability.svg'" in site
    assert re.search(r"differ by \d+\.\d points", site)
    links = re.findall(r"href='(pages/[^#']+)#p(\d+)c(\d+)'", site)
    assert links, "the published rules make mistakes on business papers"
    for name, page, char in links:
        text = (out / name).read_text(encoding="utf-8")
        found = re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.S)
        assert found
        pages = {p["number"]: p for p in json.loads(found[1])["pages"]}
        spans = pages[int(page)]["span"]
        at = [i for i, (last, first) in enumerate(spans) if last <= int(char) < first]
        assert len(at) == 1
        assert pages[int(page)]["label"][at[0]] in ("wrap", "keep")


def test_a_file_in_the_way_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "site").write_text("x")
    corpus = str(CORPUS / "sample/sample.pdf")
    assert main(["report", corpus, "-o", str(tmp_path / "site")]) == 2
    assert "site is a file" in capsys.readouterr().err
