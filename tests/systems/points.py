"""Systems of points and angles that many tests share, each one object, and what is known of them.

One object is traced once and compiled once, by whatever test comes first. Who patches or counts
what a system keeps describes one of their own.
"""

from functools import cache
from typing import Any

import jax.numpy as jnp
import numpy as np

import zwang as zw
from zwang import zoo

G = 9.81
ROD = zw.Holonomic(lambda q: q @ q - 1.0, name="rod")


@cache
def bob(mass: float = 1.0) -> zw.System:
    """A mass on a rod of length one: at rest at (0, ∓1), where λ² = ∓g."""
    return zw.System(mass, [0.0, -mass * G], [ROD], coordinates=["x", "y"])


# The same with its numbers in p, and its energy; its motion from a level rod at rest.
ANY_ROD = zw.Holonomic(lambda q, p: q @ q - p["L"] ** 2, name="rod")
PENDULUM = zw.System(
    1.0,
    lambda q, p: jnp.stack([0.0 * q[0], -p["g"]]),
    [ANY_ROD],
    coordinates=["x", "y"],
    energy=lambda q, qd, p: qd @ qd / 2 + p["g"] * q[1],
)
LEVEL = [1.0, 0.0], [0.0, 0.0]
PERIOD = 2.3678419475762374


def swung(t: Any) -> tuple[np.ndarray, np.ndarray]:
    """q and q̇ of a pendulum with L = 1, g = 9.81 that was LEVEL at t = 0, in closed form."""
    q, qd = zoo.pendulum().state(t)  # which starts on the other side
    return q * [-1.0, 1.0], qd * [-1.0, 1.0]


@cache
def cone(length: float = 1.0, mass: float = 1.0) -> zw.System:
    """A bob that may swing all around: at the tilt θ it turns with ω² = g / (l cos θ)."""
    return zw.System.from_lagrangian(
        T=lambda q, qd: mass * (qd[0] ** 2 + (qd[1] * jnp.sin(q[0])) ** 2) / 2,
        V=lambda q: -mass * G / length * jnp.cos(q[0]),
        coordinates=["tilt", "turn"],
    )


# A heavy top on its tip: its moments across and along its axis, and its weight's arm.
ACROSS, ALONG, ARM = 1.0, 0.4, 2.0
TOP = zw.System.from_lagrangian(
    T=lambda q, qd: (
        ACROSS * (qd[0] ** 2 + (qd[1] * jnp.sin(q[0])) ** 2) / 2
        + ALONG * (qd[2] + qd[1] * jnp.cos(q[0])) ** 2 / 2
    ),
    V=lambda q: ARM * jnp.cos(q[0]),
    coordinates=["tilt", "precession", "spin"],
)
