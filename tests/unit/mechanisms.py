"""Andrews' squeezing mechanism, for tests of how a system is described.

Source: Test Set for IVP Solvers, problem "Andrews' squeezing mechanism"; Hairer and Wanner,
Solving ODEs II, section VII.7. Coordinates β, Θ, γ, Φ, δ, Ω, ε.
"""

import jax
import jax.numpy as jnp
import numpy as np

m = np.array([0.04325, 0.00365, 0.02373, 0.00706, 0.07050, 0.00706, 0.05498])
I = np.array([2.194e-6, 4.410e-7, 5.255e-6, 5.667e-7, 1.169e-5, 5.667e-7, 1.912e-5])
xa, ya, xb, yb, xc, yc = -0.06934, -0.00227, -0.03635, 0.03273, 0.014, 0.072
c0, l0, mom = 4530.0, 0.07785, 0.033
d, da, e, ea, rr, ra = 0.028, 0.0115, 0.02, 0.01421, 0.007, 0.00092
ss, sa, sb, sc, sd, ta, tb = 0.035, 0.01874, 0.01043, 0.018, 0.02, 0.02308, 0.00916
u, ua, ub, zf, zt, fa = 0.04, 0.01228, 0.00449, 0.02, 0.04, 0.01421

Q0 = np.array(
    [
        -0.0617138900142764496358948458001,
        0.0,
        0.455279819163070380255912382449,
        0.222668390165885884674473185609,
        0.487364979543842550225598953530,
        -0.222668390165885884674473185609,
        1.23054744454982119249735015568,
    ]
)
QDD0 = np.array([14222.4439199541138705911625887, -10666.8329399655854029433719415])
# The source writes M q̈ + Gᵀλ = f, so our multipliers have the opposite sign.
LAM0 = -np.array([98.5668703962410896057654982170, -6.12268834425566265503114393122])


def positions(q):
    """Centres of mass (7, 2)."""
    be, th, ga, ph, de, om, ep = q
    sin, cos = jnp.sin, jnp.cos
    return jnp.array(
        [
            (ra * cos(be), ra * sin(be)),
            (rr * cos(be) - da * cos(be + th), rr * sin(be) - da * sin(be + th)),
            (xb + sa * sin(ga) + sb * cos(ga), yb - sa * cos(ga) + sb * sin(ga)),
            (
                xa + zt * cos(de) + (e - ea) * sin(ph + de),
                ya + zt * sin(de) - (e - ea) * cos(ph + de),
            ),
            (xa + ta * cos(de) - tb * sin(de), ya + ta * sin(de) + tb * cos(de)),
            (
                xa + u * sin(ep) + (zf - fa) * cos(om + ep),
                ya - u * cos(ep) + (zf - fa) * sin(om + ep),
            ),
            (xa + ua * sin(ep) - ub * cos(ep), ya - ua * cos(ep) - ub * sin(ep)),
        ]
    )


def T(q, qd):
    """Kinetic energy."""
    v = jax.jvp(positions, (q,), (qd,))[1]
    be, th, ga, ph, de, om, ep = qd
    rates = jnp.array([be, be + th, ga, ph + de, de, om + ep, ep])
    return 0.5 * jnp.sum(m[:, None] * v**2) + 0.5 * jnp.sum(I * rates**2)


def V(q):
    """Energy of the spring, and of the constant torque on β."""
    x = xb + sd * jnp.cos(q[2]) + sc * jnp.sin(q[2]) - xc
    y = yb + sd * jnp.sin(q[2]) - sc * jnp.cos(q[2]) - yc
    return c0 * (jnp.sqrt(x**2 + y**2) - l0) ** 2 / 2 - mom * q[0]


def phi(q):
    """The three loops (6,)."""
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


def mass(q):
    """M (7, 7) as printed in the source."""
    _, th, _, ph, _, om, _ = q
    M = np.zeros((7, 7))
    M[0, 0] = m[0] * ra**2 + m[1] * (rr**2 - 2 * da * rr * np.cos(th) + da**2) + I[0] + I[1]
    M[1, 0] = M[0, 1] = m[1] * (da**2 - da * rr * np.cos(th)) + I[1]
    M[1, 1] = m[1] * da**2 + I[1]
    M[2, 2] = m[2] * (sa**2 + sb**2) + I[2]
    M[3, 3] = m[3] * (e - ea) ** 2 + I[3]
    M[4, 3] = M[3, 4] = m[3] * ((e - ea) ** 2 + zt * (e - ea) * np.sin(ph)) + I[3]
    M[4, 4] = m[3] * (zt**2 + 2 * zt * (e - ea) * np.sin(ph) + (e - ea) ** 2)
    M[4, 4] += m[4] * (ta**2 + tb**2) + I[3] + I[4]
    M[5, 5] = m[5] * (zf - fa) ** 2 + I[5]
    M[6, 5] = M[5, 6] = m[5] * ((zf - fa) ** 2 - u * (zf - fa) * np.sin(om)) + I[5]
    M[6, 6] = m[5] * ((zf - fa) ** 2 - 2 * u * (zf - fa) * np.sin(om) + u**2)
    M[6, 6] += m[6] * (ua**2 + ub**2) + I[5] + I[6]
    return M


def force(q, qd):
    """f (7,) as printed in the source."""
    _, th, ga, ph, _, om, _ = q
    be1, th1, _, ph1, de1, om1, ep1 = qd
    sin, cos = np.sin, np.cos
    x = xb + sd * cos(ga) + sc * sin(ga) - xc
    y = yb + sd * sin(ga) - sc * cos(ga) - yc
    length = np.hypot(x, y)
    Fx, Fy = -c0 * (length - l0) / length * np.array([x, y])
    return np.array(
        [
            mom - m[1] * da * rr * th1 * (th1 + 2 * be1) * sin(th),
            m[1] * da * rr * be1**2 * sin(th),
            Fx * (sc * cos(ga) - sd * sin(ga)) + Fy * (sd * cos(ga) + sc * sin(ga)),
            m[3] * zt * (e - ea) * de1**2 * cos(ph),
            -m[3] * zt * (e - ea) * ph1 * (ph1 + 2 * de1) * cos(ph),
            -m[5] * u * (zf - fa) * ep1**2 * cos(om),
            m[5] * u * (zf - fa) * om1 * (om1 + 2 * ep1) * cos(om),
        ]
    )
