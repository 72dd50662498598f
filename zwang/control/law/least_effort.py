r"""The least control that meets the requirements: the kernel again.

With u = S τ, G = A P S and e = b − A q̈_plant, the inputs τ of least (τ − C)ᵀN (τ − C) with G τ = e
are C and the kernel's x for the mass N, no force and the constraint G x = e − G C. C is the control
that is wanted where the requirements leave a choice, [U05] eq. (24); without one it is zero.

Without a weight the control is Nature's choice, least in uᵀM⁻¹u. Unless actuators restrict it, it
is found without P: u = M δ with the least δᵀM δ that meets A δ = e and the physical A_p δ = 0. So

    u = Qc of all constraints − Qc of the physical ones,        A_p M⁻¹u = 0:

it does not load the physical constraints. In this form M may be singular.

Where not all can be met, ``miss`` says what is missed, and ``levels`` has the least of it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from zwang.base.arrays import Array
from zwang.control.plant import SOLVER, Plant, inverse_metric
from zwang.integrate.projection import INDEPENDENT, WIDE
from zwang.solvers import Orthogonal
from zwang.solvers import rank as rules
from zwang.solvers.derivative import differentiable

# Whether rows are met is judged afterwards: e may be rounding, and rounding contradicts itself. A
# weight is positive definite, so that one way serves. What must be met is met as long as the rows
# are independent. Where a control may miss them, it gives up what would cost 1/WIDE as much.
LOOSE = replace(SOLVER, consistency=np.inf)
EXACT = Orthogonal(rank=INDEPENDENT, consistency=np.inf)
NEAREST = Orthogonal(rank=WIDE, consistency=np.inf)


class Inputs(NamedTuple):
    """What inputs do, and what they cost."""

    G: Array  # (m, k) A P S: what they do to the requirements
    N: Array  # (k, k) their weight, positive definite
    S: Array | None  # (n, k) actuation; None for a force on every coordinate

    def force(self, inputs: Array) -> Array:
        """u = S τ."""
        return inputs if self.S is None else self.S @ inputs


class Effort(NamedTuple):
    """Controls for c columns of demands."""

    inputs: Array  # (k, c) τ; the force itself where there is no actuation matrix
    force: Array  # (n, c) u = S τ
    status: Array  # a ``Status`` as a number


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


def inputs_of(here: Plant, A: Array, N: Array | None, S: Array | None) -> Inputs:
    """The inputs with their weight, Nature's where none was given.

    Shapes: A (m, n), N (k, k), S (n, k).
    """
    if N is None:
        N = inverse_metric(here, S)
        N = N if S is None else of_inputs(N, S)
        N = (N + N.T) / 2
    return Inputs(reach(here, A, S), N, S)


def of_inputs(held: Array, S: Array) -> Array:
    """The weight SᵀN S (k, k), and what makes it definite where inputs do the same, or nothing.

    With Ñ = D SᵀN S D of unit diagonal and Π the projection onto the null space of S D, D⁻¹Π D⁻¹
    is added. Neither N nor any requirement sees that part of τ, so it becomes zero: of all τ with
    the same S τ the one with the least sum of (τ_i / D_i)².
    """
    k = S.shape[1]
    diagonal = jnp.diagonal(held)
    seen: Any = jnp.where(diagonal > 0, diagonal, 1.0)
    D = 1.0 / jnp.sqrt(seen)
    unit, none = jnp.eye(k, dtype=S.dtype), jnp.zeros((S.shape[0], k), S.dtype)
    null = differentiable(EXACT)(unit, S * D, unit, none).x
    alike: Any = jnp.where(jnp.abs(null) <= rules.tolerance(None, rules.RANK, S), 0.0, null)
    return held + alike / D[:, None] / D


def natural(here: Plant, A: Array, E: Array) -> Effort:
    """Nature's choice of forces for the demands E, column by column. Shapes: A (m, n), E (m, c)."""
    rows = jnp.concatenate([here.A, A])
    F = jnp.zeros((A.shape[1], E.shape[1]), E.dtype)
    nothing = jnp.zeros((here.A.shape[0], E.shape[1]), E.dtype)
    found = differentiable(LOOSE)(here.M, rows, F, jnp.concatenate([nothing, E]))
    return Effort(found.force, found.force, found.status)  # M δ


def effort(how: Inputs, E: Array) -> Effort:
    """The least controls that meet the demands E, column by column. Shapes: E (m, c)."""
    F = jnp.zeros((how.N.shape[0], E.shape[1]), E.dtype)
    found = differentiable(EXACT)(how.N, how.G, F, E)
    return Effort(found.x, how.force(found.x), found.status)


def shortfall(G: Array, E: Array, lengths: Array) -> Array:
    """The least change of the demands (m, c) that makes them possible, each row in its length.

    (e' − e)ᵀR (e' − e) → min is the kernel once more: with the mass R⁻¹, the force −e and the
    constraint Gᵀx = 0 the answer is R⁻¹x = e' − e.

    Shapes: G (m, k), E (m, c), lengths (m,).
    """
    R_inv = jnp.diag(lengths**2)
    nothing = jnp.zeros((G.shape[1], E.shape[1]), E.dtype)
    return R_inv @ differentiable(EXACT)(R_inv, G.T, -E, nothing).x
