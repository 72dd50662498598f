"""A slider-crank that turns all round: an ordinary mechanism, without singular configurations."""

from __future__ import annotations

import jax.numpy as jnp

from zwang.system.constraints import Holonomic
from zwang.system.system import System
from zwang.zoo.problem import Problem, Table

# t: x, y of the pin, x, y of the slider, and their rates
ANSWER = {
    0.5: (
        *(-0.33522006995281177871, 0.37098181181943674594, 1.1181802518096295627, 0.0),
        *(-2.0607760428689901488, -1.8621222583921509796, -1.5854675687316525309, 0.0),
    ),
    1.0: (
        *(0.49927256749627787479, 0.026961145110596726518, 1.9990302468079476593, 0.0),
        *(-0.26382596815161950322, 4.8855887964298317957, -0.35165420221120780461, 0.0),
    ),
    2.0: (
        *(0.4971690090225765147, 0.053131689861223425275, 1.996227721526023048, 0.0),
        *(-0.50362060541313498584, 4.7125276453767384289, -0.67064845777687133112, 0.0),
    ),
    5.0: (
        *(0.4842022932794283424, 0.12469217771352965943, 1.979010595643667132, 0.0),
        *(-1.0357565142545437177, 4.0220299996151264873, -1.3712615276318062155, 0.0),
    ),
}


def slider_crank() -> Problem:
    r"""Crank, rod and slider in a vertical plane, in the places of the pin and of the slider.

    The crank turns about the origin, the slider runs along the x axis; crank and rod are uniform.
    The crank is shorter than the rod, so the rows stay independent all round.

    .. math:: \tfrac12 J(\theta)\, \dot\theta^2 + \tfrac12 (m_1 + m_2) g r \sin\theta = E

    determines the motion by the angle θ of the crank alone. The answer is this equation,
    integrated in 34-digit arithmetic; two step sizes agree to 1e-20.

    References
    ----------
    Classical; the numbers are our own.
    """
    p = {"r": 0.5, "L": 1.5, "m1": 1.0, "m2": 2.0, "m3": 1.0, "g": 9.81}
    speed = 10.0
    return Problem(
        name="slider_crank",
        title="slider-crank that turns all round",
        system=System(
            mass,
            force,
            [
                Holonomic(crank, "crank"),
                Holonomic(rod, "connecting rod"),
                Holonomic(guide, "slider's guide"),
            ],
            coordinates=["x_pin", "y_pin", "x_slider", "y_slider"],
            energy=energy,
        ),
        q0=[p["r"], 0.0, p["r"] + p["L"], 0.0],
        qd0=[0.0, speed * p["r"], 0.0, 0.0],
        t=5.0,
        p=p,
        answer=Table(list(ANSWER), list(ANSWER.values())),
        tolerance=1e-13,
        citation="classical; own numbers",
    )


def mass(p):
    """M (4, 4). A uniform rod has T = m (v₁² + v₁·v₂ + v₂²)/6, by the speeds of its ends."""
    pin, between, slider = p["m1"] + p["m2"], p["m2"] / 2.0, p["m2"] + 3.0 * p["m3"]
    M = jnp.stack([jnp.stack([pin, between]), jnp.stack([between, slider])]) / 3.0
    return jnp.kron(M, jnp.eye(2))


def force(p):
    """Weight (4,): half of each rod hangs on each of its ends."""
    at_pin, at_slider = (p["m1"] + p["m2"]) / 2.0, p["m2"] / 2.0 + p["m3"]
    return [0.0, -p["g"] * at_pin, 0.0, -p["g"] * at_slider]


def crank(q, p):
    """Length of the crank."""
    return q[:2] @ q[:2] - p["r"] ** 2


def rod(q, p):
    """Length of the connecting rod."""
    return (q[2:] - q[:2]) @ (q[2:] - q[:2]) - p["L"] ** 2


def guide(q):
    """Height of the slider."""
    return q[3]


def energy(q, qd, p):
    """Kinetic and potential energy."""
    return qd @ mass(p) @ qd / 2.0 - jnp.stack(force(p)) @ q
