"""What is looked for, where a search is, and one step of Newton's method."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from zwang.linear.local.named import Coordinate
from zwang.linear.local.onto import least
from zwang.linear.local.reduced import NOTHING, Reduced

GOOD = 1e-9  # of all forces, what may remain where no step makes it less
RANK = 1e-9  # of Newton's equations
BALANCED = 1e-8  # what may be left, in parts of what is to be balanced


class Asked(NamedTuple):
    """What is looked for."""

    coordinates: Sequence[Coordinate]  # all that have a name, those with a rate or held among them
    rates: Mapping[int, float | None]  # by place, the rate; None where it is left open
    held: Sequence[int]  # places of those that keep their value
    t: float
    timely: bool = True  # whether it may be a motion that symmetries carry along with the time
    smooth: bool = False  # whether forces are known to be, as between two states where they are


class Found(NamedTuple):
    """Where the search ended."""

    reduced: Reduced  # the equations there
    off: float  # the force that remains, in the metric
    size: float  # of all forces, in the metric; the largest on the way
    rounding: float  # what rounding of q and q̇ may leave of them
    # whether Newton's method came there slowly, as where the stiffness vanishes too
    degenerate: bool = False
    settled: bool = True  # whether the state stays, and does not run off while the force fades

    @property
    def fades(self) -> bool:
        """Whether nothing but rounding remains of the force."""
        return self.off <= max(GOOD * self.size, self.rounding)

    @property
    def rests(self) -> bool:
        """Whether that is so, and the state stays."""
        return self.fades and self.settled


class Step:
    """Newton's equations in a state, in the metric: G y = −z. Shapes: rows (k, n)."""

    def __init__(self, here: Reduced, asked: Asked, open_rates: Sequence[int], rows: Any = None):
        f_q, _ = here.sizes
        L = here.metric.L
        root: Any = np.linalg.qr(L.T @ here.N, mode="r")
        self.root, self.z = root, root @ here.acceleration()
        T = np.linalg.inv(np.linalg.qr(L.T @ here.E.q[:f_q].T, mode="r"))
        stay = here.candidates.S[list(asked.held)]
        stay = stay if rows is None else np.concatenate([stay, rows])
        free = T @ _null(stay @ here.E.q[:f_q].T @ T)
        places = [here.chart.velocities.index(i) for i in open_rates]
        pace = here.fastest or 1.0
        units = pace / np.linalg.norm(root[:, places], axis=0) if places else np.zeros(0)
        self.E, self.free, self.units = here.E.q[:f_q], free, units
        by_q = here.A[f_q:, :f_q] @ free
        by_rates = here.A[f_q:, f_q:][:, places] * units
        self.G = root @ np.concatenate([by_q, by_rates], axis=1)
        # A stiffness that is rounding balances nothing.
        by_q, by_rate = here.parts
        self.least = NOTHING * len(here.A) * (by_q + (pace * by_rate if places else 0.0))

    def damped(self, damping: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Changes of q (n,), of the open rates, and of both in the metric; damped or not."""
        return self._solved(self.z, damping)

    def balancing(self, off: np.ndarray) -> np.ndarray | None:
        """The least change of q (n,) that makes up for a change of σ̈_J; None where none does.

        Shapes: off (f_v,).
        """
        z = self.root @ off
        dq, _, y = self._solved(z, 0.0)
        left = np.linalg.norm(self.G @ y + z)
        return dq if left <= BALANCED * np.linalg.norm(z) else None

    def _solved(self, z: np.ndarray, damping: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        U, S, Vt = np.linalg.svd(self.G, full_matrices=False)
        largest = S.max(initial=0.0)
        keep = S > max(self.least, 0.0 if damping else RANK * largest)
        S, z = S[keep], (U.T @ z)[keep]
        y = -Vt[keep].T @ (S / (S**2 + damping * largest**2) * z)
        count = self.free.shape[1]
        return (self.free @ y[:count]) @ self.E, self.units * y[count:], y


def keeping(here: Reduced, asked: Asked, way: np.ndarray) -> np.ndarray:
    """The part of a way (n,) on the constraints along which what is held keeps its value.

    Shapes: way (n,).
    """
    S, h = here.candidates.S[list(asked.held)], here.variation.rows.positions
    if not len(S):
        return way
    rows = np.concatenate([here.at.A[:h], S])
    return way - least(here.metric, rows, np.append(np.zeros(h), S @ way))


def _null(rows: np.ndarray) -> np.ndarray:
    """Columns that span what rows (k, f) leave free."""
    count = rows.shape[1]
    if not rows.size:
        return np.eye(count)
    lengths = np.linalg.norm(rows, axis=1)
    rows = rows[lengths > 0] / lengths[lengths > 0][:, None]
    if not len(rows):
        return np.eye(count)
    _, S, Vt = np.linalg.svd(rows)
    return Vt[int((S > RANK).sum()) :].T
