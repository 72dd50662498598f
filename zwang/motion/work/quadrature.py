r"""Integrals along a motion, from row to row.

Between two rows the motion goes on from the first of them, as ``motion.at`` does, to the 15 nodes
of Kronrod. The 7 of Gauss among them say how far the integral is off; an interval that is off by
too much is halved. An interval of a motion with reported times may hold many steps, so it is
divided before, into as many parts as there were steps on the average.

References
----------
The estimate of the error is that of QUADPACK: (200 δ / s)^1.5 s, with δ the difference of the
two rules and s the integral of the distance from the mean.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from zwang.motion.motion import Motion
from zwang.motion.resample import at

# Nodes of the rule of Kronrod with 15 nodes on [−1, 1], weights of it and of that of Gauss with 7.
HALF = (
    (0.9914553711208126, 0.0229353220105292, 0.0),
    (0.9491079123427585, 0.0630920926299786, 0.1294849661688697),
    (0.8648644233597691, 0.1047900103222502, 0.0),
    (0.7415311855993945, 0.1406532597155259, 0.2797053914892767),
    (0.5860872354676911, 0.1690047266392679, 0.0),
    (0.4058451513773972, 0.1903505780647854, 0.3818300505051189),
    (0.2077849550078985, 0.2044329400752989, 0.0),
)
MIDDLE = (0.0, 0.2094821410847278, 0.4179591836734694)
NODES, KRONROD, GAUSS = np.array(
    [(-x, *w) for x, *w in HALF] + [MIDDLE] + [(x, *w) for x, *w in HALF[::-1]]
).T
WANTED = 1e-12  # error of all integrals together, in parts of what is turned over
NEAR = 4  # the same around a singular configuration
AT_ONCE = 500_000  # coordinates and rows of all states that are looked at together
PASSES = 32  # how often intervals are halved: where a force jumps, down to rounding


def along(
    motion: Motion, integrand: Callable[[Motion], Any], size: float
) -> tuple[np.ndarray, np.ndarray, float]:
    """Integrals (k, T) from the first row of a motion to each, of f and of |f|, and their error."""
    left, right, row = _intervals(motion)
    count = len(motion)
    if not len(left):  # a motion that ended where it began
        nothing = np.zeros((len(integrand(motion)), count))
        return nothing, nothing, 0.0
    if len(left) > count - 1:  # from rows so far apart every look would be a long way
        motion = at(motion, np.append(left, right[-1]))
    panels: list[tuple[np.ndarray, ...]] = []
    for i in range(PASSES + 1):
        found = _panels(motion, integrand, left, right)
        whole = sum(x[1].sum() for x in (found, *panels)) + size
        # Of rounding there is always some.
        share = WANTED * whole * np.sqrt((right - left) / (motion.t[-1] - motion.t[0]))
        good = (found[2] <= share) | (i == PASSES) | (np.isinf(found[2]) & (i >= NEAR))
        found[2][good & np.isinf(found[2])] = 0.0
        panels.append((*(x[..., good] for x in found), row[good]))
        if good.all():
            break
        left, right, row = (x[~good] for x in (left, right, row))
        middle = (left + right) / 2
        left, right = np.concatenate([left, middle]), np.concatenate([middle, right])
        row = np.concatenate([row, row])
    integrals, sizes, error, rows = (np.concatenate(x, axis=-1) for x in zip(*panels, strict=True))
    steps = np.zeros((2, count, len(integrals)))
    for to, x in zip(steps, (integrals, sizes), strict=True):
        np.add.at(to, rows + 1, x.T)
    done, passed = steps.cumsum(axis=1)
    return done.T, passed.T, float(error.sum())


def _intervals(motion: Motion) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Ends of the intervals to begin with, and the row that each begins behind."""
    t, steps = np.asarray(motion.t), motion.stats.get("accepted", 0)
    parts = max(1, int(np.ceil(steps / max(1, len(t) - 1))))
    inner = np.arange(parts + 1) / parts
    edges = t[:-1, None] + np.diff(t)[:, None] * inner
    edges[:, -1] = t[1:]
    rows = np.repeat(np.arange(len(t) - 1), parts)
    return edges[:, :-1].ravel(), edges[:, 1:].ravel(), rows


def _panels(
    motion: Motion, integrand: Callable[[Motion], Any], left: np.ndarray, right: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Of each interval the integrals of f and of |f| (k, N), and their error (N,)."""
    half = (right - left)[:, None] / 2
    times = np.clip(left[:, None] + half * (1 + NODES), left[:, None], right[:, None])
    f = _values(motion, integrand, times)
    # In a singular configuration some forces are not determined: come nearer, from both sides.
    lost = np.isnan(f).any(axis=(0, 2))
    f = np.nan_to_num(f)
    integral, rough = (half[:, 0] * (f @ weights) for weights in (KRONROD, GAUSS))
    # Where a force jumps, halves become so short that both ends are one number.
    mean = integral / np.where(right > left, right - left, 1.0)
    spread = half[:, 0] * (np.abs(f - mean[..., None]) @ KRONROD)
    off = np.abs(integral - rough)
    ratio = np.minimum(1.0, (200 * off / np.where(spread > 0, spread, 1.0)) ** 1.5)
    error = np.where(lost, np.inf, (spread * ratio).sum(axis=0))
    return integral, half[:, 0] * (np.abs(f) @ KRONROD), error


def _values(motion: Motion, integrand: Callable[[Motion], Any], times: np.ndarray) -> np.ndarray:
    """f (k, N, nodes) at all times, from whole states and rows of a few intervals at once."""
    state = motion.q.shape[1] + len(motion.rows.names)
    some = max(1, AT_ONCE // (times.shape[1] * state))
    found = [
        np.asarray(integrand(at(motion, times[i : i + some].ravel())))
        for i in range(0, len(times), some)
    ]
    return np.concatenate(found, axis=1).reshape(-1, *times.shape)
