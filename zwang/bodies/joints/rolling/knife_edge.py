"""A knife edge, or a skate: a point that cannot move sideways."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import jax.numpy as jnp

from zwang.bodies.joints.base import PLAIN, AbstractJoint
from zwang.bodies.marker import mark, slip


@dataclass(frozen=True, eq=False, repr=False)
class KnifeEdge(AbstractJoint):
    """A point of the second body does not move sideways, seen from the first: a skate on ice.

    Row on velocities: a₂ · v = 0, where a₂ is the sideways direction, fixed to the second body, and
    v the velocity of its point relative to the first body.

    Parameters
    ----------
    body_1 : what the edge stands on, or ``zw.GROUND``
    body_2 : the body with the edge
    point : (3,)    of the edge, in the world at the start; or
    point_2 : (3,)  in the axes of the second body
    axis : (3,)     sideways, in the world at the start; or
    axis_2 : (3,)   in the axes of the second body
    name : of the joint
    """

    body_1: Any
    body_2: Any
    point: Any = None
    axis: Any = None
    point_2: Any = None
    axis_2: Any = None
    name: str | None = None
    marks: Any = field(init=False)

    kind = "knife edge"
    velocity_rows = ("sideways",)
    planar_rows = ()
    planar_velocity_rows = ("sideways",)
    numbered = dict.fromkeys(("point", "axis", "point_2", "axis_2"), (3,))

    def _settled(self):
        self._check_bodies()
        self._need_axis(self.axis, self.axis_2)
        points = self._points(self.point, None, self.point_2)
        _, frame = self._frames(self.axis, None, self.axis_2)
        self._settle(marks=(mark(points[0], PLAIN), mark(points[1], frame)))

    def psi(self, m, c, t, p):
        """a₂ · v."""
        return jnp.stack([m[1].a @ slip(m[0], m[1], m[1].p)])
