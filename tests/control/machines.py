"""Small machines to control, with numbers in p."""

import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw

ARM = {"m1": 1.5, "m2": 1.0, "l1": 1.0, "l2": 0.8, "g": 9.81, "radius": 0.3, "omega": 2.0}


def arm() -> zw.System:
    """Two links in a vertical plane, point masses at their ends; q are the absolute angles."""

    def kinetic(q, qd, p):
        v1, v2 = p["l1"] * qd[0], p["l2"] * qd[1]
        between = v1 * v2 * jnp.cos(q[0] - q[1])
        return 0.5 * (p["m1"] + p["m2"]) * v1**2 + p["m2"] * (0.5 * v2**2 + between)

    def potential(q, p):
        heights = p["l1"] * jnp.sin(q[0]), p["l2"] * jnp.sin(q[1])
        return p["g"] * ((p["m1"] + p["m2"]) * heights[0] + p["m2"] * heights[1])

    return zw.System.from_lagrangian(T=kinetic, V=potential, coordinates=["shoulder", "elbow"])


def hand(q, p):
    """Where the hand is (2,)."""
    x = p["l1"] * jnp.cos(q[0]) + p["l2"] * jnp.cos(q[1])
    return jnp.stack([x, p["l1"] * jnp.sin(q[0]) + p["l2"] * jnp.sin(q[1])])


def circle(q, t, p):
    """The hand off a circle about (1, 0.5) (2,)."""
    angle = p["omega"] * t
    place = jnp.stack([1.0 + p["radius"] * jnp.cos(angle), 0.5 + p["radius"] * jnp.sin(angle)])
    return hand(q, p) - place


CART_POLE = {"M": 1.0, "m": 0.2, "l": 0.5, "g": 9.81}


def cart_pole() -> zw.System:
    """A cart with a pole that stands up at theta = 0; a point mass at its end."""

    def kinetic(q, qd, p):
        coupled = p["l"] * jnp.cos(q[1]) * qd[0] * qd[1]
        return 0.5 * (p["M"] + p["m"]) * qd[0] ** 2 + p["m"] * (
            coupled + 0.5 * (p["l"] * qd[1]) ** 2
        )

    def potential(q, p):
        return p["m"] * p["g"] * p["l"] * jnp.cos(q[1])

    return zw.System.from_lagrangian(T=kinetic, V=potential, coordinates=["x", "theta"])


def oscillator() -> zw.System:
    """One mass on a hardening spring."""
    return zw.System(lambda p: p["m"], lambda q, p: -p["k"] * q - p["h"] * q**3, coordinates=["x"])


OSCILLATOR = {"m": 1.0, "k": 4.0, "h": 1.0}


def wave(q, t):
    """The oscillator's path (1,)."""
    return q - jnp.sin(t)


def nearest(N, wanted, low, high, rows=None, right=None):
    """The τ of least (τ − wanted)ᵀN (τ − wanted) within limits, perhaps with rows τ = right."""
    quadprog = pytest.importorskip("quadprog")
    k = len(wanted)
    C, b = [np.eye(k), -np.eye(k)], [np.broadcast_to(low, k), -np.broadcast_to(high, k)]
    if rows is not None:
        C, b = [rows, *C], [right, *b]
    equal = 0 if rows is None else len(rows)
    return quadprog.solve_qp(N, N @ wanted, np.vstack(C).T, np.concatenate(b), equal)[0]
