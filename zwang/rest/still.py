r"""Constraints on velocities at rest: they are conditions on q.

A row such as q̇ + 2 (q − ½) = 0 asks something of a state of rest too: with q̇ = 0

    φ(q, t) = 0,    ψ(q, 0, t) = 0,    φ_t(q, t) = 0.

The rows of the last two that depend on q stand beside those of φ, each of length one in the metric.
Where all are zero whatever q is, as of wheels that roll, rest asks for nothing more.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from zwang.base.arrays import solve_lower
from zwang.linear.local.onto import MET, NEARLY, least
from zwang.linear.local.tangent import Metric, metric_of
from zwang.linear.local.variation import State, Variation

ITERATIONS = 60
FAR = 1e2  # of the size of q and of the first step, how far rest is looked for
NONE = 1e-12  # of the other rows' lengths, those of rows that do not depend on q


class Still(NamedTuple):
    """What constraints on velocities ask of q at rest."""

    rows: np.ndarray  # (k, n) derivatives by q of those that depend on it
    left: np.ndarray  # (k,) what remains of them
    lengths: np.ndarray  # (k,) of the rows in the metric
    others: float  # the largest that remains of the rest, in parts of their lengths in q̇
    pace: float  # the largest rate with which a row asks q̇ for q


def still(variation: Variation, x: State, metric: Metric) -> Still:
    """The rows in a state, as if it were at rest."""
    n, k = variation.n, variation.rows.velocities
    x = x._replace(qd=np.zeros(n))
    left = variation.matrices(x).velocity
    along = variation.direction(n, q=np.eye(n))
    D = variation.velocity_along(x, along).T
    lengths = np.linalg.norm(np.asarray(solve_lower(metric.L, D.T, np)), axis=0)
    # A row's length by q over that by q̇ is a rate, however the row is written.
    paces = lengths / metric.lengths[:k]
    pace = float(paces.max(initial=0.0))
    # That of a drive by sin(θ − ω t) is rounding beside ω, which no q makes zero.
    size = metric.size(x.q) or metric.size(np.ones(n))
    some = (paces > NONE * pace) & (paces > 0.0) & (lengths * size > NONE * np.abs(left))
    others = np.abs(left / metric.lengths[:k])[~some].max(initial=0.0)
    return Still(D[some], left[some], lengths[some], float(others), pace)


def onto_still(
    variation: Variation, x: State, held: Callable | None = None, size: float = 0.0
) -> np.ndarray | None:
    """The nearest q (n,) at which the system may rest, or nearly; None if there is none near."""
    h, best, start, reach = variation.rows.positions, np.inf, x.q, None
    for _ in range(ITERATIONS):
        at = variation.matrices(x)
        if not all(np.isfinite(part).all() for part in (at.phi, at.A, at.M, at.F, at.b)):
            return None
        metric = metric_of(at)
        rest = still(variation, x, metric)
        size = max(size, metric.size(x.q))
        parts = np.append(at.phi / metric.lengths[:h], rest.left / rest.lengths)
        off = float(np.abs(parts).max(initial=0.0))
        if off <= MET * size or (off >= 0.9 * best and off <= NEARLY * size):
            return x.q if rest.others <= MET * rest.pace * size else None
        best = min(best, off)
        rows, right = np.concatenate([at.A[:h], rest.rows]), np.append(-at.phi, -rest.left)
        if held is not None:
            S = held(at, metric)
            rows, right = np.concatenate([rows, S]), np.append(right, np.zeros(len(S)))
        change = least(metric, rows, right)
        start, reach = (
            (x.q, FAR * (size + metric.size(change))) if reach is None else (start, reach)
        )
        x = x._replace(q=x.q + change)
        if not metric.size(x.q - start) <= reach:  # beside a q that runs off all is small
            return None
    return None
