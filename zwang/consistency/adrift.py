r"""Constraints that a motion does not keep, though every step was solved.

Three causes: a row that changes with the state and has no derivative by it (``floor``, ``round``,
``sign``, a comparison, ``stop_gradient``), of which the equations of motion see nothing; a row
that holds of itself, such as cos²x + sin²x − 1, whose derivative is rounding; and a row that was
dropped as redundant and is not. The first two are told by looking around a state, the third by what
remains of the rows, raw, beside the terms that enter them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any

import numpy as np

from zwang.base.arrays import Array, eps, is_sparse
from zwang.base.stacked import Stacked

# BEYOND: how much of the terms of a row, |A| |q|, may remain of it after a projection, which leaves
#   less by far. FLOOR: the same near the origin, in units of the coordinates; and of a row that no
#   coordinate enters, in its own.
# SIZES: how far around a state one looks for a derivative, in parts of it.
BEYOND, FLOOR, UNFELT = 1e-6, 1e-12, 1e-9
SIZES = (1e-3, 1e-1, 1.0, 1.0, 10.0, 10.0, 1e2, 1e3, 1e4)
# FAINT: rows this short beside the longest are looked at. NEARBY: how far around a state a row is
#   compared with its derivative.
FAINT = 1e-12
NEARBY = 3 * (1e-4, 1e-3, 1e-2, 1e-1)


def remains(A: Array, raw: Array, x: Array, projected: bool, xp: ModuleType) -> Array:
    """Whether more remains of each row (m,) than rounding explains.

    Shapes: A (m, n), raw (m,), x (n,).
    """
    terms, none = abs(A), _zero_rows(A)
    beyond = max(BEYOND, 1e3 * eps(raw.dtype))
    allowed = terms @ (beyond * xp.abs(x) + FLOOR) + xp.where(none, UNFELT, 0.0)
    return (xp.abs(raw) > allowed) & (none | projected)


def _zero_rows(A: Any) -> Array:
    """Which rows are zero (m,), of a dense or a sparse matrix."""
    if is_sparse(A):
        return np.bincount(A.tocoo().row, A.data != 0, minlength=A.shape[0]) == 0
    return (A == 0).all(axis=1)


def left(A: Any, raw: Array, q: Array, qd: Array, h: int, projected: bool, xp: Any) -> Array:
    """Whether the rows (k,) on positions and velocities are left somewhere in a motion.

    Shapes: A (T, m, n), raw (T, m), q, qd (T, n).
    """
    A = A.largest()[: raw.shape[1]] if isinstance(A, Stacked) else xp.abs(A).max(axis=0)
    q, qd = (xp.abs(x).max(axis=0) for x in (q, qd))
    first, grown = xp.abs(raw[0]), xp.abs(raw).max(axis=0)
    grown = xp.where(grown > 10 * first, grown, 0.0)  # a start may be off a little
    parts = [
        remains(A[rows], grown[rows], x, projected, xp)
        for rows, x in ((slice(h), q), (slice(h, None), qd))
    ]
    return xp.concatenate(parts)


def refusal(A: Any, raw: Any, q: Any, qd: Any, look: Callable, names: Sequence, h: int) -> str:
    """What is wrong with rows that have no derivative worth the name; nothing if none is.

    Shapes: A (k, n), raw (k,), q, qd (n,).
    """
    A, raw, q, qd = map(np.asarray, (A, raw, q, qd))
    if A.shape[1] == 0:
        return ""
    tell = lambda rows: ", ".join(dict.fromkeys(repr(names[int(i)]) for i in np.flatnonzero(rows)))
    lengths = np.abs(A).max(axis=1, initial=0.0)
    if (lengths == 0).any() and (flat := without_derivative(A, raw, q, qd, look)).any():
        return (
            f"the constraint {tell(flat)} changes with the state and has no derivative by it: it "
            "would not act at all; wanted a smooth function. floor, round, sign, comparisons, "
            "whole numbers and stop_gradient have derivative zero"
        )
    if not all(np.isfinite(x).all() for x in (A, raw, q, qd)):
        return ""
    faint = lengths <= FAINT * max(1.0, lengths.max(initial=0.0))
    if faint.any() and (void := faint & holds_of_itself(A, raw, q, qd, look, h)).any():
        return (
            f"the constraint {tell(void)} holds of itself, whatever the state: of its derivative "
            "only rounding is left, which would act as a constraint that nobody meant; wanted rows "
            "that restrict the motion, so leave it out"
        )
    return ""


def without_derivative(A: Any, raw: Any, q: Any, qd: Any, look: Callable) -> np.ndarray:
    """Whether rows (k,) change with the state and have no derivative by it, here and around."""
    draws, sizes = np.random.default_rng(0), np.array(SIZES)[:, None]
    around = [
        x + sizes * (1.0 + np.abs(x)) * draws.uniform(-1, 1, (len(SIZES), len(x))) for x in (q, qd)
    ]
    rows, remaining = map(np.asarray, look(*around))
    zero = (np.concatenate([A[None], rows]) == 0).all(axis=(0, 2))
    changes = np.isfinite(remaining) & (np.abs(remaining - raw) > _rounding(*around))
    return zero & changes.any(axis=0)


def holds_of_itself(A: Any, raw: Any, q: Any, qd: Any, look: Callable, h: int) -> np.ndarray:
    """Whether rows (k,) change by rounding only, of which their derivative knows nothing.

    A row in a very small unit changes little too, but as its derivative says: by the mean of both
    ends, which is exact to second order. A row that is the same number everywhere, as with a factor
    of zero, is none of these. Whether rounding shows in the derivative or in the row alone depends
    on the processor.
    """
    draws, sizes = np.random.default_rng(0), np.array(NEARBY)[:, None]
    steps = [
        sizes * (1.0 + np.abs(x)) * draws.uniform(-1, 1, (len(NEARBY), len(x))) for x in (q, qd)
    ]
    still = np.zeros_like(steps[0])
    moved, other = look(q + steps[0], qd + still), look(q + still, qd + steps[1])
    void = []
    for rows, part, step in ((slice(h), moved, steps[0]), (slice(h, None), other, steps[1])):
        slopes, remaining = (np.asarray(x)[:, rows] for x in part)
        change = remaining - raw[rows]
        foretold = np.einsum("skn,sn->sk", 0.5 * (slopes + A[rows]), step)
        unforeseen = (np.abs(change - foretold) > 0.1 * np.abs(foretold)) | (change == 0)
        small = np.abs(change) <= _rounding(q + steps[0], qd + steps[1])
        noisy = (np.concatenate([slopes, A[None, rows]]) != 0).any(axis=(0, 2))
        noisy = noisy | (change != 0).any(axis=0)
        void.append(noisy & (unforeseen & small).all(axis=0))
    return np.concatenate(void)


def _rounding(q: Any, qd: Any) -> np.ndarray:
    """What rounding may change of a row in states (s, n), as (s, 1): its terms are not known, but
    hardly grow faster than with the square of the state."""
    largest = np.abs(np.concatenate([q, qd], axis=1)).max(axis=1, keepdims=True)
    return UNFELT * (1.0 + largest) ** 2
