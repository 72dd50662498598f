"""Whether sparse factors are worth it, by size and fill; and the reason, as a number."""

from __future__ import annotations

from typing import Any

import numpy as np

from zwang.base.arrays import is_sparse
from zwang.files import build
from zwang.solvers.base import REASONS
from zwang.solvers.sparse.sparse import canonical
from zwang.solvers.sparse.symbolic import TooFull, planned

# Measured on chains, trees and nets. SMALL: n + m up to which one dense solve is faster. SLOWER:
# what an operation on places costs more than one of a dense factor. FEW: the part of entries of
# NumPy arrays that may differ from zero if it is worth while to look for a pattern, from LARGE on.
# DENSE: n + m beyond which dense factors are not tried.
SMALL, SLOWER, FEW, LARGE, DENSE = 150, 3.0, 0.1, 300, 5000


def reason_for_dense(M: Any, A: Any) -> int | None:
    """Why M and A go the dense way, as a place in ``REASONS``; None if they do not.

    Shapes: M (n, n).
    """
    (m, n), told = A.shape, REASONS.index
    given = is_sparse(M) or is_sparse(A)
    if not given and not _looks_sparse(M, A):
        return told("")
    if n + m <= SMALL:
        return told("M and A are small")
    try:
        operations = planned(canonical(M), canonical(A)).operations
    except build.NoLibrary:
        if n + m > DENSE:
            raise
        return told("there is no C compiler for sparse factors")
    except TooFull:
        if n + m > DENSE:
            raise
        return told("sparse factors would fill up")
    dense = n**3 / 3 + n * n * m + n * m * m + m**3 / 3
    if SLOWER * operations > dense and n + m <= DENSE:
        return told("sparse factors would fill up")
    return None


def _looks_sparse(M: np.ndarray, A: np.ndarray) -> bool:
    m, n = A.shape
    if n + m < LARGE:
        return False
    return bool(np.count_nonzero(M) + np.count_nonzero(A) <= FEW * (M.size + A.size))
