"""The one rank rule, and the tolerances that go with it.

With M = L Lᵀ, the rows of A L⁻ᵀ, each scaled to length one, do not change when a coordinate or
a constraint changes its unit. Their rank is read off the diagonal of a column-pivoted QR, which
starts at one and falls: what is at most ``rtol`` counts as zero. A constraint multiplied by 1e9,
or a length in millimetres, changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np

from zwang.base.arrays import Array, eps, tiny

# Tolerances as powers of the machine's eps, so that they hold in float32 too; in float64 they
# are 1.1e-11, 9.6e-11 and 1.2e-4.
#
# RANK: redundant rows come with rounding of their own, from the functions that made them; this
#   allows them some thousand eps and still tells constraints apart that differ by 1e-10.
# CONSISTENCY: how far, of the size of the accelerations, a row may stay from being met.
# WELL_CONDITIONED: Cholesky of B Bᵀ squares the condition of B, so it is left when a pivot of
#   the unit rows falls below eps^(1/4): half of the digits are then still there.
# SHARP: the same of rows that orthogonal factors would meet to the last digits. Where Cholesky
#   leaves more, M is badly conditioned along them; how much more depends on the processor.
RANK, CONSISTENCY, WELL_CONDITIONED, SHARP = 0.70, 0.64, 0.25, 0.80
# How far ∂L/∂q̇ may be off a straight line, of its size: rounding leaves some hundred eps, and a
# real term of higher order is orders above the root.
QUADRATIC = eps(float) ** 0.5


def tolerance(given: float | None, power: float, x: Array) -> float:
    """The tolerance the user gave, or eps to the ``power`` in the precision of ``x``."""
    return eps(x.dtype) ** power if given is None else given


def lengths_of(Y: Array, xp: ModuleType) -> Array:
    """Lengths of the columns of Y, the rows of A L⁻ᵀ; a row of zeros gets length one.

    Squares of very large and very small entries would leave the range of the numbers. So would
    what is divided by a length below the smallest normal number: such a row is one of zeros.
    """
    if Y.shape[1] == 0:
        return Y[0]
    largest = xp.abs(Y).max(axis=0)
    largest = largest + (largest < tiny(Y.dtype))
    Y = Y / largest
    squares = (Y * Y).sum(axis=0)
    return largest * xp.sqrt(squares + (squares == 0))


def noise(pivots: Array, xp: ModuleType) -> Array:
    """What rounding can lift a zero singular value of A L⁻ᵀ to, given the pivots of M.

    ``pivots`` are L_ii² / M_ii; their smallest is a lower bound of 1 / cond(L)² in the best
    units, and the columns of L⁻¹Aᵀ carry an error of n eps cond(L).
    """
    n = pivots.shape[0]
    return rounding(n, pivots.dtype) / xp.sqrt(pivots.min())


def is_definite(pivots: Array, inverse: Callable[[], Array], xp: ModuleType) -> Any:
    """Whether the pivots L_ii² / M_ii of M are those of a positive definite matrix.

    In the place of a zero pivot i, rounding leaves n eps |u|² of M_ii. There u, in parts of the
    √M_kk, is the motion of that coordinate and those before it along which M is smallest: row i of
    L⁻¹, times L_ii. So pivot i is one if n eps Σ (L⁻¹)_ik² M_kk < 1. By that M is told from a
    singular one also if its eigenvalues fall evenly over ten decades. |u|² is at most one over the
    smallest pivot before it; where that does, which it mostly does, it is not computed.

    Shapes: pivots (n,).
    """
    n = pivots.shape[0]
    if n == 1:
        return pivots[0] > 0
    before, least = xp.minimum.accumulate(pivots)[:-1], rounding(n, pivots.dtype)
    known = (pivots[1:] * before).min() > least
    if xp is not np or not known:
        known = known | (least * (inverse() ** 2).sum(axis=1).max() < 1)
    return (pivots.min() > tolerance(None, RANK, pivots)) & known


def rounding(n: int, dtype: Any) -> float:
    """What rounding may leave of n terms of size one, generously."""
    return 64 * n * eps(dtype)


def independent(R: Array, rtol: float | Array, xp: ModuleType) -> Array:
    """Which steps of a pivoted QR of unit columns found something new; their sum is the rank.

    The comparison is strict, so that a matrix of zeros has rank zero.
    """
    return xp.abs(xp.diagonal(R)) > rtol
