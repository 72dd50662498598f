"""Rank and answer in the metric of a definite M, from factors with a fixed pattern."""

from __future__ import annotations

import ctypes
from typing import NamedTuple

import numpy as np
from scipy import sparse

from zwang.solvers.sparse import kernel
from zwang.solvers.sparse.symbolic import Plan

DEFLATIONS = 30  # columns that are found dependent although the diagonal of R did not show it
INVERSE_ROUNDS = 2  # of inverse iteration; a singular value beyond the cut stands out after one
LEAST_ROUNDS = 400  # of conjugate gradients, which end far earlier where W is not large


class Constrained(NamedTuple):
    """The answer to M x − Aᵀ lam = F, A x = b.

    Attributes
    ----------
    x : (n, k)
    lam : (m, k)
    lengths : (m,)      of the rows in the metric
    rank : of A
    correction : the last one, as a part of the answer: what is not sure of it
    sure : whether rank and least multipliers are
    """

    x: np.ndarray
    lam: np.ndarray
    lengths: np.ndarray
    rank: int
    correction: float
    sure: bool


def factor(plan: Plan, M: np.ndarray, gap: float = 0.0) -> int:
    """M = L Lᵀ; pivots of at most ``gap`` are void, and their number is returned.

    Parameters
    ----------
    plan : whose lock is held
    M : the entries of M, as in the pattern of the plan
    gap : see ``zw_mass``
    """
    return kernel.library().zw_mass(plan.at, kernel.place(M), gap)


def constrained(
    plan: Plan,
    A: sparse.csr_array,
    F: np.ndarray,
    b: np.ndarray,
    cut: float,
    own_lengths: bool = True,
) -> Constrained:
    """The answer, after ``factor``.

    Parameters
    ----------
    plan : whose lock is held
    A : (m, n), F : (n, k), b : (m, k)
    cut : the rank rule's tolerance
    own_lengths : whether "least" counts rows in their lengths in the metric, or as they are
    """
    c, place, S = kernel.library(), kernel.place, plan.held["S"]
    lengths = np.empty(plan.m)
    c.zw_rows(plan.at, place(A.data), place(lengths))
    rank, sure = _rank(plan, cut)
    ordered = lengths[S]
    # T of ``zw_project``: what a row counts, over its length in the metric.
    weights = np.ones(plan.m) if own_lengths else 1.0 / ordered
    x, lam, correction = np.empty((plan.n, F.shape[1])), np.empty((plan.m, F.shape[1])), 0.0
    for column in range(F.shape[1]):
        wanted = b[S, column] / (ordered * weights)
        if rank < plan.m:
            sure &= _least(plan, weights, wanted)
        wanted *= weights
        force, found, multiplier = F[:, column].copy(), np.empty(plan.n), np.empty(plan.m)
        change = c.zw_answer(
            plan.at, place(A.data), place(force), place(wanted), place(found), place(multiplier)
        )
        correction = max(correction, change)
        multiplier *= weights
        if rank < plan.m:
            sure &= _least(plan, weights, multiplier)
        x[:, column] = found
        lam[S, column] = multiplier / (weights * ordered)
    return Constrained(x, lam, lengths, rank, correction, bool(sure))


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


def _least(plan: Plan, weights: np.ndarray, v: np.ndarray) -> bool:
    """Take out of ``v``, in place, what combinations of the rows give zero; whether it went well."""
    c, place = kernel.library(), kernel.place
    return c.zw_project(plan.at, place(weights), place(v), LEAST_ROUNDS) < 1e-12
