"""What a motion leaves of measurements, and how that changes with the numbers to be fitted."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from zwang.base.arrays import as_floats
from zwang.base.status import NumericalError
from zwang.consistency.assemble import assemble
from zwang.integrate.options import Options
from zwang.motion.motion import Motion
from zwang.motion.simulate import simulated
from zwang.sensitivity.columns import prepare
from zwang.sensitivity.quantities import rows_of
from zwang.sensitivity.sensitivity import Sensitivity, follow
from zwang.sensitivity.wrt import Directions, directions, start_of
from zwang.system.system import System

SILENT = 1e-10  # of the largest singular value: what derivatives of a motion do not tell from zero


class Tried(NamedTuple):
    """A motion that was tried: where, from which guess of the start, with which directions."""

    x: np.ndarray
    motion: Motion
    guess: tuple[np.ndarray, ...]
    along: Directions


class Residuals:
    """Residuals and their derivatives, for numbers x (D,); the last motion is remembered.

    Shapes: times (T,), y (T, ...).
    """

    def __init__(
        self,
        system: System,
        times: np.ndarray,
        y: np.ndarray,
        sigma: Any,
        measure: Any,
        wrt: Any,
        begin: Directions,
        options: Options,
    ):
        self.system, self.times, self.y = system, times, y
        self.measure, self.wrt, self.begin, self.options = measure, wrt, begin, options
        if np.isinf(y).any():
            raise ValueError("`data` holds infinity; wanted numbers, or NaN where one is missing.")
        self.weights, self.kept = _weights(sigma, y), np.isfinite(y)
        self.count = int(self.kept.sum())
        self.last: Tried | None = None
        self.followed: Sensitivity | None = None

    def prepare(self) -> None:
        """Have all that the search needs compiled, while it begins."""
        p = self.begin.p
        prepare(self.system, start_of(*self.begin.given, p), self.times, p, self.options)

    def at(self, x: np.ndarray) -> Tried:
        """The motion for numbers x."""
        if self.last is not None and np.array_equal(self.last.x, x):
            return self.last
        p, *given = self.begin.moved(x - self.begin.values)
        along = directions(self.system, given[0], given[1], p, self.wrt, dense=False)
        guess = start_of(*along.given, p)
        q0, qd0 = assemble(self.system, *guess, self.times[0], p)
        motion = simulated(self.system, q0, qd0, self.times, p, self.options)
        self.last = Tried(np.array(x, float), motion, guess, along)
        return self.last

    def compare(self, tried: Tried) -> np.ndarray:
        """Data less what the motion gives."""
        value, _ = rows_of(tried.motion, "`measure`", self.measure)
        if value.shape != self.y.shape:
            raise ValueError(
                f"`data` has the shape {self.y.shape}; wanted {value.shape}, a row a time as "
                f"{'`measure` returns it' if self.measure is not None else 'q'}."
            )
        return self.y - value

    def residual(self, x: np.ndarray) -> np.ndarray:
        """What the motion gives less the data, over the noise, where there are data."""
        try:
            tried = self.at(x)
        except NumericalError:  # the search tries a shorter step then
            return np.full(self.count, np.nan)
        return -(self.compare(tried) * self.weights)[self.kept]

    def sensitivity(self, x: np.ndarray) -> Sensitivity:
        """The motion for numbers x with its derivatives."""
        tried = self.at(x)
        if self.followed is None or self.followed.motion is not tried.motion:
            _, motion, guess, along = tried
            self.followed = follow(motion, guess, along, self.options)
        return self.followed

    def slope(self, x: np.ndarray) -> np.ndarray:
        """``jacobian`` for the search, without directions that the data are silent of.

        There, as across a constraint on which the start is assembled, derivatives are rounding,
        and the search would follow it ever farther.
        """
        J = self.jacobian(x)
        lengths = np.linalg.norm(J, axis=0)
        lengths[lengths == 0.0] = 1.0
        U, values, Vt = np.linalg.svd(J / lengths, full_matrices=False)
        values = np.where(values > SILENT * values.max(initial=0.0), values, 0.0)
        return (U * values) @ Vt * lengths

    def jacobian(self, x: np.ndarray) -> np.ndarray:
        """The derivatives of ``residual``."""
        found = self.sensitivity(x)
        _, columns = rows_of(found.motion, "`measure`", self.measure, found.change)
        weighted = np.moveaxis(columns, 1, -1) * self.weights[..., None]
        return weighted[self.kept]


def _weights(sigma: Any, y: np.ndarray) -> np.ndarray:
    """One over the noise, as the data are."""
    if sigma is None:
        return np.ones_like(y)
    found = np.asarray(as_floats("sigma", sigma, np), float)
    try:
        found = np.broadcast_to(found, y.shape)
    except ValueError:
        raise ValueError(
            f"`sigma` has the shape {found.shape}; wanted one number, or an array that fits the "
            f"data of the shape {y.shape}."
        ) from None
    if not (np.isfinite(found) & (found > 0)).all():
        raise ValueError("`sigma` has entries that are not positive; wanted standard deviations.")
    return 1.0 / found
