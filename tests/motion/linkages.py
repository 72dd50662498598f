"""Linkages of other kinds that lose rank along their motion, each stated in three ways.

A linkage is a set of points with masses, and a path s ↦ q(s) that they can follow smoothly through
the singular configurations; on it the motion is that of one coordinate,

    m s̈ + m′ ṡ²/2 + V′ = 0,    m(s) = q′ᵀ M q′,

whatever the coordinates are. The same points are stated in their positions, in angles and lengths
of links, and in mixtures of positions with coefficients of no meaning.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from scipy.integrate import solve_ivp

import zwang as zw

GRAVITY = 9.81


class Linkage(NamedTuple):
    """Masses (n,), weight Q (n,), rows (q) → (m,), the path, and a function of s that changes sign
    in each singular configuration; ``turned`` maps other coordinates x to q, ``along`` s to x."""

    masses: np.ndarray
    weight: np.ndarray
    rows: Callable
    path: Callable
    flat: Callable
    turned: Callable
    along: Callable


def weights(masses: Any, up: int, size: int) -> tuple[np.ndarray, np.ndarray]:
    """M and Q of points in the plane or in space, in one row."""
    pull = np.zeros(size)
    pull[up] = -GRAVITY
    return np.repeat(masses, size), np.concatenate([m * pull for m in masses])


def circle(angle: Any) -> Any:
    return jnp.stack([jnp.cos(angle), jnp.sin(angle)])


def equal_slider_crank() -> Linkage:
    """Crank and rod of length one, a slider on the x axis: at 2 cos θ, or resting in the middle."""
    M, Q = weights([1.0, 0.7], 1, 2)
    bars = lambda q: jnp.stack([q[:2] @ q[:2] - 1.0, (q[2:] - q[:2]) @ (q[2:] - q[:2]) - 1.0, q[3]])
    path = lambda s: jnp.concatenate([circle(s), jnp.stack([2.0 * jnp.cos(s), 0.0 * s])])
    turned = lambda x: jnp.concatenate([circle(x[0]), circle(x[0]) + x[2] * circle(x[1])])
    return Linkage(M, Q, bars, path, np.cos, turned, lambda s: jnp.stack([s, -s, 0.0 * s + 1.0]))


def kite() -> Linkage:
    """Ground and crank of length one, two bars of length two. Where the crank lies on the ground
    both bars can turn together about one pin; going on smoothly the kite stays symmetric."""
    M, Q = weights([1.0, 0.4], 1, 2)
    pin = np.array([1.0, 0.0])
    long = lambda s: jnp.cos(s) + jnp.sqrt(4.0 - jnp.sin(s) ** 2)

    def bars(q):
        D, C = q[:2], q[2:]
        return jnp.stack([D @ D - 1.0, (C - D) @ (C - D) - 4.0, (C - pin) @ (C - pin) - 4.0])

    def along(s):  # crank, the bar from it, that bar's length
        x, y = long(s) * circle(s) - circle(2 * s)
        turn = jnp.arctan2(y * jnp.cos(s) - x * jnp.sin(s), x * jnp.cos(s) + y * jnp.sin(s))
        return jnp.stack([2 * s, s + turn, 0.0 * s + 2.0])

    turned = lambda x: jnp.concatenate([circle(x[0]), circle(x[0]) + x[2] * circle(x[1])])
    path = lambda s: jnp.concatenate([circle(2 * s), long(s) * circle(s)])
    return Linkage(M, Q, bars, path, np.sin, turned, along)


def prismatic_leg() -> Linkage:
    """A parallelogram whose coupler carries a point that a telescope leads to the ground: q holds
    both pins and the middle of the telescope."""
    M, Q = weights([1.0, 0.6, 0.3], 1, 2)
    ground, foot = np.array([1.5, 0.0]), np.array([0.4, -2.0])

    def rows(q):
        P, R, mid = q[:2], q[2:4] - ground, q[4:]
        bars = jnp.stack([P @ P - 1.0, R @ R - 1.0, (q[2:4] - P) @ (q[2:4] - P) - 2.25])
        return jnp.concatenate([bars, 2.0 * mid - foot - 0.5 * (P + q[2:4])])

    def path(s):
        P = circle(s)
        return jnp.concatenate([P, P + ground, (foot + P + ground / 2) / 2])

    def turned(x):  # crank, coupler, angle and length of the telescope
        P = circle(x[0])
        return jnp.concatenate([P, P + 1.5 * circle(x[1]), foot + x[3] / 2 * circle(x[2])])

    def along(s):
        x, y = circle(s) + ground / 2 - foot
        return jnp.stack([s, 0.0 * s, jnp.arctan2(y, x), jnp.hypot(x, y)])

    return Linkage(M, Q, rows, path, np.sin, turned, along)


def spherical() -> Linkage:
    """Four bars on a sphere, opposite ones alike. A half turn about m takes crank and coupler into
    each other, which is the smooth path; on one great circle it may fold."""
    M, Q = weights([1.0, 0.8], 2, 3)
    opening, arc = 0.7, 1.1
    e = np.array([1.0, 0.0, 0.0])
    f = np.array([np.cos(arc), np.sin(arc), 0.0])

    def rows(q):
        u, v = q[:3], q[3:]
        unit = [u @ u - 1.0, v @ v - 1.0]
        return jnp.stack(
            [*unit, u @ e - np.cos(opening), v @ f - np.cos(opening), u @ v - np.cos(arc)]
        )

    def cone(s):
        side = np.sin(opening) * circle(s)
        return jnp.stack([0.0 * s + np.cos(opening), side[0], side[1]])

    def path(s):
        u = cone(s)
        m = u + f
        return jnp.concatenate([u, 2.0 * (m @ e) / (m @ m) * m - e])

    frame = np.array([f, [-np.sin(arc), np.cos(arc), 0.0], [0.0, 0.0, 1.0]])

    def along(s):
        y, z = (frame @ path(s)[3:])[1:]
        ahead = jnp.arctan2(z * jnp.cos(s) - y * jnp.sin(s), y * jnp.cos(s) + z * jnp.sin(s))
        return jnp.stack([s, s + ahead])  # of s, so that no turn is lost

    turned = lambda x: jnp.concatenate([cone(x[0]), cone(x[1]) @ frame])
    return Linkage(M, Q, rows, path, np.sin, turned, along)


def in_space() -> Linkage:
    """A crank that turns in a tilted plane, a rod with balls, a slider on a line through the centre
    of the crank: crank and rod are alike, so the slider may stay there."""
    M, Q = weights([1.0, 0.5], 2, 3)
    a, b = np.array([1.0, 0.0, 0.0]), np.array([0.0, 0.8, 0.6])
    d = np.array([2.0, 1.0, 2.0]) / 3.0
    normal, across = np.cross(a, b), np.linalg.svd(d[None])[2][1:]

    def rows(q):
        P, S = q[:3], q[3:]
        rod = (S - P) @ (S - P) - 1.0
        return jnp.concatenate([jnp.stack([P @ P - 1.0, normal @ P, rod]), across @ S])

    tip = lambda s: jnp.cos(s) * a + jnp.sin(s) * b
    path = lambda s: jnp.concatenate([tip(s), 2.0 * (tip(s) @ d) * d])
    turned = lambda x: jnp.concatenate([tip(x[0]), x[1] * d])
    along = lambda s: jnp.stack([s, 2.0 * tip(s) @ d])
    return Linkage(
        M, Q, rows, path, lambda s: np.cos(s) * (a @ d) + np.sin(s) * (b @ d), turned, along
    )


def lazy_tongs(stages: int = 3) -> Linkage:
    """Crossed pairs of bars with pins in their middles and at their ends; the first pair is led by
    its left ends on the y axis. All bars on one line, or all pairs shut: every pair may fold."""
    count = stages + 1
    M, Q = weights(np.linspace(1.0, 0.5, 2 * count), 1, 2)

    def rows(q):
        at = q.reshape(count, 2, 2)  # stage, lower and upper end
        first, second = at[1:, 1] - at[:-1, 0], at[1:, 0] - at[:-1, 1]
        bars = jnp.concatenate([(first**2).sum(1), (second**2).sum(1)]) - 4.0
        middles = (at[1:, 1] + at[:-1, 0] - at[1:, 0] - at[:-1, 1]).ravel()
        return jnp.concatenate([bars, middles, at[0, :, 0], jnp.stack([at[0, 0, 1] + at[0, 1, 1]])])

    def path(s):
        x, y = 2.0 * jnp.cos(s) * np.arange(count), jnp.sin(s) * np.ones(count)
        return jnp.stack([jnp.stack([x, x], 1), jnp.stack([-y, y], 1)], 2).ravel()

    def turned(x):  # height of the lower left end, then angles of all bars
        rising, falling = x[1 : 1 + stages], x[1 + stages :]
        low, high = [jnp.stack([0.0 * x[0], x[0]])], [jnp.stack([0.0 * x[0], -x[0]])]
        for up, down in zip(rising, falling, strict=True):
            nexts = low[-1] + 2.0 * circle(up), high[-1] + 2.0 * circle(down)
            high, low = [*high, nexts[0]], [*low, nexts[1]]
        return jnp.stack([x for pair in zip(low, high, strict=True) for x in pair]).ravel()

    along = lambda s: jnp.concatenate(
        [jnp.stack([-jnp.sin(s)]), jnp.repeat(jnp.stack([s, -s]), stages)]
    )
    return Linkage(M, Q, rows, path, lambda s: np.sin(2 * s), turned, along)


LINKAGES = {
    kind.__name__: kind
    for kind in (equal_slider_crank, kite, prismatic_leg, spherical, in_space, lazy_tongs)
}


class Stated(NamedTuple):
    """A system, and its coordinates as a function of s."""

    system: zw.System
    path: Callable

    def state(self, s: float, speed: float) -> tuple[np.ndarray, np.ndarray]:
        q, rate = jax.jvp(self.path, (jnp.asarray(float(s)),), (jnp.asarray(float(speed)),))
        return np.asarray(q), np.asarray(rate)


@cache
def linkage(name: str) -> Linkage:
    return LINKAGES[name]()


@cache
def stated(name: str, form: str) -> Stated:
    """A linkage as ``points``, in ``angles`` or ``mixed``."""
    kind = linkage(name)
    if form == "points":
        return Stated(zw.System(kind.masses, kind.weight, [zw.Holonomic(kind.rows)]), kind.path)
    n = len(kind.masses)
    mixture = np.random.default_rng(5).normal(size=(n, n)) + 2.0 * np.eye(n)
    back = np.linalg.inv(mixture)
    turned = kind.turned if form == "angles" else lambda x: mixture @ x
    path = kind.along if form == "angles" else lambda s: back @ kind.path(s)

    def lagrangian(x, xd):
        q, qd = jax.jvp(turned, (x,), (xd,))
        return 0.5 * (kind.masses * qd) @ qd + kind.weight @ q

    # In angles the lengths of links hold of themselves; what is left of the rows are the closures.
    draws = np.random.default_rng(6).normal(size=(3, len(path(0.3))))
    slopes = jax.vmap(jax.jacfwd(lambda x: kind.rows(turned(x))))(draws)
    kept = np.flatnonzero(np.abs(slopes).max(axis=(0, 2)) > 1e-9)
    rows = zw.Holonomic(lambda x: kind.rows(turned(x))[kept])
    return Stated(zw.System.from_lagrangian(lagrangian, constraints=[rows]), path)


@cache
def judge(name: str, s: float, speed: float, end: float) -> Any:
    """s and ṡ by SciPy along the path; with dense output."""
    kind = linkage(name)
    inertia = lambda s: (kind.masses * jax.jacfwd(kind.path)(s) ** 2).sum()
    slopes = jax.jit(
        lambda s: (inertia(s), jax.grad(inertia)(s), kind.weight @ jax.jacfwd(kind.path)(s))
    )

    def rate(_, y):
        m, dm, force = map(float, slopes(y[0]))
        return [y[1], (force - 0.5 * dm * y[1] ** 2) / m]

    options = {"rtol": 1e-13, "atol": 1e-14, "method": "DOP853", "dense_output": True}
    return solve_ivp(rate, (0.0, end), [s, speed], **options)


FORMS = ("points", "angles", "mixed")
