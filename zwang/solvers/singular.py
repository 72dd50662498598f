"""The auxiliary mass M + α²A⁺A: for M ≥ 0 and any constraints."""

from __future__ import annotations

from dataclasses import dataclass
from types import ModuleType
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from zwang.base import arguments, arrays
from zwang.base.arrays import Array
from zwang.base.status import Status, gravest
from zwang.solvers import rank as rules
from zwang.solvers.base import (
    NAMES,
    AbstractSolver,
    Found,
    input_status,
    refuse,
    require_tolerances,
)
from zwang.solvers.orthogonal import RowSpace, row_space

# What is left of a mass of one by squared rounding: no choice of units makes masses so unequal.
NOTHING = 1e-40
ROUNDS = 8  # of equilibration: each halves the spread of the units, counted in decades
# LACKING: the part that a coordinate must have in what has no mass, to count as lacking mass; what
# has less than FAINT of the masses has none.
LACKING, FAINT = 1e-2, 1e-11


@dataclass(frozen=True)
class Singular(AbstractSolver):
    """Solve with the auxiliary mass matrix M + α²A⁺A of Udwadia and Schutte.

    It is positive definite if and only if [M | Aᵀ] has rank n, that is, if and only if the
    acceleration is unique. The sum mixes units, so M and A are brought to like units first.

    Parameters
    ----------
    alpha : any number but zero; but for rounding, which is least near one, the answer does not
        depend on it
    rank : tolerance of the rank rule; by default eps^0.7, 1e-11
    consistency : how far a row may stay from being met; by default eps^0.64, 1e-10

    References
    ----------
    [US10] eqs. (46), (49) with z = −A Q, (64).
    """

    alpha: float = 1.0
    rank: float | None = None
    consistency: float | None = None

    def __post_init__(self):
        if arguments.number("alpha", self.alpha) == 0:
            raise ValueError("`alpha` is 0; wanted a finite number other than zero.")
        require_tolerances(rank=self.rank, consistency=self.consistency)

    def find(self, M: Array, A: Array, F: Array, b: Array) -> Found:
        xp = arrays.namespace(M, A, F, b)
        rtol = rules.tolerance(self.rank, rules.RANK, M)
        valid, taken = input_status(M, A, F, b, xp), NAMES.index("singular")
        if xp is np and valid != Status.OK:
            return refuse(A, F, valid, taken)
        aux = auxiliary(M, A, self.alpha, rtol, xp)
        M_, rows, d, lengths = aux.M, aux.rows, aux.d, aux.lengths
        F_, A_, b_ = d[:, None] * F, aux.A, b / lengths[:, None]
        N = aux.N
        x_ = constrained(aux.S, N, rows, F_, b_, xp)
        # Z has rounding of size one in all its entries, A_ in proportion to each: what is left of
        # the rows is seen by A_, also where a coordinate's unit is far from those of the others.
        x_ = x_ + rows.Z @ rows.coordinates(b_ - A_ @ x_, xp)
        mu = rows.Z.T @ (M_ @ x_ - F_)  # M x = F + Z mu

        # The first column is the motion; others are parts of it, and may push as they like.
        lost = unanswered(N, F_[:, 0], self.consistency, xp)
        return Found(
            x=d[:, None] * x_,
            lam=rows.multipliers(mu, xp) / lengths[:, None],
            lengths=lengths,
            units=d,
            free=d * N[:, 0],
            rank=rows.keep.sum(),
            status=gravest(valid, aux.status, lost, xp=xp),
            taken=taken,
        )


