"""Many steps in one compiled loop, that stops where someone else must decide.

``advance`` goes on from a course until the last of the times, or until something happens that
needs a look from outside: the buffer is full, an event came, a singular pose lies ahead, steps
became too small. Nothing in it depends on how many times are asked for, or on tolerances.
"""

from __future__ import annotations

import enum
from functools import partial
from typing import Any, NamedTuple

import equinox.internal as eqxi
import jax
import jax.numpy as jnp

from zwang.base.arrays import Array, eps
from zwang.base.identity import jit_by_key
from zwang.integrate import rank_watch as pose
from zwang.integrate.method import Program, Trial, attempt, tolerated
from zwang.integrate.projection import WIDE
from zwang.integrate.rank_watch import Sight

# SAFETY, LEAST, MOST: of the next step's length; RETRY: after a step that failed altogether.
# AHEAD: a pose within so many steps is looked at, once σ is below FEW. TURNS: how often a step is
#   halved because the constraints turn by more than a right angle in it, before a pose is
#   suspected.
# LOST: σ at which the constraints count as having lost rank, as for the solver in the steps.
SAFETY, LEAST, MOST, RETRY = 0.85, 0.2, 10.0, 0.25
AHEAD, FEW, TURNS, LOST = 3.0, 0.3, 3, WIDE


class Halt(enum.IntEnum):
    """Why the loop stopped."""

    NONE = 0  # it did not, or the buffer is full
    END = 1
    POSE_AHEAD = 2  # after an accepted step
    POSE_WITHIN = 3  # in a step that was not accepted
    STEP_TOO_SMALL = 4
    EVENT = 5  # in the last accepted step, which is not in the buffer yet
    FAILED = 6  # a fixed step
    RANK_ROSE = 7  # in a step that was not accepted


class Settings(NamedTuple):
    """Numbers of a motion: tolerances, fixed step (or 0), whether every step is reported."""

    rtol: Array
    atol: Array
    step: Array
    every: Array


class State(NamedTuple):
    """A time, and the state at it."""

    t: Array
    q: Array
    qd: Array


class Course(NamedTuple):
    """How far a motion has come.

    Attributes
    ----------
    now, before : the last accepted state, and the one before it
    h : ()          length to try next
    sight : of the constraints, now
    rank : ()       largest rank so far
    times, sigmas : (3,)    the last three accepted times, and σ there
    quiet : ()      time before which no pose is looked for
    turns : ()      how often in turn a step was halved because the constraints turned too far
    values, former : (e,)       of the events' functions, now and before
    index : ()      of the next of the times to land on
    accepted, rejected : ()     steps
    smallest, largest : ()      accepted lengths; the smallest without those cut to land on a time
    """

    now: State
    before: State
    h: Array
    sight: Sight | None
    rank: Array
    times: Array
    sigmas: Array
    quiet: Array
    turns: Array
    values: Array
    former: Array
    index: Array
    accepted: Array
    rejected: Array
    smallest: Array
    largest: Array


class Advanced(NamedTuple):
    """Where the loop stopped, why, and the states to report that it passed; the first ``rows``."""

    course: Course
    halt: Array
    passed: State
    rows: Array


def begin(
    program: Program, numbers: Any, now: State, sight: Sight | None, rank: Array, h: Any
) -> Course:
    """The course before its first step.

    Parameters
    ----------
    program : what moves, and how
    numbers : of the parameters
    now : the start
    sight : of the constraints there
    rank : ()   of the constraints
    h : ()      first length to try
    """
    sigma = jnp.ones(()) if sight is None else sight.sigma(rank)
    values = program.events.value.values(*now, program.p(numbers))
    zero = jnp.zeros((), int)
    return Course(
        now=now,
        before=now,
        h=jnp.asarray(h, float),
        sight=sight,
        rank=jnp.asarray(rank),
        times=jnp.full(3, now.t),
        sigmas=jnp.full(3, sigma),
        quiet=jnp.full((), -jnp.inf, float),
        turns=zero,
        values=values,
        former=values,
        index=zero,
        accepted=zero,
        rejected=zero,
        smallest=jnp.full((), jnp.inf, float),
        largest=jnp.zeros(()),
    )


