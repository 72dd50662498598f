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
    """A solid in body axes."""

    kind: str  # box, cylinder, capsule, sphere or plate
    size: tuple[float, ...]  # its measures
    place: tuple[float, ...] = ORIGIN  # (3,) its middle
    turn: tuple[float, ...] = STILL  # (4,) its own axes
    corners: tuple[tuple[float, float], ...] | None = None  # of a plate, (x, y) each
    sure: bool = True  # whether it is so told; what is guessed from inertia can be seen through


@dataclass(frozen=True)
class Body:
    """A body."""

    name: str  # of the body
    kind: str  # rigid, planar or particle: how its coordinates make a pose
    columns: tuple[int, ...]  # which entries of q they are
    color: int  # a place in the cycle of colours
    solids: tuple[Solid, ...] = ()  # what it looks like


@dataclass(frozen=True)
class Point:
    """A point, on a body or free."""

    name: str  # of the point
    body: int | None = None  # which body it is on, −1 for the ground; None for a free one
    place: tuple[float, ...] = ORIGIN  # (3,) where on it
    # entries of q that are a free point; None if it comes with each frame
    columns: tuple[int, ...] | None = None
    color: int = 0  # a place in the cycle of colours; −1 for ink
    seen: bool = True  # whether it is drawn as a ball
    trail: bool = False  # whether it leaves a trail


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
    """A force by its name, or a torque about a point."""

    name: str  # of the joint or constraint
    at: int | None = None  # the point at which it acts; None if that comes with each frame
    # which entries of that force on q are its x, y, z, −1 for none; of a torque those of its body,
    # or the angle
    columns: tuple[int, ...] = ()
    sign: float = 1.0  # by which they count
    of: str = "constraint"  # what it is a part of: the constraint's force, "control" or "nonideal"
    # which of them count the other way, where the picture's axes are not those of q
    mirrored: tuple[bool, ...] = ()
    kind: str = "force"  # "force" or "torque"
    # on which a torque acts; None where the one column is an angle in the plane
    body: int | None = None
    # (3,) what a force of 1 on the one column is as a vector; None where columns are axes
    along: tuple[float, ...] | None = None


@dataclass(frozen=True)
class Scene:
    """All that is drawn."""

    title: str  # of the page
    dimension: int  # 2 for what stays in the plane z = 0, or 3
    up: tuple[float, ...]  # (3,) which way is up
    coordinates: tuple[str, ...]  # names of q
    # bodies, points, links, joints, arrows, ground: what there is
    bodies: tuple[Body, ...] = ()
    points: tuple[Point, ...] = ()
    links: tuple[Link, ...] = ()
    joints: tuple[Joint, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    ground: tuple[Ground, ...] = ()
    # low, high: (3,) corners of what is drawn along the motion
    low: tuple[float, ...] = field(default=(-1.0, -1.0, -1.0))
    high: tuple[float, ...] = field(default=(1.0, 1.0, 1.0))

    def as_json(self) -> dict[str, Any]:
        """The same in dicts, lists, texts and numbers, as the script has it."""
        found = asdict(self)
        links = [{"from": x.pop("start"), "to": x.pop("end"), **x} for x in found["links"]]
        return found | {"links": links}

    def with_forces(self, of: str, name: str) -> Scene:
        """The same, with an arrow of a force on each body and free point."""
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
        """The same, with room for points. Shapes: places (..., 3)."""
        found = np.asarray(places, float).reshape(-1, 3)
        found = found[np.isfinite(found).all(axis=1)]
        if len(found) == 0:
            return self
        low, high = found.min(axis=0), found.max(axis=0)
        spare = 0.04 * float(np.linalg.norm(high - low)) or 1.0
        flat = np.array([1.0, 1.0, 0.0 if self.dimension == 2 else 1.0])
        return replace(self, low=numbers(low - spare * flat), high=numbers(high + spare * flat))


def numbers(x: Any) -> Any:
    """A vector as plain numbers; one that is being traced stays an array."""
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
