r"""Newton's method for a periodic motion: x(T; x₀, T, λ) − x₀ − shift = 0, on the constraints.

Unknown are the change z of the start along the tangent space, that of the period τ where it is not
given, and that of a parameter ℓ in a family:

    (Φ − 1) V z + ẋ(T) τ + (Φ s − s + ...) ℓ = −(x(T) − x₀ − shift)

Beside these rows stand conditions that choose one of many: that the start does not move along the
motion itself, where time does not enter; held coordinates, the energy or the period, where orbits
come in families; the plane across the family's own direction. Of what is still open the least
change is taken. After each step the start is brought back onto the constraints.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from zwang.base.functions import split
from zwang.base.status import NumericalError, Status
from zwang.motion.motion import Motion
from zwang.orbit.conditions import OPEN, Held, conditions, least
from zwang.orbit.flow import Flow, rate_of, same_beside, same_later
from zwang.orbit.manifold import Tangent, onto, tangent
from zwang.orbit.parameter import AtValue, Point
from zwang.orbit.returning import Return
from zwang.system.origin import AbstractGuard

FAR, MOST_CUT = 3.0, 0.2  # the same far from an orbit: in parts of how far; at most
HALVINGS = 6
FINE, CLOSE = 0.02, 10  # of what is wanted, where no step makes it less; a step that is none
SLOWER = 4.0  # by so much less each step must be than the last, for one more to be worth it
TIMES = 100  # how far from periodic a motion may be, in its own relative tolerance
DIES = 1e-3  # by how much all multipliers are inside the circle where a motion dies out
AGAIN = 1e-6  # what may differ a period later, in parts of the accelerations and of the state
ROUNDING = 100.0  # what rounding makes of a state, in eps and its size
LONGEST = 0.5  # of a step of Newton's method, in parts of the size of the motion


@dataclass(frozen=True, eq=False)
class Equations:
    """The linear equations in a point."""

    motion: Motion  # over one period
    left: np.ndarray  # (2n,) x(T) − x₀ − shift, in the coordinates of ``tangent``
    B: np.ndarray  # (2n, d) Φ V in these
    columns: np.ndarray  # (2n, k) for the period, where it is unknown, and for the parameter
    tangent: Tangent  # at the start
    size: float  # of the motion: its largest speed in the metric of the start
    rest: bool  # whether it does not move, but for rounding

    @property
    def own(self) -> np.ndarray:
        """The derivative of the end by the start on the tangent space (d, d)."""
        return self.tangent.V.T @ self.B

    @property
    def off(self) -> float:
        """How far it is from periodic, in parts of its size."""
        return float(np.linalg.norm(self.left) / self.size)


@dataclass(frozen=True, eq=False)
class Problem:
    """A periodic motion that is sought."""

    flow: Flow  # what moves
    family: AtValue  # which parameters belong to a value
    returns: Return  # what it means to return
    held: Held  # coordinates that keep their values
    autonomous: bool  # whether time does not enter
    phase: bool  # whether the start must not move along the motion
    period_open: bool  # whether the period is unknown
    energy: float | None  # the energy to keep, or None
    floor: float = 0.0  # the least that counts as the size of a motion

    @property
    def wanted(self) -> float:
        """How far from periodic it may be, in parts of its size."""
        return TIMES * float(np.asarray(self.flow.options.rtol))

    def equations(self, at: Point, along: bool = False) -> Equations:
        """The linear equations in a point."""
        p = self.family.p(at.value)
        motion = self.flow.motion(at.x, at.period, p)
        none = [np.zeros(np.shape(y)) for y in split(p, np)[0]]
        dp = self.family.dp if along else none
        here = tangent(self.flow.system, at.x, self.flow.t, p, 2 * np.pi / at.period, dp)
        size, rest = self._size(motion, here, at.period)
        signs = np.tile(self.returns.signs(motion.q[0], motion.q[-1]), 2)
        shoot = lambda v, dp=none, unit=size: signs * self.flow.derivative(motion, v, dp, unit)
        B = np.array([here.S @ shoot(v) for v in (here.S_inv @ here.V).T])
        B = B.T if len(B) else np.zeros((len(at.x), 0))
        columns = []
        if self.period_open:
            columns.append(self.counted(here, here.S @ (signs * rate_of(motion, -1))))
        if along:
            moved = shoot(here.along, dp, self.family.scale) - here.along
            moved = moved + signs * rate_of(motion, -1) * self.family.rate(at.value)
            columns.append(self.counted(here, here.S @ moved))
        left = self.returns.off(motion.q[[0, -1]], motion.qd[[0, -1]])[1]
        stacked = np.stack(columns, axis=1) if columns else np.zeros((len(at.x), 0))
        return Equations(motion, here.S @ left, B, stacked, here, size, rest)

    # Forces that balance each other leave a speed of rounding, about eps of what one of them would
    # make in a period; places one of eps ω |q|. What is wanted of an orbit may not be less than it.

    def _size(self, motion: Motion, here: Tangent, period: float) -> tuple[float, bool]:
        """The largest speed in the metric; of a rest that time shakes, that of its q or forces."""
        n = motion.q.shape[1]
        pushed = np.linalg.norm(motion.Qc @ here.S_inv[n:, n:], axis=1).max() * period
        placed = np.linalg.norm(motion.q @ here.S[:n, :n].T, axis=1).max()
        rounding = ROUNDING * np.finfo(float).eps * (pushed + placed)
        speed = float(np.linalg.norm(motion.qd @ here.S[n:, n:].T, axis=1).max())
        size, rest = max(speed, self.floor, rounding / self.wanted), speed <= rounding
        if self.floor > 0.0 or not rest:
            return float(size), rest
        if self.autonomous:
            told = "The guess is at rest, and time does not enter: see zw.equilibrium."
            raise NumericalError(Status.NO_ORBIT, told)
        return float(placed + pushed or np.linalg.norm(here.S[:n, :n] @ np.ones(n))), True

    def matrix(self, at: Point, found: Equations) -> tuple[np.ndarray, np.ndarray, int]:
        """All rows of the linear equations for (z, τ, ℓ) in their units, and the right sides.

        Then how many of them say that it is periodic; the others are conditions.
        """
        here, k = found.tangent, found.columns.shape[1]
        more = []
        if self.phase:
            f = here.S @ rate_of(found.motion, 0)
            more.append((f @ here.V / np.linalg.norm(f), 0.0))
        p = self.family.p(at.value)
        given = self.held, self.energy, self.flow.system, here, at.x, self.flow.t, p
        more += conditions(*given)
        returned = np.hstack([self.counted(here, found.B - here.V), found.columns])
        stacked = np.vstack([returned, *(np.append(row, np.zeros(k)) for row, _ in more)])
        right = np.concatenate([-found.left, [y for _, y in more]])
        stacked = stacked * self.units(at, found) / found.size
        return stacked, right / found.size, len(found.left)

    def doubt(self, found: Equations) -> float:
        """By how much the motion's own direction is not fixed by B, where it must be."""
        f = found.tangent.V.T @ found.tangent.S @ rate_of(found.motion, 0)
        off = np.linalg.norm(found.own @ f - f) / (np.linalg.norm(f) or 1.0)
        return float(off) if self.autonomous else 0.0

    def counted(self, here: Tangent, x: np.ndarray) -> np.ndarray:
        """Changes (2n, ...) in the coordinates of a tangent space, without what need not return."""
        return here.S @ self.returns.counted((here.S_inv @ x).T).T

    def units(self, at: Point, found: Equations) -> np.ndarray:
        """In what z, τ and ℓ count (d + k,): the size of the motion, the period, a scale."""
        others = [at.period] * self.period_open + [self.family.scale]
        own = np.full(found.tangent.V.shape[1], found.size)
        return np.append(own, others[: found.columns.shape[1]])

    def moved(self, at: Point, found: Equations, change: np.ndarray) -> Point:
        """The point after a change (z, τ, ℓ), on the constraints again. Shapes: change (d + k,)."""
        d = found.tangent.V.shape[1]
        z, others = change[:d], list(change[d:])
        tau = others.pop(0) if self.period_open else 0.0
        value = at.value + (others[0] if others else 0.0)
        period = at.period + tau
        if others and not self.period_open:
            period = self.family.period(value, at.period)
        if not period > 0.0:
            raise NumericalError(Status.NO_ORBIT, "The period shrinks to nothing.")
        x = at.x + found.tangent.S_inv @ (found.tangent.V @ z)
        x = x + found.tangent.along * (others[0] if others else 0.0)
        p, system = self.family.p(value), self.flow.system
        x = onto(system, x, self.flow.t, p, 2 * np.pi / period)
        if isinstance(system.origin, AbstractGuard):  # a path that no gain brings it back to
            q, qd = np.split(x, 2)
            nearest = system.origin.nearest_start(q, qd, self.flow.t, p)
            x = np.concatenate([np.asarray(y) for y in nearest])
        return Point(x, period, value)