@jit_by_key(0, 1)
def advance(
    program: Program,
    size: int,
    numbers: Any,
    course: Course,
    targets: Array,
    last: Array,
    settings: Settings,
    limit: Array,
) -> Advanced:
    """Take up to ``limit`` steps, tried ones counted, and report up to ``size`` states.

    Parameters
    ----------
    program : what moves, and how
    size : of the buffer
    numbers : of the parameters
    course : where to go on
    targets : (K,)  times to land on, padded
    last : ()       index of the last one
    settings : tolerances and such
    limit : ()      how many steps to try
    """
    n = course.now.q.shape[0]
    buffer = State(jnp.zeros(size), jnp.zeros((size, n)), jnp.zeros((size, n)))

    def going(carry):
        _, halt, _, rows, tried = carry
        return (halt == Halt.NONE) & (rows < size) & (tried < limit)

    def body(carry):
        course, _, passed, rows, tried = carry
        course, halt, reported = one(program, numbers, course, targets, last, settings)
        written = jax.tree.map(lambda x, new: x.at[rows].set(new), passed, course.now)
        passed = jax.tree.map(partial(jnp.where, reported), written, passed)
        return course, halt, passed, rows + reported, tried + 1

    zero = jnp.zeros((), int)
    start = course, jnp.asarray(int(Halt.NONE)), buffer, zero, zero
    course, halt, passed, rows, _ = jax.lax.while_loop(going, body, start)
    return Advanced(course, halt, passed, rows)


def travel(
    program: Program,
    numbers: Any,
    course: Course,
    targets: Array,
    settings: Settings,
    max_steps: int,
    kind: Any,
) -> tuple[State, Array]:
    """All of a motion inside another program, for derivatives and batches: no events.

    Where the constraints lose or gain rank it halts.

    Parameters
    ----------
    program : what moves, and how
    numbers : of the parameters
    course : where to begin
    targets : (K,)      times to land on
    settings : tolerances and such
    max_steps : how many steps to try at most between two times
    kind : of the loop: "bounded", "checkpointed" or "lax"

    Returns
    -------
    The states at the times, and why each part of the way ended.
    """

    def going(carry):
        course, halt = carry
        return (halt == Halt.NONE) & (course.now.t < targets[course.index])

    def body(carry):
        course, halt, _ = one(program, numbers, carry[0], targets, carry[0].index, settings)
        # A pose ahead is only a parabola's guess.
        goes_on = (halt == Halt.END) | (halt == Halt.POSE_AHEAD)
        return course, jnp.where(goes_on, int(Halt.NONE), halt)

    def way(carry, index):
        course, halt = carry
        start = course._replace(index=index), halt
        carry = eqxi.while_loop(going, body, start, max_steps=max_steps, kind=kind)
        return carry, (carry[0].now, carry[1])

    start = course, jnp.asarray(int(Halt.NONE))
    return jax.lax.scan(way, start, jnp.arange(len(targets)))[1]


