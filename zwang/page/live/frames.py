"""Places and orientations of what a scene draws, as a function of q that JAX can trace."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax.numpy as jnp

from zwang.page.scene import Body, Scene

STILL = jnp.array([1.0, 0.0, 0.0, 0.0])


def frames_of(scene: Scene, points: Callable | None) -> Callable | None:
    """A function of (q, t, p) that returns the frames (f, 7): those of bodies, then free points."""
    free = [point for point in scene.points if point.body is None]
    if not scene.bodies and not free:
        return None

    def frames(q, t, p):
        given = iter(() if points is None else points(q, t, p))
        found = [pose_of(body, q) for body in scene.bodies]
        for point in free:
            place = next(given) if point.columns is None else q[jnp.asarray(point.columns)]
            found.append(_placed(place, STILL))
        return jnp.stack(found)

    return frames


def _placed(place: Any, turn: Any) -> Any:
    """A place (2 or 3,) and a quaternion as the seven numbers of a frame."""
    place = jnp.asarray(place, float)
    return jnp.concatenate([place, jnp.zeros(3 - place.shape[0]), turn])


def pose_of(body: Body | None, q: Any) -> Any:
    """Place and orientation (7,) of a body; None is the ground. Shapes: q (n,)."""
    if body is None:
        return _placed(jnp.zeros(3), STILL)
    c = q[jnp.asarray(body.columns)]
    match body.kind:
        case "rigid":
            return c
        case "planar":
            half = c[2] / 2.0
            return _placed(c[:2], jnp.stack([jnp.cos(half), 0.0, 0.0, jnp.sin(half)]))
    return _placed(c, STILL)
