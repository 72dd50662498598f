"""Links on hinges, as a tree with loops that are closed by points: what simulators want to be told.

At q = 0 all frames are parallel; a link turns about its axis by its coordinate. Where the zoo has
other coordinates, ``coordinates`` finds them from the angles and their rates.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from peers import by_hand as given
from peers.start import STARTS

GROUND = -1
X, Z = np.array([1.0, 0.0, 0.0]), np.array([0.0, 0.0, 1.0])


class Link(NamedTuple):
    """A body on a hinge: its parent, the hinge in the parent's frame, and its own mass."""

    parent: int
    place: np.ndarray
    axis: np.ndarray
    mass: float
    centre: np.ndarray
    inertia: np.ndarray


class Loop(NamedTuple):
    """A point of one link that stays on a point of another, or of the ground."""

    a: int
    on_a: np.ndarray
    b: int
    on_b: np.ndarray


class Spring(NamedTuple):
    """Between a point of a link and one of the ground."""

    link: int
    point: np.ndarray
    anchor: np.ndarray
    stiffness: float
    length: float


class Linkage(NamedTuple):
    """Links and loops, what moves them, the start and the end."""

    links: tuple[Link, ...]
    loops: tuple[Loop, ...]
    gravity: np.ndarray
    torques: np.ndarray
    q0: np.ndarray
    qd0: np.ndarray
    end: float
    coordinates: Callable[[Any, Any], tuple[Any, Any]]
    spring: Spring | None = None
    planar: bool = True


class Cannot(Exception):
    """A peer cannot state a problem; the text says why."""


def linkage(name: str) -> Linkage:
    """The linkage of a problem."""
    if name not in LINKAGES:
        raise Cannot("its constraint moves with the time and belongs to no joint")
    return LINKAGES[name]()


def _point(*xy: float) -> np.ndarray:
    return np.array([*xy, 0.0][:3] if len(xy) == 2 else xy)


def _bar(parent: int, place: np.ndarray, along: np.ndarray = X) -> Link:
    """A uniform bar of mass and length one, in the plane."""
    return Link(parent, place, Z, 1.0, along / 2, np.diag([1e-3, 1.0 / 12, 1.0 / 12 + 1e-6]))


def _same(q: Any, qd: Any) -> tuple[Any, Any]:
    return q, qd


def pendulum() -> Linkage:
    """A point on a rod; a simulator wants some inertia, which is far below the errors."""
    bob = Link(GROUND, np.zeros(3), Z, 1.0, X, 1e-14 * np.eye(3))

    def coordinates(q, qd):
        c, s = np.cos(q[0]), np.sin(q[0])
        return np.array([c, s]), qd[0] * np.array([-s, c])

    nothing = np.zeros(1)
    weight = np.array([0.0, -9.81, 0.0])
    start = np.array([np.pi])
    return Linkage((bob,), (), weight, nothing, start, nothing, 10.0, coordinates)


def four_bar() -> Linkage:
    """Three cranks and two couplers: a chain, with two feet that are loops."""
    bars = (_bar(GROUND, np.zeros(3)), _bar(0, X), _bar(1, X), _bar(1, X), _bar(3, X))
    bars = tuple(bar._replace(inertia=np.diag([1e-3, 1.0 / 12, 1.0 / 12])) for bar in bars)
    loops = Loop(2, X, GROUND, X), Loop(4, X, GROUND, 2 * X)
    quarter = np.pi / 2

    def coordinates(q, qd):
        chain = [0, 1, 3]
        angles, rates = np.cumsum(q[chain]), np.cumsum(qd[chain])
        pins = np.stack([np.cos(angles), np.sin(angles)], axis=1)
        speeds = rates[:, None] * np.stack([-np.sin(angles), np.cos(angles)], axis=1)
        return np.cumsum(pins, axis=0).ravel(), np.cumsum(speeds, axis=0).ravel()

    return Linkage(
        bars,
        loops,
        np.array([0.0, -9.81, 0.0]),
        np.zeros(5),
        np.array([quarter, -quarter, -quarter, 0.0, -quarter]),
        np.array([-1.0, 1.0, -1.0, 0.0, -1.0]),
        10.0,
        coordinates,
    )


def andrews() -> Linkage:
    """Seven links; their angles are the coordinates of the test set."""
    g, foot = given, _point(-0.06934, -0.00227)
    four, six = g.e - g.ea, g.zf - g.fa

    def link(parent, place, mass, inertia, centre):
        return Link(parent, place, Z, mass, centre, inertia * np.diag([0.6, 0.6, 1.0]))

    links = (
        link(GROUND, np.zeros(3), g.m1, g.I1, _point(g.ra, 0.0)),
        link(0, _point(g.rr, 0.0), g.m2, g.I2, _point(-g.da, 0.0)),
        link(GROUND, _point(g.xb, g.yb), g.m3, g.I3, _point(g.sb, -g.sa)),
        link(4, _point(g.zt, 0.0), g.m4, g.I4, _point(0.0, -four)),
        link(GROUND, foot, g.m5, g.I5, _point(g.ta, g.tb)),
        link(6, _point(0.0, -g.u), g.m6, g.I6, _point(six, 0.0)),
        link(GROUND, foot, g.m7, g.I7, _point(-g.ub, -g.ua)),
    )
    F = _point(-g.d, 0.0)
    loops = (
        Loop(1, F, 2, _point(0.0, -g.ss)),
        Loop(1, F, 3, _point(0.0, -g.e)),
        Loop(1, F, 5, _point(g.zf, 0.0)),
    )
    q0, qd0, end = STARTS["andrews"]
    spring = Spring(2, _point(g.sd, -g.sc), _point(g.xc, g.yc), g.c0, g.l0)
    torques = np.array([g.mom, *[0.0] * 6])
    start = np.array(q0), np.array(qd0)
    return Linkage(links, loops, np.zeros(3), torques, *start, end, _same, spring)


def bricard() -> Linkage:
    """Five rods in space; the last hinge is two points of its axis."""
    links, place = [], np.zeros(3)
    for n, (k, (along, way)) in enumerate(zip(given.JOINTS, given.RODS, strict=True)):
        rod = way * np.eye(3)[along]
        inertia = given.ACROSS * np.eye(3) + (given.ALONG - given.ACROSS) * np.outer(rod, rod)
        links.append(Link(n - 1, place, np.eye(3)[k], 1.0, rod / 2, inertia))
        place = rod
    loops = tuple(Loop(4, place + s * X, GROUND, Z + s * X) for s in (0.0, 1.0))
    weight, nothing = np.array([0.0, -given.G, 0.0]), np.zeros(5)
    return Linkage(
        tuple(links), loops, weight, nothing, nothing, nothing, 10.0, _same, planar=False
    )


LINKAGES = {
    "pendulum": pendulum,
    "four_bar": four_bar,
    "andrews": andrews,
    "bricard": bricard,
}
