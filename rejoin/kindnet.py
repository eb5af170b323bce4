"""The net that tells what kind of thing a line belongs to, in NumPy alone.

Three layers as in `rejoin.net`: the first sees one line's looks, the others two lines before and
after as well. Weights ship as data (``data/kinds.npz``), made by ``python -m bench kindfit``.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

import numpy as np

from rejoin.model import Floats, Ints
from rejoin.net import Layers, layers


@dataclass(frozen=True)
class KindNet(Layers):
    """Weights, with an output for each kind of `rejoin.kinds.LEARNT`."""

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
        out = self.outputs(measured, page)
        out = np.exp(out - out.max(axis=1, keepdims=True, initial=-np.inf))
        return np.asarray(out / out.sum(axis=1, keepdims=True), np.float32)


@lru_cache(maxsize=1)
def shipped() -> KindNet:
    """Return the net whose weights come with the library."""
    with files("rejoin").joinpath("data/kinds.npz").open("rb") as file:
        return load(dict(np.load(file)))


def load(arrays: dict[str, Floats]) -> KindNet:
    """Build a net from the arrays of a weights file."""
    return KindNet(*layers(arrays))
