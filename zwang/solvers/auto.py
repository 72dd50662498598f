"""The default: fast when it may be, careful when it must be, and it says which."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

import jax
import jax.numpy as jnp
import numpy as np

from zwang.base import arrays
from zwang.base.arrays import Array
from zwang.base.status import Status
from zwang.solvers import rank as rules
from zwang.solvers.base import (
    NAMES,
    REASONS,
    AbstractSolver,
    Found,
    Metric,
    in_metric,
    relative_residual,
    require_tolerances,
    traced,
)
from zwang.solvers.cholesky import Cholesky
from zwang.solvers.orthogonal import Orthogonal
from zwang.solvers.singular import Singular
from zwang.solvers.sparse import Sparse
from zwang.solvers.sparse.choose import DENSE, reason_for_dense
from zwang.solvers.straight import straight_line

# n + m up to which one system is solved by straight-line code: calls of a library cost more
# than the arithmetic there.
SMALL = 6


@dataclass(frozen=True)
class Auto(AbstractSolver):
    """Cholesky if M > 0 and the rows of A are independent; orthogonal if M > 0; else singular.

    It tries them in this order and stops at the first that serves. Large systems most of whose
    entries are zero, on NumPy arrays or given as matrices of ``scipy.sparse``, go to ``Sparse``
    first, if its factors stay sparse.

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

    def find(self, M: Array, A: Array, F: Array, b: Array) -> Found:
        xp = arrays.namespace(M, A, F, b)
        return self._on_host(M, A, F, b) if xp is np else self._dense(M, A, F, b)

    def _on_host(self, M: Any, A: Any, F: Array, b: Array) -> Found:
        """By sparse factors, where they are worth it and reach the tolerance."""
        reason = reason_for_dense(M, A)
        if reason is None:
            found = Sparse(self.rank, self.consistency).find(M, A, F, b)
            if found.status != Status.INACCURATE or sum(A.shape) > DENSE:
                return found
            reason = REASONS.index("sparse factors did not reach the tolerance")
        found = self._dense(arrays.as_dense(M), arrays.as_dense(A), F, b)
        return found._replace(taken=found.taken + reason * len(NAMES))

    def _dense(self, M: Array, A: Array, F: Array, b: Array) -> Found:
        xp = arrays.namespace(M, A, F, b)
        m, n = A.shape
        if m > n:
            return self.careful(M, A, F, b)
        careful = lambda: self.careful(M, A, F, b)
        least, consistency = self.tolerances(A)
        if xp is jnp and n + m <= SMALL and F.shape[1] <= 2:
            found = straight_line(M, A, F, b, least, consistency)
            return _unless(found, careful, found.status == Status.OK, xp)
        metric = in_metric(M, A, F, b, xp)
        found = Cholesky(least).find(M, A, F, b, metric)
        careful = lambda: self.careful(M, A, F, b, metric)
        return _unless(found, careful, self._serves(A, F, b, found, xp, sharply=xp is np), xp)

    def careful(
        self, M: Array, A: Array, F: Array, b: Array, metric: Metric | None = None
    ) -> Found:
        """The rank-revealing way; by the auxiliary mass if M is singular, or nearly so."""
        xp = arrays.namespace(M, A, F, b)
        found = Orthogonal(self.rank).find(M, A, F, b, metric)
        singular = Singular(1.0, self.rank, self.consistency)
        decided = (found.status != Status.OK) & (found.status != Status.NEEDS_DEFINITE_MASS)
        serves = decided | self._serves(A, F, b, found, xp)
        return _unless(found, lambda: singular.find(M, A, F, b), serves, xp)

    def tolerances(self, x: Array) -> tuple[float, float]:
        """The smallest pivot that Cholesky may accept, and how far a row may stay unmet.

        A rank that is not known yet is one of ``Held``, and less than what Cholesky wants anyway.
        """
        least = rules.tolerance(None, rules.WELL_CONDITIONED, x)
        return (
            max(least, self.rank) if isinstance(self.rank, int | float) else least,
            rules.tolerance(self.consistency, rules.CONSISTENCY, x),
        )

    def _serves(
        self, A: Array, F: Array, b: Array, found: Found, xp: Any, sharply: bool = False
    ) -> Any:
        """Whether a solver took the system and met its rows, which pivots alone do not assure.

        On NumPy another try costs microseconds, so there it is ``sharply`` whether digits are lost.
        """
        if xp is np and found.status != Status.OK:
            return False
        power = rules.SHARP if sharply else rules.CONSISTENCY
        consistency = rules.tolerance(self.consistency, power, A)
        met = (relative_residual(A, F, b, found, xp) <= consistency).all()
        return (found.status == Status.OK) & met


def _unless(found: Found, otherwise: Callable[[], Found], good: Any, xp: Any) -> Found:
    """What was found if it is good, else something else; on JAX by ``cond``, on NumPy by ``if``."""
    if xp is np:
        return found if good else otherwise()
    found = traced(found)
    return jax.lax.cond(good, lambda: found, lambda: traced(otherwise()))
