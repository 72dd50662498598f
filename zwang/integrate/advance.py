"""Many steps in one compiled loop, that stops where someone else must decide.

``advance`` goes on from a course until the last of the times, or until something happens that
needs a look from outside: the buffer is full, an event came, a singular configuration lies ahead,
steps became too small. Nothing in it depends on how many times are asked for, or on tolerances.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import equinox.internal as eqxi
import jax
import jax.numpy as jnp

from zwang.base.arrays import Array
from zwang.base.identity.keyed import jit_by_key
from zwang.integrate.course import Advanced, Course, Halt, Settings, State
from zwang.integrate.method.runge_kutta import Program, attempt
from zwang.integrate.step import one


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
        # A singular configuration ahead is only a parabola's guess.
        goes_on = (halt == Halt.END) | (halt == Halt.SINGULAR_AHEAD)
        return course, jnp.where(goes_on, int(Halt.NONE), halt)

    def way(carry, index):
        course, halt = carry
        start = course._replace(index=index), halt
        carry = eqxi.while_loop(going, body, start, max_steps=max_steps, kind=kind)
        return carry, (carry[0].now, carry[1])

    start = course, jnp.asarray(int(Halt.NONE))
    return jax.lax.scan(way, start, jnp.arange(len(targets)))[1]


@jit_by_key(0)
def locate(program: Program, numbers: Any, course: Course, settings: Settings, which: Any) -> State:
    """The state at which an event's function is zero, in the last step.

    Every place is reached by a step of its own from the step's beginning, so that it is as good
    as the motion. Between two places with different signs the next one is where the secant says,
    or the middle where that does not help.
    """
    start, p = course.before, program.p(numbers)
    values = program.events.value.values
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
        g = values(*there, p)[which]
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
