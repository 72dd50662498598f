r"""Motion that nobody controls: what the requirements leave free, and whether it stays small.

On the path and on the physical constraints the state (q, q̇) can still move in the directions Z with

    A δq = 0,    Ȧ δq + A δq̇ = 0        of all rows on positions,        ψ' Z = 0 of the others.

This is the self-motion of a redundant arm, the cart under a balanced pole, the load under a crane:
the internal dynamics. Under the control it obeys, to first order and with the time held,

    δẋ = (Z⁺ F Z) δx,        F the derivative of (q̇, q̈) by (q, q̇),

whose eigenvalues tell whether it dies out, stays, or grows. F is found by central differences.
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
    n, x = len(q), np.concatenate([q, qd])
    h = STEP * np.maximum(1.0, np.abs(x))
    here, ends = look(q, qd), []
    for i, step in enumerate(h):
        moved = (x + side * step * (np.arange(2 * n) == i) for side in (1.0, -1.0))
        ends.append([look(y[:n], y[n:]) for y in moved])
    by = lambda f: np.stack([(f(a) - f(b)) / (2 * s) for (a, b), s in zip(ends, h, strict=True)], 1)
    F = np.block([[np.zeros((n, n)), np.eye(n)], [by(lambda x: x.command.qdd)]])
    held = _held(here, by, qd, rows)
    if not (np.isfinite(F).all() and np.isfinite(held).all()):
        return Internal(0, np.zeros(0), ())
    size = np.sqrt(np.tile(np.diag(here.M), 2))
    return _of(F * size[:, None] / size, held / size, names)


def _held(here: Reached, by: Callable, qd: np.ndarray, rows: Rows) -> np.ndarray:
    """Rows of what physics and requirements hold, by (q, q̇). Rows on accelerations hold nothing."""
    n, h, k = len(qd), rows.positions, rows.velocities
    A, rate = here.A_p, by(lambda x: x.A_p @ qd)
    parts = [np.hstack([A, 0 * A]), np.hstack([rate[:, :n], A])]
    if here.errors.shape[1] > 2:  # rows that are differentiated on have another A
        return np.vstack([*parts, by(lambda x: x.errors.ravel())])
    A, rate = here.A[:h], by(lambda x: x.A[:h] @ qd)
    parts += [np.hstack([A, 0 * A]), np.hstack([rate[:, :n], A])]
    parts.append(np.hstack([by(lambda x: x.A[h:k] @ qd)[:, :n], here.A[h:k]]))
    return np.vstack(parts)


def _of(F: np.ndarray, held: np.ndarray, names: tuple[str, ...]) -> Internal:
    lengths = np.linalg.norm(held, axis=1)
    rows = held[lengths > 0] / lengths[lengths > 0, None]
    Z = np.eye(len(F))
    if len(rows):
        _, values, V = np.linalg.svd(rows)
        Z = V[int((values > RANK * values[0]).sum()) :].T
    values, vectors = np.linalg.eig(Z.T @ F @ Z)
    order = np.argsort(-np.real(values), kind="stable")
    if not len(order):
        return Internal(0, np.zeros(0), ())
    part = np.abs(Z @ vectors[:, order[0]])
    part = np.maximum(part[: len(names)], part[len(names) :])
    strong = [name for name, x in zip(names, part, strict=True) if x > 0.3 * part.max()]
    return Internal(len(order), values[order], tuple(strong))
