"""A chain of N parallelograms, one below the other: N loops, as many as one likes."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy

from zwang.base import arguments
from zwang.bodies.forces.gravity import STANDARD, Gravity
from zwang.bodies.joints.pairs.revolute import Revolute
from zwang.bodies.kinds import quaternion
from zwang.bodies.kinds.body import GROUND
from zwang.bodies.kinds.rigid_body import RigidBody
from zwang.bodies.mechanism import Mechanism
from zwang.motion.motion import Motion
from zwang.zoo.mechanisms.machine import Machine

ANGLE, RATE, TIME = 0.7, 0.5, 0.5  # of all rods against the vertical at the start, and its rate
ROD, RUNG, WIDTH = 1.0, 0.5, 0.6  # masses of a rod and of a rung, and how wide the ladder is
Y = np.array([0.0, 1.0, 0.0])


def ladder(N: int = 1) -> Machine:
    """A rope ladder of N rungs on stiff rods: each rung hangs by two rods from the one above.

    Rods have the length a = 1/N. A rung does not turn, so the ladder moves as N pendulums in a row.
    With θ_i the angle of the rods of stage i against the vertical and u_i = (sin θ_i, −cos θ_i),
    rung i is displaced by a Σ_{j ≤ i} u_j, and

        Σ_j C_ij [cos(θ_i − θ_j) θ̈_j + sin(θ_i − θ_j) θ̇_j²] = −g a w_i sin θ_i

    where C_ij counts what hangs below the lower of i and j, and w_i what hangs below i. All hinges
    are parallel, and each loop holds its rods in the plane three times too many.

    References
    ----------
    Classical; own numbers.
    """
    N = arguments.whole("N", N)

    def answer(t: Any) -> np.ndarray:
        found = _angles(N, np.atleast_1d(np.asarray(t, float)))
        return found[0] if np.ndim(t) == 0 else found

    def observe(motion: Motion) -> np.ndarray:
        turns = [motion.pose(f"left {i + 1}") for i in range(N)]
        angles = [-2.0 * np.arctan2(x.quat_WB[:, 2], x.quat_WB[:, 0]) for x in turns]
        return np.stack([*angles, *(-x.w_WB[:, 1] for x in turns)], axis=-1)

    return Machine(
        name="ladder",
        title=f"ladder of {N} parallelograms",
        mechanism=Mechanism(*_parts(N), [Gravity()]),
        t=TIME,
        mobility=N,
        counted=6 * 3 * N - 5 * 4 * N,
        answer=answer,
        observe=observe,
        observed="angles of the rods and their rates",
        tolerance=1e-11,
        citation="classical; own numbers",
        notes=("3N rows are redundant.",),
    )


def _parts(N: int) -> tuple[list[RigidBody], list[Any]]:
    """Rods and rungs stage by stage, and the four hinges of each."""
    a, s, c = 1.0 / N, np.sin(ANGLE), np.cos(ANGLE)
    step, pace = a * np.array([s, 0.0, -c]), a * RATE * np.array([c, 0.0, s])
    thin = ROD * a**2 / 12.0
    turn = quaternion.from_axis_angle(Y, np.array(-ANGLE))
    bodies, joints, above = [], [], GROUND
    for i in range(N):
        rods = {}
        for name, x in (("left", 0.0), ("right", WIDTH)):
            rods[name] = RigidBody(
                ROD,
                [thin, thin, 0.01 * thin],
                p_WB=np.array([x, 0.0, 0.0]) + (i + 0.5) * step,
                quat_WB=turn,
                v_WB=(i + 0.5) * pace,
                w_WB=-RATE * Y,
                name=f"{name} {i + 1}",
            )
        middle = np.array([WIDTH / 2, 0.0, 0.0]) + (i + 1) * step
        flat = [0.01 * RUNG * WIDTH**2 / 12.0, *[RUNG * WIDTH**2 / 12.0] * 2]
        rung = RigidBody(RUNG, flat, p_WB=middle, v_WB=(i + 1) * pace, name=f"rung {i + 1}")
        for name, x in (("left", 0.0), ("right", WIDTH)):
            top, end = (np.array([x, 0.0, 0.0]) + k * step for k in (i, i + 1))
            hinge = {"axis": Y, "name": f"{name} top {i + 1}"}
            joints.append(Revolute(above, rods[name], point=top, **hinge))
            hinge = {"axis": Y, "name": f"{name} end {i + 1}"}
            joints.append(Revolute(rods[name], rung, point=end, **hinge))
        bodies += [*rods.values(), rung]
        above = rung
    return bodies, joints


def _angles(N: int, t: np.ndarray) -> np.ndarray:
    """θ and θ̇ of all stages at some times, in any order (T, 2N)."""
    a, k = 1.0 / N, np.arange(N)
    low = np.maximum(k[:, None], k)  # the lower of two stages
    below = RUNG * (N - low) + 2 * ROD * (N - 1 - low)
    # Of the rods of the lower stage: their centres go half way; with their own turning a third.
    C = a**2 * (below + np.where(k[:, None] == k, 2 * ROD / 3.0, ROD))
    w = RUNG * (N - k) + 2 * ROD * (N - 1 - k) + ROD

    def field(_: float, y: np.ndarray) -> np.ndarray:
        theta, rate = y[:N], y[N:]
        apart = theta[:, None] - theta
        force = -STANDARD * a * w * np.sin(theta) - (C * np.sin(apart)) @ rate**2
        return np.concatenate([rate, np.linalg.solve(C * np.cos(apart), force)])

    times, back = np.unique(np.append(t, 0.0), return_inverse=True)
    start = np.repeat([ANGLE, RATE], N)
    given = {"method": "DOP853", "rtol": 1e-13, "atol": 1e-14, "t_eval": times}
    found = scipy.integrate.solve_ivp(field, (0.0, max(times[-1], 1e-9)), start, **given).y
    return found.T[back[:-1]]
