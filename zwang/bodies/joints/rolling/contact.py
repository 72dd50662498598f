"""What joints that roll have in common: a plane of the first body, and where it is touched."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax.numpy as jnp
from jax import Array

from zwang.bodies import checks as given
from zwang.bodies.joints.base import AbstractJoint
from zwang.bodies.kinds import quaternion
from zwang.bodies.marker import Mark, Marker, axes_along, local_axis, local_point, mark, slip


def plane_mark(joint: AbstractJoint, normal: Any, point: Any, touching: Any) -> Mark:
    """The marker of the plane: a is its normal. Shapes: normal (3,), point (3,)."""
    pose = joint.body_1.pose()
    if normal is None:
        normal = (0.0, 1.0, 0.0) if joint.planar else (0.0, 0.0, 1.0)
    R = quaternion.matrix(pose[3:])
    axis = local_axis(joint._what("normal"), pose, normal, None)
    assert axis is not None
    a = R @ axis
    if joint.planar and given.is_known(a) and abs(a[2]) > 1e-9:
        raise ValueError(f"`{joint._what('normal')}` has a part along z; wanted none in the plane.")
    place = touching(a) if point is None else point
    r = local_point(joint._what("point"), pose, place, None)
    return mark(r, joint._turn(0, axes_along(a)))


def no_slip(m: Sequence[Marker], place: Array) -> Array:
    """The slip along n and o of the plane (2,), at the place where it is touched."""
    v = slip(m[0], m[1], place)
    return jnp.stack([m[0].n @ v, m[0].o @ v])
