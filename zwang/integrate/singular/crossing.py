"""What to do where the constraints may lose rank ahead: find the place, try to cross it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from zwang.base.identity.keyed import jit_by_key
from zwang.integrate import rank_watch
from zwang.integrate.course import Course, Halt, Settings, State
from zwang.integrate.method.runge_kutta import Program
from zwang.integrate.projection import project
from zwang.integrate.singular.collocation import RULES, land
from zwang.integrate.singular.laid import Laid, allowed_by, lay
from zwang.integrate.singular.place import Place, find

# WHERE: parts of the step at which the singular configuration should lie, far from the nodes of
#   both rules. The first is best; the others are for one so near that half of a step is too short,
#   and all stages stand in its noise.
# AGAIN: how often steps are laid anew until it lies within CLOSE of there. PAST: of a step, behind
#   which it may lie beyond the end.
# NEAREST: one that could not be crossed from this part of the longest step is given up.
# SMALL: σ below which steps that become too small are put down to one.
# CLEAR: of the cut; a step that ends with σ below it is not across.
WHERE, AGAIN, CLOSE, PAST = (0.5, 0.31, 0.065), 4, 0.02, 0.99
NEAREST, SMALL, CLEAR = 1e-7, 1e-2, 3.0


class Passage(NamedTuple):
    """An attempt to cross.

    Attributes
    ----------
    after : the course behind it, or None if the step cannot be taken
    end : the state behind it
    place : where the rank is lost, or None if the step meets no such place
    begin : the time at which the step begins
    distance : from there to that place, in time
    nothing : whether there is no such place after all
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
    def when(self) -> float:
        """When it is passed."""
        return self.begin + self.distance


class Try(NamedTuple):
    """Steps that were laid: what lies on them, the course behind good ones, how far it is."""

    laid: Laid
    place: Place | None
    after: Course | None
    ahead: float


def cross(
    program: Program, numbers: Any, course: Course, settings: Settings, halt: Halt
) -> Passage:
    """Lay steps of collocation across what is ahead, the singular configuration in their middle.

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
    lays = partial(lay, program, numbers, course, allowed=allowed_by(now, settings))
    finds = partial(find, program, numbers, course)
    ends = partial(behind, program, numbers, course, settings=settings)
    if fixed:
        tried = _by_fixed_steps(fixed, ahead, lays, finds, ends)
    else:
        tried = _by_any_step(ahead, CLEAR * float(course.cut), lays, finds, ends)
    laid, place, after, ahead = tried

    def at(t):
        # At its end collocation is of twice the order that it has within: so a step to that end.
        own = lays(t - float(now.t))
        if own.agreed:
            return State(np.asarray(t), np.asarray(own.end.q), np.asarray(own.end.qd))
        theta = jnp.asarray((t - float(now.t)) / laid.H, float)
        found = land(program, numbers, laid.across, RULES[0], theta, course.cut)
        return State(np.asarray(t), *map(np.asarray, found))

    def root(which):
        values, p = program.events.value.values, program.p(numbers)
        g = lambda t: values(*at(t), p)[which]
        return at(_root(g, float(now.t), float(laid.end.t), course.values[which]))

    distance = ahead if place is None else place.theta * laid.H
    return Passage(
        after=after,
        end=laid.end,
        place=place,
        begin=float(now.t),
        distance=distance,
        nothing=place is None and laid.settled and (bool(fixed) or halt == Halt.SINGULAR_AHEAD),
        may_come_nearer=not fixed and distance > NEAREST * float(course.largest),
        at=at,
        root=root,
    )


def _by_fixed_steps(fixed: float, ahead: float, lays: Any, finds: Any, ends: Any) -> Try:
    """One step of the fixed length, or two if the place lies at the end of the first."""
    laid = lays(fixed)
    place = finds(laid.across)
    if place is not None and place.theta > PAST:
        laid = lays(2 * fixed)
        place = finds(laid.across)
    return Try(laid, place, ends(laid.end) if laid.agreed else None, ahead)


def _by_any_step(ahead: float, clear: float, lays: Any, finds: Any, ends: Any) -> Try:
    """Steps with the place at one part of them after another, until one is across."""
    for where in WHERE:
        tried = _centred(where, ahead, lays, finds, ends)
        if tried.after is not None and bool(tried.after.sigmas[-1] > clear):
            return tried
        ahead = tried.ahead
        # A step that settled and is not good enough is too long; one that ends where the rank is
        # still lost, too short.
        if tried.laid.settled and tried.after is None:
            break
    return tried._replace(after=None)


def _centred(where: float, ahead: float, lays: Any, finds: Any, ends: Any) -> Try:
    """Steps laid anew until the place lies where it should, or they are good as they are."""
    for _ in range(AGAIN):
        laid = lays(ahead / where)
        place = finds(laid.across)
        beyond = place is not None and place.theta > PAST
        if laid.agreed and not beyond:
            return Try(laid, place, ends(laid.end), ahead)
        if place is None:
            break
        ahead = (2.0 if beyond else place.theta) * laid.H
        if abs(place.theta - where) < CLOSE:
            break
    return Try(laid, place, None, ahead)


def _root(g: Callable[[float], Any], low: float, high: float, before: Any) -> float:
    """When a function changes its sign, by bisection."""
    while high - low > 4e-16 * max(abs(low), abs(high)):
        middle = (low + high) / 2
        if not low < middle < high:
            break
        same = np.sign(g(middle)) == np.sign(before)
        low, high = (middle, high) if same else (low, middle)
    return high


_distance = jax.jit(rank_watch.distance)


def behind(
    program: Program, numbers: Any, course: Course, end: State, settings: Settings
) -> Course:
    """The course behind a singular configuration: how σ fell before it is forgotten.

    Parameters
    ----------
    program : what moves, and how
    numbers : of the parameters
    course : before it
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
    return rank_watch.look(there.M, there.A, sizes, rank), values
