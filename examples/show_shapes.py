"""Pages to look at: a slider-crank with shapes, and a pendulum among its neighbours as ghosts.

Run: python examples/show_shapes.py [folder]
"""

import sys
from pathlib import Path

import numpy as np

import zwang as zw


def slider_crank():
    """A crank of a disk and a pin, a rod, and a block that slides along x."""
    crank = zw.RigidBody(
        2.0, [0.02, 0.02, 0.04], name="crank", w_WB=[0.0, 0.0, 8.0],
        shape=[zw.shapes.Cylinder(0.25, 0.05), zw.shapes.Cylinder(0.03, 0.2, place=[0.2, 0, 0.05])],
    )  # fmt: skip
    rod = zw.RigidBody(
        0.5, [1e-3, 0.04, 0.04], p_WB=[0.7, 0.0, 0.1], name="rod", v_WB=[0.0, 0.8, 0.0],
        w_WB=[0.0, 0.0, -1.6], shape=zw.shapes.Capsule(0.03, 1.0, axis=[1, 0, 0]),
    )  # fmt: skip
    block = zw.RigidBody(
        1.0, [0.01, 0.01, 0.01], p_WB=[1.2, 0.0, 0.1], name="block",
        shape=zw.shapes.Box(0.25, 0.2, 0.2),
    )  # fmt: skip
    z, x = [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]
    joints = [
        zw.joints.Revolute(zw.GROUND, crank, point=[0.0, 0.0, 0.0], axis=z, name="bearing"),
        zw.joints.Revolute(crank, rod, point=[0.2, 0.0, 0.1], axis=z, name="pin"),
        zw.joints.Spherical(rod, block, point=[1.2, 0.0, 0.1], name="wrist"),
        zw.joints.Prismatic(zw.GROUND, block, point=[1.2, 0.0, 0.1], axis=x, name="slide"),
    ]
    return zw.Mechanism([crank, rod, block], joints, [zw.Gravity()])


def main(folder="."):
    motion = slider_crank().simulate((0.0, 2.0))
    page = motion.show(Path(folder) / "slider_crank.html", title="slider-crank")
    print(f"{page.path}: {len(motion)} rows, reactions of bearing, pin, wrist and slide as arrows")

    rod = zw.Holonomic(lambda q: q @ q - 1.0, name="rod")
    bob = zw.System.from_particles(1.0, [0.0, -9.81], rod, dimension=2)
    angle = 2.9 + 0.01 * np.arange(12)
    start = np.stack([np.sin(angle), -np.cos(angle)], axis=1)
    times = np.linspace(0.0, 4.0, 201)
    many = zw.simulate_many(bob, start, np.zeros_like(start), times, keep=("q", "qd"))
    page = many.show(Path(folder) / "neighbours.html", title="a hundredth of a radian apart")
    print(f"{page.path}: one pendulum among {len(many) - 1} that started beside it")


if __name__ == "__main__":
    main(*sys.argv[1:])
