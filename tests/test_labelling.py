"""Label files and the server of the labelling page."""

from __future__ import annotations

import gzip
import http.client
import json
import random
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

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


#: So often the server is killed while labels come in.
KILLS = 3


def test_killed_at_any_moment_no_label_is_lost(pdf: Path) -> None:
    """Whatever was answered with "saved" is in the file, and the file is whole."""
    path = pdf.with_suffix(".labels.jsonl")
    dice, kept = random.Random(3), dict[int, str]()
    for _ in range(KILLS):
        process = _label_command(pdf)
        place = urlsplit(_address(process))
        kill = threading.Timer(0.02 + dice.random() / 4, process.kill)
        kill.start()
        while True:
            row, label = dice.randrange(20), dice.choice(("keep", "wrap", "unknown"))
            body = json.dumps({"page": 1, "row": row, "label": label})
            try:
                connection = http.client.HTTPConnection(place.netloc, timeout=20)
                connection.request("POST", f"{place.path}label", body)
                saved = connection.getresponse().status == 200
            except (OSError, http.client.HTTPException):
                break
            assert saved
            kept[row] = label
        kill.join()
        process.wait()
        with LabelServerOf(pdf) as server:
            found = {
                row: known["label"]
                for row, spot in enumerate(server.places[1])
                if (known := server.labels.get(spot))
            }
        unanswered = {r: found[r] for r in found if found[r] != kept.get(r)}
        assert set(kept) <= set(found)
        assert len(unanswered) <= 1, "only the label that was being sent may differ"
        kept = found
        if kept:
            assert bench_labels.read(path)[0].pdf == "sample.pdf"
    assert kept


class LabelServerOf(LabelServer):
    """A server of a document that is opened here."""

    def __init__(self, pdf: Path) -> None:
        file = LabelFile(pdf.with_suffix(".labels.jsonl"), pdf)
        super().__init__(rejoin.read(pdf, rules="gap"), file)


def _label_command(pdf: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "rejoin", "label", str(pdf), "--rules", "gap", "--no-browser"],
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    )  # fmt: skip


def _address(process: subprocess.Popen[str]) -> str:
    assert process.stdout
    with process.stdout as out:
        return out.readline().strip()


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
    for host in (
        "localhost",
        "127.0.0.1",
        "",
        f"127.0.0.1:{server.server_address[1]}.evil.example",
    ):
        assert _ask(server, start, host=host)[0] == 403
    for origin in ("null", "https://127.0.0.1", f"{server.address[:-1]}.evil.example"):
        assert _ask(server, start + "label", body, Origin=origin)[0] == 403
    assert not server.labels.path.exists()


def test_nobody_else_is_listened_to_or_asked(
    pdf: Path, server: LabelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    port = int(server.server_address[1])
    assert port >= 1024
    family = socket.getaddrinfo(socket.gethostname(), port, type=socket.SOCK_STREAM)
    for address in {found[4][0] for found in family} - {"127.0.0.1", "127.0.1.1", "::1"}:
        with pytest.raises(OSError):  # noqa: PT011 (refused or unreachable)
            socket.create_connection((str(address), port), timeout=5)

    def asked(*_: object) -> str:
        raise AssertionError("the name service was asked")

    monkeypatch.setattr(socket, "getfqdn", asked)
    with LabelServerOf(pdf) as other:
        assert other.server_address[1] != port, "any port that is free"
        assert other.token != server.token
        assert len(other.token) >= 32


def test_answers_are_one_and_say_what_they_are(server: LabelServer) -> None:
    port = int(server.server_address[1])
    start = f"/{server.token}/"
    for path, kind in {
        start: "text/html", f"{start}picture/1.png": "image/png",
        "/": "application/json", f"{start}<b>": "application/json",
    }.items():  # fmt: skip
        for method in ("GET", "POST"):
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
            connection.request(method, path, headers={"Origin": "http://evil.example"}
                               if method == "POST" else {})  # fmt: skip
            answer = connection.getresponse()
            body = answer.read()
            assert len(body) == int(answer.headers["Content-Length"])
            assert connection.sock is None or not connection.sock.recv(1), "nothing follows"
            if method == "GET":
                assert answer.headers["Content-Type"].startswith(kind)
                assert b"<b>" not in body or kind == "text/html"
            else:
                assert answer.status == 403
            assert answer.headers["X-Content-Type-Options"] == "nosniff"
            assert answer.headers["X-Frame-Options"] == "DENY"
            assert answer.headers["Referrer-Policy"] == "no-referrer"
            assert answer.headers["Cache-Control"] == "no-store"


def test_what_is_no_label_is_refused(server: LabelServer) -> None:
    path = f"/{server.token}/label"
    good = {"page": 1, "row": 0, "label": "keep"}
    for bad in ("x", "[]", "{}", json.dumps(good | {"row": 10_000}), " " * 20_000,
                json.dumps(good | {"label": "glue"}), json.dumps(good | {"page": 7}),
                json.dumps(good | {"row": -1}), json.dumps(good | {"row": True}), "[" * 9000,
                json.dumps(good | {"page": "1"}), json.dumps(good | {"label": []})):  # fmt: skip
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
    process = _label_command(pdf)
    assert _address(process).startswith("http://127.0.0.1:")
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=60) == 130
    missing = subprocess.run([*base, "label", "no.pdf"], cwd=ROOT, capture_output=True, text=True)
    assert missing.returncode == 2
    assert "no.pdf" in missing.stderr
