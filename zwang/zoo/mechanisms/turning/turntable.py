"""A ball that rolls on a turntable: its centre goes round in a circle, slower than the table."""

from __future__ import annotations

import numpy as np

from zwang.bodies.forces.gravity import Gravity
from zwang.bodies.joints.driven import Driven
from zwang.bodies.joints.pairs.revolute import Revolute
from zwang.bodies.joints.rolling.rolling_sphere import RollingSphere
from zwang.bodies.kinds.body import GROUND
from zwang.bodies.kinds.rigid_body import RigidBody
from zwang.bodies.mechanism import Mechanism
from zwang.zoo.mechanisms.machine import Machine
from zwang.zoo.problem import rows

RADIUS, MASS, TABLE = 0.1, 0.3, 5.0  # of the ball, and the rate of the table
PLACE, VELOCITY = np.array([0.5, 0.1]), np.array([-0.2, 0.4])


def turntable() -> Machine:
    r"""A homogeneous ball that rolls without slipping on a table driven round at the rate Ω.

    .. math:: m \dot v = F, \quad \tfrac25 m r^2 \dot w = -r\, \hat z \times F, \quad
              v = \Omega \hat z \times x + r\, w \times \hat z
              \;\Rightarrow\; \dot v = \tfrac27 \Omega\, \hat z \times v

    So the centre moves on a circle of its own, at 2/7 of the table's rate, wherever it began.

    References
    ----------
    Classical; derived anew.
    """
    (x, y), (vx, vy) = PLACE, VELOCITY
    table = RigidBody(2.0, [0.5, 0.5, 1.0], w_WB=[0.0, 0.0, TABLE], name="table")
    # No slip: v_x = −Ω y + r w_y,  v_y = Ω x − r w_x.
    ball = RigidBody(
        MASS,
        [0.4 * MASS * RADIUS**2] * 3,
        p_WB=[x, y, RADIUS],
        v_WB=[vx, vy, 0.0],
        w_WB=[(TABLE * x - vy) / RADIUS, (vx + TABLE * y) / RADIUS, 0.3],
        name="ball",
    )
    bearing = Revolute(GROUND, table, point=[0.0, 0.0, 0.0], axis=[0.0, 0.0, 1.0], name="bearing")
    rate = 2.0 / 7.0 * TABLE

    def answer(t):
        c, s = np.cos(rate * np.asarray(t, float)), np.sin(rate * np.asarray(t, float))
        ux, uy = c * vx - s * vy, s * vx + c * vy
        # ẑ × (x − x₀) rate = v − v₀
        return rows(x + (uy - vy) / rate, y - (ux - vx) / rate, ux, uy)

    def observe(motion):
        ball = motion.pose("ball")
        return np.concatenate([ball.p_WB[:, :2], ball.v_WB[:, :2]], axis=-1)

    return Machine(
        name="turntable",
        title="ball that rolls on a turntable",
        mechanism=Mechanism(
            [table, ball],
            [
                bearing,
                Driven(bearing, turned, name="motor"),
                RollingSphere(table, ball, radius=RADIUS, point=[0.0, 0.0, 0.0], name="rolling"),
            ],
            [Gravity([0.0, 0.0, -9.81])],
        ),
        t=6.0,
        mobility=3,
        counted=3,
        answer=answer,
        observe=observe,
        observed="place and velocity of the centre",
        citation="classical; derived anew, own numbers",
        conservative=False,  # the motor gives and takes
    )


def turned(t):
    """The table's angle."""
    return TABLE * t
