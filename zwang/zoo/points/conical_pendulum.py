"""A pendulum that goes round at a fixed height."""

from __future__ import annotations

import numpy as np

from zwang.system.constraints import Holonomic
from zwang.system.system import System
from zwang.zoo.problem import Problem, rows


def conical_pendulum() -> Problem:
    r"""A point on a rod, in x, y, z with z upward, on a level circle.

    .. math:: \Omega^2 = \frac{g}{L \cos\theta}, \qquad \text{tension} = \frac{m g}{\cos\theta}

    References
    ----------
    Classical; the steady case of [LL76] section 14, problem 1.
    """
    p = {"m": 1.0, "L": 1.0, "g": 9.81}
    theta = 0.9
    radius, height = p["L"] * np.sin(theta), -p["L"] * np.cos(theta)
    Omega = np.sqrt(p["g"] / (p["L"] * np.cos(theta)))

    def answer(t):
        x, y = radius * np.cos(Omega * np.asarray(t)), radius * np.sin(Omega * np.asarray(t))
        return rows(x, y, height, -Omega * y, Omega * x, 0.0)

    def Qc(t):
        tension = p["m"] * p["g"] / np.cos(theta)
        return -tension / p["L"] * answer(t)[..., :3]

    return Problem(
        name="conical_pendulum",
        title="pendulum on a level circle",
        system=System(mass, force, [Holonomic(rod, "rod")], coordinates="x y z", energy=energy),
        q0=[radius, 0.0, height],
        qd0=[0.0, Omega * radius, 0.0],
        t=2.0,
        p=p,
        answer=answer,
        tolerance=1e-13,
        citation="classical; [LL76] section 14",
        Qc=Qc,
    )


def mass(p):
    """m."""
    return p["m"]


def force(p):
    """Weight (3,)."""
    return [0.0, 0.0, -p["m"] * p["g"]]


def rod(q, p):
    """Length of the rod."""
    return q @ q - p["L"] ** 2


def energy(q, qd, p):
    """Kinetic and potential energy."""
    return p["m"] * (qd @ qd / 2.0 + p["g"] * q[2])
