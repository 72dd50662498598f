"""Andrews' squeezing mechanism: seven bodies in a plane, three loops, milliseconds."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np

from zwang.system.constraints import Holonomic
from zwang.system.system import System
from zwang.zoo.problem import Problem, Table

# Masses and moments of inertia of the bodies K1 to K7, and lengths, in SI units, by the letters
# of the source.
m = np.array([0.04325, 0.00365, 0.02373, 0.00706, 0.07050, 0.00706, 0.05498])
I = np.array([2.194e-6, 4.410e-7, 5.255e-6, 5.667e-7, 1.169e-5, 5.667e-7, 1.912e-5])
xa, ya, xb, yb, xc, yc = -0.06934, -0.00227, -0.03635, 0.03273, 0.014, 0.072
d, da, e, ea, rr, ra = 0.028, 0.0115, 0.02, 0.01421, 0.007, 0.00092
ss, sa, sb, sc, sd, ta, tb = 0.035, 0.01874, 0.01043, 0.018, 0.02, 0.02308, 0.00916
u, ua, ub, zf, zt, fa = 0.04, 0.01228, 0.00449, 0.02, 0.04, 0.01421

START = [
    -0.0617138900142764496358948458001,
    0.0,
    0.455279819163070380255912382449,
    0.222668390165885884674473185609,
    0.487364979543842550225598953530,
    -0.222668390165885884674473185609,
    1.23054744454982119249735015568,
]

ANSWER = Table(
    [0.03],
    [
        [
            15.81077119515370709712,
            -15.75637105841183946973,
            0.04082224011964580485828,
            -0.5347301163420795937702,
            0.5244099658799540693717,
            0.5347301163420795937702,
            1.048080741041937873069,
            1139.920302259106064198,
            -1424.379295177540073196,
            11.03291191061859374533,
            19.29337410503204083163,
            0.5735699148295024538177,
            -19.29337410503204083163,
            0.3231791492491308749907,
        ]
    ],
)

ROWS = [f"loop {loop} {axis}" for loop in ("K3", "K4-K5", "K6-K7") for axis in "xy"]


def andrews() -> Problem:
    r"""Andrews' squeezer, driven by a constant torque; angles β, Θ, γ, Φ, δ, Ω, ε.

    Seven rigid bodies, seven angles, six constraints: the crank K1 with K2, and the chains K3,
    K4 with K5, K6 with K7, meet in one point. A spring pulls K3. The answer was computed in
    45-digit arithmetic; the published one agrees with it to 3e-10 in q and 5e-8 in q̇.

    References
    ----------
    [TestSet] Andrews' squeezing mechanism; [HW96] section VII.7.
    """
    return Problem(
        name="andrews",
        title="Andrews' squeezing mechanism",
        system=System.from_lagrangian(
            T=kinetic,
            V=potential,
            constraints=[Holonomic(loops, ROWS)],
            coordinates="beta Theta gamma Phi delta Omega epsilon",
        ),
        q0=START,
        qd0=np.zeros(7),
        t=0.03,
        p={"mom": 0.033, "c0": 4530.0, "l0": 0.07785},
        answer=ANSWER,
        tolerance=1e-12,
        citation="[TestSet], [HW96] section VII.7; recomputed in 45 digits",
        notes=(
            "β and Θ wind up to about 15.8; do not wrap them.",
            "The IFToMM benchmark A03 is another problem: it starts elsewhere and runs 0.05 s.",
            "The source's multipliers have the opposite sign: M q̈ + Aᵀλ = f.",
        ),
    )


def centres(q):
    """Centres of mass (7, 2)."""
    be, th, ga, ph, de, om, ep = q
    sin, cos = jnp.sin, jnp.cos
    four, six = e - ea, zf - fa
    x = [
        ra * cos(be),
        rr * cos(be) - da * cos(be + th),
        xb + sa * sin(ga) + sb * cos(ga),
        xa + zt * cos(de) + four * sin(ph + de),
        xa + ta * cos(de) - tb * sin(de),
        xa + u * sin(ep) + six * cos(om + ep),
        xa + ua * sin(ep) - ub * cos(ep),
    ]
    y = [
        ra * sin(be),
        rr * sin(be) - da * sin(be + th),
        yb - sa * cos(ga) + sb * sin(ga),
        ya + zt * sin(de) - four * cos(ph + de),
        ya + ta * sin(de) + tb * cos(de),
        ya - u * cos(ep) + six * sin(om + ep),
        ya - ua * cos(ep) - ub * sin(ep),
    ]
    return jnp.stack([jnp.stack(x), jnp.stack(y)], axis=-1)


def kinetic(q, qd):
    """T of the seven bodies."""
    v = jax.jvp(centres, (q,), (qd,))[1]
    be, th, ga, ph, de, om, ep = qd
    rates = jnp.stack([be, be + th, ga, ph + de, de, om + ep, ep])
    return (jnp.sum(m[:, None] * v**2) + jnp.sum(I * rates**2)) / 2.0


def potential(q, p):
    """V of the spring between C and the point D of K3, and of the constant torque on β."""
    ga = q[2]
    x = xb + sd * jnp.cos(ga) + sc * jnp.sin(ga) - xc
    y = yb + sd * jnp.sin(ga) - sc * jnp.cos(ga) - yc
    return p["c0"] * (jnp.sqrt(x**2 + y**2) - p["l0"]) ** 2 / 2.0 - p["mom"] * q[0]


def loops(q):
    """The end of K2, less the ends of the three chains (6,)."""
    be, th, ga, ph, de, om, ep = q
    sin, cos = jnp.sin, jnp.cos
    x, y = rr * cos(be) - d * cos(be + th), rr * sin(be) - d * sin(be + th)
    return [
        x - ss * sin(ga) - xb,
        y + ss * cos(ga) - yb,
        x - e * sin(ph + de) - zt * cos(de) - xa,
        y + e * cos(ph + de) - zt * sin(de) - ya,
        x - zf * cos(om + ep) - u * sin(ep) - xa,
        y - zf * sin(om + ep) + u * cos(ep) - ya,
    ]
