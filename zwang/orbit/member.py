r"""A step along a family of orbits.

The direction of a family is the null vector of the linear equations of ``shooting``. It is kept as
a change of (x₀, T, λ) in parts of their sizes, since bases of tangent spaces differ from orbit to
orbit.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from zwang.base.status import NumericalError, Status
from zwang.orbit.orbit import made
from zwang.orbit.shooting import Equations, Point, Problem, solve

SHORTEST, LONGEST = 1e-6, 0.4  # steps along a family, in parts of the orbit's size
QUICK, SLOW = 3, 6  # steps of Newton's method after which the next step is longer, or shorter
MOST = 12  # of these
TURN = 0.8  # cosine between directions of neighbours, at least
SECANT, FOUND = 24, 1e-9  # tries for a bifurcation; step along the family at which it is found


class Member:
    """An orbit of the family with its direction there, in the units of the problem."""

    def __init__(self, problem: Problem, point: Point, found: Equations, steps: int, before: Any):
        self.problem, self.point, self.found = problem, point, found
        self.orbit, self.steps = made(problem, point, found, steps), steps
        matrix, _, _ = problem.matrix(point, found)
        self.along = np.linalg.svd(matrix, full_matrices=True)[2][-1]
        self.ambient = self._ambient(self.along)
        if before is not None and self.ambient @ before.ambient < 0:
            self.along, self.ambient = -self.along, -self.ambient

    def _ambient(self, change: np.ndarray) -> np.ndarray:
        """A change of (x, T, λ) in parts of their sizes, which does not depend on a basis."""
        here, d = self.found.tangent, self.found.tangent.V.shape[1]
        units = self.problem.units(self.point, self.found)
        x = here.V @ change[:d]
        if self.problem.family.along is not None:
            x = x + here.S @ here.along * change[-1] * units[-1] / self.found.size
        return np.concatenate([x, change[d:]])

    @property
    def slope(self) -> float:
        """The direction's part along what is followed."""
        return float(self.along[-1])

    def step(self, length: float, wanted: float) -> Member:
        """The orbit at a distance along the family."""
        problem, units = self.problem, self.problem.units(self.point, self.found)
        ahead = problem.moved(self.point, self.found, length * self.along * units)

        def plane(at: Point, found: Equations) -> tuple[np.ndarray, float]:
            # Across the direction, through the point ahead: written for changes from `at`.
            d = found.tangent.V.shape[1]
            x = self.found.tangent.S @ (at.x - ahead.x) / self.found.size
            others = [(at.period - ahead.period) / self.point.period] * problem.period_open
            others += [(at.value - ahead.value) / problem.family.scale] * (
                problem.family.along is not None
            )
            to_here = self.found.tangent.S @ found.tangent.S_inv / self.found.size
            head, tail = self.ambient[: len(x)], self.ambient[len(x) :]
            row = np.append(head @ to_here @ found.tangent.V * found.size, tail)
            if problem.family.along is not None:
                moved = self.found.tangent.S @ found.tangent.along / self.found.size
                row[-1] += head @ moved * problem.family.scale
            assert len(row) == d + len(tail)
            return row, -float(head @ x + tail @ others)

        point, found, steps = solve(problem, ahead, wanted, MOST, plane)
        new = Member(problem, point, found, steps, self)
        if new.ambient @ self.ambient < TURN * np.linalg.norm(new.ambient):
            raise NumericalError(Status.NO_ORBIT, "The family turns too sharply.")
        return new


def next_of(here: Member, length: float, wanted: float) -> tuple[Member, float]:
    """The next orbit, and how long the step after it may be."""
    while True:
        try:
            new = here.step(length, wanted)
        except NumericalError as error:
            length /= 2
            if length < SHORTEST:
                raise error
            continue
        if new.steps <= QUICK:
            length = min(1.5 * length, LONGEST)
        elif new.steps >= SLOW:
            length /= 2
        return new, length


def landed(last: Member, new: Member, off: Callable[[Member], float], wanted: float) -> Member:
    """The orbit between two at which a number is zero, by the rule of false position."""
    low, high = (0.0, off(last)), (_distance(last, new), off(new))
    best, sides = new, [0, 0]
    for _ in range(SECANT):
        if high[1] == low[1] or high[0] - low[0] <= FOUND:
            break
        at = (low[0] * high[1] - high[0] * low[1]) / (high[1] - low[1])
        at = min(max(at, low[0] + 0.02 * (high[0] - low[0])), high[0] - 0.02 * (high[0] - low[0]))
        best = last.step(at, wanted)
        value = off(best)
        if abs(value) <= FOUND * max(abs(low[1]), abs(high[1]), 1e-300):
            break
        # Illinois: an end that stays counts half, so that both close in.
        if (value > 0) == (high[1] > 0):
            high, sides = (at, value), [0, sides[1] + 1]
            low = (low[0], low[1] / 2) if sides[1] > 1 else low
        else:
            low, sides = (at, value), [sides[0] + 1, 0]
            high = (high[0], high[1] / 2) if sides[0] > 1 else high
    return best


def _distance(last: Member, new: Member) -> float:
    """How far along the direction of the first the second is."""
    x = last.found.tangent.S @ (new.point.x - last.point.x) / last.found.size
    others = [(new.point.period - last.point.period) / last.point.period]
    others = others * last.problem.period_open
    if last.problem.family.along is not None:
        others += [(new.point.value - last.point.value) / last.problem.family.scale]
    return float(last.ambient @ np.concatenate([x, others])) / float(last.ambient @ last.ambient)
