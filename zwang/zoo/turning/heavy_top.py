"""A heavy symmetric top, in Euler's angles: it nods while it goes round."""

from __future__ import annotations

import jax.numpy as jnp
import numpy as np

from zwang.system.system import System
from zwang.zoo.elliptic import swing_from
from zwang.zoo.problem import Problem, rows


def heavy_top() -> Problem:
    r"""A symmetric top with a fixed tip, in the angles φ (round), θ (from the upright), ψ (spin).

    .. math:: L = \tfrac12 I_1 (\dot\theta^2 + \dot\varphi^2 \sin^2\theta)
              + \tfrac12 I_3 (\dot\psi + \dot\varphi \cos\theta)^2 - m g l \cos\theta

    u = cos θ swings between two roots of a cubic,

    .. math:: \dot u^2 = (\alpha - \beta u)(1 - u^2) - (b - a u)^2, \qquad
              \dot\varphi = \frac{b - a u}{1 - u^2}, \qquad \dot\psi = w_3 - \dot\varphi\, u

    with a = I₃ w₃/I₁, b = p_φ/I₁, α = (2E − I₃ w₃²)/I₁, β = 2 m g l/I₁ and the spin
    w₃ = ψ̇ + φ̇ cos θ. There are no constraints.

    References
    ----------
    [Goldstein] chapter 5.
    """
    p = {"I1": 0.02, "I3": 0.03, "mgl": 0.5}
    theta0, phid0, psid0 = 0.7, 1.0, 40.0
    u0, s2 = np.cos(theta0), np.sin(theta0) ** 2
    w3 = psid0 + phid0 * u0
    a, beta = p["I3"] * w3 / p["I1"], 2.0 * p["mgl"] / p["I1"]
    # With θ̇ = 0 at the start, α − β u₀ = φ̇₀² sin² θ₀ and b − a u₀ = φ̇₀ sin² θ₀; in u − u₀ the
    # cubic then has a slope without cancellation.
    alpha, b = phid0**2 * s2 + beta * u0, phid0 * s2 + a * u0
    slope = s2 * (2.0 * a * phid0 - beta - 2.0 * u0 * phid0**2)
    u_of = swing_from(u0, slope, 3.0 * beta * u0 - alpha - a**2, beta)

    def answer(t):
        u, ud = u_of(t)
        # Both rates in partial fractions of 1/(u − 1) and 1/(u + 1).
        top, bottom = u_of.integral(-1.0, t), u_of.integral(1.0, t)
        phi = 0.5 * ((b + a) * bottom - (b - a) * top)
        psi = (w3 - a) * np.asarray(t, float) + 0.5 * ((b - a) * top + (b + a) * bottom)
        sin2 = 1.0 - u**2
        phid = (b - a * u) / sin2
        return rows(phi, np.arccos(u), psi, phid, -ud / np.sqrt(sin2), w3 - phid * u)

    return Problem(
        name="heavy_top",
        title="heavy symmetric top",
        system=System.from_lagrangian(T=kinetic, V=potential, coordinates="phi theta psi"),
        q0=[0.0, theta0, 0.0],
        qd0=[phid0, 0.0, psid0],
        t=1.0,
        p=p,
        answer=answer,
        tolerance=1e-12,
        citation="[Goldstein] chapter 5",
        notes=(
            "Two roots of the cubic lie close: from its coefficients they lose half of the digits.",
            "The angles wind up; do not wrap them.",
        ),
    )


def kinetic(q, qd, p):
    """T of a symmetric body in Euler's angles."""
    theta, (phid, thetad, psid) = q[1], qd
    across = thetad**2 + (phid * jnp.sin(theta)) ** 2
    return (p["I1"] * across + p["I3"] * (psid + phid * jnp.cos(theta)) ** 2) / 2.0


def potential(q, p):
    """Height of the centre of mass, times the weight."""
    return p["mgl"] * jnp.cos(q[1])
