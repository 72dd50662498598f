r"""Gauss's principle, solved with any g-inverse and any least-squares g-inverse.

[KU93] Kalaba and Udwadia, Equations of motion for nonholonomic, constrained dynamical systems
via Gauss's principle (1993). Ideal constraints, positive definite M.

Letters: the paper's A, D, g and Q' are M, A, b and Qc here, and its Q − f is our Q.
So the paper's A q̈ + f = Q + Q' reads M q̈ = Q + Qc, and D q̈ = g reads A q̈ = b.
D⁻, H, z, h, w and X keep their names; in code `A_g` is D⁻ and `H_ls` the inverse of H.
The text of (22) at hand also prints "z = A^(1/2) Ĥ g", against (23); it means H = A^(1/2) Ĥ.
The candidate [HᵀH]⁻¹Hᵀ for H_ls exists for D = 0 only; (HᵀH)⁻Hᵀ with any g-inverse will do.
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
)


def gauss_constraint(M: Square, Q: VectorN, qdd: VectorN) -> float:
    r"""Gauss's function, least for the true acceleration among all with A q̈ = b.

    .. math:: \| M^{-1/2} (M \ddot q - Q) \|^2

    Parameters
    ----------
    M : (n, n) symmetric, positive definite
    Q : (n,)
    qdd : (n,), any acceleration

    References
    ----------
    [KU93] eqs. (14), (17).  Test: tests/laws/test_gauss.py
    """
    return gauss_constraint_of_force(M, M @ qdd - Q)


def gauss_constraint_of_force(M: Square, Qc: VectorN) -> float:
    """The same by the force that the acceleration takes, ‖M^(-1/2) Qc‖². [KU93] eq. (16).

    Parameters
    ----------
    M : (n, n) symmetric, positive definite
    Qc : (n,), any M q̈ − Q
    """
    scaled = inverse_square_root(M) @ Qc
    return float(scaled @ scaled)


def gauss_constraint_of_particles(
    masses: VectorN, force: np.ndarray, acceleration: np.ndarray
) -> float:
    """The same for particles in rectangular coordinates, as Gauss had it. [KU93] eq. (15).

    Parameters
    ----------
    masses : (n,)
    force, acceleration : (n, 3)
    """
    return float(np.sum(masses[:, None] * (acceleration - force / masses[:, None]) ** 2))


def qdd(M: Square, Q: VectorN, A: Rows, b: VectorM, A_g: Columns, H_ls: Square) -> VectorN:
    r"""Acceleration of the constrained system.

    .. math:: \ddot q = D^- g + (I - D^- D) H^-_{ls} z

    Parameters
    ----------
    M : (n, n) symmetric, positive definite
    Q : (n,)
    A : (m, n), of any rank
    b : (m,), consistent with A
    A_g : (n, m), any D⁻ with D D⁻ D = D, eq. (20)
    H_ls : (n, n), any least-squares g-inverse of ``H_matrix(M, A, A_g)``, eqs. (25), (26)

    Returns
    -------
    (n,)

    References
    ----------
    [KU93] eq. (30a).  Test: tests/laws/test_ginverse.py
    """
    return A_g @ b + _H_hat(A, A_g) @ H_ls @ z_vector(M, Q, b, A_g)


def admissible_acceleration(A: Rows, b: VectorM, A_g: Columns, any_h: VectorN) -> VectorN:
    """Every solution (n,) of A q̈ = b, D⁻g + (I − D⁻D)h. [KU93] eq. (19).

    Parameters
    ----------
    A, b, A_g : as in `qdd`
    any_h : (n,), arbitrary
    """
    return A_g @ b + _H_hat(A, A_g) @ any_h


def H_matrix(M: Square, A: Rows, A_g: Columns) -> Square:
    """Matrix of the least-squares problem (21), H = M^(1/2)(I − D⁻D), (n, n). [KU93] eq. (22).

    Parameters
    ----------
    M, A, A_g : as in `qdd`
    """
    return square_root(M) @ _H_hat(A, A_g)


def z_vector(M: Square, Q: VectorN, b: VectorM, A_g: Columns) -> VectorN:
    """Right-hand side of (21), z = −(M^(1/2) D⁻g − M^(-1/2) Q), shape (n,). [KU93] eq. (23).

    Parameters
    ----------
    M, Q, b, A_g : as in `qdd`; the paper's f − Q is −Q here
    """
    return -(square_root(M) @ A_g @ b - inverse_square_root(M) @ Q)


def least_squares_h(
    M: Square, Q: VectorN, A: Rows, b: VectorM, A_g: Columns, H_ls: Square, any_w: VectorN
) -> VectorN:
    """Every h (n,) that makes ‖H h − z‖ least, H_ls z + (I − H_ls H) w. [KU93] eqs. (21), (24).

    Parameters
    ----------
    M, Q, A, b, A_g, H_ls : as in `qdd`
    any_w : (n,), arbitrary
    """
    I_minus = np.eye(len(Q)) - H_ls @ H_matrix(M, A, A_g)
    return H_ls @ z_vector(M, Q, b, A_g) + I_minus @ any_w


def qdd_any(
    M: Square, Q: VectorN, A: Rows, b: VectorM, A_g: Columns, H_ls: Square, any_w: VectorN
) -> VectorN:
    """Acceleration (n,) before the arbitrary w is seen to drop out. [KU93] eq. (27a).

    Parameters
    ----------
    M, Q, A, b, A_g, H_ls : as in `qdd`
    any_w : (n,), arbitrary
    """
    h = least_squares_h(M, Q, A, b, A_g, H_ls, any_w)
    return admissible_acceleration(A, b, A_g, h)


def weighted_inverse(M: Square, H_ls: Square) -> Square:
    """Inverse Ĥ_ls = H_ls M^(1/2) of I − D⁻D, shape (n, n); obeys (29). [KU93] eq. (28).

    Parameters
    ----------
    M, H_ls : as in `qdd`
    """
    return H_ls @ square_root(M)


def qdd_weighted(
    M: Square, Q: VectorN, A: Rows, b: VectorM, A_g: Columns, H_hat_ls: Square
) -> VectorN:
    """Acceleration (n,) by Ĥ_ls, without square roots of M. [KU93] eq. (30b).

    Parameters
    ----------
    M, Q, A, b, A_g : as in `qdd`
    H_hat_ls : (n, n), any matrix that obeys (29)
    """
    return A_g @ b - _H_hat(A, A_g) @ H_hat_ls @ (A_g @ b - np.linalg.solve(M, Q))


def closed_loop_force(M: Square, Q: VectorN, A: Rows, A_g: Columns, H_ls: Square) -> VectorN:
    """First term (n,) of the constraint force, (I − M X M⁻¹)(f − Q). [KU93] eq. (32).

    Parameters
    ----------
    M, Q, A, A_g, H_ls : as in `qdd`; the paper's f − Q is −Q here
    """
    return -(Q - M @ _X(M, A, A_g, H_ls) @ np.linalg.solve(M, Q))


def feed_forward_force(M: Square, A: Rows, b: VectorM, A_g: Columns, H_ls: Square) -> VectorN:
    """Second term (n,), M(I − X)D⁻g; no feedback if M, A, b depend on t alone. [KU93] eq. (32).

    Parameters
    ----------
    M, A, b, A_g, H_ls : as in `qdd`
    """
    return M @ (A_g @ b - _X(M, A, A_g, H_ls) @ A_g @ b)


def Qc(M: Square, Q: VectorN, A: Rows, b: VectorM, A_g: Columns, H_ls: Square) -> VectorN:
    """Constraint force (n,), the sum of both terms. [KU93] eq. (32).

    Parameters
    ----------
    M, Q, A, b, A_g, H_ls : as in `qdd`
    """
    closed_loop = closed_loop_force(M, Q, A, A_g, H_ls)
    return closed_loop + feed_forward_force(M, A, b, A_g, H_ls)


def random_ginverse(matrix: Rows, rng: np.random.Generator) -> Columns:
    """A random D⁻ (n, m) of D with D D⁻ D = D. [KU93] eq. (20).

    Each one is D⁺ + U − D⁺D U D D⁺ for some U (n, m); here U is normal, of about the norm of D⁺.

    Parameters
    ----------
    matrix : (m, n), the paper's D
    rng : generator
    """
    D, D_plus = matrix, pinv(matrix)
    U = _normal_like(D_plus, rng)
    return D_plus + U - D_plus @ D @ U @ D @ D_plus


def least_squares_ginverse(
    M: Square, A: Rows, A_g: Columns, rng: np.random.Generator | None = None
) -> Square:
    """A least-squares g-inverse (n, n) of H: H H_ls H = H, H H_ls symmetric. [KU93] (25), (26).

    Each one is H⁺ + (I − H⁺H) V for some V (n, n).

    Parameters
    ----------
    M, A, A_g : as in `qdd`
    rng : generator for a normal V, of about the norm of H⁺; None for V = 0
    """
    # Where A has rank n, H is nothing but rounding; ‖M^(1/2)‖ tells.
    H = H_matrix(M, A, A_g)
    H_plus = pinv(H, size=float(np.linalg.norm(square_root(M), 2)))
    V = np.zeros_like(H) if rng is None else _normal_like(H_plus, rng)
    return H_plus + V - H_plus @ H @ V


def _H_hat(A: Rows, A_g: Columns) -> Square:
    """Ĥ = I − D⁻D, shape (n, n)."""
    return np.eye(A.shape[1]) - A_g @ A


def _X(M: Square, A: Rows, A_g: Columns, H_ls: Square) -> Square:
    """X = (I − D⁻D) H_ls M^(1/2), shape (n, n), below (32)."""
    return _H_hat(A, A_g) @ H_ls @ square_root(M)


def _normal_like(matrix: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Normal numbers in the same shape and of about the same norm, or 1 if that is zero."""
    norm = np.linalg.norm(matrix) or 1.0
    return norm * rng.standard_normal(matrix.shape) / max(matrix.size, 1) ** 0.5
