r"""Where a family of orbits turns, where its stability changes, and the families that cross it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import numpy as np

from zwang.base import arguments
from zwang.base.status import NumericalError, Status
from zwang.orbit.along.crossing import AT, BRANCH, DOUBLING, cases, kind_of, settled, sure
from zwang.orbit.along.curve import across, landed
from zwang.orbit.along.member import Member
from zwang.orbit.orbit import Orbit

DEPTH = 6  # how often an interval is halved in which more than one thing happens
FIRST, LENGTHS = 0.02, (1.0, 0.5, 2.0, 0.25, 0.1)  # steps onto another family; what is tried of it
PART = 0.1  # of an orbit's size, the least of those of the families that cross it


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
    """In the direction of the other family: what is open here and nowhere beside."""
    rows = [here.own(x) for x in open_]
    matrix, _, _ = here.problem.matrix(here.point, here.found)
    plane = np.vstack([matrix, *(x / np.linalg.norm(x) for x in rows)])
    return here.face(np.linalg.svd(plane, full_matrices=True)[2][-1])


# -- what is met between orbits --------------------------------------------------------------------


def all_met(passed: list[Member], wanted: float) -> Iterator[Bifurcation]:
    """Folds and bifurcations along a family, in their order."""
    *inner, end = passed
    # An orbit in a bifurcation says nothing of its sides; its neighbours do.
    told = [x for x in inner[1:] if all(sure(x, kind) for kind in AT)]
    for last, new in pairwise([*inner[:1], *told, end]):
        yield from met(last, new, wanted)


def met(last: Member, new: Member, wanted: float, depth: int = DEPTH) -> Iterator[Bifurcation]:
    """Folds and bifurcations between two orbits of a family, in their order."""
    kinds = cases(last, new)
    if depth and not settled(last, new, set(kinds)):
        try:
            middle = last.step(last.distance(new.point) / 2, wanted)
        except NumericalError:
            pass
        else:
            yield from met(last, middle, wanted, depth - 1)
            yield from met(middle, new, wanted, depth - 1)
            return
    found = []
    for kind, off in kinds.items():
        at = (across if kind == BRANCH else landed)(last, new, off, wanted)
        told = Bifurcation(kind_of(kind, at), at.value, at.orbit, at, last)
        found.append((last.distance(at.point), told))
    yield from (x for _, x in sorted(found, key=lambda pair: pair[0]))
