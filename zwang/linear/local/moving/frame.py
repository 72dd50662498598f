r"""The frame that moves along with a steady motion.

If time does not enter and ξ(q) = Ξ q + c is a symmetry with

    q̇ = ξ(q),      q̈ = Ξ q̇

in a state, the motion from there is q(t) = g(t) q, with g(t) the flow of ξ: seen from a frame that
moves along it rests, and small motions about it have constant coefficients. The coordinates of that
frame are g(t)⁻¹q, at the moment when it passes those of the system

    δσ = δq,    δσ̇ = δq̇ − Ξ δq,    δσ̈ = δq̈ − 2 Ξ δq̇ + Ξ² δq.

Several symmetries may carry it alike: of points that turn about their centre of mass, that one does
not move, whether it is turned too or not. What need not turn does not, so that frequencies are
those seen in the world.

That a motion goes where a symmetry carries it tells nothing about stability, which is that of the
other directions.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from zwang.linear.local.moving.later import pace_of
from zwang.linear.local.moving.symmetry import Fields, speed_of, symmetries
from zwang.linear.local.reduced import Reduced, forces, rounding
from zwang.linear.local.tangent import Frame, Metric

CARRIED = 1e-9  # of the velocity and of all forces, what a symmetry may leave unexplained
NONE = 1e-9  # weights of symmetries that count as none


def frame_of(found: Reduced, timely: bool = True) -> Frame | None:
    """The frame in which a state that moves rests, or one in which all stays as it is.

    What rests while constraints move, as a bead on the axis of its hoop, is seen from a frame that
    moves along with these. None where there is no such frame.
    """
    x = found.x
    in_time = found.variation.in_time
    if not (x.qd.any() or in_time) or not len(found.A) or (in_time and not timely):
        return None
    return carried(found, symmetries(found, pace_of(found)))


def carried(found: Reduced, own: Fields) -> Frame | None:
    """The frame of the symmetry that carries the motion on; None if none does."""
    own, later = own.apart()
    if later is None:  # what time does by itself is nothing
        later = own.combined(np.zeros((len(own.c), 1)))
        if found.variation.in_time:
            return None
    x, metric, pace = found.x, found.metric, pace_of(found)
    q, qd = own.of(x.q), own.Xi @ x.qd
    Xi, c = later.Xi[0], later.c[0]
    if len(own.c):
        rows = np.concatenate([q @ metric.L, qd @ metric.L / pace], axis=1).T
        left = x.qd - later.of(x.q)[0], (found.a - later.Xi[0] @ x.qd) / pace
        weights = _least(own, later, metric, rows, np.concatenate(left @ metric.L))
        one = own.combined(weights[:, None])
        Xi, c = Xi + one.Xi[0], c + one.c[0]
    velocity, force = metric.size(Xi @ x.q + c - x.qd), metric.size(Xi @ x.qd - found.a)
    allowed = max(
        CARRIED * forces(found), 1e3 * rounding(found), CARRIED * pace * metric.size(x.qd)
    )
    if velocity > CARRIED * speed_of(found, pace) or force > allowed:
        return None
    # Fields are of size one: those that are nothing in this state carry it nowhere.
    sizes = pace * np.linalg.norm(q @ metric.L, axis=1) + np.linalg.norm(qd @ metric.L, axis=1)
    return Frame(Xi, c, q[sizes > NONE], qd[sizes > NONE])


def _least(
    own: Fields, later: Fields, metric: Metric, rows: np.ndarray, right: np.ndarray
) -> np.ndarray:
    """Weights (K,) with rows @ weights = right, of which the sum with ``later`` turns least."""
    sizes = np.linalg.norm(rows, axis=0)
    units = 1.0 / np.where(sizes > NONE * sizes.max(), sizes, 1.0)
    U, S, Vt = np.linalg.svd(rows * units)
    rank = int((S > NONE * S[0]).sum())
    weights, same = Vt[:rank].T @ ((U.T @ right)[:rank] / S[:rank]), Vt[rank:].T
    for parts, fixed in zip(_dear(own, metric), _dear(later, metric), strict=True):
        parts = parts * units
        U, S, Vt = np.linalg.svd(parts @ same, full_matrices=False)
        count = int((S > NONE * np.linalg.norm(parts)).sum())
        change = Vt[:count].T @ ((U.T @ (parts @ weights + fixed[:, 0]))[:count] / S[:count])
        weights, same = weights - same @ change, same @ _beyond(Vt[:count])
    return units * weights


def _dear(own: Fields, metric: Metric) -> Iterator[np.ndarray]:
    """What is to be least in the sum of fields, in this order: columns (…, K), one for each field.

    Of sums that do the same that is taken which turns least, ‖LᵀΞ L⁻ᵀ‖, by the dearest of the
    fields tried; then by the next. In the metric, so that no choice of coordinates enters.
    """
    L = metric.L
    for price in sorted(set(own.tried.prices.tolist()), reverse=True):
        Xi, c = own.priced(price)
        yield np.linalg.solve(L, (L.T @ Xi).swapaxes(1, 2)).reshape(len(c), -1).T
        yield L.T @ c.T


def _beyond(rows: np.ndarray) -> np.ndarray:
    """Columns (k, k - r) of length one that are orthogonal to rows (r, k) which are so."""
    return np.linalg.qr(rows.T, mode="complete")[0][:, len(rows) :]
