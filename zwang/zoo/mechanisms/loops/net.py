"""A net of N × N beads on vertical wires, tied to each other: as large as one likes, all known."""

from __future__ import annotations

from typing import Any

import numpy as np

from zwang.base import arguments
from zwang.bodies.forces.spring import Spring
from zwang.bodies.joints.points.point_on_line import PointOnLine
from zwang.bodies.kinds.body import GROUND
from zwang.bodies.kinds.particle import Particle
from zwang.bodies.mechanism import Mechanism
from zwang.motion.motion import Motion
from zwang.zoo.mechanisms.machine import Machine

MASS, STIFFNESS, HEIGHT, TIME = 0.5, 20.0, 0.2, 1.0
Z = [0.0, 0.0, 1.0]


def net(N: int = 2) -> Machine:
    """N × N beads, each on a wire of its own, tied to its neighbours and to a frame by springs.

    The springs have no length when they are loose, so that their pull is k times the way between
    their ends, and the heights z of the beads obey a linear equation, m z̈ = k Δz with the
    differences Δ of neighbours. Released in the shape of its first mode of vibration,

        z_ij = h sin(π i/(N + 1)) sin(π j/(N + 1)) cos ωt,    ω² = 8 (k/m) sin²(π/(2N + 2)),

    which holds at any height. Across, the wires bear what the springs pull.

    References
    ----------
    Classical; own numbers.
    """
    N = arguments.whole("N", N)
    shape = np.sin(np.pi * np.arange(N + 2) / (N + 1))
    shape[[0, -1]] = 0.0
    heights = HEIGHT * np.outer(shape, shape)
    place = lambda i, j: [i / (N + 1), j / (N + 1), heights[i, j]]
    inside = [(i, j) for i in range(1, N + 1) for j in range(1, N + 1)]
    beads = {at: Particle(MASS, p_WB=place(*at), name=f"bead {at[0]} {at[1]}") for at in inside}
    wires = [
        PointOnLine(GROUND, bead, point=bead.p_WB, axis=Z, name=f"wire {at[0]} {at[1]}")
        for at, bead in beads.items()
    ]
    springs = []
    for i in range(N + 1):
        for j in range(N + 1):
            for other in ((i + 1, j), (i, j + 1)):
                springs += _spring(beads, (i, j), other, place)
    omega = np.sqrt(8.0 * STIFFNESS / MASS) * np.sin(np.pi / (2 * N + 2))

    def answer(t: Any) -> np.ndarray:
        phase = np.asarray(t, float)[..., None] * omega
        first = heights[1:-1, 1:-1].ravel()
        return np.concatenate([first * np.cos(phase), -omega * first * np.sin(phase)], axis=-1)

    def observe(motion: Motion) -> np.ndarray:
        return np.concatenate([np.asarray(x)[:, 2::3] for x in (motion.q, motion.qd)], axis=-1)

    return Machine(
        name="net",
        title=f"net of {N} × {N} beads",
        mechanism=Mechanism(list(beads.values()), wires, springs),
        t=TIME,
        mobility=N * N,
        counted=N * N,
        answer=answer,
        observe=observe,
        observed="heights of the beads and their rates",
        citation="classical; own numbers",
    )


def _spring(beads: dict, a: tuple[int, int], b: tuple[int, int], place: Any) -> list[Spring]:
    """The spring between two neighbours, of which one may be a nail of the frame; or none."""
    ends = [beads.get(x, GROUND) for x in (a, b)]
    if ends[0] is GROUND and ends[1] is GROUND:
        return []
    nails = {
        f"point_{k}": place(*x)
        for k, (x, end) in enumerate(zip((a, b), ends, strict=True), 1)
        if end is GROUND
    }
    return [Spring(*ends, stiffness=STIFFNESS, rest=0.0, **nails)]
