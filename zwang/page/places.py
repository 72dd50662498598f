"""Where the points of a scene are: what ``page/scene/coordinates.ts`` does, for many states."""

from __future__ import annotations

from typing import Any

import numpy as np

from zwang.bodies.kinds import quaternion
from zwang.page.scene import Body, Scene, hull

MOST = 300  # states in which solids are looked at


def pose_of_body(body: Body, q: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Place (T, 3) and quaternion (T, 4) of a body. Shapes: q (T, n)."""
    c = q[:, list(body.columns)]
    place, turn = np.zeros((len(q), 3)), np.zeros((len(q), 4))
    turn[:, 0] = 1.0
    if body.kind == "rigid":
        u = c[:, 3:]
        return c[:, :3], u / np.maximum(np.linalg.norm(u, axis=1, keepdims=True), 1e-300)
    if body.kind == "planar":
        place[:, :2] = c[:, :2]
        turn[:, 0], turn[:, 3] = np.cos(c[:, 2] / 2.0), np.sin(c[:, 2] / 2.0)
    else:
        place[:, : c.shape[1]] = c
    return place, turn


def places_of(scene: Scene, q: Any, given: Any = None) -> np.ndarray:
    """The points of a scene (T, k, 3). Shapes: q (T, n), given (T, g, 3)."""
    q = np.asarray(q, float)
    poses = [pose_of_body(body, q) for body in scene.bodies]
    found, free = np.zeros((len(q), len(scene.points), 3)), 0
    for i, point in enumerate(scene.points):
        if point.body is not None:
            arm = np.broadcast_to(np.asarray(point.place), (len(q), 3))
            if point.body < 0:
                found[:, i] = arm
            else:
                place, turn = poses[point.body]
                found[:, i] = place + np.einsum("tij,tj->ti", quaternion.matrix(turn), arm)
        elif point.columns is not None:
            found[:, i, : len(point.columns)] = q[:, list(point.columns)]
        else:
            found[:, i] = np.nan if given is None else given[:, free]
            free += 1
    return found


def corners_of(scene: Scene, q: Any) -> np.ndarray:
    """Places (k, 3) between which all solids of the bodies lie along a motion, or nearly so.

    Shapes: q (T, n).
    """
    q = np.asarray(q, float)[:: max(1, len(q) // MOST)]
    found = [np.zeros((0, 3))]
    for body in scene.bodies:
        place, turn = pose_of_body(body, q)
        R = quaternion.matrix(turn)
        for solid in body.solids:
            own = hull(solid) @ quaternion.matrix(np.asarray(solid.turn)).T + solid.place
            found.append((place[:, None] + np.einsum("tij,hj->thi", R, own)).reshape(-1, 3))
    return np.concatenate(found)
