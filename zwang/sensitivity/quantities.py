"""Quantities of a motion and their derivatives, by the chain rule."""

from __future__ import annotations

from functools import partial
from typing import Any

import jax
import numpy as np

from zwang.base.arrays import Array
from zwang.base.functions import STATE, bind, join, split
from zwang.base.identity.keyed import Keyed, jit_by_key
from zwang.equation.known import known
from zwang.motion.motion import Motion

FORCES = ("qdd", "Qc")  # what a function of a row may ask for besides the state


def rows_of(motion: Motion, what: str, function: Any, change: Any = None) -> tuple[Any, Any]:
    """A function in each row (T, ...), and its derivatives in D directions (T, D, ...)."""
    if function is None:
        return motion.q, None if change is None else change[0]
    bound, system = bind(what, function, STATE, FORCES), motion.system
    assert system is not None
    numbers, rest = split(motion.p)
    rows = motion.t, motion.q, motion.qd, motion.qdd
    first = motion.q[0], motion.qd[0], motion.t[0], numbers, rest
    keyed = known(bound, *first), known(system, *first), rest
    return jax.tree.map(np.asarray, _rows(*keyed, numbers, rows, change))


@jit_by_key(0, 1, 2)
def _rows(bound: Keyed, fixed: Keyed, rest: Keyed, numbers, rows, change) -> tuple[Any, Any]:
    system, function = fixed.value, bound.value

    def value(t, q, qd, qdd, numbers):
        p = join(numbers, rest)
        values = {"q": q, "qd": qd, "t": t, "p": p, "qdd": qdd}
        if function.asks_for("Qc"):
            values["Qc"] = system.M(q, t, p, qd) @ qdd - system.Q(q, qd, t, p)
        return function.at(values)

    def row(t, q, qd, qdd, s, sd, sdd):
        along = lambda *d: jax.jvp(partial(value, t), (q, qd, qdd, numbers), d)[1]
        return jax.vmap(along)(s, sd, sdd, change[3])

    values = jax.vmap(partial(value, numbers=numbers))(*rows)
    return values, None if change is None else jax.vmap(row)(*rows, *change[:3])


def slopes_of(motion: Motion, what: str, function: Any) -> tuple[Array, tuple[Any, Any, Any]]:
    """A number of the whole motion, and its derivatives by q, by qd and by the numbers of p."""
    bound, (numbers, rest) = bind(what, function, STATE), split(motion.p)
    rows = motion.t, motion.q, motion.qd
    keyed = known(bound, motion.q, motion.qd, motion.t, numbers, rest)
    return jax.tree.map(np.asarray, _slopes(keyed, rest, numbers, *rows))


@jit_by_key(0, 1)
def _slopes(bound: Keyed, rest: Keyed, numbers, t, q, qd) -> tuple[Array, Any]:
    def value(q, qd, numbers):
        found = bound.value.at({"q": q, "qd": qd, "t": t, "p": join(numbers, rest)})
        if found.shape != ():
            raise ValueError(f"{bound.value.what} has the shape {found.shape}; wanted one number.")
        return found

    return jax.value_and_grad(value, argnums=(0, 1, 2))(q, qd, numbers)
