"""The weld: nothing is left."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import jax.numpy as jnp
import numpy as np

from zwang.bodies import checks as given
from zwang.bodies.joints.base import AbstractJoint
from zwang.bodies.kinds import quaternion
from zwang.bodies.marker import between, mark


@dataclass(frozen=True, eq=False, repr=False)
class Fixed(AbstractJoint):
    """A weld: the points agree, and so do all axes.

    Rows x, y, z: p₂ − p₁ = 0 in world axes. Rows "turn n", "turn o", "turn a": twice the vector
    part of the quaternion of the turn between the markers, which vanishes at no other turn. In the
    plane: x, y and "turn a".

    Parameters
    ----------
    body_1, body_2 : the bodies; one may be ``zw.GROUND``
    point : (3,)    of the world at the start; or
    point_1, point_2 : (3,)     in the axes of the bodies; by default the second's centre of mass
    quat_12 : (4,)  orientation of the second body in the axes of the first; by default as at the
        start
    name : of the joint
    """

    body_1: Any
    body_2: Any
    point: Any = None
    point_1: Any = None
    point_2: Any = None
    quat_12: Any = None
    name: str | None = None
    marks: Any = field(init=False)

    kind = "fixed joint"
    rows = ("x", "y", "z", "turn n", "turn o", "turn a")
    planar_rows = ("x", "y", "turn a")
    numbered = dict.fromkeys(("point", "point_1", "point_2"), (3,))
    numbered |= {"quat_12": (4,)}

    def _settled(self):
        self._check_bodies()
        point_2 = self.point_2
        if self.point is None and self.point_1 is None and point_2 is None:
            point_2 = np.zeros(3)
        points = self._points(self.point, self.point_1, point_2)
        f_1, f_2 = (self._turn(i, np.eye(3)) for i in (0, 1))
        if self.quat_12 is not None:
            turn = given.unit_quaternion(self._what("quat_12"), self.quat_12)
            f_2 = quaternion.product(quaternion.conjugate(turn), f_1)
        self._settle(marks=tuple(map(mark, points, (f_1, f_2))))

    def phi(self, m, c, t, p):
        """p₂ − p₁, and 2 d for the turn (d₀, d) from marker to marker."""
        return jnp.append(m[1].p - m[0].p, 2.0 * between(m[0], m[1])[1:])
