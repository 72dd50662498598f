"""A disk that rolls upright and turns: its point of contact goes round a circle."""

from __future__ import annotations

import jax.numpy as jnp
import numpy as np

from zwang.system.constraints import Pfaffian
from zwang.system.system import System
from zwang.zoo.problem import Problem, rows


def rolling_disk() -> Problem:
    r"""An upright disk on a level plane, in x, y, its turn θ about its axle and its heading φ.

    .. math:: \dot x = R \dot\theta \cos\varphi, \qquad \dot y = R \dot\theta \sin\varphi

    With θ̇ = ω and φ̇ = Ω constant, the centre describes a circle of radius R ω/Ω, held by the
    force m R ω Ω (−sin φ, cos φ, 0, 0).

    References
    ----------
    [Bloch15] section 1.4.
    """
    p = {"m": 2.0, "R": 0.5, "I": 0.25, "J": 0.125}
    omega, Omega = 3.0, 1.2
    radius, speed = p["R"] * omega / Omega, p["R"] * omega

    def answer(t):
        phi = Omega * np.asarray(t, float)
        c, s = np.cos(phi), np.sin(phi)
        place = radius * s, radius * (1.0 - c), omega * np.asarray(t, float), phi
        return rows(*place, speed * c, speed * s, omega, Omega)

    def Qc(t):
        phi = Omega * np.asarray(t, float)
        push = p["m"] * speed * Omega
        return rows(-push * np.sin(phi), push * np.cos(phi), 0.0, 0.0)

    return Problem(
        name="rolling_disk",
        title="upright rolling disk",
        system=System(
            mass,
            None,
            [Pfaffian(rolling, name=("no slip along x", "no slip along y"))],
            coordinates="x y theta phi",
            energy=energy,
        ),
        q0=[0.0, 0.0, 0.0, 0.0],
        qd0=[speed, 0.0, omega, Omega],
        t=4.0,
        p=p,
        answer=answer,
        tolerance=1e-13,
        citation="[Bloch15] section 1.4",
        Qc=Qc,
    )


def mass(p):
    """m, m, I about the axle, J about the upright diameter."""
    return jnp.stack([p["m"], p["m"], p["I"], p["J"]])


def rolling(q, p):
    """The rows of ẋ − R θ̇ cos φ and ẏ − R θ̇ sin φ."""
    R, phi = p["R"], q[3]
    return [[1.0, 0.0, -R * jnp.cos(phi), 0.0], [0.0, 1.0, -R * jnp.sin(phi), 0.0]]


def energy(q, qd, p):
    """Kinetic energy."""
    return qd @ (mass(p) * qd) / 2.0
