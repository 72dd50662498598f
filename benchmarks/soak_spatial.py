"""Random closed linkages in space: ``python benchmarks/soak_spatial.py [members] [seed] [end]``.

Points and the distances between them: four bars on a sphere (of any arcs, with such that lie on one
great circle somewhere, kites, equal opposite arcs), Bennett's loop of four hinges (three rows more
than it needs) and crank and rocker in space with balls (RSSR, of any kind and as parallelograms).
Starts are drawn. A motion is right, or stopped with a named status. Judges: energy, residual, and
the branch, by continuation in short steps along the curve of the one freedom, in NumPy: the tangent
is the direction without change of length that is nearest to the one before.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple

import jax.numpy as jnp
import numpy as np

import zwang as zw

GRAVITY, STEP = 9.81, 5e-4
KEPT, MET, APART = 1e-7, 1e-9, 1e-3  # energy, residual, and how far both integrations may be apart
NEARLY = 1e-2  # σ of directions among which the tangent may lie
FINER = 8  # one that seems off is judged again, with steps and σ so much smaller: it may pass near


class Kind(NamedTuple):
    """Moving points are numbered from zero, fixed ones from ``moving`` on; bars join them."""

    moving: int
    bars: np.ndarray
    draw: Callable[[Any], tuple[np.ndarray, str]]  # all points, and of which sort


def across(q: Any, fixed: Any, kind: Kind, xp: Any) -> Any:
    """The bars (b, 3)."""
    points = xp.concatenate([q.reshape(-1, 3), fixed.reshape(-1, 3)])
    return points[kind.bars[:, 0]] - points[kind.bars[:, 1]]


def stated(kind: Kind) -> zw.System:
    """Masses at the moving points; lengths, fixed points and masses are parameters."""

    def lengths(q, p):
        return (across(q, p["fixed"], kind, jnp) ** 2).sum(axis=1) - p["squares"]

    names = [f"bar {i} {j}" for i, j in kind.bars]
    return zw.System(
        lambda p: jnp.repeat(p["masses"], 3),
        lambda p: (-GRAVITY * p["masses"][:, None] * jnp.array([0.0, 0.0, 1.0])).ravel(),
        [zw.Holonomic(lengths, name=names)],
        energy=lambda q, qd, p: (
            0.5 * (jnp.repeat(p["masses"], 3) * qd) @ qd + GRAVITY * p["masses"] @ q[2::3]
        ),
    )


# -- linkages --------------------------------------------------------------------------------------


def on_sphere(rng: Any) -> tuple[np.ndarray, str]:
    """B, C; then A, D and the centre."""
    sort = rng.choice(["any", "one circle", "kite", "equal opposite"])
    a, b, c, d = rng.uniform(0.4, 1.3, 4)
    if sort == "one circle":
        d = a + b - c if rng.random() < 0.5 else abs(b + c - a)
    elif sort == "kite":
        b, d = c, a
    elif sort == "equal opposite":
        c, d = a, b
    theta, side = rng.uniform(-np.pi, np.pi), rng.choice([-1.0, 1.0])
    A, D = np.array([1.0, 0.0, 0.0]), np.array([np.cos(d), np.sin(d), 0.0])
    B = np.array([np.cos(a), np.sin(a) * np.cos(theta), np.sin(a) * np.sin(theta)])
    # C = x B + y D + z n with C·B = cos b, C·D = cos c, |C| = 1.
    x, y = np.linalg.solve([[1.0, B @ D], [B @ D, 1.0]], [np.cos(b), np.cos(c)])
    flat, n = x * B + y * D, np.cross(B, D)
    C = flat + side * np.sqrt(1.0 - flat @ flat) * n / np.linalg.norm(n)
    turn = np.linalg.qr(rng.normal(size=(3, 3)))[0]
    return np.stack([B, C, A, D, 0.0 * A]) @ turn.T, f"sphere, {sort}"


def bennett(rng: Any) -> tuple[np.ndarray, str]:
    """Two points of each of the hinges 2 and 3; then of 1 and 4."""
    a, alpha, beta = rng.uniform(0.5, 2.0), *rng.uniform(0.3, np.pi - 0.3, 2)
    b, theta = a * np.sin(beta) / np.sin(alpha), rng.uniform(-np.pi, np.pi)
    ratio = np.sin((beta + alpha) / 2) / np.sin((beta - alpha) / 2)
    other = 2 * np.arctan(ratio / np.tan(theta / 2))

    def link(angle, length, twist):
        c, s, k, w = np.cos(angle), np.sin(angle), np.cos(twist), np.sin(twist)
        rows = [[c, -s * k, s * w, length * c], [s, c * k, -c * w, length * s], [0, w, k, 0]]
        return np.array([*rows, [0, 0, 0, 1]])

    one = link(theta, a, alpha)
    two = one @ link(other, b, beta)
    three = two @ link(-theta, a, alpha)
    ends = [(T[:3, 3], T[:3, 3] + T[:3, 2]) for T in (one, two, np.eye(4), three)]
    turn = np.linalg.qr(rng.normal(size=(3, 3)))[0]
    return np.concatenate(ends) @ turn.T, "Bennett"


def with_balls(rng: Any) -> tuple[np.ndarray, str]:
    """P, R; then two points of the axis of each."""
    sort = rng.choice(["any", "parallelogram"])
    axes = rng.normal(size=(2, 3))
    feet, arms = rng.normal(size=(2, 3)), rng.normal(size=(2, 3))
    if sort == "parallelogram":
        axes[1], arms[1] = axes[0], arms[0]
        feet[1] = feet[0] + np.cross(axes[0], rng.normal(size=3))
    arms -= (arms * axes).sum(1, keepdims=True) * axes / (axes * axes).sum(1, keepdims=True)
    ends = [feet[0], feet[0] + axes[0], feet[1], feet[1] + axes[1]]
    return np.stack([*(feet + arms), *ends]), f"balls, {sort}"


SPHERE = Kind(2, np.array([[0, 4], [1, 4], [0, 2], [0, 1], [1, 3]]), on_sphere)
BALLS = Kind(2, np.array([[0, 2], [0, 3], [1, 4], [1, 5], [0, 1]]), with_balls)
PAIRS = [[i, j] for i in (0, 1) for j in (2, 3, 4, 5)] + [[i, j] for i in (2, 3) for j in (6, 7)]
HINGES = Kind(4, np.array([[0, 1], [2, 3], *PAIRS]), bennett)
KINDS = (SPHERE, HINGES, BALLS)


# -- the judge -------------------------------------------------------------------------------------


class Curve:
    """The curve of one freedom, s its length in the metric: s̈ = Q·τ, q̇ = ṡ τ. For many members."""

    def __init__(self, kind: Kind, p: dict[str, np.ndarray], finer: int = 1):
        self.step, self.nearly = STEP / finer, NEARLY / finer
        self.kind, self.p, self.root = kind, p, np.sqrt(np.repeat(p["masses"], 3, axis=1))
        self.force = np.zeros_like(self.root)
        self.force[:, 2::3] = -GRAVITY * p["masses"]

    def rows(self, q):
        points = np.concatenate([q, self.p["fixed"]], axis=1).reshape(len(q), -1, 3)
        i, j = self.kind.bars.T
        bar = points[:, i] - points[:, j]
        A = np.zeros((len(q), len(i), points.shape[1], 3))
        A[:, np.arange(len(i)), i], A[:, np.arange(len(i)), j] = 2 * bar, -2 * bar
        A = A[:, :, : self.kind.moving].reshape(len(q), len(i), -1) / self.root[:, None]
        return (bar**2).sum(2) - self.p["squares"], A

    def back(self, q):
        for _ in range(3):
            rest, A = self.rows(q)
            q = q - (np.linalg.pinv(A, rcond=1e-5) @ rest[..., None])[..., 0] / self.root
        return q

    def tangent(self, q, former):
        """Of the directions that change no length, or nearly none, the nearest to the former."""
        _, A = self.rows(q)
        A /= np.linalg.norm(A, axis=2, keepdims=True)
        _, S, V = np.linalg.svd(A)
        S = np.concatenate([S, np.zeros((len(q), V.shape[1] - S.shape[1]))], axis=1)
        part = np.where(S < self.nearly, (V @ former[..., None])[..., 0], 0.0)
        part[:, -1] = (V[:, -1] * former).sum(1)
        found = (part[:, None] @ V)[:, 0]
        return found / np.linalg.norm(found, axis=1, keepdims=True)

    def run(self, q, qd, end):
        speed = np.linalg.norm(qd * self.root, axis=1)
        tau = qd * self.root / speed[:, None]
        pull = lambda tau: (self.force / self.root * tau).sum(1)
        for _ in range(round(end / self.step)):
            tau, h = self.tangent(q, tau), self.step
            middle = self.back(q + h / 2 * speed[:, None] * tau / self.root)
            half, mid = speed + h / 2 * pull(tau), self.tangent(middle, tau)
            q = self.back(q + h * half[:, None] * mid / self.root)
            speed, tau = speed + h * pull(mid), mid
        return q


# -- the soak --------------------------------------------------------------------------------------


def members(kind: Kind, count: int, rng: Any) -> tuple[np.ndarray, np.ndarray, dict, list[str]]:
    """Starts, parameters and sorts; only such as move."""
    found = []
    while len(found) < count:
        with np.errstate(invalid="ignore", divide="ignore"):
            points, sort = kind.draw(rng)
        if not np.isfinite(points).all() or np.abs(points).max() > 10.0:
            continue
        q, fixed = points[: kind.moving].ravel(), points[kind.moving :].ravel()
        p = {"fixed": fixed, "masses": rng.uniform(0.5, 2.0, kind.moving)}
        p["squares"] = (across(q, fixed, kind, np) ** 2).sum(1)
        curve = Curve(kind, {name: x[None] for name, x in p.items()})
        _, S, V = np.linalg.svd(curve.rows(q[None])[1][0])
        if S[len(q) - 2] > 0.05 * S[0]:  # one freedom, and not at a singular configuration
            speed = rng.choice([-1.0, 1.0]) * rng.uniform(1.0, 5.0)
            found.append((q, speed * V[-1] / curve.root[0], p, sort))
    q, qd, p, sorts = zip(*found, strict=True)
    return np.stack(q), np.stack(qd), {k: np.stack([x[k] for x in p]) for k in p[0]}, list(sorts)


def main(count: int, seed: int, end: float) -> int:
    """A line for each sort; how many were wrong and silent."""
    rng, bad = np.random.default_rng(seed), 0
    for kind in KINDS:
        q, qd, p, sorts = members(kind, count // len(KINDS), rng)
        given = {name: jnp.asarray(x) for name, x in p.items()}
        found = zw.simulate_many(stated(kind), q, qd, (0.0, end), given, rtol=1e-9)
        ok, last = np.asarray(found.status) == zw.Status.OK, np.asarray(found.q).reshape(q.shape)
        curve = Curve(kind, p)
        rest = np.abs(curve.rows(last)[0]).max(1) / p["squares"].max(1)
        v, m = np.asarray(found.qd).reshape(q.shape), np.repeat(p["masses"], 3, axis=1)
        energy = lambda q, v, m=m: 0.5 * (m * v * v).sum(1) + GRAVITY * (m * q)[:, 2::3].sum(1)
        size = 0.5 * (m * qd * qd).sum(1) + GRAVITY * m.sum(1)
        lost = np.abs(energy(last, v) - energy(q, qd)) > KEPT * size
        apart = np.abs(curve.run(q, qd, end) - last).max(1)
        off = ok & ~(apart < APART * np.abs(last).max(1))
        if off.any():
            again = Curve(kind, {name: x[off] for name, x in p.items()}, FINER)
            apart[off] = np.abs(again.run(q[off], qd[off], end) - last[off]).max(1)
        off &= ~(apart < APART * np.abs(last).max(1))
        wrong = ok & (lost | (rest > MET))
        for sort in sorted(set(sorts)):
            own = np.array(sorts) == sort
            names = Counter(zw.Status(int(x)).name for x in np.asarray(found.status)[own])
            crossed = np.asarray(found.crossings)[own]
            print(
                f"{sort}: {own.sum()} motions, {dict(names)}; {(crossed > 0).sum()} crossed "
                f"{crossed.sum()} times; energy or residual lost {(wrong & own).sum()}, off the "
                f"judge {(off & own).sum()}",
                flush=True,
            )
        for i in np.flatnonzero(off | wrong)[:8]:
            print(f"  {sorts[i]} member {i}: apart {apart[i]:.1e}, {found.crossings[i]} crossings")
        bad += int((off | wrong).sum())
    return bad


if __name__ == "__main__":
    words = sys.argv[1:]
    count, seed = (int(words[i]) if len(words) > i else (600, 0)[i] for i in range(2))
    sys.exit(main(count, seed, float(words[2]) if len(words) > 2 else 1.0) > 0)
