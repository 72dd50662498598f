"""Markers: a point and three axes fixed to a body, in terms of which joints and forces are written.

A marker has a place r and a turn f in its body. In the world it is at p, with the axes n, o, a, of
which a is the joint's own: the hinge of a revolute joint, the way of a prismatic one.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import jax.numpy as jnp
import numpy as np

from zwang.base.arrays import Array, choose, cross, namespace
from zwang.bodies import checks as given
from zwang.bodies.kinds import quaternion

ALONG = 0.9  # a direction with more of z than this is taken to lie along it


class Marker(NamedTuple):
    """A marker in the world."""

    p: Any  # (3,) place
    # n, o, a: (3,) axes
    n: Any
    o: Any
    a: Any
    quat: Any  # (4,) the quaternion of these axes
    v: Any = None  # (3,) velocity of the place; None where positions alone are asked for
    w: Any = None  # (3,) angular velocity in world axes; None likewise


class Mark(NamedTuple):
    """A marker in its body."""

    r: Any  # (3,) place in body axes
    f: Any  # (4,) turn from body axes to its own
    F: Any  # (3, 3) the same as a matrix, with the axes n, o, a as columns


def mark(r: Any, f: Any) -> Mark:
    """A marker at r (3,) with the turn f (4,)."""
    r, f = (namespace(x).asarray(x, float) for x in (r, f))
    return Mark(r, f, quaternion.matrix(f))


def vector(x: Any, mark: Mark) -> Array:
    """Place, axes and quaternion of a marker (..., 16), for a body with the pose x (..., 7)."""
    u, xp = x[..., 3:], namespace(x)
    R = quaternion.matrix(u)
    # Sums of products, which compile to less than small matrix products do.
    arm = (R * mark.r).sum(axis=-1)
    axes = [(R * mark.F[..., i]).sum(axis=-1) for i in range(3)]
    return xp.concatenate([x[..., :3] + arm, *axes, quaternion.product(u, mark.f)], axis=-1)


def speeds(x: Any, v: Any, mark: Mark) -> Array:
    """Velocity and angular velocity of a marker (6,), for the rate v (7,) of the pose."""
    u = x[3:]
    w = quaternion.world_rate(u, v[3:])
    arm = (quaternion.matrix(u) * mark.r).sum(axis=1)
    return jnp.concatenate([v[:3] + jnp.cross(w, arm), w])


def unpack(y: Any, s: Any = None) -> Marker:
    """A marker from its vector (16,) and its speeds (6,)."""
    parts = y[:3], y[3:6], y[6:9], y[9:12], y[12:]
    return Marker(*parts) if s is None else Marker(*parts, s[:3], s[3:])


def between(m1: Marker, m2: Marker) -> Array:
    """The turn (4,) from the axes of the first marker to those of the second."""
    return quaternion.product(quaternion.conjugate(m1.quat), m2.quat)


def angle(m1: Marker, m2: Marker) -> Array:
    """The turn about a, for markers whose a agree; between −2π and 2π."""
    return quaternion.angle_about(between(m1, m2))


def displacement(m1: Marker, m2: Marker) -> Array:
    """How far the second marker is along a of the first."""
    return m1.a @ (m2.p - m1.p)


def slip(m1: Marker, m2: Marker, place: Any) -> Array:
    """Velocity (3,) at a place of the world of the second body relative to the first."""
    of_2 = m2.v + jnp.cross(m2.w, place - m2.p)
    of_1 = m1.v + jnp.cross(m1.w, place - m1.p)
    return of_2 - of_1


def distance_between(first: Any, second: Any) -> Any:
    """How far two places (3,) are apart."""
    d = second - first
    return namespace(d).sqrt(d @ d)


# -- found from what a user gives, at the start --------------------------------------------------


def local_point(what: str, x: Any, world: Any, local: Any) -> Any:
    """A point in body axes (3,), given there or in the world; None if not given. Shapes: x (7,)."""
    if world is not None and local is not None:
        raise ValueError(f"`{what}` is given in the world and in the body; wanted one of them.")
    if local is not None:
        return given.vector(what, local, plane=True)
    if world is None:
        return None
    return quaternion.matrix(x[3:]).T @ (given.vector(what, world, plane=True) - x[:3])


def local_axis(what: str, x: Any, world: Any, local: Any) -> Any:
    """A direction of length one in body axes (3,), like ``local_point``."""
    if world is not None and local is not None:
        raise ValueError(f"`{what}` is given in the world and in the body; wanted one of them.")
    if local is not None:
        return given.direction(what, local)
    if world is None:
        return None
    return quaternion.matrix(x[3:]).T @ given.direction(what, world)


def axes_along(a: Any) -> Any:
    """n, o, a as columns (3, 3) for a direction a.

    n is the part of z across a, or that of x where a lies along z. So for an axis in the plane
    z = 0, o lies in the plane too, and for the axis z they are x, y, z.
    """
    xp = namespace(a)
    e = choose(abs(a[2]) > ALONG, np.array([1.0, 0.0, 0.0]), np.array([0.0, 0.0, 1.0]), xp)
    n = e - (e @ a) * a
    n = n / xp.sqrt(n @ n)
    return xp.stack([n, cross(a, n), a], axis=1)


def turned_onto(W: Any, a: Any) -> Any:
    """The axes W (3, 3), turned the shortest way so that the third is a."""
    xp, b = namespace(W, a), W[:, 2]
    c, s = b @ a, cross(b, a)
    size = xp.sqrt(s @ s + (s @ s == 0.0))
    # The turn by half the way; of one that goes nearly all around, its axis alone.
    far = c <= -0.999999
    scalar, rest = choose(far, 0.0, 1.0 + c, xp), choose(far, s / size, s, xp)
    none = s @ s < 1e-30
    scalar = choose(none & far, 0.0, scalar, xp)
    rest = choose(none & far, W[:, 0], rest, xp)
    half = xp.concatenate([xp.reshape(scalar, 1), rest])
    turned = quaternion.matrix(half / xp.sqrt(half @ half)) @ W
    return xp.concatenate([turned[:, :2], a[:, None]], axis=1)
