"""Other tools: adapters, and the process that runs them."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path

import pytest

import rejoin
from bench.cli import main
from bench.peer import Peer, PeerError
from bench.peer_tools.plain import joined, unmarked
from bench.peers import tools
from tests.bench import corpora


@pytest.mark.parametrize(
    ("markdown", "text"),
    [
        ("# A **bold** heading\n\ntext", "A bold heading\n\ntext"),
        ("- an item with *stress* and `code`", "an item with stress and code"),
        ("* an item\n+ another", "an item\nanother"),
        ("see [the site](http://a.b/c_(d)) now", "see the site now"),
        ("![a picture](x.png)", "a picture"),
        ("a<sup>2</sup> and <u>b</u>", "a2 and b"),
        ("one<br>two", "one\ntwo"),
        ("snake_case_name and _stress_", "snake_case_name and stress"),
        ("2\\*3 &amp; 4 &lt; 5", "2*3 & 4 < 5"),
        ("> quoted", "quoted"),
        ("a <!-- page 1 --> b", "a  b"),
        ("3 * 4", "3  4"),
    ],
)
def test_markdown_marks_are_taken_away(markdown: str, text: str) -> None:
    assert unmarked(markdown) == text


def test_cells_of_a_markdown_table_stand_on_lines_of_their_own() -> None:
    lines = unmarked("|a|b|\n|---|---|\n|1|2 3|").split()
    assert lines == ["a", "b", "1", "2", "3"]
    assert "1 2" not in unmarked("|a|b|\n|---|---|\n|1|2|")


def test_joined() -> None:
    assert joined(["one ", "", " two\n"]) == "one two"


def test_a_tool_reads_files_one_after_the_other(tmp_path: Path) -> None:
    paths = corpora.corpus(tmp_path)
    broken = tmp_path / "broken.pdf"
    broken.write_bytes(b"%PDF-1.7 and no more")
    with closing(Peer("rejoin")) as peer:
        assert peer.version == rejoin.__version__
        assert peer.read(paths[0]).text == rejoin.text(paths[0])
        with pytest.raises(PeerError, match="DamagedPdfError"):
            peer.read(broken)
        assert peer.read(paths[1]).seconds > 0


def test_a_tool_that_is_too_slow_is_ended_and_started_anew(tmp_path: Path) -> None:
    path = corpora.corpus(tmp_path)[0]
    with closing(Peer("rejoin")) as peer:
        peer._timeout = 0.0
        with pytest.raises(PeerError, match="took more than"):
            peer.read(path)
        peer._timeout = 60.0
        assert peer.read(path).text


def test_a_tool_that_is_not_there_is_named() -> None:
    with pytest.raises(PeerError, match="no_such_tool is left out"):
        Peer("no_such_tool")


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    corpora.corpus(tmp_path)
    file = tmp_path / "peers.json"
    argv = ["peers", str(tmp_path), "--only", "rejoin,pypdfium2", "--json", str(file)]
    assert main(argv) == 0
    out = capsys.readouterr().out
    assert f"rejoin {rejoin.__version__}" in out
    ours, plain = json.loads(file.read_text())["tools"]
    assert ours["counts"]["correct"] == ours["counts"]["wraps"] == 12
    assert plain["counts"]["correct"] == plain["counts"]["wrong"] == 0
    assert main(["peers", str(tmp_path), "--only", "nothing"]) == 2


def test_every_adapter_says_what_it_does() -> None:
    assert tools()[:2] == ["rejoin", "rejoin_gap"]
    assert {"pypdfium2", "pdftotext", "pymupdf_blocks", "docling_parse"} <= set(tools())
