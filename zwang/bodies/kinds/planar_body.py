"""A rigid body that stays in the plane z = 0: x, y and an angle about z."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import jax.numpy as jnp
import numpy as np
from jax import Array

from zwang.base.arrays import namespace
from zwang.bodies import checks as given
from zwang.bodies.kinds.body import WIDTH, AbstractBody, Placed, row
from zwang.bodies.shapes import shapes_of


@dataclass(frozen=True, eq=False, repr=False)
class PlanarBody(AbstractBody):
    """A rigid body in the plane z = 0.

    Its coordinates are x, y, angle: the centre of mass, and the turn of its axes about z.

    Parameters
    ----------
    mass : ()
    inertia : ()    about the centre of mass
    p_WB : (2,)     centre of mass
    angle : ()      orientation, which may be any number of turns
    v_WB : (2,)     velocity of the centre of mass
    w_WB : ()       rate of the angle
    name : of the body
    shape : what it looks like: one of ``zw.shapes``, or a list; by default guessed

    Examples
    --------
    >>> rod = PlanarBody(1.0, 1.0 / 12.0, p_WB=[0.5, 0.0], name="rod")
    """

    mass: Any
    inertia: Any
    p_WB: Any = (0.0, 0.0)
    angle: Any = 0.0
    v_WB: Any = (0.0, 0.0)
    w_WB: Any = 0.0
    name: str = ""
    shape: Any = None

    axes = ("x", "y", "angle")
    freedom = 3
    planar = True
    turns = True
    numbered = {"mass": (), "inertia": (), "p_WB": (2,), "angle": (), "v_WB": (2,), "w_WB": ()}

    def _settled(self):
        given.name_of("PlanarBody", self.name)
        self._settle(
            mass=given.number(self._what("mass"), self.mass, least=0.0),
            inertia=given.number(self._what("inertia"), self.inertia, least=0.0),
            p_WB=in_plane(self._what("p_WB"), self.p_WB),
            angle=given.number(self._what("angle"), self.angle),
            v_WB=in_plane(self._what("v_WB"), self.v_WB),
            w_WB=given.number(self._what("w_WB"), self.w_WB),
            shape=shapes_of(self._what("shape"), self.shape),
        )

    def coordinates(self) -> tuple[np.ndarray, np.ndarray]:
        """Coordinates (3,) and velocities (3,) at the start."""
        return row(self.p_WB, self.angle), row(self.v_WB, self.w_WB)

    def pose(self) -> np.ndarray:
        """Its pose at the start (7,)."""
        half, xp = self.angle / 2.0, namespace(self.angle)
        return row(self.p_WB, 0.0, xp.cos(half), 0.0, 0.0, xp.sin(half))

    def numbers(self) -> dict[str, np.ndarray]:
        """Mass () and inertia ()."""
        return {"mass": self.mass, "inertia": self.inertia}

    @staticmethod
    def place(q: Array, qd: Array) -> Placed:
        """x = (x, y, 0, cos θ/2, 0, 0, sin θ/2); u'' = −u/4 along θ.

        Parameters
        ----------
        q, qd : (7,)    coordinates and velocities, filled up with zeros
        """
        c, s = jnp.cos(q[2] / 2.0), jnp.sin(q[2] / 2.0)
        o = jnp.zeros_like(c)
        x = jnp.stack([q[0], q[1], o, c, o, o, s])
        along = jnp.stack([o, o, o, -s / 2.0, o, o, c / 2.0])
        T = jnp.eye(WIDTH).at[2:].set(0.0).at[:, 2].set(along)
        bend = x.at[:3].set(0.0)
        return Placed(x, T @ qd, -bend * qd[2] ** 2 / 4.0, T)

    @staticmethod
    def mass_block(q: Array, c: dict[str, Array]) -> Array:
        """diag(m, m, J) in the first three places.

        Parameters
        ----------
        q : (7,)    coordinates, filled up with zeros
        c : its numbers by name
        """
        o = jnp.zeros(())
        return jnp.diag(jnp.stack([c["mass"], c["mass"], c["inertia"], o, o, o, o]))

    @staticmethod
    def velocity_force(q: Array, qd: Array, c: dict[str, Array]) -> Array:
        """Nothing.

        Parameters
        ----------
        q, qd : (7,)    coordinates and velocities, filled up with zeros
        c : its numbers by name
        """
        return jnp.zeros(WIDTH)


def in_plane(what: str, x: Any) -> Any:
    """Two numbers (2,); of three the last must be zero."""
    found = given.vector(what, x, plane=True)
    if given.is_known(found) and found[2] != 0.0:
        raise ValueError(f"`{what}` is {x!r}; wanted a point or direction of the plane z = 0.")
    return given.fixed(found[:2])
