"""A body that turns freely, in quaternions."""

from __future__ import annotations

from zwang.bodies.kinds import quaternion
from zwang.bodies.kinds.rigid_body import RigidBody
from zwang.bodies.mechanism import Mechanism
from zwang.zoo.mechanisms.machine import Machine, orientation_and_rate
from zwang.zoo.mechanisms.turning.euler_angles import orientation_and_rate_of, turned
from zwang.zoo.problem import Problem
from zwang.zoo.turning.euler_free_body import euler_free_body


def free_body() -> Machine:
    """A free body of three unequal moments of inertia; the motion of ``zoo.euler_free_body``.

    References
    ----------
    [LL76] section 37.
    """
    known: Problem = euler_free_body()
    first = known.answer(0.0)  # pyright: ignore[reportOptionalCall]
    body = RigidBody(
        1.0,
        list(known.p.values()),
        quat_WB=quaternion.from_matrix(turned(first[:3])),
        w_B=orientation_and_rate_of(first)[9:],
        name="body",
    )
    return Machine(
        name="free_body",
        title="free asymmetric body",
        mechanism=Mechanism([body]),
        t=known.t,
        mobility=6,
        counted=6,
        answer=lambda t: orientation_and_rate_of(known.answer(t)),  # pyright: ignore[reportOptionalCall]
        observe=orientation_and_rate("body"),
        observed="orientation and angular velocity",
        citation="[LL76] section 37",
    )
