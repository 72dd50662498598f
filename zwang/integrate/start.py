"""The start of a motion: refused if it is off the constraints or cannot move."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from zwang.base.arrays import Array, cholesky, solve_lower
from zwang.base.identity.keyed import jit_by_key
from zwang.base.stacked import Stacked
from zwang.base.status import NotAssembled, NumericalError, Status
from zwang.consistency.adrift import refusal
from zwang.consistency.branches import branches
from zwang.consistency.nearness import speed_from_rest
from zwang.equation.acceleration_form import Rows, acceleration_form
from zwang.equation.observe import Observed
from zwang.integrate import course as courses
from zwang.integrate import rank_watch
from zwang.integrate.backend import AbstractMachine, Begun, Started
from zwang.integrate.course import Settings, State
from zwang.integrate.method.runge_kutta import Program
from zwang.integrate.method.step_size import initial_step, tilted
from zwang.integrate.problem import Request
from zwang.integrate.projection import (
    INDEPENDENT,
    ROUGHLY,
    WIDE,
    Projection,
    least_of,
    metric,
    project,
)
from zwang.system.lagrangian import lagrangian_of, require_quadratic
from zwang.system.origin import AbstractGuard
from zwang.system.system import System

# OFF: how far a start may lie off the constraints, of its size: what is lost by writing it down
#   with nine digits. ROUNDING: what is above this is projected away before the first step.
# AROUND: how far around the start one looks for more rank, of the time in which it moves by its
#   own size.
# RISES: how much more a singular value is there than here, if it is lost here.
# NOISE: of q̈, in parts of the force that it follows from, both in the metric M.
OFF, ROUNDING, AROUND, RISES = 1e-9, 1e-14, 1e-3, 3.0
NOISE = 2e3 * float(np.finfo(float).eps)
LATER = 0.37, 1.0  # of the time asked for: when rows are looked at for what time does to them
HALVED = 5  # how often a way along q̈ is halved that leads to no place on the constraints
FEW = 50_000  # entries of M and A up to which places around are looked at
TOO_LARGE = "The system is too large to say more."
NO_WAY = (
    "At rest in a singular configuration, and with any speed along q̈ the constraints turn apart."
)
WAYS = "zw.branches(system, q, qd) lists the ways that lead out of it, if there are any."


def ask_guard(system: System, state: State, p: Any, *, sound: bool) -> None:
    """Raise if what the system comes from, such as a control, has something against a start."""
    if isinstance(system.origin, AbstractGuard):
        t, q, qd = map(np.asarray, state)
        system.origin.refuse_start(q, qd, t, p, sound=sound)


def looked_at(request: Request, p: Any, machine: AbstractMachine) -> Started:
    """Look at the start, say what there is against it, and begin."""
    program, state = request.program, request.start
    _require_quadratic(program, machine, state)
    system, (t, q, qd) = program.system.value, map(np.asarray, state)
    how = request.row_solver, request.row_cut(None)
    seen = machine.observe(t[None], q[None], qd[None], *how)
    _require_felt(seen, t, q, qd, lambda t, q, qd: machine.observe(t, q, qd, *how))
    finite = np.isfinite(seen.residual).all() and np.isfinite(seen.rate).all()
    begun = machine.begin(state, seen.qdd[0], request.settings, request.span)
    misses = _misses(seen, begun.sizes)
    for miss in misses:
        if miss.exceeds(OFF):
            raise _refusal(miss, seen.rows)
    ask_guard(system, state, p, sound=bool(finite and seen.status[0] == Status.OK))
    if isinstance(seen.A, Stacked) and seen.status[0] != Status.OK:
        raise NumericalError(Status(int(seen.status[0])), TOO_LARGE)
    if seen.status[0] != Status.OK or not finite:
        system.acceleration(q, qd, t, p, solver=request.row_solver)  # which raises, with names
    _require_way(seen, request, p, machine, float(begun.sizes[0]))
    for event, g in zip(program.events.value.events, begun.course.values, strict=True):
        if not np.isfinite(g):
            raise NumericalError(Status.NON_FINITE, f"Not finite: {event.g.what}.")
    if isinstance(program.drift, Projection) and any(miss.exceeds(ROUNDING) for miss in misses):
        restored = machine.restore(state)
        begun = machine.begin(restored, seen.qdd[0], request.settings, request.span)
    course, along = begun.course, _along_rest_seen(seen, request, machine)
    if along is not None and bool(along.singular):
        course = course._replace(rank=along.course.rank, sight=along.course.sight)
        return Started(course, True, seen.rows.names)
    return Started(course, bool(begun.singular), seen.rows.names)


def _require_felt(
    seen: Observed, t: np.ndarray, q: np.ndarray, qd: np.ndarray, observe: Callable
) -> None:
    """Refuse constraints that have no derivative, by name."""
    k = seen.rows.velocities
    if isinstance(seen.A, Stacked):  # parts of few kinds, whose rows are differentiated as they are
        return

    def look(q, qd):
        found = observe(np.full(len(q), t), q, qd)
        return found.A[:, :k], found.residual_raw[:, :k]

    first = seen.A[0, :k], seen.residual_raw[0, :k]
    if wrong := refusal(*first, q, qd, look, seen.rows.names, seen.rows.positions):
        raise ValueError(f"`system`: {wrong}.")


# -- a way to go? ------------------------------------------------------------------------------


def _require_way(
    seen: Observed, request: Request, p: Any, machine: AbstractMachine, of_q: float
) -> None:
    """Refuse a start at rest that no motion leaves in the way that A, at that place, allows.

    A motion from rest is q + q̈ t²/2 + …, which is a path along q̈ with t²/2 in the place of time.
    Constraints on positions that do not depend on time hold on it at any speed, and so
    A x = b(q, q̈) must have an answer x. It has where the rank is the same around. In a singular
    configuration it may have none: a taut chain between two walls has rods that depend on each
    other, and do no longer as soon as anything moves across.
    """
    (t, q, _), rank, m = map(np.asarray, request.start), int(seen.rank[0]), len(seen.rows.names)
    v = _along_rest(seen, request, machine)
    if rank == m or seen.rows.positions < m or v is None:
        return
    how, still = (request.row_solver, request.row_cut(None)), np.zeros_like(v)
    if machine.observe(t[None], q[None], v[None], *how).status[0] != Status.INCONSISTENT:
        return
    times = t + request.span * np.array(LATER)
    there, rests = (np.stack([x] * len(times)) for x in (q, still))
    later = machine.observe(times, there, rests, *how)
    if (np.abs(later.residual - seen.residual) > OFF * of_q).any():
        return
    status, named = Status.INCONSISTENT, TOO_LARGE
    if machine.dense:
        system = request.program.system.value
        try:
            system.acceleration(q, v, t, p, solver=request.row_solver)
        except NumericalError as error:
            named = error.detail
        if len(q) * (len(q) + m) <= FEW and branches(system, q, still, float(t), p):
            status = Status.BRANCH_NOT_ASSURED
    raise NumericalError(status, f"{NO_WAY} {named} {WAYS}")


def _along_rest(seen: Observed, request: Request, machine: AbstractMachine) -> np.ndarray | None:
    """A velocity along q̈ (n,) with which a start at rest leaves; None if it moves, or stays.

    It stays where the rows leave no velocity free, and where q̈ is rounding, which has no direction.
    """
    (_, q, qd), qdd = map(np.asarray, request.start), np.asarray(seen.qdd[0])
    v = None if int(seen.rank[0]) == len(q) else speed_from_rest(q, qdd)
    if v is None or np.abs(qd).max() > ROUNDING * np.abs(v).max():
        return None
    return v if machine.accelerates(request.start, qdd) else None


def _along_rest_seen(seen: Observed, request: Request, machine: AbstractMachine) -> Begun | None:
    """What is seen along q̈ of a start at rest: whether it stands in a singular configuration.

    The way is as long as it may be of the size of q, or shorter where that leads to no place on the
    constraints: q may be large because the origin is far away.
    """
    (t, q, qd), v = map(np.asarray, request.start), _along_rest(seen, request, machine)
    if v is None or not len(seen.rows.names):
        return None
    far = AROUND * (np.abs(q).max() or 1.0) / np.abs(v).max()
    for halved in range(HALVED):
        way = far / 2**halved
        first = machine.restore(State(t, q + way * v, qd))
        again = machine.restore(first)
        apart = np.abs(np.asarray(again.q) - np.asarray(first.q)).max()
        if apart <= AROUND * way * np.abs(v).max():
            given = State(t, q, v), seen.qdd[0], request.settings, way / AROUND
            return machine.begin(*given)
    return None


# -- on the constraints? -----------------------------------------------------------------------


class Miss(NamedTuple):
    """How far a start is off the constraints, on positions or on velocities."""

    argument: str  # the name of what is wrong
    # raw, scaled: (k,) what remains of each row, and the distance in the metric M
    raw: np.ndarray
    scaled: np.ndarray
    rows: range  # (k,) which rows
    size: float  # of the positions or velocities, in the metric M

    def exceeds(self, part: float) -> bool:
        """Whether it is more than this part of the size."""
        return bool((np.abs(self.scaled) > part * self.size).any())


def _misses(seen: Observed, sizes: tuple[Array, Array]) -> list[Miss]:
    h, k = seen.rows.positions, seen.rows.velocities
    of_q, of_qd = map(float, sizes)
    found = seen.residual_raw, seen.residual, seen.rate_raw, seen.rate
    raw, scaled, rate_raw, rate = (np.asarray(x)[0] for x in found)
    return [
        Miss("q0", raw[:h], scaled[:h], range(h), of_q),
        Miss("qd0", rate_raw, rate, range(h), of_qd),
        Miss("qd0", raw[h:k], scaled[h:k], range(h, k), of_qd),
    ]


def off_constraints(seen: Observed, sizes: tuple[Array, Array]) -> Array:
    """Whether the first row is off the constraints, where numbers are not known yet."""
    h, k = seen.rows.positions, seen.rows.velocities
    of_q, of_qd = sizes
    position, velocity = jnp.abs(seen.residual[0]), jnp.abs(seen.rate[0])
    off = (position[:h] > OFF * of_q).any() | (velocity > OFF * of_qd).any()
    return off | (position[h:k] > OFF * of_qd).any()


def _refusal(miss: Miss, rows: Rows) -> NotAssembled:
    worst = int(np.abs(miss.scaled).argmax())
    row, remain = rows.names[miss.rows[worst]], float(miss.raw[worst])
    message = (
        f"`{miss.argument}` is off the constraint {row!r}: "
        f"{remain:.3g} remains of it, a distance of {abs(miss.scaled[worst]):.3g} in the "
        "metric M; wanted a start that satisfies the constraints: "
        "q0, qd0 = zw.assemble(system, q0, qd0, t0, p)."
    )
    return NotAssembled(message, row, remain)


@jit_by_key(0)
def projected(program: Program, numbers: Any, state: State) -> State:
    """The nearest state on the constraints."""
    times = program.drift.iterations if isinstance(program.drift, Projection) else 1
    found = project(program.system.value, *state, program.p(numbers), times, cut=ROUGHLY)
    return State(state.t, found.q, found.qd)


def _require_quadratic(program: Program, machine: AbstractMachine, state: State) -> None:
    lagrangian = lagrangian_of(program.system.value)
    if lagrangian is not None:
        found = float(machine.excess(state))
        if np.isfinite(found):  # a NaN has other causes, which are told elsewhere
            require_quadratic(found, lagrangian.kinetic.what)


@jit_by_key(0)
def excess(program: Program, numbers: Any, state: State) -> Array:
    """How far the Lagrangian is from quadratic in q̇."""
    lagrangian, (t, q, qd) = lagrangian_of(program.system.value), state
    assert lagrangian is not None
    return lagrangian.beyond_quadratic(q, qd, t, program.p(numbers))


@jit_by_key(0)
def accelerates(program: Program, numbers: Any, state: State, qdd: Any) -> Array:
    """Whether q̈ (n,) is above rounding of the force it follows from, in the metric M."""
    (t, q, qd), system, p = state, program.system.value, program.p(numbers)
    W = metric(system.M(q, t, p, qd), acceleration_form(system, q, qd, t, p).A)
    force = solve_lower(cholesky(W, jnp)[0], system.Q(q, qd, t, p)[:, None], jnp)
    return ~(qdd @ W @ qdd <= NOISE**2 * (force**2).sum())


# -- the first course ----------------------------------------------------------------------------


@jit_by_key(0)
def begin(program: Program, numbers, state: State, qdd, settings: Settings, span) -> Begun:
    """The course at a state whose acceleration qdd (n,) is known."""
    # Nothing of this has a part in a derivative, and some of it has none: at rest, say.
    (t, q, qd), fixed = jax.lax.stop_gradient((state, numbers))
    h = initial_step(q, qd, qdd, settings.rtol, settings.atol, jax.lax.stop_gradient(span))
    system, p = program.system.value, program.p(fixed)
    error = tilted(q, qd, settings.rtol, settings.atol)
    acting = program.acting(fixed, t, q, qd, WIDE)
    values, back = program.events.value.armed(t, q, qd, p, qdd, error, *acting)
    length = jnp.where(settings.step > 0, settings.step, jnp.minimum(h, back / 2))

    def look(dt):
        there = project(system, t + dt, q + dt * qd, qd, p, 1)
        W = metric(there.M, there.A)
        # A start at rest, or at the origin, has no size; a thousandth of a unit does for it.
        least = 1e-3 * jnp.sqrt(jnp.trace(W) / q.shape[0])
        sizes = tuple(jnp.sqrt(jnp.abs(x @ W @ x)) + least for x in (q, qd))
        return there.M, there.A, sizes

    def rank_at(pair, sizes, nothing):
        unknown, counts = jnp.asarray(-1), least_of(INDEPENDENT, q.dtype)
        M, A = pair
        sight = rank_watch.look(M, A, sizes, unknown, counts)
        return sight, (sight.values > nothing).sum()

    # With more rank just before or after it, the start is singular.
    around = AROUND * jnp.abs(q).max() / jnp.maximum(jnp.abs(qd).max(), 1e-300)
    around = jnp.where(jnp.isfinite(around), jnp.minimum(around, AROUND * span), 0.0)
    around = jax.lax.stop_gradient(around)
    M, A, sizes = jax.lax.map(look, around * jnp.array([0.0, -1.0, 1.0]))
    here = jax.tree.map(lambda x: x[0], sizes)
    sight, rank, singular = None, jnp.asarray(0), jnp.asarray(False)
    if A.shape[1]:  # what is small here and around is small for good, and counts
        known, nothing = rank_watch.sizes_around(M, A)
        sights, ranks = jax.lax.map(partial(rank_at, sizes=known, nothing=nothing), (M, A))
        sight = jax.tree.map(lambda x: x[0], sights)
        rises = sights.values > RISES * sight.values
        singular = ((sights.values > nothing) & (sight.values <= nothing) & rises).any()
        found = (sight.values > least_of(INDEPENDENT, q.dtype)).sum()
        rank = jnp.where(singular, ranks[0], found)
    course = courses.begin(state, values, sight, rank, length)
    return Begun(course, singular, here)
