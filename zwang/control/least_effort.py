r"""The least control that meets the requirements: the kernel again.

With u = S τ, G = A P S and e = b − A q̈_plant, the inputs τ of least τᵀN τ with G τ = e are the
kernel's x for the mass N, no force, and the constraint G x = e.

Without a weight the control is Nature's choice, least in uᵀM⁻¹u. Unless actuators restrict it, it
is found without P: u = M δ with the least δᵀM δ that meets A δ = e and the physical A_p δ = 0. So

    u = Qc of all constraints − Qc of the physical ones,        A_p M⁻¹u = 0:

it does not load the physical constraints. In this form M may be singular.

Where not all requirements can be met, the nearest e' that can be is the one with the least
(e' − e)ᵀR (e' − e). Its multiplier problem is the kernel once more: with the mass R⁻¹, the force −e
and the constraint Gᵀx = 0 the answer is R⁻¹x = e' − e.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from zwang.base.arrays import Array
from zwang.control.plant import SOLVER, Plant, inverse_metric
from zwang.equation.observe import row_lengths
from zwang.integrate.projection import WIDE
from zwang.solvers import Orthogonal
from zwang.solvers import rank as rules
from zwang.solvers.derivative import differentiable

# Whether rows are met is judged afterwards, in parts of what enters them: e may be rounding, and
# rounding contradicts itself. A weight must be positive definite, so that one way serves.
LOOSE = replace(SOLVER, consistency=np.inf)
DEFINITE = Orthogonal(rank=WIDE, consistency=np.inf)


class Effort(NamedTuple):
    """Controls for c columns of demands.

    Attributes
    ----------
    inputs : (k, c)     τ; the force itself where there is no actuation matrix
    force : (n, c)      u = S τ
    missed : (m, c)     e' − e: what the nearest control leaves of the demands; None if all of
        them are to be met
    rank : ()           of the rows that were met
    status : ()         a ``Status`` as a number
    """

    inputs: Array
    force: Array
    missed: Array | None
    rank: Array
    status: Array


def reach(here: Plant, A: Array, S: Array | None) -> Array:
    """G = A P S (m, k): what inputs do to the requirements; exactly zero where that is rounding.

    A row of rounding must not count as a row: scaled to length one, it would look like any other.
    """
    factors = [A, here.P] + ([] if S is None else [S])
    G, size = factors[0], jnp.abs(factors[0])
    for x in factors[1:]:
        G, size = G @ x, size @ jnp.abs(x)
    noise = rules.tolerance(None, rules.RANK, G) * jax.lax.stop_gradient(size)
    cleaned: Any = jnp.where(jnp.abs(G) <= noise, 0.0, G)
    return cleaned


def effort(
    here: Plant,
    A: Array,
    E: Array,
    *,
    N: Array | None,
    S: Array | None,
    counted: Array | None,
) -> Effort:
    """The least controls for the demands E, column by column.

    Parameters
    ----------
    here : the plant
    A : (m, n)      rows of the requirements
    E : (m, c)      demands
    N : (k, k)      weight of the inputs; None for Nature's choice
    S : (n, k)      actuation; None for a force on every coordinate
    counted : (m,)  how much each row counts where not all can be met; None to refuse that
    """
    G = missed = None
    if N is not None or S is not None or counted is not None:
        G = reach(here, A, S)
    if counted is not None and G is not None:
        missed = shortfall(here, A, G, E, counted)
        E = E + missed
    if N is None and S is None:
        rows = jnp.concatenate([here.A, A])
        F = jnp.zeros((A.shape[1], E.shape[1]), E.dtype)
        nothing = jnp.zeros((here.A.shape[0], E.shape[1]), E.dtype)
        found = differentiable(LOOSE)(here.M, rows, F, jnp.concatenate([nothing, E]))
        return Effort(found.force, found.force, missed, found.rank, found.status)  # M δ
    assert G is not None
    if N is None:
        assert S is not None
        N = S.T @ inverse_metric(here) @ S
    F = jnp.zeros((G.shape[1], E.shape[1]), E.dtype)
    found = differentiable(DEFINITE)((N + N.T) / 2, G, F, E)
    force = found.x if S is None else S @ found.x
    return Effort(found.x, force, missed, found.rank, found.status)


def shortfall(here: Plant, A: Array, G: Array, E: Array, counted: Array) -> Array:
    """The least change of the demands (m, c) that makes them possible.

    Parameters
    ----------
    here : the plant
    A : (m, n)      rows of the requirements
    G : (m, k)      what inputs do to them
    E : (m, c)      demands
    counted : (m,)  how much each row counts, besides the size of the row in the metric M
    """
    inverse = jnp.diag(row_lengths(here.M, A) ** 2 / counted)
    nothing = jnp.zeros((G.shape[1], E.shape[1]), E.dtype)
    return inverse @ differentiable(DEFINITE)(inverse, G.T, -E, nothing).x
