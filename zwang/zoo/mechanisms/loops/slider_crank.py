"""The slider-crank, from bodies in the plane."""

from __future__ import annotations

import numpy as np

from zwang.bodies.forces.gravity import Gravity
from zwang.bodies.joints.pairs.prismatic import Prismatic
from zwang.bodies.joints.pairs.revolute import Revolute
from zwang.bodies.kinds.body import GROUND
from zwang.bodies.kinds.planar_body import PlanarBody
from zwang.bodies.mechanism import Mechanism
from zwang.bodies.shapes import Box
from zwang.zoo.linkages.slider_crank import slider_crank as in_points
from zwang.zoo.mechanisms.machine import Machine

SPEED = 10.0  # of the crank at the start


def slider_crank() -> Machine:
    """Crank, rod and slider; the motion of ``zoo.slider_crank``."""
    known = in_points()
    r, L, m1, m2, m3, _ = known.p.values()
    pin = SPEED * r
    crank = PlanarBody(
        m1, m1 * r**2 / 12.0, [r / 2.0, 0.0], v_WB=[0.0, pin / 2.0], w_WB=SPEED, name="crank"
    )
    rod = PlanarBody(
        m2, m2 * L**2 / 12.0, [r + L / 2.0, 0.0], v_WB=[0.0, pin / 2.0], w_WB=-pin / L, name="rod"
    )
    slider = PlanarBody(m3, 0.1, [r + L, 0.0], name="slider", shape=Box(0.3, 0.2, 0.1))

    def observe(motion):
        pin, slider = motion.pose("crank"), motion.pose("slider")
        end = [r / 2.0, 0.0, 0.0]
        places = [pin.point(end)[:, :2], slider.p_WB[:, :2]]
        return np.concatenate([*places, pin.velocity(end)[:, :2], slider.v_WB[:, :2]], axis=-1)

    return Machine(
        name="slider_crank",
        title="slider-crank that turns all round",
        mechanism=Mechanism(
            [crank, rod, slider],
            [
                Revolute(GROUND, crank, point=[0.0, 0.0], name="bearing"),
                Revolute(crank, rod, point=[r, 0.0], name="pin"),
                Revolute(rod, slider, point=[r + L, 0.0], name="wrist"),
                Prismatic(GROUND, slider, point=[r + L, 0.0], axis=[1.0, 0.0, 0.0], name="guide"),
            ],
            [Gravity()],
        ),
        t=known.t,
        mobility=1,
        counted=1,
        answer=known.answer,
        observe=observe,
        observed="pin and slider, and their velocities",
        tolerance=known.tolerance,
        citation=known.citation,
    )
