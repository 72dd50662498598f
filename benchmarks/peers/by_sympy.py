r"""M, Q, A, b from T, V and phi, differentiated by SymPy, and q̈ by the saddle equations.

    M q̈ − Aᵀ λ = Q,   A q̈ = b

in functions that ``lambdify`` writes with common subexpressions shared. Where constraints are
redundant the saddle matrix is singular, and its least-squares solution is taken.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import sympy as sp

from peers import by_hand as given

REDUNDANT = {"bricard": 1e-6}  # rcond of the least squares


def acceleration(name: str) -> Callable:
    """q̈ of a problem as a function of (t, q, qd); derives and compiles."""
    equations = derived(name)
    rcond = REDUNDANT.get(name)

    def qdd(t, q, qd):
        M, Q, A, b = equations(t, q, qd)
        m, n = A.shape
        K = np.block([[M, -A.T], [A, np.zeros((m, m))]])
        r = np.concatenate([Q[:, 0], b[:, 0]])
        x = np.linalg.solve(K, r) if rcond is None else np.linalg.lstsq(K, r, rcond)[0]
        return x[:n]

    return qdd


def derived(name: str) -> Callable:
    """(t, q, qd) -> M, Q, A, b with Q and b as columns."""
    n = {"pendulum": 2, "andrews": 7, "car_axis": 4, "four_bar": 6, "bricard": 5}[name]
    t, names, rates = sp.Symbol("t"), sp.symbols(f"q:{n}"), sp.symbols(f"v:{n}")
    q, qd = sp.Matrix(names), sp.Matrix(rates)
    T, V, phi = globals()[name](t, q, qd)
    momentum = sp.Matrix([T]).jacobian(qd)
    M = momentum.jacobian(qd)
    Q = sp.Matrix([T - V]).jacobian(q).T - momentum.jacobian(q) * qd
    A = phi.jacobian(q)
    rate = A * qd + phi.diff(t)
    b = -(rate.jacobian(q) * qd + rate.diff(t))
    return sp.lambdify([t, names, rates], [M, Q, A, b], modules="numpy", cse=True)


def _rate(x, q, qd):
    return x.jacobian(q) * qd


def pendulum(t, q, qd):
    """A point on a rod."""
    return qd.dot(qd) / 2, 9.81 * q[1], sp.Matrix([q.dot(q) - 1])


def andrews(t, q, qd):
    """T and V of seven bodies, and the loops."""
    be, th, ga, ph, de, om, ep = q
    g, sin, cos = given, sp.sin, sp.cos
    xa, ya = -0.06934, -0.00227
    four, six = g.e - g.ea, g.zf - g.fa
    bodies = [
        (g.m1, g.I1, be, g.ra * cos(be), g.ra * sin(be)),
        (
            *(g.m2, g.I2, be + th),
            *(g.rr * cos(be) - g.da * cos(be + th), g.rr * sin(be) - g.da * sin(be + th)),
        ),
        (
            *(g.m3, g.I3, ga),
            *(g.sa * sin(ga) + g.sb * cos(ga), -g.sa * cos(ga) + g.sb * sin(ga)),
        ),
        (
            *(g.m4, g.I4, ph + de),
            *(g.zt * cos(de) + four * sin(ph + de), g.zt * sin(de) - four * cos(ph + de)),
        ),
        (
            *(g.m5, g.I5, de),
            *(g.ta * cos(de) - g.tb * sin(de), g.ta * sin(de) + g.tb * cos(de)),
        ),
        (
            *(g.m6, g.I6, om + ep),
            *(g.u * sin(ep) + six * cos(om + ep), -g.u * cos(ep) + six * sin(om + ep)),
        ),
        (
            *(g.m7, g.I7, ep),
            *(g.ua * sin(ep) - g.ub * cos(ep), -g.ua * cos(ep) - g.ub * sin(ep)),
        ),
    ]
    T = 0
    for mass, inertia, angle, x, y in bodies:
        v = _rate(sp.Matrix([x, y, angle]), q, qd)
        T += (mass * (v[0] ** 2 + v[1] ** 2) + inertia * v[2] ** 2) / 2
    x = g.xb + g.sd * cos(ga) + g.sc * sin(ga) - g.xc
    y = g.yb + g.sd * sin(ga) - g.sc * cos(ga) - g.yc
    V = g.c0 * (sp.sqrt(x**2 + y**2) - g.l0) ** 2 / 2 - g.mom * be
    x, y = g.rr * cos(be) - g.d * cos(be + th), g.rr * sin(be) - g.d * sin(be + th)
    phi = sp.Matrix(
        [
            x - g.ss * sin(ga) - g.xb,
            y + g.ss * cos(ga) - g.yb,
            x - g.e * sin(ph + de) - g.zt * cos(de) - xa,
            y + g.e * cos(ph + de) - g.zt * sin(de) - ya,
            x - g.zf * cos(om + ep) - g.u * sin(ep) - xa,
            y - g.zf * sin(om + ep) + g.u * cos(ep) - ya,
        ]
    )
    return T, V, phi


def car_axis(t, q, qd):
    """Two masses on springs, the right one's foot on the road."""
    xl, yl, xr, yr = q
    y = given.R * sp.sin(given.OMEGA * t)
    x = sp.sqrt(1 - y**2)
    left, right = sp.sqrt(xl**2 + yl**2), sp.sqrt((xr - x) ** 2 + (yr - y) ** 2)
    springs = ((left - given.L0) ** 2 + (right - given.L0) ** 2) / 2
    T, V = given.CAR_MASS * qd.dot(qd) / 2, springs + given.CAR_MASS * (yl + yr)
    return T, V, sp.Matrix([x * xl + y * yl, (xl - xr) ** 2 + (yl - yr) ** 2 - 1])


def four_bar(t, q, qd):
    """Three pins, three cranks and two couplers."""
    M, Q = (sp.Matrix(np.asarray(x).tolist()) for x in (given.FOUR_BAR_M, given.FOUR_BAR_Q))
    pins, feet = [q[2 * i : 2 * i + 2] for i in range(3)], given.FEET.tolist()
    links = [*zip(pins, feet, strict=True), (pins[1], pins[0]), (pins[2], pins[1])]
    phi = [(a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 - 1 for a, b in links]
    return (qd.T * M * qd)[0] / 2, -(Q.T * q)[0], sp.Matrix(phi)


def bricard(t, q, qd):
    """Five rods, from one frame to the next."""
    frame, point = [sp.eye(3).row(i).T for i in range(3)], sp.zeros(3, 1)
    w, T, V = sp.zeros(3, 1), 0, 0
    for n, (k, (along, way)) in enumerate(zip(given.JOINTS, given.RODS, strict=True)):
        i, j, c, s = (k + 1) % 3, (k + 2) % 3, sp.cos(q[n]), sp.sin(q[n])
        frame[i], frame[j] = c * frame[i] + s * frame[j], c * frame[j] - s * frame[i]
        rod, w = way * frame[along], w + frame[k] * qd[n]
        centre, point = point + rod / 2, point + rod
        v, across = _rate(centre, q, qd), w.cross(rod)
        turning = given.ALONG * w.dot(rod) ** 2 + given.ACROSS * across.dot(across)
        T, V = T + (v.dot(v) + turning) / 2, V + given.G * centre[1]
    return T, V, sp.Matrix([*(point - sp.Matrix([0, 0, 1])), frame[0][1], frame[0][2]])
