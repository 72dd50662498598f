r"""The equation of motion in scaled accelerations, from D'Alembert's principle.

[UK95] Udwadia and Kalaba, An alternate proof for the equation of motion for constrained
mechanical systems (1995). Ideal constraints only.

Letters: the paper's x, F, Fᶜ and C are q, Q, Qc and B here (C is kept for nonideal work).
The paper has particles in rectangular coordinates, so its M is diagonal and constant; nothing
in the algebra needs that. In (15) the factor uᵀ before (I − C⁺C)C⁺w is a slip: it belongs
to (13).
"""

from __future__ import annotations

import numpy as np

from zwang.papers._inverses import (
    Rows,
    Square,
    VectorM,
    VectorN,
    inverse_square_root,
    pinv,
    square_root,
)


def qdd(M: Square, Q: VectorN, A: Rows, b: VectorM) -> VectorN:
    r"""Acceleration of the constrained system.

    .. math:: M \ddot q = Q + M^{1/2} B^+ (b - A a), \quad B = A M^{-1/2}

    Parameters
    ----------
    M : (n, n) symmetric, positive definite
    Q : (n,)
    A : (m, n), of any rank
    b : (m,), consistent with A

    Returns
    -------
    (n,)

    References
    ----------
    [UK95] eqs. (4), (6); the paper's C is B.  Test: tests/laws/test_papers_agree.py
    """
    return np.linalg.solve(M, Q + Qc(M, Q, A, b))


def Qc(M: Square, Q: VectorN, A: Rows, b: VectorM) -> VectorN:
    """Force of constraint (n,), M^(1/2) B⁺ (b − A a). [UK95] eq. (4), last term.

    Parameters
    ----------
    M, Q, A, b : as in `qdd`
    """
    a = np.linalg.solve(M, Q)
    return square_root(M) @ pinv(A @ inverse_square_root(M)) @ (b - A @ a)


def scaled_unconstrained_acceleration(M: Square, Q: VectorN) -> VectorN:
    """Scaled acceleration without constraints, a_s = M^(1/2) a, shape (n,). [UK95] at eq. (5).

    Parameters
    ----------
    M, Q : as in `qdd`
    """
    return square_root(M) @ np.linalg.solve(M, Q)


def scaled_acceleration(M: Square, Q: VectorN, A: Rows, b: VectorM) -> VectorN:
    r"""Scaled acceleration M^(1/2) q̈ of the constrained system, shape (n,).

    .. math:: \ddot q_s = a_s + B^+ (b - B a_s)

    Parameters
    ----------
    M, Q, A, b : as in `qdd`

    References
    ----------
    [UK95] eq. (5); with `scaled_constraint_force` also (7).
    """
    a_s = scaled_unconstrained_acceleration(M, Q)
    B = A @ inverse_square_root(M)
    return a_s + pinv(B) @ (b - B @ a_s)


def scaled_constraint_force(M: Square, Q: VectorN, A: Rows, b: VectorM) -> VectorN:
    """Scaled force of D'Alembert's principle, M^(-1/2) Qc = B⁺(b − B a_s), (n,). [UK95] eq. (15).

    Parameters
    ----------
    M, Q, A, b : as in `qdd`
    """
    B = A @ inverse_square_root(M)
    return pinv(B) @ (b - B @ scaled_unconstrained_acceleration(M, Q))


def scaled_constraint_force_any(
    M: Square, Q: VectorN, A: Rows, b: VectorM, any_h: VectorN
) -> VectorN:
    r"""Every scaled force M^(-1/2) Qc, shape (n,), that makes A q̈ = b.

    .. math:: M^{-1/2} Q^c = B^+ (b - B a_s) + (I - B^+ B) h

    D'Alembert's principle admits h = B⁺w only, by (14), and the last term vanishes.

    Parameters
    ----------
    M, Q, A, b : as in `qdd`
    any_h : (n,), arbitrary

    References
    ----------
    [UK95] eq. (10), the general solution of (9).  Test: tests/laws/test_dalembert.py
    """
    B = A @ inverse_square_root(M)
    B_plus = pinv(B)
    a_s = scaled_unconstrained_acceleration(M, Q)
    return B_plus @ (b - B @ a_s) + (np.eye(len(Q)) - B_plus @ B) @ any_h


def virtual_displacement(M: Square, scaled: VectorN) -> VectorN:
    """Virtual displacement v = M^(-1/2) u, shape (n,): A v = B u. [UK95] eqs. (11), (12).

    Parameters
    ----------
    M : as in `qdd`
    scaled : (n,), the paper's u, with B u = 0
    """
    return inverse_square_root(M) @ scaled
