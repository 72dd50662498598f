"""A point of one body on a line of another."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import jax.numpy as jnp

from zwang.bodies.joints.base import PLAIN, AbstractJoint
from zwang.bodies.marker import mark


@dataclass(frozen=True, eq=False, repr=False)
class PointOnLine(AbstractJoint):
    """The second body's point stays on a line of the first: a pin in a slot, a bead on a wire.

    Rows n, o: n₁ · (p₂ − p₁) = o₁ · (p₂ − p₁) = 0. In the plane: o, across the line.

    Parameters
    ----------
    body_1, body_2 : the bodies; one may be ``zw.GROUND``
    point : (3,)    of the world at the start; or
    point_1, point_2 : (3,)     in the axes of the bodies; not needed if the second is a particle
    axis : (3,)     of the line, in the world at the start; or
    axis_1 : (3,)   in the axes of the first body
    name : of the joint
    """

    body_1: Any
    body_2: Any
    point: Any = None
    axis: Any = None
    point_1: Any = None
    point_2: Any = None
    axis_1: Any = None
    name: str | None = None
    marks: Any = field(init=False)

    kind = "point on a line"
    rows = ("n", "o")
    planar_rows = ("o",)
    needs_turns = (True, False)
    moves = ("displacement",)
    numbered = dict.fromkeys(("point", "axis", "point_1", "point_2", "axis_1"), (3,))

    def _settled(self):
        self._check_bodies()
        self._need_axis(self.axis, self.axis_1)
        points = self._points(self.point, self.point_1, self.point_2)
        frame, _ = self._frames(self.axis, self.axis_1, None)
        self._settle(marks=(mark(points[0], frame), mark(points[1], PLAIN)))
        self._axis_in_plane()

    def phi(self, m, c, t, p):
        """n₁ · d, o₁ · d."""
        d = m[1].p - m[0].p
        return jnp.stack([m[0].n @ d, m[0].o @ d])
