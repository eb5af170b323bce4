"""Pictures of figures, drawn with matplotlib (extra ``bench``)."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from bench.scoring import Scores
from bench.tally import enough, shares

#: Width and height, inches.
SIZE = (7.0, 5.0)


def figure() -> tuple[Any, Any]:
    """Make an empty figure and its axes."""
    drawing = import_module("matplotlib.figure").Figure(figsize=SIZE, layout="constrained")
    axes = drawing.add_subplot()
    axes.grid(alpha=0.3)
    return drawing, axes


def draw_scores(scores: Scores, path: Path) -> None:
    """Draw recall against precision: a dot a source, and the means with their intervals."""
    drawing, axes = figure()
    sources = [item.head.source for item in scores.items]
    for number, name in enumerate(scores.documents):
        colour = f"C{number}"
        counts = np.stack([document.all for document in scores.documents[name]])
        source = enough(counts, sources)
        each = [shares(counts[source == s].sum(0)) for s in range(source.max(initial=-1) + 1)]
        x, y = ([100 * float(s[k]) for s in each] for k in ("recall", "precision"))
        axes.scatter(x, y, s=8, alpha=0.35, color=colour)
        _cross(axes, scores.summary(name), name, colour)
    axes.set_xlabel("recall, %")
    axes.set_ylabel("precision, %")
    axes.legend(title="mean over sources")
    drawing.savefig(path)


def _cross(axes: Any, summary: dict[str, dict[str, float]], name: str, colour: str) -> None:
    middle, low, high = (summary["mean" + end] for end in ("", "_low", "_high"))
    x, y = 100 * middle["recall"], 100 * middle["precision"]
    bars = [
        [[at - 100 * low[k]], [100 * high[k] - at]] for k, at in (("recall", x), ("precision", y))
    ]
    axes.errorbar(
        [x], [y], xerr=bars[0], yerr=bars[1], fmt="o", color=colour, capsize=3,
        label=f"{name}: {x:.1f} / {y:.1f}",
    )  # fmt: skip


def draw_sweep(
    name: str, values: Sequence[float], curves: dict[str, Sequence[float]], at: float, path: Path
) -> None:
    """Draw shares over the values of a threshold, and where the threshold stands."""
    drawing, axes = figure()
    for label, shares_ in curves.items():
        axes.plot(values, [100 * share for share in shares_], label=label)
    axes.axvline(at, color="grey", linestyle=":", label=f"now {at:g}")
    axes.set_xlabel(name)
    axes.set_ylabel("%")
    axes.legend()
    drawing.savefig(path)


def draw_curve(
    groups: Sequence[tuple[float, float, int, float]],
    points: Sequence[tuple[float, float]],
    path: Path,
) -> None:
    """Draw the share of soft wraps against the confidence, and precision against recall."""
    drawing = import_module("matplotlib.figure").Figure(figsize=(11.0, 5.0), layout="constrained")
    trusted, curve = drawing.subplots(1, 2)
    trusted.plot([0, 1], [0, 1], color="grey", linestyle=":")
    trusted.plot([mean for _, mean, _, _ in groups], [share for *_, share in groups], "o-")
    trusted.set_xlabel("mean confidence of a group of breaks")
    trusted.set_ylabel("share of soft wraps among them")
    curve.plot([100 * r for r, _ in points], [100 * p for _, p in points], ".-")
    curve.set_xlabel("recall, %, mean over sources")
    curve.set_ylabel("precision, %, mean over sources")
    for axes in (trusted, curve):
        axes.grid(alpha=0.3)
    drawing.savefig(path)
