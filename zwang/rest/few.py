r"""What small motions of a large state of rest tell, without all of them.

With N, whose columns are M-orthonormal and span what the constraints leave free,

    ü + C̄ u̇ + K̄ u = 0,     C̄ = NᵀC N,  K̄ = NᵀK N,

has as many coordinates as there is freedom. K and C are those of the state itself, which is right
where forces are smooth there: either of such operations only as always are, or because forces and
their derivatives beside the state are what the derivatives in it say.

Of the modes those nearest to a number σ are found without N, by Arnoldi's method on

    (K + σC + σ²M) x + Aᵀl = −M v₀ − (C + σM) x₀,     A x = 0,     v = x₀ + σx,

which takes a mode (x₀, λx₀) to 1/(λ − σ) of itself, with one sparse factor.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import scipy

from zwang.base.status import Status
from zwang.linear.linear import Linear
from zwang.linear.local.bordered import free, solver
from zwang.linear.local.singular import VARIES
from zwang.linear.stability import Verdict, verdict_by_matrices
from zwang.rest.large import Here, Large, between, scaled

SURELY = 1e-2  # of what counts as a loss of rank: with random weights there is clearly none
# Beside the state: how far, in parts of q; directions; what forces and derivatives may differ by.
BESIDE, DIRECTIONS, ALIKE = 1e-7, 3, 1e-4


SHIFT = 1e-6  # in the place of 0, in parts of the fastest motion: where K may be singular
MET = 1e-6  # what remains of a mode's equation, in parts of what cancels in it


class Few(NamedTuple):
    """Some modes of a state of rest.

    Attributes
    ----------
    eigenvalues : (k,)      λ, complex, those nearest to what was asked for first
    motions : (k, n)        δq of each in all coordinates, of length one in the metric
    off : (k,)              what remains of each one's equation, in parts of what cancels in it
    status : OK, or INACCURATE where fewer are known than were asked for
    detail : how many, in words
    """

    eigenvalues: np.ndarray
    motions: np.ndarray
    off: np.ndarray
    status: Status
    detail: str


def few_of_large(large: Large, here: Here, count: int, near: complex) -> Few:
    """The modes of a large state of rest nearest to a number."""
    M, A, K, D, largest = large.in_like_units(here, here.a)
    n, unit = len(D), float(np.sqrt(largest))
    by = large.parts.derivatives(*large.state(here.q), here.a, here.lam).balance
    C = between(D, by[:, n : 2 * n], D) / unit
    sigma: Any = near / unit or SHIFT
    sigma = sigma if np.imag(sigma) else float(np.real(sigma))
    solve = solver((K + sigma * C + sigma**2 * M).tocsc(), A)
    most = min(count, 2 * (n - here.rank), 2 * n - 2)  # Arnoldi's method finds no more
    if solve is None or most < count:
        return _told(np.zeros(0), np.zeros((0, n)), np.zeros(0), count)

    def inverse(z: np.ndarray) -> np.ndarray:
        x0, v0 = z[:n], z[n:]
        x = solve(-(M @ v0) - (C @ x0) - sigma * (M @ x0))
        return np.append(x, x0 + sigma * x)

    kind = np.dtype(complex if np.imag(sigma) else float)
    start = inverse(inverse(np.random.default_rng(0).standard_normal(2 * n).astype(kind)))
    operator = scipy.sparse.linalg.LinearOperator((2 * n, 2 * n), inverse, dtype=kind)
    try:
        theta, z = scipy.sparse.linalg.eigs(operator, count, v0=start)
    except scipy.sparse.linalg.ArpackNoConvergence as error:
        theta, z = error.eigenvalues, error.eigenvectors
    values, x = sigma + 1.0 / theta, z[:n]
    x = x / np.sqrt(np.einsum("ij,ij->j", x.conj(), M @ x).real)
    off = _left(M, C, K, A, values, x)
    known = np.flatnonzero(off <= MET)
    order = known[_nearest(values[known], near / unit)]
    return _told(values[order] * unit, (D[:, None] * x[:, order]).T, off[order], count)


def few_of_small(linear: Linear, count: int, near: complex) -> Few:
    """The same of all modes of a state."""
    values, places, found = linear.eigenvalues, list(linear.kept), linear.reduced
    order = _nearest(values, near)[:count]
    motions = linear.right[:, order].T @ found.E.q[places]
    sizes = np.linalg.norm(motions @ found.metric.L, axis=1)
    motions = motions / np.where(sizes > 0, sizes, 1.0)[:, None]
    return _told(values[order], motions, np.zeros(len(order)), count)


def _left(M: Any, C: Any, K: Any, A: Any, values: np.ndarray, x: np.ndarray) -> np.ndarray:
    """What remains of λ²M x + λC x + K x that no row takes, in parts of what cancels in it."""
    project = solver(M.tocsc(), A)
    if project is None:
        return np.full(len(values), np.inf)
    parts = np.stack([values**2 * (M @ x), values * (C @ x), K @ x])
    whole = parts.sum(axis=0)
    sizes = np.linalg.norm(parts, axis=1).max(axis=0)
    left = [project(y.real) + 1j * project(y.imag) for y in whole.T]
    return np.array([np.linalg.norm(y) for y in left]) / np.where(sizes > 0, sizes, 1.0)


def _nearest(values: Any, near: complex) -> np.ndarray:
    """Their order by the distance; of a pair that with the positive imaginary part first."""
    away = np.abs(values - near)
    return np.lexsort([-values.imag, np.round(away / (away.max(initial=0.0) or 1.0), 9)])


def _told(values: Any, motions: Any, off: Any, count: int) -> Few:
    if len(values) >= count:
        return Few(values[:count], motions[:count], off[:count], Status.OK, "")
    told = f"{len(values)} of {count} modes are known."
    return Few(values, motions, off, Status.INACCURATE, told)


def verdict_of_large(large: Large, here: Here) -> Verdict | None:
    """Whether a large state of rest is stable; None where all of small motions have to tell."""
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
