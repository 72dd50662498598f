"""A body on a plane: two displacements and the turn about the normal are left."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import jax.numpy as jnp

from zwang.bodies.joints.base import AbstractJoint
from zwang.bodies.marker import mark


@dataclass(frozen=True, eq=False, repr=False)
class Planar(AbstractJoint):
    """A body that slides on a plane of another.

    Row a: a₁ · (p₂ − p₁) = 0. Rows n, o: n₁ · a₂ = o₁ · a₂ = 0.

    Parameters
    ----------
    body_1, body_2 : the bodies; one may be ``zw.GROUND``
    point : (3,)    of the plane, in the world at the start; or
    point_1, point_2 : (3,)     in the axes of the bodies
    axis : (3,)     the normal of the plane in the world at the start; or
    axis_1, axis_2 : (3,)       in the axes of the bodies
    name : of the joint
    """

    body_1: Any
    body_2: Any
    point: Any = None
    axis: Any = None
    point_1: Any = None
    point_2: Any = None
    axis_1: Any = None
    axis_2: Any = None
    name: str | None = None
    marks: Any = field(init=False)

    kind = "planar joint"
    rows = ("a", "n", "o")

    def __post_init__(self):
        self._check_bodies()
        points = self._points(self.point, self.point_1, self.point_2)
        frames = self._frames(self.axis, self.axis_1, self.axis_2)
        self._settle(marks=tuple(map(mark, points, frames)))

    def phi(self, m, c, t, p):
        """a₁ · d, n₁ · a₂, o₁ · a₂."""
        d, a = m[1].p - m[0].p, m[1].a
        return jnp.stack([m[0].a @ d, m[0].n @ a, m[0].o @ a])
