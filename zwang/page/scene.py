"""What is to be drawn: the description that a page's script reads.

``page/scene/scene.ts`` is the other side of it and says what each field means; the names are the
same. Lengths and forces are the model's own, quaternions have their scalar first, a body of −1 is
the ground. A scene holds no motion: with each frame come the coordinates q, and where the scene
asks for them points and arrows.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, replace
from itertools import product
from typing import Any

import numpy as np

from zwang.base.arrays import is_concrete, namespace

GROUND = -1
STILL = (1.0, 0.0, 0.0, 0.0)
ORIGIN = (0.0, 0.0, 0.0)


@dataclass(frozen=True)
class Solid:
    """A solid in body axes.

    Attributes
    ----------
    kind : box, cylinder, capsule, sphere or plate
    size : its measures
    place : (3,)        its middle
    turn : (4,)         its own axes
    corners : of a plate, (x, y) each
    sure : whether it is so told; what is guessed from inertia can be seen through
    """

    kind: str
    size: tuple[float, ...]
    place: tuple[float, ...] = ORIGIN
    turn: tuple[float, ...] = STILL
    corners: tuple[tuple[float, float], ...] | None = None
    sure: bool = True


@dataclass(frozen=True)
class Body:
    """A body.

    Attributes
    ----------
    name : of the body
    kind : rigid, planar or particle: how its coordinates make a pose
    columns : which entries of q they are
    color : a place in the cycle of colours
    solids : what it looks like
    """

    name: str
    kind: str
    columns: tuple[int, ...]
    color: int
    solids: tuple[Solid, ...] = ()


@dataclass(frozen=True)
class Point:
    """A point, on a body or free.

    Attributes
    ----------
    name : of the point
    body : which body it is on, −1 for the ground; None for a free one
    place : (3,)        where on it
    columns : entries of q that are a free point; None if it comes with each frame
    color : a place in the cycle of colours; −1 for ink
    seen : whether it is drawn as a ball
    trail : whether it leaves a trail
    """

    name: str
    body: int | None = None
    place: tuple[float, ...] = ORIGIN
    columns: tuple[int, ...] | None = None
    color: int = 0
    seen: bool = True
    trail: bool = False


@dataclass(frozen=True)
class Link:
    """A line between two points: a bar of a body, a rod without mass, or a spring."""

    start: int
    end: int
    kind: str = "rod"
    color: int = -1


@dataclass(frozen=True)
class Joint:
    """A joint's glyph in a frame fixed to a body, whose z is the joint's axis."""

    name: str
    kind: str
    body: int
    place: tuple[float, ...]
    turn: tuple[float, ...]


@dataclass(frozen=True)
class Ground:
    """A plane that is drawn as ground."""

    point: tuple[float, ...]
    normal: tuple[float, ...]


@dataclass(frozen=True)
class Arrow:
    """A force by its name, or a torque about a point.

    Attributes
    ----------
    name : of the joint or constraint
    of : what it is a part of: the constraint's force, "control" or "nonideal"
    at : the point at which it acts; None if that comes with each frame
    columns : which entries of that force on q are its x, y, z, −1 for none; of a torque those of
        its body, or the angle
    sign : by which they count
    mirrored : which of them count the other way, where the picture's axes are not those of q
    kind : "force" or "torque"
    body : on which a torque acts; None where the one column is an angle in the plane
    along : (3,)    what a force of 1 on the one column is as a vector; None where columns are axes
    """

    name: str
    at: int | None = None
    columns: tuple[int, ...] = ()
    sign: float = 1.0
    of: str = "constraint"
    mirrored: tuple[bool, ...] = ()
    kind: str = "force"
    body: int | None = None
    along: tuple[float, ...] | None = None


@dataclass(frozen=True)
class Scene:
    """All that is drawn.

    Attributes
    ----------
    title : of the page
    dimension : 2 for what stays in the plane z = 0, or 3
    up : (3,)       which way is up
    coordinates : names of q
    bodies, points, links, joints, arrows, ground : what there is
    low, high : (3,)    corners of what is drawn along the motion
    """

    title: str
    dimension: int
    up: tuple[float, ...]
    coordinates: tuple[str, ...]
    bodies: tuple[Body, ...] = ()
    points: tuple[Point, ...] = ()
    links: tuple[Link, ...] = ()
    joints: tuple[Joint, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    ground: tuple[Ground, ...] = ()
    low: tuple[float, ...] = field(default=(-1.0, -1.0, -1.0))
    high: tuple[float, ...] = field(default=(1.0, 1.0, 1.0))

    def as_json(self) -> dict[str, Any]:
        """The same in dicts, lists, texts and numbers, as the script has it."""
        found = asdict(self)
        links = [{"from": x.pop("start"), "to": x.pop("end"), **x} for x in found["links"]]
        return found | {"links": links}

    def with_forces(self, of: str, name: str) -> Scene:
        """The same, with an arrow of a force on each body and free point.

        Parameters
        ----------
        of : "control" or "nonideal"
        name : how the arrows are called
        """
        on_bodies = [
            Arrow(name, i, body.columns[: 3 if body.kind == "rigid" else 2], of=of)
            if body.kind != "particle"
            else Arrow(name, i, body.columns, of=of)
            for i, body in enumerate(self.bodies)
        ]
        free = [
            Arrow(name, i, point.columns, of=of)
            for i, point in enumerate(self.points)
            if point.columns is not None
        ]
        return replace(self, arrows=(*self.arrows, *on_bodies, *free))

    def around(self, places: Any) -> Scene:
        """The same, with room for points.

        Parameters
        ----------
        places : (..., 3)       where what is drawn comes along the motion
        """
        found = np.asarray(places, float).reshape(-1, 3)
        found = found[np.isfinite(found).all(axis=1)]
        if len(found) == 0:
            return self
        low, high = found.min(axis=0), found.max(axis=0)
        spare = 0.04 * float(np.linalg.norm(high - low)) or 1.0
        flat = np.array([1.0, 1.0, 0.0 if self.dimension == 2 else 1.0])
        return replace(self, low=numbers(low - spare * flat), high=numbers(high + spare * flat))


def numbers(x: Any) -> Any:
    """A vector as plain numbers; one that is being traced stays an array.

    Parameters
    ----------
    x : an array, or a tuple of numbers
    """
    if isinstance(x, tuple | list):
        xp = namespace(*x)
        x = xp.stack([xp.asarray(y, float) for y in x])
    return tuple(float(y) for y in np.ravel(x)) if is_concrete(x) else x.ravel()


def hull(solid: Solid) -> np.ndarray:
    """Points (h, 3) in the solid's own axes, between which it lies."""
    size = np.asarray(solid.size, float)
    match solid.kind:
        case "box":
            half = size / 2.0
        case "cylinder":
            half = np.array([size[0], size[0], size[1] / 2.0])
        case "capsule":
            half = np.array([size[0], size[0], size[0] + size[1] / 2.0])
        case "plate":
            corners = np.asarray(solid.corners, float)
            return np.append(corners, np.zeros((len(corners), 1)), axis=1)
        case _:
            half = np.full(3, size[0])
    return half * np.array(list(product((-1.0, 1.0), repeat=3)))
