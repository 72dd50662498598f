"""Bodies on more supports than they need: nothing is refused, what is locked stays where it is.

Run: python benchmarks/soak_supports.py [first [count]]

One seed is one body: in the plane or in space, on pins, welds, balls, hinges and rods, at random
places or at those of a drawing; units, weights, distances from the origin over powers of ten. The
judge is the rank of the supports' rows on a velocity and a rate, apart from all coordinates.
A locked body stays, and its reactions balance its weight; one that may move keeps its energy. Seeds
are numbered, so a run goes on where another ended.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from typing import NamedTuple

import numpy as np

import zwang as zw

KINDS = {False: ("ball", "hinge", "weld", "rod"), True: ("pin", "weld", "rod")}
STAYS, BALANCES, KEEPS = 1e-12, 1e-9, 1e-6  # of the size; of the weight; of the energy
EACH, REPORTED = 250, 50  # of how many reactions are looked at one by one; when it is reported
MOST_STEPS = 20_000  # for a motion that creeps is none that goes on
SPAN = 1.0  # in times that the body needs to fall by its own size


class Case(NamedTuple):
    """A body on supports, its size and weight, and whether it is locked."""

    mechanism: zw.Mechanism
    size: float
    weight: np.ndarray
    time: float
    locked: bool
    text: str


def drawn(rng: np.random.Generator, count: int) -> np.ndarray:
    """Points of a body (count, 3): at random, or on a line, a square or a grid."""
    way = rng.integers(4)
    x = rng.integers(-2, 3, (count, 3)) / 2.0 if way else rng.normal(size=(count, 3))
    if way == 2:
        x[:, 1:] = 0.0
    elif way == 3:
        x[:, 2] = 0.0
    return x


def turn(rng: np.random.Generator, planar: bool) -> tuple[np.ndarray, np.ndarray]:
    """A quaternion and its matrix: none, a quarter, or any."""
    half = rng.choice([0.0, np.pi / 4, rng.uniform(-np.pi, np.pi)])
    axis = np.eye(3)[2] if planar else rng.normal(size=3) if rng.random() < 0.5 else np.eye(3)[0]
    axis = axis / np.linalg.norm(axis)
    K = np.cross(np.eye(3), axis)
    R = np.eye(3) - np.sin(2 * half) * K + (1 - np.cos(2 * half)) * K @ K
    return np.r_[np.cos(half), np.sin(half) * axis], R


def rows_of(kind: str, r: np.ndarray, along: np.ndarray) -> np.ndarray:
    """What a support forbids of (v, w), for a point r from the centre: rows (k, 6)."""
    point = np.hstack([np.eye(3), -np.cross(np.eye(3), r)])  # v + w × r
    rates = np.hstack([np.zeros((3, 3)), np.eye(3)])
    across = np.linalg.svd(along[None])[2][1:]
    return {
        "ball": point,
        "pin": point,
        "hinge": np.vstack([point, across @ rates]),
        "weld": np.vstack([point, rates]),
        "rod": along[None] @ point,
    }[kind]


def case(seed: int) -> Case:
    """The body of a seed."""
    rng = np.random.default_rng(seed)
    planar = bool(rng.random() < 0.5)
    unit, mass, fall = 10.0 ** rng.uniform([-3, -3, -2], [3, 3, 2])
    away = rng.choice([0.0, 1.0, 30.0]) * rng.normal(size=3) * unit
    quat, R = turn(rng, planar)
    down = R @ np.eye(3)[0] if rng.random() < 0.5 else rng.normal(size=3)
    if planar:
        away[2] = down[2] = 0.0
        inertia = mass * unit**2 * rng.uniform(0.1, 1.0)
        angle = 2 * np.arctan2(quat[3], quat[0])
        body = zw.PlanarBody(mass, inertia, p_WB=away[:2], angle=angle, name="body")
    else:
        inertia = mass * unit**2 * rng.uniform(0.5, 0.9, 3)
        body = zw.RigidBody(mass, inertia, p_WB=away, quat_WB=quat, name="body")
    g = down / (np.linalg.norm(down) or 1.0) * fall * unit
    mixed, one = rng.random() < 0.5, rng.choice(KINDS[planar])
    count = rng.integers(2, 5) if mixed or one != "rod" else rng.integers(3, 9)
    joints, rows = [], []
    for i, x in enumerate(drawn(rng, count)):
        kind = rng.choice(KINDS[planar]) if mixed else one
        x = x * [1, 1, not planar]
        along = R @ (np.eye(3)[rng.integers(3)] if rng.random() < 0.5 else rng.normal(size=3))
        along = along * [1, 1, not planar]
        if np.linalg.norm(along) < 0.1:
            along = np.eye(3)[0]
        along = along / np.linalg.norm(along)
        at, ends, name = away + R @ x * unit, (zw.GROUND, body), f"{kind} {i}"
        if kind == "weld":
            joints.append(zw.joints.Fixed(*ends, point=at, name=name))
        elif kind == "ball":
            joints.append(zw.joints.Spherical(*ends, point=at, name=name))
        elif kind == "rod":
            far = at + along * unit * rng.uniform(0.5, 2.0)
            joints.append(zw.joints.Distance(*ends, points=(far, at), name=name))
        else:
            axis = np.eye(3)[2] if planar else along
            joints.append(zw.joints.Revolute(*ends, point=at, axis=axis, name=name))
        rows.append(rows_of(kind, R @ x, along))
    A = np.vstack(rows)[:, [0, 1, 5] if planar else slice(None)]
    sigma = np.linalg.svd(A, compute_uv=False)
    rank = int((sigma > 1e-9 * sigma[0]).sum())
    names = ", ".join(joint.name for joint in joints)
    mechanism = zw.Mechanism([body], joints, [zw.Gravity(g)])
    size = unit + np.abs(away).max()
    when = SPAN / np.sqrt(fall)
    locked = rank == A.shape[1]
    near = " (nearly loose)" if locked and sigma[rank - 1] < 1e-3 * sigma[0] else ""
    return Case(mechanism, size, mass * g, when, locked, names + near)


def verdict(body: Case, *, reactions: bool) -> tuple[str, str]:
    """What became of it, by its reactions or all forces together, and what is to be said of it."""
    try:
        span = 0.0, body.time
        motion = body.mechanism.simulate(span, throw=False, max_steps=MOST_STEPS)
    except zw.NumericalError as error:
        return "REFUSED", str(error)
    if motion.status != zw.Status.OK:
        kind = "REFUSED" if motion.t[-1] == 0.0 else "stopped"
        return f"{kind} {zw.Status(motion.status).name}", motion.detail
    if not body.locked:
        lost = np.abs(motion.energy - motion.energy[0]).max()
        allowed = KEEPS * np.linalg.norm(body.weight) * body.size
        return ("free, right", "") if lost <= allowed else ("free, WRONG", f"energy by {lost}")
    away = (np.abs(motion.q - motion.q[0]).max(axis=0) / body.size).max()
    k = 2 if motion.q.shape[1] == 3 else 3  # the first coordinates are those of the centre
    total = motion.Qc[:, :k] + body.weight[:k]
    if reactions:  # each of these is traced for itself
        names = [joint.name for joint in body.mechanism.joints]
        total = sum(motion.reaction(name).force for name in names) + body.weight
    left = np.abs(total).max() / np.linalg.norm(body.weight)
    if away <= STAYS and left <= BALANCES:
        return "locked, right", ""
    return "locked, WRONG", f"it moved by {away:.1e}, of the weight {left:.1e} is not carried"


def main(first: int, count: int) -> int:
    """A line for each that is not right, and a tally; how many were wrong or refused."""
    tally: Counter[str] = Counter()
    began, spent = time.perf_counter(), time.process_time()
    for seed in range(first, first + count):
        body = case(seed)
        found, why = verdict(body, reactions=seed % EACH == 0)
        tally[found] += 1
        if "right" not in found:
            print(f"{seed}: {found}: {body.text}: {why[:200]}", flush=True)
        if (seed + 1) % REPORTED == 0:
            print(f"up to {seed}: {dict(tally)}", flush=True)
    spent = time.process_time() - spent
    print(f"{dict(tally)} in {time.perf_counter() - began:.0f} s, {spent:.0f} s of a processor")
    return sum(n for name, n in tally.items() if "right" not in name)


if __name__ == "__main__":
    given = [int(x) for x in sys.argv[1:]]
    sys.exit(main(*(given + [0, 10_000][len(given) :])) > 0)
