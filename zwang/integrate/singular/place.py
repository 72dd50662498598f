"""Where on a step of collocation the constraints lose rank."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, NamedTuple

import jax.numpy as jnp
import numpy as np

from zwang.integrate.course import Course
from zwang.integrate.method.runge_kutta import Program
from zwang.integrate.singular.collocation import RULES, Across, survey
from zwang.integrate.singular.passage import MOST, lowered
from zwang.integrate.singular.passage import Place as Place
from zwang.integrate.singular.passage import parts_in as parts_in

# Where σ is looked at along the step, and how often its surroundings are looked at again: that
# tells a singular configuration from a place that is only near one.
# SAME: places nearer to each other than this are one, at which it was looked at by chance.
# TOGETHER: directions that turn over within this part of the step do so in one place. A state that
#   is off by e is off by √e along what is lost there, so that one after the other is seen to turn.
PLACES, ZOOM, SAME, TOGETHER = np.linspace(0.0, 1.0, 17), 5, 1e-5, 1e-3


class Stretch(NamedTuple):
    """What is seen at the PLACES of a part of the step: θ, σ, if it is lost; turns between; U."""

    thetas: np.ndarray
    sigma: np.ndarray
    lost: np.ndarray
    turns: np.ndarray
    U: np.ndarray

    @property
    def flips(self) -> np.ndarray:
        """How many directions turned over, from each place to the next."""
        return (self.turns < 0).sum(axis=1)


def find(program: Program, numbers: Any, course: Course, across: Across) -> tuple[Place, ...]:
    """Where on the step the constraints lose rank, in order; nothing if nowhere."""
    if not np.isfinite(across.K).all():
        return ()
    look = partial(_look, program, numbers, course, across)
    whole, rank = look(0.0, 1.0), int(course.rank)
    flipped = np.flatnonzero(whole.flips)[:MOST]
    if len(flipped):
        return _together(_closer(look, whole, int(left), rank) for left in flipped)
    lowest = int(whole.sigma.argmin())
    for _ in range(ZOOM - 1):
        ends = whole.thetas[max(lowest - 1, 0)], whole.thetas[min(lowest + 1, len(PLACES) - 1)]
        whole = look(*ends)
        if whole.flips.any():
            return (_closer(look, whole, int(whole.flips.argmax()), rank),)
        lowest = int(whole.sigma.argmin())
    if not whole.lost[lowest]:
        return ()
    return (Place(float(whole.thetas[lowest]), 1, _rows(whole.U[lowest], rank, 1)),)


def until(program: Program, numbers: Any, course: Course, across: Across) -> float:
    """How long it is until σ comes to zero, by a line through its values at the ends of a step."""
    first, last = _look(program, numbers, course, across, 0.0, 1.0).sigma[[0, -1]]
    return float(across.H) * first / (first - last) if last < first else np.inf


def _look(
    program: Program, numbers: Any, course: Course, across: Across, low: float, high: float
) -> Stretch:
    assert course.sight is not None
    least = jnp.minimum(course.cut, lowered(course, len(course.sight.sizes)))
    thetas = low + (high - low) * PLACES
    known = course.sight, course.rank, course.cut, least
    found = survey(program, numbers, across, RULES[0], jnp.asarray(thetas), *known)
    return Stretch(thetas, *map(np.asarray, found))


def _together(places: Iterable[Place]) -> tuple[Place, ...]:
    """Places in order, of which those are one that are the same."""
    found: list[Place] = []
    for place in places:
        if found and place.theta - found[-1].theta < SAME:
            last = found.pop()
            rows = tuple(sorted({*last.rows, *place.rows}))
            place = Place(last.theta, last.flips + place.flips, rows)
        found.append(place)
    return tuple(found)


def _closer(look: Callable[..., Stretch], seen: Stretch, left: int, rank: int) -> Place:
    """The place between two neighbours between which directions turned over, seen from nearer."""
    flips = int(seen.flips[left])
    for _ in range(ZOOM - 1):
        nearer = look(seen.thetas[left], seen.thetas[left + 1])
        if not nearer.flips.any():
            break
        seen, left = nearer, int(nearer.flips.argmax())
        if seen.thetas[left + 1] - seen.thetas[left] > TOGETHER:
            flips = int(seen.flips[left])
    # σ falls to it along a line from both sides.
    (low, high), (first, second) = seen.thetas[left : left + 2], seen.sigma[left : left + 2]
    part = first / (first + second) if first + second > 0 else 0.5
    return Place(float(low + part * (high - low)), flips, _rows(seen.U[left], rank, flips))


def _rows(U: np.ndarray, rank: int, lost: int) -> tuple[int, ...]:
    return parts_in(U[:, max(rank - lost, 0) : rank])
