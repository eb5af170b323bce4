"""Fitting the nets of `rejoin.net` with PyTorch; validation with whole sources left out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from bench.dataset import Dataset
from rejoin.model import Bools, Floats, Ints
from rejoin.net import LIMIT, Net, squash

#: Units of the three layers, and how many breaks before and after the last two see.
LAYERS, REACH = (64, 48, 32), (2, 2)
#: Rows of zeros between pages, so that no page sees another.
GAP = max(REACH)
#: Passes over the data, breaks a step, peak learning rate.
EPOCHS, BATCH, RATE = 24, 3072, 4e-3
#: A source counts as the square root of its breaks, and never as fewer than this many.
LEAST = 50
#: Weight of a break in a crop.
CROP_WEIGHT = 0.5
#: From this share of the steps on, the weights are averaged with this decay: the mean of the last
#: few thousand steps errs less on left-out sources than any one of them.
AVERAGED_FROM, DECAY = 0.3, 0.999
#: Points of the calibration curve.
POINTS = 40


def folds(sources: int, count: int, seed: int = 0) -> Ints:
    """Fold of each source."""
    return np.asarray(np.random.default_rng(seed).permutation(sources) % count)


@dataclass
class Fitted:
    """A fitted net and what standardises its input."""

    module: Any
    mean: Floats
    scale: Floats


def fit(data: Dataset, rows: Bools, seed: int = 0) -> Fitted:
    """Fit a net to some of the breaks (whole pages of them)."""
    import torch

    torch.manual_seed(seed)
    squashed = squash(data.x)
    mean, scale = squashed[rows].mean(axis=0), squashed[rows].std(axis=0) + 1e-3
    x = torch.from_numpy(with_zeros(np.clip((squashed - mean) / scale, -LIMIT, LIMIT)))
    target = torch.from_numpy(np.append(np.clip(data.y, 0, 1) * 0.98 + 0.01, 0).astype(np.float32))
    weight = torch.from_numpy(np.append(_weights(data, rows), 0).astype(np.float32))
    net = module(data.x.shape[1])
    optimiser = torch.optim.AdamW(net.parameters(), lr=RATE, weight_decay=0.01)
    pages = [page for page in _pages(data, rows) if (data.y[page] >= 0).any()]
    steps = EPOCHS * (sum(len(page) + GAP for page in pages) // BATCH + 2)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, RATE, total_steps=steps)
    random = np.random.default_rng(seed)
    mean_weights, step = Averaged(net), 0
    for _ in range(EPOCHS):
        for batch in batches(pages, BATCH, random):
            at = torch.from_numpy(np.where(batch < 0, len(data.y), batch))
            some = torch.from_numpy((batch >= 0).astype(np.float32))
            out = net(x[at] + 0.1 * torch.randn(len(at), x.shape[1]), some)[:, 0]
            loss = torch.nn.functional.binary_cross_entropy_with_logits(
                out, target[at], weight=weight[at], reduction="sum"
            ) / weight[at].sum().clamp(min=1)
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            schedule.step()
            step += 1
            if step > AVERAGED_FROM * steps:
                mean_weights.add()
    mean_weights.use()
    net.eval()
    return Fitted(net, mean, scale)


class Averaged:
    """Running mean of a module's weights."""

    def __init__(self, module: Any) -> None:
        self.module = module
        self.mean: list[Any] = []

    def add(self) -> None:
        """Take the present weights in."""
        now = [weight.detach() for weight in self.module.parameters()]
        if not self.mean:
            self.mean = [weight.clone() for weight in now]
        for mean, weight in zip(self.mean, now, strict=True):
            mean.mul_(DECAY).add_(weight, alpha=1 - DECAY)

    def use(self) -> None:
        """Put the mean in the place of the weights."""
        for mean, weight in zip(self.mean, self.module.parameters(), strict=False):
            weight.data.copy_(mean)


def export(fitted: Fitted, raw: Floats, calibrated: Floats) -> dict[str, Floats]:
    """Return the arrays of a weights file."""
    arrays = weights_of(fitted) | {"raw": raw, "calibrated": calibrated}
    return {name: array.astype(np.float32) for name, array in arrays.items()}


def weights_of(fitted: Fitted) -> dict[str, Floats]:
    """Return the arrays of `rejoin.net.Layers`."""
    module = fitted.module
    arrays = {"mean": fitted.mean, "scale": fitted.scale}
    for i, layer in enumerate((module.one, module.two, module.three, module.out)):
        arrays[f"w{i}"] = layer.weight.detach().numpy().T.copy()
        arrays[f"b{i}"] = layer.bias.detach().numpy()
    return {name: array.astype(np.float32) for name, array in arrays.items()}


def identity() -> tuple[Floats, Floats]:
    """Return a calibration that changes nothing within the output's useful range."""
    raw = np.linspace(-12, 12, 97)
    return raw, raw


def outputs(net: Net, data: Dataset, rows: Bools) -> Floats:
    """Return the net's outputs (log odds, with `identity` as calibration)."""
    return net.confidence(data.x[rows], data.page[rows])


