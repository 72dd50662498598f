"""What moves in a mechanism: bodies with a pose, and the ground, which has one and does not move.

Every body, whatever its coordinates, has a pose x = (p_WB, u) of seven numbers: the place of its
centre of mass, and the quaternion of its axes. Joints and forces see poses only. A body's kind
says how its own coordinates c make the pose,

    x = x(c)        ẋ = T ċ         ẍ = T c̈ + w         T = ∂x/∂c

and what its mass matrix and its velocity force are in these coordinates.
"""

from __future__ import annotations

import abc
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

import jax.numpy as jnp
import numpy as np
from jax import Array

from zwang.base.arrays import namespace
from zwang.base.identity.keyed import AbstractKeyed
from zwang.bodies.varying import AbstractPart

WIDTH = 7  # numbers of a pose; coordinates of a body are filled up with zeros to as many


class Placed(NamedTuple):
    """Poses of bodies, and how they follow from the coordinates.

    Attributes
    ----------
    x : (..., 7)        poses
    v : (..., 7)        their rates ẋ
    w : (..., 7)        ẍ at c̈ = 0
    T : (..., 7, 7)     ∂x/∂c, with columns of zeros for coordinates that are not there
    """

    x: Array
    v: Array
    w: Array
    T: Array


class AbstractBody(AbstractPart):
    """A body: its coordinates, how they make a pose, and its mass.

    A new kind says the names of its coordinates, its ``kind`` of functions below, and its numbers.
    The functions take one body's coordinates, filled up to seven; they are mapped over all bodies
    of a kind together.
    """

    axes: ClassVar[tuple[str, ...]]  # names of its coordinates
    freedom: ClassVar[int]  # how many velocities are independent
    planar: ClassVar[bool]  # whether it stays in the plane z = 0
    turns: ClassVar[bool]  # whether it has an orientation
    name: str
    mass: float

    @abc.abstractmethod
    def coordinates(self) -> tuple[np.ndarray, np.ndarray]:
        """Coordinates and velocities at the start, each of the number of ``axes``."""

    @abc.abstractmethod
    def numbers(self) -> dict[str, np.ndarray]:
        """Arrays that its functions take as ``c``; the same names and shapes for all of a kind."""

    @staticmethod
    @abc.abstractmethod
    def place(q: Array, qd: Array) -> Placed:
        """Its pose, for coordinates q (7,) and velocities qd (7,)."""

    @staticmethod
    @abc.abstractmethod
    def mass_block(q: Array, c: dict[str, Array]) -> Array:
        """Its mass matrix (7, 7)."""

    @staticmethod
    @abc.abstractmethod
    def velocity_force(q: Array, qd: Array, c: dict[str, Array]) -> Array:
        """What remains of Lagrange's equations without q̈ (7,), to the right-hand side."""

    def parts(self) -> tuple[Any, ...]:
        """What makes it the same as another."""
        return self.name, self.numbers(), self.coordinates(), self.sources()

    @property
    def moved(self) -> bool:
        """Whether its pose at the start depends on the parameters."""
        return not {"p_WB", "quat_WB", "angle"}.isdisjoint(self.varies)

    @property
    def starts(self) -> bool:
        """Whether its coordinates or velocities at the start depend on the parameters."""
        return not {"mass", "inertia"}.issuperset(self.varies)

    def _what(self, argument: str) -> str:
        return f"{argument}` of `{self.name}"

    @abc.abstractmethod
    def pose(self) -> np.ndarray:
        """Its pose at the start (7,)."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.name!r})"


@dataclass(frozen=True, eq=False, repr=False)
class Ground(AbstractKeyed):
    """The ground: the world itself, to which bodies may be joined."""

    name: ClassVar[str] = "GROUND"
    planar: ClassVar[bool] = True
    turns: ClassVar[bool] = True

    def parts(self) -> tuple[Any, ...]:
        """There is one ground."""
        return ()

    def pose(self) -> np.ndarray:
        """The pose of the world (7,)."""
        return np.array([0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0])

    def __repr__(self) -> str:
        return "GROUND"


GROUND = Ground()


def row(*parts: Any) -> Any:
    """Numbers and vectors behind each other."""
    xp = namespace(*parts)
    return xp.concatenate([xp.atleast_1d(xp.asarray(x, float)) for x in parts])


def no_rotation(p: Any) -> Array:
    """The pose (7,) of what is at p (3,) and does not turn."""
    return jnp.concatenate([p, jnp.array([1.0, 0.0, 0.0, 0.0])])
