r"""Unit quaternions u = (u0, u1, u2, u3), scalar first: rotations from body axes to world axes.

    r_W = R(u) r_B          w_B = 2 E(u) u̇         u̇ = ½ E(u)ᵀ w_B
    Γ_u = 2 E(u)ᵀ Γ_B       Γ_B = ½ E(u) Γ_u

w_B is the angular velocity, and Γ_B a torque, in the axes of the body. All functions take NumPy or
JAX arrays, with any axes in front.

References
----------
[US10] section 4.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from zwang.base.arrays import Array, choose, namespace, plain_parts, stacked


def E(u: Any) -> Array:
    """The matrix E(u) (..., 3, 4). [US10] eq. (80). Shapes: u (..., 4)."""
    u0, u1, u2, u3 = plain_parts(u, 4)
    return _stacked(((-u1, u0, u3, -u2), (-u2, -u3, u0, u1), (-u3, u2, -u1, u0)))


def product(a: Any, b: Any) -> Array:
    """a ∘ b (..., 4): first the rotation b, then a. Shapes: a, b (..., 4)."""
    a0, a1, a2, a3 = plain_parts(a, 4)
    b0, b1, b2, b3 = plain_parts(b, 4)
    parts = (
        a0 * b0 - a1 * b1 - a2 * b2 - a3 * b3,
        a0 * b1 + a1 * b0 + a2 * b3 - a3 * b2,
        a0 * b2 - a1 * b3 + a2 * b0 + a3 * b1,
        a0 * b3 + a1 * b2 - a2 * b1 + a3 * b0,
    )
    return stacked(parts)


def conjugate(u: Any) -> Array:
    """The rotation back (..., 4). Shapes: u (..., 4)."""
    return u * np.array([1.0, -1.0, -1.0, -1.0])


def matrix(u: Any) -> Array:
    """R (..., 3, 3) with r_W = R r_B; of degree two in u, and orthogonal where u is of length one.

    Shapes: u (..., 4).
    """
    a, b, c, d = plain_parts(u, 4)
    aa, bb, cc, dd = a * a, b * b, c * c, d * d
    ab, ac, ad, bc, bd, cd = (2.0 * x for x in (a * b, a * c, a * d, b * c, b * d, c * d))
    rows = (
        (aa + bb - cc - dd, bc - ad, bd + ac),
        (bc + ad, aa - bb + cc - dd, cd - ab),
        (bd - ac, cd + ab, aa - bb - cc + dd),
    )
    return _stacked(rows)


def body_rate(u: Any, ud: Any) -> Array:
    """Angular velocity w_B = 2 E u̇ (..., 3) in the axes of the body. [US10] eq. (79).

    Shapes: u, ud (..., 4).
    """
    return 2.0 * product(conjugate(u), ud)[..., 1:]


def world_rate(u: Any, ud: Any) -> Array:
    """Angular velocity w_W = R w_B (..., 3) in the axes of the world. Shapes: u, ud (..., 4)."""
    return 2.0 * product(ud, conjugate(u))[..., 1:]


def rate_of(u: Any, w_B: Any) -> Array:
    """u̇ = ½ Eᵀ w_B (..., 4). [US10] eq. (79). Shapes: u (..., 4), w_B (..., 3)."""
    return 0.5 * _transposed(u, w_B)


def generalized_torque(u: Any, torque_B: Any) -> Array:
    """Γ_u = 2 Eᵀ Γ_B (..., 4). [US10] eq. (113). Shapes: u (..., 4), torque_B (..., 3)."""
    return 2.0 * _transposed(u, torque_B)


def body_torque(u: Any, Gamma_u: Any) -> Array:
    """Γ_B = ½ E Γ_u (..., 3). [US10] eq. (114). Shapes: u, Gamma_u (..., 4)."""
    return 0.5 * product(conjugate(u), Gamma_u)[..., 1:]


def _transposed(u: Any, w: Any) -> Array:
    """Eᵀ w (..., 4), which is u ∘ (0, w)."""
    return product(u, namespace(u, w).concatenate([0.0 * w[..., :1], w], axis=-1))


def _stacked(rows: Any) -> Array:
    """Rows of numbers (...) as a matrix (..., rows, columns)."""
    if type(rows[0][0]) is float:
        return np.array(rows)
    xp = namespace(rows[0][0])
    return xp.stack([xp.stack(row, axis=-1) for row in rows], axis=-2)


# -- made from other descriptions, of known numbers ----------------------------------------------


def from_axis_angle(axis: Any, angle: Any) -> Array:
    """The rotation by an angle about an axis of length one (..., 4). [US10] eq. (77).

    Shapes: axis (..., 3), angle (...).
    """
    xp = namespace(axis, angle)
    half = xp.asarray(angle)[..., None] / 2.0
    return xp.concatenate([xp.cos(half), xp.asarray(axis) * xp.sin(half)], axis=-1)


def from_matrix(R: Any) -> Array:
    """The u (4,) with u0 ≥ 0 of a rotation matrix (3, 3). Shapes: R (3, 3)."""
    xp = namespace(R)
    R = xp.asarray(R, float)
    rows = [plain_parts(row, 3) for row in R]
    trace = rows[0][0] + rows[1][1] + rows[2][2]
    x, y, z = rows[2][1] - rows[1][2], rows[0][2] - rows[2][0], rows[1][0] - rows[0][1]
    # 4 u uᵀ has this, of which the column with the largest diagonal is taken.
    both = lambda i, j: rows[i][j] + rows[j][i] + (1.0 - trace) * (i == j)
    columns = [(1.0 + trace, x, y, z)]
    columns += [(turn, both(0, i), both(1, i), both(2, i)) for i, turn in enumerate((x, y, z))]
    u, largest = columns[0], columns[0][0]
    for i in range(1, 4):
        longer = columns[i][i] > largest
        u = [choose(longer, *pair, xp) for pair in zip(columns[i], u, strict=True)]
        largest = choose(longer, columns[i][i], largest, xp)
    u = stacked(u)
    u = u / xp.sqrt(u @ u)
    return choose(u[0] < 0, -u, u, xp)


def angle_about(u: Any) -> Array:
    """The angle (...) of a rotation about the third axis, between −2π and 2π.

    It is 2 atan2(u3, u0), so it goes on through ±π without a jump while u changes smoothly.

    Shapes: u (..., 4).
    """
    return 2.0 * namespace(u).arctan2(u[..., 3], u[..., 0])
