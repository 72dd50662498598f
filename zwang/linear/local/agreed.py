r"""Whether rows that depend on each other agree on what an input asks of them.

A X = r, with rows of A that follow from others, has a solution only if r follows from itself alike:
with P, the projector onto the scaled multipliers that exert no force, P r = 0. Where it is not, no
motion follows the input; the least squares would answer with a mean of what the rows ask for.
Likewise a function of λ has one value only if it stays the same along P.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from zwang.consistency.independence import NOT_ALIKE, SURELY, null_projector
from zwang.linear.local.reduced import ROUNDING, Reduced
from zwang.linear.local.tangent import TANGENT_RANK, Metric

# What dependent rows may differ by, in parts of all that is asked of the rows. Rows that count as
# independent differ by 1e-9 or more, which lets rounding enter P by some 1e-7.
AGREE = 1e-6


def require_agreed(
    reduced: Reduced, count: int, parts: Sequence[np.ndarray], floor: float, what: str
) -> None:
    """Raise where an input asks of dependent rows what they cannot meet together.

    Shapes: parts (count,).
    """
    scaled = [part / reduced.metric.lengths[:count] for part in parts]
    whole = sum(float(np.linalg.norm(part)) for part in scaled)
    if not whole > floor:
        return
    off = np.abs(_projector(reduced.metric, count) @ sum(scaled))
    if np.linalg.norm(off) <= AGREE * whole + floor:
        return
    names = reduced.variation.rows.names
    told = ", ".join(repr(names[i]) for i in np.flatnonzero(off > SURELY * off.max()))
    raise ValueError(f"{what}, which contradicts constraints. {NOT_ALIKE.format(told)}")


def rounding_of(reduced: Reduced, dq: np.ndarray, numbers: Sequence[np.ndarray]) -> float:
    """What rounding may leave of what a parameter asks of rows, in the metric. Shapes: dq (n,)."""
    size, x = reduced.metric.size, reduced.x
    moved = size(x.qd) * size(dq) / (size(x.q) or np.inf)
    value = sum(float(np.abs(a * b).sum()) for a, b in zip(numbers, x.numbers, strict=True))
    by_numbers = (size(x.q) + size(x.qd) * (dq.any())) / value if value else 0.0
    return ROUNDING * (moved + by_numbers)


def open_multipliers(reduced: Reduced) -> np.ndarray:
    """Directions (d, m) of λ that exert no force, of length one where rows are."""
    metric, m = reduced.metric, reduced.variation.m
    if not m:
        return np.zeros((0, 0))
    values, vectors = np.linalg.eigh(_projector(metric, m))
    return vectors[:, values > 0.5].T / metric.lengths


def _projector(metric: Metric, count: int) -> np.ndarray:
    """P (count, count) of the first rows."""
    return null_projector(metric.Y[:, :count], TANGENT_RANK)[0]
