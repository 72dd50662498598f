"""A scissor lift of k stages, from bodies in space: as large as one likes, its height known."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy

from zwang.base import arguments
from zwang.bodies.forces.gravity import STANDARD, Gravity
from zwang.bodies.joints.pairs.revolute import Revolute
from zwang.bodies.joints.points.point_on_line import PointOnLine
from zwang.bodies.kinds import quaternion
from zwang.bodies.kinds.body import GROUND
from zwang.bodies.kinds.rigid_body import RigidBody
from zwang.bodies.mechanism import Mechanism
from zwang.motion.motion import Motion
from zwang.zoo.mechanisms.machine import Machine

ANGLE, RATE = 0.6, 2.0  # of the bars against the level at the start, and its rate
TIME = 0.3
Y = np.array([0.0, 1.0, 0.0])


def scissor_lift(stages: int = 2) -> Machine:
    """A lift that is thrown upwards: two crossed bars a stage, hinged in the middle and at ends.

    Bars have the length 2/k and the mass 1/k, k being the number of stages, so that lifts of all
    sizes rise alike. The left foot is hinged to the ground, the right one slides. All hinges are
    parallel, and each holds its bars in the plane once more: 3k − 2 rows too many.

    One angle θ is free. The bars of stage i have their centres at height (2i − 1) a sin θ, with
    a = 1/k, and with m = 1/k and I = m a²/3

        J(θ) = 2k (I + m a² sin²θ) + 2 m a² cos²θ k (4k² − 1)/3,     V(θ) = 2 m g a k² sin θ

    give  J θ̈ = −V′ − J′ θ̇²/2.

    References
    ----------
    Classical; own numbers.
    """
    k = arguments.whole("stages", stages)
    mechanism = Mechanism(*_parts(k), [Gravity()])

    def answer(t: Any) -> np.ndarray:
        when = np.atleast_1d(np.asarray(t, float))
        theta, rate = _angle(k, when)
        found = np.stack([2.0 * np.sin(theta), 2.0 * np.cos(theta) * rate], axis=-1)
        return found[0] if np.ndim(t) == 0 else found

    def observe(motion: Motion) -> np.ndarray:
        bar, end = motion.pose(f"right {k}"), [1.0 / k, 0.0, 0.0]
        return np.stack([bar.point(end)[:, 2], bar.velocity(end)[:, 2]], axis=-1)

    return Machine(
        name="scissor_lift",
        title=f"scissor lift of {k} stages",
        mechanism=mechanism,
        t=TIME,
        mobility=1,
        counted=12 * k - 5 * (3 * k - 1) - 2,
        answer=answer,
        observe=observe,
        observed="height and speed of the top",
        tolerance=1e-11,
        citation="classical; own numbers",
        notes=("3k − 2 rows are redundant.",),
    )


def _parts(k: int) -> tuple[list[RigidBody], list[Any]]:
    """The bars, those that rise to the right and those to the left, and the hinges."""
    a, c, s = 1.0 / k, np.cos(ANGLE), np.sin(ANGLE)
    inertia = a * a**2 / 3.0
    bars: dict[str, list[RigidBody]] = {"right": [], "left": []}
    for i in range(k):
        for name, turn in (("right", -ANGLE), ("left", ANGLE - np.pi)):
            bars[name].append(
                RigidBody(
                    a,
                    [0.01 * inertia, inertia, inertia],
                    p_WB=[a * c, 0.0, (2 * i + 1) * a * s],
                    quat_WB=quaternion.from_axis_angle(Y, np.array(turn)),
                    v_WB=[-a * s * RATE, 0.0, (2 * i + 1) * a * c * RATE],
                    w_WB=(-RATE if name == "right" else RATE) * Y,
                    name=f"{name} {i + 1}",
                )
            )
    right, left = bars["right"], bars["left"]
    joints: list[Any] = [Revolute(GROUND, right[0], point=[0, 0, 0], axis=Y, name="foot")]
    slot = {"point": [2 * a * c, 0.0, 0.0], "axis": [1.0, 0.0, 0.0]}
    joints.append(PointOnLine(GROUND, left[0], **slot, name="slot"))
    for i in range(k):
        where = [a * c, 0.0, (2 * i + 1) * a * s]
        joints.append(Revolute(right[i], left[i], point=where, axis=Y, name=f"middle {i + 1}"))
        top = 2 * (i + 1) * a * s
        for below, above, x, name in (
            (right, left, 2 * a * c, "right end"),
            (left, right, 0.0, "left end"),
        ):
            if i + 1 < k:
                hinge = {"point": [x, 0.0, top], "axis": Y, "name": f"{name} {i + 1}"}
                joints.append(Revolute(below[i], above[i + 1], **hinge))
    return [x for pair in zip(right, left, strict=True) for x in pair], joints


def _angle(k: int, t: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """θ and θ̇ at some times, in any order."""
    a = m = 1.0 / k
    across, along = 2 * k * m * a**2, 2 * m * a**2 * k * (4 * k**2 - 1) / 3

    def field(_: float, y: np.ndarray) -> list[float]:
        s, c = np.sin(y[0]), np.cos(y[0])
        J = across * (1.0 / 3.0 + s**2) + along * c**2
        bend = (across - along) * 2 * s * c
        return [y[1], -(2 * m * STANDARD * a * k**2 * c + bend * y[1] ** 2 / 2) / J]

    times, back = np.unique(np.append(t, 0.0), return_inverse=True)
    start = [ANGLE, RATE]
    given = {"method": "DOP853", "rtol": 1e-13, "atol": 1e-14, "t_eval": times}
    found = scipy.integrate.solve_ivp(field, (0.0, max(times[-1], 1e-9)), start, **given).y
    return found[0][back[:-1]], found[1][back[:-1]]
