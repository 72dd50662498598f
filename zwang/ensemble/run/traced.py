"""Many motions as one program of JAX: every member steps at its own pace, in one loop.

A loop under ``vmap`` runs until the last member is done, and members that are done wait. So they
are taken in groups of one width, the last one filled up: nothing is compiled twice, and no
member's numbers depend on who is beside it.
"""

from __future__ import annotations

import contextlib
import warnings
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from zwang.base.arrays import Array, eps
from zwang.base.identity.keyed import Keyed, jit_by_key
from zwang.base.later import require_threads, single
from zwang.base.status import Status
from zwang.consistency.adrift import remains
from zwang.consistency.nearness import speed_from_rest
from zwang.ensemble.run.one_by_one import blank, place
from zwang.ensemble.run.task import Task
from zwang.equation.acceleration_form import acceleration_form
from zwang.equation.known import known
from zwang.equation.observe import Observed, observe
from zwang.integrate.advance import steps
from zwang.integrate.backend import AbstractCrowd, Members, Outcome
from zwang.integrate.course import Halt, Settings, State
from zwang.integrate.method.runge_kutta import Program
from zwang.integrate.projection import ROUGHLY, WIDE, Projected, Projection, metric, project
from zwang.integrate.singular import crossing as passage
from zwang.integrate.start import OFF, ROUNDING, begin
from zwang.motion.simulate import MEANING

ROUNDINGS = 64  # of a number: how far a start may lie off the constraints, where that is more


class Ended(NamedTuple):
    """What became of one member; as in ``Outcome``, and why it halted."""

    passed: State  # states at the K times
    now: State  # where it ended
    status: Array  # what became of it
    singular: Array  # whether it stopped before a singular configuration, which may be one to cross
    stuck: Array  # whether it stopped because steps fail
    largest: Array  # of its steps
    loose: Array  # whether rows, all on positions, depend on each other at the start
    qdd: Array  # (n,) accelerations there
    sigma: Array  # smallest singular value of the constraints, where it ended, for the widest cut
    # accepted, rejected: steps
    accepted: Array
    rejected: Array


