r"""Constraints that a motion does not keep, though every step was solved.

Two causes: a row that changes with the state and has no derivative by it (``floor``, ``round``,
``sign``, a comparison, ``stop_gradient``), of which the equations of motion see nothing; and a row
that was dropped as redundant and is not. The first is told by looking around a state, the second
by what remains of the rows, raw, beside the terms that enter them.
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


def remains(A: Array, raw: Array, x: Array, projected: bool, xp: ModuleType) -> Array:
    """Whether more remains of each row (m,) than rounding explains.

    Parameters
    ----------
    A : (m, n)      the rows, the largest each entry has been
    raw : (m,)      what remains of them
    x : (n,)        the coordinates, or velocities, that they restrict; the largest they have been
    projected : whether steps are brought back to the constraints; if not, only rows without
        derivative are judged
    xp : namespace of the arrays
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

    Parameters
    ----------
    A : (T, m, n)       constraint matrix, or ``Stacked``
    raw : (T, m)        what remains of each row, at its own level
    q, qd : (T, n)      coordinates and velocities
    h : rows on positions, which come first; only rows with a residual of their own are given
    projected : as for ``remains``
    xp : namespace of the arrays
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


def without_derivative(A: Any, raw: Any, q: Any, qd: Any, look: Callable) -> list[int]:
    """Rows that change with the state and have no derivative by it, neither here nor around.

    Parameters
    ----------
    A : (k, n)      rows on positions and velocities, in the state
    raw : (k,)      what remains of them
    q, qd : (n,)    the state
    look : function of states (s, n), (s, n) that returns A (s, k, n) and what remains (s, k)
    """
    A, raw, q, qd = map(np.asarray, (A, raw, q, qd))
    if A.shape[1] == 0 or not (A == 0).all(axis=1).any():
        return []
    draws, sizes = np.random.default_rng(0), np.array(SIZES)[:, None]
    around = [
        x + sizes * (1.0 + np.abs(x)) * draws.uniform(-1, 1, (len(SIZES), len(x))) for x in (q, qd)
    ]
    rows, remaining = map(np.asarray, look(*around))
    zero = (np.concatenate([A[None], rows]) == 0).all(axis=(0, 2))
    changes = (np.isfinite(remaining) & (remaining != raw)).any(axis=0)
    return [int(i) for i in np.flatnonzero(zero & changes)]


def refusal(names: Sequence[str]) -> str:
    """What to say of rows without derivative.

    Parameters
    ----------
    names : of the rows
    """
    named = ", ".join(map(repr, dict.fromkeys(names)))
    return (
        f"the constraint {named} changes with the state and has no derivative by it: it would not "
        "act at all; wanted a smooth function. floor, round, sign, comparisons, whole numbers and "
        "stop_gradient have derivative zero"
    )
