r"""Requirements with strict priorities: a lower one never disturbs a higher one.

Level by level, with Π the projection onto what the higher levels leave of the inputs, orthogonal in
the metric N:

    R = G Π,    τ ← τ + x,    x of least xᵀN x with R x = e − G τ, or as near to that as can be.

The rows of R are orthogonal to those of all higher levels, so x does not change what these have.
"""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from zwang.base.arrays import Array
from zwang.base.status import gravest
from zwang.control.law.least_effort import EXACT, NEAREST, Effort, Inputs, shortfall
from zwang.equation.observe import row_lengths
from zwang.integrate.projection import WIDE
from zwang.solvers.derivative import differentiable


def by_level(
    how: Inputs, E: Array, levels: tuple[tuple[int, ...], ...], *, give_up: bool
) -> Effort:
    """Controls for the demands E, column by column; what is missed is missed at the lowest levels.

    Parameters
    ----------
    how : what inputs do
    E : (m, c)      demands
    levels : rows of each level, the highest first
    give_up : whether the highest level may be missed too
    """
    k, c = how.N.shape[0], E.shape[1]
    unit, inputs = jnp.eye(k, dtype=E.dtype), jnp.zeros((k, c), E.dtype)
    left, status, taken, first = unit, jnp.asarray(0), [], None
    for i, rows in enumerate(map(np.array, levels)):
        G = how.G[rows]
        e, R = E[rows] - G @ inputs, _within(how.N, G, left) if i else G
        if i or give_up:
            e = e + shortfall(R, e, how.inverse[rows], NEAREST)
        step = differentiable(EXACT)(how.N, R, jnp.zeros((k, c), E.dtype), e)
        inputs, status = inputs + step.x, gravest(status, step.status, xp=jnp)
        taken.append(R)
        above = jnp.concatenate(taken)
        nothing = jnp.zeros((above.shape[0], k), E.dtype)
        left = differentiable(EXACT)(how.N, above, unit, nothing).x @ how.N
        first = (G, G @ step.x) if first is None else first
    # What rounding of the lower levels did to the highest is taken back.
    assert first is not None
    again = differentiable(EXACT)(how.N, first[0], 0.0 * inputs, first[1] - first[0] @ inputs)
    inputs = inputs + again.x
    return Effort(inputs, how.force(inputs), how.G @ inputs - E, status)


def _within(N: Array, G: Array, left: Array) -> Array:
    """Rows G Π; zero where the higher levels leave next to nothing of them."""
    R = G @ left
    part: Any = jax.lax.stop_gradient(row_lengths(N, R) / row_lengths(N, G))
    return jnp.where((part > WIDE)[:, None], R, 0.0)
