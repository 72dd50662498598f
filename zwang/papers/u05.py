r"""The fundamental equation: ideal and nonideal constraint force, deviation, control.

[U05] Udwadia, Equations of motion for constrained multibody systems and their control (2005).
The same equations, with the same numbers, are in [U06].

Letters as printed: a = M⁻¹Q, c = M⁻¹C, B = A M^(-1/2), e = b − A a. Beside (10) the paper calls
B⁺ the inverse of "the constraint matrix A"; it is the inverse of B.
"""

from __future__ import annotations

import numpy as np

from zwang.papers._inverses import (
    Columns,
    Rows,
    Square,
    VectorM,
    VectorN,
    inverse_square_root,
    pinv,
    square_root,
    zero_if_none,
)


def qdd(M: Square, Q: VectorN, A: Rows, b: VectorM, C: VectorN | None = None) -> VectorN:
    r"""Acceleration of the constrained system.

    .. math:: \ddot q = a + M^{-1/2} B^+ (b - A a) + M^{-1/2} (I - B^+ B) M^{1/2} c

    Parameters
    ----------
    M : (n, n) symmetric, positive definite
    Q : (n,)
    A : (m, n), of any rank
    b : (m,), consistent with A
    C : (n,) or None

    Returns
    -------
    (n,)

    References
    ----------
    [U05] eq. (9).  Test: tests/laws/test_papers_agree.py
    """
    M_half, M_half_inv = square_root(M), inverse_square_root(M)
    a = unconstrained_acceleration(M, Q)
    c = unconstrained_acceleration(M, zero_if_none(C, Q))
    B = A @ M_half_inv
    B_plus = pinv(B)
    I = np.eye(len(Q))
    return a + M_half_inv @ B_plus @ (b - A @ a) + M_half_inv @ (I - B_plus @ B) @ M_half @ c


def unconstrained_acceleration(M: Square, Q: VectorN) -> VectorN:
    """Acceleration without constraints, a = M⁻¹Q, shape (n,). [U05] eq. (2).

    Parameters
    ----------
    M, Q : as in `qdd`
    """
    return np.linalg.solve(M, Q)


def B_matrix(M: Square, A: Rows) -> Rows:
    """Constraint matrix in the metric of M, B = A M^(-1/2), shape (m, n). [U05] below eq. (10).

    Parameters
    ----------
    M, A : as in `qdd`
    """
    return A @ inverse_square_root(M)


def B_pinv(M: Square, A: Rows) -> Columns:
    """Moore-Penrose inverse of `B_matrix`, shape (n, m). [U05] below eq. (10).

    Parameters
    ----------
    M, A : as in `qdd`
    """
    return pinv(B_matrix(M, A))


def penrose_residuals(B: Rows, B_plus: Columns) -> tuple[np.ndarray, ...]:
    r"""What is left of the four conditions that define B⁺; all zero for it alone.

    .. math:: BB^+B = B, \quad B^+BB^+ = B^+, \quad (BB^+)^T = BB^+, \quad (B^+B)^T = B^+B

    Parameters
    ----------
    B : (m, n)
    B_plus : (n, m)

    Returns
    -------
    tuple of (m, n), (n, m), (m, m), (n, n)

    References
    ----------
    [U05] eqs. (13a), (13b), (13c), (13d).  Test: tests/laws/test_penrose.py
    """
    P, R = B @ B_plus, B_plus @ B
    return P @ B - B, R @ B_plus - B_plus, P.T - P, R.T - R


def error_signal(M: Square, Q: VectorN, A: Rows, b: VectorM) -> VectorM:
    """How far a is from satisfying the constraints, e = b − A a, shape (m,). [U05] eq. (10).

    Parameters
    ----------
    M, Q, A, b : as in `qdd`
    """
    return b - A @ unconstrained_acceleration(M, Q)


def gain(M: Square, A: Rows) -> Columns:
    """Constraint force per error signal, M^(1/2) B⁺, shape (n, m). [U05] below eq. (25).

    Parameters
    ----------
    M, A : as in `qdd`
    """
    return square_root(M) @ B_pinv(M, A)


