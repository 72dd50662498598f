"""A thin disk that rolls on a plane, which may move."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import jax.numpy as jnp
import numpy as np

from zwang.base.arrays import namespace
from zwang.bodies import checks as given
from zwang.bodies.joints.base import AbstractJoint
from zwang.bodies.joints.rolling.contact import no_slip, plane_mark
from zwang.bodies.kinds import quaternion
from zwang.bodies.marker import axes_along, local_axis, local_point, mark


@dataclass(frozen=True, eq=False, repr=False)
class RollingDisk(AbstractJoint):
    r"""The rim of a thin disk touches a plane of the first body, and does not slip there.

    With the centre p₂, the radius r, the disk's axis a₂ and the plane's normal a₁, the rim's lowest
    point is

    .. math:: c = p_2 - r \frac{a_1 - (a_1 \cdot a_2)\, a_2}{|a_1 - (a_1 \cdot a_2)\, a_2|}

    Row height: a₁ · (c − p₁) = 0. Rows "slip n", "slip o" on velocities: the disk and the plane
    have one velocity at c, along the plane. In the plane z = 0, a wheel on a line: height and
    "slip o". A disk that lies flat has no lowest point. The plane moves if its body does.

    Parameters
    ----------
    body_1 : the body with the plane, or ``zw.GROUND``
    body_2 : the disk
    radius : ()
    axis : (3,)     of the disk, in the world at the start; z, and not needed, in the plane; or
    axis_2 : (3,)   in the axes of the disk
    center : (3,)   of the disk, in the world at the start; by default its centre of mass
    normal : (3,)   of the plane, to the disk's side, in the world at the start; z by default, and y
        in the plane
    point : (3,)    of the plane, in the world at the start; by default where the disk touches then
    name : of the joint
    """

    body_1: Any
    body_2: Any
    radius: Any = None
    axis: Any = None
    axis_2: Any = None
    center: Any = None
    normal: Any = None
    point: Any = None
    name: str | None = None
    marks: Any = field(init=False)

    kind = "rolling disk"
    rows = ("height",)
    velocity_rows = ("slip n", "slip o")
    planar_rows = ("height",)
    planar_velocity_rows = ("slip o",)
    numbered = dict.fromkeys(("axis", "axis_2", "center", "normal", "point"), (3,))
    numbered |= {"radius": ()}

    def _settled(self):
        self._check_bodies()
        none = np.inf if self.radius is None else self.radius
        radius = given.number(self._what("radius"), none, least=0.0, above=True)
        pose = self.body_2.pose()
        R = quaternion.matrix(pose[3:])
        axis = self.axis
        if self.planar and axis is None and self.axis_2 is None:
            axis = (0.0, 0.0, 1.0)
        self._need_axis(axis, self.axis_2)
        a = R @ local_axis(self._which("axis", 2, axis, self.axis_2), pose, axis, self.axis_2)
        center = pose[:3] if self.center is None else self.center
        r = local_point(self._what("center"), pose, center, None)

        def touching(normal):
            across = normal - (normal @ a) * a
            length = namespace(across).sqrt(across @ across)
            if given.is_known(length) and length < 1e-9:
                raise ValueError(
                    f"`{self._what('axis')}` is the plane's normal; the disk lies flat."
                )
            return given.vector("center", center, plane=True) - radius * across / length

        plane = plane_mark(self, self.normal, self.point, touching)
        disk = mark(r, self._turn(1, axes_along(a)))
        self._settle(marks=(plane, disk), radius=radius)

    @property
    def numbers(self):
        """The radius."""
        return {"radius": self.radius}

    def where(self, m, c):
        """The lowest point of the rim (3,)."""
        across = m[0].a - (m[0].a @ m[1].a) * m[1].a
        return m[1].p - c["radius"] * across / jnp.sqrt(across @ across)

    def phi(self, m, c, t, p):
        """How high the lowest point is."""
        return jnp.stack([m[0].a @ (self.where(m, c) - m[0].p)])

    def psi(self, m, c, t, p):
        """The slip there, along the plane."""
        return no_slip(m, self.where(m, c))
