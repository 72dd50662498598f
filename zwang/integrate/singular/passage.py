"""An attempt to cross a singular configuration, and where in it the rank is lost."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from zwang.integrate.course import Course, State

# STAGES: of the two steps that are laid across, which must agree. MOST: places told of one step; a
# motion that turns back goes through the same configuration twice.
STAGES, MOST = (8, 6), 4
NEXT_TO = 1e-6  # of a fixed step; what ends nearer to the end of one ends there


class Place(NamedTuple):
    """A singular configuration on a step: where in [0, 1], how much rank is lost, in which rows."""

    theta: float
    flips: int
    rows: tuple[int, ...]


def parts_in(directions: np.ndarray) -> tuple[int, ...]:
    """Rows of the constraints that take part in what is lost.

    Parameters
    ----------
    directions : (m, k)     left singular vectors of it
    """
    part = np.abs(directions).max(axis=1, initial=0.0)
    return tuple(int(i) for i in np.flatnonzero(part > 0.1))


class Passage(NamedTuple):
    """An attempt to cross.

    Attributes
    ----------
    after : the course behind it, or None if the step cannot be taken
    end : the state behind it
    places : where the rank is lost, in order; none if the step meets no such place
    begin : the time at which the step begins
    distance : from there to the first place, in time
    H : its length
    slow : whether a step that could be taken meets no such place, and ends where σ is still small
    nothing : whether there is no such place after all
    may_come_nearer : whether another attempt from nearer makes sense
    at : function of the time that returns the state, in the step
    root : function of an event's number that returns the state at which it changes its sign
    """

    after: Course | None
    end: State
    places: tuple[Place, ...]
    begin: float
    distance: float
    H: float
    slow: bool
    nothing: bool
    may_come_nearer: bool
    at: Callable[[float], State]
    root: Callable[[int], State]

    @property
    def when(self) -> float:
        """When the first place is passed."""
        return self.begin + self.distance

    def time_of(self, place: Place) -> float:
        """When a place is passed."""
        return self.begin + place.theta * self.H

    def of_fixed_steps(self, step: float) -> tuple[np.ndarray, bool]:
        """When fixed steps end within it, and whether it ends with one of them.

        Parameters
        ----------
        step : their length; zero if there are none
        """
        many = self.H / step if step > 0 else 1.0
        inner = self.begin + step * np.arange(1, np.ceil(many - NEXT_TO))
        return inner, abs(many - round(many)) <= NEXT_TO