class JaxCrowd(AbstractCrowd):
    """Motions under ``jax.vmap``; those that meet a singular configuration cross it one by one."""

    def __init__(self, task: Task, name: str):
        require_threads("An ensemble by JAX")
        self.task, self.name, self.asked = task, name, task.request()
        self.program = self._program()

    def run(self, members: Members) -> Outcome:
        N, asked = len(members.q0), self.asked
        found = blank(N, self.task, members)
        limit = asked.max_steps or np.iinfo(np.int32).max
        fixed = self.program, asked.row_solver, len(asked.times) - 1
        for first in range(0, N, self.task.width):
            rows, own = _group(first, N, self.task.width)
            with self._precision():
                given = (members.q0[rows], members.qd0[rows], [x[rows] for x in members.numbers])
                ended = _many(*fixed, *given, np.asarray(asked.times), asked.settings, limit)
            ended = jax.tree.map(lambda x: np.asarray(x)[: len(own)], ended)
            if asked.stops is not None:
                passed = State(*(x[:, asked.stops.places] for x in ended.passed))
                ended = ended._replace(passed=passed)
            self._fill(members, found, own, ended)
        return found

    def _program(self) -> Program:
        """What moves, known by what was traced of it in the precision that is asked for."""
        program, start = self.asked.program, self.asked.start
        if self.task.dtype == np.float64:
            return program
        with self._precision():
            q, qd, t, *numbers = map(jnp.asarray, (start.q, start.qd, start.t, *self.asked.numbers))
            of = lambda what: known(what, q, qd, t, numbers, program.rest)
            watched = program.events.value
            events = Keyed(watched, tuple(of(event).key for event in watched.events))
            return replace(program, system=of(program.system.value), events=events)

    def _fill(self, members: Members, found: Outcome, own: np.ndarray, ended: Ended) -> None:
        landed = ended.passed.t >= self.task.times[1:].astype(ended.passed.t.dtype)
        for name in ("q", "qd"):
            rows = getattr(ended.passed, name)
            getattr(found, name)[own] = np.where(landed[..., None], rows, np.nan)
            getattr(found, f"{name}_end")[own] = getattr(ended.now, name)
        found.t_end[own], found.status[own] = ended.now.t, ended.status
        found.accepted[own], found.rejected[own] = ended.accepted, ended.rejected
        if self.task.dtype == np.float64:
            for k in np.flatnonzero(ended.singular | self._turn_apart(members, own, ended)):
                place(self.task, "jax", members, int(own[k]), found, int(own[k]))
        if ended.stuck.any():
            self._explain(members, found, own, ended)

    def _turn_apart(self, members: Members, own: np.ndarray, ended: Ended) -> np.ndarray:
        """Which members are at rest where rows contradict each other with any speed: these may be
        stuck, and are looked at by themselves; see ``integrate.start``."""
        q, qd = members.q0[own], members.qd0[own]
        loose = np.flatnonzero(ended.loose & ~np.any(qd, axis=1))
        speeds = [(k, speed_from_rest(q[k], np.asarray(ended.qdd[k]))) for k in loose]
        rows = np.array([k for k, v in speeds if v is not None], int)
        found = np.zeros(len(own), bool)
        if len(rows):
            v = np.stack([v for _, v in speeds if v is not None])
            t, numbers = np.full(len(rows), self.task.times[0]), members.numbers
            seen = self.observe(t, q[rows], v, tuple(x[own[rows]] for x in numbers))
            found[rows] = seen.status == Status.INCONSISTENT
        return found

    def _explain(self, members: Members, found: Outcome, own: np.ndarray, ended: Ended) -> None:
        """Steps fail, however small: look a little ahead for the cause, as one motion does."""
        left = np.flatnonzero(ended.stuck)
        t, q, qd = (x[left] for x in ended.now)
        numbers = tuple(x[own[left]] for x in members.numbers)
        qdd = self.observe(t, q, qd, numbers).qdd
        cause = np.zeros(len(left), np.int32)
        for part in (1e-9, 1e-6, 1e-3):
            h = part * np.maximum(np.maximum(ended.largest[left], self.asked.settings.step), 1e-9)
            there = q + h[:, None] * qd, qd + h[:, None] * qdd
            status = np.asarray(self.observe(t + h, *there, numbers).status)
            cause = np.where(cause == Status.OK, status, cause)
        near = (cause == Status.OK) & (ended.sigma[left] < passage.SMALL)
        cause = np.where(near, Status.BRANCH_NOT_ASSURED, cause)
        known = cause != Status.OK
        found.status[own[left[known]]] = cause[known]

    def observe(self, t: Any, q: Any, qd: Any, numbers: tuple[np.ndarray, ...]) -> Observed:
        parts = []
        for first in range(0, len(t), self.task.width):
            rows, own = _group(first, len(t), self.task.width)
            with self._precision():
                given = (t[rows], q[rows], qd[rows], [x[rows] for x in numbers])
                seen = _seen(self.program, self.asked.row_solver, *given)
            parts.append(jax.tree.map(lambda x, own=own: np.asarray(x)[: len(own)], seen))
        return jax.tree.map(lambda *x: np.concatenate(x), *parts)

    @contextlib.contextmanager
    def _precision(self) -> Iterator[None]:
        """Where float32 is asked for, everything is traced in it: what functions return too."""
        if self.task.dtype == np.float64:
            yield
            return
        with warnings.catch_warnings(), single():
            # Wherever float64 is named, here float32 is meant; JAX says so each time.
            warnings.filterwarnings("ignore", "Explicitly requested dtype")
            yield


def _group(first: int, count: int, width: int) -> tuple[np.ndarray, np.ndarray]:
    """Rows of one group, the last of them repeated to fill it; and those that are not repeated."""
    own = np.arange(first, min(first + width, count))
    return np.minimum(np.arange(first, first + width), count - 1), own


@jit_by_key(0, 1)
def _seen(program: Program, solver: Any, t, q, qd, numbers) -> Observed:
    def look(t, q, qd, numbers):
        p = program.p(numbers)
        seen = observe(program.system.value, t[None], q[None], qd[None], p, solver=solver)
        return jax.tree.map(lambda x: x[0], seen)

    return jax.vmap(look)(t, q, qd, numbers)


@jit_by_key(0, 1, 2)
def _many(
    program: Program, solver: Any, K: int, q0, qd0, numbers, times, settings: Settings, limit
) -> Ended:
    settings = jax.tree.map(lambda x: x.astype(q0.dtype) if x.dtype.kind == "f" else x, settings)

    def member(q0, qd0, numbers):
        return _motion(
            program, solver, K, State(times[0], q0, qd0), numbers, times, settings, limit
        )

    return jax.vmap(member)(q0, qd0, numbers)


