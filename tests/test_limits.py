"""What limits cut off is said, everywhere."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import rejoin
from rejoin import Limits
from rejoin.reader import Reader
from rejoin.source import Handle
from tests.conftest import Command
from tests.pdfs import JOINED, WRAPPED, lines, pdf


def test_pages(pages: Path, command: Command) -> None:
    ran = command(pages, "--max-pages", "2")
    assert (ran.code, ran.out) == (1, "Page a.\n\fPage b.\n")
    assert "only 2 of 3 pages are read (--max-pages)" in ran.err
    with rejoin.read(pages, limits=Limits(max_pages=2)) as document:
        assert len(document) == 2
        assert len(document.truncated) == 1
    assert command(pages, "--max-pages", "3") == command(pages) == (0, command(pages).out, "")
    assert command(pages, "--pages", "2-3", "--max-pages", "1").out == "Page b.\n"
    assert command("check", pages, "--max-pages", "2").code == 1


def test_characters(pages: Path, command: Command) -> None:
    """Each page holds one paragraph of seven characters."""
    for most, out in ((21, "Page a.\n\fPage b.\n\fPage c.\n"), (20, "Page a.\n\fPage b.\n\f"),
                      (14, "Page a.\n\fPage b.\n\f"), (6, "")):  # fmt: skip
        ran = command(pages, "--max-chars", most)
        assert ran.out == out
        assert ran.code == int(most < 21)
        assert ("--max-chars" in ran.err) == (most < 21)
    with rejoin.read(pages, limits=Limits(max_chars=8)) as document:
        assert [page.truncated for page in document] == [False, True]
        assert "page 2" in document.truncated[0]


def test_characters_of_a_page(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "long.pdf"
    path.write_bytes(pdf(lines("One"), lines(*WRAPPED), lines("Three")))
    ran = command(path, "--max-page-chars", "12")
    assert ran.code == 1
    assert ran.out == f"One\n\f{WRAPPED[0][:12].strip()}\n\fThree\n"
    assert "page 2:" in ran.err
    assert "page 1:" not in ran.err
    with pytest.warns(rejoin.RejoinWarning, match="--max-page-chars"):
        rejoin.text(path, limits=Limits(max_page_chars=12))
    with rejoin.read(path, limits=Limits(max_page_chars=12)) as document:
        assert [page.truncated for page in document] == [False, True, False]
        assert document[1].quality.left_out == len(JOINED) + len(WRAPPED) - 1 - 12
    assert json.loads(command("check", path, "--json", "--max-page-chars", "12").out)["truncated"]


@pytest.mark.parametrize("compiled", [True, False])
def test_both_readers_stop_at_the_same_character(compiled: bool) -> None:
    handle = Handle(pdf(lines(*WRAPPED)))
    reader = Reader(handle, compiled=compiled, most=100)
    reader.read(0, 1)
    assert len(reader.raw()["code"]) == 100
    assert reader.infos["counted"][0] > 400


def test_json_says_so(pages: Path, command: Command) -> None:
    rows = command(pages, "--max-pages", "1", "--format", "jsonl").out.splitlines()
    assert [json.loads(row).get("truncated") for row in rows] == [None, True]


def test_workers_say_so(pages: Path, command: Command) -> None:
    ran = command(pages, pages, "--max-pages", "1", "-j", "2")
    assert ran.code == 1
    assert ran.err.count("--max-pages") == 2


def test_a_limit_is_a_number_from_one_on(pages: Path, command: Command) -> None:
    assert command(pages, "--max-pages", "0").code == 2
    with pytest.raises(ValueError, match="from 1 on"):
        Limits(max_chars=0)


@pytest.mark.parametrize("stored", [False, True])
def test_a_page_count_that_the_file_has_no_room_for(tmp_path: Path, stored: bool) -> None:
    """PDFium believes the number that stands in the file, and each page costs time."""
    data = pdf(lines("One.")).replace(b"/Count 1 ", b"/Count 1000000 ")
    path = tmp_path / "many.pdf"
    path.write_bytes(data)
    with rejoin.read(path if stored else data) as document:
        assert 1 < document.page_count < len(data)
        assert document[0].text == "One.\n"
    with rejoin.read(pdf(*[lines("One.")] * 300)) as document:
        assert document.page_count == 300
