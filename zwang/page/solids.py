r"""What bodies look like: as ``shape=`` tells, or guessed.

A body with two joints or more is drawn through them: a bar, or a plate in the plane. Another has
the homogeneous solid with its mass and principal moments J₁ ≤ J₂ ≤ J₃. With equal moments it is a
ball, r² = 5J/2m; with two equal ones J' a cylinder about the third, r² = 2J/m and
ℓ² = 12 (J' − J/2)/m, which is never negative since J ≤ 2J'; else a box, a₁² = 6 (J₂ + J₃ − J₁)/m.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from zwang.base.arrays import namespace
from zwang.bodies.kinds import quaternion
from zwang.bodies.kinds.particle import Particle
from zwang.bodies.kinds.planar_body import PlanarBody
from zwang.bodies.shapes import axis_turn
from zwang.page.scene import Solid, numbers

ALIKE = 1e-3  # moments that differ by less, in parts of the largest, count as equal
THIN = 0.04  # half the thickness of a disk and the radius of a rod, in parts of the other measure


class Place(NamedTuple):
    """A point of a body: the number that decides how it is drawn, and the one that is drawn.

    They differ where a page draws other parameters than those that it was written with.
    """

    known: np.ndarray
    drawn: Any


def solids_of(
    body: Any, joined: Sequence[Place], radius: float, drawn: Any = None
) -> tuple[Solid, ...]:
    """The solids of a body."""
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
    apart = _apart([Place(np.zeros(3), np.zeros(3)), *apart])
    bars = _through(apart, False, radius) if len(apart) > 1 else ()
    # Where nothing else shows the body, what is guessed is drawn whole.
    guessed = _homogeneous(body, body if drawn is None else drawn)
    return *bars, *(replace(x, sure=not bars) for x in guessed)


def _apart(points: Sequence[Place]) -> list[Place]:
    """The points, without those that stand where another does."""
    size = max((float(np.linalg.norm(x.known)) for x in points), default=0.0)
    found: list[Place] = []
    for x in points:
        if all(np.linalg.norm(x.known - y.known) > 1e-9 * size for y in found):
            found.append(x)
    return found


def _through(points: Sequence[Place], planar: bool, radius: float) -> tuple[Solid, ...]:
    """A bar between two points; a plate over those of a plane, or bars to their middle."""
    drawn, known = [x.drawn for x in points], np.asarray([x.known for x in points])
    if len(points) == 2:
        return (bar(drawn[0], drawn[1], radius),)
    if planar:
        from scipy.spatial import ConvexHull, QhullError

        flat = known[:, :2]
        try:
            corners = [drawn[i][:2] for i in ConvexHull(flat).vertices]
        except QhullError:  # all on one line
            along = flat @ (flat[-1] - flat[0])
            return (bar(drawn[int(np.argmin(along))], drawn[int(np.argmax(along))], radius),)
        return (Solid("plate", (2.0 * radius,), corners=tuple(map(numbers, corners))),)
    middle = sum(drawn) / len(drawn)
    away = np.linalg.norm(known - known.mean(axis=0), axis=1) > 0.0
    return tuple(bar(middle, x, radius) for x, far in zip(drawn, away, strict=True) if far)


def bar(a: Any, b: Any, radius: float) -> Solid:
    """A capsule from one point to another. Shapes: a, b (3,)."""
    along = b - a
    length = namespace(along).sqrt(along @ along)
    place, turn = numbers((a + b) / 2.0), numbers(axis_turn(along / length))
    return Solid("capsule", numbers((radius, length)), place, turn)


def _homogeneous(body: Any, drawn: Any) -> tuple[Solid, ...]:
    """The homogeneous solid with a body's mass and moments; none if one of them is not known."""
    try:
        mass, inertia = float(body.mass), np.asarray(body.inertia, float)
    except (TypeError, ValueError):  # a name, or a function of the parameters
        return ()
    if mass <= 0.0 or not inertia.any():
        return ()
    specific = drawn.inertia / drawn.mass
    if inertia.ndim == 0:
        radius = namespace(specific).sqrt(2.0 * specific)
        return (Solid("cylinder", numbers((radius, 2.0 * THIN * radius))),)
    moments, axes = np.linalg.eigh(inertia)
    axes = axes * np.sign(np.linalg.det(axes))
    # Other parameters are drawn about the axes of those that are known.
    return (_of_moments(moments / mass, axes, (axes.T @ specific @ axes).diagonal()),)


def _of_moments(J: np.ndarray, axes: np.ndarray, drawn: Any) -> Solid:
    """The solid for principal moments over the mass, (3,) ascending, about columns of axes.

    J decides what it is, ``drawn`` (3,) how large.
    """
    near, xp = ALIKE * J[2], namespace(drawn)
    root = lambda square: xp.sqrt(xp.maximum(square, 0.0))
    if J[2] - J[0] <= near:
        return Solid("sphere", numbers((root(2.5 * drawn.mean()),)))
    for own, (i, j) in ((2, (0, 1)), (0, (1, 2))):
        if J[j] - J[i] <= near:
            across = (drawn[i] + drawn[j]) / 2.0
            radius, length = root(2.0 * drawn[own]), root(12.0 * (across - drawn[own] / 2.0))
            size = xp.maximum(radius, THIN * length), xp.maximum(length, 2.0 * THIN * radius)
            return Solid("cylinder", numbers(size), turn=numbers(axis_turn(axes[:, own])))
    edges = root(6.0 * (drawn.sum() - 2.0 * drawn))
    edges = xp.maximum(edges, THIN * edges.max())
    return Solid("box", numbers(edges), turn=numbers(quaternion.from_matrix(axes)))
