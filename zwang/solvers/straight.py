"""The Cholesky solver as straight-line code, for small systems.

The loops below run in Python while tracing and leave scalar operations behind. A "scalar" is
whatever the caller puts in: a number of one system, or a vector over many. A compiler makes of
this a single piece of code with every intermediate in a register, where a call of a library per
system would spend most of its time on being called.
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from zwang.base.status import Status
from zwang.solvers import rank as rules
from zwang.solvers.base import NAMES, Found, at_rest

Scalar = Any
Vector = Sequence[Scalar]
Matrix = Sequence[Vector]


class Line(NamedTuple):
    """What ``scalar_solve`` computes, columns first: ``x[c][i]``; names as in ``Found``."""

    x: Matrix
    lam: Matrix
    lengths: Vector
    residual: Vector
    status: Scalar


def straight_line(M: Any, A: Any, F: Any, b: Any, least: float, consistency: float) -> Found:
    """One small system."""
    inputs = (_rows(x) for x in (M, A, F.T, b.T))
    line = scalar_solve(*inputs, dtype=M.dtype, least=least, consistency=consistency)
    stack = lambda rows: jnp.stack([jnp.stack(row) if row else M[0, :0] for row in rows], -1)
    return Found(
        x=stack(line.x),
        lam=stack(line.lam),
        lengths=stack([line.lengths])[:, 0],
        units=jax.lax.rsqrt(jnp.diagonal(M)),
        free=jnp.zeros_like(M[0]),
        rank=A.shape[0],
        status=line.status,
        taken=NAMES.index("cholesky"),
    )


def _rows(x: jax.Array) -> Matrix:
    return [[x[i, j] for j in range(x.shape[1])] for i in range(x.shape[0])]


def scalar_solve(
    M: Matrix, A: Matrix, F: Matrix, b: Matrix, *, dtype: Any, least: float, consistency: float
) -> Line:
    """Solve M x − Aᵀ lam = F, A x = b for M > 0 and independent rows; the status tells."""
    n, m, like = len(M), len(A), np.empty(0, dtype)
    asymmetry = rules.tolerance(None, rules.CONSISTENCY, like)
    # Divisions cost a GPU more than roots do.
    inverse_mass = [at_rest(n, dtype) * jax.lax.rsqrt(M[j][j]) ** 2 for j in range(n)]
    product = rules.rounding(n, dtype)
    L, definite = _cholesky(M, rules.tolerance(None, rules.RANK, like), product)
    symmetric = _all(
        (M[i][j] - M[j][i]) ** 2 <= asymmetry**2 * M[i][i] * M[j][j]
        for i in range(n)
        for j in range(i)
    )

    B = [_forward(L, row) for row in A]
    gram = [[_dot(B[i], B[j]) for j in range(i + 1)] for i in range(m)]
    K, full_rank = _cholesky(gram, least**2)
    squares: Vector = [jnp.where(g[-1] > 0, g[-1], 1.0) for g in gram]
    lengths = [jnp.sqrt(square) for square in squares]

    xs, lams = [], []
    residual: list[Scalar] = [0.0] * m
    for F_c, b_c in zip(F, b, strict=True):
        w = _forward(L, F_c)
        lam = _backward(K, _forward(K, [b_c[i] - _dot(B[i], w) for i in range(m)]))
        y = [w[i] + _dot([B[r][i] for r in range(m)], lam) for i in range(n)]
        x = _backward(L, y)
        moved = [abs(x[j]) + abs(F_c[j]) * inverse_mass[j] for j in range(n)]
        for i in range(m):
            terms = _dot([abs(a) for a in A[i]], moved) + abs(b_c[i])
            unit = jax.lax.rsqrt(terms + (terms == 0))
            r = abs(_dot(A[i], x) - b_c[i]) * unit * unit
            residual[i] = jnp.maximum(residual[i], r)
        xs.append(x)
        lams.append(lam)

    met = _all(r <= consistency for r in residual)
    finite = jnp.isfinite(sum(x for matrix in (M, A, F, b) for row in matrix for x in row))
    status = line_status(finite, symmetric, definite, full_rank, met)
    return Line(xs, lams, lengths, residual, status)


def line_status(finite: Any, symmetric: Any, definite: Any, full_rank: Any, met: Any) -> Any:
    """The status of the fast way, from what held; the first that did not hold is told."""
    status = jnp.where(met, Status.OK, Status.INACCURATE)
    status = jnp.where(full_rank, status, Status.NEEDS_FULL_RANK)
    status = jnp.where(definite, status, Status.NEEDS_DEFINITE_MASS)
    status = jnp.where(symmetric, status, Status.MASS_NOT_SEMIDEFINITE)
    return jnp.where(finite, status, Status.NON_FINITE).astype(jnp.int32)


def _cholesky(M: Matrix, least: float, product: float = 0.0) -> tuple[Matrix, Scalar]:
    """Lower rows of L, with 1 / L_ii on the diagonal, and whether the pivots are large enough.

    A pivot, as a part of its diagonal entry, must exceed ``least``, and times the smallest
    before it, ``product``.
    """
    L: list[list[Scalar]] = [[] for _ in M]
    served, largest = [], 1.0  # largest of the inverse pivots
    for j in range(len(M)):
        pivot = M[j][j] - _dot(L[j], L[j])
        served.append(pivot > least * M[j][j])
        L[j].append(jax.lax.rsqrt(pivot))
        if product:
            served.append(pivot > product * M[j][j] * largest)
            largest = jnp.maximum(largest, M[j][j] * L[j][j] ** 2)
        for i in range(j + 1, len(M)):
            L[i].append((M[i][j] - _dot(L[i][:j], L[j][:j])) * L[j][j])
    return L, _all(served)


def _all(conditions: Iterable[Scalar]) -> Scalar:
    return functools.reduce(operator.and_, conditions, True)


def _forward(L: Matrix, v: Vector) -> Vector:
    """L⁻¹ v."""
    z: list[Scalar] = []
    for i in range(len(L)):
        z.append((v[i] - _dot(L[i][:i], z)) * L[i][i])
    return z


def _backward(L: Matrix, v: Vector) -> Vector:
    """L⁻ᵀ v."""
    n = len(L)
    z: list[Scalar] = [None] * n
    for i in reversed(range(n)):
        z[i] = (v[i] - _dot([L[k][i] for k in range(i + 1, n)], z[i + 1 :])) * L[i][i]
    return z


def _dot(u: Vector, v: Vector) -> Scalar:
    return sum((x * y for x, y in zip(u[1:], v[1:], strict=True)), u[0] * v[0]) if u else 0.0