def Qc_ideal(M: Square, Q: VectorN, A: Rows, b: VectorM) -> VectorN:
    """Constraint force (n,) were the constraints ideal, M^(1/2) B⁺ (b − A a). [U05] eq. (11).

    Parameters
    ----------
    M, Q, A, b : as in `qdd`
    """
    return square_root(M) @ B_pinv(M, A) @ error_signal(M, Q, A, b)


def Qc_nonideal(M: Square, A: Rows, C: VectorN) -> VectorN:
    """Force (n,) that they add if nonideal, M^(1/2) (I − B⁺B) M^(-1/2) C. [U05] eq. (12).

    Parameters
    ----------
    M, A, C : as in `qdd`
    """
    return square_root(M) @ _null_projector(M, A) @ inverse_square_root(M) @ C


def Qc(M: Square, Q: VectorN, A: Rows, b: VectorM, C: VectorN | None = None) -> VectorN:
    """Constraint force (n,), the sum of both parts: M q̈ = Q + Qc. [U05] eqs. (8), (24).

    Parameters
    ----------
    M, Q, A, b, C : as in `qdd`
    """
    return Qc_ideal(M, Q, A, b) + Qc_nonideal(M, A, zero_if_none(C, Q))


def deviation_parts(
    M: Square, Q: VectorN, A: Rows, b: VectorM, C: VectorN | None = None
) -> tuple[VectorN, VectorN]:
    r"""The two parts of Δ = q̈ − a, each (n,). They are M-orthogonal: uᵀ M w = 0.

    .. math:: \Delta = M^{-1/2} B^+ e + M^{-1/2} (I - B^+ B) M^{1/2} c

    Parameters
    ----------
    M, Q, A, b, C : as in `qdd`

    References
    ----------
    [U05] eq. (10) and section 2.1. For (I − B⁺B)ᵀ = I − B⁺B the proof there cites (13c);
    what it uses is (13d).  Test: tests/laws/test_orthogonality.py
    """
    c = unconstrained_acceleration(M, zero_if_none(C, Q))
    M_half, M_half_inv = square_root(M), inverse_square_root(M)
    first = M_half_inv @ B_pinv(M, A) @ error_signal(M, Q, A, b)
    second = M_half_inv @ _null_projector(M, A) @ M_half @ c
    return first, second


def Qc_any(M: Square, Q: VectorN, A: Rows, b: VectorM, any_z: VectorN) -> VectorN:
    """Every force (n,) that makes A q̈ = b: M^(1/2) B⁺ (b − A a) + M^(1/2) (I − B⁺B) z.

    The prescribed work decides z, by (20): (I − B⁺B) z = (I − B⁺B) M^(-1/2) C. [U05] eq. (16).

    Parameters
    ----------
    M, Q, A, b : as in `qdd`
    any_z : (n,), arbitrary
    """
    return Qc_ideal(M, Q, A, b) + square_root(M) @ _null_projector(M, A) @ any_z


def virtual_displacement(M: Square, A: Rows, any_y: VectorN) -> VectorN:
    """Every v (n,) with A v = 0: v = M^(-1/2) (I − B⁺B) y. [U05] eq. (17b).

    Parameters
    ----------
    M, A : as in `qdd`
    any_y : (n,), arbitrary
    """
    return inverse_square_root(M) @ _null_projector(M, A) @ any_y


def control_force(M: Square, Q: VectorN, A: Rows, b: VectorM) -> VectorN:
    """Gain times error signal (n,): the control that makes A q̈ = b. [U05] eq. (25).

    Parameters
    ----------
    M, Q, A, b : as in `qdd`
    """
    return gain(M, A) @ error_signal(M, Q, A, b)


def _null_projector(M: Square, A: Rows) -> Square:
    """I − B⁺B, shape (n, n)."""
    B = B_matrix(M, A)
    return np.eye(len(M)) - pinv(B) @ B
