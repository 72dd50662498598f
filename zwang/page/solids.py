r"""What bodies look like: as ``shape=`` tells, or guessed.

A body with two joints or more is drawn through them: a bar, or a plate in the plane. Another has
the homogeneous solid with its mass and principal moments J₁ ≤ J₂ ≤ J₃. With equal moments it is a
ball, r² = 5J/2m; with two equal ones J' a cylinder about the third, r² = 2J/m and
ℓ² = 12 (J' − J/2)/m, which is never negative since J ≤ 2J'; else a box, a₁² = 6 (J₂ + J₃ − J₁)/m.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from scipy.spatial import ConvexHull, QhullError

from zwang.bodies.kinds import quaternion
from zwang.bodies.kinds.particle import Particle
from zwang.bodies.kinds.planar_body import PlanarBody
from zwang.bodies.shapes import axis_turn
from zwang.page.scene import Solid, numbers

ALIKE = 1e-3  # moments that differ by less, in parts of the largest, count as equal
THIN = 0.04  # half the thickness of a disk and the radius of a rod, in parts of the other measure


def solids_of(body: Any, joined: Sequence[Any], radius: float) -> tuple[Solid, ...]:
    """The solids of a body.

    Parameters
    ----------
    body : of a mechanism
    joined : (3,) each      where its joints are, in its axes
    radius : of bars
    """
    told = getattr(body, "shape", ())
    if told:
        return tuple(
            Solid(x.kind, numbers(x.size()), numbers(x.place), numbers(axis_turn(x.axis)))
            for x in told
        )
    apart = _apart(joined)
    if isinstance(body, Particle):
        return ()
    if len(apart) > 1:
        return _through(apart, isinstance(body, PlanarBody), radius)
    apart = _apart([np.zeros(3), *apart])
    bars = _through(apart, False, radius) if len(apart) > 1 else ()
    return *bars, *_homogeneous(body)


def _apart(points: Sequence[Any]) -> list[np.ndarray]:
    """The points, without those that stand where another does."""
    size = max((float(np.linalg.norm(x)) for x in points), default=0.0)
    found: list[np.ndarray] = []
    for x in points:
        if all(np.linalg.norm(x - y) > 1e-9 * size for y in found):
            found.append(np.asarray(x, float))
    return found


def _through(points: Sequence[np.ndarray], planar: bool, radius: float) -> tuple[Solid, ...]:
    """A bar between two points; a plate over those of a plane, or bars to their middle."""
    if len(points) == 2:
        return (bar(*points, radius),)
    if planar:
        flat = np.asarray(points)[:, :2]
        try:
            corners = flat[ConvexHull(flat).vertices]
        except QhullError:  # all on one line
            along = flat @ (flat[-1] - flat[0])
            ends = points[int(np.argmin(along))], points[int(np.argmax(along))]
            return (bar(*ends, radius),)
        return (
            Solid(
                "plate", (2.0 * radius,), corners=tuple((float(x), float(y)) for x, y in corners)
            ),
        )
    middle = np.mean(points, axis=0)
    return tuple(bar(middle, x, radius) for x in points if np.linalg.norm(x - middle) > 0.0)


def bar(a: np.ndarray, b: np.ndarray, radius: float) -> Solid:
    """A capsule from one point to another.

    Parameters
    ----------
    a, b : (3,)     its ends
    radius : ()
    """
    length = float(np.linalg.norm(b - a))
    place, turn = numbers((a + b) / 2.0), numbers(axis_turn((b - a) / length))
    return Solid("capsule", (radius, length), place, turn)


def _homogeneous(body: Any) -> tuple[Solid, ...]:
    """The homogeneous solid with a body's mass and moments; none if one of them is not known."""
    try:
        mass, inertia = float(body.mass), np.asarray(body.inertia, float)
    except (TypeError, ValueError):  # a name, or a function of the parameters
        return ()
    if mass <= 0.0 or not inertia.any():
        return ()
    if inertia.ndim == 0:
        radius = float(np.sqrt(2.0 * inertia / mass))
        return (Solid("cylinder", (radius, 2.0 * THIN * radius)),)
    moments, axes = np.linalg.eigh(inertia)
    axes = axes * np.sign(np.linalg.det(axes))
    return (_of_moments(moments / mass, axes),)


def _of_moments(J: np.ndarray, axes: np.ndarray) -> Solid:
    """The solid for principal moments over the mass, (3,) ascending, about columns of axes."""
    near = ALIKE * J[2]
    if J[2] - J[0] <= near:
        return Solid("sphere", (float(np.sqrt(2.5 * J.mean())),))
    for own, (i, j) in ((2, (0, 1)), (0, (1, 2))):
        if J[j] - J[i] <= near:
            across = (J[i] + J[j]) / 2.0
            squares = np.array([2.0 * J[own], 12.0 * (across - J[own] / 2.0)])
            radius, length = np.sqrt(np.maximum(squares, 0.0))
            size = max(radius, THIN * length), max(length, 2.0 * THIN * radius)
            return Solid("cylinder", numbers(size), turn=numbers(axis_turn(axes[:, own])))
    edges = np.sqrt(np.maximum(6.0 * (J.sum() - 2.0 * J), 0.0))
    edges = np.maximum(edges, THIN * edges.max())
    return Solid("box", numbers(edges), turn=numbers(quaternion.from_matrix(axes)))
