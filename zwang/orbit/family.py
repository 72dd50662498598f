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
from zwang.base.process.one_thread import one_thread
from zwang.base.status import NumericalError, Status
from zwang.orbit import floquet
from zwang.orbit.along.bifurcation import Bifurcation, all_met
from zwang.orbit.along.curve import across, landed
from zwang.orbit.along.member import SHORTEST, Measure, Member, next_of
from zwang.orbit.conditions import Held
from zwang.orbit.flow import energy_of
from zwang.orbit.orbit import Orbit
from zwang.orbit.parameter import Point
from zwang.orbit.shooting import Equations, Problem
from zwang.sensitivity.wrt import directions, number_names

FIRST = 0.05  # step along a family, in parts of the orbit's size
BEYOND = 1.1  # of the way to the end that is straight on, how far a step may lead
LONGER, HARDLY = 1.1, 0.02  # a period that has grown; of the way and of the rates, what is little
AT_END = 1e-8  # of the way, how near to its end it is there
OF_STATE: dict[str, Callable[[Orbit], Any]] = {
    "energy": lambda orbit: orbit.energy,
    "period": lambda orbit: orbit.period,
}


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

    def plot(self, *args: Any, **kwargs: Any) -> Any:
        """A picture of the family; see ``zwang.plots.family.plot``.

        Parameters
        ----------
        *args, **kwargs : as there
        """
        from zwang.plots.family import plot

        return plot(self, *args, **kwargs)

    def __repr__(self) -> str:
        return "\n".join(map(for_terminal, self._page()))

    __str__ = __repr__

    def _page(self) -> Iterator[str]:
        if not len(self):
            yield f"Family: no orbit over {self.name}"
            yield f"  {'status':<15} {self.status.name}: {self.status.cause} {self.detail}"
            return
        ends = f"{self.name} from {self.values[0]:.6g} to {self.values[-1]:.6g}"
        yield f"Family: {len(self)} orbits, {ends}"
        yield f"  {'status':<15} {self.status.name}" + f": {self.detail}" * bool(self.detail)
        yield f"  {'periods':<15} {self.periods.min():.6g} to {self.periods.max():.6g}"
        count = int(self.stable.sum())
        yield f"  {'not unstable':<15} {count} of {len(self)}"
        for x in self.bifurcations:
            yield f"  {x.kind:<15} {self.name} = {x.value:.9g}, period {x.orbit.period:.6g}"


