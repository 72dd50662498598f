r"""A branch of states of rest that is followed over a parameter μ, and where it parts.

Steps are taken by μ, each from the state before, and halved where two states do not belong to one
branch. At a fold two branches meet and end; at a pitchfork the outer ones do, and the middle one
goes on. Either way q′ = dq/dμ grows without bound, but with τ, the place along the branch in the
metric, μ(τ) is smooth and has an extremum there:

    τ_i = dᵀM (q_i − q),    μ′(τ_i) = 1 / dᵀM q′_i,    d = q′ / |q′|.

So a few states beside it tell its place to many digits, from the polynomial through all μ and μ′.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.polynomial import Polynomial

from zwang.rest.branch.joined import Along, Passed, joined, slope
from zwang.rest.equilibrium import Equilibrium

TRIES = 80  # states of rest looked for in an interval
FINEST = 1e-6  # of an interval, the shortest step
PART = 0.382  # of an interval, the first shorter step: what is symmetric would hide in the middle
TOLD, CLOSE = 3, 0.1  # states that tell an extremum; how far it may be, of an interval
CAREFUL = 0.4  # of the way to it, the longest step: slopes change by a third
SETTLED = 1e-9  # of an interval, by how much its place may still change
PARTINGS = 4  # in an interval
BEYOND = (1e-4, 3e-2, 1.0)  # of an interval, how far beyond a parting it is looked for another
FLAT = 1e-4  # of the size of the state, a change over an interval that does not count
JUMPS = 0.05  # of the change of the state, what is a jump


class Turn(NamedTuple):
    """Where μ has an extremum along a branch: its value (), and the state q (n,)."""

    value: float
    q: np.ndarray


class Parting(NamedTuple):
    """Where a branch ends, or meets another."""

    value: float  # of the parameter
    kind: str  # "end", "jump" or "branch point"
    fold: bool  # whether it ends in a fold
    # before, beyond: the states of rest beside; None where none was found
    before: Equilibrium
    beyond: Equilibrium | None


class Following:
    """A branch that is followed over a parameter."""

    def __init__(self, at: Callable, over: Along):
        self.at, self.over, self.size = at, over, 0.0

    def to(
        self, ends: tuple[float, float], before: Equilibrium
    ) -> tuple[Equilibrium | None, list[Parting]]:
        """The state of rest at the second of two values, and where branches part on the way."""
        (low, high), here, partings = ends, before, []
        for _ in range(PARTINGS):
            reached, last, turn, failed = self._along(low, high, here)
            if reached is not None:
                return reached, partings
            found, low = self._parting(ends, here, last, turn, failed)
            partings.append(found)
            if found.beyond is None or low == high:
                return found.beyond, partings
            here = found.beyond
        return self.at(high, here.q, True), partings

    def _along(
        self, low: float, high: float, start: Equilibrium
    ) -> tuple[Equilibrium | None, Passed, Turn | None, float]:
        """Where steps come to; if not to the end, what was passed last, its turn, what failed."""
        size = start.linear.reduced.metric.size
        self.size = max(self.size, size(start.q))
        last = self._passed(low, start)
        passed, whole, step = [last], high - low, high - low
        steep = max(last.steepness, FLAT * self.size / abs(whole))
        turn, part, failed = None, PART, high
        for _ in range(TRIES):
            near = abs(high - last.value) <= (1 + 1e-9) * abs(step)
            value = high if near else last.value + step
            found = self.at(value, last.found.q, False)
            there = None if found is None else self._passed(value, found)
            self.size = max(self.size, 0.0 if found is None else size(found.q))
            if there is not None and joined(last, there, self.size, steep):
                if value == high:
                    return found, last, None, failed
                last = there
                steep = max(steep, there.steepness)
                passed = [*passed[1 - TOLD :], last]
                before, turn = turn, turning(passed, whole)
                if before and turn and abs(turn.value - before.value) <= SETTLED * abs(whole):
                    break
                step *= 1.5
                if turn is not None:
                    step = min(step, CAREFUL * (turn.value - value), key=abs)
            else:
                failed, step, part = value, step * part, 0.5
                if abs(step) < FINEST * abs(whole):
                    break
        return None, last, turn, failed

    def _passed(self, value: float, found: Equilibrium) -> Passed:
        return Passed(value, found, slope(found, self.over))

    def _parting(
        self,
        ends: tuple[float, float],
        start: Equilibrium,
        last: Passed,
        turn: Turn | None,
        failed: float,
    ) -> tuple[Parting, float]:
        """What the branch comes to behind the last that was passed, and from where it goes on."""
        low, high = ends
        value = (last.value + failed) / 2 if turn is None else turn.value
        size = start.linear.reduced.metric.size
        beyond, place = None, high
        for part in BEYOND:
            place = value + part * (high - low)
            place = high if (place - high) * (high - low) >= 0 else place
            beyond = self.at(place, last.found.q, True)
            if beyond is not None or place == high:
                break
        if beyond is None:
            return Parting(value, "end", turn is not None, last.found, None), place
        ended = last.found.q if turn is None else turn.q
        whole = max(size(ended - start.q), size(beyond.q - start.q))
        if size(beyond.q - ended) > JUMPS * whole:
            return Parting(value, "jump", turn is not None, last.found, beyond), place
        if turn is None:
            value = self._met(last, self._passed(place, beyond), value)
        return Parting(value, "branch point", False, last.found, beyond), place

    def _met(self, a: Passed, b: Passed, value: float) -> float:
        """Where two branches that have slopes meet: there their lines are nearest."""
        if a.slope is None or b.slope is None:
            return value
        L = a.found.linear.reduced.metric.L
        bend = L.T @ (a.slope - b.slope)
        apart = L.T @ (b.found.q - a.found.q - b.value * b.slope + a.value * a.slope)
        if not bend @ bend > 0:
            return value
        found = float(bend @ apart / (bend @ bend))
        return found if min(a.value, b.value) <= found <= max(a.value, b.value) else value


def turning(passed: list[Passed], whole: float) -> Turn | None:
    """The extremum of μ that a branch comes to, told by states passed before; None if it has
    none.
    """
    last, slopes = passed[-1], [x.slope for x in passed]
    if len(passed) < 2 or last.slope is None or any(x is None for x in slopes):
        return None
    L, steepest = last.found.linear.reduced.metric.L, np.asarray(last.slope)
    length = last.steepness
    if not length > 0:
        return None
    d = L @ (L.T @ steepest) / length
    tau = np.array([d @ (x.found.q - last.found.q) for x in passed])
    along = np.array([d @ np.asarray(x) for x in slopes])
    unit = np.abs(tau).max()
    if not unit > 0 or not (np.sign(along) == np.sign(along[-1])).all():
        return None
    # Through μ and μ′ of all, τ in parts of the way that was passed.
    powers = np.arange(2 * len(passed))
    s = tau / unit
    rows = s[:, None] ** powers
    rates = powers * s[:, None] ** np.maximum(powers - 1, 0)
    right = np.append([(x.value - last.value) / whole for x in passed], unit / along / whole)
    mu = Polynomial(np.linalg.solve(np.concatenate([rows, rates]), right))
    ahead = float(np.sign(along[-1] * whole))
    zeros = [x.real * ahead for x in mu.deriv().roots() if abs(x.imag) < 1e-6]
    zeros = [x for x in zeros if x >= 0.0]
    if not zeros:
        return None
    found = ahead * min(zeros)
    value = float(mu(found))
    if not 0.0 <= value <= CLOSE:
        return None
    return Turn(last.value + value * whole, last.found.q + found * unit * steepest / length)
