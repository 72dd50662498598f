"""A coin that rolls round in a circle, leaning."""

from __future__ import annotations

import numpy as np

from zwang.bodies.forces.gravity import Gravity
from zwang.bodies.joints.rolling.rolling_disk import RollingDisk
from zwang.bodies.kinds import quaternion
from zwang.bodies.kinds.body import GROUND
from zwang.bodies.kinds.rigid_body import RigidBody
from zwang.bodies.mechanism import Mechanism
from zwang.zoo.mechanisms.machine import Machine
from zwang.zoo.mechanisms.turning.euler_angles import about

MASS, RADIUS, g = 0.5, 0.4, 9.81
TILT, ROUND = 1.3, 0.8  # of the axis from the upright, and the rate at which it goes round


def rolling_coin() -> Machine:
    r"""A thin disk that rolls without slipping on a level plane, in steady motion.

    With the moments A across and C along the axis, the tilt θ of the axis, the rate Ω round the
    vertical and the rate n about the axis, the moment of momentum about the centre requires

    .. math:: (C + m r^2)\, n\, \Omega \sin\theta
              = A\, \Omega^2 \sin\theta \cos\theta - m g r \cos\theta

    and the centre goes round in a circle of the radius |r n/Ω|.

    References
    ----------
    Classical, as in [Goldstein]; derived anew.
    """
    A, C = MASS * RADIUS**2 / 4.0, MASS * RADIUS**2 / 2.0
    s, c = np.sin(TILT), np.cos(TILT)
    n = A * ROUND**2 * s * c - MASS * g * RADIUS * c
    n /= (C + MASS * RADIUS**2) * ROUND * s
    # e₁ is level, e₂ points up the disk, e₃ is its axis; the contact is at −r e₂.
    R = about(0, TILT)
    centre = np.array([0.0, RADIUS * n / ROUND, RADIUS * s])
    coin = RigidBody(
        MASS,
        [A, A, C],
        p_WB=centre,
        quat_WB=quaternion.from_matrix(R),
        v_WB=[-RADIUS * n, 0.0, 0.0],
        w_B=[0.0, ROUND * s, n],
        name="coin",
    )

    def answer(t):
        turned = about(2, ROUND * np.asarray(t, float))
        return np.concatenate([turned @ centre, turned @ R[:, 2]], axis=-1)

    def observe(motion):
        pose = motion.pose("coin")
        return np.concatenate([pose.p_WB, np.asarray(pose.R_WB)[:, :, 2]], axis=-1)

    rolling = RollingDisk(GROUND, coin, radius=RADIUS, axis_2=[0.0, 0.0, 1.0], name="rolling")
    return Machine(
        name="rolling_coin",
        title="coin that rolls round in a circle",
        mechanism=Mechanism([coin], [rolling], [Gravity([0.0, 0.0, -g])]),
        t=8.0,
        mobility=3,
        counted=3,
        answer=answer,
        observe=observe,
        observed="centre and axis",
        citation="classical [Goldstein]; derived anew",
    )
