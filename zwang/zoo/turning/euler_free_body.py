"""A body of three unequal moments of inertia that turns freely."""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp
import numpy as np
import scipy

from zwang.system.system import System
from zwang.zoo.elliptic import third_kind
from zwang.zoo.problem import Problem, rows


def euler_free_body() -> Problem:
    r"""A free body in Euler's angles φ, θ, ψ (turns about z, then x, then z), I₁ < I₂ < I₃.

    .. math:: w_1 = A_1\, \mathrm{cn}, \quad w_2 = A_2\, \mathrm{sn}, \quad w_3 = A_3\, \mathrm{dn}

    are its rates about its own axes. The moment of momentum G stays; with z along it,
    cos θ = I₃ w₃/G and tan ψ = I₁ w₁/(I₂ w₂), and φ is an integral of the third kind of
    φ̇ = G (I₁ w₁² + I₂ w₂²)/(I₁² w₁² + I₂² w₂²). So chosen, θ stays away from 0, where these
    angles fail. There are no constraints. ``body_rates`` gives w₁, w₂, w₃ of a state.

    References
    ----------
    [LL76] section 37.
    """
    p = {"I1": 1.0, "I2": 2.0, "I3": 3.0}
    I1, I2, I3 = p.values()
    w = np.array([1.0, 0.4, 1.2])
    twice_E, G2 = (
        I1 * w[0] ** 2 + I2 * w[1] ** 2 + I3 * w[2] ** 2,
        np.sum((np.array([I1, I2, I3]) * w) ** 2),
    )
    G, over, under = np.sqrt(G2), twice_E * I3 - G2, G2 - twice_E * I1
    A1, A2 = np.sqrt(over / (I1 * (I3 - I1))), np.sqrt(over / (I2 * (I3 - I2)))
    A3, rate = np.sqrt(under / (I3 * (I3 - I1))), np.sqrt(under * (I3 - I2) / (I1 * I2 * I3))
    k = (I2 - I1) * over / ((I3 - I2) * under)
    start = scipy.special.ellipkinc(np.arctan2(w[1] / A2, w[0] / A1), k)
    # φ̇ = (G/I₁)(1 − ν sn²)/(1 − n sn²)
    n, nu = 1.0 - (I2 * A2 / (I1 * A1)) ** 2, 1.0 - I2 * A2**2 / (I1 * A1**2)

    def answer(t):
        argument = rate * np.asarray(t, float) + start
        sn, cn, dn, amplitude = scipy.special.ellipj(argument, k)
        w1, w2, w3 = A1 * cn, A2 * sn, A3 * dn
        turned = (third_kind(n, argument, k) - third_kind(n, start, k)) / rate
        phi = G / I1 * (nu / n * np.asarray(t, float) + (1.0 - nu / n) * turned)
        # ψ = π/2 − atan2(c₂ sin α, c₁ cos α), with the winding of the amplitude α kept.
        c1, c2 = I1 * A1, I2 * A2
        psi = np.pi / 2.0 - amplitude - np.arctan2((c2 - c1) * sn * cn, c1 * cn**2 + c2 * sn**2)
        cos = I3 * w3 / G
        phid = G * (I1 * w1**2 + I2 * w2**2) / ((I1 * w1) ** 2 + (I2 * w2) ** 2)
        thetad = w1 * np.cos(psi) - w2 * np.sin(psi)
        return rows(phi, np.arccos(cos), psi, phid, thetad, w3 - phid * cos)

    first = answer(0.0)
    return Problem(
        name="euler_free_body",
        title="free asymmetric body",
        system=System.from_lagrangian(T=kinetic, coordinates="phi theta psi"),
        q0=first[:3],
        qd0=first[3:],
        t=4.0,
        p=p,
        answer=answer,
        tolerance=1e-12,
        citation="[LL76] section 37",
        notes=("The angles are taken about the moment of momentum, where θ never vanishes.",),
    )


def body_rates(q: Any, qd: Any) -> Any:
    """Rates (..., 3) about the body's own axes. Shapes: q (3,), qd (3,)."""
    (_, theta, psi), (phid, thetad, psid) = (jnp.moveaxis(jnp.asarray(x), -1, 0) for x in (q, qd))
    across = phid * jnp.sin(theta)
    w1 = across * jnp.sin(psi) + thetad * jnp.cos(psi)
    w2 = across * jnp.cos(psi) - thetad * jnp.sin(psi)
    return jnp.stack([w1, w2, psid + phid * jnp.cos(theta)], axis=-1)


def kinetic(q, qd, p):
    """T by the rates about the body's axes."""
    return jnp.stack([p["I1"], p["I2"], p["I3"]]) @ body_rates(q, qd) ** 2 / 2.0
