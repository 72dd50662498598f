"""Many steps in one compiled loop, that stops where someone else must decide.

``steps`` is the loop, for one motion, for derivatives and for members of an ensemble. ``advance``
goes on from a course until the last of the times, or until something happens that needs a look
from outside: the buffer is full, an event came, a singular configuration lies ahead, steps became
too small. Nothing in it depends on how many times are asked for, or on tolerances.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp

from zwang.base.arrays import Array
from zwang.base.identity.keyed import jit_by_key
from zwang.integrate.course import PROGRESS, STRETCH, Advanced, Course, Halt, Settings, State
from zwang.integrate.method.runge_kutta import Program, attempt
from zwang.integrate.step import one


class Going(NamedTuple):
    """What one turn of the loop hands to the next: ``Advanced``, and how much was tried."""

    # course, halt, passed, rows: as in ``Advanced``
    course: Course
    halt: Array
    passed: State
    rows: Array
    tried: Array  # steps in this loop
    # how many were tried, and the time, when its progress was last looked at
    mark: tuple[Array, Array]


def steps(
    program: Program,
    numbers: Any,
    start: tuple[Course, Any],
    targets: Array,
    last: Any,
    settings: Settings,
    limit: Any,
    *,
    size: int,
    alone: bool,
    loop: Callable = jax.lax.while_loop,
) -> Going:
    """Step until the last target, or until something halts it: the one loop over steps.

    Shapes: targets (K,).
    """
    course, halt = start
    n, zero = course.now.q.shape[0], jnp.zeros((), int)
    blank = State(jnp.full(size, -jnp.inf), *(jnp.full((size, n), jnp.nan) for _ in range(2)))
    mark = zero, jax.lax.stop_gradient(course.now.t)

    def going(now: Going) -> Array:
        room = (now.rows < size) if size else True
        return (now.halt == Halt.NONE) & (now.tried < limit) & room

    def body(now: Going) -> Going:
        course, halt, reported = one(program, numbers, now.course, targets, last, settings)
        after = now._replace(course=course, halt=halt, tried=now.tried + 1)
        if size:
            written = jax.tree.map(lambda x, new: x.at[now.rows].set(new), now.passed, course.now)
            passed = jax.tree.map(partial(jnp.where, reported), written, now.passed)
            after = after._replace(passed=passed, rows=now.rows + reported)
        return _by_itself(after, targets[last]) if alone else after

    return loop(going, body, Going(course, jnp.asarray(halt), blank, zero, zero, mark))


def _by_itself(now: Going, end: Array) -> Going:
    """Where nobody looks at it from outside: go on towards what may be none, end where it creeps.

    A singular configuration ahead is only a parabola's guess; a step that meets it halts.
    """
    t, tried = jax.lax.stop_gradient(now.course.now.t), now.tried
    halt = jnp.where(now.halt == Halt.SINGULAR_AHEAD, int(Halt.NONE), now.halt)
    due = tried - now.mark[0] >= STRETCH
    slow = due & (t - now.mark[1] < PROGRESS * (end - t))
    halt = jnp.where((halt == Halt.NONE) & slow, int(Halt.STEP_TOO_SMALL), halt)
    return now._replace(halt=halt, mark=jax.tree.map(partial(jnp.where, due), (tried, t), now.mark))


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

    Shapes: targets (K,).
    """
    start = course, int(Halt.NONE)
    went = steps(program, numbers, start, targets, last, settings, limit, size=size, alone=False)
    return Advanced(went.course, went.halt, went.passed, went.rows)


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

    Shapes: targets (K,).
    """
    import equinox.internal as eqxi  # of no use to who has C

    loop = partial(eqxi.while_loop, max_steps=max_steps, kind=kind)

    def way(carry, index):
        course, halt = carry
        reached = course.now.t >= targets[index]
        halt = jnp.where((halt == Halt.NONE) & reached, int(Halt.END), halt)
        given = (course._replace(index=index), halt), targets, index, settings, max_steps
        went = steps(program, numbers, *given, size=0, alone=True, loop=loop)
        halt = jnp.where(went.halt == Halt.END, int(Halt.NONE), went.halt)
        return (went.course, halt), (went.course.now, halt)

    start = course, jnp.asarray(int(Halt.NONE))
    return jax.lax.scan(way, start, jnp.arange(len(targets)))[1]


@jit_by_key(0)
def locate(program: Program, numbers: Any, course: Course, settings: Settings, which: Any) -> State:
    """The state at which an event's function is zero, in the last step.

    Every place is reached by a step of its own from the step's beginning, so that it is as good
    as the motion. Between two places with different signs the next one is where the secant says,
    or the middle where that does not help.
    """
    start = course.before
    whole = course.now.t - start.t

    def going(carry):
        (a, b), *_, tried = carry
        return (b - a > 4e-16 * jnp.maximum(jnp.abs(start.t), whole)) & (tried < 100)

    def closer(carry):
        # Illinois: the value at an end that stays twice in turn counts half.
        (a, b), (ga, gb), state, stayed, tried = carry
        h = jnp.where(tried % 4 == 3, (a + b) / 2, (a * gb - b * ga) / (gb - ga))
        h = jnp.where((h > a) & (h < b), h, (a + b) / 2)
        trial = attempt(program, numbers, start, h, settings.rtol, settings.atol, course.cut)
        there = State(start.t + h, trial.q, trial.qd)
        g = program.watch(numbers, there, course.cut)[which]
        left = (jnp.sign(g) == jnp.sign(gb)) | (g == 0)  # there is a zero left of h, or at it
        again = left == stayed
        ga = jnp.where(left, jnp.where(again, ga / 2, ga), g)
        gb = jnp.where(left, g, jnp.where(again, gb / 2, gb))
        a, b = jnp.where(left & (g != 0), a, h), jnp.where(left, h, b)
        state = jax.tree.map(partial(jnp.where, left), there, state)
        return (a, b), (ga, gb), state, left, tried + 1

    ends = jnp.zeros_like(whole), whole
    known = course.former[which], course.values[which]
    carry = ends, known, course.now, jnp.asarray(False), 0
    return jax.lax.while_loop(going, closer, carry)[2]
