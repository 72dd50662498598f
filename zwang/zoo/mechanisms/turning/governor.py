"""Watt's governor: two flyballs on a spinning shaft lift a sleeve."""

from __future__ import annotations

import numpy as np

from zwang.bodies.forces.gravity import Gravity
from zwang.bodies.joints.pairs.prismatic import Prismatic
from zwang.bodies.joints.pairs.revolute import Revolute
from zwang.bodies.kinds import quaternion
from zwang.bodies.kinds.body import GROUND
from zwang.bodies.kinds.rigid_body import RigidBody
from zwang.bodies.mechanism import Mechanism
from zwang.zoo.mechanisms.machine import Machine

BALL, LINK, SLEEVE = 1.0, 0.3, 0.8  # masses
L, OFFSET, HEIGHT = 0.4, 0.05, 1.0  # length of arms and links, their hinges' place, the top's
ANGLE = 0.9  # of the arms from the shaft
ACROSS, ALONG = LINK * L**2 / 12.0, 1e-4  # moments of a link
g = 9.81


def governor() -> Machine:
    r"""A flyball governor that spins at the speed at which its sleeve floats.

    Arms from the shaft's top hold the balls, links from the balls hold the sleeve, hinged all in
    the plane of the shaft. With J_z(θ) about the shaft and the potential energy V(θ), the angle θ
    of the arms stays if

    .. math:: V'(\theta) = \tfrac12 \omega^2 J_z'(\theta)

    The loops are plane ones built in space, so their joints repeat each other six times: the
    shaft turns and the sleeve slides, although counting finds less than nothing.

    References
    ----------
    Classical; the numbers are our own.
    """
    s, c = np.sin(ANGLE), np.cos(ANGLE)
    x, low = OFFSET + L * s, HEIGHT - 2.0 * L * c
    w = np.array([0.0, 0.0, speed()])

    def spinning(mass, inertia, p, name, quat=(1.0, 0.0, 0.0, 0.0)):
        return RigidBody(
            mass, inertia, p_WB=p, quat_WB=quat, v_WB=np.cross(w, p), w_WB=w, name=name
        )

    shaft = spinning(2.0, [0.2, 0.2, 0.01], [0.0, 0.0, HEIGHT / 2.0], "shaft")
    sleeve = spinning(SLEEVE, [0.002, 0.002, 0.003], [0.0, 0.0, low], "sleeve")
    bodies, y = [shaft, sleeve], [0.0, 1.0, 0.0]
    joints = [
        Revolute(GROUND, shaft, point=[0.0, 0.0, 0.0], axis=[0.0, 0.0, 1.0], name="bearing"),
        Prismatic(shaft, sleeve, point=[0.0, 0.0, low], axis=[0.0, 0.0, 1.0], name="slide"),
    ]
    for side, way in (("left", -1.0), ("right", 1.0)):
        ball, foot = [way * x, 0.0, HEIGHT - L * c], [way * OFFSET, 0.0, low]
        arm = spinning(BALL, [0.001] * 3, ball, f"{side} arm")
        along = quaternion.from_axis_angle(np.array(y), np.array(way * ANGLE))
        link = spinning(
            LINK, [ACROSS, ACROSS, ALONG], np.add(ball, foot) / 2.0, f"{side} link", along
        )
        hinges = {
            "top": (shaft, arm, [way * OFFSET, 0.0, HEIGHT]),
            "elbow": (arm, link, ball),
            "foot": (sleeve, link, foot),
        }
        bodies += [arm, link]
        joints += [
            Revolute(*pair, point=point, axis=y, name=f"{side} {name}")
            for name, (*pair, point) in hinges.items()
        ]
    return Machine(
        name="governor",
        title="flyball governor whose sleeve floats",
        mechanism=Mechanism(bodies, joints, [Gravity([0.0, 0.0, -g])]),
        t=2.0,
        mobility=2,
        counted=-4,
        answer=lambda t: np.stack(
            np.broadcast_arrays(0.0 * np.asarray(t) + low, w[2], np.cos(w[2] * np.asarray(t))), -1
        ),
        observe=lambda motion: np.column_stack(
            [
                motion.pose("sleeve").p_WB[:, 2],
                motion.pose("shaft").w_WB[:, 2],
                np.asarray(motion.pose("shaft").R_WB)[:, 0, 0],
            ]
        ),
        observed="height of the sleeve, speed and turn of the shaft",
        citation="classical; own numbers",
        notes=("Hinges of plane loops built in space share their reactions by convention.",),
    )


def speed() -> float:
    """ω² = V'/(J_z'/2), with x = e + L sin θ for the balls and (x + e)/2 for the links' centres."""
    s, c = np.sin(ANGLE), np.cos(ANGLE)
    x = OFFSET + L * s
    slope = g * L * s * (2.0 * BALL + 3.0 * LINK + 2.0 * SLEEVE)
    spread = 2.0 * BALL * x * L * c + LINK * (x + OFFSET) / 2.0 * L * c
    return float(np.sqrt(slope / (spread + 2.0 * (ACROSS - ALONG) * s * c)))
