"""The reader for datatrove, under its local executor, with tasks that are killed and resumed."""

from __future__ import annotations

import gzip
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import rejoin

pytest.importorskip("datatrove")
SAMPLE = Path(__file__).parents[2] / "labelled_corpus/sample/sample.pdf"
CORPUS = SAMPLE.parents[1]
TASKS = 4
SCRIPT = """
import sys
from datatrove.executor import LocalPipelineExecutor
from datatrove.pipeline.writers.jsonl import JsonlWriter
from rejoin.integrations.datatrove import RejoinReader

folder, out, logs = sys.argv[1:]
if __name__ == "__main__":
    LocalPipelineExecutor(
        pipeline=[RejoinReader(folder, timeout=60), JsonlWriter(out)],
        tasks=4, workers=2, logging_dir=logs, skip_completed=True,
    ).run()
"""


@pytest.fixture
def files(tmp_path: Path) -> Path:
    folder = tmp_path / "files"
    folder.mkdir()
    for pdf in sorted((CORPUS / "de").glob("*.pdf"))[:11]:
        (folder / pdf.name).write_bytes(pdf.read_bytes())
    (folder / "damaged.pdf").write_text("no PDF at all")
    return folder


def _start(tmp_path: Path, files: Path) -> subprocess.Popen[bytes]:
    script = tmp_path / "run.py"
    script.write_text(SCRIPT)
    arguments = [str(files), str(tmp_path / "out"), str(tmp_path / "logs")]
    return subprocess.Popen(
        [sys.executable, str(script), *arguments], start_new_session=True,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip


def _read(folder: Path) -> dict[str, str]:
    rows = []
    for part in sorted(folder.glob("*.jsonl.gz")):
        with gzip.open(part, "rt", encoding="utf-8") as file:
            rows += [json.loads(line) for line in file]
    names = [Path(row["metadata"]["file_path"]).name for row in rows]
    assert len(set(names)) == len(names), "a document came out twice"
    return dict(zip(names, (row["text"] for row in rows), strict=True))


def _count(folder: Path, name: str) -> int:
    """Sum of a figure of the reader over all tasks.

    ``stats.json`` beside the folder has only the tasks of the last run, and which task gets done
    before a kill is chance.
    """
    total = 0
    for path in folder.glob("*.json"):
        reader = next(step for step in json.loads(path.read_text()) if "rejoin" in step["name"])
        figure = reader["stats"].get(name, 0)
        total += figure if isinstance(figure, int) else figure["total"]
    return total


def test_two_kills_and_a_resumption_give_what_one_run_gives(tmp_path: Path, files: Path) -> None:
    for wanted in (1, 2):
        process = _start(tmp_path, files)
        done, end = tmp_path / "logs" / "completions", time.monotonic() + 120
        while process.poll() is None and time.monotonic() < end:
            if done.exists() and len(list(done.iterdir())) >= wanted:
                break
            time.sleep(0.02)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    assert _start(tmp_path, files).wait(timeout=300) == 0
    assert len(list((tmp_path / "logs/completions").iterdir())) == TASKS
    texts = _read(tmp_path / "out")
    assert texts == {pdf.name: rejoin.text(pdf) for pdf in files.glob("de-*.pdf")}
    assert _count(tmp_path / "logs/stats", "failed") == 1
    assert _count(tmp_path / "logs/stats", "input_files") == 12
