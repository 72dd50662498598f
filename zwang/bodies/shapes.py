"""Shapes of bodies for the eye: no equation knows of them.

Each stands in body axes, its middle at the centre of mass unless ``place`` says otherwise.
"""

from __future__ import annotations

import abc
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from zwang.base.arrays import namespace
from zwang.bodies import checks as given


class AbstractShape(abc.ABC):
    """A solid in body axes: its measures, its middle, and the direction of its own z."""

    kind: ClassVar[str]
    place: Any
    axis: Any

    @abc.abstractmethod
    def size(self) -> tuple[float, ...]:
        """Its measures, in the order of its fields."""

    def _checked(self, *measures: str) -> None:
        own = type(self).__name__
        for name in measures:
            value = given.number(f"{name}` of `{own}", getattr(self, name), least=0.0, above=True)
            object.__setattr__(self, name, value)
        object.__setattr__(self, "place", given.vector(f"place` of `{own}", self.place, plane=True))
        object.__setattr__(self, "axis", given.direction(f"axis` of `{own}", self.axis))


@dataclass(frozen=True, eq=False)
class Box(AbstractShape):
    """A box with edges along the body's axes, or with its third edge along ``axis``.

    Parameters
    ----------
    x, y, z : ()        lengths of its edges
    place : (3,)        its middle, in body axes
    axis : (3,)         where its z points, in body axes
    """

    x: Any
    y: Any
    z: Any
    place: Any = (0.0, 0.0, 0.0)
    axis: Any = (0.0, 0.0, 1.0)

    kind = "box"

    def __post_init__(self):
        self._checked("x", "y", "z")

    def size(self) -> tuple[float, ...]:
        """Its edges."""
        return self.x, self.y, self.z


@dataclass(frozen=True, eq=False)
class AbstractRound(AbstractShape):
    """A solid about its own z, with a radius and a length."""

    radius: Any
    length: Any
    place: Any = (0.0, 0.0, 0.0)
    axis: Any = (0.0, 0.0, 1.0)

    def __post_init__(self):
        self._checked("radius", "length")

    def size(self) -> tuple[float, ...]:
        """Radius and length."""
        return self.radius, self.length


class Cylinder(AbstractRound):
    """A cylinder.

    Parameters
    ----------
    radius, length : ()
    place : (3,)        its middle, in body axes
    axis : (3,)         its axis, in body axes
    """

    kind = "cylinder"


class Capsule(AbstractRound):
    """A cylinder with half balls at its ends.

    Parameters
    ----------
    radius, length : () length without the half balls
    place : (3,)        its middle, in body axes
    axis : (3,)         its axis, in body axes
    """

    kind = "capsule"


@dataclass(frozen=True, eq=False)
class Sphere(AbstractShape):
    """A ball.

    Parameters
    ----------
    radius : ()
    place : (3,)        its middle, in body axes
    """

    radius: Any
    place: Any = (0.0, 0.0, 0.0)

    kind = "sphere"
    axis = (0.0, 0.0, 1.0)

    def __post_init__(self):
        self._checked("radius")

    def size(self) -> tuple[float, ...]:
        """The radius."""
        return (self.radius,)


def shapes_of(what: str, x: Any) -> tuple[AbstractShape, ...]:
    """One shape or several, checked; none for None.

    Parameters
    ----------
    what : how messages name it
    x : as given
    """
    listed = () if x is None else tuple(x) if isinstance(x, list | tuple) else (x,)
    for shape in listed:
        if not isinstance(shape, AbstractShape):
            wanted = "zw.shapes.Box, Cylinder, Capsule or Sphere, or a list of them"
            raise TypeError(f"`{what}` is {x!r}; wanted {wanted}.")
    return listed


def axis_turn(axis: Any) -> Any:
    """The shortest turn (4,) that takes z to a direction of length one."""
    xp = namespace(axis)
    a = xp.asarray(axis, float)
    found = xp.stack([1.0 + a[2], -a[1], a[0], xp.zeros_like(a[0])])
    found = xp.where(a[2] < -1.0 + 1e-12, np.array([0.0, 1.0, 0.0, 0.0]), found)
    return found / xp.sqrt(found @ found)
