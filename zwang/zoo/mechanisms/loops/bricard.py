"""Bricard's loop of five rods, from six hinges."""

from __future__ import annotations

import numpy as np

from zwang.bodies.forces.gravity import Gravity
from zwang.bodies.joints.pairs.revolute import Revolute
from zwang.bodies.kinds.body import GROUND
from zwang.bodies.kinds.rigid_body import RigidBody
from zwang.bodies.mechanism import Mechanism
from zwang.zoo.linkages.bricard import ANSWER
from zwang.zoo.mechanisms.machine import Machine
from zwang.zoo.problem import Table

POINTS = np.array(
    [[0, 0, 0], [1, 0, 0], [1, -1, 0], [1, -1, 1], [0, -1, 1], [0, 0, 1]], dtype=float
)
AXES = np.eye(3)[[1, 2, 0, 1, 2, 0]]  # of the hinges at these points
ALONG, ACROSS = 0.02 / 12.0, 1.01 / 12.0  # moments of a rod with a square section of 0.1


def bricard() -> Machine:
    """Five rods along the edges of a cube, with a hinge at each end; as ``zoo.bricard``.

    Thirty rows of six hinges hold thirty freedoms, and have rank 29: the loop moves. All hinges
    share in the redundancy, so the force of none is determined by the laws of rigid bodies.

    References
    ----------
    [IFToMM] problem A04; kinematics in [Arponen07].
    """
    rods = []
    for i, (a, b) in enumerate(zip(POINTS, POINTS[1:], strict=False), 1):
        inertia = ACROSS + (ALONG - ACROSS) * (b - a) ** 2
        rods.append(RigidBody(1.0, inertia, p_WB=(a + b) / 2.0, name=f"rod {i}"))
    pairs = [(GROUND, rods[0]), *zip(rods, rods[1:], strict=False), (GROUND, rods[-1])]
    hinges = [
        Revolute(*pair, point=point, axis=axis, name=f"P{i}")
        for i, (pair, point, axis) in enumerate(zip(pairs, POINTS, AXES, strict=True))
    ]

    def observe(motion):
        x, _, z = motion.pose("rod 1").p_WB.T
        return np.column_stack([np.arctan2(-z, x), motion.pose("rod 2").point([0.0, -0.5, 0.0])])

    return Machine(
        name="bricard",
        title="Bricard's mechanism, from six hinges",
        mechanism=Mechanism(rods, hinges, [Gravity([0.0, -9.81, 0.0])]),
        t=10.0,
        mobility=1,
        counted=0,
        answer=Table(list(ANSWER), list(ANSWER.values())),
        observe=observe,
        observed="angle at P0 and place of P2",
        tolerance=2e-12,
        citation="IFToMM benchmark A04 [IFToMM], [Arponen07]; own numbers",
        notes=("The counting formula finds no freedom, and is wrong.",),
    )
