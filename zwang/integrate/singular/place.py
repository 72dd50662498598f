"""Where on a step of collocation the constraints lose rank."""

from __future__ import annotations

from typing import Any, NamedTuple

import jax.numpy as jnp
import numpy as np

from zwang.integrate.course import Course
from zwang.integrate.method.runge_kutta import Program
from zwang.integrate.singular.collocation import RULES, Across, survey

# Where σ is looked at along the step, and how often its surroundings are looked at again: that
# tells a singular configuration from a place that is only near one.
PLACES, ZOOM = np.linspace(0.0, 1.0, 17), 5


class Place(NamedTuple):
    """A singular configuration on a step: where in [0, 1], how much rank is lost, in which rows."""

    theta: float
    flips: int
    rows: tuple[int, ...]


def find(program: Program, numbers: Any, course: Course, across: Across) -> Place | None:
    """Where on the step the constraints lose rank, if anywhere.

    Parameters
    ----------
    program : what moves, and how
    numbers : of the parameters
    course : before the step
    across : the step
    """
    if not np.isfinite(across.K).all():
        return None
    low, high, rank = 0.0, 1.0, int(course.rank)
    for _ in range(ZOOM):
        thetas = low + (high - low) * PLACES
        found = survey(
            program,
            numbers,
            across,
            RULES[0],
            jnp.asarray(thetas),
            course.sight,
            course.rank,
            course.cut,
        )
        sigma, turns, U = map(np.asarray, found)
        lowest = int(sigma.argmin())
        flipped = np.flatnonzero(turns.min(axis=1) < 0)
        if len(flipped):
            left = int(flipped[np.abs(flipped + 0.5 - lowest).argmin()])
            low, high = thetas[left], thetas[left + 1]
        else:
            left = lowest
            low, high = thetas[max(lowest - 1, 0)], thetas[min(lowest + 1, len(thetas) - 1)]
    if not len(flipped) and sigma[lowest] >= course.cut:
        return None
    flips = int((turns[left] < 0).sum()) if len(flipped) else 1
    theta = (low + high) / 2 if len(flipped) else thetas[lowest]
    return Place(float(theta), flips, _rows(U[left], rank, flips))


def _rows(U: np.ndarray, rank: int, lost: int) -> tuple[int, ...]:
    """Rows of the constraints that take part in what is lost."""
    part = np.abs(U[:, max(rank - lost, 0) : rank]).max(axis=1, initial=0.0)
    return tuple(int(i) for i in np.flatnonzero(part > 0.1))
