r"""Orbits over a parameter: each from the last, by steps along the family, folds and all.

The family is a curve of points u = (x₀, T, λ). Its direction is the null vector of the linear
equations of ``shooting``; a step goes along it and then back to the curve across it, so a fold, in
which λ turns around, is passed as any other point. Between two orbits a number that changes its
sign (``floquet.tests``, and the direction's part along λ) tells of a bifurcation, which is then
found by the secant.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from zwang.base import arguments
from zwang.base.escape import AbstractPage, for_terminal
from zwang.base.names import look_up
from zwang.base.status import NumericalError, Status
from zwang.orbit import floquet
from zwang.orbit.orbit import Orbit, made
from zwang.orbit.parameter import AtValue
from zwang.orbit.shooting import Equations, Point, Problem, solve
from zwang.sensitivity.wrt import directions

FIRST, SHORTEST, LONGEST = 0.05, 1e-6, 0.4  # steps along a family, in parts of the orbit's size
QUICK, SLOW = 3, 6  # steps of Newton's method after which the next step is longer, or shorter
TURN = 0.8  # cosine between directions of neighbours, at least
SECANT, FOUND = 24, 1e-9  # tries for a bifurcation; step along the family at which it is found
ROOM = 10  # tolerance along a family in that of one orbit
OF_STATE: dict[str, Callable[[Orbit], Any]] = {
    "energy": lambda orbit: orbit.energy,
    "period": lambda orbit: orbit.period,
}


@dataclass(frozen=True, eq=False)
class Bifurcation:
    """Where a family turns, or changes its stability.

    Attributes
    ----------
    kind : "fold", "branch point", "period doubling" or "torus"
    value : of what is followed
    orbit : there
    """

    kind: str
    value: float
    orbit: Orbit


@dataclass(frozen=True, eq=False)
class Family(AbstractPage):
    """Orbits over a parameter, in their order along the family; print it for a summary.

    Attributes
    ----------
    name : what is followed
    values : (K,)       of it
    orbits : (K,)
    bifurcations : those that were met
    status, detail : what became of it
    """

    name: str
    values: np.ndarray
    orbits: tuple[Orbit, ...]
    bifurcations: tuple[Bifurcation, ...]
    status: Status = Status.OK
    detail: str = ""

    @property
    def periods(self) -> np.ndarray:
        """Of each orbit (K,)."""
        return np.array([orbit.period for orbit in self.orbits])

    @property
    def stable(self) -> np.ndarray:
        """Which orbits are not unstable (K,)."""
        return np.array([orbit.stability != "unstable" for orbit in self.orbits])

    @property
    def amplitudes(self) -> np.ndarray:
        """Of each orbit and coordinate (K, n)."""
        return np.array([orbit.amplitude for orbit in self.orbits])

    def __len__(self) -> int:
        return len(self.orbits)

    def __repr__(self) -> str:
        return "\n".join(map(for_terminal, self._page()))

    __str__ = __repr__

    def _page(self) -> Iterator[str]:
        ends = f"{self.name} from {self.values[0]:.6g} to {self.values[-1]:.6g}"
        yield f"Family: {len(self)} orbits, {ends}"
        yield f"  {'status':<15} {self.status.name}" + f": {self.detail}" * bool(self.detail)
        yield f"  {'periods':<15} {self.periods.min():.6g} to {self.periods.max():.6g}"
        count = int(self.stable.sum())
        yield f"  {'not unstable':<15} {count} of {len(self)}"
        for x in self.bifurcations:
            yield f"  {x.kind:<15} {self.name} = {x.value:.9g}, period {x.orbit.period:.6g}"


class _At:
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

    def step(self, length: float, wanted: float) -> _At:
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

        point, found, steps = solve(problem, ahead, wanted, 12, plane)
        new = _At(problem, point, found, steps, self)
        if new.ambient @ self.ambient < TURN * np.linalg.norm(new.ambient):
            raise NumericalError(Status.NO_ORBIT, "The family turns too sharply.")
        return new


def follow(
    orbit: Orbit,
    name: str,
    to: Any,
    *,
    step: Any = None,
    max_orbits: int = 200,
    throw: bool = True,
) -> Family:
    """The family of orbits that come from one as a parameter changes.

    Folds are passed, and the family may come to ``to`` only behind them, or never: then it ends
    after ``max_orbits``, or where it comes to a state of rest.

    Parameters
    ----------
    orbit : from which it begins
    name : of a number in p; or "energy" or "period", where orbits come in families by themselves
    to : ()         the value to come to
    step : ()       the first step, in parts of the orbit's size; by default 0.05
    max_orbits : how many at most
    throw : whether a family that does not come to its end raises ``NumericalError``; if not,
        ``status`` tells

    Returns
    -------
    Family
    """
    arguments.instance("orbit", orbit, Orbit, "a zw.Orbit")
    arguments.text("name", name)
    arguments.whole("max_orbits", max_orbits)
    arguments.flag("throw", throw)
    end = arguments.number("to", to)
    length = FIRST if step is None else arguments.number("step", step, least=0.0, above=True)
    problem, value_of = _problem(orbit, name, end)
    wanted = ROOM * 100 * float(np.asarray(problem.flow.options.rtol))
    point = orbit.point
    if problem.family.along is not None:
        point = replace(point, value=float(problem.family.along.values[0]))
    found = problem.equations(point, problem.family.along is not None)
    here = _At(problem, point, found, orbit.iterations, None)
    here = _facing(here, value_of, end)
    passed, met = [here], []
    status, detail = Status.OK, ""
    while (value_of(passed[-1]) - end) * np.sign(value_of(passed[0]) - end) > 0:
        if len(passed) >= max_orbits:
            status, detail = Status.NO_ORBIT, f"After {max_orbits} orbits it is not there."
            break
        try:
            new, length = _next(passed[-1], length, wanted)
        except NumericalError as error:
            status, detail = error.status, error.detail
            break
        last = passed[-1]
        met += _met(last, new, value_of, wanted)
        if (value_of(new) - end) * (value_of(last) - end) <= 0:
            new = _landed(last, new, lambda x: value_of(x) - end, wanted)
            passed.append(new)
            break
        passed.append(new)
    family = Family(
        name,
        np.array([value_of(x) for x in passed]),
        tuple(x.orbit for x in passed),
        tuple(met),
        status,
        detail,
    )
    if throw and status != Status.OK:
        raise NumericalError(
            status, f"{detail} The family so far ended at {family.values[-1]:.6g}."
        )
    return family


def _problem(orbit: Orbit, name: str, end: float) -> tuple[Problem, Callable[[_At], float]]:
    """What is followed, and how its value is read off an orbit."""
    problem, p = orbit.problem, orbit.p
    if name in OF_STATE and name not in _numbers(p):
        value = OF_STATE[name](orbit)
        if value is None or not orbit.autonomous or orbit.trivial < 2:
            raise ValueError(
                f"`name` is {name!r}, and this orbit is not one of a family that keeps its energy; "
                "wanted a number in `p`."
            )
        none = np.zeros_like(problem.held)
        open_ = replace(problem, energy=None, held=none, period_open=True)
        return open_, lambda at: float(OF_STATE[name](at.orbit))
    look_up(name, dict.fromkeys(_numbers(p)))
    n = len(problem.shift)
    along = directions(problem.flow.system, orbit.point.x[:n], orbit.point.x[n:], p, name)
    if len(along) != 1:
        raise ValueError(f"`name` is {name!r}, which holds {len(along)} numbers; wanted one.")
    value = float(along.values[0])
    scale = max(abs(value), abs(end - value)) or 1.0
    family = AtValue(p, along, problem.family.period_of, scale)
    return replace(problem, family=family), lambda at: at.point.value


def _numbers(p: Any) -> list[str]:
    from zwang.sensitivity.wrt import _number_names

    return _number_names(p)


def _facing(here: _At, value_of: Callable[[_At], float], end: float) -> _At:
    """The same, its direction towards the end."""
    if here.problem.family.along is not None:
        towards = here.slope * (end - value_of(here))
    else:
        ahead = here.step(1e-3, 1e-8)
        towards = (value_of(ahead) - value_of(here)) * (end - value_of(here))
    if towards < 0:
        here.along, here.ambient = -here.along, -here.ambient
    return here


def _next(here: _At, length: float, wanted: float) -> tuple[_At, float]:
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


def _landed(last: _At, new: _At, off: Callable[[_At], float], wanted: float) -> _At:
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


def _distance(last: _At, new: _At) -> float:
    """How far along the direction of the first the second is."""
    x = last.found.tangent.S @ (new.point.x - last.point.x) / last.found.size
    others = [(new.point.period - last.point.period) / last.point.period]
    others = others * last.problem.period_open
    if last.problem.family.along is not None:
        others += [(new.point.value - last.point.value) / last.problem.family.scale]
    return float(last.ambient @ np.concatenate([x, others])) / float(last.ambient @ last.ambient)


def _met(
    last: _At, new: _At, value_of: Callable[[_At], float], wanted: float
) -> Iterator[Bifurcation]:
    """Folds and bifurcations between two orbits."""
    turned = last.problem.family.along is not None and last.slope * new.slope < 0
    cases: list[tuple[str, Callable[[_At], float]]] = []
    if turned:
        cases.append(("fold", lambda at: at.slope))
    if last.orbit.trivial == new.orbit.trivial:
        before, after = (floquet.tests(x.orbit.multipliers[x.orbit.trivial :]) for x in (last, new))
        neutral = last.orbit.trivial > last.orbit.autonomous
        for kind in before:
            crossed = before[kind] * after[kind] < 0
            if (
                crossed
                and not (kind == "branch point" and turned)
                and not (kind == "torus" and neutral)
            ):
                cases.append((kind, lambda at, kind=kind: _test(at, kind)))
    for kind, off in cases:
        found = _landed(last, new, off, wanted)
        yield Bifurcation(kind, value_of(found), found.orbit)


def _test(at: _At, kind: str) -> float:
    return floquet.tests(at.orbit.multipliers[at.orbit.trivial :])[kind]
