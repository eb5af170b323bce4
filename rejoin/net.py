"""The learnt decision: a small net over the page's sequence of breaks, in NumPy alone.

Three layers of rectified units. The first sees one break's measurements, the second two breaks
before and after as well, the third a few more; so a decision helps its neighbours. Weights ship as
data (``data/wrap.npz``), made by ``python -m bench train``.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

import numpy as np

from rejoin.errors import RulesError
from rejoin.model import Floats, Ints

#: Standardised measurements are cut off here, so that nothing odd swamps the rest.
LIMIT = 6.0
#: Rows of a block of `product`.
_BLOCK = 16


@dataclass(frozen=True)
class Layers:
    """Weights of three layers and an output.

    Attributes
    ----------
    mean, scale : ndarray of float32, shape (f,)
        Of the squashed measurements.
    weights, biases : tuple of ndarray
        Of the three layers and the output. A layer's input is a row's values and those of its
        neighbours, from the first to the last.
    """

    mean: Floats
    scale: Floats
    weights: tuple[Floats, ...]
    biases: tuple[Floats, ...]

    def outputs(self, measured: Floats, page: Ints) -> Floats:
        """Outputs for each row.

        Parameters
        ----------
        measured : ndarray of float32, shape (m, f)
        page : ndarray of int, shape (m,)
            Page of each row; rows of one page are neighbours.

        Returns
        -------
        ndarray of float32, shape (m, outputs)
        """
        m, w, b = len(measured), self.weights, self.biases
        if not m:
            return np.zeros((0, len(b[3])), np.float32)
        x = np.zeros((-(-m // _BLOCK) * _BLOCK, measured.shape[1]), np.float32)
        x[:m] = self._standard(measured)
        # the rows that fill up the last block are of no page
        pages = np.full(len(x), -1, page.dtype)
        pages[:m] = page
        one = _layer(x, w[0], b[0])
        two = _layer(neighbours(one, len(w[1]), pages), w[1], b[1])
        three = _layer(neighbours(two, len(w[2]), pages), w[2], b[2])
        out = product(np.concatenate([one, two, three], axis=1), w[3])
        out += b[3]
        return out[:m]

    def _standard(self, measured: Floats) -> Floats:
        x = squash(measured)
        x -= self.mean
        x /= self.scale
        return np.clip(x, -LIMIT, LIMIT, out=x)


@dataclass(frozen=True)
class Net(Layers):
    """The decision about breaks: weights and calibration.

    Attributes
    ----------
    raw, calibrated : ndarray of float32
        Points of the curve from the net's output to the share of soft wraps among such breaks in
        documents that were left out of the training.
    reach : ndarray of float32, shape (2, k)
        Confidences, rising, and the precision of the joins from each on, in such documents.
    """

    raw: Floats
    calibrated: Floats
    reach: Floats

    def needed(self, precision: float) -> float:
        """Confidence from which on joins reach a precision, all sources counting the same.

        Raises
        ------
        RulesError
            No confidence reaches it.
        """
        at, reached = self.reach
        enough = np.flatnonzero(reached >= precision)
        if not len(enough):
            best = f"{float(reached[-1]):.4f}"
            raise RulesError(f"no confidence reaches a precision of {precision:g} (at most {best})")
        return float(at[enough[0]])

    def confidence(self, measured: Floats, page: Ints) -> Floats:
        """Calibrated probability that each break is a soft wrap.

        Parameters
        ----------
        measured : ndarray of float32, shape (m, f)
            See `rejoin.features.features`.
        page : ndarray of int, shape (m,)
            Page of each break; breaks of one page are neighbours.
        """
        out = self.outputs(measured, page)[:, 0]
        return np.interp(out, self.raw, self.calibrated).astype(np.float32)


def _layer(x: Floats, weights: Floats, bias: Floats) -> Floats:
    """Rectified units."""
    out = product(x, weights)
    out += bias
    return np.maximum(out, 0, out=out)


def product(x: Floats, weights: Floats) -> Floats:
    """Matrix product in blocks of rows.

    One large product would be spread over threads by the linear algebra library, which costs more
    than it saves at this size, above all while other processes want the cores.
    """
    m, width = x.shape
    if m % _BLOCK:
        padded = np.zeros((-(-m // _BLOCK) * _BLOCK, width), np.float32)
        padded[:m] = x
        x = padded
    out = x.reshape(-1, _BLOCK, width) @ weights
    return np.asarray(out.reshape(len(x), -1)[:m])


def squash(measured: Floats) -> Floats:
    """Logarithm of the size with the sign kept: differences near zero matter most."""
    size = np.abs(measured)
    return np.copysign(np.log1p(size, out=size), measured, out=size)


def neighbours(values: Floats, inputs: int, page: Ints) -> Floats:
    """Each break's values beside those of its neighbours; zeros beyond the page."""
    m, width = values.shape
    reach = inputs // width // 2
    out = np.zeros((m, 2 * reach + 1, width), np.float32)
    for k in range(-reach, reach + 1):
        shared = max(0, m - abs(k))
        low, high = max(0, -k), max(0, k)
        to, source = slice(low, low + shared), slice(high, high + shared)
        out[to, reach + k] = values[source]
        out[low + np.flatnonzero(page[to] != page[source]), reach + k] = 0
    return out.reshape(m, -1)


@lru_cache(maxsize=1)
def shipped() -> Net:
    """Return the net whose weights come with the library."""
    with files("rejoin").joinpath("data/wrap.npz").open("rb") as file:
        return load(dict(np.load(file)))


def load(arrays: dict[str, Floats]) -> Net:
    """Build a net from the arrays of a weights file."""
    return Net(
        *layers(arrays),
        arrays["raw"].astype(np.float32),
        arrays["calibrated"].astype(np.float32),
        arrays.get("reach", np.zeros((2, 0))).astype(np.float32),
    )


def layers(
    arrays: dict[str, Floats],
) -> tuple[Floats, Floats, tuple[Floats, ...], tuple[Floats, ...]]:
    """Fields of `Layers` from the arrays of a weights file."""
    return (
        arrays["mean"].astype(np.float32),
        arrays["scale"].astype(np.float32),
        tuple(arrays[f"w{i}"].astype(np.float32) for i in range(4)),
        tuple(arrays[f"b{i}"].astype(np.float32) for i in range(4)),
    )
