"""Live pages: a double pendulum from a file, a four-bar of bodies, and an arm under control.

Each is one file that computes its motion itself in a browser.

Run: python examples/live_pages.py [folder]
"""

import sys
from pathlib import Path

import jax.numpy as jnp

import zwang as zw
from zwang import modelfile

MIDDLE = jnp.array([1.0, 0.5])  # of the circle
ROUND = 24  # points of it


def four_bar() -> zw.Mechanism:
    """Crank, coupler and rocker in the plane; the coupler's mass and length are parameters."""
    crank = zw.PlanarBody(1.0, 0.02, p_WB=[0.0, 0.25], name="crank", w_WB=3.0, v_WB=[-0.75, 0.0])
    inertia = lambda p: p["m"] * p["L"] ** 2 / 12.0
    coupler = zw.PlanarBody("m", inertia, p_WB=[0.5, 0.5], name="coupler", v_WB=[-1.5, 0.0])
    left, right = lambda p: [-p["L"] / 2, 0], lambda p: [p["L"] / 2, 0]
    rocker = zw.PlanarBody(1.0, 0.02, p_WB=[1.0, 0.25], name="rocker", w_WB=3.0, v_WB=[-0.75, 0.0])
    pins = [
        zw.joints.Revolute(zw.GROUND, crank, point=[0.0, 0.0], name="A"),
        zw.joints.Revolute(crank, coupler, point_1=[0.0, 0.25], point_2=left, name="B"),
        zw.joints.Revolute(coupler, rocker, point_1=right, point_2=[0.0, 0.25], name="C"),
        zw.joints.Revolute(zw.GROUND, rocker, point=[1.0, 0.0], name="D"),
    ]
    return zw.Mechanism([crank, coupler, rocker], pins, [zw.Gravity()])


def places(q, p):
    """Shoulder, elbow and hand of an arm with two links of the length a."""
    elbow = p["a"] * jnp.stack([jnp.cos(q[0]), jnp.sin(q[0])])
    hand = elbow + p["a"] * jnp.stack([jnp.cos(q[1]), jnp.sin(q[1])])
    return jnp.stack([jnp.zeros(2), elbow, hand])


def drawn(q, p):
    """The arm, and points of the circle that its hand is led along."""
    s = jnp.linspace(0.0, 2.0 * jnp.pi, ROUND, endpoint=False)
    circle = MIDDLE + p["r"] * jnp.stack([jnp.cos(s), jnp.sin(s)], axis=-1)
    return jnp.concatenate([places(q, p), circle])


def arm() -> zw.System:
    """The arm, whose hand is led along a circle of the radius r."""

    def kinetic(q, qd, p):
        v1, v2 = p["a"] * qd[0], p["a"] * qd[1]
        return p["m"] * (v1**2 + v2**2 / 2 + v1 * v2 * jnp.cos(q[0] - q[1]))

    def potential(q, p):
        return p["m"] * 9.81 * p["a"] * (2 * jnp.sin(q[0]) + jnp.sin(q[1]))

    def circle(q, t, p):
        turn = jnp.stack([jnp.cos(2 * t), jnp.sin(2 * t)])
        return places(q, p)[2] - MIDDLE - p["r"] * turn

    free = zw.System.from_lagrangian(T=kinetic, V=potential, coordinates=["shoulder", "elbow"])
    control = zw.track(free, zw.Holonomic(circle, name="circle"), gains=(6.0, 9.0))
    return control.closed_loop()


def arm_page(path):
    """The page of the arm."""
    numbers, ranges = {"m": 1.0, "a": 0.9, "r": 0.3}, {"r": (0.1, 0.5), "a": (0.8, 1.4)}
    start = {"q0": [0.9, -0.6], "qd0": [0.0, 0.0], "t": (0, 6), "p": numbers}
    links = [(0, 1), (1, 2), *((3 + k, 3 + (k + 1) % ROUND) for k in range(ROUND))]
    look = {"points": drawn, "links": links, "trails": [1, 2], "ranges": ranges}
    return zw.page(arm(), path, **start, **look, title="an arm that draws")


def main(folder="."):
    folder = Path(folder)
    model = modelfile.read(modelfile.examples()["double_pendulum"])
    print(zw.page(model, folder / "double_pendulum.html"))
    p, ranges = {"m": 2.0, "L": 1.0}, {"m": (0.5, 10.0), "L": (0.8, 1.3)}
    look = {"t": (0, 5), "title": "four-bar"}
    print(zw.page(four_bar(), folder / "four_bar.html", p=p, ranges=ranges, **look))
    print(arm_page(folder / "arm.html"))


if __name__ == "__main__":
    main(*sys.argv[1:])
