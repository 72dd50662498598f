"""Friction in a joint, which depends on the joint's own reaction."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import jax.numpy as jnp
import numpy as np
from jax import Array

from zwang.base import arguments
from zwang.bodies import checks as given
from zwang.bodies.joints.base import AbstractJoint
from zwang.bodies.joints.pairs.spherical import Spherical
from zwang.bodies.marker import Marker
from zwang.bodies.varying import AbstractPart

TINY = 1e-30  # under roots: a force or a rate of zero has no direction


@dataclass(frozen=True, eq=False, repr=False)
class JointFriction(AbstractPart):
    r"""Coulomb's friction in a joint, of the reaction that really acts, friction included.

    With the joint's reaction F, T on the second body, at its point:

    - where it turns about its axis a, or in a ball joint about any: the torque
      −μ r |F| against the turning, with the radius r of pin or ball;
    - where it slides along a: the force −μ (|F⊥| + 2 |T⊥| / l) against the sliding, of what is
      across a; the torque counts if the length l of the guide is given.

    The sign of a speed v is smoothed to tanh(v/v₀), so below v₀ friction is viscous: a joint that
    should stick creeps. Where the reaction is not unique the friction is that of the multipliers
    of least norm, and the motion depends on this convention.

    Parameters
    ----------
    joint : a revolute, spherical, cylindrical or prismatic one, or a point on a line
    mu : ()         coefficient of friction
    radius : ()     of the pin, or the ball; where it turns
    length : ()     of the guide; where it slides, to count torques
    speed : ()      v₀, in radians or lengths per time
    coordinate : "angle" or "displacement", where the joint has both
    name : of the friction
    """

    joint: Any
    mu: Any
    radius: Any = None
    length: Any = None
    speed: Any = 1e-2
    coordinate: str | None = None
    name: str | None = None

    numbered = dict.fromkeys(("mu", "radius", "length", "speed"), ())
    made_with = ("joint",)

    def _settled(self):
        joint = self.joint
        ball = isinstance(joint, Spherical)
        moves = ("angle",) if ball else getattr(joint, "moves", ())
        if not isinstance(joint, AbstractJoint) or not moves or joint.functions:
            raise TypeError(
                f"`joint` of JointFriction is {joint!r}; wanted one that turns or slides, such as "
                "zw.joints.Revolute(...)."
            )
        coordinate = moves[0] if self.coordinate is None and len(moves) == 1 else self.coordinate
        arguments.one_of("coordinate` of `JointFriction", coordinate, moves)
        if self.name is not None:
            given.name_of("JointFriction", self.name)
        if coordinate == "angle" and self.radius is None:
            raise ValueError("`radius` of JointFriction is missing; wanted that of pin or ball.")
        radius = 0.0 if self.radius is None else self.radius
        length = np.inf
        if self.length is not None:
            length = given.number("length` of `JointFriction", self.length, least=0.0, above=True)
        found = {
            "mu": given.number("mu` of `JointFriction", self.mu, least=0.0),
            "radius": given.number("radius` of `JointFriction", radius, least=0.0),
            "length": length,
            "speed": given.number("speed` of `JointFriction", self.speed, least=0.0, above=True),
            "coordinate": "ball" if ball else coordinate,
        }
        self._settle(**found)

    @property
    def joints(self) -> tuple[AbstractJoint, ...]:
        """The joint."""
        return (self.joint,)

    @property
    def bodies(self) -> tuple[Any, ...]:
        """Those of the joint."""
        return self.joint.bodies

    @property
    def numbers(self) -> dict[str, Any]:
        """μ, r, 2/l, v₀."""
        by_length = 2.0 / self.length
        return {"mu": self.mu, "radius": self.radius, "by_length": by_length, "speed": self.speed}

    def law(self) -> tuple[Any, ...]:
        """What must be alike to be evaluated together, beside the joint."""
        return type(self), self.coordinate

    def parts(self) -> tuple[Any, ...]:
        """What makes it the same as another."""
        return self.joint, self.numbers, self.coordinate, self.name, self.sources()

    def _what(self, argument: str) -> str:
        return f"{argument}` of `JointFriction"

    def rub(self, m: list[Marker], c: dict[str, Array], force: Array, torque: Array) -> Array:
        """Force and torque of friction on the second body, at its marker (2, 3).

        Parameters
        ----------
        m : the joint's markers
        c : numbers
        force, torque : (3,)    the joint's reaction on the second body, at its marker
        """
        none, w, a = jnp.zeros(3), m[1].w - m[0].w, m[0].a
        if self.coordinate == "displacement":
            v = a @ (m[1].v - m[0].v - jnp.cross(m[0].w, m[1].p - m[0].p))
            load = _size(_across(force, a)) + c["by_length"] * _size(_across(torque, a))
            return jnp.stack([-c["mu"] * load * jnp.tanh(v / c["speed"]) * a, none])
        arm = c["mu"] * c["radius"] * _size(force)
        if self.coordinate == "angle":
            return jnp.stack([none, -arm * jnp.tanh((w @ a) / c["speed"]) * a])
        rate = _size(w)
        return jnp.stack([none, -arm * jnp.tanh(rate / c["speed"]) * w / rate])

    def feels(self, unique: bool, free_force: Any, free_torque: Any, axis: Any) -> bool:
        """Whether it depends on what is not determined of the reaction.

        Parameters
        ----------
        unique : whether all of the reaction is
        free_force, free_torque : (k, 3)    directions in which it is not
        axis : (3,)     of the joint
        """
        if self.coordinate != "displacement":
            return len(free_force) > 0
        torque = free_torque if np.isfinite(self.length) else np.zeros((0, 3))
        across = [x - (x @ axis)[..., None] * axis for x in (free_force, torque)]
        return not unique and any(np.abs(x).max(initial=0.0) > 1e-6 for x in across)

    def __repr__(self) -> str:
        return f"JointFriction({self.joint!r})"


def _size(x: Array) -> Array:
    return jnp.sqrt(x @ x + TINY)


def _across(x: Array, a: Array) -> Array:
    return x - (x @ a) * a
