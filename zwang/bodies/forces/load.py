"""A load: a given force or torque on a body."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import jax.numpy as jnp
import numpy as np

from zwang.base import arguments
from zwang.base.functions import Bound, bind
from zwang.bodies import checks as given
from zwang.bodies.forces.base import AbstractForce
from zwang.bodies.joints.base import PLAIN
from zwang.bodies.kinds.body import AbstractBody, row
from zwang.bodies.marker import local_point, mark


@dataclass(frozen=True, eq=False, repr=False)
class Load(AbstractForce):
    """A force at a point of a body, a torque on it, or both; constant or a function of time.

    Loads have no part in the potential energy.

    Parameters
    ----------
    body : the body that it acts on
    force : (3,), or a function of (t, p) that returns it; None for none. (2,) in the plane
    torque : (3,), or a function of (t, p) that returns it; None for none. In the plane a number
    point : (3,)    of the body, in the world at the start; or
    point_B : (3,)  in body axes; by default the centre of mass
    frame : "world" or "body": the axes in which force and torque are given
    name : of the load

    Attributes
    ----------
    marks : where it acts, found from the point
    """

    body: Any
    force: Any = None
    torque: Any = None
    point: Any = None
    point_B: Any = None
    frame: str = "world"
    name: str | None = None
    marks: Any = field(init=False)

    kind = "load"
    numbered = {"force": (3,), "torque": (3,), "point": (3,), "point_B": (3,)}
    timed = ("force", "torque")
    made_with = ("body",)

    def _settled(self):
        if not isinstance(self.body, AbstractBody):
            raise TypeError(f"`body` of a load is {self.body!r}; wanted a body.")
        self._check_name()
        arguments.one_of("frame` of `load", self.frame, ("world", "body"))
        if self.force is None and self.torque is None:
            raise ValueError("`force` and `torque` of a load are None; wanted one or both.")
        if self.torque is not None and not self.body.turns:
            raise ValueError(
                f"`torque` of a load acts on the particle {self.body.name!r}; wanted none."
            )
        r = local_point("point` or `point_B` of `load", self.body.pose(), self.point, self.point_B)
        r = np.zeros(3) if r is None else r
        if not self.body.turns and given.is_off(r, self.body.pose()):
            raise ValueError(f"`point` of a load is off the particle {self.body.name!r}.")
        settled = {name: self._checked(name, getattr(self, name)) for name in ("force", "torque")}
        self._settle(marks=(mark(r, PLAIN),), **settled)

    @property
    def bodies(self):
        """The one."""
        return (self.body,)

    @property
    def numbers(self):
        """Those of force and torque that are constant."""
        found = {"force": self.force, "torque": self.torque}
        return {name: x for name, x in found.items() if not isinstance(x, Bound | None)}

    @property
    def functions(self):
        """Those of force and torque that are functions."""
        return tuple(x for x in (self.force, self.torque) if isinstance(x, Bound))

    def law(self):
        """Its axes, and which of its parts are functions, belong to it too."""
        bound = tuple(isinstance(x, Bound) for x in (self.force, self.torque))
        return *AbstractForce.law(self), self.frame, bound, self.body.planar

    def wrench(self, m, c, t, p):
        """Force and torque in world axes.

        Parameters
        ----------
        m, c, t, p : as for ``AbstractForce``
        """
        parts = []
        for name, x in (("force", self.force), ("torque", self.torque)):
            if isinstance(x, Bound):
                found = x.at({"t": t, "p": p})
                self._require_shape(name, found.shape)
                found = _filled(found)
            else:
                found = c.get(name, jnp.zeros(3))
            parts.append(found)
        wrench = jnp.stack(parts)
        if self.frame == "body":
            wrench = wrench @ jnp.stack([m[0].n, m[0].o, m[0].a])
        return wrench[None]

    def _checked(self, name: str, x: Any) -> Any:
        """A force or a torque as it was given: (3,), or a function."""
        if x is None:
            return None
        if callable(x):
            return bind(f"`{name}` of a load", x, ("t", "p"))
        if name not in self.varies:  # of a parameter the shape is known with its value
            self._require_shape(name, np.shape(x))
        if name == "torque" and np.ndim(x) == 0:
            return given.vector(
                "torque` of `load", row(0.0, 0.0, given.number("torque` of `load", x))
            )
        return given.vector(f"{name}` of `load", x, plane=name == "force")

    def _require_shape(self, name: str, shape: tuple[int, ...]) -> None:
        """Raise for a force or a torque of space on a body in the plane, and the other way."""
        in_plane = {"force": [(2,)], "torque": [(), (3,)]}
        wanted = in_plane[name] if self.body.planar else [(3,)]
        if shape not in wanted:
            where = "stays in the plane z = 0" if self.body.planar else "moves in space"
            raise ValueError(
                f"`{name}` of a load on {self.body.name!r}, which {where}, has the shape {shape}; "
                f"wanted {' or '.join(map(str, wanted))}."
            )


def _filled(x: Any) -> Any:
    """A force in the plane, and a torque about z, as a vector (3,)."""
    if x.shape == ():
        return jnp.stack([jnp.zeros(()), jnp.zeros(()), x])
    return jnp.append(x, jnp.zeros(3 - x.shape[0]))
