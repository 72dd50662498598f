"""Bricard's loop of five rods: it moves, although it has as many constraints as angles."""

from __future__ import annotations

from typing import Any, NamedTuple

import jax.numpy as jnp
import numpy as np

from zwang.system.constraints import Holonomic
from zwang.system.system import System
from zwang.zoo.problem import Problem, Table

# Each rod and the joint before it lie along axes of the rod's own frame: 0, 1, 2 for x, y, z.
JOINTS = (1, 2, 0, 1, 2)
RODS = ((0, 1.0), (1, -1.0), (2, 1.0), (0, -1.0), (1, 1.0))  # the axis, and which way
END = np.array([0.0, 0.0, 1.0])  # P5, on the ground, with a joint along x

# t: q1, and x, y, z of P2
ANSWER = {
    0.5: (0.25252884052505, 0.77471780803923, -0.97981504765567, -0.19990615895344),
    1.0: (1.0350284595181, 0.27448131926462, -0.88670793873467, -0.46233000268738),
    2.0: (2.8933282059813, -0.77813537303329, -0.98035268344326, -0.19725267061717),
    3.0: (2.8847616044588, -0.77128135896861, -0.9792693298398, -0.20256253265377),
    5.0: (6.7259959730113e-05, 0.99993274230212, -0.99999999773835, -6.7255436081481e-05),
    7.5: (3.1414413165604, -0.99984867442085, -0.99999998855202, -0.00015131412943271),
    10.0: (0.00026904888332448, 0.99973098730384, -0.99999996382582, -0.00026897651224913),
}


def bricard() -> Problem:
    r"""Five rods of 1 m and 1 kg in a closed loop, in the angles of its first five joints.

    The rods run along the edges of a cube from P0 = (0, 0, 0) to P5 = (0, 0, 1), with joints
    about y, z, x, y, z and, to the ground, x. That the loop is closed makes five equations of
    rank 4, so one motion is left. Gravity acts along −y, the start is at rest.

    .. math:: q_1 = q_3 = q_5, \quad q_2 = q_4, \quad
              \sin q_1 + \sin q_2 + \sin q_1 \sin q_2 = 0

    hold all the time, and q₁ swings between 0 and π. The answer comes from the equation of
    energy in q₁ alone; a run in all five angles agrees to 8e-13.

    References
    ----------
    [IFToMM] problem A04; kinematics in [Arponen07].
    """
    return Problem(
        name="bricard",
        title="Bricard's mechanism, with a redundant constraint",
        system=System.from_lagrangian(
            T=kinetic,
            V=potential,
            constraints=[
                Holonomic(end_point, ("end x", "end y", "end z")),
                Holonomic(end_axis, ("end axis y", "end axis z")),
            ],
            coordinates="q1 q2 q3 q4 q5",
        ),
        q0=np.zeros(5),
        qd0=np.zeros(5),
        t=10.0,
        p={"m": 1.0, "side": 0.1, "g": 9.81},
        answer=Table(list(ANSWER), list(ANSWER.values())),
        tolerance=2e-12,
        citation="IFToMM benchmark A04 [IFToMM], [Arponen07]; own numbers",
        notes=(
            "The five constraints have rank 4 everywhere.",
            "The benchmark counts points from 1: its P3 is P2 here.",
            "Some have slender rods in place of the square section of 0.1 m.",
        ),
        observe=observe,
        observed=("q1", "x of P2", "y of P2", "z of P2"),
    )


class Pose(NamedTuple):
    """Where the rods are.

    Attributes
    ----------
    points : (6, 3)     P0 to P5
    rods : (5, 3)       from one point to the next
    axes : (5, 3)       of the joints at P0 to P4
    end : (3,)          the last rod's x axis, that of the joint at P5
    """

    points: Any
    rods: Any
    axes: Any
    end: Any


def pose(q):
    """Points and directions, from one rod to the next."""
    frame, points, rods, axes = list(jnp.eye(3)), [jnp.zeros(3)], [], []
    for k, (along, way), angle in zip(JOINTS, RODS, q, strict=True):
        # A turn about its axis k mixes the frame's other two.
        i, j, c, s = (k + 1) % 3, (k + 2) % 3, jnp.cos(angle), jnp.sin(angle)
        frame[i], frame[j] = c * frame[i] + s * frame[j], c * frame[j] - s * frame[i]
        axes.append(frame[k])
        rods.append(way * frame[along])
        points.append(points[-1] + rods[-1])
    return Pose(jnp.stack(points), jnp.stack(rods), jnp.stack(axes), frame[0])


def kinetic(q, qd, p):
    """T of rods with a square section."""
    at = pose(q)
    w = jnp.cumsum(at.axes * qd[:, None], axis=0)  # each joint adds its rate to all that follow
    across_rod = jnp.cross(w, at.rods)
    v = jnp.cumsum(across_rod, axis=0) - across_rod / 2.0  # of the centres
    # w² = (w · rod)² + (w × rod)² for rods of length one.
    side2 = p["side"] ** 2
    along, across = 2.0 * side2 / 12.0, (1.0 + side2) / 12.0
    turning = along * jnp.sum(w * at.rods, axis=1) ** 2 + across * jnp.sum(across_rod**2, axis=1)
    return p["m"] * (jnp.sum(v**2) + jnp.sum(turning)) / 2.0


def potential(q, p):
    """Heights of the centres, along y."""
    y = pose(q).points[:, 1]
    return p["m"] * p["g"] * jnp.sum(y[1:] + y[:-1]) / 2.0


def end_point(q):
    """The end of the chain is at P5 (3,)."""
    return pose(q).points[-1] - END


def end_axis(q):
    """The joint at the end lies along x: y and z of the last rod's x axis (2,)."""
    return pose(q).end[1:]


def observe(q, qd):
    """q1 and the place of P2 (..., 4)."""
    q1, q2 = q[..., 0], q[..., 1]
    reach = 1.0 + np.sin(q2)
    return np.stack([q1, np.cos(q1) * reach, -np.cos(q2), -np.sin(q1) * reach], axis=-1)
