r"""M, Q, A, b written by hand in NumPy, and q̈ by the papers' formula.

    q̈ = a + M^(-1/2) (A M^(-1/2))⁺ (b − A a),   a = M⁻¹ Q

With ``numpy.linalg.pinv`` as it is, and with a wide ``rcond``, which redundant constraints need
at the stages of a step: there the rows are a little independent.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np


def acceleration(name: str, rcond: float | None = None) -> Callable:
    """q̈ of a problem as a function of (t, q, qd)."""
    equations = globals()[name]

    def qdd(t, q, qd):
        M, Q, A, b = equations(t, q, qd)
        w, V = np.linalg.eigh(M)
        M_half_inv = V / np.sqrt(w) @ V.T
        a = M_half_inv @ (M_half_inv @ Q)
        return a + M_half_inv @ (np.linalg.pinv(A @ M_half_inv, rcond) @ (b - A @ a))

    return qdd


# -- the pendulum ------------------------------------------------------------------------------


def pendulum(t, q, qd):
    """A point on a rod, in x and y."""
    return np.eye(2), np.array([0.0, -9.81]), 2.0 * q[None], np.array([-2.0 * qd @ qd])


# -- Andrews' squeezer -------------------------------------------------------------------------

m1, m2, m3, m4, m5, m6, m7 = 0.04325, 0.00365, 0.02373, 0.00706, 0.07050, 0.00706, 0.05498
I1, I2, I3, I4, I5, I6, I7 = 2.194e-6, 4.41e-7, 5.255e-6, 5.667e-7, 1.169e-5, 5.667e-7, 1.912e-5
xb, yb, xc, yc = -0.03635, 0.03273, 0.014, 0.072
d, da, e, ea, rr, ra = 0.028, 0.0115, 0.02, 0.01421, 0.007, 0.00092
ss, sa, sb, sc, sd, ta, tb = 0.035, 0.01874, 0.01043, 0.018, 0.02, 0.02308, 0.00916
u, ua, ub, zf, zt, fa = 0.04, 0.01228, 0.00449, 0.02, 0.04, 0.01421
mom, c0, l0 = 0.033, 4530.0, 0.07785


def andrews(t, q, qd):
    """Seven angles, six rows, as the test set writes them."""
    be, th, ga, ph, de, om, ep = q
    bed, thd, gad, phd, ded, omd, epd = qd
    sin, cos = np.sin, np.cos
    sbe, cbe, sbt, cbt = sin(be), cos(be), sin(be + th), cos(be + th)
    sga, cga, sde, cde, sep, cep = sin(ga), cos(ga), sin(de), cos(de), sin(ep), cos(ep)
    spd, cpd, soe, coe = sin(ph + de), cos(ph + de), sin(om + ep), cos(om + ep)
    four, six = e - ea, zf - fa

    M = np.zeros((7, 7))
    M[0, 0] = m1 * ra**2 + m2 * (rr**2 - 2 * da * rr * cos(th) + da**2) + I1 + I2
    M[0, 1] = M[1, 0] = m2 * (da**2 - da * rr * cos(th)) + I2
    M[1, 1] = m2 * da**2 + I2
    M[2, 2] = m3 * (sa**2 + sb**2) + I3
    M[3, 3] = m4 * four**2 + I4
    M[3, 4] = M[4, 3] = m4 * (four**2 + zt * four * sin(ph)) + I4
    M[4, 4] = m4 * (zt**2 + 2 * zt * four * sin(ph) + four**2) + m5 * (ta**2 + tb**2) + I4 + I5
    M[5, 5] = m6 * six**2 + I6
    M[5, 6] = M[6, 5] = m6 * (six**2 - u * six * sin(om)) + I6
    M[6, 6] = m6 * (six**2 - 2 * u * six * sin(om) + u**2) + m7 * (ua**2 + ub**2) + I6 + I7

    x, y = sd * cga + sc * sga + xb - xc, sd * sga - sc * cga + yb - yc
    length = np.sqrt(x**2 + y**2)
    pull = -c0 * (length - l0) / length
    Q = np.array(
        [
            mom - m2 * da * rr * thd * (thd + 2 * bed) * sin(th),
            m2 * da * rr * bed**2 * sin(th),
            pull * (x * (sc * cga - sd * sga) + y * (sd * cga + sc * sga)),
            m4 * zt * four * ded**2 * cos(ph),
            -m4 * zt * four * phd * (phd + 2 * ded) * cos(ph),
            -m6 * u * six * epd**2 * cos(om),
            m6 * u * six * omd * (omd + 2 * epd) * cos(om),
        ]
    )

    A = np.zeros((6, 7))
    A[0::2, 0], A[0::2, 1] = -rr * sbe + d * sbt, d * sbt
    A[1::2, 0], A[1::2, 1] = rr * cbe - d * cbt, -d * cbt
    A[0, 2], A[1, 2] = -ss * cga, -ss * sga
    A[2, 3], A[2, 4] = -e * cpd, -e * cpd + zt * sde
    A[3, 3], A[3, 4] = -e * spd, -e * spd - zt * cde
    A[4, 5], A[4, 6] = zf * soe, zf * soe - u * cep
    A[5, 5], A[5, 6] = -zf * coe, -zf * coe - u * sep

    bt2, pd2, oe2 = (bed + thd) ** 2, (phd + ded) ** 2, (omd + epd) ** 2
    x, y = rr * cbe * bed**2 - d * cbt * bt2, rr * sbe * bed**2 - d * sbt * bt2
    b = np.array(
        [
            x - ss * sga * gad**2,
            y + ss * cga * gad**2,
            x - e * spd * pd2 - zt * cde * ded**2,
            y + e * cpd * pd2 - zt * sde * ded**2,
            x - zf * coe * oe2 - u * sep * epd**2,
            y - zf * soe * oe2 + u * cep * epd**2,
        ]
    )
    return M, Q, A, b


# -- the car's axis ----------------------------------------------------------------------------

CAR_MASS, L0, R, OMEGA = 10.0 * 0.01**2 / 2, 0.5, 0.1, 10.0


def car_axis(t, q, qd):
    """Four coordinates, two rows, of which one moves with the time."""
    left, right, left_d, right_d = q[:2], q[2:], qd[:2], qd[2:]
    y, yd = R * np.sin(OMEGA * t), R * OMEGA * np.cos(OMEGA * t)
    ydd = -(OMEGA**2) * y
    x = np.sqrt(1.0 - y**2)
    xd = -y * yd / x
    xdd = -(yd**2 + y * ydd + xd**2) / x
    wheel, wheel_d, wheel_dd = np.array([x, y]), np.array([xd, yd]), np.array([xdd, ydd])

    def spring(r):
        length = np.sqrt(r @ r)
        return (L0 - length) / length * r

    weight = np.array([0.0, -CAR_MASS])
    Q = np.concatenate([spring(left) + weight, spring(right - wheel) + weight])
    apart, apart_d = left - right, left_d - right_d
    A = np.zeros((2, 4))
    A[0, :2], A[1, :2], A[1, 2:] = wheel, 2 * apart, -2 * apart
    b = np.array([-2 * wheel_d @ left_d - wheel_dd @ left, -2 * apart_d @ apart_d])
    return CAR_MASS * np.eye(4), Q, A, b


# -- two parallelograms ------------------------------------------------------------------------

FOUR_BAR_M = np.kron(np.array([[4, 1, 0], [1, 6, 1], [0, 1, 4]]) / 6.0, np.eye(2))
FOUR_BAR_Q = -9.81 * np.array([0.0, 1.0, 0.0, 1.5, 0.0, 1.0])
FEET = np.array([[0.0, 0.0], [1.0, 0.0], [2.0, 0.0]])


def four_bar(t, q, qd):
    """Three pins, three cranks and two couplers."""
    pins, rates = q.reshape(3, 2), qd.reshape(3, 2)
    crank, coupler, coupler_d = 2 * (pins - FEET), 2 * np.diff(pins, axis=0), np.diff(rates, axis=0)
    A = np.zeros((5, 6))
    for i in range(3):
        A[i, 2 * i : 2 * i + 2] = crank[i]
    for i in range(2):
        A[3 + i, 2 * i : 2 * i + 2], A[3 + i, 2 * i + 2 : 2 * i + 4] = -coupler[i], coupler[i]
    b = -2 * np.concatenate([(rates**2).sum(axis=1), (coupler_d**2).sum(axis=1)])
    return FOUR_BAR_M, FOUR_BAR_Q, A, b


# -- Bricard's loop ----------------------------------------------------------------------------

JOINTS = (1, 2, 0, 1, 2)
RODS = ((0, 1.0), (1, -1.0), (2, 1.0), (0, -1.0), (1, 1.0))
ALONG, ACROSS, G = 2 * 0.1**2 / 12, (1 + 0.1**2) / 12, 9.81
FOLLOWS = np.tril(np.ones((5, 5)))[:, :, None]  # [k, i]: the joint i moves the rod k
NEXT, LAST = [1, 2, 0], [2, 0, 1]


def cross(a, b):
    return a[..., NEXT] * b[..., LAST] - a[..., LAST] * b[..., NEXT]


def bricard(t, q, qd):
    """Five rods by the Jacobians of their centres and of their turning."""
    frame, axes, rods = list(np.eye(3)), np.empty((5, 3)), np.empty((5, 3))
    for n, (k, (along, way)) in enumerate(zip(JOINTS, RODS, strict=True)):
        i, j, c, s = (k + 1) % 3, (k + 2) % 3, np.cos(q[n]), np.sin(q[n])
        frame[i], frame[j] = c * frame[i] + s * frame[j], c * frame[j] - s * frame[i]
        axes[n], rods[n] = frame[k], way * frame[along]
    points = np.zeros((6, 3))
    points[1:] = np.cumsum(rods, axis=0)
    centres, end = points[1:] - rods / 2, frame[0]

    Jw = FOLLOWS * axes  # [k, i, :]
    Jv = FOLLOWS * cross(axes, centres[:, None] - points[:-1])
    # What the second derivatives are without q̈.
    w = np.cumsum(axes * qd[:, None], axis=0)
    wd = np.cumsum(cross(w, axes) * qd[:, None], axis=0)
    rods_dd = cross(wd, rods) + cross(w, cross(w, rods))
    points_dd = np.cumsum(rods_dd, axis=0)
    centres_dd = points_dd - rods_dd / 2

    inertia = ACROSS * np.eye(3) + (ALONG - ACROSS) * rods[:, :, None] * rods[:, None]
    spin = (inertia @ w[:, :, None])[:, :, 0]
    torque = (inertia @ wd[:, :, None])[:, :, 0] + cross(w, spin)
    push = centres_dd + np.array([0.0, G, 0.0])
    M = (Jv @ Jv.transpose(0, 2, 1) + Jw @ inertia @ Jw.transpose(0, 2, 1)).sum(axis=0)
    Q = -(Jv @ push[:, :, None] + Jw @ torque[:, :, None]).sum(axis=0)[:, 0]

    end_dd = cross(wd[-1], end) + cross(w[-1], cross(w[-1], end))
    A = np.concatenate([cross(axes, points[-1] - points[:-1]).T, cross(axes, end).T[1:]])
    return M, Q, A, -np.concatenate([points_dd[-1], end_dd[1:]])
