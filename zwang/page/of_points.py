r"""The scene of a system of points: particles, or what a user's function returns; and links.

Links that nobody named are guessed from a motion. A row of A that concerns two particles and keeps
their distance is a rod between them. A row that concerns one is a rod to a fixed point c, if its
direction n goes through the same point at all times, (I − nnᵀ)(x − c) = 0, at a distance that does
not change: good for the eye, and for nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from zwang.page.scene import GROUND, Arrow, Body, Link, Point, Scene, numbers

STEADY = 1e-5  # by how much the length of a rod may change, in parts of it
MOST = 200  # rows of the motion that are looked at
INK = -1


def named_particles(coordinates: Sequence[str]) -> dict[str, tuple[int, ...]]:
    """Columns of each particle by its name, for x, y, or x1, y1, ..., or x_pin, y_pin; else none.

    All coordinates must be of particles, in the plane or in space.
    """
    axes: dict[str, str] = {}
    columns: dict[str, tuple[int, ...]] = {}
    for i, name in enumerate(coordinates):
        axis, of = name[:1], name[1:].strip("_ ")
        axes[of] = axes.get(of, "") + axis
        columns[of] = (*columns.get(of, ()), i)
    return columns if set(axes.values()) in ({"xy"}, {"xyz"}) else {}


def scene_of_particles(
    coordinates: Sequence[str],
    groups: Any,
    q: Any,
    A: Any,
    pairs: Sequence[tuple[int, int]] | None = None,
    title: str = "",
) -> Scene:
    """The scene of particles: links and arrows follow from the constraints.

    Shapes: q (K, n), A (K, m, n).
    """
    named = named_particles(coordinates)
    columns = [*named.values()]
    flat = all(len(c) == 2 for c in columns)
    points = [
        Point(f"point {name}".strip(), columns=c, color=i, trail=True)
        for i, (name, c) in enumerate(named.items())
    ]
    every = max(1, len(q) // MOST)
    q, A = np.asarray(q)[::every], np.asarray(A)[::every]
    links, fixed = _rods(columns, q, A)
    if pairs is not None:
        origin = len(columns)
        links = _linked(pairs, origin)
        fixed = [(0.0, 0.0, 0.0)] if any(-1 in pair for pair in pairs) else []
    held = [Point("held", GROUND, c, color=INK, seen=True) for c in fixed]
    arrows = arrows_on(groups, columns, A)
    return Scene(
        title=title,
        dimension=2 if flat else 3,
        up=(0.0, 1.0, 0.0) if flat else (0.0, 0.0, 1.0),
        coordinates=tuple(coordinates),
        points=(*points, *held),
        links=tuple(links),
        arrows=tuple(arrows),
    )


def against_weight(
    columns: Sequence[tuple[int, ...]], qdd: np.ndarray, Qc: np.ndarray
) -> tuple[float, ...] | None:
    """Which way is up (3,), where the given force on all particles together is constant.

    Of each, Qᶜ = m q̈ − Q along the motion: m follows from how both change, and then Q.

    Shapes: qdd, Qc (T, n).
    """
    weight, size = np.zeros(3), 0.0
    for c in map(list, columns):
        a, f = qdd[:, c], Qc[:, c]
        da, df = a - a.mean(axis=0), f - f.mean(axis=0)
        varied = (da * da).sum() > (STEADY * np.abs(a).max(initial=0.0)) ** 2
        m = (da * df).sum() / (da * da).sum() if varied else 1.0
        Q = m * a - f
        if not np.isfinite(Q).all() or np.ptp(Q, axis=0).max() > 1e-3 * np.abs(Q).max():
            return None
        weight[: len(c)] += Q.mean(axis=0)
        size += float(np.abs(Q).max())
    length = float(np.linalg.norm(weight))
    return numbers(-weight / length) if length > 1e-3 * size else None


def scene_of_points(
    coordinates: Sequence[str], points: Any, links: Sequence[tuple[int, int]], title: str = ""
) -> Scene:
    """The scene of points that come with each frame. Shapes: points (K, k, 2 or 3)."""
    flat = np.shape(points)[2] == 2
    found = [Point(f"point {i + 1}", color=i, trail=True) for i in range(np.shape(points)[1])]
    if any(-1 in pair for pair in links):
        found.append(Point("origin", GROUND, color=INK))
    origin = len(found) - 1
    return Scene(
        title=title,
        dimension=2 if flat else 3,
        up=(0.0, 1.0, 0.0) if flat else (0.0, 0.0, 1.0),
        coordinates=tuple(coordinates),
        points=tuple(found),
        links=tuple(_linked(links, origin)),
    )


def arrows_on(groups: Any, columns: Sequence[tuple[int, ...]], A: np.ndarray) -> list[Arrow]:
    """The forces of constraints on particles. Shapes: A (K, m, n)."""
    return [
        Arrow(name, k, columns[k])
        for name, rows in groups
        for k in _concerned(columns, A[:, list(rows)])
    ]


# Kinds of bodies by the names of their coordinates.
BODY = {
    ("x", "y", "z", "u0", "u1", "u2", "u3"): "rigid",
    ("x", "y", "angle"): "planar",
    ("x", "y", "z"): "particle",
    ("x", "y"): "particle",
}


def scene_of_names(coordinates: Sequence[str], title: str = "") -> Scene:
    """The scene of bodies of which no more is known than names, such as crank.x and crank.angle.

    So it is with the motion of a mechanism from a file. What is none of these is not drawn.
    """
    by_name: dict[str, list[tuple[int, str]]] = {}
    for i, name in enumerate(coordinates):
        body, _, axis = name.rpartition(".")
        by_name.setdefault(body, []).append((i, axis))
    bodies = []
    for name, found in by_name.items():
        axes = tuple(axis for _, axis in found)
        kind = BODY.get(axes)
        if name and kind:
            bodies.append(Body(name, kind, tuple(i for i, _ in found), len(bodies)))
    flat = all(len(body.columns) < 3 or body.kind == "planar" for body in bodies)
    points = [Point(body.name, i, color=i, trail=True) for i, body in enumerate(bodies)]
    up = (0.0, 1.0, 0.0) if flat else (0.0, 0.0, 1.0)
    return Scene(title, 2 if flat else 3, up, tuple(coordinates), tuple(bodies), tuple(points))


def _linked(pairs: Sequence[tuple[int, int]], origin: int) -> list[Link]:
    """Links between pairs of points, of which −1 is the origin."""
    return [Link(origin if a < 0 else a, origin if b < 0 else b) for a, b in pairs]


def _concerned(columns: Sequence[tuple[int, ...]], A: np.ndarray) -> list[int]:
    """Which particles rows (K, r, n) of A touch at any time."""
    touched = np.abs(A).max(axis=(0, 1), initial=0.0) > 0.0
    return [i for i, c in enumerate(columns) if touched[list(c)].any()]


def _rods(
    columns: Sequence[tuple[int, ...]], q: np.ndarray, A: np.ndarray
) -> tuple[list[Link], list[tuple[float, ...]]]:
    """Links between particles and to fixed points, and these points."""
    places = [q[:, list(c)] for c in columns]
    links, fixed = [], []
    for row in range(A.shape[1]):
        match _concerned(columns, A[:, row : row + 1]):
            case [i, j] if _steady(np.linalg.norm(places[i] - places[j], axis=1)):
                links.append(Link(i, j))
            case [i]:
                centre = _centre(places[i], A[:, row, list(columns[i])])
                if centre is not None:
                    links.append(Link(i, len(columns) + len(fixed)))
                    fixed.append(numbers(np.append(centre, np.zeros(3 - len(centre)))))
    return links, fixed


def _steady(lengths: np.ndarray) -> bool:
    return bool(np.ptp(lengths) <= STEADY * lengths.max(initial=0.0) and lengths.min() > 0.0)


def _centre(x: np.ndarray, rows: np.ndarray) -> np.ndarray | None:
    """The point (d,) through which all rows (K, d) go from x (K, d), if x stays away from it."""
    length = np.linalg.norm(rows, axis=1, keepdims=True)
    if (length == 0.0).any():
        return None
    n = rows / length
    across = np.eye(x.shape[1]) - n[:, :, None] * n[:, None, :]
    sides = np.einsum("kij,kj->ki", across, x)
    found, _, rank, _ = np.linalg.lstsq(
        across.reshape(-1, x.shape[1]), sides.reshape(-1), rcond=1e-6
    )
    if rank < x.shape[1] or not _steady(np.linalg.norm(x - found, axis=1)):
        return None
    return found
