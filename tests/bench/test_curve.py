"""Reliability and operating points: figures worked out by hand."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from bench import curve, fit
from bench.cli import main


def _judged() -> curve.Judged:
    """Two sources of 40 wraps: one without a fault, one with ten wrong joins and ten misses."""
    good = np.concatenate([np.full(40, 0.99), np.full(40, 0.01)])
    bad = np.concatenate(
        [np.full(30, 0.95), np.full(10, 0.4), np.full(10, 0.92), np.full(30, 0.01)]
    )
    y = np.concatenate([np.ones(40), np.zeros(40)])
    source = np.repeat([0, 1], 80)
    return curve.Judged(np.append(good, bad), np.append(y, y).astype(np.int64), source)


def test_recall_and_precision_are_means_over_sources() -> None:
    recall, precision = _judged().at(0.9)
    assert recall == pytest.approx((1 + 30 / 40) / 2)
    assert precision == pytest.approx((1 + 30 / 40) / 2)
    assert _judged().at(0.94) == pytest.approx(((1 + 30 / 40) / 2, 1.0))


def test_sources_with_few_wraps_do_not_count() -> None:
    few = curve.Judged(np.array([0.9, 0.9]), np.array([0, 1]), np.array([2, 2]))
    both = _judged()
    more = curve.Judged(
        np.append(both.confidence, few.confidence),
        np.append(both.y, few.y),
        np.append(both.source, few.source),
    )
    assert more.at(0.9) == both.at(0.9)


def test_share_right_of_each_group() -> None:
    groups = {low: (count, share) for low, _, count, share in _judged().groups()}
    assert groups[0.0] == (70, 0.0)
    assert groups[0.3] == (10, 1.0)
    assert groups[0.9] == (10, 0.0)
    assert groups[0.95] == (30, 1.0)


def test_how_far_confidence_and_share_differ() -> None:
    right = 70 * 0.01 + 10 * 0.6 + 10 * 0.92 + 30 * 0.05 + 40 * 0.01
    assert _judged().off == pytest.approx(right / 160)
    told = curve.Judged(np.full(10, 0.9), np.array([1] * 9 + [0]), np.zeros(10, np.int64))
    assert told.off == pytest.approx(0)


def test_no_break_calibrates_itself() -> None:
    # the outputs of one fold say the contrary of what those of the other say
    out = np.tile(np.linspace(-4, 4, 200), 2)
    fold = np.repeat([0, 1], 200)
    y = np.where(fold == 0, out > 0, out < 0).astype(np.int64)
    confidence = fit.calibrate(out, y, np.ones(400), fold)
    own = (confidence > 0.5) == (y == 1)
    assert own.mean() < 0.6


def test_precision_from_each_confidence_on() -> None:
    confidence = np.array([0.9, 0.8, 0.7, 0.6])
    at, precision = fit.reach(confidence, np.array([1, 1, 0, 1]), np.ones(4))
    assert precision[np.searchsorted(at, 0.75)] == pytest.approx(1.0)
    assert precision[np.searchsorted(at, 0.65)] == pytest.approx(2 / 3)
    assert (np.diff(precision) >= 0).all()


def test_command_reads_what_the_training_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    both = _judged()
    curve.save(tmp_path / "kept.npz", both.confidence, both.y, both.source)
    assert main(["curve", str(tmp_path / "kept.npz")]) == 0
    out = capsys.readouterr().out
    assert "160 labelled breaks, 2 sources" in out
    row = next(line.split() for line in out.splitlines() if line.startswith("0.95 "))
    assert row[-1] == "100.0"
