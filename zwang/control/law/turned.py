r"""Directions of requirements differentiated on, where no single row has a degree of its own.

Where a vehicle's wheels do not slip, its axle is pushed along the heading at once, and across it
only after one more derivative, by the torque that turns it: which combination of the rows x and y
that is turns with the heading. So projections take the place of rows. Let

    F_0 = A q̈ − b'        with errors fed back,    F_k = a_k + B_k τ    as a function of inputs,

of rank ρ_k in τ, and Π_k the projection along the range of B_k, orthogonal in the metric

    R = (A W⁻¹ Aᵀ)⁺

of the rows. Then s_k = Π_k F_k holds no input: it is a function of the state, and must vanish. Its
derivative may be chosen:

    F_(k+1) = (1 − Π_k) F_k + Π_k (ṡ_k + λ s_k).

At the level with ρ = m these are m rows for the least-effort problem. This is the structure
algorithm (see ``raised``), with the same answer however rows are mixed. If F_(k+1) = 0, then
d/dt (sᵀR s) = −2 λ sᵀR s + sᵀṘ s, for Π Π̇ Π = 0: where R changes slowly against λ all s_k die out
like exp(−λ t), the highest first, and F_0 = φ̈ + α φ̇ + β φ with them. λ is the least α/2 (or α of
rows on velocities).

R is held fixed where Π is differentiated. Another R leaves the range of B where it is, so that it
changes Π by some X with X = X Π and Π X = 0: it drops out of Π ṡ.
"""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from zwang.base.arrays import Array
from zwang.control.description import AbstractController
from zwang.control.law.basis import orthonormal
from zwang.control.law.least_effort import LOOSE, NEAREST
from zwang.control.plant import size_of
from zwang.control.requirements import Wanted, wanted
from zwang.equation.acceleration_form import acceleration_form
from zwang.integrate.projection import INDEPENDENT, metric
from zwang.solvers.derivative import differentiable


class _Level(NamedTuple):
    """F_k = A q̈ + c, for the path alone and with errors fed back."""

    A: Array  # (2, m, n)
    c: Array  # (2, m)
    qdd: Array  # (n,) q̈ without control
    PS: Array  # (n, k) what each input adds
    R: Array  # (m, m) metric of the rows
    sizes: Array  # (k,) of what inputs add


def turned(controller: AbstractController, counts: tuple[int, ...], q, qd, t, p) -> Wanted:
    """The rows in which all inputs appear, with errors fed back."""
    rows = wanted(controller.required, controller.gains, q, qd, t, p)
    controller.extra(rows.rows)  # which refuses more directions than rows
    first = np.arange(len(rows.alpha)) < rows.rows.positions
    rate = float(np.where(first, rows.alpha / 2, rows.alpha).min())
    ranks = np.cumsum(counts).tolist()

    def state(k: int, q: Any, qd: Any, t: Any) -> tuple[Array, Any]:
        """s_k (2, m), of the path and with errors; all s before, and F_k."""
        here, before = _first(controller, q, qd, t, p), []
        if k:
            here, before = further(k - 1, q, qd, t)
        project = _projections(here, ranks[k])
        value = here.A @ here.qdd + here.c
        return jnp.einsum("ijk,ik->ij", project, value), (here, before, project)

    def further(k: int, q: Any, qd: Any, t: Any) -> tuple[_Level, list[tuple[Array, Array]]]:
        """F_(k + 1), all s up to s_k, and whether inputs act in more directions than counted."""
        s, along, (here, before, project) = jax.linearize(partial(state, k), q, qd, t, has_aux=True)
        unit = jnp.eye(len(q), dtype=q.dtype)
        slopes = jnp.stack([along(0.0 * qd, x, jnp.zeros_like(t)) for x in unit], axis=-1)
        change = along(qd, 0.0 * qd, jnp.ones_like(t)) + np.array([[0.0], [rate]]) * s
        A = here.A + project @ (slopes - here.A)
        c = here.c + jnp.einsum("ijk,ik->ij", project, change - here.c)
        return here._replace(A=A, c=c), [*before, (s[1], _acting(here) > ranks[k])]

    found, before = further(len(counts) - 2, q, qd, t)
    # Errors are fed back through the inputs too, where Π turns: A is that with errors, and b the
    # path's share of e = b − A q̈ without control.
    (A, own), (c, c_own) = found.A[::-1], found.c[::-1]
    b = (A - own) @ found.qdd - c_own
    lost = jax.lax.stop_gradient(_directions(_acts(found)[1], found.R)[0].any(axis=1)).sum()
    lost = lost < ranks[-1]
    higher = jnp.stack([s for s, _ in before], axis=1)
    early = jnp.full(len(c), -1)
    for k, (_, more) in reversed(list(enumerate(before))):
        early = jnp.where(more, k, early)
    found = rows._replace(A=A, b=b, feedback=-c - b, higher=higher)
    return found._replace(lost=lost, early=jax.lax.stop_gradient(early))


