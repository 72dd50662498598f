"""A singular M: a mass put in its place that has the same answers.

With the rows A_g x = b_g of any constraints g, in units in which M and A are of one size,

    M + A_gᵀ A_g,    F + A_gᵀ b_g        in the place of        M,    F

give the same x and the same force. With all rows the sum is positive definite if and only if
[M | Aᵀ] has rank n, that is, if x is unique. Few rows leave it sparse: first those are tried that
touch only one part of M that lacks mass, as the length of a quaternion does; then those that touch
any; then all.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import scipy

from zwang.base.arrays import SparseMatrix
from zwang.base.status import Status, gravest
from zwang.solvers import rank as rules
from zwang.solvers.singular import FAINT, LACKING, NOTHING, ROUNDS
from zwang.solvers.sparse import kernel, metric
from zwang.solvers.sparse.symbolic import Plan, planned

WEAK = 1e-6  # a pivot of M, as a part of its diagonal entry, that had better be helped
REFINEMENTS = 3  # solves with what is left, the first with all
LARGEST = 100  # coordinates of a part of M that is looked at as a whole
DIRECTIONS = 200  # without mass and constraint that are looked at for a force along them


class Auxiliary(NamedTuple):
    """The answer with a mass put in the place of M."""

    x: np.ndarray  # (n, k), lam : (m, k)
    lam: np.ndarray
    rows: metric.Rows  # the constraints in the metric of that mass
    units: np.ndarray  # (n,), lengths : (m,) in which M and A are of one size
    lengths: np.ndarray
    free: np.ndarray  # (n,) a direction with neither mass nor constraint; zero if there is none
    status: int  # of M and of that direction


def solve_auxiliary(M, A, F, b, cut: float, consistency: float) -> Auxiliary:
    """M x − Aᵀ lam = F, A x = b for M ≥ 0. Shapes: M (n, n), F (n, k)."""
    M = scipy.sparse.csr_array(scipy.sparse.tril(M))
    M = M + scipy.sparse.tril(M, -1).T
    d, lengths, M_, A_ = _in_like_units(M, A)
    F_, b_ = d[:, None] * F, b / lengths[:, None]
    gap = min(cut, rules.tolerance(None, rules.RANK, F))

    weak, semidefinite = _weak_parts(M_, A_, gap)
    semidefinite &= bool((M.diagonal() >= 0).all())
    for chosen, last in _helping(weak, A_):
        A_g = scipy.sparse.csr_array(A_[chosen])
        mass = _canonical(M_ + A_g.T @ A_g)
        plan = planned(mass, A_)
        with plan.lock:
            voids, weakest = _factored(plan, mass, gap)
            if not last and (voids or weakest < WEAK):
                continue
            free, unanswered = _unanswered(plan, voids, F_[:, 0], consistency)
            rtol = max(cut, plan.memory.noise if not voids else 0.0)
            constraints = metric.Rows(plan, A_, rtol, own_lengths=False)
            x, lam = _refined(constraints, M_, A_, A_g, F_, b_, chosen)
        break
    status = Status.OK if semidefinite else Status.MASS_NOT_SEMIDEFINITE
    status = gravest(status, unanswered, xp=np)
    x, lam = d[:, None] * x, lam / lengths[:, None]
    return Auxiliary(x, lam, constraints, d, lengths, d * free, status)


def helped_by(M, A, cut: float) -> tuple[np.ndarray, np.ndarray]:
    """The rows that help a singular M, and the weights w (g,) of M + Σ w aᵀa; none if none do.

    Shapes: M (n, n).
    """
    _, lengths, M_, A_ = _in_like_units(M, A)
    gap = min(cut, rules.tolerance(None, rules.RANK, lengths))
    nothing = scipy.sparse.csr_array((0, M.shape[0]))
    for chosen, last in _helping(_weak_parts(M_, A_, gap)[0], A_):
        A_g = scipy.sparse.csr_array(A_[chosen])
        mass = _canonical(M_ + A_g.T @ A_g)
        plan = planned(mass, nothing)
        with plan.lock:
            voids, weakest = _factored(plan, mass, gap)
        if not voids and (last or weakest >= WEAK):
            return chosen, 1.0 / lengths[chosen] ** 2
    return np.zeros(0, int), np.zeros(0)


def _in_like_units(M, A) -> tuple[np.ndarray, np.ndarray, SparseMatrix, SparseMatrix]:
    """Units (n,), lengths (m,), and M and A in these."""
    d, lengths = like_units(M, A)
    D, rows = scipy.sparse.diags_array(d), scipy.sparse.diags_array(1.0 / lengths)
    return d, lengths, scipy.sparse.csr_array(D @ M @ D), scipy.sparse.csr_array(rows @ A @ D)


def _factored(plan: Plan, mass: SparseMatrix, gap: float) -> tuple[int, float]:
    """How many pivots are void, and the least of the others as a part of its diagonal entry."""
    voids = metric.factor(plan, mass.data, gap * float(mass.diagonal().max(initial=0.0)))
    return voids, float(plan.held["least"].min(initial=1.0))


def _refined(rows: metric.Rows, M, A, A_g, F, b, chosen) -> tuple[np.ndarray, np.ndarray]:
    """x and lam; what they leave of M x − Aᵀ lam = F, with M itself, is solved for again.

    The mass put in the place of M is worse conditioned than M is where it has mass, and large
    forces on coordinates without mass leave their rounding.
    """
    x, lam = np.zeros_like(F), np.zeros_like(b)
    for _ in range(REFINEMENTS):
        f, g = F - M @ x + A.T @ lam, b - A @ x
        more_x, more_lam = rows.answer(f + A_g.T @ g[chosen], g)
        x, lam = x + more_x, lam + more_lam
    return x, lam


def like_units(M, A) -> tuple[np.ndarray, np.ndarray]:
    """As ``solvers.singular.equilibrate``, for sparse matrices."""
    given, M, A = M, abs(M).tocoo(), abs(A).tocoo()

    def largest(values: np.ndarray, places: np.ndarray, count: int) -> np.ndarray:
        found = np.zeros(count)
        np.maximum.at(found, places, values)
        return found

    def nonzero(x: np.ndarray) -> np.ndarray:
        return np.where(x > 0, x, 1.0)

    (m, n), masses = A.shape, M.diagonal()
    some = masses > NOTHING * masses.max()
    d = 1.0 / np.sqrt(nonzero(np.where(some, masses, 0.0)))
    if len(A.data) and n > 1:
        d = np.where(some & _lacking(given, d), d * _held_by_rows(A, d), d)
    for _ in range(ROUNDS):
        columns = largest(d[M.row] * M.data * d[M.col], M.col, n)
        scaled = A.data * d[A.col]
        scaled = scaled / nonzero(largest(scaled, A.row, m))[A.row]
        columns = np.maximum(columns, largest(scaled, A.col, n))
        d = d / np.sqrt(nonzero(columns))
    scaled = A.data * d[A.col]
    unit = nonzero(largest(scaled, A.row, m))
    squares = np.bincount(A.row, (scaled / unit[A.row]) ** 2, minlength=m)
    return d, unit * np.sqrt(nonzero(squares))


def _lacking(M, d: np.ndarray) -> np.ndarray:
    """Which coordinates (n,) have a part in a direction without mass: part by part of M.

    Parts of more than LARGEST coordinates are thought to have none.
    """
    found = np.zeros(len(d), bool)
    count, part = scipy.sparse.csgraph.connected_components(M, directed=False)
    sizes = np.bincount(part, minlength=count)
    order = np.argsort(part, kind="stable")
    place = np.empty(len(d), int)  # of each coordinate in its part
    place[order] = np.arange(len(d)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    M = M.tocoo()
    for size in np.unique(sizes[(sizes > 1) & (sizes <= LARGEST)]):
        number = np.cumsum(sizes == size) - 1
        own, here = sizes[part[M.row]] == size, np.flatnonzero(sizes[part] == size)
        blocks = np.zeros((int((sizes == size).sum()), size, size))
        at = number[part[M.row[own]]], place[M.row[own]], place[M.col[own]]
        blocks[at] = M.data[own] * d[M.row[own]] * d[M.col[own]]
        without = FAINT * np.linalg.inv(blocks + FAINT * np.eye(size))
        found[here] = without[number[part[here]], place[here], place[here]] > LACKING
    return found


def _held_by_rows(A, d: np.ndarray) -> np.ndarray:
    """As ``solvers.singular._held_by_rows``, of a matrix of absolute values by its entries."""
    scaled = A.data * d[A.col]
    order = np.lexsort((scaled, A.row))
    row, scaled, column = A.row[order], scaled[order], A.col[order]
    last = np.flatnonzero(np.append(row[1:] != row[:-1], True))  # the largest entry of each row
    last = last[(last > 0) & (row[last - 1] == row[last])]
    first, second = scaled[last], scaled[last - 1]
    told, part = second > 0, np.ones(len(d))
    np.minimum.at(part, column[last][told], second[told] / first[told])
    return np.sqrt(part)


def _weak_parts(M, A, gap: float) -> tuple[np.ndarray, bool]:
    """The number of the part of M for each coordinate (n,), −1 where it has mass; and if M ≥ 0.

    M ≥ 0 if and only if M plus a little has a Cholesky factor.
    """
    n = M.shape[0]
    M = _canonical(M + gap * scipy.sparse.eye_array(n))
    count, part = scipy.sparse.csgraph.connected_components(M, directed=False)
    plan = planned(M, scipy.sparse.csr_array((0, n)))
    with plan.lock:
        semidefinite = metric.factor(plan, M.data) == 0
        weak = np.zeros(count, bool)
        weak[part[plan.held["P"][plan.held["least"] < WEAK]]] = True
        weak[part[M.diagonal() <= 2 * gap]] = True
    return np.where(weak[part], part, -1), semidefinite


def _helping(weak: np.ndarray, A: SparseMatrix) -> Iterator[tuple[np.ndarray, bool]]:
    """Rows that may help the weak parts, few first; and whether these are the last to try."""
    rows = np.repeat(np.arange(A.shape[0]), np.diff(A.indptr))
    parts = weak[A.indices]
    touches, within = np.zeros(A.shape[0], bool), np.ones(A.shape[0], bool)
    touches[rows[parts >= 0]] = True
    first = np.full(A.shape[0], -2)
    first[rows[::-1]] = parts[::-1]
    within[rows[(parts != first[rows]) | (parts < 0)]] = False
    yield np.flatnonzero(within & touches), False
    yield np.flatnonzero(touches), False
    yield np.arange(A.shape[0]), True


def _unanswered(plan: Plan, voids: int, F: np.ndarray, consistency: float):
    """A direction along which nothing answers a force, or zero; and the status that follows."""
    free = np.zeros(plan.n)
    if not voids:
        return free, Status.OK
    pushed, rounding = False, rules.rounding(plan.n, F.dtype) * np.abs(F).max()
    for k in np.flatnonzero(plan.held["is_void"])[:DIRECTIONS][::-1]:
        kernel.library().zw_sparse_free(plan.at, int(k), kernel.place(free))
        pushed |= abs(free @ F) > consistency * (np.abs(free) @ np.abs(F)) + rounding
    return free / np.abs(free).max(), Status.NO_SOLUTION if pushed else Status.NOT_UNIQUE


def _canonical(M) -> SparseMatrix:
    M = scipy.sparse.csr_array(M)
    M.sum_duplicates()
    return M
