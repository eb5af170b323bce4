"""Counts of outcomes, the shares made of them, and how far chance could move these."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from bench.match import EFFECT, Outcome

#: What is counted, in the order of a tally.
FIELDS = (
    "wraps", "keeps", "correct", "wrong",
    "join_known", "join_right", "hyphens", "hyphens_right",
    "edge_wraps", "edge_keeps", "edge_correct", "edge_wrong",
    "followers", "astray",
)  # fmt: skip
#: Shares: numerator over denominator, sums of fields.
SHARES: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "recall": (("correct",), ("wraps",)),
    "precision": (("correct",), ("correct", "wrong")),
    "join": (("join_right",), ("join_known",)),
    "hyphen": (("hyphens_right",), ("hyphens",)),
    "edge_recall": (("edge_correct",), ("edge_wraps",)),
    "edge_precision": (("edge_correct",), ("edge_correct", "edge_wrong")),
    "order": (("astray",), ("followers",)),
}
#: Weight of precision against recall in F: 0.5 counts precision twice as much.
BETA = 0.5
#: A source counts in the mean over sources from this many wraps.
ENOUGH = 30
#: Draws of the bootstrap, its seed, and the share of the draws within an interval.
DRAWS, SEED, WITHIN = 1000, 20240229, 0.95
_HYPHENS = ("-", "\u00ad", "\u2010")

Tally = NDArray[np.int64]
Shares = dict[str, float]


def tally(outcomes: Iterable[Outcome]) -> Tally:
    """Count the outcomes of a document."""
    count = dict.fromkeys(FIELDS, 0)
    for outcome in outcomes:
        _count(count, outcome)
    return np.array([count[name] for name in FIELDS], np.int64)


def _count(count: dict[str, int], o: Outcome) -> None:
    wrap = o.row.label == "wrap"
    if o.row.page_below is not None:
        count["edge_wraps" if wrap else "edge_keeps"] += 1
        count["edge_correct" if wrap else "edge_wrong"] += o.joined
        return
    count["wraps" if wrap else "keeps"] += 1
    count["correct" if wrap else "wrong"] += o.joined
    if not wrap:
        return
    if o.above is not None and o.below is not None:
        count["followers"] += 1
        count["astray"] += not o.adjacent
    if o.joined and o.row.join is not None:
        right = EFFECT.get(o.join or "") == EFFECT[o.row.join]
        count["join_known"] += 1
        count["join_right"] += right
        if o.row.join.endswith("-hyphen") or o.row.above.endswith(_HYPHENS):
            count["hyphens"] += 1
            count["hyphens_right"] += right


def total(tallies: Sequence[Tally]) -> Tally:
    """Sum of tallies."""
    return np.sum(tallies, axis=0, dtype=np.int64) if tallies else np.zeros(len(FIELDS), np.int64)


def f_score(recall: NDArray[np.float64], precision: NDArray[np.float64]) -> NDArray[np.float64]:
    """F with `BETA`; 0 where nothing right was joined."""
    weight = BETA * BETA
    p, r = np.nan_to_num(precision), np.nan_to_num(recall)
    below = weight * p + r
    out = np.divide((1 + weight) * p * r, below, out=np.zeros_like(below), where=below > 0)
    return np.asarray(np.where(np.isnan(recall), np.nan, out))


def shares(counts: NDArray[np.int64]) -> dict[str, NDArray[np.float64]]:
    """Shares of tallies of shape (..., fields); NaN where there is nothing to share."""
    out: dict[str, NDArray[np.float64]] = {}
    for name, (above, below) in SHARES.items():
        n, d = (counts[..., [FIELDS.index(f) for f in side]].sum(-1) for side in (above, below))
        out[name] = np.divide(n, d, out=np.full(np.shape(d), np.nan), where=d > 0)
    out["f"] = f_score(out["recall"], out["precision"])
    return out


def means(counts: NDArray[np.int64], source: NDArray[np.int64]) -> dict[str, NDArray[np.float64]]:
    """Mean over sources of every share, for tallies of shape (..., documents, fields)."""
    number = int(source.max(initial=-1)) + 1
    per_source = [counts[..., source == s, :].sum(-2) for s in range(number)]
    per_source = per_source or [np.zeros_like(counts.sum(-2))]
    stacked = shares(np.stack(per_source, axis=-2))
    return {name: _nanmean(values) for name, values in stacked.items()}


def _nanmean(values: NDArray[np.float64]) -> NDArray[np.float64]:
    some = ~np.isnan(values)
    n = some.sum(-1)
    summed = np.where(some, values, 0.0).sum(-1)
    return np.asarray(np.divide(summed, n, out=np.full(np.shape(n), np.nan), where=n > 0))


def enough(counts: NDArray[np.int64], sources: Sequence[str]) -> NDArray[np.int64]:
    """Number of each document's source among the sources with enough wraps; -1 for the others."""
    wraps: dict[str, int] = dict.fromkeys(sources, 0)
    for name, row in zip(sources, counts.tolist(), strict=True):
        wraps[name] += row[FIELDS.index("wraps")]
    kept = {name: i for i, name in enumerate(n for n, w in wraps.items() if w >= ENOUGH)}
    return np.array([kept.get(name, -1) for name in sources], np.int64)


def summarize(tallies: Sequence[Tally], sources: Sequence[str]) -> dict[str, Shares]:
    """Shares pooled and as the mean over sources, each with an interval.

    The intervals come from documents drawn again with replacement; a source none of whose
    documents is drawn does not count in that draw.

    Returns
    -------
    dict
        ``pooled`` and ``mean``, and both with ``_low`` and ``_high``: shares by name. ``count``:
        number of documents, of sources, and of sources that the mean is over.
    """
    counts = np.stack(tallies)
    source = enough(counts, sources)
    drawn = _draw(len(counts))
    some = source >= 0
    pooled, mean = shares(counts.sum(0)), means(counts[some], source[some])
    out = {"pooled": _plain(pooled), "mean": _plain(mean)}
    pooled = shares(np.einsum("bd,df->bf", drawn, counts))
    mean = means(drawn[:, some, None] * counts[None, some], source[some])
    for name, values in (("pooled", pooled), ("mean", mean)):
        for end, at in (("low", (1 - WITHIN) / 2), ("high", (1 + WITHIN) / 2)):
            out[f"{name}_{end}"] = {k: _quantile(v, at) for k, v in values.items()}
    averaged = int(source.max(initial=-1)) + 1
    out["count"] = {"documents": len(counts), "sources": len(set(sources)), "averaged": averaged}
    return out


def _draw(documents: int) -> NDArray[np.int64]:
    """How often each document is drawn in each draw."""
    generator = np.random.default_rng(SEED)
    return generator.multinomial(documents, np.full(documents, 1 / documents), DRAWS)


def _plain(values: dict[str, NDArray[np.float64]]) -> Shares:
    return {name: float(value) for name, value in values.items()}


def _quantile(values: NDArray[np.float64], at: float) -> float:
    some = values[~np.isnan(values)]
    return float(np.quantile(some, at)) if len(some) else float("nan")
