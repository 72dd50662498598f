"""The body of [US10] section 4 for the kernel: a singular mass matrix, and a unit quaternion.

u = (u₀, u₁, u₂, u₃) turns the body's axes into those of space, and ω is about the body's own
axes. A heavy top has the torque of its weight about its tip; a free body has none.
"""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp
import numpy as np

from zwang.bodies.kinds.quaternion import E as E_of
from zwang.bodies.kinds.quaternion import body_rate, rate_of
from zwang.integrate.projection import Projection
from zwang.motion.motion import Motion
from zwang.motion.simulate import simulate
from zwang.system.constraints import Holonomic
from zwang.system.system import System
from zwang.zoo import Problem
from zwang.zoo.turning.euler_free_body import body_rates

MOTION_TOLERANCE = 1e-10


# -- the body, for the kernel ----------------------------------------------------------------------


def _mass(q, p):
    """4EᵀJE (4, 4), of rank three. (91)"""
    E = E_of(q)
    return 4.0 * E.T @ (p["J"][:, None] * E)


def _force(q, qd, p):
    """−8ĖᵀJEu̇ + 2EᵀΓ_B (4,). (91), (113)"""
    E, Ed = E_of(q), E_of(qd)
    return -8.0 * Ed.T @ (p["J"] * (E @ qd)) + 2.0 * E.T @ torque(q, p)


def torque(q: Any, p: Any) -> Any:
    """Γ_B (3,): of a weight m g at the distance l from the tip, along the body's third axis.

    Parameters
    ----------
    q : (4,)        quaternion
    p : with ``mgl``, the weight times the distance
    """
    u0, u1, u2, u3 = q
    return 2.0 * p["mgl"] * jnp.stack([u2 * u3 + u0 * u1, u0 * u2 - u1 * u3, 0.0 * u0])


def _unit(q):
    """(92)"""
    return q @ q - 1.0


def _energy(q, qd, p):
    """(76), and the height of the centre of mass."""
    w = 2.0 * E_of(q) @ qd
    height = q[0] ** 2 - q[1] ** 2 - q[2] ** 2 + q[3] ** 2
    return w @ (p["J"] * w) / 2.0 + p["mgl"] * height


BODY = System(
    _mass, _force, [Holonomic(_unit, "unit quaternion")], coordinates="u0 u1 u2 u3", energy=_energy
)


def turn(
    problem: Problem,
    J: Any,
    mgl: float,
    end: float,
    tolerance: float = MOTION_TOLERANCE,
    drift: Any = Projection(),
) -> Motion:
    """The motion in quaternions, at its accepted steps, of a body the zoo has in Euler's angles.

    Parameters
    ----------
    problem : with φ, θ, ψ as coordinates
    J : (3,)        principal moments of inertia
    mgl : weight times the distance of the centre of mass from the tip
    end : of the motion
    tolerance : relative and absolute, of a step
    drift : as for ``zw.simulate``
    """
    u = quaternions(problem.q0)
    ud = rate_of(u, np.asarray(body_rates(problem.q0, problem.qd0)))
    p = {"J": np.asarray(J), "mgl": mgl}
    return simulate(BODY, u, ud, (0.0, end), p, rtol=tolerance, atol=tolerance, drift=drift)


# -- what a quaternion means -----------------------------------------------------------------------


def quaternions(angles: Any) -> np.ndarray:
    """Quaternions (..., 4) of Euler's angles: turns about z, then x, then z.

    Parameters
    ----------
    angles : (..., 3)       φ, θ, ψ
    """
    phi, theta, psi = np.moveaxis(np.asarray(angles), -1, 0)
    plus, minus = (phi + psi) / 2.0, (phi - psi) / 2.0
    cos, sin = np.cos(theta / 2.0), np.sin(theta / 2.0)
    parts = cos * np.cos(plus), sin * np.cos(minus), sin * np.sin(minus), cos * np.sin(plus)
    return np.stack(parts, axis=-1)


def rates(motion: Motion) -> Any:
    """ω (T, 3) about the body's own axes. [US10] eq. (79).

    Parameters
    ----------
    motion : in quaternions
    """
    return body_rate(np.asarray(motion.q), np.asarray(motion.qd))


def apart(u: Any, v: Any) -> np.ndarray:
    """How far two turns are apart (T,), whichever sign their quaternions have.

    Parameters
    ----------
    u, v : (T, 4)       unit quaternions
    """
    return np.minimum(np.linalg.norm(u - v, axis=-1), np.linalg.norm(u + v, axis=-1))
