r"""What is missed of a requirement, in the metric: the acceleration that it lacks.

Let a control leave r = A q̈ − b of the rows A of one requirement, and let δ be the least change of
acceleration that would mend it and that the physical constraints A_p allow,

    δᵀM δ → min,    A δ = −r,    A_p δ = 0,        δᵀM δ = rᵀ(A P Aᵀ)⁺r.

Its size is what the requirement misses. However the rows are written, in turned axes, other units,
mixed or twice, it is the same. With directions Q that span P Aᵀ, Q W Qᵀ = 1, its coordinates are

    Q W δ = T b − Q W P u,        Q W P = Q,

so that in these coordinates inputs do Q S, demands e become T e, and a miss is as long as it is.

Demands that no acceleration meets have no such δ. What physics does not allow is given up in the
metric W of the free plant. A requirement that contradicts itself is taken as the kernel takes such
rows, each in its own length. So it is for rows of which less than WIDE is independent: to meet them
would take 1/WIDE times as much.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from zwang.base.arrays import Array
from zwang.control.law.basis import orthonormal
from zwang.control.law.least_effort import EXACT, NEAREST, Inputs
from zwang.control.plant import Plant
from zwang.integrate.projection import INDEPENDENT, WIDE
from zwang.solvers import rank as rules
from zwang.solvers.derivative import differentiable


class Missing(NamedTuple):
    """The problem in coordinates of what is missed."""

    # what inputs do to these, as many as there are rows; zero where rows say nothing new
    how: Inputs
    T: Array  # (m, m) from demands to coordinates


def missing(
    here: Plant, A: Array, how: Inputs, groups: Iterable[tuple[list[int], float | None]]
) -> Missing:
    """All requirements in coordinates of what they miss. Shapes: A (m, n)."""
    m = A.shape[0]
    G, T = jnp.zeros_like(how.G), jnp.zeros((m, m), A.dtype)
    size = sizes(here, how.S)
    for places, counted in groups:
        rows = np.array(places)
        if counted is None:
            acts, turned = _one_long(here, A[rows], how.G[rows])
        else:
            Q, turned = _coordinates(here, A[rows])
            acts = Q if how.S is None else Q @ how.S
            # An input whose part of a requirement is rounding does not act on it, nor one whose
            # part is within what the directions leave of the rows.
            least = jnp.maximum(rules.tolerance(None, rules.RANK, Q), _left(here, A[rows], Q))
            acts = jnp.where((acts**2).sum(axis=0) <= (least * size) ** 2, 0.0, acts)
            acts, turned = np.sqrt(counted) * acts, np.sqrt(counted) * turned
        some = rows[: len(acts)]
        G, T = G.at[some].set(acts), T.at[np.ix_(some, rows)].set(turned)
    return Missing(how._replace(G=G), T)


def sizes(here: Plant, S: Array | None) -> Any:
    """How large an acceleration (k,) each input brings about, in the metric. Shapes: S (n, k)."""
    squares = jnp.diagonal(here.P) if S is None else (S * (here.P @ S)).sum(axis=0)
    return jnp.sqrt(jnp.abs(squares))


def _one_long(here: Plant, A: Array, G: Array) -> tuple[Array, Array]:
    lengths = jnp.sqrt(jnp.abs((A * (A @ here.P)).sum(axis=1)))
    scale: Any = 1.0 / jnp.where(lengths > 0, lengths, 1.0)
    return scale[:, None] * G, jnp.diag(scale)


def _left(here: Plant, A: Array, Q: Array) -> Array:
    """What directions Q leave of the rows A that they were found from, in parts of these; ().

    It is less than WIDE. Of a row that physics decides, all that is there is rounding.
    """
    X = jax.lax.stop_gradient(here.P @ A.T)
    rest = X - jax.lax.stop_gradient(Q.T @ (Q @ A.T))
    whole, left = ((x * (here.W @ x)).sum(axis=0) for x in (X, rest))
    safe: Any = jnp.where(whole > 0, whole, 1.0)
    part: Any = jnp.abs(left) / safe
    part = jnp.where(part <= WIDE**2, jax.lax.stop_gradient(part), 0.0)
    return jnp.sqrt(part.max(initial=0.0))


def _coordinates(here: Plant, A: Array) -> tuple[Array, Array]:
    """Q (r, n) and T (r, m) of one requirement."""
    m, n = A.shape
    none, one = jnp.zeros((n, m), A.dtype), jnp.eye(m, dtype=A.dtype)
    found = differentiable(NEAREST)(here.W, A, none, one)
    K, WK = found.x, found.force  # the least accelerations that meet each row
    squares = (K * WK).sum(axis=0)
    safe: Any = jnp.where(squares > 0, squares, 1.0)
    scale = 1.0 / jnp.sqrt(safe)
    Q, QW = orthonormal(K * scale, WK * scale, INDEPENDENT)
    T = QW @ K
    if not here.A.shape[0]:
        return Q, T
    Y = here.P @ QW.T
    allowed, _ = orthonormal(Y, here.W @ Y, WIDE)
    B = QW @ allowed.T  # what of these the free plant would count
    nothing = jnp.zeros((B.shape[1], m), A.dtype)
    unit = jnp.eye(B.shape[0], dtype=A.dtype)
    return allowed, differentiable(EXACT)(unit, B.T, -T, nothing).lam
