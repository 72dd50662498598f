r"""The ideal constraint force as feedback: a gain times an error signal, for M ≥ 0.

For M > 0 the gain is M^(1/2) B⁺ and the signal e = b − A a ([U05] eqs. (10), (25)). Where M is
singular, both are those of the auxiliary system with z = α²b, whose constraint force is the
actual one ([US10] eqs. (65), (67)). In like units, with α = 1, M_A = M + Z Zᵀ for an orthonormal
basis Z of the rows of A, A = Cᵀ Zᵀ, and y the coordinates of b, Cᵀ y = b:

    gain     M_A^(1/2) (A M_A^(-1/2))⁺ = Z G⁻¹ (Cᵀ)⁺,    G = Zᵀ M_A⁻¹ Z
    signal   b − A M_A⁻¹ (Q + Z y) = (b − Cᵀ y) + Cᵀ G mu,    where M q̈ = Q + Z mu

The first form of the signal is the difference of large numbers where forces are small beside b;
Cᵀ G mu is not. What it leaves out is what constraints that contradict each other cannot meet; the
gain takes it to zero.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

import jax
import numpy as np

from zwang.base import arrays
from zwang.base.arrays import Array
from zwang.base.status import Status, gravest
from zwang.solvers import rank as rules
from zwang.solvers.base import in_metric, input_status
from zwang.solvers.orthogonal import row_space
from zwang.solvers.singular import Auxiliary, auxiliary, constrained, unanswered


def gain_of(M: Array, A: Array) -> tuple[Array, Any]:
    """The gain (n, m), and a status. Shapes: M (n, n), A (m, n)."""
    xp = arrays.namespace(M, A)
    (m, n), zero = A.shape, xp.zeros_like
    metric = in_metric(M, A, zero(A, shape=(n, 0)), zero(A, shape=(m, 0)), xp)

    def definite():
        # M^(1/2) B⁺ = L (A L⁻ᵀ)⁺ for any factor L of M.
        rtol = xp.maximum(rules.tolerance(None, rules.RANK, M), metric.noise)
        rows = row_space(metric.Y, rtol, xp)
        CT = metric.lengths[:, None] * (metric.Y.T @ rows.Z)
        return metric.L @ (rows.Z @ _inverse(CT, metric.lengths, rows.keep, xp)), metric.status

    def singular():
        aux = _auxiliary(M, A, xp)
        T = _root_of_G(aux, xp)
        y = arrays.solve_lower(T.T, _inverse(_CT(aux), aux.lengths, aux.rows.keep, xp), xp)
        y = arrays.solve_lower(T.T, y, xp, transpose=True)
        status = gravest(input_status(M, A, M[:, :0], A[:, :0], xp), aux.status, xp=xp)
        return (aux.rows.Z @ y) / aux.d[:, None], status

    return _either(metric.status, definite, singular, xp)


def signal_of(M: Array, Q: Array, A: Array, b: Array) -> tuple[Array, Any]:
    """The error signal (m,), and a status. Shapes: M (n, n), Q (n,), A (m, n), b (m,)."""
    xp = arrays.namespace(M, Q, A, b)
    F, b = Q[:, None], b[:, None]
    metric = in_metric(M, A, F, b, xp)

    def definite():
        return metric.lengths * (metric.b - metric.Y.T @ metric.w)[:, 0], metric.status

    def singular():
        aux = _auxiliary(M, A, xp)
        F_, rows, T = aux.d[:, None] * F, aux.rows, _root_of_G(aux, xp)
        x_ = constrained(aux.S, aux.N, rows, F_, b / aux.lengths[:, None], xp)
        e = _CT(aux) @ (T.T @ (T @ (rows.Z.T @ (aux.M @ x_ - F_))))
        pushed = unanswered(aux.N, F_[:, 0], None, xp)
        pushed = arrays.choose(pushed == Status.NO_SOLUTION, pushed, Status.OK, xp)
        return e[:, 0], gravest(input_status(M, A, F, b, xp), aux.status, pushed, xp=xp)

    return _either(metric.status, definite, singular, xp)


def auxiliary_of(M: Array, Q: Array, A: Array, b: Array) -> tuple[Array, Array]:
    """M (n, n) and Q (n,) of the system that gain and signal belong to, on NumPy.

    For M > 0 they are those given. Where M is singular they are M_A and Q_z of the auxiliary
    system with z = α²b, in which M + Z Zᵀ and Q + Z y, taken in like units, are brought back.
    """
    if in_metric(M, A, Q[:, None], b[:, None], np).status == Status.OK:
        return M, Q
    aux = _auxiliary(M, A, np)
    WT = aux.rows.Z / aux.d[:, None]
    y = aux.rows.coordinates((b / aux.lengths)[:, None], np)
    return M + WT @ WT.T, Q + (WT @ y)[:, 0]


def _auxiliary(M: Array, A: Array, xp: ModuleType) -> Auxiliary:
    return auxiliary(M, A, 1.0, rules.tolerance(None, rules.RANK, M), xp)


def _CT(aux: Auxiliary) -> Array:
    """Cᵀ (m, r) with A = Cᵀ Zᵀ: here redundant rows count in their own lengths."""
    return aux.lengths[:, None] * (aux.A @ aux.rows.Z)


def _root_of_G(aux: Auxiliary, xp: ModuleType) -> Array:
    """Upper T (r, r) with Tᵀ T = G = Zᵀ S Sᵀ Z, and ones where the rank leaves nothing."""
    _, T = arrays.qr(aux.S.T @ aux.rows.Z, xp)
    return xp.triu(T) + xp.diag(xp.where(aux.rows.keep, 0.0, 1.0))


def _inverse(CT: Array, lengths: Array, keep: Array, xp: ModuleType) -> Array:
    """(Cᵀ)⁺ (r, m); columns of Cᵀ that are not kept are zero, and so are the rows here.

    Householder's QR keeps small rows beside large ones if rows are sorted by size and columns are
    pivoted (Cox and Higham, 1998). Rows in unlike units are small beside large ones.
    """
    falling = xp.argsort(-lengths)
    V, T, order = arrays.qr_pivoted(CT[falling], xp)
    used = xp.arange(T.shape[0]) < keep.sum()
    T = xp.triu(T) * used[:, None] + xp.diag(xp.where(used, 0.0, 1.0))
    X = arrays.solve_lower(T.T, (V * used).T, xp, transpose=True)
    X = arrays.unpermute(X, order, xp)
    return arrays.unpermute(X.T, falling, xp).T


def _either(status: Any, definite: Any, singular: Any, xp: ModuleType) -> tuple[Array, Any]:
    """By the metric M if there is one; on NumPy by ``if``, on JAX by ``cond``."""
    if xp is np:
        return singular() if status == Status.NEEDS_DEFINITE_MASS else definite()
    as_arrays = lambda found: (found[0], xp.asarray(found[1], np.int32))
    refused = xp.asarray(status) == Status.NEEDS_DEFINITE_MASS
    return jax.lax.cond(refused, lambda: as_arrays(singular()), lambda: as_arrays(definite()))


gain_compiled, signal_compiled = jax.jit(gain_of), jax.jit(signal_of)
