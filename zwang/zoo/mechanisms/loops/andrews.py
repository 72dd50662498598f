"""Andrews' squeezing mechanism, from bodies in the plane."""

from __future__ import annotations

import numpy as np

from zwang.bodies.forces.load import Load
from zwang.bodies.forces.spring import Spring
from zwang.bodies.joints.pairs.revolute import Revolute
from zwang.bodies.kinds.body import GROUND
from zwang.bodies.kinds.planar_body import PlanarBody
from zwang.bodies.mechanism import Mechanism
from zwang.emit import Interpreted
from zwang.zoo.linkages.andrews import (
    ANSWER,
    START,
    I,
    centres,
    d,
    m,
    rr,
    sc,
    sd,
    u,
    xa,
    xb,
    xc,
    ya,
    yb,
    yc,
    zt,
)
from zwang.zoo.mechanisms.machine import Machine

# The source's angles are those of K1, K3, K5, K7, and of K2, K4, K6 against a neighbour.
AGAINST = {1: 0, 3: 4, 5: 6}


def andrews() -> Machine:
    """Andrews' squeezer from seven bodies and ten pins; the motion of ``zoo.andrews``.

    K2 has a pin at its end P to each of the chains K3, K4 with K5, and K6 with K7.

    References
    ----------
    [TestSet] Andrews' squeezing mechanism; [HW96] section VII.7.
    """
    angles = np.array(START)
    be, _, ga, _, de, _, ep = START
    for body, other in AGAINST.items():
        angles[body] += angles[other]
    places = Interpreted(centres, angles)(np.array(START))  # so that nothing is compiled
    K = [
        PlanarBody(m[i], I[i], places[i], angle=angles[i], name=f"K{i + 1}")  # inertia by centre
        for i in range(7)
    ]
    elbow = rr * direction(be)
    P = elbow - d * direction(angles[1])
    A, B, C = np.array([xa, ya]), np.array([xb, yb]), np.array([xc, yc])
    D = B + sd * direction(ga) + sc * direction(ga - np.pi / 2.0)
    pins = {
        "O": (GROUND, K[0], np.zeros(2)),
        "K1-K2": (K[0], K[1], elbow),
        "B": (GROUND, K[2], B),
        "K2-K3": (K[1], K[2], P),
        "A5": (GROUND, K[4], A),
        "K4-K5": (K[4], K[3], A + zt * direction(de)),
        "K2-K4": (K[1], K[3], P),
        "A7": (GROUND, K[6], A),
        "K6-K7": (K[6], K[5], A + u * direction(ep - np.pi / 2.0)),
        "K2-K6": (K[1], K[5], P),
    }
    forces = [
        Spring(GROUND, K[2], stiffness=4530.0, rest=0.07785, points=(C, D), name="spring"),
        Load(K[0], torque=0.033, name="motor"),
    ]
    return Machine(
        name="andrews",
        title="Andrews' squeezing mechanism, from seven bodies",
        mechanism=Mechanism(
            K, [Revolute(a, b, point=x, name=name) for name, (a, b, x) in pins.items()], forces
        ),
        t=0.03,
        mobility=1,
        counted=1,
        answer=ANSWER,
        observe=observe,
        observed="the source's seven angles and their rates",
        tolerance=1e-12,
        citation="[TestSet], [HW96] section VII.7; recomputed in 45 digits",
        conservative=False,  # the motor's work is no part of the energy
    )


def direction(angle):
    """(2,)."""
    return np.array([np.cos(angle), np.sin(angle)])


def observe(motion):
    """The source's angles, and their rates (T, 14)."""
    found = []
    for state in (motion.q, motion.qd):
        angles = np.array(state[:, 2::3])
        for body, other in AGAINST.items():
            angles[:, body] -= angles[:, other]
        found.append(angles)
    return np.concatenate(found, axis=-1)
