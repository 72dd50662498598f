"""The Cardan joint: turns about two axes at right angles are left."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import jax.numpy as jnp

from zwang.bodies.joints.base import AbstractJoint
from zwang.bodies.kinds import quaternion
from zwang.bodies.marker import axes_along, local_axis, mark


@dataclass(frozen=True, eq=False, repr=False)
class Universal(AbstractJoint):
    """A Cardan joint: the points agree, and an axis of the one is across an axis of the other.

    Rows x, y, z: p₂ − p₁ = 0 in world axes. Row cross: a₁ · a₂ = 0.

    Parameters
    ----------
    body_1, body_2 : the bodies; one may be ``zw.GROUND``
    point : (3,)    of the world at the start; or
    point_1, point_2 : (3,)     in the axes of the bodies
    axes : two (3,) of the world at the start, the first fixed to the first body, the second to
        the second; or
    axis_1, axis_2 : (3,)       the same in the axes of the bodies
    name : of the joint
    """

    body_1: Any
    body_2: Any
    point: Any = None
    axes: Any = None
    point_1: Any = None
    point_2: Any = None
    axis_1: Any = None
    axis_2: Any = None
    name: str | None = None
    marks: Any = field(init=False)

    kind = "universal joint"
    rows = ("x", "y", "z", "cross")
    numbered = dict.fromkeys(("point", "point_1", "point_2", "axis_1", "axis_2"), (3,))
    numbered |= {"axes": (2, 3)}

    def _settled(self):
        self._check_bodies()
        points = self._points(self.point, self.point_1, self.point_2)
        axes = self._two("axes", "two directions")
        frames = []
        for i, (world, local) in enumerate(zip(axes, (self.axis_1, self.axis_2), strict=True)):
            pose = self.bodies[i].pose()
            axis = local_axis(self._which("axes", i + 1, world, local), pose, world, local)
            if axis is None:
                raise ValueError(
                    f"`{self._what(f'axis_{i + 1}')}` is missing; wanted `axes`, two directions of "
                    "the world at the start, or `axis_1` and `axis_2` in body axes."
                )
            frames.append(self._turn(i, axes_along(quaternion.matrix(pose[3:]) @ axis)))
        self._settle(marks=tuple(map(mark, points, frames)))

    def phi(self, m, c, t, p):
        """p₂ − p₁, a₁ · a₂."""
        return jnp.append(m[1].p - m[0].p, m[0].a @ m[1].a)
