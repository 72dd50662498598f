"""One step: propose a length, attempt it, judge what came of it, commit it or give it up."""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp

from zwang.base.arrays import Array, eps
from zwang.integrate import rank_watch
from zwang.integrate.course import Course, Halt, Settings, State
from zwang.integrate.method import step_size
from zwang.integrate.method.runge_kutta import Program, Trial, attempt
from zwang.integrate.projection import WIDE, cut_for
from zwang.integrate.rank_watch import Sight

# AHEAD: a singular configuration within so many steps is looked at, once σ is below FEW. LITTLE: σ
#   below which one is looked at with fixed steps however many there are to it: a slow passage is
#   all rounding a few steps before it, where steps that adapt are long since across. TURNS: how
#   often a step is halved because the constraints turn by more than a right angle in it, before
#   one is suspected.
# At the cut of the rank rule σ counts as lost, as for the solver in the steps; what is said here of
# σ is meant for the widest.
AHEAD, FEW, LITTLE, TURNS = 3.0, 0.3, 5e-2, 3
NEAR = 1.1  # of its length: a step lands on a time that is not farther
SMALLEST = 64  # units of rounding of the time, below which a step is none


class Proposal(NamedTuple):
    """A step to try: its length, whether it lands on a target, where it ends, and the time that it
    leaves out before its end, zero unless that is a break.
    """

    h: Array
    lands: Array
    end: Array
    gap: Array | float = 0.0


class Verdict(NamedTuple):
    """What is thought of a step that was tried."""

    accepted: Array  # it is good
    halved: Array  # good, but the constraints turned too far in it: half of it is tried
    within: Array  # good, but the constraints lost rank in it, or turned too often too far
    rose: Array  # good, but the constraints gained rank in it
    error: Array  # norm of its error
    factor: Array  # of the next length to this one
    values: Array  # (e,) of the events' functions at its end
    sight: Sight | None  # of the constraints at its end


def one(
    program: Program, numbers: Any, course: Course, targets: Array, last: Array, settings: Settings
) -> tuple[Course, Array, Array]:
    """Try one step: the course after it, why to halt, and whether its end is to be reported."""
    proposal = propose(course, targets, settings)
    trial = attempt(
        program, numbers, course.now, proposal.h, settings.rtol, settings.atol, course.cut
    )
    there = State(proposal.end, trial.q, trial.qd)
    verdict = judge(program, numbers, course, trial, there, settings)
    after = commit(course, proposal, there, verdict, last, settings)
    if settings.gaps is not None:
        anew = verdict.accepted & proposal.lands & (proposal.gap > 0)
        end = jnp.where(targets < jnp.inf, targets, -jnp.inf).max()  # behind it there is room
        begun = begin_anew(program, numbers, after, end, settings)
        after = jax.tree.map(partial(jnp.where, anew), begun, after)
    came = program.events.value.came(course.values, verdict.values).any() & verdict.accepted
    halt = why_halt(course, after, proposal, verdict, came, last, settings)
    return after, halt, verdict.accepted & (settings.every | proposal.lands) & ~came


def propose(course: Course, targets: Array, settings: Settings) -> Proposal:
    """The next step: onto a target that is near, and in even steps to one that is not far."""
    now, target, longest = course.now.t, targets[course.index], settings.longest
    left, least = target - now, SMALLEST * eps(now.dtype) * jnp.abs(target)
    h = jnp.minimum(course.h, longest)
    lands = (jnp.minimum(NEAR * h, longest) >= left) | (left <= least)
    h = jnp.where(h > left / 2, left / 2, h)
    gap = 0.0 if settings.gaps is None else jnp.asarray(settings.gaps)[course.index]
    h = jnp.where(lands, left - gap, jax.lax.stop_gradient(h))
    return Proposal(h, lands, jnp.where(lands, target, now + h), gap)


def begin_anew(
    program: Program, numbers: Any, course: Course, end: Array, settings: Settings
) -> Course:
    """The course behind a break: nothing is known of the error and of the length of a step."""
    fixed = jax.lax.stop_gradient((course.now, course.cut, numbers, end))
    (t, q, qd), cut, numbers, end = fixed
    given = t, program.p(numbers)
    qdd = program.moving().acceleration(q, qd, *given, solver=program.cutting(cut), throw=False).qdd
    h = step_size.initial_step(q, qd, qdd, settings.rtol, settings.atol, end - t)
    h = jnp.where(settings.step > 0, settings.step, h)
    return course._replace(h=h, error=jnp.ones_like(course.error))


def judge(
    program: Program, numbers: Any, course: Course, trial: Trial, there: State, settings: Settings
) -> Verdict:
    """Is the error small, are the events finite, do the constraints keep their rank?"""
    good, error, factor = _by_error(program, trial, course, settings)
    values = course.values
    if values.shape[0]:
        values = program.watch(numbers, there, course.cut)
        finite = jnp.isfinite(values).all()
        good, factor = good & finite, jnp.where(finite, factor, step_size.RETRY)
    sight, turned, lost, rose = _look(course, trial)
    # A step in which the constraints turn too far is halved, a few times.
    often = (settings.step > 0) | (course.turns >= TURNS)
    within = good & (lost | (turned & often))
    halved = good & turned & ~within
    accepted = good & ~within & ~halved & ~rose
    factor = jnp.where(halved | within, 0.5, factor)
    return Verdict(accepted, halved, within, good & rose, error, factor, values, sight)


