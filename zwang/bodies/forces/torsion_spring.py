"""A spring with a damper about the axis of a joint."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import jax.numpy as jnp
import numpy as np

from zwang.bodies import checks as given
from zwang.bodies.forces.base import AbstractForce, push
from zwang.bodies.joints.base import AbstractJoint
from zwang.bodies.marker import angle

MOST = 15 / 16 * 2 * np.pi  # so wide a gap that no good step has all its stages beside it


@dataclass(frozen=True, eq=False, repr=False)
class TorsionSpring(AbstractForce):
    """A spring and a damper about the axis of a joint that turns.

    The torque on the second body is −k (θ − θ₀) − c θ̇ about the axis, where θ is the turn of the
    second body against the first, zero at the start for a joint given by an axis of the world.
    Whole turns are not counted. Beyond 15/16 of a turn to either side there is no torque: a motion
    that comes there ends, and names the spring.

    Parameters
    ----------
    joint : one that turns, such as ``zw.joints.Revolute``
    stiffness : ()      k
    rest : ()           θ₀
    damping : ()        c
    name : of the spring

    Attributes
    ----------
    marks : where it is, those of the joint
    """

    joint: Any
    stiffness: Any = 0.0
    rest: Any = 0.0
    damping: Any = 0.0
    name: str | None = None
    marks: Any = field(init=False)

    kind = "torsion spring"
    limit = (
        " (a torsion spring does not count turns: it acts up to 15/16 of one; make it stiffer, or "
        "end the motion before with a zw.Event)"
    )
    numbered = {"stiffness": (), "rest": (), "damping": ()}
    made_with = ("joint",)

    def _settled(self):
        if not isinstance(self.joint, AbstractJoint) or "angle" not in self.joint.moves:
            raise TypeError(
                f"`joint` of a torsion spring is {self.joint!r}; wanted one that turns about an "
                "axis, such as zw.joints.Revolute(...)."
            )
        self._check_name()
        self._settle(
            stiffness=given.number("stiffness` of `torsion spring", self.stiffness),
            rest=given.number("rest` of `torsion spring", self.rest),
            damping=given.number("damping` of `torsion spring", self.damping),
            marks=tuple(self.joint.marks[:2]),
        )

    @property
    def joints(self):
        """The joint."""
        return (self.joint,)

    @property
    def bodies(self):
        """Those of the joint."""
        return self.joint.body_1, self.joint.body_2

    @property
    def numbers(self):
        """k, θ₀, c."""
        return {"k": self.stiffness, "rest": self.rest, "c": self.damping}

    def wrench(self, m, c, t, p):
        """The torque on both.

        Parameters
        ----------
        m, c, t, p : as for ``AbstractForce``
        """
        rate = (m[1].w - m[0].w) @ m[0].a
        torque = -(c["k"] * (_turn(m) - c["rest"]) + c["c"] * rate) * m[0].a
        none = jnp.zeros(3)
        return jnp.stack([push(none, -torque), push(none, torque)])

    def potential(self, m, c, t, p):
        """½ k (θ − θ₀)².

        Parameters
        ----------
        m, c, t, p : as for ``AbstractForce``
        """
        return c["k"] * (_turn(m) - c["rest"]) ** 2 / 2.0


def _turn(m):
    """The turn between two marks, NaN where it is about to jump from 2π to −2π.

    A step that would come across meets the jump of the torque, is shortened, and ends before it.
    """
    found = angle(m[0], m[1])
    return jnp.where(abs(found) < MOST, found, jnp.nan)
