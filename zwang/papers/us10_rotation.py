r"""The rotation of a rigid body in unit quaternions, in closed form.

[US10] Udwadia and Schutte, Equations of motion for general constrained systems in Lagrangian
mechanics (2010), section 4. u (4,) is the unit quaternion, scalar first, J (3, 3) the inertia in
body axes (the paper's is diagonal; nothing depends on that), w (3,) the angular velocity in body
axes, Gamma_u (4,) the generalized torque and Gamma_B (3,) the torque in body axes.
"""

from __future__ import annotations

import numpy as np


def E(u: np.ndarray) -> np.ndarray:
    """E(u), shape (3, 4). [US10] eq. (80).

    Parameters
    ----------
    u : (4,)
    """
    u0, u1, u2, u3 = u
    return np.array([[-u1, u0, u3, -u2], [-u2, -u3, u0, u1], [-u3, u2, -u1, u0]])


def omega(u: np.ndarray, ud: np.ndarray) -> np.ndarray:
    """ω = 2 E u̇, shape (3,). [US10] eq. (79).

    Parameters
    ----------
    u, ud : (4,)
    """
    return 2.0 * E(u) @ ud


def tilde(w: np.ndarray) -> np.ndarray:
    """ω̃, shape (3, 3), with ω̃ r = ω × r. [US10] eq. (111).

    Parameters
    ----------
    w : (3,)
    """
    return np.array([[0.0, -w[2], w[1]], [w[2], 0.0, -w[0]], [-w[1], w[0], 0.0]])


def kinetic_energy(u: np.ndarray, ud: np.ndarray, J: np.ndarray) -> float:
    """T = 2 u̇ᵀEᵀJE u̇. [US10] eqs. (76), (81).

    Parameters
    ----------
    u, ud : (4,)
    J : (3, 3)
    """
    return float(2.0 * ud @ E(u).T @ J @ E(u) @ ud)


