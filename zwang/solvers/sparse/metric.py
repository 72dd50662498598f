"""Rank and answer in the metric of a definite M, from factors with a fixed pattern."""

from __future__ import annotations

import ctypes

import numpy as np
import scipy

from zwang.base.arrays import SparseMatrix
from zwang.solvers.sparse import kernel
from zwang.solvers.sparse.symbolic import Plan

DEFLATIONS = 30  # columns that are found dependent although the diagonal of R did not show it
INVERSE_ROUNDS = 2  # of inverse iteration; a singular value beyond the cut stands out after one
ENTRIES = 20_000  # of all combinations of rows that give zero, up to which they are kept dense
# √μ is BELOW of the smallest singular value σ, found in LEAST_ROUNDS of inverse iteration; but not
# less than LEAST_MU, in which rounding of YᵀY is a hundredth, and σ² is at least NEAREST of μ. So
# many DIGITS are left of what has singular values when it is parted from what has none; LEFT_IN: of
# the latter what the last round may have found.
BELOW, LEAST_ROUNDS, LEAST_MU, NEAREST, DIGITS, LEFT_IN = 1e-2, 8, 3e-14, 5.0, 13.0, 1e-12
NOTHING = 1e-14  # of the largest row of Y; a smaller one is rounding
DROPPED = 1e-15  # entries of such a combination of rows of length one that are rounding


def factor(plan: Plan, M: np.ndarray, gap: float = 0.0) -> int:
    """M = L Lᵀ; pivots of at most ``gap`` are void, and their number is returned."""
    return kernel.library().zw_sparse_mass(plan.at, kernel.place(M), gap)


def rank_of(plan: Plan, A: SparseMatrix, cut: float) -> tuple[int, bool]:
    """The rank of A (m, n) in the metric, after ``factor``; and whether it is sure."""
    _in_metric(plan, A)
    return _rank(plan, cut)


def _in_metric(plan: Plan, A: SparseMatrix) -> np.ndarray:
    """The lengths (m,) of the rows of A in the metric, to which they are brought."""
    lengths = np.empty(plan.m)
    kernel.library().zw_sparse_rows(plan.at, kernel.place(A.data), kernel.place(lengths))
    return lengths


