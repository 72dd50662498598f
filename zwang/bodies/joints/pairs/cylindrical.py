"""A pin in a hole: a turn about an axis and a displacement along it are left."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import jax.numpy as jnp

from zwang.bodies.joints.base import AbstractJoint
from zwang.bodies.marker import mark


@dataclass(frozen=True, eq=False, repr=False)
class Cylindrical(AbstractJoint):
    """A pin in a hole: the axes lie on one line.

    Rows n, o: n₁ · (p₂ − p₁) = o₁ · (p₂ − p₁) = 0. Rows "axis n", "axis o": n₁ · a₂ = o₁ · a₂ = 0.

    Parameters
    ----------
    body_1, body_2 : the bodies; one may be ``zw.GROUND``
    point : (3,)    of the world at the start; or
    point_1, point_2 : (3,)     in the axes of the bodies
    axis : (3,)     of the world at the start; or
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

    kind = "cylindrical joint"
    rows = ("n", "o", "axis n", "axis o")
    moves = ("angle", "displacement")

    def __post_init__(self):
        self._check_bodies()
        points = self._points(self.point, self.point_1, self.point_2)
        frames = self._frames(self.axis, self.axis_1, self.axis_2)
        self._settle(marks=tuple(map(mark, points, frames)))

    def phi(self, m, c, t, p):
        """n₁ · d, o₁ · d, n₁ · a₂, o₁ · a₂."""
        n, o, d, a = m[0].n, m[0].o, m[1].p - m[0].p, m[1].a
        return jnp.stack([n @ d, o @ d, n @ a, o @ a])
