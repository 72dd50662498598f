r"""An orbit of a family, its direction, and a step along it.

The direction of a family is the null vector of the linear equations of ``shooting``. It is kept as
a change of (x₀, T, λ) in parts of their sizes, for each orbit has a basis of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from dataclasses import replace
from functools import cached_property
from typing import NamedTuple

import numpy as np

from zwang.base.status import NumericalError, Status
from zwang.orbit import floquet
from zwang.orbit.conditions import OPEN
from zwang.orbit.flow import rate_of
from zwang.orbit.orbit import made
from zwang.orbit.parameter import Point
from zwang.orbit.shooting import Equations, Problem, solve

SHORTEST, LONGEST = 1e-6, 0.4  # steps along a family, in parts of the orbit's size
MOVED, LEAST = 0.5, 0.01  # by how much multipliers may move in a step; one that is not too long
QUICK, SLOW = 3, 6  # steps of Newton's method after which the next step is longer, or shorter
MOST = 12  # of these
TURN = 0.8  # cosine between directions of neighbours, at least
ASIDE = 0.35  # of a step, how far beside it the next orbit may be: as far as such a turn leads
ERRORS = 10.0  # of the derivatives of a motion, in its relative tolerance
Row = Callable[[Problem, Point, Equations], np.ndarray]


class Measure(NamedTuple):
    """What is followed along a family."""

    # function of an orbit's point and equations that tells it
    value: Callable[[Problem, Point, Equations], float]
    row: Row  # function that tells its change with (z, τ, ℓ), in their units
    # the same for what multipliers of one belong to: a parameter, or the energy; None if that is
    # not known
    tilt: Row | None


class Member:
    """An orbit of the family with its direction there, in the units of the problem."""

    def __init__(
        self,
        problem: Problem,
        point: Point,
        found: Equations,
        steps: int,
        measure: Measure,
        before: Member | None = None,
        natural: tuple[int, int] | None = None,
    ):
        self.problem, self.point, self.found, self.measure = problem, point, found, measure
        known = natural if before is None else before.natural
        # ``floquet.natural`` of the family, if known
        self.natural = known or floquet.natural(found.own, problem.doubt(found))
        self.orbit, self.steps = made(problem, point, found, steps, self.natural), steps
        null = self.null()
        along = null[-1]
        if before is not None:
            # Several directions are open beside branch points, and where symmetries carry orbits.
            ambient = np.array([self._ambient(x) for x in null])
            along = np.linalg.lstsq(ambient.T, before.ambient)[0] @ null
        elif len(null) > 1:
            along = null @ measure.row(problem, point, found) @ null
        self.face(along if along.any() else null[-1])

    def face(self, along: np.ndarray) -> Member:
        """The same, in another direction. Shapes: along (d + k,)."""
        self.along = along / np.linalg.norm(along)
        self.ambient = self._ambient(self.along)
        return self

    def copy(self) -> Member:
        """Another one, to face elsewhere."""
        return copy(self)

    def raw(self, change: np.ndarray) -> np.ndarray:
        """A change of (x, T, λ) as it is (2n + 2,). Shapes: change (d + k,)."""
        here, problem = self.found.tangent, self.problem
        d = here.V.shape[1]
        own = change * problem.units(self.point, self.found)
        others = list(own[d:])
        period = others.pop(0) if problem.period_open else 0.0
        value = others[0] if others else 0.0
        x = here.S_inv @ here.V @ own[:d] + here.along * value
        return np.append(x, [period, value])

    def own(self, raw: np.ndarray) -> np.ndarray:
        """Such a change in the units of the problem (d + k,); the inverse of ``raw``.

        Shapes: raw (2n + 2,).
        """
        here, problem = self.found.tangent, self.problem
        x, period, value = raw[:-2] - here.along * raw[-1], raw[-2], raw[-1]
        others = [period] * problem.period_open
        others += [value] * (problem.family.along is not None)
        return np.append(here.V.T @ here.S @ x, others) / problem.units(self.point, self.found)

    def null(self) -> np.ndarray:
        """Directions (r, d + k) in which orbits are beside this one, the surest last."""
        matrix, _, _ = self.problem.matrix(self.point, self.found)
        _, values, Vt = np.linalg.svd(matrix, full_matrices=True)
        kept = int((values > OPEN * values.max(initial=0.0)).sum())
        return Vt[min(kept, len(Vt) - 1) :]

    @property
    def multipliers(self) -> np.ndarray:
        """Those that are not one by nature."""
        return self.orbit.multipliers[self.orbit.trivial :]

    @cached_property
    def tests(self) -> dict[str, float]:
        """As ``floquet.tests``."""
        return floquet.tests(self.multipliers)

    @cached_property
    def reduced(self) -> np.ndarray:
        """As ``floquet.reduced``."""
        doubt = self.problem.doubt(self.found)
        return floquet.reduced(self.found.own, self.natural, doubt)[0]

    @property
    def error(self) -> float:
        """How far that may be off: by the tolerance of the motion, or by what is seen."""
        size = max(1.0, float(np.linalg.norm(self.reduced, 2)) if len(self.reduced) else 0.0)
        rtol = float(np.asarray(self.problem.flow.options.rtol))
        return max(ERRORS * rtol * size, self.problem.doubt(self.found))

    @cached_property
    def outside(self) -> int:
        """How many multipliers are surely beyond the circle."""
        return floquet.beyond(self.reduced, self.error)

    @property
    def value(self) -> float:
        """Of what is followed."""
        return self.measure.value(self.problem, self.point, self.found)

    @property
    def slope(self) -> float:
        """By how much it changes along the direction."""
        return float(self.measure.row(self.problem, self.point, self.found) @ self.along)

    @property
    def tilt(self) -> float:
        """The same for what multipliers of one belong to."""
        row = self.measure.tilt
        return 1.0 if row is None else float(row(self.problem, self.point, self.found) @ self.along)

    def _ambient(self, change: np.ndarray) -> np.ndarray:
        """A change of (x, T, λ) in parts of their sizes, which does not depend on a basis."""
        here, d = self.found.tangent, self.found.tangent.V.shape[1]
        units = self.problem.units(self.point, self.found)
        x = here.V @ change[:d]
        if self.problem.family.along is not None:
            x = x + here.S @ here.along * change[-1] * units[-1] / self.found.size
        return np.concatenate([x, change[d:]])

    def step(
        self, length: float, wanted: float, guess: Point | None = None, straight: bool = True
    ) -> Member:
        """The orbit at a distance along the family."""
        problem, units = self.problem, self.problem.units(self.point, self.found)
        ahead = problem.moved(self.point, self.found, length * self.along * units)

        # Across the direction, at the distance; and where the beginning is open, across the motion,
        # through the point here: on a section of its own each orbit would begin elsewhere.
        sections = [(self.ambient, length * float(self.ambient @ self.ambient))]
        if problem.phase:
            f = self.found.tangent.S @ rate_of(self.found.motion, 0)
            none = np.zeros(len(self.ambient) - len(f))
            sections.append((np.append(f / np.linalg.norm(f), none), 0.0))

        def plane(at: Point, found: Equations) -> tuple[np.ndarray, np.ndarray]:
            rows = [self._section(normal, far, at, found) for normal, far in sections]
            return np.array([row for row, _ in rows]), np.array([off for _, off in rows])

        problem = replace(problem, phase=False)
        point, found, steps = solve(problem, guess or ahead, wanted, MOST, plane)
        new = Member(self.problem, point, found, steps, self.measure, self)
        unit = np.linalg.norm(self.ambient)
        turns = new.ambient @ self.ambient < TURN * np.linalg.norm(new.ambient) * unit
        aside = np.linalg.norm(self.to(point) - length * self.ambient) > ASIDE * abs(length) * unit
        if straight and (turns or aside):
            raise NumericalError(Status.NO_ORBIT, "The family turns too sharply.")
        return new

    def _section(
        self, normal: np.ndarray, far: float, at: Point, found: Equations
    ) -> tuple[np.ndarray, float]:
        """The plane across a direction, so far from here, for changes from another point."""
        problem, here = self.problem, self.found.tangent
        head, tail = normal[: len(at.x)], normal[len(at.x) :]
        to_here = here.S @ found.tangent.S_inv / self.found.size
        row = np.append(head @ to_here @ found.tangent.V * found.size, tail)
        if problem.family.along is not None:
            moved = here.S @ found.tangent.along / self.found.size
            row[-1] += head @ moved * problem.family.scale
        return row, far - float(normal @ self.to(at))

    def to(self, point: Point) -> np.ndarray:
        """The way to a point, in parts of the sizes here."""
        return self._scaled(point.raw - self.point.raw)

    def _scaled(self, raw: np.ndarray) -> np.ndarray:
        """A change of (x, T, λ) in parts of the sizes here, as in ``ambient``."""
        x = self.found.tangent.S @ raw[:-2] / self.found.size
        others = [raw[-2] / self.point.period] * self.problem.period_open
        others += [raw[-1] / self.problem.family.scale] * (self.problem.family.along is not None)
        return np.append(x, others)

    def distance(self, point: Point) -> float:
        """How far along the direction a point is."""
        return self._part(self.to(point))

    def rate(self, other: Member) -> np.ndarray:
        """The direction (2n + 2,) of another one, as a change of (x, T, λ) with the distance
        here.
        """
        raw = self.phased(other, other.raw(other.along))
        return raw / self._part(self._scaled(raw))

    def phased(self, other: Member, change: np.ndarray) -> np.ndarray:
        """A change of (x, T, λ) at another one, moved along its motion to be across that here.

        Shapes: change (2n + 2,).
        """
        if not self.problem.phase:
            return change
        f, there = (rate_of(x.found.motion, 0) for x in (self, other))
        across = self.found.tangent.S.T @ (self.found.tangent.S @ f)
        return change - np.append(there, [0.0, 0.0]) * (across @ change[:-2]) / (across @ there)

    def _part(self, ambient: np.ndarray) -> float:
        return float(self.ambient @ ambient) / float(self.ambient @ self.ambient)


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
        # Where multipliers have moved far, anything may have happened on the way.
        moved = floquet.apart(here.multipliers, new.multipliers) / MOVED
        if moved > 2.0 and length > LEAST:
            length = max(length / 2, LEAST)
            continue
        if new.steps <= QUICK:
            length = min(1.5 * length, LONGEST, max(length / max(moved, 1e-9), LEAST))
        elif new.steps >= SLOW:
            length /= 2
        return new, length
