"""What it means to return: coordinates that grow, that need not return, and bodies that turn.

The quaternions u and −u say the same attitude of a body: after one turn it is back as −u. So a
state has returned where it has up to such signs; they are the same all along the motion, of
velocities and accelerations too. Likewise the angle of a body in a plane has returned after any
number of turns.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from zwang.bodies.kinds.planar_body import PlanarBody
from zwang.bodies.kinds.rigid_body import RigidBody
from zwang.bodies.mechanism import Mechanism


@dataclass(frozen=True, eq=False)
class Return:
    """How the end of a period differs from its start."""

    shift: np.ndarray  # (n,) by how much coordinates have grown
    free: np.ndarray  # (n,) which need not return
    turns: tuple[np.ndarray, ...] = ()  # places in q of the quaternion of each body
    angles: tuple[int, ...] = ()  # places in q of the angles of bodies in a plane

    def signs(self, start: Any, end: Any) -> np.ndarray:
        """±1 for each coordinate (..., n): −1 for a quaternion that is nearer as −u.

        Shapes: start, end (n,).
        """
        found = np.ones(np.shape(end))
        for places in self.turns:
            back = np.asarray(end)[..., places] @ np.asarray(start)[places] < 0
            found[..., places] = np.where(back, -1.0, 1.0)[..., None]
        return found

    def off(self, q: Any, qd: Any) -> np.ndarray:
        """What differs (T, 2n) in each row of a motion from having returned to the first.

        Shapes: q, qd (T, n).
        """
        signs = self.signs(q[0], q)
        left = signs * q - q[0] - self.shift
        left = left - self._around(left)
        return self.counted(np.concatenate([left, signs * qd - qd[0]], axis=1))

    def _around(self, left: np.ndarray) -> np.ndarray:
        """Whole turns (..., n) of bodies in a plane."""
        found, places = np.zeros_like(left), list(self.angles)
        found[..., places] = 2 * np.pi * np.round(left[..., places] / (2 * np.pi))
        return found

    def counted(self, x: Any) -> np.ndarray:
        """Changes (..., 2n) of a state where they count: zero for what need not return.

        Shapes: x (..., 2n).
        """
        return np.where(np.concatenate([self.free, np.zeros_like(self.free)]), 0.0, x)

    def grown(self, q: Any) -> np.ndarray:
        """By how much coordinates (n,) have grown, those included that need not return.

        Shapes: q (T, n).
        """
        change = q[-1] - q[0]
        return np.where(self.free, change, self.shift + self._around(change - self.shift))

    def doubled(self) -> Return:
        """What it means to have returned after two periods."""
        return replace(self, shift=2.0 * self.shift)


def turning(mechanism: Mechanism | None) -> tuple[tuple[np.ndarray, ...], tuple[int, ...]]:
    """Places in q of the quaternions of bodies in space, and of the angles of those in a plane."""
    if mechanism is None:
        return (), ()
    columns, bodies = mechanism.equations.layout.columns, list(enumerate(mechanism.bodies))
    return (
        tuple(columns[i, 3:7] for i, body in bodies if isinstance(body, RigidBody)),
        tuple(int(columns[i, 2]) for i, body in bodies if isinstance(body, PlanarBody)),
    )
