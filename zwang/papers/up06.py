r"""The equation of motion for singular mass matrices, through the stacked matrix.

[UP06] Udwadia and Phohomsiri, as quoted in [US10], section 2, whose numbers are cited here.
The mass matrix is positive semi-definite; the acceleration is unique if and only if
M̂ᵀ = [M | Aᵀ] has rank n.
"""

from __future__ import annotations

import numpy as np

from zwang.papers._inverses import Rows, Square, VectorM, VectorN, pinv, rank, zero_if_none


def qdd(M: Square, Q: VectorN, A: Rows, b: VectorM, C: VectorN | None = None) -> VectorN:
    r"""Acceleration of the constrained system, for singular M too.

    .. math::
        \ddot q = \tilde M^{+} \begin{bmatrix} Q + C \\ b \end{bmatrix}, \quad
        \tilde M = \begin{bmatrix} (I - A^{+}A) M \\ A \end{bmatrix}

    Parameters
    ----------
    M : (n, n) symmetric, positive semi-definite, with [M | Aᵀ] of rank n
    Q : (n,)
    A : (m, n), of any rank
    b : (m,), consistent with A
    C : (n,) or None

    Returns
    -------
    (n,)

    References
    ----------
    [US10] eq. (8), again as (47).  Test: tests/laws/test_papers_agree.py
    """
    return pinv(stacked_matrix(M, A)) @ stacked_force(Q, b, C)


def stacked_matrix(M: Square, A: Rows) -> np.ndarray:
    """Constraint-free part of M above A, M̃ = [(I − A⁺A)M; A], (n + m, n). [US10] eq. (8).

    Parameters
    ----------
    M, A : as in `qdd`
    """
    return np.vstack([(np.eye(len(M)) - pinv(A) @ A) @ M, A])


def stacked_force(Q: VectorN, b: VectorM, C: VectorN | None = None) -> np.ndarray:
    """Right-hand side [Q + C; b], shape (n + m,). [US10] eq. (8).

    Parameters
    ----------
    Q, b, C : as in `qdd`
    """
    return np.concatenate([Q + zero_if_none(C, Q), b])


def Qc(M: Square, Q: VectorN, A: Rows, b: VectorM, C: VectorN | None = None) -> VectorN:
    """Constraint force (n,), M q̈ − Q. [US10] eqs. (5), (64).

    Parameters
    ----------
    M, Q, A, b, C : as in `qdd`
    """
    return M @ qdd(M, Q, A, b, C) - Q


def is_unique(M: Square, A: Rows) -> bool:
    """Whether the acceleration is unique: [M | Aᵀ] has rank n. [US10] between eqs. (7) and (8).

    Parameters
    ----------
    M, A : as in `qdd`, but of any rank together
    """
    return rank(np.hstack([M, A.T])) == len(M)
