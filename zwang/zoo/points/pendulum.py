"""A point on a rod in a vertical plane, released level: the pendulum of the IFToMM benchmarks."""

from __future__ import annotations

import numpy as np
import scipy

from zwang.system.constraints import Holonomic
from zwang.system.system import System
from zwang.zoo.problem import Problem, rows


def pendulum() -> Problem:
    r"""The planar pendulum in x and y, y upward, released from rest at (−L, 0).

    .. math:: \sin(\theta / 2) = k\, \mathrm{sn}(K - w t), \quad k^2 = 1/2, \quad w^2 = g / L

    with θ from the downward vertical, x = −L sin θ, y = −L cos θ; its period is 4K/w.

    References
    ----------
    [IFToMM] problem A01; [LL76] section 11.
    """
    p = {"m": 1.0, "L": 1.0, "g": 9.81}

    def answer(t):
        w, k2 = np.sqrt(p["g"] / p["L"]), 0.5
        sn, cn, dn, _ = scipy.special.ellipj(
            scipy.special.ellipk(k2) - w * np.asarray(t, float), k2
        )
        # sin(θ/2) = k sn, cos(θ/2) = dn, and so θ̇ = −2 k w cn.
        s, rate = np.sqrt(k2) * sn, -2.0 * np.sqrt(k2) * w * cn
        sin, cos = 2.0 * s * dn, 1.0 - 2.0 * s**2
        return p["L"] * rows(-sin, -cos, -cos * rate, sin * rate)

    return Problem(
        name="pendulum",
        title="planar pendulum, released level",
        system=System(mass, force, [Holonomic(rod, "rod")], coordinates=["x", "y"], energy=energy),
        q0=[-p["L"], 0.0],
        qd0=[0.0, 0.0],
        t=10.0,
        p=p,
        answer=answer,
        tolerance=1e-12,
        citation="IFToMM benchmark A01 [IFToMM]; closed form [LL76] section 11",
        notes=(
            "Its angle is π from the x axis at the start: level, on the left.",
            "The published table runs to 2000 s with six digits; the closed form meets all of it.",
        ),
    )


def mass(p):
    """m."""
    return p["m"]


def force(p):
    """Weight (2,)."""
    return [0.0, -p["m"] * p["g"]]


def rod(q, p):
    """Length of the rod."""
    return q @ q - p["L"] ** 2


def energy(q, qd, p):
    """Kinetic and potential energy."""
    return p["m"] * (qd @ qd / 2.0 + p["g"] * q[1])
