"""A mass without extent: a place, and no orientation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import jax.numpy as jnp
import numpy as np
from jax import Array

from zwang.base.arrays import as_floats
from zwang.bodies import checks as given
from zwang.bodies.kinds.body import WIDTH, AbstractBody, Placed, no_rotation
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

    def __post_init__(self):
        name = given.name_of("Particle", self.name)
        mass = given.number(f"mass` of `{name}", self.mass, least=0.0)
        size = len(np.atleast_1d(as_floats(f"p_WB` of `{name}", self.p_WB, np)))
        given.vector(f"p_WB` of `{name}", self.p_WB, plane=True)
        p = given.fixed(np.array(self.p_WB, float))
        v = np.zeros(size) if self.v_WB is None else self.v_WB
        given.vector(f"v_WB` of `{name}", v, plane=True)
        v = np.array(v, float)
        if len(v) != size:
            raise ValueError(f"`v_WB` of {name} has {len(v)} numbers; wanted {size}, as `p_WB`.")
        shape = shapes_of(f"shape` of `{name}", self.shape)
        found = {"mass": mass, "p_WB": p, "v_WB": given.fixed(v), "shape": shape}
        for field, value in found.items():
            object.__setattr__(self, field, value)

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
        place = np.append(self.p_WB, np.zeros(3 - len(self.p_WB)))
        return np.append(place, [1.0, 0.0, 0.0, 0.0])

    def numbers(self) -> dict[str, np.ndarray]:
        """Mass (), and which coordinates it has (3,)."""
        has = np.arange(3) < len(self.p_WB)
        return {"mass": np.asarray(self.mass), "has": has.astype(float)}

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