def commit(
    course: Course,
    proposal: Proposal,
    there: State,
    verdict: Verdict,
    last: Array,
    settings: Settings,
) -> Course:
    """The course after the step if it was accepted, or after giving it up; with the next length."""
    h, lands = proposal.h, proposal.lands
    # A step that was cut to land on a time says less about the next one than the one before.
    kept = jnp.where(lands & (verdict.factor >= 1), course.h, 0.0)
    longer = jax.lax.stop_gradient(jnp.maximum(h * verdict.factor, kept))
    proposed = jnp.where(settings.step > 0, settings.step, longer)
    sigma = jnp.ones(()) if verdict.sight is None else verdict.sight.sigma(course.rank)
    taken = course._replace(
        now=there,
        before=course.now,
        h=proposed,
        error=verdict.error,
        sight=verdict.sight,
        cut=cut_for(sigma, course.cut),
        times=jnp.append(course.times[1:], jax.lax.stop_gradient(there.t)),
        sigmas=jnp.append(course.sigmas[1:], sigma),
        turns=jnp.zeros_like(course.turns),
        values=verdict.values,
        former=course.values,
        index=course.index + (lands & (course.index < last)),
        accepted=course.accepted + 1,
        smallest=jnp.fmin(course.smallest, jnp.where(lands, jnp.nan, h)),
        largest=jnp.maximum(course.largest, h),
    )
    given_up = course._replace(
        h=proposed, turns=course.turns + verdict.halved, rejected=course.rejected + 1
    )
    return jax.tree.map(partial(jnp.where, verdict.accepted), taken, given_up)


def why_halt(
    course: Course,
    after: Course,
    proposal: Proposal,
    verdict: Verdict,
    came: Array,
    last: Array,
    settings: Settings,
) -> Array:
    """Why someone else must decide now, if so."""
    h, fixed, accepted = proposal.h, settings.step > 0, verdict.accepted
    ahead = rank_watch.distance(after.times, after.sigmas)
    # A step that was cut to land on a time says nothing of how far to look.
    sigma, unit = after.sigmas[-1], after.cut / WIDE
    slow = fixed & (sigma < LITTLE * unit) & (ahead < jnp.inf)
    tried = jnp.minimum(course.h, settings.longest)
    near = ((ahead <= AHEAD * tried) & (sigma < FEW * unit)) | slow
    near = near & (after.now.t >= after.quiet)
    small = (after.h <= SMALLEST * eps(h.dtype) * jnp.abs(course.now.t)) | (h <= 0)
    return _first(
        (came, Halt.EVENT),
        (accepted & proposal.lands & (course.index == last), Halt.END),
        (verdict.rose, Halt.RANK_ROSE),
        (verdict.within, Halt.SINGULAR_WITHIN),
        (near & accepted, Halt.SINGULAR_AHEAD),
        # Stages next to a singular configuration may not come back.
        (near & ~accepted & fixed, Halt.SINGULAR_WITHIN),
        (~accepted & fixed & ~verdict.within, Halt.FAILED),
        (small, Halt.STEP_TOO_SMALL),
    )


def _by_error(
    program: Program, trial: Trial, course: Course, settings: Settings
) -> tuple[Array, Array, Array]:
    """Whether a step is good enough, its error, and by what factor the next may be longer."""
    if not program.adaptive:
        return trial.sound, jnp.ones(()), jnp.ones(())
    now = course.now
    states = jax.lax.stop_gradient((now.q, now.qd, trial.q, trial.qd, trial.error))
    noise = jnp.zeros_like(trial.error)
    if course.sight is not None:
        known = course.sight.reach, course.sight.weight, now.q, now.qd, course.times, course.sigmas
        noise = jax.lax.stop_gradient(rank_watch.noise(*known, trial.last))
    error = step_size.error_norm(*states, noise, settings.rtol, settings.atol)
    error, factor = step_size.judge(program.rule, program.order, error, course.error, trial.sound)
    return error <= 1.0, error, factor


def _look(course: Course, trial: Trial) -> tuple[Sight | None, Array, Array, Array]:
    """The constraints after the step; whether they turned too far, lost rank, gained rank."""
    no = jnp.asarray(False)
    if course.sight is None:
        return None, no, no, no
    M, A = map(jax.lax.stop_gradient, (trial.M, trial.A))
    sound = jnp.isfinite(M).all() & jnp.isfinite(A).all()
    M, A = jnp.where(sound, M, jnp.eye(M.shape[0])), jnp.where(sound, A, 0.0)
    sight = rank_watch.look(M, A, course.sight.sizes, course.rank)
    looked = sound & (course.now.t >= course.quiet)
    turned = rank_watch.turned(course.sight, sight).min() < 0
    lost = sight.sigma(course.rank) < course.cut * sight.shrunk
    rose = (sight.values > course.cut).sum() > course.rank
    return sight, looked & turned, looked & lost, looked & rose


def _first(*cases: tuple[Array, Halt]) -> Array:
    """The first of the reasons that holds."""
    result = jnp.asarray(int(Halt.NONE))
    for holds, halt in reversed(cases):
        result = jnp.where(holds, int(halt), result)
    return result