def unconstrained(
    u: np.ndarray, ud: np.ndarray, J: np.ndarray, Gamma_u: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """M (4, 4) = 4 EᵀJE, of rank 3, and Q (4,) = −8 ĖᵀJE u̇ + Γ_u. [US10] eq. (91).

    Parameters
    ----------
    u, ud : (4,)
    J : (3, 3)
    Gamma_u : (4,)
    """
    return 4.0 * E(u).T @ J @ E(u), -8.0 * E(ud).T @ J @ E(u) @ ud + Gamma_u


def constraint(u: np.ndarray, ud: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """A (1, 4) = uᵀ and b (1,) = −N(u̇). [US10] eq. (93).

    Parameters
    ----------
    u, ud : (4,)
    """
    return u[None], np.array([-ud @ ud])


def generalized_torque(u: np.ndarray, Gamma_B: np.ndarray) -> np.ndarray:
    """Γ_u = 2 EᵀΓ_B, shape (4,). [US10] eq. (113).

    Parameters
    ----------
    u : (4,)
    Gamma_B : (3,)
    """
    return 2.0 * E(u).T @ Gamma_B


def body_torque(u: np.ndarray, Gamma_u: np.ndarray) -> np.ndarray:
    """Γ_B = ½ E Γ_u, shape (3,). [US10] eq. (114).

    Parameters
    ----------
    u, Gamma_u : (4,)
    """
    return 0.5 * E(u) @ Gamma_u


def udd_of_auxiliary(
    u: np.ndarray, ud: np.ndarray, J: np.ndarray, Gamma_u: np.ndarray, alpha: float = 1.0
) -> np.ndarray:
    """ü (4,) from the auxiliary system, with any α ≠ 0. [US10] eqs. (107), (108).

    Parameters
    ----------
    u, ud : (4,)
    J : (3, 3)
    Gamma_u : (4,)
    alpha : any number but 0
    """
    w, uu = omega(u, ud), np.outer(u, u)
    inverse = 0.25 * E(u).T @ np.linalg.inv(J) @ E(u) + uu / alpha**2
    given = -8.0 * E(ud).T @ J @ E(u) @ ud - alpha**2 * (ud @ ud) * u
    return inverse @ (given - 2.0 * (w @ J @ w) * u + (np.eye(4) - uu) @ Gamma_u)


def udd_expanded(
    u: np.ndarray, ud: np.ndarray, J: np.ndarray, Gamma_u: np.ndarray, alpha: float = 1.0
) -> np.ndarray:
    """ü (4,), the same multiplied out. [US10] eq. (109).

    Parameters
    ----------
    u, ud, J, Gamma_u, alpha : as in `udd_of_auxiliary`
    """
    J_inv, w = np.linalg.inv(J), omega(u, ud)
    turning = E(u).T @ J_inv @ E(u) @ E(ud).T @ J @ E(u) @ ud
    left = (8.0 * u * (u @ E(ud).T @ J @ E(u) @ ud) + 2.0 * u * (w @ J @ w)) / alpha**2
    return -2.0 * turning - (ud @ ud) * u + 0.25 * E(u).T @ J_inv @ E(u) @ Gamma_u - left


def udd(u: np.ndarray, ud: np.ndarray, J: np.ndarray, Gamma_u: np.ndarray) -> np.ndarray:
    """ü (4,) without α. [US10] eq. (112).

    Parameters
    ----------
    u, ud : (4,)
    J : (3, 3)
    Gamma_u : (4,)
    """
    J_inv, w = np.linalg.inv(J), omega(u, ud)
    gyroscopic = -0.5 * E(u).T @ J_inv @ tilde(w) @ J @ w
    return gyroscopic - (ud @ ud) * u + 0.25 * E(u).T @ J_inv @ E(u) @ Gamma_u


def udd_by_body_torque(
    u: np.ndarray, w: np.ndarray, J: np.ndarray, Gamma_B: np.ndarray
) -> np.ndarray:
    """ü (4,) from ω and the torque in body axes. [US10] eq. (116).

    Parameters
    ----------
    u : (4,)
    w : (3,)
    J : (3, 3)
    Gamma_B : (3,)
    """
    J_inv = np.linalg.inv(J)
    turning = -0.5 * E(u).T @ J_inv @ tilde(w) @ J @ w - 0.25 * (w @ w) * u
    return turning + 0.5 * E(u).T @ J_inv @ Gamma_B


def definite_form(
    u: np.ndarray, w: np.ndarray, J: np.ndarray, Gamma_B: np.ndarray, alpha: float = 1.0
) -> tuple[np.ndarray, np.ndarray]:
    """A positive definite matrix (4, 4) and the force (4,), of which ü follows. [US10] eq. (119).

    Parameters
    ----------
    u : (4,)
    w : (3,)
    J : (3, 3)
    Gamma_B : (3,)
    alpha : any number but 0
    """
    mass = 4.0 * E(u).T @ J @ E(u) + alpha**2 * np.outer(u, u)
    gyroscopic = -2.0 * E(u).T @ tilde(w) @ J @ w
    return mass, gyroscopic - alpha**2 / 4.0 * (w @ w) * u + 2.0 * E(u).T @ Gamma_B


def Qc(u: np.ndarray, w: np.ndarray, J: np.ndarray, Gamma_u: np.ndarray) -> np.ndarray:
    """The torque of constraint (4,), −2 (ωᵀJω) u − u uᵀΓ_u. [US10] eq. (121).

    Parameters
    ----------
    u : (4,)
    w : (3,)
    J : (3, 3)
    Gamma_u : (4,)
    """
    return -2.0 * (w @ J @ w) * u - u * (u @ Gamma_u)


def auxiliary_Qc(
    u: np.ndarray, ud: np.ndarray, J: np.ndarray, Gamma_u: np.ndarray, alpha: float, z: float
) -> np.ndarray:
    """The torque of constraint (4,) of the auxiliary system with any z. [US10] eq. (120).

    Parameters
    ----------
    u, ud, J, Gamma_u, alpha : as in `udd_of_auxiliary`
    z : any number; with −α²N(u̇) it is (121)
    """
    w = omega(u, ud)
    return alpha**2 * u * (-(ud @ ud) - (2.0 * w @ J @ w + z + u @ Gamma_u) / alpha**2)


def auxiliary(
    u: np.ndarray, ud: np.ndarray, J: np.ndarray, Gamma_u: np.ndarray, alpha: float = 1.0
) -> tuple[np.ndarray, np.ndarray]:
    """M_A (4, 4) and Q (4,) of the unconstrained auxiliary system with z = α²b. [US10] eq. (122).

    With `Qc` added to Q this is eq. (123).

    Parameters
    ----------
    u, ud, J, Gamma_u, alpha : as in `udd_of_auxiliary`
    """
    M, Q = unconstrained(u, ud, J, Gamma_u)
    return M + alpha**2 * np.outer(u, u), Q - alpha**2 * (ud @ ud) * u
