"""A heavy symmetric top on a ball joint."""

from __future__ import annotations

import numpy as np

from zwang.bodies.forces.gravity import Gravity
from zwang.bodies.joints.pairs.spherical import Spherical
from zwang.bodies.kinds import quaternion
from zwang.bodies.kinds.body import GROUND
from zwang.bodies.kinds.rigid_body import RigidBody
from zwang.bodies.mechanism import Mechanism
from zwang.zoo.mechanisms.machine import Machine, orientation_and_rate
from zwang.zoo.mechanisms.turning.euler_angles import orientation_and_rate_of, turned
from zwang.zoo.turning.heavy_top import heavy_top as in_angles

LENGTH = 0.05  # from the tip to the centre of mass
g = 9.81


def heavy_top() -> Machine:
    """A symmetric top whose tip is held by a ball joint; the motion of ``zoo.heavy_top``.

    The closed form has the moments about the tip; the body has those about its centre of mass.

    References
    ----------
    [Goldstein] chapter 5.
    """
    known = in_angles()
    m = known.p["mgl"] / (g * LENGTH)
    across = known.p["I1"] - m * LENGTH**2
    first = known.answer(0.0)  # pyright: ignore[reportOptionalCall]
    R, w_B = turned(first[:3]), orientation_and_rate_of(first)[9:]
    centre = R @ [0.0, 0.0, LENGTH]
    top = RigidBody(
        m,
        [across, across, known.p["I3"]],
        p_WB=centre,
        quat_WB=quaternion.from_matrix(R),
        v_WB=np.cross(R @ w_B, centre),
        w_B=w_B,
        name="top",
    )
    return Machine(
        name="heavy_top",
        title="heavy symmetric top on a ball joint",
        mechanism=Mechanism(
            [top],
            [Spherical(GROUND, top, point=[0.0, 0.0, 0.0], name="tip")],
            [Gravity([0.0, 0.0, -g])],
        ),
        t=known.t,
        mobility=3,
        counted=3,
        answer=lambda t: orientation_and_rate_of(known.answer(t)),  # pyright: ignore[reportOptionalCall]
        observe=orientation_and_rate("top"),
        observed="orientation and angular velocity",
        citation="[Goldstein] chapter 5",
    )
