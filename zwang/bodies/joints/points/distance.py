"""Two points a given length apart: a rod without mass."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import jax.numpy as jnp
import numpy as np

from zwang.base.functions import Bound, bind
from zwang.bodies import checks as given
from zwang.bodies.joints.base import PLAIN, AbstractJoint
from zwang.bodies.kinds import quaternion
from zwang.bodies.marker import distance_between, local_point, mark


@dataclass(frozen=True, eq=False, repr=False)
class Distance(AbstractJoint):
    r"""Two points stay a length L apart, as by a rod without mass; L may depend on time.

    .. math:: \frac{(p_2 - p_1)^2 - L^2}{2 L} = 0

    Parameters
    ----------
    body_1, body_2 : the bodies; one may be ``zw.GROUND``
    points : two (3,) of the world at the start; or
    point_1, point_2 : (3,)     in the axes of the bodies; by default the centres of mass
    length : ()     by default that of the start; or a function of (t, p)
    name : of the joint
    """

    body_1: Any
    body_2: Any
    points: Any = None
    point_1: Any = None
    point_2: Any = None
    length: Any = None
    name: str | None = None
    marks: Any = field(init=False)

    kind = "distance"
    rows = ("length",)
    planar_rows = ("length",)
    needs_turns = (False, False)
    numbered = {"points": (2, 3), "point_1": (3,), "point_2": (3,), "length": ()}
    timed = ("length",)

    def _settled(self):
        self._check_bodies()
        worlds = self._two("points", "two points")
        poses = self.body_1.pose(), self.body_2.pose()
        found = [
            local_point(
                self._what("points" if local is None else f"point_{i + 1}"),
                poses[i],
                worlds[i],
                local,
            )
            for i, local in enumerate((self.point_1, self.point_2))
        ]
        found = [np.zeros(3) if r is None else r for r in found]
        self._completed(found, poses)
        places = [quaternion.matrix(x[3:]) @ r + x[:3] for x, r in zip(poses, found, strict=True)]
        what, length = self._what("length"), self.length
        if length is None:
            length = distance_between(*places)
        if callable(length):
            length = bind(f"`{what}`", length, ("t", "p"))
        else:
            length = given.number(what, length, least=0.0, above=True)
        self._settle(marks=tuple(mark(r, PLAIN) for r in found), length=length)

    @property
    def numbers(self):
        """The length, if it is a number."""
        return {} if isinstance(self.length, Bound) else {"length": self.length}

    @property
    def functions(self):
        """The length, if it is a function."""
        return (self.length,) if isinstance(self.length, Bound) else ()

    def phi(self, m, c, t, p):
        """(d² − L²) / 2L."""
        d = m[1].p - m[0].p
        L = c["length"] if "length" in c else self.length.at({"t": t, "p": p})
        return jnp.stack([(d @ d - L**2) / (2.0 * L)])
