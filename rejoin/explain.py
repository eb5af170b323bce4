"""Every break's decision in words and in numbers that can be decided again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from rejoin.decision import failed_conditions, needed
from rejoin.joining import Join
from rejoin.model import Breaks, Decision
from rejoin.rules import Reason, Rules, load_rules

#: The measured values of `Breaks` that the conditions look at.
VALUES = tuple(f.name for f in fields(Breaks) if f.name not in ("above", "below"))

#: Per condition: in words what it asks, and its bounds as (value, threshold, side). Side +1 means
#: that the value must lie above the threshold, -1 below.
BOUNDS: Mapping[Reason, tuple[tuple[str, str, int], ...]] = {
    Reason.VERTICAL: (("tall", "vertical_height", -1), ("width", "vertical_width", 1)),
    Reason.PITCH: (("pitch", "pitch_min", 1), ("pitch", "pitch_max", -1)),
    Reason.HEIGHT: (("height", "height", -1),),
    Reason.OVERLAP: (("overlap", "", 1),),
    Reason.GAP: (("gap_above", "gap", -1), ("gap_below", "gap", -1)),
    Reason.FULL: (("width", "full_width", 1), ("fill", "full_edge", 1)),
    Reason.LIST: (),
    Reason.LEFT: (
        ("left", "left_equal", 0),
        ("left", "left_outdent", 0),
        ("left", "left_hanging", 0),
    ),
}


#: Switches of `Rules` that the conditions depend on.
SWITCHES = ("check_gap", "outdent_any_script")


@dataclass(frozen=True)
class Explanation:
    """Why one break was joined or kept.

    Attributes
    ----------
    page : int
        Page number, from 1.
    above, below : str
        The two lines.
    joined : bool
    failed : Reason
        The conditions that do not hold.
    join : str or None
        Kind of join (`rejoin.joining.Join.label`), None for a kept break.
    values : dict
        Measured values by name; lengths in h.
    confidence : float
        How sure it is that the break is a soft wrap. The default rules join from
        `rejoin.decision.needed` on; for the others it is 1 or 0.
    rules : Rules
    """

    page: int
    above: str
    below: str
    joined: bool
    failed: Reason
    join: str | None
    values: dict[str, float | bool]
    confidence: float
    rules: Rules

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain JSON values, one entry for each condition with its margins."""
        return {
            "page": self.page,
            "above": self.above,
            "below": self.below,
            "joined": self.joined,
            "failed": self.failed.names,
            "join": self.join,
            "rules": self.rules.name,
            "confidence": self.confidence,
            "needed": needed(self.rules) if self.rules.learnt else None,
            "values": self.values,
            "switches": {name: getattr(self.rules, name) for name in SWITCHES},
            "conditions": [self._condition(reason) for reason in Reason],
        }

    def _condition(self, reason: Reason) -> dict[str, Any]:
        bounds = []
        for value, threshold, side in BOUNDS[reason]:
            measured = self.fill if value == "fill" else float(self.values[value])
            limit = float(getattr(self.rules, threshold)) if threshold else 0.0
            bound: dict[str, Any] = {"value": value, "measured": measured}
            bound |= {"threshold": threshold or None, "limit": limit}
            bounds.append(bound | {"margin": side * (measured - limit) if side else None})
        holds = reason not in self.failed
        return {"name": reason.names[0], "holds": holds, "bounds": bounds}

    @property
    def fill(self) -> float:
        """Right edge of the line above as a share of its column's right edge."""
        column = float(self.values["column_right"])
        return float(self.values["right"]) / column if column else 0.0

    def __str__(self) -> str:
        """One line: what was decided, why, and the ends of the two lines."""
        verdict = f"join ({self.join})" if self.joined else "keep"
        why = f" [{', '.join(self.failed.names)}]" if self.failed else ""
        sure = f" {self.confidence:.3f}" if self.rules.learnt else ""
        return f"{self.page}: {verdict}{sure}{why}: {self.above[-30:]!r} | {self.below[:30]!r}"


def explain(
    page: int, above: str, below: str, breaks: Breaks, i: int, decision: Decision, kind: int,
    rules: Rules,
) -> Explanation:  # fmt: skip
    """Explain break `i` of `breaks`."""
    values = {name: getattr(breaks, name)[i].item() for name in VALUES}
    joined, failed = bool(decision.joined[i]), Reason(int(decision.failed[i]))
    join = Join(kind).label if joined else None
    confidence = float(decision.confidence[i])
    return Explanation(page, above, below, joined, failed, join, values, confidence, rules)


def decide_again(record: Mapping[str, Any]) -> tuple[bool, list[str]]:
    """Decide a break anew from nothing but its JSON record.

    Returns
    -------
    joined : bool
    failed : list of str
        Names of the conditions that do not hold.
    """
    limits = {
        bound["threshold"]: bound["limit"]
        for condition in record["conditions"]
        for bound in condition["bounds"]
        if bound["threshold"]
    }
    rules = load_rules("default", **limits, **record["switches"])
    values = {name: np.array([record["values"][name]]) for name in VALUES}
    row = np.zeros(1, np.int32)
    breaks = Breaks(above=row, below=row, **values)
    failed = Reason(int(failed_conditions(breaks, rules)[0]))
    if record["needed"] is not None:
        return record["confidence"] >= record["needed"], failed.names
    return not failed, failed.names
