"""The net that tells what kind of thing a line belongs to, in NumPy alone.

Three layers of rectified units as in `rejoin.net`: the first sees one line's looks, the others two
lines before and after as well. Weights ship as data (``data/kinds.npz``), made by
``python -m bench kindfit``.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

import numpy as np

from rejoin.model import Floats, Ints
from rejoin.net import LIMIT, neighbours, product, squash

#: Units of the three layers, and how many lines before and after the last two see.
LAYERS, REACH = (64, 48, 32), 2


@dataclass(frozen=True)
class KindNet:
    """Weights.

    Attributes
    ----------
    mean, scale : ndarray of float32, shape (f,)
        Of the squashed looks.
    weights, biases : tuple of ndarray
        Of the three layers and the output.
    """

    mean: Floats
    scale: Floats
    weights: tuple[Floats, ...]
    biases: tuple[Floats, ...]

    def shares(self, measured: Floats, page: Ints) -> Floats:
        """Probability of each kind for each line.

        Parameters
        ----------
        measured : ndarray of float32, shape (n, f)
            See `rejoin.looks.looks`.
        page : ndarray of int, shape (n,)
            Page of each line; lines of one page are neighbours.

        Returns
        -------
        ndarray of float32, shape (n, kinds)
            In the order of `rejoin.kinds.LEARNT`.
        """
        w, b = self.weights, self.biases
        if not len(measured):
            return np.zeros((0, len(b[3])), np.float32)
        x = np.clip((squash(measured) - self.mean) / self.scale, -LIMIT, LIMIT)
        one = np.maximum(product(x, w[0]) + b[0], 0)
        two = np.maximum(product(neighbours(one, len(w[1]), page), w[1]) + b[1], 0)
        three = np.maximum(product(neighbours(two, len(w[2]), page), w[2]) + b[2], 0)
        out = product(np.concatenate([one, two, three], axis=1), w[3]) + b[3]
        out = np.exp(out - out.max(axis=1, keepdims=True))
        return np.asarray(out / out.sum(axis=1, keepdims=True), np.float32)


@lru_cache(maxsize=1)
def shipped() -> KindNet:
    """Return the net whose weights come with the library."""
    with files("rejoin").joinpath("data/kinds.npz").open("rb") as file:
        return load(dict(np.load(file)))


def load(arrays: dict[str, Floats]) -> KindNet:
    """Build a net from the arrays of a weights file."""
    layers = range(4)
    return KindNet(
        arrays["mean"].astype(np.float32),
        arrays["scale"].astype(np.float32),
        tuple(arrays[f"w{i}"].astype(np.float32) for i in layers),
        tuple(arrays[f"b{i}"].astype(np.float32) for i in layers),
    )
