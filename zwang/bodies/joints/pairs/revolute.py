"""The hinge: one turn about an axis is left."""

from __future__ import annotations

from dataclasses import dataclass

import jax.numpy as jnp

from zwang.bodies.joints.pairs.axis import AbstractAxisJoint


@dataclass(frozen=True, eq=False, repr=False)
class Revolute(AbstractAxisJoint):
    """A hinge: the points agree, and so do the axes.

    Rows x, y, z: p₂ − p₁ = 0 in world axes. Rows n, o: the second body's axis has no part along n
    and o of the first, n₁ · a₂ = o₁ · a₂ = 0; an axis that is turned round satisfies them too. In
    the plane: x and y.

    Parameters
    ----------
    body_1, body_2 : the bodies; one may be ``zw.GROUND``
    point : (3,)    of the world at the start; or
    point_1, point_2 : (3,)     in the axes of the bodies
    axis : (3,)     of the world at the start; z, and not needed, in the plane; or
    axis_1, axis_2 : (3,)       in the axes of the bodies
    name : of the joint
    """

    kind = "revolute joint"
    rows = ("x", "y", "z", "n", "o")
    planar_rows = ("x", "y")
    moves = ("angle",)

    def _settled(self):
        self._place()
        self._axis_across_plane()

    def phi(self, m, c, t, p):
        """p₂ − p₁, n₁ · a₂, o₁ · a₂."""
        return jnp.append(m[1].p - m[0].p, jnp.stack([m[0].n @ m[1].a, m[0].o @ m[1].a]))
