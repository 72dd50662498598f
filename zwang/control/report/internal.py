r"""Motion that nobody controls: what the requirements leave free, and whether it stays small.

On the path and on the physical constraints the state (q, q̇) can still move in the directions Z with

    A δq = 0,    Ȧ δq + A δq̇ = 0        of all rows on positions,        ψ' Z = 0 of the others.

This is the self-motion of a redundant arm, the cart under a balanced pole, the load under a crane:
the internal dynamics. Under the control it obeys, to first order and with the time held,

    δẋ = (Z⁺ F Z) δx,        F the derivative of (q̇, q̈) by (q, q̇),

whose eigenvalues tell whether it dies out, stays, or grows. Ȧ and F are found by central
differences, along the directions that matter only: Ȧ along those with A δq = 0, and F along Z. A
mechanism of many bodies has many coordinates, and few of these.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from zwang.control.report.analysis import Reached
from zwang.equation.acceleration_form import Rows

STEP = 6e-6  # cube root of eps, in parts of a coordinate or of one
RANK = 1e-7  # of rows found by differences
STILL = 1e-4  # rates of growth below this part of the fastest are zero


@dataclass(frozen=True)
class Internal:
    """Motion that nobody controls.

    Attributes
    ----------
    count : how many directions of the state it has
    eigenvalues : (count,)  of its linear equation, the fastest growing first
    coordinates : those that take the largest part in the fastest growing one
    """

    count: int
    eigenvalues: np.ndarray
    coordinates: tuple[str, ...]

    @property
    def stability(self) -> str:
        """Stable, unstable, or neither: to first order it drifts or swings on."""
        if not self.count:
            return "stable"
        size = max(1.0, float(np.abs(self.eigenvalues).max()))
        growth = float(np.real(self.eigenvalues).max()) / size
        return "unstable" if growth > STILL else "stable" if growth < -STILL else "undamped"


def internal(
    look: Callable[[Any, Any], Reached], q: Any, qd: Any, rows: Rows, names: tuple[str, ...]
) -> Internal:
    """The internal dynamics in a state, linearised.

    Parameters
    ----------
    look : what the control can do, as a function of q and qd
    q, qd : (n,)    the state
    rows : which row of the requirements is whose
    names : of the coordinates
    """
    here, x = look(q, qd), np.concatenate([q, qd])
    size = np.sqrt(np.tile(np.diag(here.M), 2))
    along = _Along(look, x, size)
    try:
        Z = _free(here, along, qd, rows)
    except np.linalg.LinAlgError:  # numbers that are not finite
        return Internal(0, np.zeros(0), ())
    F = along(Z, lambda at, found: np.concatenate([at[len(q) :], found.command.qdd]))
    if not np.isfinite(F).all():
        return Internal(0, np.zeros(0), ())
    return _of(Z.T @ (F * size[:, None]), Z, names)


class _Along:
    """Central differences of functions of the state, along directions.

    Parameters
    ----------
    look : what the control can do, as a function of q and qd
    x : (2n,)       the state
    size : (2n,)    of its entries, in which directions are given
    """

    def __init__(self, look: Callable[[Any, Any], Reached], x: np.ndarray, size: np.ndarray):
        self.look, self.x, self.size = look, x, size

    def __call__(self, Z: np.ndarray, value: Callable) -> np.ndarray:
        """The derivative of a function of the state and of what was found there, (k, columns)."""
        n, found = len(self.x) // 2, []
        for z in (Z / self.size[:, None]).T:
            step = STEP / np.abs(z / np.maximum(1.0, np.abs(self.x))).max()
            ends = [self.x + side * step * z for side in (1.0, -1.0)]
            there = [value(y, self.look(y[:n], y[n:])) for y in ends]
            found.append((there[0] - there[1]) / (2 * step))
        like = value(self.x, self.look(self.x[:n], self.x[n:])) if not found else None
        return np.zeros((len(like), 0)) if like is not None else np.stack(found, 1)


def _free(here: Reached, along: _Along, qd: np.ndarray, rows: Rows) -> np.ndarray:
    """Z (2n, count), orthonormal in units of the state's size.

    Rows on accelerations hold nothing.
    """
    n, h, k = len(qd), rows.positions, rows.velocities
    if here.errors.shape[1] > 2:  # rows that are differentiated on have another A
        A = here.A_p / along.size[:n]
        both = lambda _, found: np.concatenate([found.A_p @ qd, found.errors.ravel()])
        slopes = along(np.eye(2 * n), both)
        parts = [np.hstack([A, 0 * A]), np.hstack([slopes[: len(A), :n], A]), slopes[len(A) :]]
        return _null(np.vstack(parts))
    A, B = np.vstack([here.A_p, here.A[:h]]) / along.size[:n], here.A[h:k] / along.size[:n]
    N = _null(A)
    wide = np.vstack([N, np.zeros_like(N)])
    change = lambda _, found: np.concatenate([found.A_p, found.A[:h], found.A[h:k]]) @ qd
    slopes = along(wide, change)
    inner = _null(np.hstack([slopes, np.vstack([A, B])]))
    f = N.shape[1]
    return np.vstack([N @ inner[:f], inner[f:]])


def _null(rows: np.ndarray) -> np.ndarray:
    """An orthonormal basis of what rows hold to zero, its vectors in columns."""
    lengths = np.linalg.norm(rows, axis=1)
    rows = rows[lengths > 0] / lengths[lengths > 0, None]
    if not len(rows):
        return np.eye(rows.shape[1])
    _, values, V = np.linalg.svd(rows)
    return V[int((values > RANK * values[0]).sum()) :].T


def _of(F: np.ndarray, Z: np.ndarray, names: tuple[str, ...]) -> Internal:
    values, vectors = np.linalg.eig(F)
    order = np.argsort(-np.real(values), kind="stable")
    if not len(order):
        return Internal(0, np.zeros(0), ())
    part = np.abs(Z @ vectors[:, order[0]])
    part = np.maximum(part[: len(names)], part[len(names) :])
    strong = [name for name, x in zip(names, part, strict=True) if x > 0.3 * part.max()]
    return Internal(len(order), values[order], tuple(strong))