def solve(
    problem: Problem, at: Point, wanted: float, most: int, plane: Any = None
) -> tuple[Point, Equations, int]:
    """A periodic motion near a point, and after how many steps it was found.

    Raises NumericalError.
    """
    along = plane is not None and problem.family.along is not None
    found = problem.equations(at, along)
    # Along a family of orbits the equations are singular on it, and off it by as much as it is off.
    # So far from an orbit small singular values mean nothing; where that gets nowhere they do.
    first, steps, trust = found.size, 0, FAR if plane is None else 0.0
    last = np.inf
    for steps in range(1, most + 1):
        matrix, right, periodic = problem.matrix(at, found)
        if plane is not None:
            rows, beyond = plane(at, found)
            matrix, right = np.vstack([matrix, rows]), np.append(right, beyond)
        off = np.abs(right).max()
        if not matrix.shape[1] and off > wanted:
            told = f"The constraints alone move it, and {at.period:.10g} later it is elsewhere."
            raise NumericalError(Status.NO_ORBIT, told)
        change = least(matrix, right, periodic, max(OPEN, min(trust * found.off, MOST_CUT)))
        # Beside a branch point little is off and much is still to change. And while each step is a
        # fraction of the last, as far as rounding lets it, it costs one more to have all digits.
        slow, last = last / SLOWER, np.abs(change).max(initial=0.0)
        near = off <= FINE * wanted or last <= CLOSE * wanted
        if off <= wanted and (last <= FINE * wanted or (near and last > slow)):
            _require_return(problem, at, found)
            return at, found, steps - 1
        change = change * min(1.0, LONGEST / (np.abs(change).max() or 1.0))
        before = found.off
        at, found = _shorter(problem, at, found, change * problem.units(at, found), along)
        trust = trust if found.off < before / 2 else trust / 10
        if found.size < 1e-6 * first:
            told = "It shrinks to a state of rest."
            if not problem.autonomous:
                told += " For the multipliers of that, begin at rest."
            raise NumericalError(Status.NO_ORBIT, told)
    told = f"After {steps} steps it is off by {found.off:.1e} of its size."
    if plane is None and problem.autonomous and _dies_out(problem, found):
        told += (
            " All small changes die out within a period, as where friction acts and nothing "
            "drives: then there is no other than rest."
        )
    raise NumericalError(Status.NO_ORBIT, told)