class Rows:
    """The constraints in the metric, after ``factor``; whoever makes and uses it holds the lock."""

    def __init__(self, plan: Plan, A: SparseMatrix, cut: float, own_lengths: bool = True):
        """Bring A (m, n) into the metric, and decide its rank."""
        self.plan, self.A, self.correction = plan, A, 0.0
        self.lengths = _in_metric(plan, A)  # (m,) of the rows in the metric
        self.rank, self._rank_is_sure = _rank(plan, cut)
        self._ordered = self.lengths[plan.held["S"]]
        # What a row counts, over its length in the metric: T of ``zw_project``.
        self._weights = np.ones(plan.m) if own_lengths else 1.0 / self._ordered
        self._ties = None
        if self.rank < plan.m:
            self._ties = proximal(plan, cut) if own_lengths else None
            self._ties = self._ties or without_ties(plan, self._weights, self.rank, cut)

    @property
    def sure(self) -> bool:
        return self._rank_is_sure and (self._ties is None or self._ties.sure)

    def answer(self, F: np.ndarray, b: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """x (n, k) and lam (m, k) of M x − Aᵀ lam = F, A x = b. Shapes: F (n, k)."""
        columns = [self._column(F[:, k].copy(), b[:, k]) for k in range(F.shape[1])]
        x, lam = (np.stack(found, axis=1) for found in zip(*columns, strict=True))
        return x, lam

    def _column(self, F: np.ndarray, b: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        plan, place, S = self.plan, kernel.place, self.plan.held["S"]
        weights, ties = self._weights, self._ties
        wanted = b[S] / (self._ordered * weights)
        wanted = weights * (ties.taken_out(wanted) if ties else wanted)
        x, ordered = np.empty(plan.n), np.empty(plan.m)
        change = kernel.library().zw_sparse_answer(
            plan.at, place(self.A.data), place(F), place(wanted), place(x), place(ordered)
        )
        self.correction = max(self.correction, change)
        ordered = weights * ordered
        lam = np.empty(plan.m)
        lam[S] = (ties.taken_out(ordered) if ties else ordered) / (weights * self._ordered)
        return x, lam


class Proximal:
    """Redundant rows by factors of YᵀY + μ, from which none is left out; see ``proximal.h``.

    The singular values of the rows must be far above √μ, or nothing.
    """

    def __init__(self, plan: Plan, mu: float, powers: int):
        self._plan, self._mu, self._powers, self.sure = plan, mu, powers, True

    def taken_out(self, v: np.ndarray) -> np.ndarray:
        """``v`` (m,) without its part in combinations of rows that give zero."""
        v = v.copy()
        given = self._plan.at, self._mu, self._powers, self._plan.memory.rounds, kernel.place(v)
        self.sure &= kernel.library().zw_sparse_take_out(*given) <= LEFT_IN
        return v


def weight_for(sigma: float) -> tuple[float, int]:
    """μ for rows whose smallest singular value is σ, and the powers that part them from nothing."""
    mu = max((BELOW * sigma) ** 2, LEAST_MU)
    ratio = sigma**2 / mu
    return mu, int(np.ceil(DIGITS / np.log10(ratio))) if ratio > NEAREST else 0


def proximal(plan: Plan, cut: float) -> Proximal | None:
    """The factors of YᵀY + μ in the place of R, after ``_rank``; None if no μ will do."""
    c = kernel.library()
    mu, powers = weight_for(c.zw_sparse_least(plan.at, LEAST_ROUNDS))
    if not powers:
        return None
    if c.zw_sparse_proximal(plan.at, mu):
        return Proximal(plan, mu, powers)
    _rank(plan, cut)  # R as it was
    return None


def without_ties(plan: Plan, weights: np.ndarray, rank: int, cut: float) -> Span | Ties:
    """What takes out of vectors their part in combinations of rows that give zero.

    Shapes: weights (m,).
    """
    if (plan.m - rank) * plan.m > ENTRIES:
        found = Span(plan, weights, rank, cut)
        if found.sure:
            return found
    return Ties(plan, weights)


def span_of(plan: Plan, A: SparseMatrix, rank: int, cut: float) -> Span:
    """The range of A L⁻ᵀ with rows of length one, after ``factor``."""
    _in_metric(plan, A)
    return Span(plan, np.ones(plan.m), rank, cut)


class Span:
    """The vectors that have no part in combinations of rows that give zero: the range of T⁻¹Yᵀ.

    With T = diag(weights) these combinations are T N where Y N = 0, so they are the x with
    Y T⁻¹ x = 0. What a vector v has of them is the x nearest to it, the kernel's own problem with
    M = 1, A = Y T⁻¹ and b = 0, in which coordinates take the place of rows. Its factors are as
    sparse as those of Y, however long the combinations are.
    """

    def __init__(self, plan: Plan, weights: np.ndarray, rank: int, cut: float):
        held, shape = plan.held, (plan.n, plan.m)
        columns = scipy.sparse.csc_array((held["Yx"], held["Yi"], held["Yp"]), shape=shape)
        self._A = scipy.sparse.csr_array(columns)
        self._A.sort_indices()
        self._A.data = self._A.data / weights[self._A.indices]
        rows = np.repeat(np.arange(plan.n), np.diff(self._A.indptr))
        squares = np.bincount(rows, self._A.data**2, minlength=plan.n)
        # A coordinate that no row moves has rounding in its place, which is not to have length one.
        self._A.data[(squares <= (NOTHING**2 * squares.max(initial=0.0)))[rows]] = 0.0
        one = scipy.sparse.csr_array(scipy.sparse.eye_array(plan.m))
        if plan.span is None:
            plan.span = Plan(one, self._A)
        self._plan = plan.span
        factor(self._plan, one.data)
        found, sure = rank_of(self._plan, self._A, cut)
        self.sure = sure and found == rank  # whether this has the rank that Y has

    def taken_out(self, v: np.ndarray) -> np.ndarray:
        """``v`` (m,) without its part in them; of multipliers the least, of b what can be met."""
        place, v = kernel.place, np.ascontiguousarray(v)
        part, lam, zero = np.empty(self._plan.n), np.empty(self._plan.m), np.zeros(self._plan.m)
        given = map(place, (self._A.data, v, zero, part, lam))
        change = kernel.library().zw_sparse_answer(self._plan.at, *given)
        self.sure &= bool(change <= LEFT_IN)
        return v - part


class Ties:
    """The combinations of rows that give zero, where there are redundant ones.

    With Y_dead = Y_live W they are the columns of N = [W; −1], here T N, T = diag(weights). What is
    nearest to a vector and has nothing of them is again a problem of the kernel: the least change
    of it that Nᵀ T sends to zero. Where they are few, an orthonormal basis does it.
    """

    def __init__(self, plan: Plan, weights: np.ndarray):
        dead = np.flatnonzero(plan.held["dead"])
        self._rows, self._basis = None, np.zeros((plan.m, 0))
        if len(dead) * plan.m <= ENTRIES:
            N = np.zeros((len(dead), plan.m))
            for combination, k in zip(N, dead, strict=True):
                _combine(plan, int(k), combination)
            self._basis = np.linalg.qr((N * weights).T)[0]
            return
        N = scipy.sparse.csr_array(combinations(plan, dead) @ scipy.sparse.diags_array(weights))
        N.sort_indices()
        one = scipy.sparse.csr_array(scipy.sparse.eye_array(plan.m))
        # Not in the memory of patterns: these numbers live until the last vector.
        key = N.indptr.tobytes(), N.indices.tobytes()
        if plan.ties is None or plan.ties[0] != key:
            plan.ties = key, Plan(one, N)
        self._plan = plan.ties[1]
        factor(self._plan, one.data)
        self._rows = Rows(self._plan, N, plan.memory.rank_rule)

    @property
    def sure(self) -> bool:
        return self._rows is None or (self._rows.sure and self._rows.rank == self._plan.m)

    def taken_out(self, v: np.ndarray) -> np.ndarray:
        """``v`` (m,) without its part in them; of multipliers the least, of b what can be met."""
        if self._rows is not None:
            return self._rows.answer(v[:, None], np.zeros((self._plan.m, 1)))[0][:, 0]
        for _ in range(2):
            v = v - self._basis @ (self._basis.T @ v)
        return v


def _combine(plan: Plan, k: int, found: np.ndarray) -> None:
    """W's column for the dead column k, with −1 at k, into ``found`` (m,), which is zero."""
    found[k] = 1.0
    kernel.library().zw_sparse_combine(plan.at, kernel.place(found))
    found[k] = -1.0


def combinations(plan: Plan, dead: np.ndarray) -> SparseMatrix:
    """All of them as rows; found from R, or, for columns that R was made without, from Y."""
    places, values = np.empty(plan.m, np.intc), np.empty(plan.m)
    indices, data, counts = [], [], []
    for k in dead:
        if plan.deflated[k]:
            values[:] = 0.0
            _combine(plan, int(k), values)
            places = np.flatnonzero(np.abs(values) > DROPPED).astype(np.intc)
            indices.append(places.copy())
            data.append(values[places].copy())
            places = np.empty(plan.m, np.intc)
        else:
            given = DROPPED, kernel.place(places), kernel.place(values), plan.m
            count = kernel.library().zw_sparse_tie(plan.at, int(k), *given)
            indices.append(places[:count].copy())
            data.append(values[:count].copy())
        counts.append(len(data[-1]))
    start = np.concatenate([[0], np.cumsum(counts)])
    shape = len(dead), plan.m
    return scipy.sparse.csr_array(
        (np.concatenate(data), np.concatenate(indices), start), shape=shape
    )


def _rank(plan: Plan, cut: float) -> tuple[int, bool]:
    """The rank, and whether it is sure: no live column is within the cut of the others."""
    c, dead, worst = kernel.library(), plan.held["dead"], ctypes.c_int()
    plan.deflated = np.zeros_like(dead)
    dead[:] = 0
    rank = c.zw_sparse_orthogonal(plan.at, cut)
    for _ in range(DEFLATIONS):
        if c.zw_sparse_nearest(plan.at, INVERSE_ROUNDS, ctypes.addressof(worst)) > cut:
            return rank, True
        plan.deflated[worst.value] = 1
        dead[:] = plan.deflated
        rank = c.zw_sparse_orthogonal(plan.at, cut)
    return rank, False
