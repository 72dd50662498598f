"""What to do about a pose at which the constraints may lose rank: find it, try to cross it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from zwang.base.identity import jit_by_key
from zwang.integrate import collocation as crossing
from zwang.integrate import rank_watch as pose
from zwang.integrate.collocation import RULES, Across
from zwang.integrate.course import Course, Halt, Settings, State
from zwang.integrate.method import Program
from zwang.integrate.projection import project

# AGREE: two steps across a pose may differ by this, in parts of what is tolerated; ENOUGH: or by
#   this, of the state's size. Iterates of one of them may differ by a tenth of that.
# WHERE: parts of the step at which the pose should lie, far from the nodes of both rules. The
#   first is best; the others are for a pose so near that half of a step is too short, and all
#   stages stand in its noise.
# NEAREST: a pose that could not be crossed from this part of the longest step is given up.
# SMALL: σ below which steps that become too small are put down to a pose.
AGREE, ENOUGH = 10.0, 1e-10
WHERE, NEAREST, SMALL = (0.5, 0.31, 0.065), 1e-7, 1e-2

# Where σ is looked at along the step, and how often its surroundings are looked at again: that
# tells a pose from a place that is only near one.
PLACES, ZOOM = np.linspace(0.0, 1.0, 17), 5


class Place(NamedTuple):
    """A pose on a step of collocation: where in [0, 1], how much rank is lost, in which rows."""

    theta: float
    flips: int
    rows: tuple[int, ...]


class Passage(NamedTuple):
    """An attempt to cross.

    Attributes
    ----------
    after : the course behind the pose, or None if the step cannot be taken
    end : the state behind the pose
    place : the pose, or None if the step meets none
    begin : the time at which the step begins
    distance : from there to the pose, in time
    nothing : whether there is no pose after all
    may_come_nearer : whether another attempt from nearer makes sense
    at : function of the time that returns the state, in the step
    root : function of an event's number that returns the state at which it changes its sign
    """

    after: Course | None
    end: State
    place: Place | None
    begin: float
    distance: float
    nothing: bool
    may_come_nearer: bool
    at: Callable[[float], State]
    root: Callable[[int], State]

    @property
    def pose_time(self) -> float:
        """When the pose is passed."""
        return self.begin + self.distance


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
    ahead = float(_distance(course.times, course.sigmas))
    if halt == Halt.SINGULAR_WITHIN:
        ahead = min(ahead, float(course.h))
    allowed = _allowed(now, settings)
    for where in WHERE:
        after = None
        for _ in range(4):  # again with the pose where it should be
            laid = _lay(program, numbers, course, fixed or ahead / where, allowed)
            place = _find(program, numbers, course, laid.across)
            beyond = place is not None and place.theta > 0.99
            if fixed and beyond:  # a pose at the end of a fixed step: two of them
                laid = _lay(program, numbers, course, 2 * fixed, allowed)
                place = _find(program, numbers, course, laid.across)
                beyond = False
            if laid.agreed and not beyond:
                after = behind(program, numbers, course, laid.end, settings)
            if fixed or place is None or (laid.agreed and not beyond):
                break
            ahead = (2.0 if beyond else place.theta) * laid.H
            if abs(place.theta - where) < 0.02:
                break
        # A step that settled and is not good enough is too long; one that ends where the rank is
        # still lost, too short.
        across = after is not None and bool(after.sigmas[-1] > 3 * course.cut)
        if across or fixed or (laid.settled and after is None):
            break

    def at(t):
        # At its end collocation is of twice the order that it has within: so a step to that end.
        own = _lay(program, numbers, course, t - float(now.t), allowed)
        if own.agreed:
            return State(np.asarray(t), np.asarray(own.end.q), np.asarray(own.end.qd))
        theta = jnp.asarray((t - float(now.t)) / laid.H, float)
        found = crossing.land(program, numbers, laid.across, RULES[0], theta, course.cut)
        return State(np.asarray(t), *map(np.asarray, found))

    def root(which):
        values, p = program.events.value.values, program.p(numbers)
        g = lambda t: values(*at(t), p)[which]
        return at(_root(g, float(now.t), float(laid.end.t), course.values[which]))

    distance = ahead if place is None else place.theta * laid.H
    return Passage(
        after=after if across or fixed else None,
        end=laid.end,
        place=place,
        begin=float(now.t),
        distance=distance,
        nothing=place is None and laid.settled and (bool(fixed) or halt == Halt.SINGULAR_AHEAD),
        may_come_nearer=not fixed and distance > NEAREST * float(course.largest),
        at=at,
        root=root,
    )


def _root(g: Callable[[float], Any], low: float, high: float, before: Any) -> float:
    """When a function changes its sign, by bisection."""
    while high - low > 4e-16 * max(abs(low), abs(high)):
        middle = (low + high) / 2
        if not low < middle < high:
            break
        same = np.sign(g(middle)) == np.sign(before)
        low, high = (middle, high) if same else (low, middle)
    return high


class Laid(NamedTuple):
    """Two steps of collocation: the better one, its length and end; whether they are good."""

    across: Across
    H: float
    end: State
    settled: bool
    agreed: bool


def _lay(program: Program, numbers: Any, course: Course, H: float, allowed: np.ndarray) -> Laid:
    now, cut = course.now, course.cut
    length, small = jnp.asarray(H, float), jnp.asarray(0.1 * allowed)
    found = [crossing.lay(program, numbers, *now, length, rule, small, cut) for rule in RULES]
    across, q, qd, _ = found[0]
    ends = [np.concatenate([q, qd]) for _, q, qd, _ in found]
    settled = all(bool(good) for *_, good in found)
    moves = float(now.t) + H / 64 > float(now.t)
    agreed = settled and moves and bool((np.abs(ends[0] - ends[1]) <= allowed).all())
    return Laid(across, H, State(now.t + length, q, qd), settled, agreed)


def _allowed(now: State, settings: Settings) -> np.ndarray:
    """By how much (2n,) two steps across a pose may differ."""
    y = np.abs(np.concatenate([now.q, now.qd]))
    asked = float(settings.atol) + float(settings.rtol) * y
    return np.maximum(AGREE * asked, ENOUGH * np.maximum(y, y.max()))


_distance = jax.jit(pose.distance)


def _find(program: Program, numbers: Any, course: Course, across: Across) -> Place | None:
    """Where on the step the constraints lose rank, if anywhere."""
    if not np.isfinite(across.K).all():
        return None
    low, high, rank = 0.0, 1.0, int(course.rank)
    for _ in range(ZOOM):
        thetas = low + (high - low) * PLACES
        found = crossing.survey(
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


def behind(
    program: Program, numbers: Any, course: Course, end: State, settings: Settings
) -> Course:
    """The course after a pose: how σ fell before it is forgotten.

    Parameters
    ----------
    program : what moves, and how
    numbers : of the parameters
    course : before the pose
    end : the state behind it
    settings : tolerances and such
    """
    assert course.sight is not None
    sight, values = _look(program, numbers, end, course.sight.sizes, course.rank, course.cut)
    return course._replace(
        now=end,
        before=course.now,
        h=jnp.where(settings.step > 0, settings.step, (end.t - course.now.t) / 2),
        sight=sight,
        times=jnp.full(3, end.t),
        sigmas=jnp.full(3, sight.sigma(course.rank)),
        turns=jnp.zeros_like(course.turns),
        values=values,
        former=course.values,
        accepted=course.accepted + 1,
    )


@jit_by_key(0)
def _look(program: Program, numbers: Any, state: State, sizes: Any, rank: Any, cut: Any):
    p = program.p(numbers)
    there = project(program.system.value, *state, p, 1, cut=cut)
    values = program.events.value.values(*state, p)
    return pose.look(there.M, there.A, sizes, rank), values