def one(
    program: Program, numbers: Any, course: Course, targets: Array, last: Array, settings: Settings
) -> tuple[Course, Array, Array]:
    """Try one step: the course after it, why to halt, and whether its end is to be reported."""
    now, target = course.now, targets[course.index]
    # On a target that is near one lands; on the way to one that is not far steps are even.
    left, least = target - now.t, 64 * eps(now.t.dtype) * jnp.abs(target)
    lands = (1.1 * course.h >= left) | (left <= least)
    h = jnp.where(lands, left, jnp.where(course.h > left / 2, left / 2, course.h))
    h = jnp.where(lands, left, jax.lax.stop_gradient(h))
    trial = attempt(program, numbers, now, h, settings.rtol, settings.atol)
    there = State(jnp.where(lands, target, now.t + h), trial.q, trial.qd)

    accepted, factor = _judged(program, trial, now, settings)
    values = course.values
    if values.shape[0]:
        values = program.events.value.values(*there, program.p(numbers))
        finite = jnp.isfinite(values).all()
        accepted, factor = accepted & finite, jnp.where(finite, factor, RETRY)
    sight, turned, lost, rose = _seen(course, trial)
    fixed = settings.step > 0
    rose = accepted & rose
    # A step in which the constraints turn too far is halved, a few times.
    pose_within = accepted & (lost | (turned & (fixed | (course.turns >= TURNS))))
    halved = accepted & turned & ~pose_within
    accepted = accepted & ~pose_within & ~halved & ~rose
    factor = jnp.where(halved | pose_within, 0.5, factor)

    after = _after(course, there, sight, h, lands)
    came = accepted & program.events.value.came(course.values, values).any()
    # A step that was cut to land on a time says less about the next one than the one before.
    longer = jnp.maximum(h * factor, jnp.where(lands & (factor >= 1), course.h, 0.0))
    proposed = jnp.where(fixed, settings.step, jax.lax.stop_gradient(longer))
    taken = after._replace(
        h=proposed,
        values=values,
        former=course.values,
        turns=jnp.zeros_like(course.turns),
        index=course.index + (lands & (course.index < last)),
        accepted=course.accepted + 1,
    )
    given_up = course._replace(
        h=proposed, turns=course.turns + halved, rejected=course.rejected + 1
    )
    course = jax.tree.map(partial(jnp.where, accepted), taken, given_up)

    ahead = pose.distance(course.times, course.sigmas)
    near = (ahead <= AHEAD * h) & (course.sigmas[-1] < FEW) & (course.now.t >= course.quiet)
    near = near & accepted & ~fixed
    small = (proposed <= 64 * eps(h.dtype) * jnp.abs(now.t)) | (h <= 0)
    halt = _first(
        (came, Halt.EVENT),
        (accepted & lands & (after.index == last), Halt.END),
        (rose, Halt.RANK_ROSE),
        (pose_within, Halt.POSE_WITHIN),
        (near, Halt.POSE_AHEAD),
        (~accepted & fixed & ~pose_within, Halt.FAILED),
        (small, Halt.STEP_TOO_SMALL),
    )
    return course, halt, accepted & (settings.every | lands) & ~came


def _judged(program: Program, trial: Trial, now: State, settings: Settings) -> tuple[Array, Array]:
    """Whether a step is good enough, and by what factor the next one may be longer."""
    q, qd = (jnp.maximum(abs(a), abs(b)) for a, b in ((now.q, trial.q), (now.qd, trial.qd)))
    error, q, qd = jax.lax.stop_gradient((trial.error, q, qd))
    error = jnp.abs(error) / tolerated(q, qd, settings.rtol, settings.atol)
    error = error.max()
    error = jnp.where(trial.sound & jnp.isfinite(error), error, jnp.inf)
    if not program.adaptive:
        return trial.sound, jnp.ones(())
    factor = SAFETY * jnp.maximum(error, 1e-30) ** (-1.0 / program.order)
    return error <= 1.0, jnp.where(trial.sound, jnp.clip(factor, LEAST, MOST), RETRY)


def _seen(course: Course, trial: Trial) -> tuple[Sight | None, Array, Array, Array]:
    """The constraints after the step; whether they turned too far, lost rank, gained rank."""
    no = jnp.asarray(False)
    if course.sight is None:
        return None, no, no, no
    M, A = map(jax.lax.stop_gradient, (trial.M, trial.A))
    sound = jnp.isfinite(M).all() & jnp.isfinite(A).all()
    M, A = jnp.where(sound, M, jnp.eye(M.shape[0])), jnp.where(sound, A, 0.0)
    sight = pose.look(M, A, course.sight.sizes, course.rank)
    looked = sound & (course.now.t >= course.quiet)
    turned = pose.turned(course.sight, sight).min() < 0
    lost = sight.sigma(course.rank) < LOST
    rose = (sight.values > LOST).sum() > course.rank
    return sight, looked & turned, looked & lost, looked & rose


def _after(course: Course, there: State, sight: Sight | None, h: Array, lands: Array) -> Course:
    """The course after an accepted step, as far as the states go."""
    free = jnp.where(lands, jnp.nan, h)
    sigma = jnp.ones(()) if sight is None else sight.sigma(course.rank)
    return course._replace(
        now=there,
        before=course.now,
        sight=sight,
        times=jnp.append(course.times[1:], jax.lax.stop_gradient(there.t)),
        sigmas=jnp.append(course.sigmas[1:], sigma),
        smallest=jnp.fmin(course.smallest, free),
        largest=jnp.maximum(course.largest, h),
    )


def _first(*cases: tuple[Array, Halt]) -> Array:
    """The first of the reasons that holds."""
    result = jnp.asarray(int(Halt.NONE))
    for holds, halt in reversed(cases):
        result = jnp.where(holds, int(halt), result)
    return result
