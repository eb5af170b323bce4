"""Step 2b: is the break a soft wrap?

The published rules join where none of the eight conditions fails. The default rules weigh all
measurements together (`rejoin.net`) and join from a confidence on; the conditions stay as the
explanation.
"""

from __future__ import annotations

import numpy as np

from rejoin.features import features
from rejoin.model import Bools, Breaks, Decision, Ints, Lines
from rejoin.net import shipped
from rejoin.rules import Reason, Rules


def decide_breaks(lines: Lines, breaks: Breaks, rules: Rules) -> Decision:
    """Decide every break of a window of pages."""
    failed = failed_conditions(breaks, rules)
    if not rules.learnt:
        joined = failed == 0
        return Decision(failed, joined, joined.astype(np.float32))
    page = lines.page[breaks.above]
    confidence = shipped().confidence(features(lines, breaks), page)
    return Decision(failed, confidence >= needed(rules), confidence)


def needed(rules: Rules) -> float:
    """Confidence from which on the learnt decision joins.

    Raises
    ------
    RulesError
        ``rules.precision`` is more than any confidence reaches.
    """
    return shipped().needed(rules.precision) if rules.precision > 0 else rules.confidence


def failed_conditions(breaks: Breaks, rules: Rules) -> Ints:
    """Bitmask of `Reason` for every break (uint16); 0 where all eight conditions hold.

    Each condition leans towards keeping the break; the numbers are the published method's.
    """
    failed = np.zeros(len(breaks), np.uint16)
    for reason, holds in conditions(breaks, rules).items():
        failed[~holds] |= reason.value
    return failed


def conditions(b: Breaks, r: Rules) -> dict[Reason, Bools]:
    """Whether each condition holds, for every break."""
    every = np.ones(len(b), np.bool_)
    return {
        Reason.VERTICAL: ~((b.tall > r.vertical_height) & (b.width < r.vertical_width)),
        Reason.PITCH: (b.pitch > r.pitch_min) & (b.pitch <= r.pitch_max),
        Reason.HEIGHT: b.height <= r.height,
        Reason.OVERLAP: b.overlap > 0,
        Reason.GAP: (b.gap_above < r.gap) & (b.gap_below < r.gap) if r.check_gap else every,
        Reason.FULL: (b.width >= r.full_width) & (b.right >= r.full_edge * b.column_right),
        Reason.LIST: ~b.list_below,
        Reason.LEFT: _left_edges(b, r),
    }


def _left_edges(b: Breaks, r: Rules) -> Bools:
    """Equal edges; the second line of an indented paragraph; a list item's hanging indent."""
    equal = np.abs(b.left) < r.left_equal
    outdent = (b.left >= -r.left_outdent) & (b.left < -r.left_equal)
    if not r.outdent_any_script:
        outdent &= b.wide
    hanging = b.list_above & (b.left > r.left_equal) & (b.left <= r.left_hanging)
    return np.asarray(equal | outdent | hanging)
