"""``rejoin rules`` and ``rejoin rule NAME``: every number of the library, explained."""

from __future__ import annotations

import argparse
import textwrap
from collections.abc import Iterator
from dataclasses import fields
from difflib import get_close_matches

from rejoin.cli.conditions import CONDITIONS, SWITCHES, Condition
from rejoin.cli.output import Output
from rejoin.errors import RulesError
from rejoin.rules import PRESETS, Reason, Rules

#: Width of what is printed.
WIDTH = 96
_HEAD = """\
h is the median character height of a line, about 1.1 times the type size. Change a threshold with
--set NAME=VALUE. `lower` and `higher` say what goes wrong when it is moved that way.
"""


def run_table(args: argparse.Namespace) -> int:
    """Print all thresholds and switches."""
    with Output(None) as output:
        output.write(table())
    return 0


def run_page(args: argparse.Namespace) -> int:
    """Print the page on one condition, threshold or switch.

    Raises
    ------
    RulesError
        There is nothing of that name.
    """
    with Output(None) as output:
        output.write(page(args.name))
    return 0


def table() -> str:
    """All thresholds and switches, with the presets' values where they differ."""
    names = [name for name, _, _ in Rules.thresholds()]
    switches = [f.name for f in fields(Rules) if f.name not in ("name", *names)]
    indent = max(map(len, (*names, *switches))) + 2
    parts = [_HEAD, f"{'threshold':{indent}}{'default':9}unit"]
    parts += ["\n".join(_threshold(name, indent)) for name in names]
    parts += [f"\n{'switch':{indent}}default"]
    parts += ["\n".join(_switch(name, indent)) for name in switches]
    return "\n".join(parts) + "\n"


def _threshold(name: str, indent: int) -> Iterator[str]:
    for known, default, meta in Rules.thresholds():
        if known == name:
            yield f"{name:{indent}}{default:<9g}{meta['unit']}"
            yield from _entry("", meta["what"], indent)
            yield from _entry("lower: ", meta["lower"], indent)
            yield from _entry("higher: ", meta["higher"], indent)
            yield from _entry("source: ", meta["source"], indent)
            yield from _presets(name, indent)


def _switch(name: str, indent: int) -> Iterator[str]:
    yield f"{name:{indent}}{_value(PRESETS['default'], name)}"
    if name in SWITCHES:
        yield from _entry("", SWITCHES[name], indent)
    yield from _presets(name, indent)


def _presets(name: str, indent: int) -> Iterator[str]:
    """Values of the presets that do not have the default one."""
    usual = _value(PRESETS["default"], name)
    values = {preset: _value(rules, name) for preset, rules in PRESETS.items()}
    others = [f"{preset} {value}" for preset, value in values.items() if value != usual]
    if others:
        yield from _entry("presets: ", ", ".join(others), indent)


def _value(rules: Rules, name: str) -> str:
    value = getattr(rules, name)
    if isinstance(value, bool):
        return str(value).lower()
    return f"{value:g}" if isinstance(value, float) else str(value)


def _entry(label: str, text: str, indent: int) -> list[str]:
    first = " " * indent + label
    return textwrap.wrap(
        text,
        WIDTH,
        initial_indent=first,
        subsequent_indent=" " * len(first),
        break_on_hyphens=False,
    )


def page(name: str) -> str:
    """A page on one condition (by name or number), threshold or switch.

    Raises
    ------
    RulesError
        There is nothing of that name.
    """
    wanted = name.strip().lower().replace("-", "_")
    for number, (reason, condition) in enumerate(CONDITIONS.items(), 1):
        if wanted in (reason.names[0], str(number)):
            return _condition_page(number, reason, condition)
    names = [f.name for f in fields(Rules) if f.name != "name"]
    if wanted not in names:
        conditions = [reason.names[0] for reason in Reason]
        close = get_close_matches(wanted, [*conditions, *names], 1)
        hint = f"did you mean {close[0]}?" if close else f"conditions are {', '.join(conditions)}"
        raise RulesError(f"there is no condition or threshold named {name!r}; {hint}")
    lines = [*_field(wanted), "", *_used_by(wanted)]
    return "\n".join(lines).rstrip() + "\n"


def _condition_page(number: int, reason: Reason, condition: Condition) -> str:
    parts = [
        f"{number}. {reason.names[0]}: {condition.title}",
        textwrap.fill(condition.asks, WIDTH),
        textwrap.fill(f"Without it, this would be joined: {condition.without}", WIDTH),
    ]
    parts += ["\n".join(_field(name)) for name in condition.fields]
    return "\n\n".join(parts) + "\n"


def _field(name: str) -> Iterator[str]:
    known = [threshold for threshold, _, _ in Rules.thresholds()]
    return (_threshold if name in known else _switch)(name, len(name) + 2)


def _used_by(name: str) -> Iterator[str]:
    for number, (reason, condition) in enumerate(CONDITIONS.items(), 1):
        if name in condition.fields:
            yield f"Part of condition {number} ({reason.names[0]}: {condition.title})."
