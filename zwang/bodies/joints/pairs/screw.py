"""The screw: a turn about an axis, and with each turn a pitch along it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import jax.numpy as jnp
import numpy as np

from zwang.bodies import checks as given
from zwang.bodies.joints.pairs.axis import AbstractAxisJoint
from zwang.bodies.marker import between, displacement


@dataclass(frozen=True, eq=False, repr=False)
class Screw(AbstractAxisJoint):
    r"""A screw: the axes lie on one line, and the second body advances by a pitch with each turn.

    Rows n, o, "axis n", "axis o": as of a cylindrical joint. Row thread: for a displacement z, an
    angle θ and the pitch h,

    .. math:: \frac{h}{\pi} \sin\left(\frac{\pi z}{h} - \frac{\theta}{2}\right) = 0

    which vanishes if z is h θ/2π or whole pitches from there, so any number of turns is the same
    to it.

    Parameters
    ----------
    body_1, body_2 : the bodies; one may be ``zw.GROUND``
    point : (3,)    of the world at the start; or
    point_1, point_2 : (3,)     in the axes of the bodies
    axis : (3,)     of the world at the start; or
    axis_1, axis_2 : (3,)       in the axes of the bodies
    pitch : ()      along the axis with each turn; positive for a right-handed thread
    name : of the joint
    """

    pitch: Any = None

    kind = "screw joint"
    rows = ("n", "o", "axis n", "axis o", "thread")
    moves = ("angle", "displacement")
    numbered = {**AbstractAxisJoint.numbered, "pitch": ()}

    def _settled(self):
        pitch = given.number(self._what("pitch"), np.inf if self.pitch is None else self.pitch)
        if given.is_known(pitch) and pitch == 0.0:
            raise ValueError(f"`{self._what('pitch')}` is 0; wanted another, or a revolute joint.")
        self._place()
        self._settle(pitch=pitch)

    @property
    def numbers(self):
        """The pitch."""
        return {"pitch": self.pitch}

    def phi(self, m, c, t, p):
        """n₁ · d, o₁ · d, n₁ · a₂, o₁ · a₂, and the thread."""
        n, o, d, a = m[0].n, m[0].o, m[1].p - m[0].p, m[1].a
        turn, z = between(m[0], m[1]), jnp.pi * displacement(m[0], m[1]) / c["pitch"]
        thread = (jnp.sin(z) * turn[0] - jnp.cos(z) * turn[3]) * c["pitch"] / jnp.pi
        return jnp.stack([n @ d, o @ d, n @ a, o @ a, thread])
