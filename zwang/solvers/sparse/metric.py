"""Rank and answer in the metric of a definite M, from factors with a fixed pattern."""

from __future__ import annotations

import ctypes

import numpy as np

from zwang.base.arrays import SparseMatrix
from zwang.solvers.sparse import kernel
from zwang.solvers.sparse.symbolic import Plan

DEFLATIONS = 30  # columns that are found dependent although the diagonal of R did not show it
INVERSE_ROUNDS = 2  # of inverse iteration; a singular value beyond the cut stands out after one
# Redundant rows up to which an orthonormal basis is made of the ways in which they are; beyond, by
# conjugate gradients, in so many rounds, to what must not be left.
FEW, ENTRIES, LEAST_ROUNDS, LEFT = 300, 2_000_000, 400, 1e-12


def factor(plan: Plan, M: np.ndarray, gap: float = 0.0) -> int:
    """M = L Lᵀ; pivots of at most ``gap`` are void, and their number is returned.

    Parameters
    ----------
    plan : whose lock is held
    M : the entries of M, as in the pattern of the plan
    gap : see ``zw_mass``
    """
    return kernel.library().zw_mass(plan.at, kernel.place(M), gap)


class Ties:
    """The combinations of rows that give zero, T N, where there are redundant ones.

    Attributes
    ----------
    basis : (m, m − rank)   orthonormal, where there are few; else None, and they are told by C
    sure : whether all went well so far
    """

    def __init__(self, plan: Plan, weights: np.ndarray):
        self.plan, self.weights, self.sure, self.basis = plan, weights, True, None
        dead = np.flatnonzero(plan.held["dead"])
        if len(dead) <= FEW and len(dead) * plan.m <= ENTRIES:
            N = np.zeros((len(dead), plan.m))
            for combination, k in zip(N, dead, strict=True):
                combination[k] = 1.0
                kernel.library().zw_combine(plan.at, kernel.place(combination))
                combination[k] = -1.0
            self.basis = np.linalg.qr((N * weights).T)[0]

    def taken_out(self, v: np.ndarray) -> np.ndarray:
        """``v`` (m,) without its part in them; of multipliers the least, of b what can be met."""
        if self.basis is not None:
            for _ in range(2):
                v = v - self.basis @ (self.basis.T @ v)
            return v
        v, place = v.copy(), kernel.place
        given = self.plan.at, place(self.weights), place(v), LEAST_ROUNDS
        self.sure &= kernel.library().zw_project(*given) <= LEFT
        return v


class Rows:
    """The constraints in the metric, after ``factor``; whoever makes and uses it holds the lock.

    Attributes
    ----------
    lengths : (m,)      of the rows in the metric
    rank : of A
    sure : whether rank and least multipliers are
    correction : the last one of an answer, as a part of it, the largest so far
    """

    def __init__(self, plan: Plan, A: SparseMatrix, cut: float, own_lengths: bool = True):
        """Bring A (m, n) into the metric, and decide its rank.

        Parameters
        ----------
        plan, A : of the pattern of A
        cut : the rank rule's tolerance
        own_lengths : whether "least" counts rows in their lengths in the metric, or as they are
        """
        self.plan, self.A, self.correction = plan, A, 0.0
        self.lengths = np.empty(plan.m)
        kernel.library().zw_rows(plan.at, kernel.place(A.data), kernel.place(self.lengths))
        self.rank, self._rank_is_sure = _rank(plan, cut)
        self._ordered = self.lengths[plan.held["S"]]
        # What a row counts, over its length in the metric: T of ``zw_project``.
        self._weights = np.ones(plan.m) if own_lengths else 1.0 / self._ordered
        self._ties = Ties(plan, self._weights) if self.rank < plan.m else None

    @property
    def sure(self) -> bool:
        return self._rank_is_sure and (self._ties is None or self._ties.sure)

    def answer(self, F: np.ndarray, b: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """x (n, k) and lam (m, k) of M x − Aᵀ lam = F, A x = b.

        Parameters
        ----------
        F : (n, k), b : (m, k)
        """
        columns = [self._column(F[:, k].copy(), b[:, k]) for k in range(F.shape[1])]
        x, lam = (np.stack(found, axis=1) for found in zip(*columns, strict=True))
        return x, lam

    def _column(self, F: np.ndarray, b: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        plan, place, S = self.plan, kernel.place, self.plan.held["S"]
        weights, ties = self._weights, self._ties
        wanted = b[S] / (self._ordered * weights)
        wanted = weights * (ties.taken_out(wanted) if ties else wanted)
        x, ordered = np.empty(plan.n), np.empty(plan.m)
        change = kernel.library().zw_answer(
            plan.at, place(self.A.data), place(F), place(wanted), place(x), place(ordered)
        )
        self.correction = max(self.correction, change)
        ordered = weights * ordered
        lam = np.empty(plan.m)
        lam[S] = (ties.taken_out(ordered) if ties else ordered) / (weights * self._ordered)
        return x, lam


def _rank(plan: Plan, cut: float) -> tuple[int, bool]:
    """The rank, and whether it is sure: no live column is within the cut of the others."""
    c, dead, worst = kernel.library(), plan.held["dead"], ctypes.c_int()
    dead[:] = 0
    rank = c.zw_orthogonal(plan.at, cut)
    for _ in range(DEFLATIONS):
        if c.zw_nearest(plan.at, INVERSE_ROUNDS, ctypes.addressof(worst)) > cut:
            return rank, True
        dead[worst.value] = 1
        rank = c.zw_orthogonal(plan.at, cut)
    return rank, False
