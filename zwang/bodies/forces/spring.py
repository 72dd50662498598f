"""A spring with a damper between two points."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import jax.numpy as jnp
import numpy as np
from jax import Array

from zwang.bodies import checks as given
from zwang.bodies.forces.base import AbstractForce, push
from zwang.bodies.joints.base import PLAIN
from zwang.bodies.kinds import quaternion
from zwang.bodies.kinds.body import AbstractBody, Ground
from zwang.bodies.marker import distance_between, local_point, mark


@dataclass(frozen=True, eq=False, repr=False)
class Spring(AbstractForce):
    """A spring and a damper along the line between two points.

    It pulls them together with k (L − L₀) + c L̇, where L is their distance.

    Parameters
    ----------
    body_1, body_2 : the bodies; one may be ``zw.GROUND``
    stiffness : ()      k
    rest : ()           L₀; by default the distance at the start
    damping : ()        c
    points : two (3,) of the world at the start; or
    point_1, point_2 : (3,)     in the axes of the bodies; by default the centres of mass
    name : of the spring

    Attributes
    ----------
    marks : where its ends are, found from the points

    Examples
    --------
    >>> import zwang as zw
    >>> bob = zw.Particle(1.0, p_WB=[0.0, 0.0, -1.0], name="bob")
    >>> spring = Spring(zw.GROUND, bob, stiffness=100.0, damping=0.5)
    >>> spring.rest
    1.0
    """

    body_1: Any
    body_2: Any
    stiffness: Any = 0.0
    rest: Any = None
    damping: Any = 0.0
    points: Any = None
    point_1: Any = None
    point_2: Any = None
    name: str | None = None
    marks: Any = field(init=False)

    kind = "spring"
    numbered = {"stiffness": (), "rest": (), "damping": ()}
    numbered |= {"points": (2, 3), "point_1": (3,), "point_2": (3,)}
    made_with = ("body_1", "body_2")

    def _settled(self):
        for which in ("body_1", "body_2"):
            if not isinstance(getattr(self, which), AbstractBody | Ground):
                raise TypeError(
                    f"`{which}` of a spring is {getattr(self, which)!r}; wanted a body."
                )
        if self.body_1.name == self.body_2.name:
            raise ValueError(f"A spring joins {self.body_1.name!r} to itself; wanted two bodies.")
        self._check_name()
        worlds = given.two("points` of `spring", self.points, "two points")
        poses = self.body_1.pose(), self.body_2.pose()
        found = [
            local_point(f"{'points' if local is None else which}` of `spring", x, world, local)
            for which, x, world, local in zip(
                ("point_1", "point_2"), poses, worlds, (self.point_1, self.point_2), strict=True
            )
        ]
        found = [np.zeros(3) if r is None else r for r in found]
        ends = [quaternion.matrix(x[3:]) @ r + x[:3] for x, r in zip(poses, found, strict=True)]
        rest = distance_between(*ends) if self.rest is None else self.rest
        self._settle(
            stiffness=given.number("stiffness` of `spring", self.stiffness),
            rest=given.number("rest` of `spring", rest, least=0.0),
            damping=given.number("damping` of `spring", self.damping),
            marks=tuple(mark(r, PLAIN) for r in found),
        )

    @property
    def bodies(self):
        """The two."""
        return self.body_1, self.body_2

    @property
    def numbers(self):
        """k, L₀, c."""
        return {"k": self.stiffness, "rest": self.rest, "c": self.damping}

    def wrench(self, m, c, t, p):
        """The pull at both ends.

        Parameters
        ----------
        m, c, t, p : as for ``AbstractForce``
        """
        d, rate = m[1].p - m[0].p, m[1].v - m[0].v
        L = _length(d) + (d @ d == 0)  # at no distance it has no direction
        pull = (c["k"] * (1.0 - c["rest"] / L) + c["c"] * (rate @ d) / L**2) * d
        return jnp.stack([push(pull), push(-pull)])

    def potential(self, m, c, t, p):
        """½ k (L − L₀)².

        Parameters
        ----------
        m, c, t, p : as for ``AbstractForce``
        """
        return c["k"] * (_length(m[1].p - m[0].p) - c["rest"]) ** 2 / 2.0


def _length(d: Array) -> Array:
    """|d|, with derivatives that are zero where it is."""
    squared = d @ d
    return jnp.where(squared > 0, 1.0, 0.0) * jnp.sqrt(squared + (squared == 0))
