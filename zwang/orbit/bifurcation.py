r"""Where a family of orbits turns, where its stability changes, and the families that cross it.

Between two orbits a number that changes its sign tells of a bifurcation: the slope of the value,
and ``floquet.tests``. A multiplier passes one at a fold, where the parameter ℓ (or the energy, of a
system that keeps it) turns around, and at a branch point, where it does not: of the equations
bordered by the family's direction the determinant is that of 1 − B over ℓ's part of the direction,
and it changes its sign at branch points only.

At a branch point these equations are singular: beside it Newton's method is slow, and at it the
direction is not known. So it is not solved for there; the orbits on both sides of it lie on a
smooth curve, which a polynomial through a few of them follows across.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise, product
from typing import Any

import numpy as np
from numpy.polynomial import Polynomial

from zwang.base import arguments
from zwang.base.status import NumericalError, Status
from zwang.orbit import floquet
from zwang.orbit.member import Curve, Member, landed
from zwang.orbit.orbit import Orbit

FOLD, BRANCH, DOUBLING, TORUS = "fold", "branch point", "period doubling", "torus"
NEAR = 5e-3  # of the orbit's size: the nearest orbits to a branch point that are solved for
SHRINK, TRIES = 0.3, 8  # an interval about a branch point becomes so much shorter, so many times
AROUND = (-1.0, 1.0, -2.0, 2.0)  # where others are solved for, in parts of that
CLOSER = 0.1  # than orbits elsewhere
POINTS = 6  # through which a polynomial for its place goes
DEPTH = 6  # how often an interval is halved in which more than one thing happens
SLIP = 1e-6  # how far from periodic the curve may be
FIRST, LENGTHS = 0.02, (1.0, 0.5, 2.0, 0.25, 0.1)  # steps onto another family; what is tried of it
ASIDE = 0.1  # of an interval, how far from its ends another orbit is looked at
PART = 0.1  # of an orbit's size, the least of those of the families that cross it
Off = Callable[[Member], float]
DIPS: dict[str, Off] = {
    BRANCH: lambda at: at.tests()[BRANCH] / (at.tilt or 1e-300),
    DOUBLING: lambda at: at.tests()[DOUBLING],
}


@dataclass(frozen=True, eq=False)
class Bifurcation:
    """Where a family turns, or changes its stability.

    Attributes
    ----------
    kind : "fold", "branch point", "period doubling" or "torus"
    value : of what is followed
    orbit : there
    member : the same with the direction of its family
    beside : its neighbour in the family
    """

    kind: str
    value: float
    orbit: Orbit
    member: Member
    beside: Member

    def branch(self, side: int = 1, *, step: Any = FIRST) -> Orbit:
        """An orbit of the family that crosses here; of a period doubling one of twice the period.

        From there ``follow`` goes along it.

        Parameters
        ----------
        side : 1 or -1, on which side; where a symmetry breaks, one is the image of the other
        step : ()       how far from here, in parts of the orbit's size

        Raises
        ------
        ValueError
            No such family crosses at a fold or at a torus.
        NumericalError
            ``NO_ORBIT``: none was found.
        """
        if side not in (1, -1) or isinstance(side, bool):
            raise ValueError(f"`side` is {side!r}; wanted 1 or -1.")
        length = arguments.number("step", step, least=0.0, above=True)
        if self.kind not in (BRANCH, DOUBLING):
            raise ValueError(
                f"The bifurcation is a {self.kind}, and no family of periodic orbits crosses the "
                "one that was followed there; wanted a branch point or a period doubling."
            )
        at, beside = self.member, self.beside
        open_ = [at.raw(at.along), *(beside.raw(x) for x in beside.null()[:-1])]
        here = _doubled(at) if self.kind == DOUBLING else at.copy()
        if not self.orbit.autonomous:  # it may pass through rest, and has no size of its own there
            here.problem = replace(here.problem, floor=PART * at.found.size)
        if self.kind == DOUBLING:
            open_ = [np.append(x[:-2], [2.0 * x[-2], x[-1]]) for x in open_]
        here = _across(here, open_)
        wanted, trouble = at.problem.wanted, None
        for part in LENGTHS:
            try:
                return here.step(side * part * length, wanted, straight=False).orbit
            except NumericalError as error:
                trouble = error
        raise trouble or NumericalError(Status.NO_ORBIT, "")


def _doubled(at: Member) -> Member:
    """The same orbit, gone through twice."""
    problem, point = at.problem, replace(at.point, period=2.0 * at.point.period)
    family = replace(problem.family, times=2 * problem.family.times)
    problem = replace(problem, family=family, returns=problem.returns.doubled())
    found = problem.equations(point, problem.family.along is not None)
    return Member(problem, point, found, at.steps, at.measure, natural=at.natural)


def _across(here: Member, open_: list[np.ndarray]) -> Member:
    """In the direction of the other family: what is open here and nowhere beside.

    Parameters
    ----------
    here : the orbit in which families meet
    open_ : changes of (x, T, λ) that lead to other orbits anywhere on the family
    """
    rows = [here.own(x) for x in open_]
    matrix, _, _ = here.problem.matrix(here.point, here.found)
    plane = np.vstack([matrix, *(x / np.linalg.norm(x) for x in rows)])
    return here.face(np.linalg.svd(plane, full_matrices=True)[2][-1])


# -- what is met between two orbits ----------------------------------------------------------------


def met(last: Member, new: Member, wanted: float, depth: int = DEPTH) -> Iterator[Bifurcation]:
    """Folds and bifurcations between two orbits of a family, in their order.

    Parameters
    ----------
    last, new : the orbits
    wanted : how far from periodic those between them may be
    depth : how often to halve an interval in which more than one thing happens
    """
    cases = dict(_cases(last, new))
    if depth and not _explained(last, new, set(cases)):
        try:
            middle = last.step(last.distance(new.point) / 2, wanted)
        except NumericalError:
            pass
        else:
            yield from met(last, middle, wanted, depth - 1)
            yield from met(middle, new, wanted, depth - 1)
            return
    found = []
    for kind, off in cases.items():
        at = (across if kind == BRANCH else landed)(last, new, off, wanted)
        if kind != TORUS or _turns(at):
            found.append((last.distance(at.point), Bifurcation(kind, at.value, at.orbit, at, last)))
    yield from (x for _, x in sorted(found, key=lambda pair: pair[0]))


# A number may change its sign twice between two orbits, as in a narrow tongue of instability: then
# it has been less at one orbit than at both of its neighbours. Parabolas lead to where it is least.


def dipped(
    before: Member, here: Member, after: Member, wanted: float
) -> Iterator[tuple[float, Bifurcation]]:
    """Bifurcations in pairs about an orbit, where a number only nearly changed its sign; and where.

    Parameters
    ----------
    before, here, after : neighbours in a family
    wanted : how far from periodic those between them may be
    """
    for kind, off in DIPS.items():
        for low, high in _least_of([before, here, after], off, wanted):
            for found in met(low, high, wanted):
                if found.kind == kind:
                    yield here.distance(found.member.point), found


def _least_of(three: list[Member], off: Off, wanted: float) -> list[tuple[Member, Member]]:
    """Neighbours between which a number changes its sign, by looking where it is least."""
    sign = np.sign(off(three[1]))
    ways = [0.0, *(x.distance(y.point) for x, y in pairwise(three))]
    known = list(zip(np.cumsum(ways), three, [sign * off(x) for x in three], strict=True))
    for _ in range(TRIES):
        (low, _, u), (middle, _, v), (high, _, w) = known
        if not 0.0 < v <= min(u, w) or high - low <= NEAR:
            break
        place, least = _vertex((low, middle, high), (u, v, w))
        k = int(place > middle)
        here, there = known[k : k + 2]
        try:
            new = here[1].step(place - here[0], wanted)
        except NumericalError:
            break
        value = sign * off(new)
        if value < 0.0:
            return [(here[1], new), (new, there[1])]
        if min(least, value) > v / 2:  # it turns far from zero
            break
        known.insert(k + 1, (place, new, value))
        best = min((1, 2), key=lambda i: known[i][2])
        known = known[best - 1 : best + 2]
    return []


def _vertex(s: tuple[float, ...], values: tuple[float, ...]) -> tuple[float, float]:
    """Where a parabola through three points is least, a little beside the middle one; how low."""
    fit = Polynomial.fit(s, values, 2)
    place = float(np.real(fit.deriv().roots()[0]))
    k = int(place > s[1])
    room = ASIDE * (s[k + 1] - s[k])
    return min(max(place, s[k] + room), s[k + 1] - room), float(fit(place))


def _cases(last: Member, new: Member) -> Iterator[tuple[str, Off]]:
    """Kinds of what is met, each with a number that is zero there."""
    before, after = last.tests(), new.tests()
    changed = {kind: before[kind] * after[kind] < 0 for kind in before}
    turned = last.tilt * new.tilt < 0
    if last.slope * new.slope < 0:
        yield FOLD, lambda at: at.slope
    elif turned:
        yield FOLD, lambda at: at.tilt
    if changed[BRANCH] != turned:
        yield BRANCH, lambda at: at.tests()[BRANCH] / (at.tilt if turned else 1.0)
    if changed[DOUBLING]:
        yield DOUBLING, lambda at: at.tests()[DOUBLING]
    # Of what keeps its energy, products of multipliers are one anyhow.
    if last.orbit.trivial > last.orbit.autonomous:
        if _pairs_outside(last) != _pairs_outside(new):
            yield TORUS, lambda at: 1.0 if _pairs_outside(at) == _pairs_outside(new) else -1.0
    elif changed[TORUS]:
        yield TORUS, lambda at: at.tests()[TORUS]


def _outside(at: Member) -> np.ndarray:
    """Multipliers beyond the circle."""
    values = at.multipliers
    return values[np.abs(values) > 1.0 + floquet.NEUTRAL]


def _pairs_outside(at: Member) -> int:
    return int((np.abs(np.imag(_outside(at))) > floquet.NEUTRAL).sum()) // 2


def _explained(last: Member, new: Member, kinds: set[str]) -> bool:
    """Whether what is met accounts for the multipliers that left the circle, or came back."""
    more = len(_outside(new)) - len(_outside(last))
    by = {BRANCH: 1, DOUBLING: 1, TORUS: 2, FOLD: int(last.tilt * new.tilt < 0)}
    steps = [(by[kind], -by[kind]) for kind in kinds]
    both = {FOLD, BRANCH} <= kinds
    return not both and more in {sum(x) for x in product(*steps)}


def _turns(at: Member) -> bool:
    """Whether of all pairs with μ₁ μ₂ nearest to one it is a complex one, and none of reals."""
    values = at.multipliers
    pairs = [(abs(1 - x * y), x) for i, x in enumerate(values) for y in values[:i]]
    return abs(min(pairs, key=lambda pair: pair[0])[1].imag) > floquet.NEUTRAL


def across(last: Member, new: Member, off: Off, wanted: float) -> Member:
    """The orbit between two at which a number is zero, by those around it alone.

    Parameters
    ----------
    last, new : the orbits
    off : the number, of different signs at them
    wanted : how far from periodic those around it may be
    """
    curve = Curve(last, new)
    for _ in range(TRIES):
        zero, ends = _zero(curve, off)
        half = max(SHRINK * (ends[1] - ends[0]) / 2, NEAR)
        if half == NEAR:
            break
        _solve_for(curve, (zero - half, zero + half), wanted)
    _solve_for(curve, zero + NEAR * np.array(AROUND), wanted)
    zero, _ = _zero(curve, off)
    problem, (point, along) = last.problem, curve.point(zero)
    found = problem.equations(point, problem.family.along is not None)
    if found.off > SLIP:
        told = f"A branch point is near, and the curve through it is off by {found.off:.1e}."
        raise NumericalError(Status.NO_ORBIT, told)
    there = Member(problem, point, found, 0, last.measure, last)
    return there.face(there.own(along))


def _solve_for(curve: Curve, places: Any, wanted: float) -> None:
    """Add orbits at some places, where none is so near and as far as they are found."""
    for place in places:
        if min(abs(place - s) for s, _ in curve.passed) > NEAR / 2:
            try:
                curve.at(float(place), CLOSER * wanted)
            except NumericalError:
                continue


def _zero(curve: Curve, off: Off) -> tuple[float, tuple[float, float]]:
    """Where the number is zero, by a polynomial; and between which of those passed."""
    passed = sorted(curve.passed, key=lambda pair: pair[0])
    values = [off(at) for _, at in passed]
    k = next(i for i in range(len(values) - 1) if values[i] * values[i + 1] <= 0)
    (low, high), (a, b) = (passed[k][0], passed[k + 1][0]), values[k : k + 2]
    secant = (low * b - high * a) / (b - a) if b != a else (low + high) / 2
    some = curve.nearest(secant, POINTS)
    fit = Polynomial.fit([s for s, _ in some], [off(at) for _, at in some], len(some) - 1)
    zeros = [x.real for x in fit.roots() if abs(x.imag) < 1e-9 and low <= x.real <= high]
    return min(zeros, key=lambda x: abs(x - secant), default=secant), (low, high)
