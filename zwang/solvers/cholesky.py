"""Two Cholesky factorisations: the fast way, for M > 0 and independent constraints."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from zwang.base import arrays
from zwang.base.arrays import Array
from zwang.base.status import Status, gravest
from zwang.solvers import rank as rules
from zwang.solvers.base import (
    NAMES,
    AbstractSolver,
    Found,
    Metric,
    in_metric,
    refuse,
    require_tolerances,
)


@dataclass(frozen=True)
class Cholesky(AbstractSolver):
    """Solve by M = L Lᵀ and a Cholesky factor of B Bᵀ, where B = A L⁻ᵀ with rows of length one.

    Refuses a singular M (``NEEDS_DEFINITE_MASS``) and constraints that depend on each other or
    nearly so (``NEEDS_FULL_RANK``).

    Parameters
    ----------
    well_conditioned : smallest pivot of B it accepts; by default eps^(1/4), 1.2e-4
    consistency : how far a row may stay from being met; by default eps^0.64, 1e-10
    """

    well_conditioned: float | None = None
    consistency: float | None = None

    def __post_init__(self):
        require_tolerances(well_conditioned=self.well_conditioned, consistency=self.consistency)

    def find(self, M: Array, A: Array, F: Array, b: Array, metric: Metric | None = None) -> Found:
        xp = arrays.namespace(M, A, F, b)
        metric = in_metric(M, A, F, b, xp) if metric is None else metric
        Y, w, taken = metric.Y, metric.w, NAMES.index("cholesky")
        K, ok = arrays.cholesky(Y.T @ Y, xp)
        least = rules.tolerance(self.well_conditioned, rules.WELL_CONDITIONED, A)
        full_rank = ok & (xp.diagonal(K) > least).all()
        dependent = arrays.choose(full_rank, Status.OK, Status.NEEDS_FULL_RANK, xp)
        status = gravest(metric.status, dependent, xp=xp)
        if xp is np and status != Status.OK:
            return refuse(A, F, status, taken)

        # y = w + Y lam must satisfy Yᵀ y = b, so  YᵀY lam = b − Yᵀ w  with  YᵀY = K Kᵀ.
        e = arrays.solve_lower(K, metric.b - Y.T @ w, xp)
        lam = arrays.solve_lower(K, e, xp, transpose=True)
        y = w + Y @ lam
        return Found(
            x=arrays.solve_lower(metric.L, y, xp, transpose=True),
            lam=lam / metric.lengths[:, None],
            lengths=metric.lengths,
            units=metric.units,
            free=xp.zeros_like(A, shape=A.shape[1]),
            rank=A.shape[0],
            status=status,
            taken=taken,
        )
