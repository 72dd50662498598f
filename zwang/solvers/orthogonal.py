"""Column-pivoted QR of L⁻¹Aᵀ: reveals the rank, for M > 0 and any constraints."""

from __future__ import annotations

from dataclasses import dataclass
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from zwang.base import arrays
from zwang.base.arrays import Array
from zwang.base.status import Status
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


class RowSpace(NamedTuple):
    """A complete orthogonal decomposition of Y (n, m), whose columns are the constraints.

    Y[:, order] = Z R by pivoted QR; the rows of R beyond the rank are cut, and Rᵀ = V T by a
    second QR. Nothing is sliced to the rank, which a trace does not know: ``keep`` masks.
    """

    Z: Any
    V: Any
    T: Any
    order: Any
    keep: Any

    def coordinates(self, b: Array, xp: ModuleType) -> Array:
        """y with Yᵀ (Z y) = b, in the least-squares sense:  V T y = b[order]."""
        y = self.keep[:, None] * (self.V.T @ b[self.order])
        return arrays.solve_lower(self.T.T, y, xp, transpose=True)

    def multipliers(self, mu: Array, xp: ModuleType) -> Array:
        """The least lam with Y lam = Z mu:  Tᵀ Vᵀ lam[order] = mu."""
        lam = self.V @ arrays.solve_lower(self.T.T, self.keep[:, None] * mu, xp)
        return arrays.unpermute(lam, self.order, xp)


def row_space(Y: Array, rtol: float | Array, xp: ModuleType) -> RowSpace:
    """Decompose Y, which has columns of length one; ``rtol`` is the rank rule's tolerance."""
    Z, R, order = arrays.qr_pivoted(Y, xp)
    keep = rules.independent(R, rtol, xp)
    V, T = arrays.qr((keep[:, None] * R).T, xp)
    # Where R was cut T has zero rows and columns; a one on the diagonal makes it invertible.
    return RowSpace(Z * keep, V, T + xp.diag(xp.where(keep, 0.0, 1.0)), order, keep)


@dataclass(frozen=True)
class Orthogonal(AbstractSolver):
    """Solve by M = L Lᵀ and an orthonormal basis of the range of L⁻¹Aᵀ.

    Takes redundant constraints; tells those that contradict each other. Refuses a singular M
    (``NEEDS_DEFINITE_MASS``).

    Parameters
    ----------
    rank : tolerance of the rank rule; by default eps^0.7, 1e-11
    consistency : how far a row may stay from being met; by default eps^0.64, 1e-10
    """

    rank: float | None = None
    consistency: float | None = None

    def __post_init__(self):
        require_tolerances(rank=self.rank, consistency=self.consistency)

    def find(self, M: Array, A: Array, F: Array, b: Array, metric: Metric | None = None) -> Found:
        xp = arrays.namespace(M, A, F, b)
        metric = in_metric(M, A, F, b, xp) if metric is None else metric
        w, taken = metric.w, NAMES.index("orthogonal")
        if xp is np and metric.status != Status.OK:
            return refuse(A, F, metric.status, taken)

        # y differs from w only in the range of Y, where the constraints fix it: y = w + Z mu.
        rtol = xp.maximum(rules.tolerance(self.rank, rules.RANK, A), metric.noise)
        rows = row_space(metric.Y, rtol, xp)
        # Twice: where w is large and y is not, the first time leaves rounding of w in y.
        held = rows.coordinates(metric.b, xp)
        mu = held - rows.Z.T @ w
        y = w + rows.Z @ mu
        step = held - rows.Z.T @ y
        y, mu = y + rows.Z @ step, mu + step
        x = arrays.solve_lower(metric.L, y, xp, transpose=True)
        # Z has rounding of size one in all its entries, A in proportion to each: what is left of
        # the rows is seen by A, also where a mass is far from the others.
        rest = rows.Z @ rows.coordinates((b - A @ x) / metric.lengths[:, None], xp)
        x = x + arrays.solve_lower(metric.L, rest, xp, transpose=True)
        return Found(
            x=x,
            lam=rows.multipliers(mu, xp) / metric.lengths[:, None],
            lengths=metric.lengths,
            units=metric.units,
            free=xp.zeros_like(A, shape=A.shape[1]),
            rank=rows.keep.sum(),
            status=metric.status,
            taken=taken,
        )
