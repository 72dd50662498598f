"""A body on a plane: two displacements and the turn about the normal are left."""

from __future__ import annotations

from dataclasses import dataclass

import jax.numpy as jnp

from zwang.bodies.joints.pairs.axis import AbstractAxisJoint


@dataclass(frozen=True, eq=False, repr=False)
class Planar(AbstractAxisJoint):
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

    kind = "planar joint"
    rows = ("a", "n", "o")

    def _settled(self):
        self._place()

    def phi(self, m, c, t, p):
        """a₁ · d, n₁ · a₂, o₁ · a₂."""
        d, a = m[1].p - m[0].p, m[1].a
        return jnp.stack([m[0].a @ d, m[0].n @ a, m[0].o @ a])
