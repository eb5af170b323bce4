"""Label files and the server of the labelling page."""

from __future__ import annotations

import gzip
import http.client
import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import rejoin
from bench import labels as bench_labels
from rejoin.labelfile import LabelFile, labels_of, read_rows
from rejoin.labelserver import LabelServer
from rejoin.viewdata import places

ROOT = Path(__file__).parents[1]
SAMPLE = ROOT / "labelled_corpus/sample/sample.pdf"


@pytest.fixture
def pdf(tmp_path: Path) -> Path:
    path = tmp_path / "sample.pdf"
    path.write_bytes(SAMPLE.read_bytes())
    return path


@pytest.fixture
def spots(pdf: Path) -> list[dict[str, Any]]:
    with rejoin.read(pdf, rules="gap") as document:
        return [place for page in document for place in places(page)]


def test_labels_are_what_the_bench_reads(pdf: Path, spots: list[dict[str, Any]]) -> None:
    path = pdf.with_suffix(".labels.jsonl")
    file = LabelFile(path, pdf)
    file.set(spots[4], "wrap", "space")
    file.set(spots[0], "keep")
    file.set(spots[2], "unknown")
    head, rows = bench_labels.read(path)
    assert (head.pdf, head.labelled_from) == ("sample.pdf", "hand")
    assert [(r.label, r.join) for r in rows] == [
        ("keep", None), ("unknown", None), ("wrap", "space"),
    ]  # fmt: skip
    assert rows[2].above == spots[4]["above"]
    assert rows[2].box == tuple(spots[4]["box"])
    again = LabelFile(path, pdf)
    again.set(spots[4], None)
    assert again.get(spots[4]) is None
    assert [r.label for r in bench_labels.read(path)[1]] == ["keep", "unknown"]


def test_rows_that_are_not_touched_stay(pdf: Path, spots: list[dict[str, Any]]) -> None:
    path = pdf.with_suffix(".labels.jsonl.gz")
    rows = read_rows(SAMPLE.with_suffix(".labels.jsonl"))
    path.write_bytes(gzip.compress("\n".join(map(json.dumps, rows)).encode()))
    file = LabelFile(path, pdf)
    known = sum(file.get(spot) is not None for spot in spots)
    assert known > 10
    assert file.get(spots[1]) is not None
    file.set(spots[1], "unknown")
    after = read_rows(path)
    assert len(after) == len(rows)
    changed = [row for row in after if row not in rows]
    assert [(row["label"], row["page"]) for row in changed] == [("unknown", 1)]
    assert changed[0]["unit"] != ["", ""], "the kinds of the units are kept"


def test_labels_of_another_document_are_refused(pdf: Path, tmp_path: Path) -> None:
    path = tmp_path / "other.labels.jsonl"
    path.write_text(json.dumps({"pdf": "other.pdf", "sha256": "0" * 64}) + "\n")
    with pytest.raises(rejoin.RejoinError, match=r"other\.labels\.jsonl.*digests differ"):
        LabelFile(path, pdf)
    path.write_text("no labels")
    with pytest.raises(rejoin.RejoinError, match="cannot be read as labels"):
        LabelFile(path, pdf)
    path.write_text('{"page": 1}\n')
    with pytest.raises(rejoin.RejoinError, match="names no pdf"):
        labels_of(read_rows(path))


def test_unknown_labels_change_nothing(pdf: Path, spots: list[dict[str, Any]]) -> None:
    path = pdf.with_suffix(".labels.jsonl")
    file = LabelFile(path, pdf)
    file.set(spots[0], "keep")
    before = path.read_bytes()
    for label, join in (("join", None), ("wrap", "glue")):
        with pytest.raises(ValueError, match="no such label"):
            file.set(spots[0], label, join)
    assert path.read_bytes() == before
    with pytest.raises(rejoin.OutputError, match="cannot be written"):
        LabelFile(pdf.parent / "no such folder" / "x.jsonl", pdf).set(spots[0], "keep")


