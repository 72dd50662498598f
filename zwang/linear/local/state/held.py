r"""Mass that the constraints hold, for bodies whose own is tiny or none.

With the rows A q̈ = b of any constraints and any weights W ≥ 0,

    M̂ = M + AᵀW A,     F̂ = F + AᵀW b

have the same motion, the same multipliers, the same length along what the rows leave free, and
the same least x with A x = r, for what they add to its length is rᵀW r. But they are not as near to
singular: in the metric M, with J the inertia of a body of the mass m on an arm l, the rows of its
joint speak of little else than its turning, and differ by √(J / m l²) only; an acceleration loses
m l² / J of its digits. In the metric M̂ rows become orthogonal as W grows, and the motion is lost in
rounding if it grows too far. The mass that row i moves while the others hold,

    W_i = [(A M⁻¹Aᵀ)⁻¹]_ii,

is between: that of the arm's end, whatever J is. A row that alone holds a direction without mass,
as the length of a quaternion does, moves nothing by itself; with D the diagonal of M̂ so far it gets

    W_i ≥ 1 / (A D⁻¹Aᵀ)_ii,

what its coordinates have by the others. Both have the right unit for any unit of q or row.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from zwang.base.arrays import solve_lower
from zwang.consistency.assemble import metric_factor
from zwang.solvers import rank as rules
from zwang.solvers.base import mass_factor
from zwang.solvers.orthogonal import row_space
from zwang.system.elements import MANY

NEARLY = 1e-2  # singular values of rows of length one that ask for another metric
KEPT = 1e-8  # of the pivots of M̂: what must be left of the masses


def held(M: Any, F: Any, A: Any, b: Any, W: Any = None) -> tuple[Any, Any, np.ndarray]:
    """M̂ (n, n), F̂ (n,) and W (k,). Shapes: M, F (n, n), A, b (k, n)."""
    W = weights(M, A) if W is None else W
    return (M + A.T * W @ A, F + A.T @ (W * b), W) if W.any() else (M, F, W)


def weights(M: np.ndarray, A: np.ndarray) -> np.ndarray:
    """W (k,); zeros where M does as it is, or no weights make it better.

    Shapes: M (n, n), A (k, n).
    """
    none = np.zeros(len(A))
    if not A.size or not (np.isfinite(M).all() and np.isfinite(A).all()):
        return none
    Y, lengths = _rows(metric_factor(M, A), A)
    if gram_factor(Y, NEARLY) is not None:
        return none
    _, S, Vt = np.linalg.svd(Y, full_matrices=False)
    keep = S > rules.tolerance(None, rules.RANK, M)
    if not keep.any() or S[keep].min() > NEARLY:
        return none
    W = ((Vt[keep] / S[keep][:, None]) ** 2).sum(axis=0) / lengths**2
    D = np.diag(M) + (A**2).T @ W
    with np.errstate(all="ignore"):
        alone = (A**2) @ np.where(D > 0, 1.0 / D, np.inf)
        W = np.maximum(W, np.where(np.isfinite(alone) & (alone > 0), 1.0 / alone, 0.0))
        L, pivots, definite = mass_factor(M + A.T * W @ A, np)
    if not definite or pivots.min() < KEPT:
        return none
    after = np.linalg.svd(_rows(L, A)[0], compute_uv=False)[: int(keep.sum())]
    return W if after.min() > S[keep].min() else none


def gram_factor(Y: np.ndarray, least: float) -> np.ndarray | None:
    """Lower R with R Rᵀ = YᵀY, if all singular values of Y are larger than ``least``; or None.

    The factor of YᵀY − least² tells, in a small part of the time that singular values take.

    Shapes: Y (n, k).
    """
    if Y.shape[1] > len(Y):
        return None
    gram = Y.T @ Y
    try:
        np.linalg.cholesky(gram - least**2 * np.eye(len(gram)))
        return np.linalg.cholesky(gram)
    except np.linalg.LinAlgError:
        return None


def shortest(Y: np.ndarray, right: np.ndarray, rank: float) -> np.ndarray:
    """The shortest y (n, D) with Yᵀy = right (k, D), or next to it where rows contradict.

    Of few rows by singular values. Of many by the factor of YᵀY, corrected once, where they are far
    from depending on each other; else by an orthogonal decomposition.

    Shapes: Y (n, k), right (k, D).
    """
    if len(Y) < MANY:
        return np.linalg.lstsq(Y.T, right, rcond=rank)[0]
    R = gram_factor(Y, NEARLY)
    if R is None:
        space = row_space(Y, rank, np)
        return np.asarray(space.Z @ space.coordinates(right, np))
    of = lambda x: (
        Y @ np.asarray(solve_lower(R, np.asarray(solve_lower(R, x, np)), np, transpose=True))
    )
    y = of(right)
    return y + of(right - Y.T @ y)


def _rows(L: Any, A: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """L⁻¹Aᵀ (n, k) with columns of length one, and their lengths before."""
    Y = np.asarray(solve_lower(L, A.T, np))
    lengths = np.asarray(rules.lengths_of(Y, np))
    return Y / lengths, lengths
