r"""A mechanism as points and bars, for the eye: what ``motion.animate()`` shows of it.

A body is drawn by bars from its centre of mass to the points of its joints. One with fewer than two
of them, such as a top or a ball, has bars along its principal axes, as long as those of the
homogeneous ellipsoid with its mass and moments, :math:`a_1^2 = 5 (J_2 + J_3 - J_1) / 2m`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from zwang.bodies.along.body_pose import pose_of
from zwang.bodies.joints.points.distance import Distance
from zwang.bodies.kinds.body import GROUND
from zwang.bodies.kinds.rigid_body import RigidBody
from zwang.bodies.mechanism import Mechanism


class Skeleton(NamedTuple):
    """Points of a mechanism, and bars between them."""

    points: np.ndarray  # (K, k, 3), or (K, k, 2) if all stay in the plane
    bars: list[tuple[int, int]]  # pairs of indices
    body: list[int]  # (k,) which body a point belongs to; −1 for the ground
    centre: list[bool]  # (k,) whether it is a centre of mass
    # which point is the marker of a joint, by its name and 0 or 1 for the first or second body
    at: dict[tuple[str, int], int]


def skeleton(mechanism: Mechanism, q: Any, p: Any = None) -> Skeleton:
    """The points of a mechanism in several states. Shapes: q (K, n)."""
    mechanism = mechanism.at(p)
    points, bars, body, centre = [], [], [], []

    def add(where, which, is_centre=False):
        points.append(where)
        body.append(which)
        centre.append(is_centre)
        return len(points) - 1

    q = np.asarray(q)
    joined, at = {x.name: [] for x in mechanism.bodies}, {}
    for joint in mechanism.joints:
        for k, (member, mark) in enumerate(zip(joint.bodies, joint.marks, strict=False)):
            if member is GROUND:
                at[joint.label, k] = add(np.broadcast_to(mark.r, (len(q), 3)), -1)
            elif member.name in joined:
                joined[member.name].append((joint.label, k, mark.r))
    for i, member in enumerate(mechanism.bodies):
        pose = pose_of(mechanism, member.name, q, np.zeros_like(q))
        middle = add(pose.p_WB, i, True)
        for label, k, r in joined[member.name]:
            at[label, k] = add(pose.point(r), i)
            bars.append((middle, at[label, k]))
        for r in _axes(member) if len(joined[member.name]) < 2 else ():
            bars.append((add(pose.point(-r), i), add(pose.point(r), i)))
    for joint in mechanism.joints:
        if isinstance(joint, Distance):
            bars.append((at[joint.label, 0], at[joint.label, 1]))
    flat = all(member.planar for member in mechanism.bodies)
    found = np.stack(points, axis=1)[..., : 2 if flat else 3]
    return Skeleton(found, bars, body, centre, at)


def _axes(member: Any) -> list[np.ndarray]:
    """Half of the principal axes (3,) each of the ellipsoid with a body's mass and moments."""
    if not isinstance(member, RigidBody) or member.mass == 0.0:
        return []
    moments, directions = np.linalg.eigh(np.asarray(member.inertia))
    squares = 2.5 * (moments.sum() - 2.0 * moments) / member.mass
    lengths = np.sqrt(np.maximum(squares, 0.0))
    return [length * d for length, d in zip(lengths, directions.T, strict=True) if length > 0.0]
