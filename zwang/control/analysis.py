"""What stands behind the force: error signal and gain, and what the control can reach."""

from __future__ import annotations

from typing import Any, NamedTuple

import jax.numpy as jnp
import numpy as np

from zwang.base.arrays import Array
from zwang.base.functions import join
from zwang.base.identity.keyed import Keyed, jit_by_key
from zwang.control.command import LIMIT, aim, command, counts, least_effort
from zwang.control.least_effort import reach, shortfall
from zwang.control.plant import Plant, inverse_metric, plant, reacts
from zwang.equation.acceleration_form import acceleration_form
from zwang.equation.fundamental import gain


class Parts(NamedTuple):
    """The force taken apart: u = K e.

    Attributes
    ----------
    e : (m,)        error signal: what the plant's own acceleration leaves to be done
    K : (n, m)      gain
    feed_forward : (n,)     K b, of the requirements without their errors
    """

    e: Array
    K: Array
    feed_forward: Array


@jit_by_key(0, 1)
def dissect(fixed: Keyed, rest: Keyed, q: Any, qd: Any, t: Any, numbers: Any) -> Parts:
    """Error signal, gain and parts of the force; ``fixed`` holds the controller."""
    controller, p = fixed.value, join(numbers, rest)
    asked = aim(controller, q, qd, t, p)
    here = _about(fixed, rest, q, qd, t, numbers)
    A, counted = asked.rows.A, counts(controller, asked.rows)
    e = asked.b - A @ here.qdd
    if controller.natural and not (controller.model.constraints or reacts(controller.model)):
        K = gain(here.M, A)  # the paper's, also for rows that depend on each other
        if counted is not None:
            unit = jnp.eye(e.shape[0], dtype=e.dtype)
            K = K + K @ shortfall(here, A, reach(here, A, None), unit, counted)
    else:
        unit = jnp.eye(e.shape[0], dtype=e.dtype)
        K = least_effort(controller, asked, here, unit).force
    return Parts(e, K, K @ asked.rows.b)


def _about(fixed: Keyed, rest: Keyed, q, qd, t, numbers) -> Plant:
    """The plant; where friction depends on forces, under the friction that acts."""
    model, p = fixed.value.model, join(numbers, rest)
    here = plant(model, q, qd, t, p)
    if reacts(model):
        given = command(fixed, rest, q, qd, t, numbers)
        # Friction is what the controlled acceleration has beyond the plant's and the control's.
        here = here._replace(qdd=given.qdd - here.P @ given.force)
    return here


class Reached(NamedTuple):
    """What the control can do in a state.

    Attributes
    ----------
    M : (n, n)          mass matrix
    A_p : (m_p, n)      the plant's own constraints
    b_p : (m_p,)        their right-hand side
    A : (m, n)          rows of the requirements
    b : (m,)            their right-hand side, with errors fed back
    N : (k, k)          weight of the inputs
    AP : (m, n)         A P: what forces on the constrained plant do to the requirements
    G : (m, k)          A P S: what inputs do to them
    qdd : (n,)          acceleration of the plant without control
    rest : (m,)         what counts as the size of a row at rest
    shortfall : (m,)    the least change of the demands that makes them possible
    """

    M: Array
    A_p: Array
    b_p: Array
    A: Array
    b: Array
    N: Array
    AP: Array
    G: Array
    qdd: Array
    rest: Array
    shortfall: Array


@jit_by_key(0, 1)
def reached(fixed: Keyed, rest: Keyed, q: Any, qd: Any, t: Any, numbers: Any) -> Reached:
    """What the control can do in a state; ``fixed`` holds the controller."""
    controller, p = fixed.value, join(numbers, rest)
    asked = aim(controller, q, qd, t, p)
    here = _about(fixed, rest, q, qd, t, numbers)
    A, counted = asked.rows.A, counts(controller, asked.rows)
    counted = jnp.ones(A.shape[0]) if counted is None else counted
    AP, G = reach(here, A, None), reach(here, A, asked.S)
    e = asked.b - A @ here.qdd
    missed = shortfall(here, A, G, e[:, None], counted)[:, 0]
    N = asked.N
    if N is None:
        W = inverse_metric(here)
        N = W if asked.S is None else asked.S.T @ W @ asked.S
    b_p = acceleration_form(controller.model, q, qd, t, p).b
    return Reached(here.M, here.A, b_p, A, asked.b, N, AP, G, here.qdd, asked.rest, missed)


def negligible(missed: Any, x: Reached, rows: Any = slice(None)) -> np.ndarray:
    """Which entries of a residual of some rows are rounding, of the size of what enters them.

    Parameters
    ----------
    missed : of these rows
    x : what the control can do
    rows : which; all by default
    """
    size = np.abs(x.A[rows]) @ np.abs(x.qdd) + np.abs(x.b[rows]) + x.rest[rows]
    return np.abs(missed) <= LIMIT * size
