"""The command's text: what goes where, and what is said when something is wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.conftest import KEYS, Command
from tests.pdfs import JOINED, WRAPPED, lines, pdf

TEXT = JOINED + "\n"
PAGES = "Page a.\n\fPage b.\n\fPage c.\n"


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
    assert set(rows[0]) == KEYS | {"file"}
    assert [line["page"] for line in rows[0]["lines"]] == [1] * len(WRAPPED)
    assert all(len(line["box"]) == 4 for line in rows[0]["lines"])


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
