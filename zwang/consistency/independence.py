r"""Which rows of A depend on each other, and what follows from it.

All ranks are those of the one rule, of rows of A scaled to length one in the metric M, or, where
M is singular, in the like units of the auxiliary mass. Let P be the projector onto the scaled
multipliers that exert no force, the null space of Aᵀ:

    rows that depend on each other      the blocks of P
    rows that contradict each other     P b ≠ 0, with b scaled likewise
    the force of the group g is unique  rank A = rank A_g + rank A_rest
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from zwang.base import arrays
from zwang.base.arrays import solve_lower
from zwang.base.status import Status
from zwang.solvers import rank as rules
from zwang.solvers.base import input_status, mass_factor
from zwang.solvers.orthogonal import row_space
from zwang.solvers.singular import equilibrate

# Entries of P above this always count, however ill-conditioned the rows are.
SURELY = 1e-3
# Residuals contradict each other if no first-order change removes this part of them; a smaller
# rest may be of second order, which the next change removes.
SHARE = 0.1
# What is told where a change of a parameter contradicts them: by no motion is it followed.
NOT_ALIKE = (
    "{} depend on each other, and it does not change them alike: no motion follows it. Let it "
    "enter all of them, or leave out those that follow from others, see zw.check."
)


class Metric(NamedTuple):
    """What M is, and the rows of A in its metric."""

    U: Any  # (n, m) rows of A in the metric, as columns of length one
    lengths: Any  # (m,) their lengths before
    rtol: float  # tolerance of the rank rule
    to_metric: Any  # (n, n) takes q̇ to coordinates in which M, or its like, is of size one
    M: Any  # (n, n) M in like units
    mass: str  # "definite", "singular" or "not semidefinite"
    rank_M: int  # rank of M
    condition_M: float  # of M in like units

    def size(self, x: np.ndarray) -> float:
        """The length of x in the metric."""
        return float(np.linalg.norm(self.to_metric @ x))


def in_metric(M: Any, A: Any) -> Metric:
    """M (n, n) and A (m, n) in the metric M; where M is singular, in like units."""
    n = len(M)
    rtol = rules.tolerance(None, rules.RANK, M)
    symmetric = input_status(M, A, M[:, :0], A[:, :0], np) == Status.OK
    lower = np.tril(M)
    M = lower + lower.T - np.diag(np.diag(M))
    d, lengths = equilibrate(M, A, np)
    M_ = d[:, None] * M * d
    values = np.linalg.eigvalsh(M_)
    L, pivots, definite = mass_factor(M, np)
    if definite and symmetric:
        Y = solve_lower(L, A.T, np)
        lengths = rules.lengths_of(Y, np)
        rtol = max(rtol, float(rules.noise(pivots, np)))
        return Metric(Y / lengths, lengths, rtol, L.T, M_, "definite", n, condition(values[::-1]))
    # As the solver for singular M decides it.
    _, semidefinite = arrays.cholesky(M_ + rtol * np.eye(n), np)
    semidefinite = semidefinite and symmetric and (np.diag(M) >= 0).all()
    held = np.sort(np.abs(values))[::-1]
    held = held[held > rtol * held[0]]
    mass = "singular" if semidefinite else "not semidefinite"
    U = (A * d / lengths[:, None]).T
    return Metric(U, lengths, rtol, np.diag(1 / d), M_, mass, len(held), condition(held))


def condition(falling: np.ndarray) -> float:
    """The largest over the smallest; one if there is none."""
    return float(falling[0] / falling[-1]) if len(falling) else 1.0


def rank_of(U: np.ndarray, rtol: float) -> int:
    """How many columns of length one are independent."""
    return int(rules.independent(arrays.qr_pivoted(U, np)[1], rtol, np).sum())


def null_projector(U: np.ndarray, rtol: float) -> tuple[np.ndarray, int]:
    """P (m, m), which projects scaled multipliers onto those that exert no force; and rank U."""
    rows = row_space(U, rtol, np)
    V = np.asarray(arrays.unpermute(rows.V * rows.keep, rows.order, np))
    return np.eye(U.shape[1]) - V @ V.T, int(rows.keep.sum())


class Independence:
    """What the rows do to each other; rows are told by their numbers. Shapes: P (m, m)."""

    def __init__(self, metric: Metric):
        self.metric = metric  # the rows in the metric
        self.P, self.rank = null_projector(metric.U, metric.rtol)

    @cached_property
    def condition_A(self) -> float:
        """Of the independent rows, of length one in the metric."""
        if not len(self.P):
            return 1.0
        return condition(np.linalg.svd(self.metric.U, compute_uv=False)[: self.rank])

    @property
    def rounding(self) -> float:
        """What may be rounding in P: that of the rows enters it multiplied by their condition."""
        return min(self.metric.rtol * self.condition_A, SURELY)

    def blocks(self) -> list[tuple[list[int], int]]:
        """Rows that depend on each other and on no other, with their rank: the blocks of P."""
        U, rtol = self.metric.U, self.metric.rtol
        linked = np.abs(self.P) > self.rounding
        found, left = [], [i for i in range(len(self.P)) if linked[i, i]]
        while left:
            block, new = set(), {left[0]}
            while new:
                block |= new
                new = {int(j) for i in new for j in np.flatnonzero(linked[i])} - block
            left = [i for i in left if i not in block]
            rows = sorted(block)
            found.append((rows, rank_of(U[:, rows], rtol)))
        return found

    def is_unique(self, rows: Sequence[int]) -> bool:
        """Whether the force of these rows is: rank A = rank A_g + rank A_rest."""
        # P = N Nᵀ, and multipliers N c that leave out the rows g have N_g c = 0. There are
        # m − rank A − rank N_g of them, and so rank A_rest = rank A + rank N_g − |g|. The force of
        # g is unique where rank A_g + rank N_g = |g|: what P has of g tells all.
        own = list(rows)
        held = np.linalg.svd(self.P[own], compute_uv=False) > self.rounding
        return rank_of(self.metric.U[:, own], self.metric.rtol) + int(held.sum()) <= len(own)

    def irremovable(self, residual: Any, allowed: float) -> np.ndarray:
        """Which of the first k rows keep their residuals (k,) to first order, whatever changes."""
        k = len(residual)
        P, _ = null_projector(self.metric.U[:, :k], self.metric.rtol)
        scaled = residual / self.metric.lengths[:k]
        off = np.abs(P @ scaled)
        limit = max(allowed, SHARE * np.abs(scaled).max(initial=0.0))
        return (off > allowed) & (off > limit).any()

    def contradictory(self, b: Any, residual: Any = None) -> np.ndarray:
        """Which rows of A q̈ = b are not met, although the others leave them no choice (m,).

        ``residual`` (m,) is the solver's own measure of it, so that report and status agree.
        """
        c = np.asarray(b) / self.metric.lengths
        off = np.abs(self.P @ c) / (np.linalg.norm(c) or 1.0)
        if residual is not None and np.isfinite(residual).all():
            off = np.asarray(residual) * (np.diag(self.P) > self.metric.rtol)
        return off > rules.tolerance(None, rules.CONSISTENCY, c)

    def free(self) -> tuple[int, np.ndarray]:
        """The rank of [M | Aᵀ] in like units, and which coordinates move where it has none."""
        metric, n = self.metric, len(self.metric.M)
        if metric.mass == "definite":
            return n, np.zeros(n, bool)
        W, values, _ = np.linalg.svd(np.hstack([metric.M, row_space(metric.U, metric.rtol, np).Z]))
        rank = int((values > metric.rtol * values[0]).sum())
        return rank, np.any(np.abs(W[:, rank:]) > 1e-9, axis=1)
