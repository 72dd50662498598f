"""Gears: two bodies turn in a fixed ratio, seen from a third that carries them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import jax.numpy as jnp
import numpy as np

from zwang.bodies import checks as given
from zwang.bodies.joints.base import PLAIN, AbstractJoint
from zwang.bodies.kinds import quaternion
from zwang.bodies.kinds.body import GROUND, AbstractBody, Ground
from zwang.bodies.marker import axes_along, local_axis, mark


@dataclass(frozen=True, eq=False, repr=False)
class Gear(AbstractJoint):
    """A pair of gears, or of wheels with a belt: the second turns ``ratio`` times as fast.

    Row on velocities: (w₂ − w_c) · a₂ − ratio (w₁ − w_c) · a₁ = 0, with the angular velocities of
    the two and of the carrier, and the axes a₁, a₂ fixed in the carrier. It counts no turns, so any
    number of them is the same to it; the phase of the gears is kept by the accuracy of the motion
    alone. Bearings are joints of their own.

    Parameters
    ----------
    body_1, body_2 : the gears
    ratio : ()      of the second's rate to the first's; negative for gears that mesh outside, as
        −z₁/z₂ for the numbers of teeth, and positive for a belt
    carrier : the body that holds the axes; ``zw.GROUND`` by default
    axis : (3,)     of both, in the world at the start; z, and not needed, in the plane; or
    axes : two (3,), for bevel gears
    name : of the joint
    """

    body_1: Any
    body_2: Any
    ratio: Any = None
    carrier: Any = GROUND
    axis: Any = None
    axes: Any = None
    name: str | None = None
    marks: Any = field(init=False)
    second: Any = field(init=False)

    kind = "gear"
    velocity_rows = ("ratio",)
    planar_rows = ()
    planar_velocity_rows = ("ratio",)
    numbered = {"ratio": (), "axis": (3,), "axes": (2, 3)}
    made_with = ("body_1", "body_2", "carrier")

    def _settled(self):
        self._check_bodies()
        if not isinstance(self.carrier, AbstractBody | Ground) or not self.carrier.turns:
            raise TypeError(
                f"`{self._what('carrier')}` is {self.carrier!r}; wanted a body with an "
                "orientation, or zw.GROUND."
            )
        ratio = given.number(self._what("ratio"), np.inf if self.ratio is None else self.ratio)
        if given.is_known(ratio) and ratio == 0.0:
            raise ValueError(f"`{self._what('ratio')}` is 0; wanted another number.")
        axis = (0.0, 0.0, 1.0) if self.planar and self.axis is None else self.axis
        axes = (axis, axis) if self.axes is None else self._two("axes", "two directions")
        if axes[0] is None:
            raise ValueError(f"`{self._what('axis')}` is missing; wanted `axis`, or two `axes`.")
        pose = self.carrier.pose()
        a_1, a_2 = (local_axis(self._what("axis"), pose, a, None) for a in axes)
        R = quaternion.matrix(pose[3:])
        on_carrier = mark(np.zeros(3), self._turn(2, axes_along(R @ a_1)))
        plain = mark(np.zeros(3), PLAIN)
        self._settle(
            marks=(plain, plain, on_carrier), second=on_carrier.F.T @ a_2, ratio=ratio, axes=axes
        )

    @property
    def others(self):
        """The carrier."""
        return (self.carrier,)

    @property
    def numbers(self):
        """The ratio, and the second axis in those of the carrier's marker."""
        return {"ratio": self.ratio, "second": self.second}

    def psi(self, m, c, t, p):
        """(w₂ − w_c) · a₂ − ratio (w₁ − w_c) · a₁."""
        carrier = m[2]
        a_2 = c["second"] @ jnp.stack([carrier.n, carrier.o, carrier.a])
        of_1, of_2 = (m[0].w - carrier.w) @ carrier.a, (m[1].w - carrier.w) @ a_2
        return jnp.stack([of_2 - c["ratio"] * of_1])
