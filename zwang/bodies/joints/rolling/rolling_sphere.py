"""A sphere that rolls on a plane, which may move."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import jax.numpy as jnp
import numpy as np

from zwang.bodies import checks as given
from zwang.bodies.joints.base import PLAIN, AbstractJoint
from zwang.bodies.joints.rolling.contact import no_slip, plane_mark
from zwang.bodies.marker import local_point, mark


@dataclass(frozen=True, eq=False, repr=False)
class RollingSphere(AbstractJoint):
    """A sphere touches a plane of the first body at c = p₂ − r a₁, and does not slip there.

    Row height: a₁ · (c − p₁) = 0, with the plane's normal a₁. Rows "slip n", "slip o" on
    velocities: sphere and plane have one velocity at c, along the plane; it may spin about the
    normal. The plane moves if its body does.

    Parameters
    ----------
    body_1 : the body with the plane, or ``zw.GROUND``
    body_2 : the sphere
    radius : ()
    center : (3,)   of the sphere, in the world at the start; by default its centre of mass
    normal : (3,)   of the plane, to the sphere's side, in the world at the start; z by default
    point : (3,)    of the plane, in the world at the start; by default where the sphere touches
    name : of the joint
    """

    body_1: Any
    body_2: Any
    radius: Any = None
    center: Any = None
    normal: Any = None
    point: Any = None
    name: str | None = None
    marks: Any = field(init=False)

    kind = "rolling sphere"
    rows = ("height",)
    velocity_rows = ("slip n", "slip o")
    numbered = {"radius": (), "center": (3,), "normal": (3,), "point": (3,)}

    def _settled(self):
        self._check_bodies()
        none = np.inf if self.radius is None else self.radius
        radius = given.number(self._what("radius"), none, least=0.0, above=True)
        pose = self.body_2.pose()
        center = given.vector("center", pose[:3] if self.center is None else self.center)
        r = local_point(self._what("center"), pose, center, None)
        plane = plane_mark(self, self.normal, self.point, lambda a: center - radius * a)
        self._settle(marks=(plane, mark(r, PLAIN)), radius=radius)

    @property
    def numbers(self):
        """The radius."""
        return {"radius": self.radius}

    def where(self, m, c):
        """The point that touches (3,)."""
        return m[1].p - c["radius"] * m[0].a

    def phi(self, m, c, t, p):
        """How high it is."""
        return jnp.stack([m[0].a @ (self.where(m, c) - m[0].p)])

    def psi(self, m, c, t, p):
        """The slip there, along the plane."""
        return no_slip(m, self.where(m, c))