def test_killed_at_any_moment_the_file_is_whole(pdf: Path) -> None:
    path = pdf.with_suffix(".labels.jsonl")
    script = (
        "import sys, rejoin; from pathlib import Path\n"
        "from rejoin.labelfile import LabelFile; from rejoin.viewdata import places\n"
        "pdf = Path(sys.argv[1]); file = LabelFile(pdf.with_suffix('.labels.jsonl'), pdf)\n"
        "spots = [p for page in rejoin.read(pdf, rules='gap') for p in places(page)]\n"
        "print('ready', flush=True)\n"
        "while True:\n"
        "    for spot in spots:\n"
        "        file.set(spot, 'keep')\n"
    )
    dice = random.Random(3)
    for _ in range(6):
        process = subprocess.Popen(
            [sys.executable, "-c", script, str(pdf)], stdout=subprocess.PIPE, cwd=ROOT
        )
        assert process.stdout
        assert process.stdout.readline() == b"ready\n"
        time.sleep(0.05 + dice.random() / 10)
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        process.stdout.close()
        head, rows = bench_labels.read(path)
        assert head.pdf == "sample.pdf"
        assert {row.label for row in rows} == {"keep"}


@pytest.fixture
def server(pdf: Path) -> Iterator[LabelServer]:
    file = LabelFile(pdf.with_suffix(".labels.jsonl"), pdf)
    with rejoin.read(pdf, rules="gap") as document, LabelServer(document, file) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def _ask(
    server: LabelServer, path: str, body: str | None = None, **headers: str
) -> tuple[int, bytes]:
    port = server.server_address[1]
    connection = http.client.HTTPConnection("127.0.0.1", int(port), timeout=20)
    connection.putrequest("POST" if body else "GET", path, skip_host=True)
    connection.putheader("Host", headers.pop("host", f"127.0.0.1:{port}"))
    for name, value in headers.items():
        connection.putheader(name, value)
    if body:
        connection.putheader("Content-Length", str(len(body)))
    connection.endheaders(body.encode() if body else None)
    answer = connection.getresponse()
    return answer.status, answer.read()


def test_only_this_machine_and_this_page_are_served(server: LabelServer) -> None:
    start = f"/{server.token}/"
    assert server.server_address[0] == "127.0.0.1"
    assert server.address == f"http://127.0.0.1:{server.server_address[1]}{start}"
    status, page = _ask(server, start)
    assert status == 200
    assert b'"mode":"label"' in page
    assert _ask(server, start + "picture/1.png")[1].startswith(b"\x89PNG")
    assert _ask(server, start + "picture/99.png")[0] == 404
    assert _ask(server, start + "elsewhere")[0] == 404
    assert _ask(server, "/")[0] == 403
    assert _ask(server, f"/{'x' * len(server.token)}/")[0] == 403
    assert _ask(server, start, host="evil.example")[0] == 403
    body = json.dumps({"page": 1, "row": 0, "label": "keep"})
    assert _ask(server, start + "label", body, Origin="http://evil.example")[0] == 403
    assert not server.labels.path.exists()


def test_what_is_no_label_is_refused(server: LabelServer) -> None:
    path = f"/{server.token}/label"
    good = {"page": 1, "row": 0, "label": "keep"}
    for bad in ("x", "[]", "{}", json.dumps(good | {"row": 10_000}), " " * 20_000,
                json.dumps(good | {"label": "glue"}), json.dumps(good | {"page": 7})):  # fmt: skip
        assert _ask(server, path, bad)[0] == 400, bad
    assert not server.labels.path.exists()
    own = f"http://127.0.0.1:{server.server_address[1]}"
    assert _ask(server, path, json.dumps(good), Origin=own)[0] == 200
    assert [row.label for row in bench_labels.read(server.labels.path)[1]] == ["keep"]


def test_commands(pdf: Path, tmp_path: Path) -> None:
    base = [sys.executable, "-m", "rejoin"]
    out = tmp_path / "page.html"
    done = subprocess.run(
        [*base, "view", str(pdf), "--rules", "gap", "-o", str(out), "--labels",
         str(SAMPLE.with_suffix(".labels.jsonl"))], cwd=ROOT, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert '"label":["keep"' in out.read_text("utf-8")
    over = subprocess.run([*base, "view", str(pdf), "-o", str(pdf)], cwd=ROOT, capture_output=True)
    assert over.returncode == 1
    assert pdf.read_bytes() == SAMPLE.read_bytes()
    process = subprocess.Popen(
        [*base, "label", str(pdf), "--rules", "gap", "--no-browser"],
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    )  # fmt: skip
    assert process.stdout
    assert process.stdout.readline().startswith("http://127.0.0.1:")
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=30) == 130
    missing = subprocess.run([*base, "label", "no.pdf"], cwd=ROOT, capture_output=True, text=True)
    assert missing.returncode == 2
    assert "no.pdf" in missing.stderr