def _dies_out(problem: Problem, found: Equations) -> bool:
    """Whether no multiplier is near the circle, or beyond."""
    here = found.tangent
    values = np.linalg.eigvals(here.V.T @ problem.counted(here, found.B))
    return bool(np.abs(values).max(initial=0.0) < 1.0 - DIES)


def _require_return(problem: Problem, at: Point, found: Equations) -> None:
    """Raise unless a period later all is the same to the system, along the motion."""
    motion, system, returns = found.motion, problem.flow.system, problem.returns
    grown = returns.grown(motion.q)
    if problem.autonomous and not grown.any():
        return
    told = (
        f"The motion returns after {at.period:.10g}, but what time does to the system does not: "
        "it would not go on so. `period` is no multiple of that of the forcing."
    )
    if problem.autonomous:
        told = (
            "The state returns but for coordinates in `shift` or `free`, and there the forces or "
            "the constraints are others: it would not go on so."
        )
    signs = returns.signs(motion.q[0], motion.q[-1])
    if not same_later(system, motion, at.period, (signs, grown), (found.tangent, AGAIN)):
        raise NumericalError(Status.NO_ORBIT, told)
    if found.rest and not same_beside(system, motion, at.period, AGAIN):
        raise NumericalError(Status.NO_ORBIT, told)


def _shorter(
    problem: Problem, at: Point, found: Equations, change: np.ndarray, along: bool
) -> tuple[Point, Equations]:
    """The step, or so much of it as can be taken."""
    trouble: NumericalError | None = None
    best: tuple[Point, Equations] | None = None
    for i in range(HALVINGS):
        try:
            there = problem.moved(at, found, change / 2**i)
            new = problem.equations(there, along)
        except NumericalError as error:
            trouble = error
            continue
        if new.off <= found.off or new.off < 1e-6:
            return there, new
        if best is None or new.off < best[1].off:
            best = there, new
    if best is None:
        raise trouble or NumericalError(Status.NO_ORBIT, "")
    return best
