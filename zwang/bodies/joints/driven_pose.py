"""A body whose place and orientation follow functions of time."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import jax.numpy as jnp
import numpy as np

from zwang.base.functions import Bound
from zwang.bodies.joints.base import PLAIN, AbstractJoint
from zwang.bodies.kinds import quaternion
from zwang.bodies.marker import between, local_point, mark
from zwang.bodies.varying import function_of


@dataclass(frozen=True, eq=False, repr=False)
class DrivenPose(AbstractJoint):
    """The second body's place, or orientation, or both, seen from the first, follow functions.

    Rows x, y, z: the point of the second body, in the axes of the first, is ``position``. Rows
    "turn x", "turn y", "turn z": its orientation in these axes is ``quat``; twice the vector part
    of the quaternion that is left. In the plane: x, y and "turn z".

    Parameters
    ----------
    body_1 : seen from which, or ``zw.GROUND``
    body_2 : what moves
    position : function of (t, p) that returns (3,); (2,) in the plane; or None
    quat : function of (t, p) that returns (4,) of length one, or None
    point_2 : (3,)      the point in the axes of the second body; by default its centre of mass
    name : of the drive
    """

    body_1: Any
    body_2: Any
    position: Any = None
    quat: Any = None
    point_2: Any = None
    name: str | None = None
    marks: Any = field(init=False)

    kind = "driven pose"
    numbered = {"point_2": (3,)}

    def _settled(self):
        if self.position is None and self.quat is None:
            raise ValueError(f"`{self._what('position')}` and `quat` are None; wanted one or both.")
        self._check_bodies()
        bound = {
            name: function_of(self._what(name), f, ("t", "p"))
            for name, f in (("position", self.position), ("quat", self.quat))
            if f is not None
        }
        r = local_point(self._what("point_2"), self.body_2.pose(), None, self.point_2)
        marks = mark(np.zeros(3), PLAIN), mark(np.zeros(3) if r is None else r, PLAIN)
        self._settle(marks=marks, **bound)

    @property
    def rows(self):  # pyright: ignore[reportIncompatibleVariableOverride]
        """Those of the place, then those of the orientation."""
        places = () if self.position is None else ("x", "y", "z")
        return places + (() if self.quat is None else ("turn x", "turn y", "turn z"))

    @property
    def planar_rows(self):  # pyright: ignore[reportIncompatibleVariableOverride]
        """Those of the plane."""
        return tuple(row for row in self.rows if row in ("x", "y", "turn z"))

    @property
    def needs_turns(self):  # pyright: ignore[reportIncompatibleVariableOverride]
        """An orientation, if that is driven."""
        return True, self.quat is not None

    @property
    def functions(self):
        """The functions of time."""
        return tuple(f for f in (self.position, self.quat) if isinstance(f, Bound))

    def phi(self, m, c, t, p):
        """The place less its function, and the turn that is left."""
        at, found = {"t": t, "p": p}, []
        if self.position is not None:
            d = m[1].p - m[0].p
            place = self.position.at(at)
            place = jnp.append(place, jnp.zeros(3 - place.shape[0]))
            found.append(jnp.stack([m[0].n @ d, m[0].o @ d, m[0].a @ d]) - place)
        if self.quat is not None:
            back = quaternion.conjugate(self.quat.at(at))
            found.append(2.0 * quaternion.product(back, between(m[0], m[1]))[1:])
        return jnp.concatenate(found)
