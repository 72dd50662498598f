"""The start of a motion: refused if it is off the constraints or cannot move."""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from zwang import advance
from zwang.acceleration import evaluate_and_solve
from zwang.acceleration_form import AccelerationForm
from zwang.advance import Course, Settings, State
from zwang.drift import Projection, project
from zwang.observe import row_lengths
from zwang.request import Request
from zwang.stepping import Program, initial_step

# OFF: how far a start may lie off the constraints, of its size: what is lost by writing it down
#   with nine digits. ROUNDING: what is above this is projected away before the first step.
OFF, ROUNDING = 1e-9, 1e-14


class Miss(NamedTuple):
    """How far a start is off the constraints, on positions or on velocities.

    Attributes
    ----------
    argument : the name of what is wrong
    raw, scaled : (k,)      what remains of each row, and the distance in the metric M
    size : ()       of the positions or velocities, in the metric M
    """

    argument: str
    raw: np.ndarray
    scaled: np.ndarray
    size: float

    def exceeds(self, part: float) -> bool:
        """Whether it is more than rounding, or than what is allowed."""
        return bool((self.scaled > part * self.size).any())


def start(request: Request, p: Any) -> tuple[Course, tuple[str, ...]]:
    """The course before its first step, and the names of the rows of A.

    Parameters
    ----------
    request : what is asked for
    p : parameters
    """
    program, state = request.program, request.start
    t, q, qd = map(np.asarray, state)
    # With the tolerances of a bare solve: a start is on the constraints, stages of steps are not.
    found, solution = evaluate_and_solve(program.system.value, q, qd, t, p, throw=False)
    form, (lengths, W) = found.form, map(np.asarray, _metric(found.M, found.form.A))
    # A start at rest, or at the origin, has no size; a thousandth of a unit does for it.
    least = 1e-3 * np.sqrt(np.trace(W) / len(q))
    sizes = [np.sqrt(np.abs(x) @ W @ np.abs(x)) + least for x in (q, qd)]
    misses = [
        Miss(name, np.asarray(raw), np.abs(np.asarray(raw)) / lengths[: len(raw)], size)
        for name, raw, size in zip(("q0", "qd0"), (form.phi, form.velocity), sizes, strict=True)
    ]
    for miss in misses:
        if miss.exceeds(OFF):
            raise ValueError(_refusal(miss, form))
    evaluate_and_solve(program.system.value, q, qd, t, p)  # which raises, with names
    if isinstance(program.drift, Projection) and any(miss.exceeds(ROUNDING) for miss in misses):
        state = _projected(program, request.numbers, state)
    span = request.times[-1] - request.times[0]
    return begin(request, state, found.M, form.A, solution.qdd, span), form.rows.names


def begin(request: Request, state: State, M: Any, A: Any, qdd: Any, span: Any) -> Course:
    """The course at a state, in which M, A and the acceleration are known.

    Parameters
    ----------
    request : what is asked for
    state : where it begins
    M : (n, n)      mass
    A : (m, n)      constraint matrix
    qdd : (n,)      acceleration
    span : ()       time there is
    """
    return _begin(request.program, request.numbers, state, M, A, qdd, request.settings, span)


def _refusal(miss: Miss, form: AccelerationForm) -> str:
    worst = int(miss.scaled.argmax())
    return (
        f"`{miss.argument}` is off the constraint {form.rows.names[worst]!r}: "
        f"{miss.raw[worst]:.3g} remains of it, a distance of {miss.scaled[worst]:.3g} in the "
        "metric M; wanted a start that satisfies the constraints: "
        "q0, qd0 = zw.assemble(system, q0, qd0, t0, p)."
    )


@jax.jit
def _metric(M: Any, A: Any) -> tuple[Any, Any]:
    return row_lengths(M, A), jnp.abs(M)


@partial(jax.jit, static_argnums=0)
def _projected(program: Program, numbers: Any, state: State) -> State:
    found = project(program.system.value, *state, program.p(numbers), 3)
    return State(state.t, found.q, found.qd)


@partial(jax.jit, static_argnums=0)
def _begin(program: Program, numbers, state, M, A, qdd, settings: Settings, span) -> Course:
    h = initial_step(state.q, state.qd, qdd, settings.rtol, settings.atol, span)
    h = jnp.where(settings.step > 0, settings.step, h)
    return advance.begin(program, numbers, state, M, A, h)
