"""Factors with a fixed pattern: for large systems most of whose entries are zero."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import jax
import numpy as np
import scipy

from zwang.base.arrays import SparseMatrix, as_floats
from zwang.base.status import Status, gravest
from zwang.solvers import rank as rules
from zwang.solvers.base import (
    NAMES,
    AbstractSolver,
    Found,
    refuse,
    relative_residual,
    require_tolerances,
)
from zwang.solvers.sparse import metric
from zwang.solvers.sparse.auxiliary import solve_auxiliary
from zwang.solvers.sparse.symbolic import planned


@dataclass(frozen=True)
class Sparse(AbstractSolver):
    """Solve by M = L Lᵀ and Y = L⁻¹Aᵀ = Z R, all of them sparse; any M ≥ 0, any constraints.

    M and A are matrices of ``scipy.sparse``, or NumPy arrays with many zeros. The order of
    elimination is found once for a pattern and remembered. R comes from rotations, so that the
    rank is decided as by ``Orthogonal``, without squaring the condition; of columns that seem
    independent the nearest to the others is looked for. A singular M gets the mass of few rows.
    What is not reached to the tolerance has the status ``INACCURATE``.

    Parameters
    ----------
    rank : tolerance of the rank rule; by default eps^0.7, 1e-11
    consistency : how far a row may stay from being met; by default eps^0.64, 1e-10
    """

    rank: float | None = None
    consistency: float | None = None
    takes_sparse: ClassVar[bool] = True

    def __post_init__(self):
        require_tolerances(rank=self.rank, consistency=self.consistency)

    def find(self, M: Any, A: Any, F: Any, b: Any) -> Found:
        if any(isinstance(x, jax.Array) for x in (M, A, F, b)):
            raise TypeError(
                "`solver` is zw.Sparse(), which takes NumPy arrays and matrices of scipy.sparse; "
                "for arrays of JAX, and inside a motion, use zw.Auto(), the default."
            )
        M, A = canonical(M), canonical(A)
        taken, valid = NAMES.index("sparse"), sparse_status(M, A, F, b)
        if valid != Status.OK:
            return refuse(A, F, valid, taken)
        found = self._definite(M, A, F, b)
        return self._singular(M, A, F, b) if found is None else found

    def _definite(self, M, A, F, b) -> Found | None:
        """The answer in the metric M; None if M is not definite, or the answer not good enough."""
        plan = planned(M, A)
        with plan.lock:
            metric.factor(plan, M.data)
            if not plan.memory.definite:
                return None
            cut = max(rules.tolerance(self.rank, rules.RANK, F), plan.memory.noise)
            rows = metric.Rows(plan, A, cut)
            x, lam = rows.answer(F, b)
        found = Found(
            x=x,
            lam=lam,
            lengths=rows.lengths,
            units=1.0 / np.sqrt(M.diagonal()),
            free=np.zeros(plan.n),
            rank=rows.rank,
            status=self._reached(rows),
            taken=NAMES.index("sparse"),
        )
        allowed = rules.tolerance(self.consistency, rules.CONSISTENCY, F)
        met = (relative_residual(A, F, b, found, np) <= allowed).all()
        return found if met and found.status == Status.OK else None

    def _singular(self, M, A, F, b) -> Found:
        """The answer with another mass in the place of M."""
        consistency = rules.tolerance(self.consistency, rules.CONSISTENCY, F)
        cut = rules.tolerance(self.rank, rules.RANK, F)
        aux = solve_auxiliary(M, A, F, b, cut, consistency)
        status = gravest(aux.status, self._reached(aux.rows), xp=np)
        return Found(
            x=aux.x,
            lam=aux.lam,
            lengths=aux.lengths,
            units=aux.units,
            free=aux.free,
            rank=aux.rows.rank,
            status=status,
            taken=NAMES.index("sparse"),
        )

    def _reached(self, rows: metric.Rows) -> Status:
        allowed = rules.tolerance(self.consistency, rules.CONSISTENCY, rows.lengths)
        good = rows.sure and rows.correction <= allowed
        return Status.OK if good else Status.INACCURATE


def canonical(x: Any) -> SparseMatrix:
    """A matrix by rows, its places ascending and none twice."""
    return as_floats("matrix", scipy.sparse.csr_array(x), np)


def sparse_status(M, A, F, b) -> Status:
    """As ``base.input_status``."""
    if not np.isfinite(M.data.sum() + A.data.sum() + F.sum() + b.sum()):
        return Status.NON_FINITE
    diagonal = np.abs(M.diagonal())
    apart = (M - M.T).tocoo()
    allowed = rules.tolerance(None, rules.CONSISTENCY, F) ** 2
    square = apart.data**2
    asymmetric = square > allowed * diagonal[apart.row] * diagonal[apart.col]
    return Status.MASS_NOT_SEMIDEFINITE if asymmetric.any() else Status.OK
