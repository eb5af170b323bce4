"""What `rejoin explain --json` says is enough to decide every break anew."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rejoin
from rejoin import PRESETS, Rules, decide_again

CORPUS = Path(__file__).parent.parent / "labelled_corpus"
#: One document in so many, from every part of the corpus, and pages of each.
EVERY, PAGES = 12, 3
DOCUMENTS = sorted(CORPUS.rglob("*.pdf"), key=lambda path: path.name)[::EVERY]


def records(pdf: Path, rules: str | Rules) -> list[dict[str, Any]]:
    """What is printed of the breaks of the first pages, read back."""
    with rejoin.read(pdf, rules=rules) as document:
        pages = [document[i] for i in range(min(PAGES, len(document)))]
        found = [page.explain(i) for page in pages for i in range(len(page.breaks))]
        return [json.loads(json.dumps(one.to_dict())) for one in found]


@pytest.mark.parametrize("rules", PRESETS)
def test_breaks_of_real_documents_are_decided_the_same_again(rules: str) -> None:
    joined = kept = 0
    for pdf in DOCUMENTS:
        for row in records(pdf, rules):
            assert decide_again(row) == (row["joined"], row["failed"]), (pdf.name, row)
            joined, kept = joined + row["joined"], kept + (not row["joined"])
    assert min(joined, kept) > 100


NUMBERS = {name: st.floats(default - 1, default + 1) for name, default, _ in Rules.thresholds()}


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(DOCUMENTS), st.fixed_dictionaries({}, optional=NUMBERS), st.booleans())
def test_also_with_other_thresholds(pdf: Path, changes: dict[str, float], gap: bool) -> None:
    rules = PRESETS["gap"].replace(check_gap=gap, **changes)
    for row in records(pdf, rules):
        assert decide_again(row) == (row["joined"], row["failed"])
        for condition in row["conditions"]:
            assert condition["holds"] == (condition["name"] not in row["failed"])


def test_a_value_beyond_its_limit_decides_otherwise() -> None:
    row = next(row for pdf in DOCUMENTS for row in records(pdf, "gap") if row["joined"])
    row["values"]["pitch"] = PRESETS["gap"].pitch_max + 0.01
    assert decide_again(row) == (False, ["pitch"])
