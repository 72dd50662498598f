"""A coordinate of a joint that follows a function of time: a motor, or a piston."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import jax.numpy as jnp

from zwang.base import arguments
from zwang.bodies import checks as given
from zwang.bodies.joints.base import AbstractJoint
from zwang.bodies.marker import between, displacement
from zwang.bodies.varying import function_of


@dataclass(frozen=True, eq=False, repr=False)
class Driven(AbstractJoint):
    r"""The angle or the displacement of a joint is a function of time, f(t).

    The joint itself stays beside it. A displacement z: z − f = 0. An angle θ:

    .. math:: 2 \sin \frac{\theta - f}{2} = 0

    which does not tell one number of turns from another. Both are zero at the start for a joint
    given by points and axes of the world; from there θ is counted about the axis, as the second
    body turns against the first.

    Parameters
    ----------
    joint : one that turns or slides, such as ``zw.joints.Revolute``
    value : function of (t, p); or the name of a parameter
    coordinate : "angle" or "displacement", where the joint has both
    name : of the drive
    """

    joint: Any
    value: Any
    coordinate: str | None = None
    name: str | None = None
    marks: Any = field(init=False)

    kind = "drive"
    planar_rows = ("value",)
    rows = ("value",)
    made_with = ("joint",)

    def _settled(self):
        moves = getattr(self.joint, "moves", ())
        if not isinstance(self.joint, AbstractJoint) or not moves:
            raise TypeError(
                f"`{self._what('joint')}` is {self.joint!r}; wanted a joint that turns or slides."
            )
        coordinate = moves[0] if self.coordinate is None and len(moves) == 1 else self.coordinate
        if self.name is not None:
            given.name_of("drive", self.name)
        arguments.one_of(self._what("coordinate"), coordinate, moves)
        value = function_of(self._what("value"), self.value, ("t", "p"))
        marks = tuple(self.joint.marks[:2])
        self._settle(value=value, coordinate=coordinate, marks=marks)
        self._check_bodies()

    @property
    def joints(self):
        """The joint."""
        return (self.joint,)

    @property
    def body_1(self):  # pyright: ignore[reportIncompatibleVariableOverride]
        """The joint's first body."""
        return self.joint.body_1

    @property
    def body_2(self):  # pyright: ignore[reportIncompatibleVariableOverride]
        """The joint's second body."""
        return self.joint.body_2

    @property
    def needs_turns(self):  # pyright: ignore[reportIncompatibleVariableOverride]
        """As the joint does."""
        return self.joint.needs_turns

    @property
    def functions(self):
        """The function of time."""
        return (self.value,)

    def law(self):
        """The coordinate belongs to it too."""
        return *AbstractJoint.law(self), self.coordinate

    def phi(self, m, c, t, p):
        """z − f, or 2 sin (θ − f)/2."""
        f = self.value.at({"t": t, "p": p})
        if self.coordinate == "displacement":
            return jnp.stack([displacement(m[0], m[1]) - f])
        return jnp.stack([2.0 * _half(m, f)[0]])

    def off(self, m, t, p):
        """z − f, or the angle θ − f itself, between −π and π (1,): what a control brings to zero.

        The derivative of 2 sin (θ − f)/2 vanishes half a turn away, and no torque would change it.
        """
        if self.coordinate == "displacement":
            return self.phi(m, {}, t, p)
        sine, cosine = _half(m, self.value.at({"t": t, "p": p}))
        return jnp.stack([jnp.arctan2(2.0 * sine * cosine, cosine**2 - sine**2)])


def _half(m, f):
    """Sine and cosine of (θ − f)/2; both change their sign with that of a quaternion."""
    turn, sine, cosine = between(m[0], m[1]), jnp.sin(f / 2.0), jnp.cos(f / 2.0)
    return turn[3] * cosine - turn[0] * sine, turn[0] * cosine + turn[3] * sine
