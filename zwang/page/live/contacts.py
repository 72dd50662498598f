"""Where wheels and balls of a mechanism touch, as points that come with each frame.

The force of a joint that rolls acts at the lowest point of the wheel, which is at no place of it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import jax.numpy as jnp

from zwang.bodies.joints.rolling.rolling_disk import RollingDisk
from zwang.bodies.joints.rolling.rolling_sphere import RollingSphere
from zwang.bodies.kinds import quaternion
from zwang.bodies.mechanism import Mechanism
from zwang.bodies.varying import Made
from zwang.page.live.frames import pose_of
from zwang.page.scene import Point, Scene


def with_contacts(scene: Scene, mechanism: Mechanism) -> tuple[Scene, Callable | None]:
    """The scene with a point for each contact, at which its arrow stands, and where they are."""
    rolling = [x for x in mechanism.joints if isinstance(x, RollingDisk | RollingSphere)]
    places = {joint.label: len(scene.points) + i for i, joint in enumerate(rolling)}
    if not places:
        return scene, None
    arrows = tuple(
        replace(x, at=places.get(x.name, x.at)) if x.of == "constraint" else x for x in scene.arrows
    )
    points = tuple(Point(name, color=-1, seen=False) for name in places)
    found = replace(scene, points=(*scene.points, *points), arrows=arrows)
    bodies = {body.name: body for body in scene.bodies}

    def contacts(q: Any, t: Any, p: Any) -> Any:
        made = Made(p)
        return jnp.stack([_contact(made(joint), bodies, q) for joint in rolling])

    return found, contacts


def _contact(joint: Any, bodies: dict[str, Any], q: Any) -> Any:
    """The lowest point of a wheel or a ball (3,), seen along the normal of its plane."""
    frames = []
    for body, mark in zip(joint.bodies, joint.marks, strict=True):
        pose = pose_of(bodies.get(body.name), q)
        R = quaternion.matrix(pose[3:])
        frames.append((pose[:3] + R @ mark.r, R @ mark.F[:, 2]))
    (_, normal), (center, axis) = frames
    if isinstance(joint, RollingDisk):
        normal = normal - (normal @ axis) * axis
        normal = normal / jnp.sqrt(normal @ normal)
    return center - joint.radius * normal