@one_thread
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
    """
    arguments.instance("orbit", orbit, Orbit, "a zw.Orbit")
    arguments.text("name", name)
    arguments.whole("max_orbits", max_orbits)
    arguments.flag("throw", throw)
    end = arguments.number("to", to)
    length = FIRST if step is None else arguments.number("step", step, least=0.0, above=True)
    passed: list[Member] = []
    found: list[Bifurcation] = []
    try:
        here = _first(orbit, name, end)
        passed, status, detail = _walk(here, end, length, max_orbits)
        found.extend(all_met(passed, here.problem.wanted))
    except NumericalError as error:
        status, detail = error.status, error.detail
    family = Family(
        name,
        np.array([x.value for x in passed]),
        tuple(x.orbit for x in passed),
        tuple(found),
        status,
        detail,
    )
    if throw and status != Status.OK:
        so_far = f"The family so far ended at {family.values[-1]:.6g}." if passed else ""
        raise NumericalError(status, f"{detail} {so_far}".strip())
    return family


def _first(orbit: Orbit, name: str, end: float) -> Member:
    """The orbit from which a family begins, facing the value to come to."""
    if orbit.status != Status.OK:
        told = f"The orbit to begin from was not found. {orbit.detail}".strip()
        raise NumericalError(orbit.status, told)
    problem, measure = _problem(orbit, name, end)
    point = orbit.point
    if problem.family.along is not None:
        point = replace(point, value=float(problem.family.along.values[0]))
    equations = problem.equations(point, problem.family.along is not None)
    here = Member(problem, point, equations, orbit.iterations, measure)
    here.face(here.along * np.sign(here.slope * (end - here.value) or 1.0))
    return here


def _walk(here: Member, end: float, length: float, most: int) -> tuple[list[Member], Status, str]:
    """Orbits from one on, and why it ended."""
    passed, wanted = [here], here.problem.wanted
    while (passed[-1].value - end) * np.sign(here.value - end) > 0:
        if len(passed) >= most:
            told = f"After {most} orbits it is not there."
            return passed, Status.NO_ORBIT, " ".join([told, _endless(passed)]).strip()
        last = passed[-1]
        try:
            new, length = next_of(last, min(length, _to_end(last, end)), wanted)
            if (new.value - end) * (last.value - end) <= 0:
                new = _at_end(last, new, end)
        except NumericalError as error:
            return passed, error.status, _endless(passed) or error.detail
        passed = [*passed, new] if len(passed) > 1 else _by_nature(last, new)
        new = passed[-1]
        if abs(new.value - end) <= AT_END * max(abs(end - here.value), abs(end)):
            break
    return passed, Status.OK, ""


def _by_nature(first: Member, second: Member) -> list[Member]:
    """The first two orbits, no multipliers one by nature that are so in one of them only.

    In a bifurcation more of them are one than elsewhere.
    """
    own = floquet.natural(second.found.own, second.problem.doubt(second.found))
    if sum(own) >= sum(first.natural):
        return [first, second]
    given = first.problem, first.point, first.found, first.steps, first.measure
    again = Member(*given, natural=own).face(first.along)
    given = second.problem, second.point, second.found, second.steps, second.measure
    return [again, Member(*given, again)]


# A family may come to a motion that begins and ends in a state of rest and takes forever. Beside it
# the period grows as the logarithm of the distance: by much, while all else hardly changes; and the
# motion spends it close to that rest.


def _endless(passed: list[Member]) -> str:
    """That the period grows without bound, if so it is."""
    last, first = passed[-1], passed[0]
    shorter = [x for x in passed if x.orbit.period < last.orbit.period / LONGER]
    if not shorter or not last.problem.autonomous:
        return ""
    before, motion, here = shorter[-1], last.orbit.motion, last.found.tangent
    change, way = abs(last.value - before.value), abs(last.value - first.value)
    rates = np.concatenate([motion.qd, motion.qdd], axis=1) @ here.S.T
    speeds = np.linalg.norm(rates, axis=1)
    row = int(speeds.argmin())
    if change > HARDLY * way or speeds[row] > HARDLY * speeds.max():
        return ""
    where = ", ".join(
        f"{name} {x:.6g}" for name, x in zip(motion.coordinates, motion.q[row], strict=True)
    )
    return (
        f"The period grows without bound, and is {last.orbit.period:.6g} at {last.value:.9g}: for "
        f"most of it the motion hardly moves, about {where}. Near is one that leaves a state of "
        "rest and comes to rest, and takes forever: there the family ends."
    )


def _to_end(last: Member, end: float) -> float:
    """The longest step: behind the end there may be nothing, as at negative frequencies."""
    way = (end - last.value) / (last.slope or 1e-300)
    return max(BEYOND * way, SHORTEST) if way > 0.0 else np.inf


def _at_end(last: Member, new: Member, end: float) -> Member:
    """The orbit with the value that was asked for; beside a branch point by those around it."""
    off = lambda at: at.value - end
    try:
        return landed(last, new, off, last.problem.wanted)
    except NumericalError:
        return across(last, new, off, last.problem.wanted)


def _problem(orbit: Orbit, name: str, end: float) -> tuple[Problem, Measure]:
    """What is followed, and how its value is read off an orbit."""
    problem, p = orbit.problem, orbit.p
    if name in OF_STATE and name not in number_names(p):
        value = OF_STATE[name](orbit)
        if value is None or not orbit.autonomous or orbit.trivial < 2:
            raise ValueError(
                f"`name` is {name!r}, and this orbit is not one of a family that keeps its energy; "
                "wanted a number in `p`."
            )
        family = replace(problem.family, along=None, parameters=p)
        problem = replace(
            problem, family=family, energy=None, held=Held(), phase=True, period_open=True
        )
        tilt = None if orbit.energy is None else _by_energy
        return problem, MEASURES[name]._replace(tilt=tilt)
    look_up(name, dict.fromkeys([*number_names(p), *OF_STATE]))
    n = len(orbit.q0)
    along = directions(problem.flow.system, orbit.point.x[:n], orbit.point.x[n:], p, name)
    if len(along) != 1:
        raise ValueError(f"`name` is {name!r}, which holds {len(along)} numbers; wanted one.")
    value = float(along.values[0])
    scale = max(abs(value), abs(end - value)) or 1.0
    family = replace(problem.family, parameters=p, along=along, scale=scale)
    try:
        family.period(end, orbit.period)
    except NumericalError as error:
        raise ValueError(f"`to` is {end:.6g}, where there is no period. {error.detail}") from error
    return replace(problem, family=family), Measure(lambda _, at, __: at.value, _last, _last)


def _last(problem: Problem, at: Point, found: Equations) -> np.ndarray:
    """How a parameter changes with (z, τ, ℓ)."""
    row = np.zeros(len(problem.units(at, found)))
    row[-1] = problem.family.scale
    return row


def _by_energy(problem: Problem, at: Point, found: Equations) -> np.ndarray:
    """How the energy changes with (z, τ)."""
    _, slope = energy_of(problem.flow.system, at.x, problem.flow.t, problem.family.p(at.value))
    row = slope @ found.tangent.S_inv @ found.tangent.V
    return np.append(row * found.size, np.zeros(found.columns.shape[1]))


def _by_period(problem: Problem, at: Point, found: Equations) -> np.ndarray:
    """How the period changes with (z, τ)."""
    return np.append(np.zeros(found.tangent.V.shape[1]), at.period)


MEASURES = {
    "energy": Measure(
        lambda problem, at, found: float(found.motion.energy[0]), _by_energy, _by_energy
    ),
    "period": Measure(lambda problem, at, found: at.period, _by_period, None),
}
