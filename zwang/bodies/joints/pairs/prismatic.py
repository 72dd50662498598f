"""The slider: one displacement along an axis is left."""

from __future__ import annotations

from dataclasses import dataclass

import jax.numpy as jnp

from zwang.bodies.joints.pairs.axis import AbstractAxisJoint
from zwang.bodies.marker import between


@dataclass(frozen=True, eq=False, repr=False)
class Prismatic(AbstractAxisJoint):
    """A slider: the second point stays on the first body's axis, and no turn is left.

    Rows n, o: n₁ · (p₂ − p₁) = o₁ · (p₂ − p₁) = 0. Rows "turn n", "turn o", "turn a": as of a
    fixed joint. In the plane: o, across the axis, and "turn n".

    Parameters
    ----------
    body_1, body_2 : the bodies; one may be ``zw.GROUND``
    point : (3,)    of the world at the start; or
    point_1, point_2 : (3,)     in the axes of the bodies
    axis : (3,)     of the world at the start; or
    axis_1, axis_2 : (3,)       in the axes of the bodies
    name : of the joint
    """

    kind = "prismatic joint"
    rows = ("n", "o", "turn n", "turn o", "turn a")
    planar_rows = ("o", "turn n")
    moves = ("displacement",)

    def _settled(self):
        self._need_axis(self.axis, self.axis_1, self.axis_2)
        self._place()
        self._axis_in_plane()

    def phi(self, m, c, t, p):
        """n₁ · d, o₁ · d, and the turn from marker to marker."""
        d = m[1].p - m[0].p
        across = jnp.stack([m[0].n @ d, m[0].o @ d])
        return jnp.append(across, 2.0 * between(m[0], m[1])[1:])
