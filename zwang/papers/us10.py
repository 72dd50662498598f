r"""Singular mass matrices through an auxiliary system with a positive definite one.

[US10] Udwadia and Schutte, Equations of motion for general constrained systems in Lagrangian
mechanics (2010), section 3. The auxiliary system has the mass matrix M_A = M + α²A⁺A and the
given force Q_z = Q + A⁺z, with any α ≠ 0 and any z, and the same A, b and C. Its acceleration
is that of the actual system; with z = α²b its constraint force is too.
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
    zero_if_none,
)


def qdd(
    M: Square,
    Q: VectorN,
    A: Rows,
    b: VectorM,
    C: VectorN | None = None,
    *,
    alpha: float = 1.0,
    z: VectorM | None = None,
) -> VectorN:
    r"""Acceleration: the fundamental equation of the auxiliary system.

    .. math:: \ddot q = a_{A,z} + M_A^{-1/2} B_A^{+} (b - A a_{A,z})
              + M_A^{-1/2} (I - B_A^{+} B_A) M_A^{-1/2} C

    Parameters
    ----------
    M : (n, n) symmetric, positive semi-definite, with [M | Aᵀ] of rank n
    Q : (n,)
    A : (m, n), of any rank
    b : (m,), consistent with A
    C : (n,) or None
    alpha : any number but 0; the answer does not depend on it
    z : (m,), or None for zero; the answer does not depend on it

    Returns
    -------
    (n,)

    References
    ----------
    [US10] eqs. (49)-(52). With z None (54), with α = 1 too (59); with C None (62), (63);
    with α = 1 and z = b (74).  Test: tests/laws/test_auxiliary.py
    """
    M_A = auxiliary_mass(M, A, alpha)
    M_A_half_inv = inverse_square_root(M_A)
    a_Az = np.linalg.solve(M_A, auxiliary_force(Q, A, z))  # (51)
    B_A = A @ M_A_half_inv  # (52)
    B_A_plus = pinv(B_A)
    N = np.eye(len(Q)) - B_A_plus @ B_A
    ideal = a_Az + M_A_half_inv @ B_A_plus @ (b - A @ a_Az)
    return ideal + M_A_half_inv @ N @ M_A_half_inv @ zero_if_none(C, Q)


def auxiliary_mass(M: Square, A: Rows, alpha: float = 1.0) -> Square:
    """M_A = M + α²A⁺A, shape (n, n), positive definite by Lemma 1. [US10] eqs. (46), (50).

    Parameters
    ----------
    M, A, alpha : as in `qdd`
    """
    return M + alpha**2 * pinv(A) @ A


def auxiliary_force(Q: VectorN, A: Rows, z: VectorM | None = None) -> VectorN:
    """Given force of the auxiliary system, Q_z = Q + A⁺z, shape (n,). [US10] eq. (45).

    Parameters
    ----------
    Q, A, z : as in `qdd`
    """
    return Q if z is None else Q + pinv(A) @ z


def auxiliary_stacked_matrix(M: Square, A: Rows, alpha: float = 1.0) -> np.ndarray:
    """Stacked matrix [(I − A⁺A)M_A; A], (n + m, n); by Lemma 3 that of `up06`. [US10] eq. (25).

    Parameters
    ----------
    M, A, alpha : as in `qdd`
    """
    return np.vstack([(np.eye(len(M)) - pinv(A) @ A) @ auxiliary_mass(M, A, alpha), A])


def qdd_stacked(
    M: Square,
    Q: VectorN,
    A: Rows,
    b: VectorM,
    C: VectorN | None = None,
    *,
    alpha: float = 1.0,
    z: VectorM | None = None,
) -> VectorN:
    """Acceleration (n,) by the stacked matrix of the auxiliary system. [US10] eq. (48).

    Parameters
    ----------
    M, Q, A, b, C, alpha, z : as in `qdd`
    """
    force = auxiliary_force(Q, A, z) + zero_if_none(C, Q)
    return pinv(auxiliary_stacked_matrix(M, A, alpha)) @ np.concatenate([force, b])


def H_matrix(M: Square, A: Rows, alpha: float = 1.0) -> np.ndarray:
    """H = A M_A⁻¹ Aᵀ, shape (m, m). [US10] Lemma 5.

    Parameters
    ----------
    M, A, alpha : as in `qdd`
    """
    return A @ np.linalg.solve(auxiliary_mass(M, A, alpha), A.T)


def qdd_by_H(
    M: Square,
    Q: VectorN,
    A: Rows,
    b: VectorM,
    C: VectorN | None = None,
    *,
    alpha: float = 1.0,
    z: VectorM | None = None,
) -> VectorN:
    r"""Acceleration (n,) without square roots. [US10] eq. (56).

    .. math:: \ddot q = M_A^{-1}(I - A^T H^{+} A M_A^{-1})(Q + A^{+}z + C) + M_A^{-1}A^T H^{+} b

    Parameters
    ----------
    M, Q, A, b, C, alpha, z : as in `qdd`
    """
    M_A_inv = np.linalg.inv(auxiliary_mass(M, A, alpha))
    AT_H_plus = A.T @ pinv(H_matrix(M, A, alpha))
    force = auxiliary_force(Q, A, z) + zero_if_none(C, Q)
    return M_A_inv @ (force - AT_H_plus @ A @ M_A_inv @ force) + M_A_inv @ AT_H_plus @ b


def auxiliary_Qc_parts(
    M: Square,
    Q: VectorN,
    A: Rows,
    b: VectorM,
    C: VectorN | None = None,
    *,
    alpha: float = 1.0,
    z: VectorM | None = None,
) -> tuple[VectorN, VectorN]:
    """Ideal and nonideal part, each (n,), of the auxiliary constraint force. [US10] eq. (65).

    They are the last two terms of (53) and (65).

    Parameters
    ----------
    M, Q, A, b, C, alpha, z : as in `qdd`
    """
    M_A = auxiliary_mass(M, A, alpha)
    M_A_half, M_A_half_inv = square_root(M_A), inverse_square_root(M_A)
    a_Az = np.linalg.solve(M_A, auxiliary_force(Q, A, z))
    B_A = A @ M_A_half_inv
    B_A_plus = pinv(B_A)
    N = np.eye(len(Q)) - B_A_plus @ B_A
    ideal = M_A_half @ B_A_plus @ (b - A @ a_Az)
    return ideal, M_A_half @ N @ M_A_half_inv @ zero_if_none(C, Q)


def Qc_parts(
    M: Square,
    Q: VectorN,
    A: Rows,
    b: VectorM,
    C: VectorN | None = None,
    *,
    alpha: float = 1.0,
) -> tuple[VectorN, VectorN]:
    """Ideal and nonideal part, each (n,), of the actual constraint force. [US10] eqs. (67), (75).

    Those of the auxiliary system with z = α²b. With α = 1 they are the terms of (72) and (75).

    Parameters
    ----------
    M, Q, A, b, C, alpha : as in `qdd`
    """
    return auxiliary_Qc_parts(M, Q, A, b, C, alpha=alpha, z=alpha**2 * b)


def Qc_from_auxiliary(
    Q: VectorN, A: Rows, b: VectorM, Qc_A: VectorN, *, alpha: float = 1.0, z: VectorM | None = None
) -> VectorN:
    """Actual constraint force (n,) for any z, Qc = Q_z + Qc_A − Q_(α²b). [US10] eq. (71).

    Parameters
    ----------
    Q, A, b, alpha, z : as in `qdd`
    Qc_A : (n,), constraint force of the auxiliary system with these α and z
    """
    return auxiliary_force(Q, A, z) + Qc_A - auxiliary_force(Q, A, alpha**2 * b)


def slope_of_mass_inverse(M: Square, A: Rows, alpha: float) -> Square:
    """∂M_A⁻¹/∂α = −2α M_A⁻¹A⁺A M_A⁻¹, shape (n, n). [US10] eq. (28).

    Parameters
    ----------
    M, A, alpha : as in `qdd`
    """
    M_A_inv = np.linalg.inv(auxiliary_mass(M, A, alpha))
    return -2 * alpha * M_A_inv @ pinv(A) @ A @ M_A_inv


def slope_of_H(M: Square, A: Rows, alpha: float) -> np.ndarray:
    """∂H/∂α = −2α A M_A⁻¹A⁺H, shape (m, m). [US10] eq. (32).

    Parameters
    ----------
    M, A, alpha : as in `qdd`
    """
    M_A = auxiliary_mass(M, A, alpha)
    return -2 * alpha * A @ np.linalg.solve(M_A, pinv(A)) @ H_matrix(M, A, alpha)


def slope_of_H_pinv(M: Square, A: Rows, alpha: float) -> np.ndarray:
    """∂H⁺/∂α = 2α H⁺A M_A⁻¹A⁺H H⁺, shape (m, m). [US10] eq. (34).

    Parameters
    ----------
    M, A, alpha : as in `qdd`
    """
    M_A, H = auxiliary_mass(M, A, alpha), H_matrix(M, A, alpha)
    return 2 * alpha * pinv(H) @ A @ np.linalg.solve(M_A, pinv(A)) @ H @ pinv(H)
