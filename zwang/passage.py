"""What to do about a pose at which the constraints may lose rank: find it, try to cross it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from zwang import crossing, pose
from zwang.advance import LOST, Course, Halt, Settings, State
from zwang.crossing import RULES, Across
from zwang.drift import project
from zwang.stepping import Program

# AGREE: two steps across a pose may differ by this, in parts of what is tolerated; ENOUGH: or by
#   this, of the state's size. SETTLED: iterates of one of them, likewise.
# CENTRED: how far from the middle of the step the pose may be, of its length.
# NEAREST: a pose that could not be crossed from this part of the longest step is given up.
# SMALL: σ below which steps that become too small are put down to a pose.
AGREE, ENOUGH, SETTLED = 10.0, 1e-10, 1e-13
CENTRED, NEAREST, SMALL = 0.05, 1e-7, 1e-2

# Where σ is looked at along the step, and how often its surroundings are looked at again: that
# tells a pose from a place that is only near one.
PLACES, ZOOM = np.linspace(0.0, 1.0, 33), 4


class Place(NamedTuple):
    """A pose on a step of collocation: where in [0, 1], how much rank is lost, in which rows."""

    theta: float
    flips: int
    rows: tuple[int, ...]


class Passage(NamedTuple):
    """An attempt to cross.

    Attributes
    ----------
    end : the state behind the pose
    place : the pose, or None if the step meets none
    distance : from now to the pose, in time
    agreed : whether the step can be taken
    nothing : whether there is no pose after all
    may_come_nearer : whether another attempt from nearer makes sense
    across : the step
    at : function of the time that returns the state, in the step
    """

    end: State
    place: Place | None
    distance: float
    agreed: bool
    nothing: bool
    may_come_nearer: bool
    across: Across
    at: Callable[[float], State]

    @property
    def pose_time(self) -> float:
        """When the pose is passed."""
        return float(self.across.t) + self.distance

    def root(self, program: Program, numbers: Any, before: Any, which: Any) -> State:
        """The state at which an event's function changes its sign in the step, by bisection."""
        low, high = float(self.across.t), float(self.end.t)
        values, p = program.events.value.values, program.p(numbers)
        while high - low > 4e-16 * max(abs(low), abs(high)):
            middle = (low + high) / 2
            if not low < middle < high:
                break
            same = np.sign(values(*self.at(middle), p)[which]) == np.sign(before)
            low, high = (middle, high) if same else (low, middle)
        return self.at(high)


def cross(
    program: Program, numbers: Any, course: Course, settings: Settings, halt: Halt
) -> Passage:
    """Lay steps of collocation across what is ahead, the pose in their middle.

    Parameters
    ----------
    program : what moves, and how
    numbers : of the parameters
    course : how far the motion has come
    settings : tolerances and such
    halt : what made the loop halt
    """
    fixed, now = float(settings.step), course.now
    ahead = float(pose.distance(course.times, course.sigmas))
    if halt == Halt.POSE_WITHIN:
        ahead = min(ahead, float(course.h))
    y = np.abs(np.concatenate([now.q, now.qd]))
    size = np.maximum(y, y.max())
    tolerated = float(settings.atol) + float(settings.rtol) * y
    small = jnp.asarray(0.01 * tolerated + SETTLED * size)
    for _ in range(3):
        H = jnp.asarray(fixed or 2 * ahead)
        laid = [crossing.lay(program, numbers, *now, H, rule, small) for rule in RULES]
        across, q, qd, _ = laid[0]
        place = _find(program, numbers, course, across)
        if place is None:
            break
        ahead = place.theta * float(H)
        if fixed or abs(place.theta - 0.5) < CENTRED:
            break
    ends = [np.concatenate([q, qd]) for _, q, qd, _ in laid]
    settled = all(bool(good) for *_, good in laid)
    allowed = np.maximum(AGREE * tolerated, ENOUGH * size)

    def at(t):
        theta = jnp.asarray((t - float(now.t)) / float(H))
        found = crossing.land(program, numbers, across, RULES[0], theta)
        return State(np.asarray(t), *map(np.asarray, found))

    return Passage(
        end=State(now.t + H, q, qd),
        place=place,
        distance=ahead,
        agreed=settled and bool((np.abs(ends[0] - ends[1]) <= allowed).all()),
        nothing=place is None and settled and (bool(fixed) or halt == Halt.POSE_AHEAD),
        may_come_nearer=not fixed and ahead > NEAREST * float(course.largest),
        across=across,
        at=at,
    )


def _find(program: Program, numbers: Any, course: Course, across: Across) -> Place | None:
    """Where on the step the constraints lose rank, if anywhere."""
    if not np.isfinite(across.K).all():
        return None
    low, high, rank = 0.0, 1.0, int(course.rank)
    for _ in range(ZOOM):
        thetas = low + (high - low) * PLACES
        sigma, turns, U = map(
            np.asarray,
            crossing.survey(
                program,
                numbers,
                across,
                RULES[0],
                jnp.asarray(thetas),
                course.sight,
                course.rank,
            ),
        )
        lowest = int(sigma.argmin())
        flipped = np.flatnonzero(turns.min(axis=1) < 0)
        if len(flipped):
            first = int(flipped[np.abs(flipped + 0.5 - lowest).argmin()])
            low, high = thetas[first], thetas[first + 1]
        elif sigma[lowest] < LOST:
            return Place(float(thetas[lowest]), 1, _rows(U[lowest], rank, 1))
        else:
            low, high = thetas[max(lowest - 1, 0)], thetas[min(lowest + 1, len(thetas) - 1)]
    if not len(flipped):
        return None
    flips = int((turns[first] < 0).sum())
    return Place(float((low + high) / 2), flips, _rows(U[first], rank, flips))


def _rows(U: np.ndarray, rank: int, lost: int) -> tuple[int, ...]:
    """Rows of the constraints that take part in what is lost."""
    part = np.abs(U[:, max(rank - lost, 0) : rank]).max(axis=1, initial=0.0)
    return tuple(int(i) for i in np.flatnonzero(part > 0.1))


def behind(program: Program, numbers: Any, course: Course, end: State) -> Course:
    """The course after a pose: how σ fell before it is forgotten.

    Parameters
    ----------
    program : what moves, and how
    numbers : of the parameters
    course : before the pose
    end : the state behind it
    """
    assert course.sight is not None
    sight, signs = _look(program, numbers, end, course.sight.sizes, course.rank)
    return course._replace(
        now=end,
        before=course.now,
        h=(end.t - course.now.t) / 2,
        sight=sight,
        times=jnp.full(3, end.t),
        sigmas=jnp.full(3, sight.sigma(course.rank)),
        turns=jnp.zeros_like(course.turns),
        signs=signs,
        accepted=course.accepted + 1,
    )


@partial(jax.jit, static_argnums=0)
def _look(program: Program, numbers: Any, state: State, sizes: Any, rank: Any):
    p = program.p(numbers)
    there = project(program.system.value, *state, p, 1)
    signs = program.events.value.values(*state, p)
    return pose.look(there.M, there.A, sizes, rank), signs