def unanswered(N: Array, total: Array, consistency: float | None, xp: ModuleType) -> Any:
    """Along N nothing answers a force (n,), and without one the acceleration is anyone's.

    An entry of N that should be zero is rounding, so that rounding of the whole force is no push.
    """
    allowed = rules.tolerance(consistency, rules.CONSISTENCY, total)
    # The entries of N are rounded in parts of its length, not each in its own.
    rounding = rules.rounding(len(total), total.dtype) * xp.abs(total).max()
    pushed = (xp.abs(N.T @ total) > allowed * (xp.abs(N).T @ xp.abs(total)) + rounding).any()
    gap = arrays.choose(pushed, Status.NO_SOLUTION, Status.NOT_UNIQUE, xp)
    return arrays.choose((N == 0).all(), Status.OK, gap, xp)


class Auxiliary(NamedTuple):
    """The auxiliary system in like units: x = d x_, and row i of A divided by its length."""

    M: Any  # (n, n) mass matrix, in like units as all that follows
    A: Any  # (m, n) rows of length one
    d: Any  # (n,) units of the coordinates
    lengths: Any  # (m,) lengths of the rows before
    rows: RowSpace  # orthonormal basis of the rows: A⁺A = Z Zᵀ
    # S, N: (n, n) S Sᵀ = (M + α²A⁺A + N Nᵀ)⁻¹, where N spans what it leaves free
    S: Any
    N: Any
    status: Any  # ``MASS_NOT_SEMIDEFINITE`` or OK


def auxiliary(M: Array, A: Array, alpha: float, rtol: Any, xp: ModuleType) -> Auxiliary:
    """The auxiliary system of M, of which the lower half is read, and A."""
    lower = xp.tril(M)
    M = lower + lower.T - xp.diag(xp.diagonal(M))
    d, lengths = equilibrate(M, A, xp)
    M_, A_ = d[:, None] * M * d, A * d / lengths[:, None]
    rows = row_space(A_.T, rtol, xp)
    # Off the constraints rows seem independent that are not; masses do not depend on that.
    gap = xp.minimum(rtol, rules.tolerance(None, rules.RANK, M))
    S, N = root_with_gap(M_ + alpha**2 * rows.Z @ rows.Z.T, gap, xp)
    # M ≥ 0 if and only if M plus a little has a Cholesky factor.
    _, semidefinite = arrays.cholesky(M_ + gap * xp.eye(M.shape[0], dtype=M.dtype), xp)
    semidefinite = semidefinite & (xp.diagonal(M) >= 0).all()
    status = arrays.choose(semidefinite, Status.OK, Status.MASS_NOT_SEMIDEFINITE, xp)
    return Auxiliary(M_, A_, d, lengths, rows, S, N, status)


def root_with_gap(M: Array, rtol: float, xp: ModuleType) -> tuple[Array, Array]:
    """S with S Sᵀ = (M + N Nᵀ)⁻¹; the columns of N (n, n) are zero or span the null space of M.

    N Nᵀ fills the gap and leaves the answer as it is in all other directions.
    """
    values, V = arrays.eigh(M, xp)
    held = values > rtol * values[-1]
    return V / xp.sqrt(xp.where(held, values, 1.0)), V * xp.where(held, 0.0, 1.0)


def constrained(S: Array, N: Array, rows: RowSpace, F: Array, b: Array, xp: ModuleType) -> Array:
    """x (n, k) of the auxiliary system (S Sᵀ)⁻¹ x = F_z + Z mu, Zᵀ x = y, where y stands for b.

    The answer does not depend on z in F_z = F + A⁺z; z = −A F takes out of F what the
    constraints answer anyway, so that large forces on massless coordinates leave no rounding.
    What is along N has no answer, and leaves with it.
    """
    F_z = F - rows.Z @ (rows.Z.T @ F)
    F_z = F_z - N @ (N.T @ F_z)
    # With Sᵀ Z = H G, as in the metric M:  x = S (w + H nu)  with  w = Sᵀ F_z  and  Zᵀ x = y.
    w = S.T @ F_z
    H, G = arrays.qr(S.T @ rows.Z, xp)
    G = G + xp.diag(xp.where(rows.keep, 0.0, 1.0))
    y = rows.coordinates(b, xp)
    nu = rows.keep[:, None] * (arrays.solve_lower(G.T, y, xp) - H.T @ w)
    x = S @ (w + H @ nu)
    return x + rows.Z @ (y - rows.Z.T @ x)  # what rounding left of y − Zᵀ x


