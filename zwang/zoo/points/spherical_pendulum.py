"""A pendulum that swings and goes round at once."""

from __future__ import annotations

import numpy as np

from zwang.system.constraints import Holonomic
from zwang.system.system import System
from zwang.zoo.elliptic import swing_from
from zwang.zoo.points.conical_pendulum import energy, force, mass, rod
from zwang.zoo.problem import Problem, rows


def spherical_pendulum() -> Problem:
    r"""A point on a rod, in x, y, z with z upward, pushed sideways from its highest point.

    .. math:: L^2 \dot z^2 = 2 (E - g z)(L^2 - z^2) - h^2, \qquad \dot\varphi = h / (L^2 - z^2)

    with the energy E and the moment of momentum h about z, of unit mass. So z swings between two
    roots of the cubic, in sn², and φ is an integral of the third kind.

    References
    ----------
    [LL76] section 14, problem 1.
    """
    p = {"m": 1.0, "L": 1.0, "g": 9.81}
    q0, qd0 = [0.6, 0.0, -0.8], [0.0, 1.3, 0.0]
    L, g, radius, z0, speed = p["L"], p["g"], q0[0], q0[2], qd0[1]
    h = radius * speed
    # With v = z − z₀ and E = ½ speed² + g z₀, the cubic is
    #   2g v³ + (4g z₀ − speed²) v² − 2 (g radius² + z₀ speed²) v,   all over L².
    slope, curvature = -2.0 * (g * radius**2 + z0 * speed**2), 4.0 * g * z0 - speed**2
    z_of = swing_from(z0, slope / L**2, curvature / L**2, 2.0 * g / L**2)

    def answer(t):
        z, zd = z_of(t)
        # 1/(L² − z²) = [1/(z + L) − 1/(z − L)] / 2L
        phi = h / (2.0 * L) * (z_of.integral(L, t) - z_of.integral(-L, t))
        r = np.sqrt(L**2 - z**2)
        rd, phid, c, s = -z * zd / r, h / r**2, np.cos(phi), np.sin(phi)
        velocity = rd * c - r * s * phid, rd * s + r * c * phid, zd
        return rows(r * c, r * s, z, *velocity)

    return Problem(
        name="spherical_pendulum",
        title="pendulum on a sphere",
        system=System(mass, force, [Holonomic(rod, "rod")], coordinates="x y z", energy=energy),
        q0=q0,
        qd0=qd0,
        t=3.0,
        p=p,
        answer=answer,
        tolerance=1e-12,
        citation="classical; [LL76] section 14",
    )
