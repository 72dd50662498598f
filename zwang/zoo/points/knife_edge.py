"""A knife edge that slides on an inclined plane and turns: it goes sideways, not down."""

from __future__ import annotations

import jax.numpy as jnp
import numpy as np

from zwang.system.constraints import Pfaffian
from zwang.system.system import System
from zwang.zoo.problem import Problem, rows


def knife_edge() -> Problem:
    r"""A blade in x down the slope, y across it, and its angle φ; released at rest, turning.

    .. math:: \dot x \sin\varphi - \dot y \cos\varphi = 0, \qquad
              x = \frac{g \sin\alpha}{2 \Omega^2} \sin^2 \Omega t

    and y = (g sin α / 2Ω²)(Ωt − ½ sin 2Ωt), φ = Ωt. The force of the edge is
    2 m g sin α sin Ωt along (−sin φ, cos φ).

    References
    ----------
    [Bloch15] section 1.6.
    """
    p = {"m": 1.25, "J": 0.13, "g": 9.81, "alpha": np.pi / 4.0}
    Omega = np.pi / 3.0
    size = p["g"] * np.sin(p["alpha"]) / (2.0 * Omega**2)

    def answer(t):
        phi = Omega * np.asarray(t, float)
        x, y = size * np.sin(phi) ** 2, size * (phi - 0.5 * np.sin(2.0 * phi))
        xd, yd = size * Omega * np.sin(2.0 * phi), size * Omega * (1.0 - np.cos(2.0 * phi))
        return rows(x, y, phi, xd, yd, Omega)

    def Qc(t):
        phi = Omega * np.asarray(t, float)
        push = 2.0 * p["m"] * p["g"] * np.sin(p["alpha"]) * np.sin(phi)
        return rows(-push * np.sin(phi), push * np.cos(phi), 0.0)

    return Problem(
        name="knife_edge",
        title="knife edge on an inclined plane",
        system=System(
            mass, force, [Pfaffian(across, name="edge")], coordinates="x y phi", energy=energy
        ),
        q0=[0.0, 0.0, 0.0],
        qd0=[0.0, 0.0, Omega],
        t=4.0,
        p=p,
        answer=answer,
        tolerance=1e-13,
        citation="[Bloch15] section 1.6",
        notes=("It never slides down for good: x stays within g sin α / 2Ω².",),
        Qc=Qc,
    )


def mass(p):
    """m, m, J."""
    return jnp.stack([p["m"], p["m"], p["J"]])


def force(p):
    """Weight down the slope (3,)."""
    return [p["m"] * p["g"] * jnp.sin(p["alpha"]), 0.0, 0.0]


def across(q):
    """The row of ẋ sin φ − ẏ cos φ."""
    return [jnp.sin(q[2]), -jnp.cos(q[2]), 0.0]


def energy(q, qd, p):
    """Kinetic and potential energy."""
    return qd @ (mass(p) * qd) / 2.0 - p["m"] * p["g"] * jnp.sin(p["alpha"]) * q[0]
