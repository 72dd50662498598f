"""The axle of a car on a bumpy road: constraints that depend on time."""

from __future__ import annotations

import jax.numpy as jnp

from zwang.system.constraints import Holonomic
from zwang.system.system import System
from zwang.zoo.problem import Problem, Table

ANSWER = Table(
    [3.0],
    [
        [
            0.0493455784275240921315268,
            0.496989460230008106762934,
            1.04174252488542611519478,
            0.373911027265365819357898,
            -0.0770583684035920842839406,
            0.00744686659206841649140174,
            0.0175568157535417366297406,
            0.770341043779601063120643,
        ]
    ],
)


def car_axis() -> Problem:
    r"""The two ends of an axle over springs on wheels; the right wheel follows the road.

    .. math:: x_b x_l + y_b y_l = 0, \qquad (x_l - x_r)^2 + (y_l - y_r)^2 = L^2

    with the right wheel at y_b = r sin ωt, x_b = √(L² − y_b²), the left one at the origin. The
    mass of each end is ½ M ε². The answer was computed in 45-digit arithmetic; the published one
    agrees with it to 2e-13 in places and 5e-12 in velocities.

    References
    ----------
    [TestSet] car axis problem.
    """
    p = {"eps": 0.01, "M": 10.0, "L": 1.0, "L0": 0.5, "r": 0.1, "omega": 10.0, "g": 1.0}
    return Problem(
        name="car_axis",
        title="axle of a car on a bumpy road",
        system=System(
            mass,
            force,
            [Holonomic(upright, "left wheel upright"), Holonomic(axle, "axle")],
            coordinates="xl yl xr yr",
        ),
        q0=[0.0, 0.5, 1.0, 0.5],
        qd0=[-0.5, 0.0, -0.5, 0.0],
        t=3.0,
        p=p,
        answer=ANSWER,
        tolerance=1e-13,
        citation="Test set for IVP solvers, car axis [TestSet]; recomputed in 45 digits",
        notes=(
            "The published digits are wrong beyond about the twelfth.",
            "The published start of the multipliers, 0, is not the true one.",
        ),
    )


def right_wheel(t, p):
    """Where the road has the right wheel."""
    yb = p["r"] * jnp.sin(p["omega"] * t)
    return jnp.stack([jnp.sqrt(p["L"] ** 2 - yb**2), yb])


def mass(p):
    """Half of the scaled mass of the chassis, at either end."""
    return p["M"] * p["eps"] ** 2 / 2.0


def force(q, t, p):
    """Springs of unit stiffness and weight (4,)."""
    left, right = q[:2], q[2:] - right_wheel(t, p)
    weight = jnp.stack([0.0, -mass(p) * p["g"]])
    return jnp.concatenate([_spring(left, p) + weight, _spring(right, p) + weight])


def _spring(r, p):
    length = jnp.sqrt(r @ r)
    return (p["L0"] - length) / length * r


def upright(q, t, p):
    """The left spring stands at a right angle to the road."""
    return right_wheel(t, p) @ q[:2]


def axle(q, p):
    """Length of the axle."""
    return (q[:2] - q[2:]) @ (q[:2] - q[2:]) - p["L"] ** 2
