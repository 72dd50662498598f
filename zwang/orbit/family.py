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
from zwang.orbit.member import Member, landed, next_of
from zwang.orbit.orbit import Orbit
from zwang.orbit.parameter import AtValue
from zwang.orbit.shooting import Problem
from zwang.sensitivity.wrt import directions, number_names

FIRST = 0.05  # step along a family, in parts of the orbit's size
TIMES = 100  # how far from periodic orbits may be, in their own relative tolerance
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
        ends = f"{self.name} from {self.values[0]:.6g} to {self.values[-1]:.6g}"
        yield f"Family: {len(self)} orbits, {ends}"
        yield f"  {'status':<15} {self.status.name}" + f": {self.detail}" * bool(self.detail)
        yield f"  {'periods':<15} {self.periods.min():.6g} to {self.periods.max():.6g}"
        count = int(self.stable.sum())
        yield f"  {'not unstable':<15} {count} of {len(self)}"
        for x in self.bifurcations:
            yield f"  {x.kind:<15} {self.name} = {x.value:.9g}, period {x.orbit.period:.6g}"


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
    wanted = TIMES * float(np.asarray(problem.flow.options.rtol))
    point = orbit.point
    if problem.family.along is not None:
        point = replace(point, value=float(problem.family.along.values[0]))
    found = problem.equations(point, problem.family.along is not None)
    here = Member(problem, point, found, orbit.iterations, None)
    here = _facing(here, value_of, end)
    passed, met = [here], []
    status, detail = Status.OK, ""
    while (value_of(passed[-1]) - end) * np.sign(value_of(passed[0]) - end) > 0:
        if len(passed) >= max_orbits:
            status, detail = Status.NO_ORBIT, f"After {max_orbits} orbits it is not there."
            break
        try:
            new, length = next_of(passed[-1], length, wanted)
        except NumericalError as error:
            status, detail = error.status, error.detail
            break
        last = passed[-1]
        met += _met(last, new, value_of, wanted)
        if (value_of(new) - end) * (value_of(last) - end) <= 0:
            new = landed(last, new, lambda x: value_of(x) - end, wanted)
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


def _problem(orbit: Orbit, name: str, end: float) -> tuple[Problem, Callable[[Member], float]]:
    """What is followed, and how its value is read off an orbit."""
    problem, p = orbit.problem, orbit.p
    if name in OF_STATE and name not in number_names(p):
        value = OF_STATE[name](orbit)
        if value is None or not orbit.autonomous or orbit.trivial < 2:
            raise ValueError(
                f"`name` is {name!r}, and this orbit is not one of a family that keeps its energy; "
                "wanted a number in `p`."
            )
        none = np.zeros_like(problem.held)
        open_ = replace(problem, energy=None, held=none, period_open=True)
        return open_, lambda at: float(OF_STATE[name](at.orbit))
    look_up(name, dict.fromkeys([*number_names(p), *OF_STATE]))
    n = len(problem.held)
    along = directions(problem.flow.system, orbit.point.x[:n], orbit.point.x[n:], p, name)
    if len(along) != 1:
        raise ValueError(f"`name` is {name!r}, which holds {len(along)} numbers; wanted one.")
    value = float(along.values[0])
    scale = max(abs(value), abs(end - value)) or 1.0
    family = AtValue(p, along, problem.family.period_of, scale)
    return replace(problem, family=family), lambda at: at.point.value


def _facing(here: Member, value_of: Callable[[Member], float], end: float) -> Member:
    """The same, its direction towards the end."""
    if here.problem.family.along is not None:
        towards = here.slope * (end - value_of(here))
    else:
        ahead = here.step(1e-3, 1e-8)
        towards = (value_of(ahead) - value_of(here)) * (end - value_of(here))
    if towards < 0:
        here.along, here.ambient = -here.along, -here.ambient
    return here


def _met(
    last: Member, new: Member, value_of: Callable[[Member], float], wanted: float
) -> Iterator[Bifurcation]:
    """Folds and bifurcations between two orbits."""
    turned = last.problem.family.along is not None and last.slope * new.slope < 0
    cases: list[tuple[str, Callable[[Member], float]]] = []
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
        found = landed(last, new, off, wanted)
        yield Bifurcation(kind, value_of(found), found.orbit)


def _test(at: Member, kind: str) -> float:
    return floquet.tests(at.orbit.multipliers[at.orbit.trivial :])[kind]
