"""An attempt to cross a singular configuration, and where in it the rank is lost."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from zwang.integrate.course import Course, State

# STAGES: of the two steps that are laid across, which must agree. MOST: places told of one step; a
# motion that turns back goes through the same configuration twice.
STAGES, MOST = (8, 6), 4
REDUNDANT = 1e-6  # above what is left of redundant rows a little off the constraints
NEXT_TO = 1e-6  # of a fixed step; what ends nearer to the end of one ends there


class Place(NamedTuple):
    """A singular configuration on a step: where in [0, 1], how much rank is lost, in which rows."""

    theta: float
    flips: int
    rows: tuple[int, ...]


def parts_in(directions: np.ndarray) -> tuple[int, ...]:
    """Rows of the constraints that take part in what is lost. Shapes: directions (m, k)."""
    part = np.abs(directions).max(axis=1, initial=0.0)
    return tuple(int(i) for i in np.flatnonzero(part > 0.1))


def lowered(course: Course, rows: int) -> np.ndarray:
    """The cut of the rank rule, if σ is as small as it is now in states that are not singular."""
    from zwang.integrate.projection import cut_for

    least = REDUNDANT if int(course.rank) < rows else 0.0
    return np.maximum(cut_for(np.asarray(course.sigmas[-1])), least)


class Passage(NamedTuple):
    """An attempt to cross."""

    after: Course | None  # the course behind it, or None if the step cannot be taken
    end: State  # the state behind it
    # where the rank is lost, in order; none if the step meets no such place
    places: tuple[Place, ...]
    begin: float  # the time at which the step begins
    distance: float  # from there to the first place, in time
    H: float  # its length
    # whether a step that could be taken meets no such place, and ends where σ is still small
    slow: bool
    nothing: bool  # whether there is no such place after all
    may_come_nearer: bool  # whether another attempt from nearer makes sense
    at: Callable[[float], State]  # function of the time that returns the state, in the step
    # function of an event's number that returns the state at which it changes its sign
    root: Callable[[int], State]

    @property
    def when(self) -> float:
        """When the first place is passed."""
        return self.begin + self.distance

    def time_of(self, place: Place) -> float:
        """When a place is passed."""
        return self.begin + place.theta * self.H

    def below(self, course: Course, rows: int) -> Course | None:
        """The course with a lower cut, with which to go on before it; None where there is none.

        Where σ fell and does not come to zero, the cut becomes lower: inertias that are far apart
        do that, in configurations that are not singular.
        """
        cut = lowered(course, rows) if self.slow else course.cut
        if not cut < course.cut:
            return None
        return course._replace(turns=np.zeros_like(course.turns), cut=cut)

    def onward(self, course: Course, fixed: bool) -> Course | None:
        """The course with which to come nearer, or to go on; None where that makes no sense."""
        if self.nothing:
            return course._replace(quiet=course.now.t + self.distance)
        again = course._replace(turns=np.zeros_like(course.turns))
        h = course.h if fixed else np.minimum(course.h, self.distance / 2)
        return again._replace(h=np.asarray(h)) if self.may_come_nearer else None

    def of_fixed_steps(self, step: float) -> tuple[np.ndarray, bool]:
        """When fixed steps end within it, and whether it ends with one of them."""
        many = self.H / step if step > 0 else 1.0
        inner = self.begin + step * np.arange(1, np.ceil(many - NEXT_TO))
        return inner, abs(many - round(many)) <= NEXT_TO
