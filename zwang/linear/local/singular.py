r"""Whether constraints lose rank in a state that they have beside it.

With rows A of rank less than their number there are w with wᵀA = 0. Where the rank is the same on
the constraints around, such w exist there too, and the derivative of wᵀA = 0 along a direction y
that the constraints leave free gives with A N = 0

    wᵀ (∂A/∂q y) N = 0.

Otherwise rows that follow from others in the state do not beside it: what N leaves free to first
order is not free, and there are no small motions along all of it.
"""

from __future__ import annotations

import numpy as np

from zwang.linear.local.reduced import Reduced

VARIES = 1e-6  # what counts, in parts of the change of all rows
PART = 0.05  # of w, without which a row has no part in it


def lost(found: Reduced) -> str:
    """Names of the constraints that lose rank in the state, with commas; empty if none do."""
    metric, (f_q, f_v), count = found.metric, found.sizes, found.variation.rows.velocities
    rank = len(metric.L) - f_v
    if rank >= count or not f_q or not f_v:
        return ""
    w = np.linalg.svd(metric.Y[:, :count])[2][rank:]
    N = metric.L.T @ found.basis.N
    length = metric.size(found.x.q) or metric.size(np.ones_like(found.x.q))
    changes = _changes(found, found.basis.q[:f_q])[:, :count]
    off = w @ changes @ N
    size = max(1.0 / length, np.linalg.norm(changes, axis=(1, 2)).max())
    if np.abs(off).max() <= VARIES * size:
        return ""
    # w is given up to a rotation: that which changes most.
    u = np.linalg.svd(off.transpose(1, 0, 2).reshape(len(w), -1))[0][:, 0]
    parts = np.abs(u @ w)
    names = found.variation.rows.names[:count]
    return ", ".join(
        dict.fromkeys(name for name, x in zip(names, parts, strict=True) if x >= PART * parts.max())
    )


def _changes(found: Reduced, y: np.ndarray) -> np.ndarray:
    """∂Yᵀ/∂q y (D, m, n) along directions y (D, n), the rows in the metric of the state.

    A q̈ − b holds q̈ in A q̈ alone: (∂A/∂q y) a is what its change has more of with a than with zero.
    """
    variation, x, metric, m = found.variation, found.x, found.metric, found.variation.m
    ends = np.linalg.inv(metric.L)  # of length one in the metric, one in each row
    known = variation.turning(x, y)
    if known is not None:
        return np.stack([part @ ends.T for part in known]) / metric.lengths[:, None]
    along, lam = variation.direction(len(y), q=y), variation.blank[1]
    rows = lambda a: variation.change(x, a, lam, along).rows[:, :m]
    change = np.stack([rows(a) for a in ends], axis=2) - rows(np.zeros(len(ends)))[:, :, None]
    return change / metric.lengths[:, None]
