"""Rule sets of the page for looking, and the readings of the document that they need.

The published presets read a page in another way than the default rules (lines that PDFium glued,
hidden text, right-to-left lines), so that another rule set is another reading of the same file: its
measurements are matched to the breaks that are shown by PDFium's indices of the separators.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from rejoin.ahead import Windows
from rejoin.decision import needed
from rejoin.document import Document
from rejoin.explain import BOUNDS, SWITCHES, VALUES
from rejoin.joining import Join
from rejoin.model import Breaks, Decision, Ints, Lines
from rejoin.page import Page
from rejoin.rules import PRESETS, Reason, Rules

#: Thresholds that the conditions compare with.
COMPARED = tuple(
    dict.fromkeys(limit for bounds in BOUNDS.values() for _, limit, _ in bounds if limit)
)
#: Thresholds that only say what becomes of the measurements.
_DECIDING = {*COMPARED, "confidence", "precision", "edge_confidence"}
#: What the measurements themselves depend on.
_MEASURING = ("published", *(n for n, _, _ in Rules.thresholds() if n not in _DECIDING))
#: Name of the reading that the page shows.
OWN = "own"


def rule_sets(rules: Rules) -> dict[str, Rules]:
    """The document's rules and the presets by their names, the document's first."""
    preset = PRESETS.get(rules.name)
    own = rules.name if preset in (None, rules) else f"{rules.name}, changed"
    return {own: rules} | {name: p for name, p in PRESETS.items() if name != own}


def reading_of(rules: Rules, shown: Rules) -> str:
    """Name of the reading that rules decide on, when the page shows the reading of others."""
    alike = all(getattr(rules, name) == getattr(shown, name) for name in _MEASURING)
    if alike and (shown.learnt or not rules.learnt):
        return OWN
    return "published" if rules.published else "default"


def rules_data(rules: Rules) -> dict[str, Any]:
    """Rule sets with thresholds and switches, and how the conditions use them."""
    about = {name: meta for name, _, meta in Rules.thresholds()}
    sets = rule_sets(rules)
    return {
        "name": next(iter(sets)),
        "values": list(VALUES),
        "conditions": [
            {"name": reason.names[0], "bounds": [list(bound) for bound in BOUNDS[reason]]}
            for reason in Reason
        ],
        "thresholds": {
            name: {"unit": about[name]["unit"], "what": about[name]["what"]} for name in COMPARED
        },
        "sets": {name: _set_data(each, rules) for name, each in sets.items()},
        "kinds": [kind.label for kind in Join],
    }


def _set_data(rules: Rules, shown: Rules) -> dict[str, Any]:
    return {
        "learnt": rules.learnt,
        "needed": float(needed(rules)) if rules.learnt else 0.0,
        "reading": reading_of(rules, shown),
        "switches": {name: getattr(rules, name) for name in SWITCHES},
        "thresholds": {name: float(getattr(rules, name)) for name in COMPARED},
    }


class Readings:
    """The document as the rule sets need it that cannot use its own reading."""

    def __init__(self, document: Document) -> None:
        self._rules: dict[str, Rules] = {}
        for rules in rule_sets(document.rules).values():
            self._rules.setdefault(reading_of(rules, document.rules), rules)
        self._rules.pop(OWN)
        numbers = document.numbers
        self._windows = {
            name: Windows(document.handle, replace(document.options, rules=rules), numbers)
            for name, rules in self._rules.items()
        }

    def measured(self, page: Page) -> dict[str, dict[str, Any]]:
        """Measurements of each reading for every break of a page; None where it has no such one."""
        ends = spans(page.lines, page.breaks).tolist()
        out = {OWN: break_data(page.breaks, page.decision)}
        for name, other in self._others(page):
            row = {tuple(s): i for i, s in enumerate(spans(other.lines, other.breaks).tolist())}
            at = [row.get(tuple(s)) for s in ends]
            found = break_data(other.breaks, other.decision)
            out[name] = {
                key: [None if i is None else column[i] for i in at] for key, column in found.items()
            }
        return out

    def _others(self, page: Page) -> Iterator[tuple[str, Page]]:
        for name, windows in self._windows.items():
            window = windows.of(page.number - 1)
            yield name, Page(page.number, window, [], self._rules[name], lambda: page.quality)

    def close(self) -> None:
        """Wait for what is being read."""
        for windows in self._windows.values():
            windows.close()


def spans(lines: Lines, breaks: Breaks) -> Ints:
    """PDFium's indices of the characters on both sides of each break, shape (m, 2)."""
    return np.stack([lines.last[breaks.above], lines.first[breaks.below]], axis=1)


def break_data(breaks: Breaks, decision: Decision) -> dict[str, list[Any]]:
    """Measured values and confidence of every break, exact to the last bit."""
    values = np.stack([np.asarray(getattr(breaks, v), np.float64) for v in VALUES], axis=1)
    return {
        "values": values.tolist(),
        # the shortest text that is this float32 again
        "confidence": [float(str(c)) for c in decision.confidence.astype(np.float32)],
        "joined": decision.joined.astype(int).tolist(),
    }
