r"""Large stiffness on the directions that constraints leave free, by sparse factors.

    B y + Aᵀl = f,     A y = r

is solved with rows of length one; those that follow from others are let go by ε, and what that
leaves is made good by repeating: each time it shrinks by ε over the squares of the singular values.
Where these are smaller still, as of a chain of hundreds of links, ε may be made so too, for who has
to stay on all rows; not at first, for multipliers lose digits by it.
With B = M it gives the part of a motion that the constraints leave free. Of f + a few random ones
these parts span all such directions, if there are f of them, and no more.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
import scipy

LET_GO, REPEATED = (1e-9,), 6  # ε; and how often what it leaves is made good at most
HARDLY = (1e-9, 1e-11, 1e-13)  # the same where rows that all but follow from others still hold
MADE_GOOD = 1e-12  # of y: what repeating no longer changes
MORE = 4  # random motions beside as many as are free
# Of the largest: directions that are there, those that are not, and what may be across the rows.
THERE, NOT_THERE = 1e-6, 1e-9


def bordered(
    B: Any, A: Any, f: np.ndarray, r: np.ndarray, let_go: Sequence[float] = LET_GO
) -> tuple[np.ndarray, np.ndarray] | None:
    """y (k, ...) with B y + Aᵀl = f and A y = r, and the least l (m, ...); None if there is none.

    Shapes: f, r (k, ...).
    """
    found = None
    for epsilon in let_go:
        solved = _let_go(B, A, f, r, epsilon)
        if solved is None:
            return found
        found, settled = solved
        if settled:
            break
    return found


def _let_go(B: Any, A: Any, f: Any, r: Any, let_go: float) -> tuple[tuple[Any, Any], bool] | None:
    """The same for one ε, and whether repeating came to its end; None without a factor."""
    factor = _factor(B, A, let_go)
    return None if factor is None else _repeated(factor, f, r, let_go)


def _factor(B: Any, A: Any, let_go: float) -> Any:
    m = A.shape[0]
    corner = scipy.sparse.dia_array((np.full((1, m), -let_go), [0]), shape=(m, m))
    whole = scipy.sparse.block_array([[B, A.T], [A, corner]], format="csc")
    try:
        return scipy.sparse.linalg.splu(whole)
    except RuntimeError:  # SuperLU's word for a pivot that is zero
        return None


def _repeated(factor: Any, f: Any, r: Any, let_go: float) -> tuple[tuple[Any, Any], bool] | None:
    k = len(f)
    y, l = np.zeros_like(f), np.zeros_like(r)
    for _ in range(REPEATED):
        found = factor.solve(np.concatenate([f, r - let_go * l]))
        before, y, l = y, found[:k], found[k:]
        if not np.isfinite(found).all():
            return None
        if np.linalg.norm(y - before) <= MADE_GOOD * np.linalg.norm(y):
            return (y, l), True
    return (y, l), False


def solver(B: Any, A: Any) -> Callable[[np.ndarray], np.ndarray] | None:
    """A function of f (k,) that gives y (k,) with B y + Aᵀl = f and A y = 0; None if there is
    none.
    """
    none = np.zeros(A.shape[0], B.dtype)
    some = np.random.default_rng(0).standard_normal(B.shape[0]).astype(B.dtype)
    for let_go in HARDLY:
        factor = _factor(B, A, let_go)
        solved = None if factor is None else _repeated(factor, some, none, let_go)
        if solved is None:
            return None
        if solved[1]:
            break

    def solve(f: np.ndarray) -> np.ndarray:
        found = _repeated(factor, f, none, let_go)
        return np.full_like(f, np.nan) if found is None else found[0][0]

    return solve


class Free(NamedTuple):
    """Small motions of a large system on its constraints."""

    N: np.ndarray  # (n, f) directions that the constraints leave free, M-orthonormal
    w: np.ndarray  # (m,) weights with which rows cancel each other, of length one; 0 if none do

    def of(self, K: Any) -> np.ndarray:
        """Nᵀ K N (f, f)."""
        return self.N.T @ (K @ self.N)


def free(M: Any, A: Any, rank: int) -> Free | None:
    """The directions that constraints leave free; None where they are not clearly told apart."""
    (m, n), random = A.shape, np.random.default_rng(0)
    count = n - rank
    some = random.standard_normal((n, min(n, count + MORE)))
    found = bordered(M, A, M @ some, np.zeros((m, some.shape[1])), HARDLY)
    if found is None or not count:
        return None
    Q, R, _ = scipy.linalg.qr(found[0], mode="economic", pivoting=True)
    sizes = np.append(np.abs(np.diag(R)), 0.0) / abs(R[0, 0])
    N = Q[:, :count]
    if sizes[count - 1] < THERE or sizes[count] > NOT_THERE or np.abs(A @ N).max() > NOT_THERE:
        return None
    metric = N.T @ (M @ N)
    N = scipy.linalg.solve_triangular(np.linalg.cholesky(metric), N.T, lower=True).T
    if rank == m:
        return Free(N, np.zeros(m))
    weights = random.standard_normal(m)
    solved = bordered(M, A, A.T @ weights, np.zeros(m))
    if solved is None:
        return None
    w = weights - solved[1]
    w = w / np.linalg.norm(w)
    return Free(N, w) if np.linalg.norm(A.T @ w) <= NOT_THERE else None
