"""The ball joint: all turns are left."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from zwang.bodies.joints.base import PLAIN, AbstractJoint
from zwang.bodies.marker import mark


@dataclass(frozen=True, eq=False, repr=False)
class Spherical(AbstractJoint):
    """A ball in a socket: the points agree.

    Rows x, y, z: p₂ − p₁ = 0 in world axes. In the plane, where it is a pin: x and y.

    Parameters
    ----------
    body_1, body_2 : the bodies; one may be ``zw.GROUND``
    point : (3,)    of the world at the start; or
    point_1, point_2 : (3,)     in the axes of the bodies; not needed if one is a particle
    name : of the joint
    """

    body_1: Any
    body_2: Any
    point: Any = None
    point_1: Any = None
    point_2: Any = None
    name: str | None = None
    marks: Any = field(init=False)

    kind = "spherical joint"
    rows = ("x", "y", "z")
    planar_rows = ("x", "y")
    needs_turns = (False, False)
    numbered = dict.fromkeys(("point", "point_1", "point_2"), (3,))

    def _settled(self):
        self._check_bodies()
        points = self._points(self.point, self.point_1, self.point_2)
        self._settle(marks=tuple(mark(r, PLAIN) for r in points))

    def phi(self, m, c, t, p):
        """p₂ − p₁."""
        return m[1].p - m[0].p
