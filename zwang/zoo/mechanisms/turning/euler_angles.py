"""From Euler's angles φ, θ, ψ (turns about z, then x, then z) to matrices and rates."""

from __future__ import annotations

from typing import Any

import numpy as np

from zwang.zoo.turning.euler_free_body import body_rates


def turned(q: Any) -> np.ndarray:
    """R = R_z(φ) R_x(θ) R_z(ψ), (..., 3, 3). Shapes: q (..., 3)."""
    phi, theta, psi = np.moveaxis(np.asarray(q), -1, 0)
    return about(2, phi) @ about(0, theta) @ about(2, psi)


def about(k: int, angle: Any) -> np.ndarray:
    """The turn by an angle about one of the axes, (..., 3, 3). Shapes: angle (...)."""
    c, s, i, j = np.cos(angle), np.sin(angle), (k + 1) % 3, (k + 2) % 3
    R = np.zeros((*np.shape(angle), 3, 3))
    R[..., k, k] = 1.0
    R[..., i, i], R[..., j, j], R[..., j, i], R[..., i, j] = c, c, s, -s
    return R


def orientation_and_rate_of(state: Any) -> np.ndarray:
    """R row by row and the rates about body axes (..., 12). Shapes: state (..., 6)."""
    q, qd = np.split(np.asarray(state), 2, axis=-1)
    R = turned(q)
    rates = np.asarray(body_rates(q, qd))
    return np.concatenate([R.reshape(*R.shape[:-2], 9), rates], axis=-1)
