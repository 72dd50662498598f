"""A pin in a hole: a turn about an axis and a displacement along it are left."""

from __future__ import annotations

from dataclasses import dataclass

import jax.numpy as jnp

from zwang.bodies.joints.pairs.axis import AbstractAxisJoint


@dataclass(frozen=True, eq=False, repr=False)
class Cylindrical(AbstractAxisJoint):
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

    kind = "cylindrical joint"
    rows = ("n", "o", "axis n", "axis o")
    moves = ("angle", "displacement")

    def _settled(self):
        self._place()

    def phi(self, m, c, t, p):
        """n₁ · d, o₁ · d, n₁ · a₂, o₁ · a₂."""
        n, o, d, a = m[0].n, m[0].o, m[1].p - m[0].p, m[1].a
        return jnp.stack([n @ d, o @ d, n @ a, o @ a])
