"""What is to be drawn: the description that a page's script reads.

``page/scene/scene.ts`` is the other side of it and says what each field means; the names are the
same. Lengths and forces are the model's own, quaternions have their scalar first, a body of −1 is
the ground. A scene holds no motion: with each frame come the coordinates q, and where the scene
asks for them points and arrows.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, replace
from typing import Any

import numpy as np

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
    """

    kind: str
    size: tuple[float, ...]
    place: tuple[float, ...] = ORIGIN
    turn: tuple[float, ...] = STILL
    corners: tuple[tuple[float, float], ...] | None = None


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
    """A force by its name.

    Attributes
    ----------
    name : of the joint or constraint
    at : the point at which it acts; None if that comes with each frame
    columns : which entries of the constraint's force on q are its x, y, z
    sign : by which they count
    """

    name: str
    at: int | None = None
    columns: tuple[int, ...] = ()
    sign: float = 1.0


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

    def around(self, places: Any) -> Scene:
        """The same, with room for points (..., 3) and for its solids at each of them.

        Parameters
        ----------
        places : (..., 3)       where points and bodies come along the motion
        """
        found = np.asarray(places, float).reshape(-1, 3)
        found = found[np.isfinite(found).all(axis=1)]
        if len(found) == 0:
            return self
        low, high = found.min(axis=0), found.max(axis=0)
        spare = max([0.0, *(reach(solid) for body in self.bodies for solid in body.solids)])
        spare = spare if spare > 0.0 else 0.05 * float(np.linalg.norm(high - low))
        flat = np.array([1.0, 1.0, 0.0 if self.dimension == 2 else 1.0])
        low, high = low - spare * flat, high + spare * flat
        if not (high > low).any():
            low, high = low - 1.0, high + 1.0
        return replace(self, low=numbers(low), high=numbers(high))


def numbers(x: Any) -> tuple[float, ...]:
    """A vector as plain numbers."""
    return tuple(float(y) for y in np.ravel(x))


def reach(solid: Solid) -> float:
    """How far a solid goes from its middle, at most."""
    size = np.asarray(solid.size, float)
    match solid.kind:
        case "box":
            return 0.5 * float(np.linalg.norm(size))
        case "cylinder":
            return float(np.hypot(size[0], 0.5 * size[1]))
        case "capsule":
            return float(size[0] + 0.5 * size[1])
        case "plate":
            return float(np.abs(np.asarray(solid.corners)).max(initial=0.0))
    return float(size.max())
