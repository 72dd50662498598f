"""The scene of a mechanism: bodies, joints, springs, ground, and the joints' reactions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from zwang.bodies.forces.gravity import Gravity
from zwang.bodies.forces.spring import Spring
from zwang.bodies.joints.base import AbstractJoint
from zwang.bodies.joints.points.distance import Distance
from zwang.bodies.joints.rolling.rolling_disk import RollingDisk
from zwang.bodies.joints.rolling.rolling_sphere import RollingSphere
from zwang.bodies.kinds import quaternion
from zwang.bodies.kinds.body import Ground as TheGround
from zwang.bodies.kinds.planar_body import PlanarBody
from zwang.bodies.kinds.rigid_body import RigidBody
from zwang.bodies.mechanism import Mechanism
from zwang.page.scene import (
    GROUND,
    Arrow,
    Body,
    Ground,
    Joint,
    Link,
    Point,
    Scene,
    Solid,
    numbers,
)
from zwang.page.solids import THIN, Place, solids_of

BAR = 0.011  # radius of a bar, in parts of the whole
# Joints whose glyph stands on the second body; and those that have none.
ON_SECOND, PLAIN = ("DrivenPose", "KnifeEdge"), ("RollingDisk", "RollingSphere", "Distance")

INK = -1  # the colour of what is no body's


class Parts(NamedTuple):
    """The parts of a mechanism with the numbers that are drawn, in its order."""

    bodies: Sequence[Any]
    joints: Sequence[Any]
    forces: Sequence[Any]


def scene_of_mechanism(mechanism: Mechanism, title: str = "", drawn: Parts | None = None) -> Scene:
    """What is drawn of a mechanism; ``Scene.around`` then gives it room."""
    flat = all(body.planar for body in mechanism.bodies)
    places = {body.name: i for i, body in enumerate(mechanism.bodies)}
    now = Parts(mechanism.bodies, mechanism.joints, mechanism.forces) if drawn is None else drawn
    points, links = _points_and_links(now, places)
    radius = BAR * _size(mechanism)
    return Scene(
        title=title,
        dimension=2 if flat else 3,
        up=_up(mechanism, flat),
        coordinates=tuple(mechanism.system().coordinates or ()),
        bodies=tuple(_body(mechanism, now, i, radius) for i in range(len(mechanism.bodies))),
        points=tuple(points),
        links=tuple(links),
        joints=tuple(x for joint in now.joints if (x := _glyph(joint, places))),
        arrows=tuple(
            _arrow(mechanism, joint, places, points)
            for joint in mechanism.joints
            if any(joint.row_names())
        ),
        ground=tuple(_planes(now)),
    )


def _columns(mechanism: Mechanism, place: int) -> tuple[int, ...]:
    layout = mechanism.equations.layout
    return tuple(int(i) for i in layout.columns[place] if i < layout.n)


def _body(mechanism: Mechanism, drawn: Parts, place: int, radius: float) -> Body:
    member, own = mechanism.bodies[place], drawn.bodies[place]
    kind = "particle"
    if isinstance(member, RigidBody | PlanarBody):
        kind = "rigid" if isinstance(member, RigidBody) else "planar"
    pairs = zip(_attached(mechanism, member), _attached(drawn, member), strict=True)
    joined = [Place(np.asarray(r, float), now) for r, now in pairs]
    solids = solids_of(member, joined, radius, own)
    for joint in drawn.joints:  # what rolls is round
        if joint.body_2.name == member.name and not getattr(member, "shape", ()):
            solids = _round(joint) or solids
    return Body(member.name, kind, _columns(mechanism, place), place, solids)


def _size(mechanism: Mechanism) -> float:
    """How far apart bodies and their joints are at the start."""
    found = [np.zeros((1, 3))]
    for member in mechanism.bodies:
        x = member.pose()
        R = np.asarray(quaternion.matrix(x[3:]))
        found += [x[None, :3], *(x[None, :3] + R @ r for r in _attached(mechanism, member))]
    return float(np.linalg.norm(np.ptp(np.concatenate(found), axis=0))) or 1.0


def _attached(parts: Mechanism | Parts, member: Any) -> list[Any]:
    """Where joints and springs hold a body, in its axes."""
    return [
        mark.r
        for part in (*parts.joints, *_springs(parts))
        for body, mark in zip(part.bodies, part.marks, strict=False)
        if body.name == member.name
    ]


def _round(joint: Any) -> tuple[Solid, ...]:
    """The wheel or ball of a joint that rolls."""
    if not isinstance(joint, RollingDisk | RollingSphere):
        return ()
    mark, radius = joint.marks[1], joint.radius
    if isinstance(joint, RollingSphere):
        return (Solid("sphere", numbers((radius,)), numbers(mark.r)),)
    size = radius, 2.0 * THIN * radius
    return (Solid("cylinder", numbers(size), numbers(mark.r), numbers(mark.f)),)


def _springs(parts: Mechanism | Parts) -> list[Spring]:
    return [force for force in parts.forces if isinstance(force, Spring)]


def _up(mechanism: Mechanism, flat: bool) -> tuple[float, ...]:
    """Against the weight, where that is one direction; else y in the plane, and z."""
    default = (0.0, 1.0, 0.0) if flat else (0.0, 0.0, 1.0)
    for force in mechanism.forces:
        g = force.g if isinstance(force, Gravity) else None
        if isinstance(g, np.ndarray) and g.any() and not flat:
            return numbers(-g / np.linalg.norm(g))
    return default


def _points_and_links(parts: Parts, places: dict[str, int]) -> Any:
    """A point for each body and for each marker of a joint or spring; rods and springs."""
    points = [
        Point(body.name, body=i, color=i, seen=not body.turns, trail=True)
        for i, body in enumerate(parts.bodies)
    ]
    links = []
    for part in (*parts.joints, *_springs(parts)):
        ends = []
        for body, mark in zip(part.bodies, part.marks, strict=False):
            place = GROUND if isinstance(body, TheGround) else places.get(body.name)
            if place is not None:
                ends.append(len(points))
                name = _label(part)
                points.append(Point(name, place, numbers(mark.r), color=INK, seen=False))
        if isinstance(part, Distance | Spring) and len(ends) == 2:
            links.append(Link(*ends, kind="spring" if isinstance(part, Spring) else "rod"))
    return points, links


def _label(part: Any) -> str:
    return part.label if isinstance(part, AbstractJoint) else part.name or part.kind


def _glyph(joint: AbstractJoint, places: dict[str, int]) -> Joint | None:
    """The glyph at the joint's first marker that is on the ground or on a body of the list."""
    kind = type(joint).__name__
    marked = list(zip(joint.bodies, joint.marks, strict=False))
    for body, mark in marked[1:] if kind in ON_SECOND else marked:
        place = GROUND if isinstance(body, TheGround) else places.get(body.name)
        if place is not None and kind not in PLAIN:
            return Joint(joint.label, kind, place, numbers(mark.r), numbers(mark.f))
    return None


def _arrow(
    mechanism: Mechanism, joint: AbstractJoint, places: dict[str, int], points: list[Point]
) -> Arrow:
    """The force of a joint on its second body, or what it feels from the first."""
    for body, sign in ((joint.body_2, 1.0), (joint.body_1, -1.0)):
        if not isinstance(body, TheGround) and body.name in places:
            size = 2 if body.planar else 3
            columns = _columns(mechanism, places[body.name])[:size]
            named = [i for i, point in enumerate(points) if point.name == joint.label]
            return Arrow(joint.label, named[-1] if named else None, columns, sign)
    return Arrow(joint.label)


def _planes(parts: Parts) -> list[Ground]:
    """Planes of the ground on which something rolls."""
    return [
        Ground(numbers(joint.marks[0].r), numbers(joint.marks[0].F[:, 2]))
        for joint in parts.joints
        if isinstance(joint, RollingDisk | RollingSphere) and isinstance(joint.body_1, TheGround)
    ]
