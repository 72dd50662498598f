"""A braced tower of k storeys that tips over: more bars than it needs, as tall as one likes."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy

from zwang.base import arguments
from zwang.bodies.forces.gravity import STANDARD, Gravity
from zwang.bodies.joints.pairs.spherical import Spherical
from zwang.bodies.joints.points.distance import Distance
from zwang.bodies.kinds.body import GROUND
from zwang.bodies.kinds.particle import Particle
from zwang.bodies.mechanism import Mechanism
from zwang.motion.motion import Motion
from zwang.zoo.mechanisms.machine import Machine

WIDE, TILT, TIME = 0.3, 0.2, 0.6  # of the tower, how far it leans at the start


def truss(storeys: int = 2) -> Machine:
    """A tower in the plane, of nodes with mass and bars without, on one foot; it falls over.

    Each storey has two posts, a beam and both diagonals, of which one is too many: the tower is
    rigid and moves as one body about its foot, but how the bars share their load is not determined.
    With the nodes' distances r from the foot, and their common centre at the distance d, turned by
    θ from the vertical,

        Σ m r² θ̈ = g d sin θ Σ m.

    References
    ----------
    Classical; own numbers.
    """
    k = arguments.whole("storeys", storeys)
    places = _places(k)
    mass = 1.0 / len(places)
    nodes = [Particle(mass, p_WB=p, name=f"{i} {side}") for (i, side), p in places.items()]
    by_place = dict(zip(places, nodes, strict=True))
    joints = [
        Spherical(GROUND, by_place[0, "left"], name="foot"),
        *(Distance(by_place[a], by_place[b], name=_bar(a, b)) for a, b in _bars(k)),
    ]

    def answer(t: Any) -> np.ndarray:
        found = _top(k, np.atleast_1d(np.asarray(t, float)))
        return found[0] if np.ndim(t) == 0 else found

    def observe(motion: Motion) -> np.ndarray:
        return np.concatenate([np.asarray(x)[:, -2:] for x in (motion.q, motion.qd)], axis=-1)

    return Machine(
        name="truss",
        title=f"braced tower of {k} storeys",
        mechanism=Mechanism(nodes, joints, [Gravity()]),
        t=TIME,
        mobility=1,
        counted=2 * len(places) - 2 - (5 * k + 1),
        answer=answer,
        observe=observe,
        observed="place and velocity of the top right node",
        tolerance=1e-11,
        citation="classical; own numbers",
        notes=("Of each storey one bar is redundant: forces of its five bars are not unique.",),
    )


def _places(k: int) -> dict[tuple[int, str], np.ndarray]:
    """Where the nodes are at the start, the foot at the origin."""
    R = np.array([[np.cos(TILT), np.sin(TILT)], [-np.sin(TILT), np.cos(TILT)]])
    sides = (("left", 0.0), ("right", WIDE))
    return {(i, side): R @ np.array([x, i / k]) for i in range(k + 1) for side, x in sides}


def _bars(k: int) -> list[tuple[tuple[int, str], tuple[int, str]]]:
    """The ends of the bars: the lowest beam, then storey by storey."""
    found: list[Any] = [((0, "left"), (0, "right"))]
    for i in range(1, k + 1):
        below, here = (((j, "left"), (j, "right")) for j in (i - 1, i))
        found += [(below[0], here[0]), (below[1], here[1]), here]
        found += [(below[0], here[1]), (below[1], here[0])]
    return found


def _bar(a: tuple[int, str], b: tuple[int, str]) -> str:
    return f"{a[0]} {a[1]} to {b[0]} {b[1]}"


def _top(k: int, t: np.ndarray) -> np.ndarray:
    """Place and velocity of the last node at some times, in any order (T, 4)."""
    p = np.array(list(_places(k).values()))
    J, middle = (p**2).sum(axis=1).mean(), p.mean(axis=0)
    lean, d = np.arctan2(middle[0], middle[1]), np.linalg.norm(middle)

    def field(_: float, y: np.ndarray) -> list[float]:
        return [y[1], STANDARD * d * np.sin(lean + y[0]) / J]

    times, back = np.unique(np.append(t, 0.0), return_inverse=True)
    given = {"method": "DOP853", "rtol": 1e-13, "atol": 1e-14, "t_eval": times}
    span = (0.0, max(times[-1], 1e-9))
    turn, rate = scipy.integrate.solve_ivp(field, span, [0.0, 0.0], **given).y[:, back[:-1]]
    c, s, (x, y) = np.cos(turn), np.sin(turn), p[-1]
    place = np.stack([c * x + s * y, -s * x + c * y], axis=-1)
    return np.concatenate([place, rate[:, None] * np.stack([place[:, 1], -place[:, 0]], -1)], -1)
