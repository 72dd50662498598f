r"""Requirements of higher relative degree: differentiated on until the inputs appear.

Let row j have its inputs after d_j derivatives more than a row of A q̈ = b. Rows with d = 0 are met
at once. Let q̈_k be the acceleration under any control that meets all rows with d ≤ k, with their
errors fed back. Then with A, b of the row as it is given

    v_0 = A q̈_0 − b,        v_k = ∂v_(k−1)/∂q q̇ + ∂v_(k−1)/∂q̇ q̈_k + ∂v_(k−1)/∂t

are φ̈, φ⃛, ... (or ψ̇, ψ̈, ...) as functions of the state: which of these controls is meant does not
matter, for what they differ by acts on the row only from v_(d_j) on. There it is a row like any
other,

    A' = ∂v_(d−1)/∂q̇,        b' = −∂v_(d−1)/∂q q̇ − ∂v_(d−1)/∂t,

which joins the least-effort problem. This is the structure algorithm (R. M. Hirschorn,
Invertibility of multivariable nonlinear control systems, 1979; S. N. Singh, 1981), with rows that
are met at once in the place of outputs that are given: a crane's load at a given height has a
degree of four across, and no integrator is put before an input.

With gains an error dies out by (s² + α s + β)(s + α/2)^d = 0, or (s + α)^(d + 1) = 0 for ψ.

Where d is said too high, inputs act on some v_k with k < d, and nothing of this holds. With
A_k = ∂v_(k−1)/∂q̇ and inputs τ that leave the rows with d ≤ k alone, A_k P S τ must be zero, against
the length that A_k may be expected to have in the metric, between those of A_0 and of A_d:
|A_0|^(1 − k/d) |A_d|^(k/d).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from zwang.base.arrays import Array
from zwang.control.description import AbstractController
from zwang.control.law.least_effort import EXACT
from zwang.control.law.turned import answers, turned
from zwang.control.plant import size_of
from zwang.control.requirements import Wanted, wanted
from zwang.equation.acceleration_form import acceleration_form
from zwang.equation.observe import row_lengths
from zwang.integrate.projection import INDEPENDENT, metric
from zwang.solvers.derivative import differentiable

EARLY = INDEPENDENT  # what inputs may do to rows before their degree, of what they could do


def required(controller: AbstractController, q: Any, qd: Any, t: Any, p: Any) -> Wanted:
    """The rows in which the inputs appear, with errors fed back."""
    if controller.counts is not None:
        _require_possible(len(controller.counts) - 1, len(q))
        return turned(controller, controller.counts, q, qd, t, p)
    rows = wanted(controller.required, controller.gains, q, qd, t, p)
    if controller.degrees is None:
        return rows
    extra = controller.extra(rows.rows)
    _require_possible(int(extra.max(initial=0)), len(q))
    chain = _Chain(controller, extra, p)
    found = chain.rows(rows, q, qd, t)
    return found._replace(early=chain.early(rows, found, q, qd, t))


def _require_possible(more: int, n: int) -> None:
    """Refuse more derivatives than a state of n coordinates has.

    What is required and its derivatives, before the inputs appear, are independent functions of
    the 2 n numbers of a state.
    """
    if more >= 2 * n:
        raise ValueError(
            f"`degrees` asks for {more} derivatives more; wanted less than {2 * n}, as many as "
            f"numbers of a state of {n} coordinates."
        )


class _Chain:
    """Derivatives of the requirements as functions of the state, by the number d."""

    def __init__(self, controller: AbstractController, extra: np.ndarray, p: Any):
        self.controller, self.extra, self.p = controller, extra, p

    def rows(self, rows: Wanted, q: Any, qd: Any, t: Any) -> Wanted:
        """All rows: those with d > 0 differentiated on."""
        m, top = self.extra.size, int(self.extra.max(initial=0))
        A, b, feedback = map(jnp.asarray, (rows.A, rows.b, rows.feedback))
        higher = jnp.zeros((m, top), A.dtype)
        for k in range(1, top + 1):
            here, further = (np.flatnonzero(x) for x in (self.extra == k, self.extra >= k))
            found, along = jax.linearize(partial(self.value, k - 1), q, qd, t)
            higher = higher.at[further, k - 1].set(found[further])
            if here.size:
                A = A.at[here].set(_slopes(along, qd, t)[here])
                b = b.at[here].set(-along(qd, 0.0 * qd, jnp.ones_like(t))[here])
        for i in np.flatnonzero(self.extra):
            base = int(i < rows.rows.positions) + int(i < rows.rows.velocities)
            lower = [rows.error[i], rows.rate[i]][:base]
            c = coefficients(float(rows.alpha[i]), float(rows.beta[i]), int(self.extra[i]), base)
            fed = sum(x * y for x, y in zip(c, [*lower, *higher[i]]))
            feedback = feedback.at[i].set(-fed)
        return rows._replace(A=A, b=b, feedback=feedback, higher=higher)

    def early(self, rows: Wanted, found: Wanted, q: Any, qd: Any, t: Any) -> Array:
        """The first k (m,) at which inputs act on v_k though d is above it; −1 if there is none."""
        model, top = self.controller.model, int(self.extra.max(initial=0))
        PS = answers(self.controller, q, qd, t, self.p)[1]
        W = metric(model.M(q, t, self.p), acceleration_form(model, q, qd, t, self.p).A)
        size = size_of(W, PS)
        PS = PS / jnp.where(size > 0, size, 1.0)
        first, last = row_lengths(W, rows.A), row_lengths(W, found.A)
        first, A, early = jnp.where(first > 0, first, 1.0), rows.A, jnp.full(len(first), -1)
        for k in range(top):
            if k:
                along = jax.linearize(partial(self.value, k - 1), q, qd, t)[1]
                A = _slopes(along, qd, t)
            acts = jnp.abs(A @ PS @ _unseen(found.A[self.extra <= k] @ PS)).max(axis=1)
            part = k / np.maximum(self.extra, 1)
            seen = acts > EARLY * first ** (1.0 - part) * last**part
            early = jnp.where((early < 0) & seen & (self.extra > k), k, early)
        return jax.lax.stop_gradient(early)

    def value(self, k: int, q: Any, qd: Any, t: Any) -> Array:
        """v_k (m,); of use for rows with d > k."""
        qdd = self.acceleration(k, q, qd, t)
        if k:
            change = qd, qdd, jnp.ones_like(t)
            return jax.jvp(partial(self.value, k - 1), (q, qd, t), change)[1]
        rows = wanted(self.controller.required, self.controller.gains, q, qd, t, self.p)
        return rows.A @ qdd - rows.b

    def acceleration(self, k: int, q: Any, qd: Any, t: Any) -> Array:
        """q̈_k (n,), under a control that meets all rows with d ≤ k."""
        qdd, PS = answers(self.controller, q, qd, t, self.p)
        rows = wanted(self.controller.required, self.controller.gains, q, qd, t, self.p)
        met = np.flatnonzero(self.extra <= k)
        if not met.size:
            return qdd
        if (self.extra[met] > 0).any():
            known = self.extra * (self.extra <= k)
            rows = _Chain(self.controller, known, self.p).rows(rows, q, qd, t)
        A, b = rows.A[met], (rows.b + rows.feedback)[met]
        unit, none = jnp.eye(PS.shape[1], dtype=q.dtype), jnp.zeros((PS.shape[1], 1), q.dtype)
        inputs = differentiable(EXACT)(unit, A @ PS, none, (b - A @ qdd)[:, None]).x[:, 0]
        return qdd + PS @ inputs


def _unseen(G: Array) -> Array:
    """The projection (k, k) onto inputs that rows G (m, k) do not see."""
    unit = jnp.eye(G.shape[1], dtype=G.dtype)
    if not len(G):
        return unit
    return differentiable(EXACT)(unit, G, unit, jnp.zeros_like(G)).x


def _slopes(along: Callable, qd: Array, t: Array) -> Array:
    """The derivatives by q̇ (m, n), of a function that was linearised."""
    unit = jnp.eye(len(qd), dtype=qd.dtype)
    return jnp.stack([along(0.0 * qd, x, jnp.zeros_like(t)) for x in unit], axis=1)


def coefficients(alpha: float, beta: float, extra: int, base: int) -> np.ndarray:
    """Of φ, φ̇, ... (or ψ, ψ̇, ...) in the polynomial by which an error dies out, but the
    highest.
    """
    polynomial = np.array([1.0, alpha, beta][: base + 1])
    for _ in range(extra):
        polynomial = np.polymul(polynomial, [1.0, alpha / 2 if base == 2 else alpha])
    return polynomial[:0:-1]
