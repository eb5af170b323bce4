"""The command: what goes where, exit codes, and what it leaves behind."""

from __future__ import annotations

import io
import json
import os
import pty
import signal
import stat
import subprocess
import sys
import termios
import time
from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path

import pytest

import rejoin
from rejoin import PRESETS, Reason, Rules, decide_again
from rejoin.reader import READER
from tests.conftest import Command
from tests.pdfs import JOINED, WRAPPED, lines, many, pdf

ROOT = Path(__file__).parent.parent
TEXT = JOINED + "\n"
PAGES = "Page a.\n\fPage b.\n\fPage c.\n"
RUN = [sys.executable, "-m", "rejoin"]


@pytest.fixture
def good(tmp_path: Path) -> Path:
    path = tmp_path / "good.pdf"
    path.write_bytes(pdf(lines(*WRAPPED)))
    return path


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    path = tmp_path / "pages.pdf"
    path.write_bytes(many("abc"))
    return path


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    """A good page, a bad one, a good one, two bad ones."""
    path = tmp_path / "broken.pdf"
    path.write_bytes(pdf(lines("One"), None, lines("Three"), None, None))
    return path


def run(
    *argv: object, stdin: bytes = b"", env: dict[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Run the command in a process of its own."""
    command = [*RUN, *map(str, argv)]
    whole = None if env is None else {**os.environ, **env}
    return subprocess.run(
        command, input=stdin, capture_output=True, cwd=ROOT, env=whole, timeout=120, check=False
    )


# Text


def test_text_is_the_default_command(command: Command, good: Path) -> None:
    assert command(good) == command("text", good) == (0, TEXT, "")


def test_options_may_stand_anywhere(command: Command, pages: Path, good: Path) -> None:
    assert command("--pages", "2", pages) == (0, "Page b.\n", "")
    assert command(pages, "-q", good, "--pages", "1") == (0, "Page a.\n\f" + TEXT, "")
    assert command("text", "-q", pages, "--pages=1", "--", good).code == 0


def test_form_feeds_between_pages_and_between_files(
    command: Command, pages: Path, good: Path
) -> None:
    ran = command(pages, good, pages)
    assert ran.out == f"{PAGES}\f{TEXT}\f{PAGES}"
    assert ran.out.count("\f") == 7 - 1


def test_workers_write_the_same(command: Command, pages: Path, good: Path) -> None:
    files = [pages, good] * 4
    assert command(*files, "-j", "2") == command(*files) == command(*files, "--timeout", "60")


def test_rules_and_settings(command: Command, good: Path, tmp_path: Path) -> None:
    kept = "\n".join(WRAPPED) + "\n"
    toml = tmp_path / "mine.toml"
    toml.write_text('base = "gap"\npitch_max = 0.6\n')
    assert command(good, "--rules", "gap").out == TEXT
    assert command(good, "--rules", toml).out == kept
    assert command(good, "--rules", "gap", "--set", "pitch_max=0.6").out == kept
    assert command(good, "--set", "learnt=false", "--set", "pitch_max=0.6").out == kept


def test_hyphens(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "hyphen.pdf"
    path.write_bytes(pdf(lines("The harbour master wrote to all of the cap-", "tains in the bay")))
    assert "captains" in command(path, "--hyphens", "drop").out
    assert "cap-tains" in command(path, "--hyphens", "keep").out


def test_blank_lines(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "gap.pdf"
    path.write_bytes(pdf(lines("One") + lines("Two", y=600)))
    assert command(path).out == "One\n\nTwo\n"
    assert command(path, "--blank-lines", "never").out == "One\nTwo\n"
    assert command(path, "--rules", "gap").out == "One\nTwo\n"


def test_json_lines(command: Command, good: Path, pages: Path) -> None:
    ran = command(good, pages, "--format", "jsonl")
    rows = [json.loads(line) for line in ran.out.splitlines()]
    assert [row["file"] for row in rows] == [str(good)] + [str(pages)] * 3
    assert [row["text"] for row in rows] == [JOINED, "Page a.", "Page b.", "Page c."]
    assert [row["pages"] for row in rows] == [[1], [1], [2], [3]]
    assert sorted(rows[0]) == ["file", "gap", "lines", "pages", "text"]
    assert [line["page"] for line in rows[0]["lines"]] == [1, 1, 1]
    assert all(len(line["box"]) == 4 for line in rows[0]["lines"])


def test_standard_input(good: Path) -> None:
    ran = run("-", "--format", "jsonl", stdin=good.read_bytes())
    assert json.loads(ran.stdout)["file"] == "-"
    assert run("-", good, "-j", "2", stdin=good.read_bytes()).stdout.decode() == f"{TEXT}\f{TEXT}"
    bad = run("-", stdin=b"words")
    assert (bad.returncode, bad.stdout) == (1, b"")
    assert bad.stderr == b"rejoin: -: is not a PDF (it has no %PDF header)\n"


def test_standard_input_only_once(command: Command) -> None:
    assert command("-", "-") == (2, "", "rejoin: standard input (-) can be read only once\n")


# What goes wrong


def test_the_rest_is_written(command: Command, good: Path, tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    ran = command(good, "nowhere.pdf", folder, good)
    assert ran.code == 1
    assert ran.out == f"{TEXT}\f{TEXT}"
    assert ran.err.splitlines() == [
        "rejoin: nowhere.pdf: no such file",
        f"rejoin: {folder}: is a folder, not a PDF; name the files in it",
    ]


@pytest.mark.parametrize("options", [[], ["-j", "2"]], ids=str)
def test_bad_pages_are_reported_and_the_others_come_out(
    command: Command, broken: Path, options: list[str]
) -> None:
    ran = command(broken, *options)
    assert (ran.code, ran.out) == (1, "One\n\f\fThree\n\f\f")
    assert ran.err.splitlines() == [
        f"rejoin: {broken}: page 2: cannot be loaded; it is left out",
        f"rejoin: {broken}: pages 4-5: cannot be loaded; it is left out",
    ]


def test_page_out_of_range_is_the_files_fault(command: Command, good: Path, pages: Path) -> None:
    ran = command(good, pages, "--pages", "3")
    message = f"rejoin: {good}: there is no page 3; the pages are 1 to 1\n"
    assert ran == (1, "Page c.\n", message)


USAGE: list[tuple[list[str], str]] = [
    ([], "name the PDFs to read; see `rejoin --help`"),
    (["text"], "the following arguments are required: FILE; see `rejoin text --help`"),
    (["x.pdf", "--colour"], "unrecognized arguments: --colour; see `rejoin text --help`"),
    (["x.pdf", "-j", "no"], "argument -j/--jobs: give a whole number from 1 on, not 'no'; see "),
    (["x.pdf", "-j", "0"], "argument -j/--jobs: give a whole number from 1 on, not '0'; see "),
    (["x.pdf", "--timeout", "-1"], "argument --timeout: give a number of seconds above 0, not "),
    (["x.pdf", "--format", "pdf"], "argument --format: invalid choice: 'pdf' (choose from "),
    (["x.pdf", "--rules", "best"], "there is no preset 'best': use default, first, cjk, gap or "),
    (["x.pdf", "--rules", "no.toml"], "no.toml: cannot be read (No such file or directory)"),
    (["x.pdf", "--set", "wideness=3"], "--set takes NAME=VALUE with a name of `rejoin rules`, "),
    (["x.pdf", "--set", "gap=wide"], "gap is a number, not 'wide'"),
    (["x.pdf", "--set", "hyphens=some"], "hyphens is one of auto, keep, drop"),
    (["x.pdf", "--pages", "3-1"], "'3-1' is no list of pages: '3-1' runs backwards"),
    (["explain", "x.pdf", "--pages", "x"], "'x' is no list of pages; write it like 1-3,7"),
    (["explain", "x.pdf", "--rules", "best"], "there is no preset 'best'"),
    (["rule", "gapp"], "there is no condition or threshold named 'gapp'; did you mean gap?"),
    (["rule", "zzz"], "there is no condition or threshold named 'zzz'; conditions are vertical, "),
]


@pytest.mark.parametrize(("argv", "message"), USAGE, ids=lambda value: str(value)[:40])
def test_wrong_usage(command: Command, argv: list[str], message: str) -> None:
    code, out, err = command(*argv)
    assert (code, out) == (2, "")
    assert err.startswith(f"rejoin: {message}")
    assert err.count("\n") == 1


@pytest.mark.parametrize("argv", [["x.pdf"], ["explain", "x.pdf"]], ids=str)
def test_traceback_only_with_v(command: Command, argv: list[str]) -> None:
    assert command(*argv) == (1, "", "rejoin: x.pdf: no such file\n")
    loud = command(*argv, "-v").err
    assert loud.startswith("rejoin: x.pdf: no such file\nTraceback (most recent call last):\n")
    usage = command(*argv, "-v", "--rules", "best")
    assert usage.code == 2
    assert "Traceback" in usage.err


def test_a_mistake_in_the_code_is_told_in_one_line(
    command: Command, good: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def wrong(*_: object, **__: object) -> None:
        raise ZeroDivisionError("mistake")

    monkeypatch.setattr("rejoin.cli.text.read_many", wrong)
    message = "rejoin: a mistake in rejoin (ZeroDivisionError: mistake); please report it\n"
    assert command(good) == (1, "", message)


def test_verbose_says_what_was_read(command: Command, pages: Path) -> None:
    assert command(pages, "-v") == (0, PAGES, f"rejoin: {pages}: 3 pages read\n")


# Output files


def test_output_file(command: Command, good: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.txt"
    assert command(good, "-o", out) == (0, "", "")
    assert out.read_text() == TEXT
    out.chmod(0o640)
    assert command(good, good, "-o", out, "-j", "2").code == 0
    assert out.read_text() == f"{TEXT}\f{TEXT}"
    assert stat.S_IMODE(out.stat().st_mode) == 0o640
    assert sorted(path.name for path in tmp_path.iterdir()) == ["good.pdf", "out.txt"]


def test_output_through_a_link(command: Command, good: Path, tmp_path: Path) -> None:
    real, link = tmp_path / "real.txt", tmp_path / "link.txt"
    link.symlink_to("real.txt")
    assert command(good, "-o", link).code == 0
    assert link.is_symlink()
    assert real.read_text() == TEXT


def test_output_to_a_device(command: Command, good: Path) -> None:
    assert command(good, "-o", os.devnull) == (0, "", "")
    assert not Path(os.devnull).is_file()


def test_nothing_read_nothing_written(command: Command, tmp_path: Path) -> None:
    out = tmp_path / "out.txt"
    assert command("nowhere.pdf", "-o", out).code == 1
    assert list(tmp_path.iterdir()) == []
    out.write_text("older")
    assert command("nowhere.pdf", "-o", out).code == 1
    assert out.read_text() == "older"


def test_what_could_be_read_is_written(command: Command, good: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.txt"
    assert command("nowhere.pdf", good, "-o", out).code == 1
    assert out.read_text() == TEXT


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root writes all")
def test_output_that_is_write_protected(command: Command, good: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.txt"
    out.write_text("older")
    out.chmod(0o400)
    assert command(good, "-o", out).err == f"rejoin: {out}: is write-protected\n"


def test_standard_output_that_is_an_input(good: Path) -> None:
    before = good.read_bytes()
    with good.open("ab") as file:
        ran = subprocess.run(
            [*RUN, str(good)], stdout=file, stderr=subprocess.PIPE, cwd=ROOT, check=False
        )
    assert ran.returncode == 2
    assert b"standard output: is also an input" in ran.stderr
    assert good.read_bytes() == before


def test_standard_input_that_is_the_output(good: Path) -> None:
    before = good.read_bytes()
    with good.open("rb") as file:
        ran = subprocess.run(
            [*RUN, "-", "-o", str(good)], stdin=file, capture_output=True, cwd=ROOT, check=False
        )
    assert ran.returncode == 2
    assert b"is also an input (-) and would be lost" in ran.stderr
    assert good.read_bytes() == before


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_full_disk(good: Path) -> None:
    with open("/dev/full", "wb") as full:
        ran = subprocess.run(
            [*RUN, str(good)], stdout=full, stderr=subprocess.PIPE, cwd=ROOT, check=False
        )
    assert ran.returncode == 1
    message = b"rejoin: standard output: cannot be written (No space left on device)\n"
    assert ran.stderr == message
    assert run(good, "-o", "/dev/full").returncode == 1


# Processes and terminals


def test_utf8_in_any_locale(tmp_path: Path) -> None:
    path = tmp_path / "gr\u00fc\u00df.pdf"
    path.write_bytes(pdf(lines("Gr\u00fc\u00dfe f\u00fcr 5 \u20ac")))
    assert run(path, env={"LANG": "C"}).stdout.decode() == "Gr\u00fc\u00dfe f\u00fcr 5 \u20ac\n"
    ascii_only = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    ran = run(path, path.with_name("\u00df"), "--format", "jsonl", env=ascii_only)
    row = json.loads(ran.stdout)
    assert row["file"] == str(path)
    assert row["text"] == "Gr\u00fc\u00dfe f\u00fcr 5 \u20ac"
    assert ran.stderr.endswith(b": no such file\n")


@pytest.mark.parametrize("options", [[], ["-j", "2"]], ids=str)
def test_broken_pipe_is_quiet(good: Path, options: list[str]) -> None:
    process = subprocess.Popen(
        [*RUN, *[str(good)] * 3, *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
    )
    assert process.stdout
    process.stdout.close()
    assert process.stderr
    assert process.stderr.read() == b""
    assert process.wait(60) == 141


@pytest.mark.parametrize("options", [[], ["-j", "2"]], ids=str)
@pytest.mark.parametrize(("sent", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_signals_leave_nothing_behind(
    good: Path, tmp_path: Path, options: list[str], sent: signal.Signals, code: int
) -> None:
    out = tmp_path / "out.txt"
    out.write_text("older")
    process = subprocess.Popen(
        [*RUN, str(good), "-", "-o", str(out), *options],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
    )
    deadline = time.monotonic() + 60
    while not list(tmp_path.glob(".rejoin-*")) and time.monotonic() < deadline:
        time.sleep(0.02)
    time.sleep(0.2)  # now it waits for standard input
    process.send_signal(sent)
    result = process.stderr.read() if process.stderr else b""
    assert (process.wait(60), result) == (code, b"")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["good.pdf", "out.txt"]
    assert out.read_text() == "older"


def on_terminal(argv: Sequence[object]) -> str:
    """Standard error of the command where it is a terminal."""
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (24, 80))
    process = subprocess.Popen(
        [*RUN, *map(str, argv)], stdout=subprocess.DEVNULL, stderr=theirs, cwd=ROOT
    )
    os.close(theirs)
    seen = b""
    while True:
        try:
            part = os.read(ours, 4096)
        except OSError:  # the other end was closed
            break
        if not part:
            break
        seen += part
    os.close(ours)
    process.wait(60)
    return seen.decode()


def test_progress_on_a_terminal(good: Path, tmp_path: Path) -> None:
    long = tmp_path / "long.pdf"
    long.write_bytes(many([str(i) for i in range(100)]))
    seen = on_terminal([good, "nowhere.pdf", good])
    assert "/3 [" in seen
    assert "rejoin: nowhere.pdf: no such file\r\n" in seen
    assert "/100 [" in on_terminal([long])
    assert on_terminal([long, good, "-q"]) == ""
    assert on_terminal([good]) == ""


def test_module_and_script_are_the_same(good: Path) -> None:
    code = "import sys; from rejoin.cli import main; sys.exit(main(sys.argv[1:]))"
    ran = subprocess.run([sys.executable, "-c", code, good], capture_output=True, check=True)
    assert ran.stdout == run(good).stdout == TEXT.encode()


def test_standard_input_in_this_process(monkeypatch: pytest.MonkeyPatch, command: Command) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(many("ab"))))
    assert command("-") == (0, "Page a.\n\fPage b.\n", "")


# Explain, rules, version


def test_explain(command: Command, good: Path, broken: Path) -> None:
    ran = command("explain", good, "--rules", "gap")
    first, _ = ran.out.splitlines()
    assert first.startswith("1: join (space): ")
    assert first.endswith(f"| {WRAPPED[1][:30]!r}")
    assert command("explain", good).out.count(": join ") == 2
    changed = command("explain", good, "--rules", "gap", "--set", "pitch_max=0.6")
    assert changed.out.count(": keep [pitch]: ") == 2
    bad = command("explain", broken)
    assert (bad.code, bad.err.count("\n")) == (1, 2)


def test_explain_json_decides_the_same_again(command: Command, good: Path) -> None:
    for rules in PRESETS:
        ran = command("explain", good, "--json", "--rules", rules)
        rows = [json.loads(line) for line in ran.out.splitlines()]
        assert len(rows) == 2
        for row in rows:
            assert decide_again(row) == (row["joined"], row["failed"])


def test_rules_lists_every_field(command: Command) -> None:
    out = command("rules").out
    for name, default, meta in Rules.thresholds():
        assert f"\n{name:20}{default:<9g}{meta['unit']}\n" in out
        assert f"lower: {meta['lower']}\n" in out
        assert f"higher: {meta['higher']}\n" in out
    for field in fields(Rules):
        assert field.name == "name" or f"\n{field.name} " in out
    assert "presets: first keep, cjk keep, gap keep\n" in out
    assert max(map(len, out.splitlines())) <= 100


@pytest.mark.parametrize("reason", list(Reason))
def test_rule_of_each_condition(command: Command, reason: Reason) -> None:
    number = list(Reason).index(reason) + 1
    page = command("rule", reason.names[0])
    assert page == command("rule", number)
    assert page.out.startswith(f"{number}. {reason.names[0]}: ")
    assert "Without it, this would be joined:" in page.out


def test_rule_of_every_threshold_and_switch(command: Command) -> None:
    for field in fields(Rules):
        if field.name != "name":
            ran = command("rule", field.name.replace("_", "-"))
            assert ran.code == 0
            assert field.name in ran.out


def test_version(command: Command) -> None:
    first, second = command("--version").out.splitlines()
    assert first == f"rejoin {rejoin.__version__} ({rejoin.reader.READER} reader)"
    assert second.startswith("pypdfium2 5.")
    assert ", PDFium " in second


@pytest.mark.parametrize("argv", [["--help"], ["text", "-h"], ["explain", "-h"], ["rule", "-h"]])
def test_help_shows_exit_codes_and_ends_well(command: Command, argv: list[str]) -> None:
    ran = command(*argv)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("usage: rejoin")