def calibration(out: Floats, y: Ints, weight: Floats) -> tuple[Floats, Floats]:
    """Rising curve from outputs to the share of soft wraps (pooled adjacent violators)."""
    order = np.argsort(out)
    edges = np.linspace(0, len(out), POINTS + 1).astype(int)
    groups = [order[a:b] for a, b in pairwise(edges)]
    blocks: list[list[float]] = []
    for group in groups:
        total = float(weight[group].sum())
        share = float((weight[group] * y[group]).sum())
        blocks.append([float((weight[group] * out[group]).sum()), share, total])
        while len(blocks) > 1 and blocks[-2][1] * blocks[-1][2] >= blocks[-1][1] * blocks[-2][2]:
            last = blocks.pop()
            blocks[-1] = [p + q for p, q in zip(blocks[-1], last, strict=True)]
    points = np.array([[b[0] / b[2], b[1] / b[2]] for b in blocks if b[2] > 0])
    ends = np.array([[-12.0, 0.0], [12.0, 1.0]])
    points = np.vstack([ends[:1], points[(points[:, 0] > -12) & (points[:, 0] < 12)], ends[1:]])
    return points[:, 0], points[:, 1]


def calibrate(out: Floats, y: Ints, weight: Floats, fold: Ints) -> Floats:
    """Calibrated confidences, each by the curve of the other folds: no break calibrates itself."""
    confidence = np.zeros(len(out))
    for k in np.unique(fold):
        others, these = fold != k, fold == k
        curve = calibration(out[others], y[others], weight[others])
        confidence[these] = np.interp(out[these], *curve)
    return confidence


def reach(confidence: Floats, y: Ints, weight: Floats) -> tuple[Floats, Floats]:
    """Precision of the breaks from each confidence on, all sources counting the same.

    Returns
    -------
    ndarray, ndarray
        Confidences, rising, and the precision from each on, not falling.
    """
    order = np.argsort(-confidence, kind="stable")
    right, every = np.cumsum((weight * y)[order]), np.cumsum(weight[order])
    at = np.linspace(0.3, 0.999, 100)
    count = np.searchsorted(-confidence[order], -at, side="right")
    some = count > 0
    precision = right[np.maximum(count, 1) - 1] / every[np.maximum(count, 1) - 1]
    # a confidence counts as reaching no more than every higher one does
    return at[some], np.minimum.accumulate(precision[some][::-1])[::-1]


def source_weights(data: Dataset, rows: Bools) -> Floats:
    """Weight of every break of `rows`, such that all sources count the same."""
    count = np.bincount(data.source[rows], minlength=len(data.sources))
    return np.asarray(1.0 / np.maximum(count, LEAST)[data.source[rows]])


def _weights(data: Dataset, rows: Bools) -> Floats:
    labelled = rows & (data.y >= 0)
    count = np.bincount(data.source[labelled], minlength=len(data.sources))
    each = np.maximum(count, LEAST) ** -0.5
    each /= (each * count).sum() / max(count.sum(), 1)
    return np.where(labelled, each[data.source], 0.0) * np.where(data.whole, 1.0, CROP_WEIGHT)


def with_zeros(x: Floats) -> Floats:
    """Rows, and a last one of zeros for what lies between pages."""
    return np.vstack([x, np.zeros((1, x.shape[1]))]).astype(np.float32)


def _pages(data: Dataset, rows: Bools) -> list[Ints]:
    return pages_of(data.page, rows)


def pages_of(page: Ints, rows: Bools) -> list[Ints]:
    """Rows of each page, of those that are flagged."""
    at = np.flatnonzero(rows)
    return np.split(at, np.flatnonzero(np.diff(page[at])) + 1) if len(at) else []


def batches(pages: list[Ints], size: int, random: np.random.Generator) -> Iterator[Ints]:
    """Pages in random order, at least `size` rows at a time, with -1 between them."""
    held: list[Ints] = []
    for i in random.permutation(len(pages)):
        held += [pages[i], np.full(GAP, -1)]
        if sum(map(len, held)) >= size:
            yield np.concatenate(held)
            held = []
    if held:
        yield np.concatenate(held)


def module(width: int, outputs: int = 1, drop: float = 0.2) -> Any:
    """The net as PyTorch has it; the same sums as `rejoin.net.Layers`."""
    import torch
    from torch.nn.functional import pad

    def neighbours(values: Any, reach: int) -> Any:
        padded, n = pad(values, (0, 0, reach, reach)), len(values)
        return torch.cat([padded[k : k + n] for k in range(2 * reach + 1)], dim=1)

    class Module(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            a, b, c = LAYERS
            self.one = torch.nn.Linear(width, a)
            self.two = torch.nn.Linear(a * (2 * REACH[0] + 1), b)
            self.three = torch.nn.Linear(b * (2 * REACH[1] + 1), c)
            self.out = torch.nn.Linear(a + b + c, outputs)
            self.drop = torch.nn.Dropout(drop)

        def forward(self, x: Any, some: Any) -> Any:
            some = some[:, None]
            one = torch.relu(self.one(x)) * some
            two = torch.relu(self.two(neighbours(self.drop(one), REACH[0]))) * some
            three = torch.relu(self.three(neighbours(self.drop(two), REACH[1])))
            return self.out(torch.cat([one, two, three], dim=1))

    return Module()
