"""A mass without extent: a place, and no orientation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import jax.numpy as jnp
import numpy as np
from jax import Array

from zwang.bodies import checks as given
from zwang.bodies.kinds.body import WIDTH, AbstractBody, Placed, no_rotation, row
from zwang.bodies.shapes import shapes_of


@dataclass(frozen=True, eq=False, repr=False)
class Particle(AbstractBody):
    """A particle; its coordinates are x, y, z, or x, y if its place has two numbers.

    Joints that need an orientation cannot hold it.

    Parameters
    ----------
    mass : ()
    p_WB : (3,)     place; (2,) for a particle in the plane z = 0
    v_WB : as p_WB  velocity; zero by default
    name : of the particle
    shape : what it looks like, as for ``RigidBody``; by default a point

    Examples
    --------
    >>> bob = Particle(1.0, p_WB=[0.0, 0.0, -1.0], name="bob")
    """

    mass: Any
    p_WB: Any = (0.0, 0.0, 0.0)
    v_WB: Any = None
    name: str = ""
    shape: Any = None

    turns = False
    numbered = {"mass": (), "p_WB": (3,), "v_WB": (3,)}

    def _settled(self):
        name = given.name_of("Particle", self.name)
        mass = given.number(self._what("mass"), self.mass, least=0.0)
        p, size = _place(self._what("p_WB"), self.p_WB)
        v, of_v = (np.zeros(size), size) if self.v_WB is None else self._rate(size)
        if of_v != size:
            raise ValueError(f"`v_WB` of {name} has {of_v} numbers; wanted {size}, as `p_WB`.")
        shape = shapes_of(self._what("shape"), self.shape)
        self._settle(mass=mass, p_WB=p, v_WB=given.fixed(v), shape=shape)

    def _rate(self, size: int) -> tuple[Any, int]:
        """The velocity at the start, and how many numbers it has."""
        if self.open and not given.is_known(self.v_WB):
            return np.full(size, np.nan), size
        return _place(self._what("v_WB"), self.v_WB)

    @property
    def axes(self) -> tuple[str, ...]:  # pyright: ignore[reportIncompatibleVariableOverride]
        """Names of its coordinates."""
        return ("x", "y", "z")[: len(self.p_WB)]

    @property
    def freedom(self) -> int:  # pyright: ignore[reportIncompatibleVariableOverride]
        """How many velocities are independent."""
        return len(self.p_WB)

    @property
    def planar(self) -> bool:  # pyright: ignore[reportIncompatibleVariableOverride]
        """Whether it stays in the plane z = 0."""
        return len(self.p_WB) == 2

    def coordinates(self) -> tuple[np.ndarray, np.ndarray]:
        """Place and velocity at the start."""
        return self.p_WB, self.v_WB

    def pose(self) -> np.ndarray:
        """Its pose at the start (7,)."""
        return row(self.p_WB, np.zeros(3 - len(self.p_WB)), [1.0, 0.0, 0.0, 0.0])

    def numbers(self) -> dict[str, np.ndarray]:
        """Mass (), and which coordinates it has (3,)."""
        has = np.arange(3) < len(self.p_WB)
        return {"mass": self.mass, "has": has.astype(float)}

    @staticmethod
    def place(q: Array, qd: Array) -> Placed:
        """x = (x, y, z, 1, 0, 0, 0); coordinates that are not there are zero.

        Parameters
        ----------
        q, qd : (7,)    coordinates and velocities, filled up with zeros
        """
        T = jnp.eye(WIDTH).at[3:].set(0.0)
        return Placed(no_rotation(q[:3]), T @ qd, jnp.zeros(WIDTH), T)

    @staticmethod
    def mass_block(q: Array, c: dict[str, Array]) -> Array:
        """m on the diagonal.

        Parameters
        ----------
        q : (7,)    coordinates, filled up with zeros
        c : its numbers by name
        """
        return jnp.diag(jnp.concatenate([c["mass"] * c["has"], jnp.zeros(WIDTH - 3)]))

    @staticmethod
    def velocity_force(q: Array, qd: Array, c: dict[str, Array]) -> Array:
        """Nothing.

        Parameters
        ----------
        q, qd : (7,)    coordinates and velocities, filled up with zeros
        c : its numbers by name
        """
        return jnp.zeros(WIDTH)


def _place(what: str, x: Any) -> tuple[Any, int]:
    """A place or a velocity, and how many numbers it has."""
    found = given.vector(what, x, plane=True)
    size = 2 if np.shape(x) == (2,) else 3
    return given.fixed(found[:size]), size
