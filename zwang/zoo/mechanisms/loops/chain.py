"""A chain of N rods on ball joints, as long as one likes."""

from __future__ import annotations

import numpy as np

from zwang.bodies.forces.gravity import Gravity
from zwang.bodies.joints.pairs.spherical import Spherical
from zwang.bodies.kinds import quaternion
from zwang.bodies.kinds.body import GROUND
from zwang.bodies.kinds.rigid_body import RigidBody
from zwang.bodies.mechanism import Mechanism
from zwang.zoo.mechanisms.machine import Machine

SLOPE = 0.6  # of the chain at the start, below the level


def chain(N: int = 3) -> Machine:
    """N rods of length and mass 1/N in a row, let go from a slope, each spinning a little.

    References
    ----------
    Classical; without an answer.
    """
    if not isinstance(N, int | np.integer) or N < 1:
        raise ValueError(f"`N` is {N!r}; wanted a whole number from 1.")
    size = 1.0 / N
    along = np.array([np.cos(SLOPE), 0.0, -np.sin(SLOPE)])
    quat = quaternion.from_axis_angle(np.array([0.0, 1.0, 0.0]), np.array(SLOPE))
    across = size * size**2 / 12.0
    links = [
        RigidBody(
            size,
            [0.1 * across, across, across],
            p_WB=(i + 0.5) * size * along,
            quat_WB=quat,
            w_B=[1.0, 0.0, 0.0],
            name=f"link {i + 1}",
        )
        for i in range(N)
    ]
    held = [GROUND, *links[:-1]]
    joints = [
        Spherical(a, b, point=i * size * along, name=f"joint {i + 1}")
        for i, (a, b) in enumerate(zip(held, links, strict=True))
    ]
    return Machine(
        name="chain",
        title=f"chain of {N} links",
        mechanism=Mechanism(links, joints, [Gravity()]),
        t=1.0,
        mobility=3 * N,
        counted=3 * N,
        citation="classical; own numbers",
        notes=("Long chains are chaotic: compare energies, not places.",),
    )
