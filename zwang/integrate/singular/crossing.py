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
from zwang.integrate.singular.collocation import RULES, land, state_at
from zwang.integrate.singular.drives import takes_part
from zwang.integrate.singular.laid import Laid, allowed_by, lay
from zwang.integrate.singular.place import Place, find

# WHERE: parts of the step at which the singular configuration should lie, far from the nodes of
#   both rules. The first is best; the others are for one so near that half of a step is too short,
#   and all stages stand in its noise.
# AGAIN: how often steps are laid anew until it lies within CLOSE of there. PAST: of a step, behind
#   which it may lie beyond the end.
# LONGER: a step that ends nearer to losing rank than BACK of where it began is tried so much
#   longer: the motion may turn back there, and go through the configuration again.
# MULTIPLES: of a fixed step, that are tried.
# NEAREST: one that could not be crossed from this part of the longest step is given up.
# SMALL: σ below which steps that become too small are put down to one.
# CLEAR: of the cut; a step that ends with σ below it is not across.
WHERE, AGAIN, CLOSE, PAST = (0.5, 0.31, 0.065), 4, 0.02, 0.99
NEAREST, SMALL, CLEAR = 1e-7, 1e-2, 3.0
LONGER, BACK, MULTIPLES = (1.5, 2.0, 3.0), 0.5, 6
BEHIND = (1 / 3, 2 / 3)  # of the rest of the step, where σ is looked at besides its end


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


class Try(NamedTuple):
    """Steps that were laid: what lies on them, the course behind good ones, how far it is."""

    laid: Laid
    places: tuple[Place, ...]
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
        tried = _by_any_step(ahead, float(course.sigmas[-1]), lays, finds, ends)
        if tried.after is not None and not _clear(tried.after):
            tried = tried._replace(after=None)
    laid, places, after, ahead = tried
    chosen = halt == Halt.RANK_ROSE  # a motion that leaves the configuration on a branch
    driven = after is not None and not chosen
    driven = driven and takes_part(program.system.value, program.p(numbers), now, places)
    after = None if driven else after

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

    distance = places[0].theta * laid.H if places else ahead
    return Passage(
        after=after,
        end=laid.end,
        places=places,
        begin=float(now.t),
        distance=distance,
        H=laid.H,
        nothing=not places and laid.settled and (bool(fixed) or halt == Halt.SINGULAR_AHEAD),
        may_come_nearer=not driven
        and _may_come_nearer(bool(fixed), halt, distance, float(course.largest)),
        at=at,
        root=root,
    )


def _may_come_nearer(fixed: bool, halt: Halt, distance: float, largest: float) -> bool:
    """Whether another attempt from nearer makes sense; with fixed steps, if one is left."""
    return halt == Halt.SINGULAR_AHEAD if fixed else distance > NEAREST * largest


def _clear(after: Course) -> bool:
    """Whether a step across ends where the rank is not lost any more."""
    assert after.sight is not None
    return bool(after.sigmas[-1] > CLEAR * after.cut * after.sight.shrunk)


def _by_fixed_steps(fixed: float, ahead: float, lays: Any, finds: Any, ends: Any) -> Try:
    """As many fixed steps as have the place nearest to their middle, or else other numbers of them.

    Steps of collocation that are good where the place lies at their end are not across.
    """
    tried, best = None, max(1, min(MULTIPLES, round(2 * ahead / fixed) if ahead < np.inf else 1))
    for many in sorted(range(1, MULTIPLES + 1), key=lambda k: (abs(k - best), k)):
        laid = lays(many * fixed)
        places = finds(laid.across)
        beyond = bool(places) and places[-1].theta > PAST
        good = laid.agreed and not beyond
        after = ends(laid, places) if good else None
        if tried is None or good:
            tried = Try(laid, places, after, ahead)
        if after is not None and _clear(after):
            break
    assert tried is not None
    return tried


def _by_any_step(ahead: float, sigma: float, lays: Any, finds: Any, ends: Any) -> Try:
    """Steps with the place at one part of them after another, until one is across."""
    for where in WHERE:
        tried = _centred(where, ahead, lays, finds, ends)
        if tried.after is not None:
            tried, after = _lengthened(tried, tried.after, sigma, lays, finds, ends)
            if _clear(after):
                return tried
        ahead = tried.ahead
        # A step that settled and is not good enough is too long; one that ends where the rank is
        # still lost, too short.
        if tried.laid.settled and tried.after is None:
            break
    return tried


def _centred(where: float, ahead: float, lays: Any, finds: Any, ends: Any) -> Try:
    """Steps laid anew until the place lies where it should, or they are good as they are."""
    for _ in range(AGAIN):
        laid = lays(ahead / where)
        places = finds(laid.across)
        beyond = bool(places) and places[-1].theta > PAST
        if laid.agreed and not beyond:
            return Try(laid, places, ends(laid, places), ahead)
        if not places:
            break
        theta = places[0].theta
        ahead = (2.0 if beyond and len(places) == 1 else theta) * laid.H
        if abs(theta - where) < CLOSE:
            break
    return Try(laid, places, None, ahead)


def _lengthened(
    tried: Try, after: Course, sigma: float, lays: Any, finds: Any, ends: Any
) -> tuple[Try, Course]:
    """A longer step, where this one ends nearer to losing rank than it began; what lies behind."""
    H = tried.laid.H
    for longer in LONGER:
        if after.sigmas[-1] > BACK * sigma:
            break
        laid = lays(longer * H)
        if not laid.agreed:
            break
        places = finds(laid.across)
        behind = ends(laid, places)
        if behind.sigmas[-1] > after.sigmas[-1] and not (places and places[-1].theta > PAST):
            tried, after = Try(laid, places, behind, tried.ahead), behind
    return tried, after


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
    program: Program,
    numbers: Any,
    course: Course,
    laid: Laid,
    places: tuple[Place, ...],
    settings: Settings,
) -> Course:
    """The course behind a singular configuration: how σ fell before it is forgotten.

    Behind the last place σ is looked at thrice, so that the next one is seen coming.

    Parameters
    ----------
    program : what moves, and how
    numbers : of the parameters
    course : before it
    laid : the step
    places : on it
    settings : tolerances and such
    """
    assert course.sight is not None
    known, end = (course.sight.sizes, course.rank, course.cut), laid.end
    sight, values = _look(program, numbers, end, *known)
    since = places[-1].theta if places else 0.0
    thetas = since + (1.0 - since) * jnp.array(BEHIND)
    sigmas = _sigmas(program, numbers, laid.across, thetas, *known)
    return course._replace(
        now=end,
        before=course.now,
        h=jnp.where(settings.step > 0, settings.step, (end.t - course.now.t) / 2),
        sight=sight,
        times=jnp.append(course.now.t + thetas * laid.H, end.t),
        sigmas=jnp.append(sigmas, sight.sigma(course.rank)),
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


@jit_by_key(0)
def _sigmas(
    program: Program, numbers: Any, across: Any, thetas: Any, sizes: Any, rank: Any, cut: Any
):
    def at(theta):
        found = _look(program, numbers, State(*state_at(across, RULES[0], theta)), sizes, rank, cut)
        return found[0].sigma(rank)

    return jax.lax.map(at, thetas)
