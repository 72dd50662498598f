"""A bead on a hoop that is turned about its vertical diameter."""

from __future__ import annotations

import jax.numpy as jnp
import numpy as np
import scipy

from zwang.system.constraints import Holonomic
from zwang.system.system import System
from zwang.zoo.points.conical_pendulum import force, mass
from zwang.zoo.problem import Problem, rows


def bead_on_hoop() -> Problem:
    r"""A bead in x, y, z with z upward; the hoop's plane turns with the rate Ω.

    .. math:: \dot u^2 = \Omega^2 (1 - u^2)(u - u_0)(u_* - u), \quad
              u = \cos\theta, \quad u_* = 2 g / (R \Omega^2) - u_0

    with θ from the downward vertical. Released at rest on the hoop at u₀, the bead swings
    between u₀ and u_*, about the equilibrium cos θ = g/(R Ω²). Its ``energy`` is the one in the
    turning frame, T + V − Ω × (moment of momentum about z), which is conserved; T + V is not.

    References
    ----------
    Classical; the closed form is our own, by the roots of the quartic.
    """
    p = {"m": 1.0, "R": 0.5, "Omega": 6.0, "g": 9.81}
    theta0 = 1.0
    R, Omega = p["R"], p["Omega"]
    lower, upper = np.cos(theta0), 2.0 * p["g"] / (R * Omega**2) - np.cos(theta0)
    # u̇² = Ω² (1 + u)(u − γ)(β − u)(1 − u) with γ = lower, β = upper:
    #   sn² = (u − γ)/(κ (u + 1)),  κ = (β − γ)/(β + 1),
    # has the argument ½ Ω t √((1 − γ)(β + 1)) and the parameter 2κ/(1 − γ).
    kappa = (upper - lower) / (upper + 1.0)
    rate = 0.5 * Omega * np.sqrt((1.0 - lower) * (upper + 1.0))

    def answer(t):
        sn, cn, dn, _ = scipy.special.ellipj(
            rate * np.asarray(t, float), 2.0 * kappa / (1.0 - lower)
        )
        below = 1.0 - kappa * sn**2
        u = (lower + kappa * sn**2) / below
        ud = kappa * (lower + 1.0) / below**2 * 2.0 * rate * sn * cn * dn
        r = R * np.sqrt(1.0 - u**2)
        rd = -(R**2) * u * ud / r
        c, s = np.cos(Omega * np.asarray(t)), np.sin(Omega * np.asarray(t))
        velocity = rd * c - Omega * r * s, rd * s + Omega * r * c, -R * ud
        return rows(r * c, r * s, -R * u, *velocity)

    r0 = R * np.sin(theta0)
    return Problem(
        name="bead_on_hoop",
        title="bead on a turning hoop",
        system=System(
            mass,
            force,
            [Holonomic(sphere, "hoop's radius"), Holonomic(plane, "hoop's plane")],
            coordinates="x y z",
            energy=energy_in_the_hoop,
        ),
        q0=[r0, 0.0, -R * np.cos(theta0)],
        qd0=[0.0, Omega * r0, 0.0],
        t=2.0,
        p=p,
        answer=answer,
        tolerance=1e-12,
        citation="classical; own closed form",
        notes=("The constraint depends on time: T + V changes, the energy in the hoop does not.",),
    )


def sphere(q, p):
    """Distance from the centre."""
    return q @ q - p["R"] ** 2


def plane(q, t, p):
    """Distance from the turning plane."""
    return q[0] * jnp.sin(p["Omega"] * t) - q[1] * jnp.cos(p["Omega"] * t)


def energy_in_the_hoop(q, qd, p):
    """T + V − Ω (x ẏ − y ẋ) m."""
    turning = p["Omega"] * (q[0] * qd[1] - q[1] * qd[0])
    return p["m"] * (qd @ qd / 2.0 + p["g"] * q[2] - turning)
