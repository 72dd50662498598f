r"""What small motions of a large state of rest tell, without all of them.

With N, whose columns are M-orthonormal and span what the constraints leave free,

    ü + C̄ u̇ + K̄ u = 0,     C̄ = NᵀC N,  K̄ = NᵀK N,

has as many coordinates as there is freedom. K and C are those of the state itself, which is right
where forces are smooth there: either of such operations only as always are, or because forces and
their derivatives beside the state are what the derivatives in it say.
"""

from __future__ import annotations

import numpy as np

from zwang.linear.local.bordered import free
from zwang.linear.local.singular import VARIES
from zwang.linear.stability import Verdict, verdict_by_matrices
from zwang.rest.large import Here, Large, between, scaled

SURELY = 1e-2  # of what counts as a loss of rank: with random weights there is clearly none
# Beside the state: how far, in parts of q; directions; what forces and derivatives may differ by.
BESIDE, DIRECTIONS, ALIKE = 1e-7, 3, 1e-4


def verdict_of_large(large: Large, here: Here) -> Verdict | None:
    """Whether a large state of rest is stable; None where all of small motions have to tell.

    Parameters
    ----------
    large : the search that found it
    here : the state
    """
    if not (large.variation.analytic or _smooth(large, here)):
        return None
    M, A, K, D, largest = large.in_like_units(here, here.a)
    motions = free(M, A, here.rank)
    if motions is None:
        return None
    # Rows that cancel each other do so beside the state too, if no Aᵀw changes along N.
    x, n = large.state(here.q), len(here.q)
    w = motions.w / scaled(here.M, large.parts.sparse(*x)[2])[1]
    by, other = (large.parts.derivatives(*x, here.a, here.lam + y).balance for y in (0.0 * w, w))
    turns = motions.of(between(D, (other - by)[:, :n], D))
    if np.linalg.norm(turns) > SURELY * VARIES / here.length:
        return None
    C = motions.of(between(D, by[:, n : 2 * n], D))
    return verdict_by_matrices(C, motions.of(K) * largest, largest)


def _smooth(large: Large, here: Here) -> bool:
    """Whether forces beside the state are what the derivatives in it say, and these change little.

    A jump shows in the forces, a kink in the derivatives, which on one side are others. Along
    random directions all coordinates and rates change, so that none of them hides one.
    """
    random, n = np.random.default_rng(0), len(here.q)
    D = 1.0 / np.sqrt(here.M.diagonal())
    K, C, F = _forced(large, here, here.q, np.zeros(n))
    sizes = abs(between(D, K, D)).max(), abs(between(D, C, D)).max()
    # So fast that what damps changes by as much as what is stiff, and no faster.
    pace = min(np.sqrt(sizes[0]), sizes[0] / (sizes[1] or np.inf) or np.inf) or 1.0
    for _ in range(DIRECTIONS):
        y, z = BESIDE * here.length * random.choice([-1.0, 1.0], (2, n)) / np.sqrt(n)
        y, z = D * y, pace * D * z
        for side in (1.0, -1.0):
            K_, C_, F_ = _forced(large, here, here.q + side * y, side * z)
            both = abs(between(D, K_ - K, D)).max(), abs(between(D, C_ - C, D)).max()
            off = D * (F_ - F + side * (K @ y + C @ z))
            felt = abs(D * (K @ y)).max() + abs(D * (C @ z)).max()
            alike = both[0] <= ALIKE * sizes[0] and both[1] <= ALIKE * max(sizes[1], pace)
            rounding = 1e-13 * abs(D * F).max()
            if not (alike and np.abs(off).max() <= ALIKE * felt + rounding):
                return False
    return True


def _forced(large: Large, here: Here, q: np.ndarray, qd: np.ndarray) -> tuple:
    """K and C (n, n), sparse, and the force (n,) of all but inertia, at the multipliers here."""
    x, n = large.variation.state(q, qd, large.t), len(q)
    _, F, A, _, _ = large.parts.sparse(*x)
    by = large.parts.derivatives(*x, here.a, here.lam).balance
    return by[:, :n], by[:, n : 2 * n], F + A.T @ here.lam
