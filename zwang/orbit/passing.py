"""The least and the largest that the coordinates of a motion come to, between its rows too.

Where a velocity changes its sign from one row to the next, the cubic through both velocities and
accelerations says when it is zero. The motion is asked for its state then, and from there

    q* = q − q̇² / (2 q̈),

whose error is of third order in a time that is small already.
"""

from __future__ import annotations

import numpy as np

from zwang.motion.motion import Motion
from zwang.motion.resample import at

STEPS = 8  # of Newton's method for the zero of the cubic


def extremes(motion: Motion) -> tuple[np.ndarray, np.ndarray]:
    """The least and the largest of each coordinate, (n,) each.

    Parameters
    ----------
    motion : one, with its System
    """
    q, qd = np.asarray(motion.q), np.asarray(motion.qd)
    row, place = np.nonzero(qd[:-1] * qd[1:] < 0)
    if not len(row):
        return q.min(axis=0), q.max(axis=0)
    t = np.asarray(motion.t)
    times, back = np.unique(_zeros(motion, row, place), return_inverse=True)
    there = at(motion, np.clip(times, t[0], t[-1]))
    mine = np.reshape(back, -1), place
    speed, bend = np.asarray(there.qd)[mine], np.asarray(there.qdd)[mine]
    flat = bend == 0.0
    turned = np.asarray(there.q)[mine] - np.where(
        flat, 0.0, speed**2 / (2.0 * np.where(flat, 1.0, bend))
    )
    low, high = q.min(axis=0), q.max(axis=0)
    np.minimum.at(low, place, turned)
    np.maximum.at(high, place, turned)
    return low, high


def _zeros(motion: Motion, row: np.ndarray, place: np.ndarray) -> np.ndarray:
    """When velocities are zero, after these rows: by Newton's method, kept between the two."""
    t, qd, qdd = (np.asarray(x) for x in (motion.t, motion.qd, motion.qdd))
    h = t[row + 1] - t[row]
    v0, v1 = qd[row, place], qd[row + 1, place]
    a0, a1 = h * qdd[row, place], h * qdd[row + 1, place]
    c2, c3 = 3 * (v1 - v0) - 2 * a0 - a1, 2 * (v0 - v1) + a0 + a1
    s = v0 / (v0 - v1)
    for _ in range(STEPS):
        value = v0 + s * (a0 + s * (c2 + s * c3))
        slope = a0 + s * (2 * c2 + s * 3 * c3)
        s = np.clip(s - value / np.where(slope == 0.0, np.inf, slope), 0.0, 1.0)
    return t[row] + s * h
