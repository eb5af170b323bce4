"""Scores rejoin's decisions on labelled documents."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from bench.corpus import Item
from bench.match import Outcome, match
from bench.output import read_output
from bench.pool import over_documents
from bench.tally import FIELDS, Shares, Tally, summarize, tally, total
from rejoin import Reason, Rules


@dataclass(frozen=True)
class DocumentScore:
    """Tallies of one document under one set of rules.

    Attributes
    ----------
    all
        Of all labels.
    units
        By the kinds of the units on both sides.
    conditions
        By condition: wraps missed, wraps missed by it alone, keeps, keeps by it alone.
    """

    all: Tally
    units: dict[str, Tally]
    conditions: dict[str, Tally]


@dataclass(frozen=True)
class Scores:
    """Scores of a corpus: `documents` of each item, by the rules' name."""

    items: Sequence[Item]
    documents: dict[str, list[DocumentScore]]

    def summary(self, name: str) -> dict[str, Shares]:
        """Shares pooled and as the mean over sources, with intervals."""
        tallies = [document.all for document in self.documents[name]]
        return summarize(tallies, [item.head.source for item in self.items])

    def total(self, name: str) -> dict[str, int]:
        """Counts over all documents."""
        counts = total([document.all for document in self.documents[name]])
        return dict(zip(FIELDS, counts.tolist(), strict=True))

    def by(self, group: str, name: str) -> dict[str, Tally]:
        """Tallies by a property of the documents, or by the units beside the break."""
        parts: dict[str, list[Tally]] = defaultdict(list)
        for item, document in zip(self.items, self.documents[name], strict=True):
            if group == "unit":
                for key, counts in document.units.items():
                    parts[key].append(counts)
                continue
            for key in _keys(item, group):
                parts[key].append(document.all)
        return {key: total(tallies) for key, tallies in sorted(parts.items())}

    def conditions(self, name: str) -> dict[str, Tally]:
        """Counts by condition; see `DocumentScore`."""
        documents = self.documents[name]
        return {
            key: np.sum([document.conditions[key] for document in documents], axis=0)
            for key in documents[0].conditions
        }


def score(items: Sequence[Item], rules: Sequence[Rules], jobs: int = 1) -> Scores:
    """Score rejoin on labelled documents."""
    results = over_documents(partial(score_document, rules=rules), items, jobs)
    by_rules = zip(*results, strict=True)
    return Scores(items, {r.name: list(d) for r, d in zip(rules, by_rules, strict=True)})


def score_document(item: Item, rules: Sequence[Rules]) -> list[DocumentScore]:
    """Score one document under several rules."""
    rows = item.rows()
    return [_document(match(rows, read_output(item.pdf, fair(r, item)))) for r in rules]


def fair(rules: Rules, item: Item) -> Rules:
    """Rules that may not look at structure tags where the labels were made from them."""
    return rules.replace(tags="ignore") if item.from_tags else rules


def _document(outcomes: Sequence[Outcome]) -> DocumentScore:
    units: dict[str, list[Outcome]] = defaultdict(list)
    for outcome in outcomes:
        units[unit_pair(outcome)].append(outcome)
    by_unit = {key: tally(some) for key, some in units.items()}
    return DocumentScore(tally(outcomes), by_unit, count_conditions(outcomes))


def unit_pair(outcome: Outcome) -> str:
    """Kinds of the units on both sides, the innermost only."""
    above, below = (unit.rpartition("/")[2] or "?" for unit in outcome.row.unit)
    return f"{above} | {below}"


def count_conditions(outcomes: Iterable[Outcome]) -> dict[str, Tally]:
    """Wraps missed and keeps kept by each condition, and those by it alone."""
    counts = {reason.names[0]: np.zeros(4, np.int64) for reason in Reason}
    for outcome in outcomes:
        if outcome.joined or outcome.row.page_below is not None:
            continue
        shift = 0 if outcome.row.label == "wrap" else 2
        for name in outcome.failed.names:
            counts[name][shift] += 1
            counts[name][shift + 1] += len(outcome.failed.names) == 1
    return counts


def _keys(item: Item, group: str) -> Sequence[str]:
    if group == "layout":
        return list(item.head.layout) or ["-"]
    value = getattr(item.head, group) or "-"
    return [family(value) if group == "producer" else value]


def family(producer: str) -> str:
    """A producer's name without its version."""
    words = producer.replace("-", " ").replace("(", " ").split()
    named = [word for word in words if not any(c.isdigit() for c in word)]
    return " ".join(named[:2]) or producer