def _motion(
    program: Program,
    solver: Any,
    K: int,
    first: State,
    numbers: Any,
    times: Array,
    settings: Settings,
    limit: Array,
) -> Ended:
    """One motion: its start looked at, then steps until something ends it."""
    system, p = program.system.value, program.p(numbers)
    t0, q0, qd0 = (x[None] for x in first)
    seen = jax.tree.map(lambda x: x[0], observe(system, t0, q0, qd0, p, solver=solver))
    off, start = jnp.zeros(()), first
    if system.constraints:
        iterations = program.drift.iterations if isinstance(program.drift, Projection) else 1
        moved = project(system, *first, p, iterations, cut=ROUGHLY)
        off = _distance(seen, moved, first)
        if isinstance(program.drift, Projection):
            pick = partial(jnp.where, off > max(ROUNDING, eps(first.q.dtype)))
            start = State(first.t, pick(moved.q, first.q), pick(moved.qd, first.qd))
    course, singular, _ = begin(program, numbers, start, seen.qdd, settings, times[-1] - times[0])
    refusal = _refusal(seen, off, singular)
    halt = jnp.where(refusal == Status.OK, int(Halt.NONE), int(Halt.FAILED))
    given = (course, halt), times[1:], jnp.asarray(K - 1), settings, limit
    course, halt, passed, *_ = steps(program, numbers, *given, size=K, alone=True)
    status = refusal
    for reason, meaning in [*MEANING.items(), (Halt.NONE, Status.TOO_MANY_STEPS)]:
        status = jnp.where((status == Status.OK) & (halt == reason), int(meaning), status)
    adrift = _adrift(program, numbers, course.now, first)
    status = jnp.where((status == Status.OK) & adrift, int(Status.LEFT_CONSTRAINTS), status)
    begun, count = refusal == Status.OK, len(seen.rows.names)
    sigma = jnp.ones(()) if course.sight is None else course.sight.sigma(course.rank)
    sigma = sigma * WIDE / course.cut
    return Ended(
        passed,
        course.now,
        status,
        singular=begun & (halt == Halt.SINGULAR_WITHIN),
        stuck=begun & ((halt == Halt.STEP_TOO_SMALL) | (halt == Halt.FAILED)),
        largest=course.largest,
        loose=(seen.rank < count) & (seen.rows.positions == count),
        qdd=seen.qdd,
        sigma=sigma,
        accepted=course.accepted,
        rejected=course.rejected,
    )


def _adrift(program: Program, numbers: Any, end: State, first: State) -> Array:
    """Whether the end is off the constraints."""
    system, (t, q, qd) = program.system.value, end
    if not system.constraints:
        return jnp.asarray(False)
    form = acceleration_form(system, q, qd, t, program.p(numbers))
    h, k = form.rows.positions, form.rows.velocities
    projected = isinstance(program.drift, Projection)
    sizes = (jnp.maximum(jnp.abs(a), jnp.abs(b)) for a, b in ((q, first.q), (qd, first.qd)))
    raw = form.phi, form.velocity[h:k]
    rows = form.A[:h], form.A[h:k]
    parts = [remains(*x, projected, jnp) for x in zip(rows, raw, sizes, strict=True)]
    return jnp.concatenate(parts).any()


def _distance(seen: Observed, moved: Projected, start: State) -> Array:
    """How far a start is off the constraints, in parts of its size; see ``integrate.start``."""
    h, k = seen.rows.positions, seen.rows.velocities
    W = metric(moved.M, moved.A)
    least = 1e-3 * jnp.sqrt(jnp.trace(W) / start.q.shape[0])
    of_q, of_qd = (jnp.sqrt(jnp.abs(x @ W @ x)) + least for x in (start.q, start.qd))
    parts = [(seen.residual[:h], of_q), (seen.rate, of_qd), (seen.residual[h:k], of_qd)]
    found = [jnp.abs(x).max() / size for x, size in parts if x.shape[0]]
    return jnp.stack(found).max() if found else jnp.zeros(())


def _refusal(seen: Observed, off: Array, singular: Array) -> Array:
    """Why a start is none, or OK."""
    finite = jnp.isfinite(seen.residual).all() & jnp.isfinite(seen.rate).all()
    cases = [
        (off > max(OFF, ROUNDINGS * eps(seen.qdd.dtype)), Status.NOT_ASSEMBLED),
        (seen.status != Status.OK, seen.status),
        (~finite, Status.NON_FINITE),
        (singular, Status.BRANCH_NOT_ASSURED),
    ]
    chosen = [jnp.asarray(x, jnp.int32) for _, x in cases]
    return jnp.select([holds for holds, _ in cases], chosen, 0)
