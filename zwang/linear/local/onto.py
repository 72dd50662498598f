"""The least change that brings a configuration onto its constraints, in the metric M."""

from __future__ import annotations

from typing import Any

import numpy as np

from zwang.base.arrays import solve_lower
from zwang.linear.local.state.held import shortest
from zwang.linear.local.tangent import TANGENT_RANK, Metric, metric_of
from zwang.linear.local.variation import State, Variation
from zwang.solvers import rank as rules

ITERATIONS = 60
WASTED = 8  # steps in a row that bring it no nearer: there is nothing near
# What may remain of a constraint, in parts of the size of q; NEARLY: where no step makes it less.
MET, NEARLY = 1e-13, 1e-11


def least(metric: Metric, rows: np.ndarray, right: np.ndarray) -> np.ndarray:
    """The least x (n,), in the metric, with rows x = right. Shapes: rows (k, n), right (k,)."""
    if not len(rows):
        return np.zeros(len(metric.L))
    Y = np.asarray(solve_lower(metric.L, rows.T, np))
    lengths = np.asarray(rules.lengths_of(Y, np))
    y = shortest(Y / lengths, (right / lengths)[:, None], TANGENT_RANK)
    return np.asarray(solve_lower(metric.L, y, np, transpose=True))[:, 0]


def onto(variation: Variation, x: State, held: Any = None) -> np.ndarray | None:
    """The nearest q (n,) on the constraints, or nearly; None if there is none near."""
    h, best, W, wasted = variation.rows.positions, np.inf, None, 0
    if not h:
        return x.q
    for _ in range(ITERATIONS):
        at = variation.bare(x, W=W)
        W = at.W
        if not all(np.isfinite(part).all() for part in (at.phi, at.A, at.M)):
            return None
        metric = metric_of(at)
        off, size = float(np.abs(at.phi / metric.lengths[:h]).max()), metric.size(x.q)
        if off <= MET * size or (off >= 0.9 * best and off <= NEARLY * size):
            return x.q
        wasted = 0 if off < 0.9 * best else wasted + 1
        if wasted > WASTED:
            return None
        best = min(best, off)
        rows, right = at.A[:h], -at.phi
        if held is not None:
            S = held(at, metric)
            rows, right = np.concatenate([rows, S]), np.append(right, np.zeros(len(S)))
        x = x._replace(q=x.q + least(metric, rows, right))
    return None
