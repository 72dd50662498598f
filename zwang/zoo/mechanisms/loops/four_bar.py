"""A row of N parallelograms, from bodies in the plane."""

from __future__ import annotations

import numpy as np

from zwang.bodies.forces.gravity import Gravity
from zwang.bodies.joints.pairs.revolute import Revolute
from zwang.bodies.kinds.body import GROUND
from zwang.bodies.kinds.planar_body import PlanarBody
from zwang.bodies.mechanism import Mechanism
from zwang.zoo.linkages.four_bar import SPEED
from zwang.zoo.linkages.four_bar import four_bar as in_points
from zwang.zoo.mechanisms.machine import Machine

INERTIA = 1.0 / 12.0  # of a uniform rod with mass and length one


def four_bar(N: int = 2) -> Machine:
    """N four-bar linkages side by side; the motion of ``zoo.four_bar``.

    Cranks stand on the ground at A0, A1, ..., couplers join their upper ends B0, B1, ... Three
    coordinates for each of 2N + 1 links. At every half turn all lie on one line, N freedoms more.

    References
    ----------
    [IFToMM] problem A02.
    """
    known = in_points(N)
    cranks = [
        PlanarBody(1.0, INERTIA, [i, 0.5], v_WB=[SPEED / 2.0, 0.0], w_WB=-SPEED, name=f"crank {i}")
        for i in range(N + 1)
    ]
    couplers = [
        PlanarBody(1.0, INERTIA, [i + 0.5, 1.0], v_WB=[SPEED, 0.0], name=f"coupler {i}")
        for i in range(N)
    ]
    joints = [
        Revolute(GROUND, crank, point=[i, 0.0], name=f"A{i}") for i, crank in enumerate(cranks)
    ]
    for i, coupler in enumerate(couplers):
        joints.append(Revolute(cranks[i], coupler, point=[i, 1.0], name=f"B{i} right"))
        joints.append(Revolute(cranks[i + 1], coupler, point=[i + 1, 1.0], name=f"B{i + 1} left"))

    def observe(motion):
        crank, end = motion.pose("crank 0"), [0.0, 0.5, 0.0]
        return np.concatenate([crank.point(end)[:, :2], crank.velocity(end)[:, :2]], axis=-1)

    columns = [0, 1, 2 * N + 2, 2 * N + 3]
    return Machine(
        name="four_bar",
        title=f"{N} parallelograms in a row, which turn through their singular poses",
        mechanism=Mechanism([*cranks, *couplers], joints, [Gravity()]),
        t=known.t,
        mobility=1,
        counted=1,
        answer=lambda t: known.answer(t)[..., columns],  # pyright: ignore[reportOptionalCall]
        observe=observe,
        observed="place and velocity of B0",
        tolerance=known.tolerance,
        citation=known.citation,
        notes=known.notes,
    )
