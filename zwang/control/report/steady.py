r"""Whether the linear equation of free directions decides, along a motion that does not rest.

Let z = Z η with directions Z(t) along the controlled motion, orthonormal as ``directions`` has it,
and F the derivative of (q̇, q̈) by (q, q̇). Then

    η̇ = (G − C) η,        G = (T Z)ᵀ T F Z,        C = (T Z)ᵀ T Ż.

Turning Z by an orthogonal O(t) turns G − sym C into its like, and adds OᵀȮ to C: so B = G − sym C
is the matrix in directions that are carried along without turning. A motion is steady if it is
moved by isometries: a vehicle on a straight line or on a circle. Then there are directions that go
with it in which the equation does not change, and against which those carried along turn at a
constant rate, a skew K:

    Ḃ = [K, B],        and  B − K  has the eigenvalues that decide.

K is found from Ḃ, up to what commutes with B, which changes no rate of growth. What [K, B] leaves
of Ḃ tells that the equation changes. So does a B some time later that no turn brings back.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from zwang.control.report.directions import MANY, Frame, State, View, stepped

NEAR, FAR, STEPS = 0.01, 0.25, 48  # steps in parts of the fastest times; how many at most
AHEAD = 1.5  # how far to look, in times in which what decides grows or dies out
SLOWLY = 0.2  # a change of B that leaves the verdict, in parts of the rate that decides, squared
SAME = 1e-3  # a change that is none, in parts of the fastest rate
ASIDE = 1e-2  # how far aside of a state at rest its rest is looked at
STILL = 3e-4  # rates of growth below this part of the fastest are zero


class Equation(NamedTuple):
    """The linear equation in directions that go with the motion."""

    matrix: np.ndarray  # (count, count)
    frame: Frame  # the directions
    steady: bool  # whether it stays as it is, or changes so slowly that it decides


class Point(NamedTuple):
    """C and B in one state."""

    C: np.ndarray
    B: np.ndarray


def growth(matrix: np.ndarray, pace: float) -> float:
    """The fastest rate of growth; zero where it is no more than rounding."""
    found = float(np.linalg.eigvals(matrix).real.max(initial=-np.inf))
    return found if abs(found) > STILL * pace else 0.0


def equation(view: View, x: State, frame: Frame, pace: float, quick: float) -> Equation:
    """The linear equation of the free directions, and whether it decides."""
    here = _point(view, x, frame, np.zeros_like(frame.Z)).B
    if rests(view, x):
        return Equation(here, frame, _rests_on(view, x, frame, pace))
    near = _gone(view, x, min(NEAR / pace, 5 * NEAR / quick), 4)
    if near is None or (len(x.q) > MANY and _hurries(view, near, pace)):
        return Equation(here, frame, False)
    frames = _aligned(view.frame(y) for y in near)
    if any(y.Z.shape != frame.Z.shape for y in frames):
        return Equation(here, frame, False)
    points, h = _between(view, near, frames), near[1].t - near[0].t
    B, skew = points[1].B, (points[1].C - points[1].C.T) / 2
    change = (points[2].B - points[0].B) / (2 * h) - (B @ skew - skew @ B)
    K = _turning(B, change, pace)
    left = np.linalg.norm(change - (K @ B - B @ K)) / np.sqrt(len(B))
    rate = growth(B - K, pace)
    limit = max(SLOWLY * rate**2, SAME * pace**2)
    ahead = left <= limit and _stays(view, near[2], B, rate, pace, quick)
    return Equation(B - K, frames[2], bool(ahead))


def _between(view: View, near: list[State], frames: list[Frame]) -> list[Point]:
    """C and B in the three inner ones of five states, the middle one to a higher order."""
    h, found = near[1].t - near[0].t, []
    for i in (1, 2, 3):
        change = (frames[i + 1].Z - frames[i - 1].Z) / (2 * h)
        if i == 2:
            wide = (frames[4].Z - frames[0].Z) / (4 * h)
            change = (4 * change - wide) / 3
        found.append(_point(view, near[i], frames[i], change))
    return found


def _hurries(view: View, near: list[State], pace: float) -> bool:
    """Whether the kinetic energy changes: then no isometries move it, and a look is saved."""
    energies = [float(x.qd @ view.at(x).M @ x.qd) for x in (near[0], near[-1])]
    change = abs(energies[1] - energies[0]) / (near[-1].t - near[0].t)
    return change > SAME * pace * max(energies)


def rests(view: View, x: State) -> bool:
    """Whether a state rests, but for rounding."""
    found = view.at(x)
    size = lambda y: float(np.sqrt(abs(y @ found.M @ y)))
    own = size(found.qdd) + size(found.command.qdd - found.qdd)
    nothing = 1e-9 * max(size(x.q), np.sqrt(np.trace(found.M) / len(x.q)))
    slow, moved = size(x.qd) * view.tau <= nothing, size(found.command.qdd)
    # Where nothing pushes, as at a pendulum that hangs, all accelerations are rounding.
    return slow and (moved <= 1e-9 * own or moved * view.tau**2 <= nothing)


def _rests_on(view: View, x: State, frame: Frame, pace: float) -> bool:
    """Whether a state rests at later times too, and the control answers there as it does now."""
    count = frame.Z.shape[1]
    some = np.linalg.qr(np.random.default_rng(0).normal(size=(count, min(2, count))))[0]
    beside = [x.moved(ASIDE, z) for z in (frame.Z @ some).T]
    now = [view.at(y) for y in beside]
    for later in (0.37, 1.9, 7.3):
        t = x.t + later / pace
        if not rests(view, x._replace(t=t)):
            return False
        for y, found in zip(beside, now, strict=True):
            off = np.asarray(view.at(y._replace(t=t)).command.qdd - found.command.qdd)
            if not np.sqrt(abs(off @ found.M @ off)) <= SAME * pace**2 * ASIDE:
                return False
    return True


def _point(view: View, x: State, frame: Frame, change: np.ndarray) -> Point:
    Y = frame.T @ frame.Z
    C = Y.T @ frame.T @ change
    return Point(C, Y.T @ frame.T @ view.rates(x, frame.Z) - (C + C.T) / 2)


def _aligned(frames: Iterable[Frame]) -> list[Frame]:
    """Each frame turned to be the nearest to the one before."""
    found: list[Frame] = []
    for frame in frames:
        if found and frame.Z.shape == found[-1].Z.shape:
            U, _, Vt = np.linalg.svd((frame.T @ frame.Z).T @ frame.T @ found[-1].Z)
            frame = frame._replace(Z=frame.Z @ U @ Vt)
        found.append(frame)
    return found


def _turning(B: np.ndarray, change: np.ndarray, pace: float) -> np.ndarray:
    """The least skew K with [K, B] = change, as nearly as can be."""
    c = len(B)
    pairs = [(i, j) for i in range(c) for j in range(i)]
    if not pairs:
        return np.zeros_like(B)
    units = np.zeros((len(pairs), c, c))
    for unit, (i, j) in zip(units, pairs, strict=True):
        unit[i, j], unit[j, i] = 1.0, -1.0
    columns = np.stack([(unit @ B - B @ unit).ravel() for unit in units], 1)
    U, sizes, V = np.linalg.svd(columns, full_matrices=False)
    # What commutes with B but for the rounding of differences is no turn that Ḃ could tell; so of
    # a B that is nothing against the fastest rate, as of angles in which nothing happens.
    told = sizes > SAME * max(float(np.linalg.norm(B)), pace)
    part = V[told].T @ (U[:, told].T @ change.ravel() / sizes[told])
    return np.tensordot(part, units, 1)


def _stays(view: View, x: State, B: np.ndarray, rate: float, pace: float, quick: float) -> bool:
    """Whether the equation is alike for some time ahead: no turn changes its singular values."""
    step = FAR / quick
    span = min(AHEAD / max(abs(rate), 0.1 * pace), STEPS * step)
    near = min(NEAR / pace, 5 * NEAR / quick)
    verdict, limit = np.sign(rate), max(0.5 * abs(rate), SAME * pace)
    for _ in range(3):
        gone = _gone(view, x, span / 3, 1, step)
        neighbours = None if gone is None else _gone(view, gone[1], near, 2)
        if gone is None or neighbours is None:
            return False
        frames = _aligned(view.frame(y) for y in neighbours)
        if any(x.Z.shape[1] != len(B) for x in frames):
            return False
        change = (frames[2].Z - frames[0].Z) / (neighbours[2].t - neighbours[0].t)
        found = _point(view, neighbours[1], frames[1], change).B
        if not _alike(found, B, limit) or (verdict and growth(found, pace) * verdict < 0):
            return False
        x = gone[1]
    return True


def _alike(one: np.ndarray, other: np.ndarray, limit: float) -> bool:
    """Whether two matrices have the same singular values and eigenvalues, as nearly as told."""
    singular = [np.linalg.svd(x, compute_uv=False) for x in (one, other)]
    values = [np.sort(np.linalg.eigvals(x).real) for x in (one, other)]
    return all(np.abs(a - b).max(initial=0.0) <= limit for a, b in (singular, values))


def _gone(view: View, x: State, h: float, times: int, step: float = np.inf) -> list[State] | None:
    """States of the controlled motion, a time h apart, by Runge and Kutta; None if it ends."""
    found = [x]
    pieces = max(1, int(np.ceil(h / step)))
    for _ in range(times * pieces):
        x, goes_on, *_ = stepped(view.look, x, h / pieces)
        if not goes_on or not np.isfinite([*x.q, *x.qd]).all():
            return None
        found.append(x)
    return found[::pieces]