def _first(controller: AbstractController, q: Any, qd: Any, t: Any, p: Any) -> _Level:
    """F_0."""
    rows = wanted(controller.required, controller.gains, q, qd, t, p)
    qdd, PS = answers(controller, q, qd, t, p)
    model, (m, n) = controller.model, rows.A.shape
    W, A = jax.lax.stop_gradient(
        (metric(model.M(q, t, p), acceleration_form(model, q, qd, t, p).A), rows.A)
    )
    none, one = jnp.zeros((n, m), A.dtype), jnp.eye(m, dtype=A.dtype)
    least = differentiable(NEAREST)(W, A, none, one)  # the accelerations that meet each row
    R = jax.lax.stop_gradient(least.x.T @ W @ least.x)
    c = jnp.stack([-rows.b, -rows.b - rows.feedback])
    return _Level(jnp.stack([rows.A, rows.A]), c, qdd, PS, R, size_of(W, PS))


def _projections(here: _Level, rank: int) -> Array:
    """Π_k (2, m, m), by as many directions of B_k as it has: of the path alone, and with errors."""
    one, found = jnp.eye(len(here.R), dtype=here.R.dtype), []
    for B in _acts(here):
        some, R_some = _directions(B, here.R)
        found.append(one - some[:rank].T @ R_some[:rank])
    return jnp.stack(found)


def _directions(B: Array, R: Array) -> tuple[Array, Array]:
    """Directions (r, m) in which inputs act, in the metric R of one length; and times R."""
    return orthonormal(B, R @ B, INDEPENDENT)


def _acting(here: _Level) -> Array:
    """In how many directions inputs act, of those that are not rounding beside the longest; ()."""
    B: Any = jax.lax.stop_gradient(_acts(here)[1])
    longest = jnp.sqrt(jnp.abs((B * (here.R @ B)).sum(axis=0)).max())
    found = orthonormal(B, here.R @ B, INDEPENDENT * jnp.maximum(1.0, longest))[0]
    return found.any(axis=1).sum()


def _acts(here: _Level) -> Array:
    """What inputs, each as long as the other, do to F_k (2, m, k)."""
    return here.A @ here.PS / jnp.where(here.sizes > 0, here.sizes, 1.0)


def answers(controller: AbstractController, q: Any, qd: Any, t: Any, p: Any) -> tuple[Array, Array]:
    """q̈ without control (n,), and what each input adds (n, k).

    Nothing is cleaned of rounding, which would have no derivative.
    """
    model = controller.model
    form, values = acceleration_form(model, q, qd, t, p), model.values(q, qd, t, p)
    actuation = controller.actuation
    S = jnp.eye(len(q), dtype=q.dtype) if actuation is None else actuation.at(values)
    S = S[:, None] if S.ndim == 1 else S
    F = jnp.column_stack([model.Q(q, qd, t, p) + model.C(q, qd, t, p), S])
    b = jnp.column_stack([form.b, jnp.zeros((len(form.b), S.shape[1]), q.dtype)])
    x = differentiable(LOOSE)(model.M(q, t, p), form.A, F, b).x
    return x[:, 0], x[:, 1:]