def equilibrate(M: Array, A: Array, xp: ModuleType) -> tuple[Array, Array]:
    """Units d (n,) and row lengths (m,) in which M and A are of one size, after Ruiz.

    Traced, it is a function under a name of its own, which the engine calls in C.

    The start makes the diagonal of M one where there is mass. Every round divides the rows of
    A d by their largest entry, then the columns of [d M d; A d] by the square root of theirs:
    where there is mass M stays of size one, and the massless coordinates come to it. But a
    coordinate that lacks mass has a unit by the rows as well, see ``_held_by_rows``.
    """
    return _equilibrate(M, A, np) if xp is np else zwang_equilibrate(M, A)


@jax.jit
def zwang_equilibrate(M: Array, A: Array) -> tuple[Array, Array]:
    """``equilibrate``, traced."""
    return _equilibrate(M, A, jnp)


def _equilibrate(M: Array, A: Array, xp: ModuleType) -> tuple[Array, Array]:
    lower = xp.tril(M)
    M, A = xp.abs(M), xp.abs(A)

    def nonzero(largest: Array) -> Array:
        return xp.where(largest > 0, largest, 1.0)

    def round_(_, d):
        columns = (d[:, None] * M * d).max(axis=0)
        if A.shape[0]:
            A_ = A * d
            A_ = A_ / nonzero(A_.max(axis=1))[:, None]
            columns = xp.maximum(columns, A_.max(axis=0))
        return d / xp.sqrt(nonzero(columns))

    masses = xp.diagonal(M)
    d = 1.0 / xp.sqrt(nonzero(xp.where(masses > NOTHING * masses.max(), masses, 0.0)))
    if A.shape[0] and A.shape[1] > 1:
        lacks = _lacking(lower, d, xp) & (masses > NOTHING * masses.max())
        d = xp.where(lacks, d * _held_by_rows(A * d, xp), d)
    if xp is np:
        for i in range(ROUNDS):
            d = round_(i, d)
    else:
        d = jax.lax.fori_loop(0, ROUNDS, round_, d)
    return d, rules.lengths_of((A * d).T, xp)


def _lacking(lower: Array, d: Array, xp: ModuleType) -> Array:
    """Which coordinates (n,) have a part in a direction without mass.

    With M = V S Vᵀ in units d, of size one, the diagonal of f (M + f)⁻¹ is Σ f/(s + f) V_jk²: of
    each coordinate the part that it has in what is far below f.
    """
    n = len(d)
    M = d[:, None] * (lower + xp.tril(lower, -1).T) * d
    L, there = arrays.cholesky(M + FAINT * xp.eye(n, dtype=M.dtype), xp)
    L_inv = arrays.solve_lower(L, xp.eye(n, dtype=M.dtype), xp)
    return there & (FAINT * (L_inv**2).sum(axis=0) > LACKING)


def _held_by_rows(A: Array, xp: ModuleType) -> Array:
    """By how much (n,) units of mass are to be smaller where a row has little else.

    A quaternion near (1, 0, 0, 0) is the case: with ε the size of the others, M has ε² for the
    first one, whose unit by mass is 1/ε; but the row of the length, (1, ε), asks for the unit ε.
    Between the two, in the geometric mean, it is that of the others, whatever ε is, and nothing
    depends on how near it is. By mass alone the rounding of all other rows would be as large as
    they are.

    Shapes: A (m, n).
    """
    first = A.max(axis=1)[:, None]
    second = xp.where(A < first, A, 0.0).max(axis=1)[:, None]
    told = (A == first) & (second > 0) & ((A == first).sum(axis=1)[:, None] == 1)
    part = xp.where(told, second / xp.where(told, A, 1.0), 1.0)
    return xp.sqrt(part.min(axis=0))
