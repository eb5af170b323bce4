"""The commands that explain: explain, rules, rule, --version, --help."""

from __future__ import annotations

import json
from dataclasses import fields
from pathlib import Path

import pytest

import rejoin
from rejoin import PRESETS, Reason, Rules, decide_again
from rejoin.reader import READER
from tests.conftest import Command
from tests.pdfs import WRAPPED


def test_explain(command: Command, good: Path, broken: Path) -> None:
    ran = command("explain", good, "--rules", "gap")
    breaks = len(WRAPPED) - 1
    first, *rest = ran.out.splitlines()
    assert len(rest) == breaks - 1
    assert first.startswith("1: join (space): ")
    assert first.endswith(f"| {WRAPPED[1][:30]!r}")
    assert command("explain", good).out.count(": join ") == breaks
    changed = command("explain", good, "--rules", "gap", "--set", "pitch_max=0.6")
    assert changed.out.count(": keep [pitch]: ") == breaks
    bad = command("explain", broken)
    assert (bad.code, bad.err.count("\n")) == (1, 2)


def test_explain_json_decides_the_same_again(command: Command, good: Path) -> None:
    for rules in PRESETS:
        ran = command("explain", good, "--json", "--rules", rules)
        rows = [json.loads(line) for line in ran.out.splitlines()]
        assert len(rows) == len(WRAPPED) - 1
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
    assert first == f"rejoin {rejoin.__version__} ({READER} reader)"
    assert second.startswith("pypdfium2 5.")
    assert ", PDFium " in second


@pytest.mark.parametrize("argv", [["--help"], ["text", "-h"], ["explain", "-h"], ["rule", "-h"]])
def test_help_shows_exit_codes_and_ends_well(command: Command, argv: list[str]) -> None:
    ran = command(*argv)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("usage: rejoin")
