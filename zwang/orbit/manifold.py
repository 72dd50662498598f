r"""States on the constraints: which changes of a state stay on them, and the way back to them.

A state x = (q, q̇) satisfies φ = 0, and φ̇ = 0, ψ = 0. Changes of it are measured as

    |δx|² = ω² δqᵀM δq + δq̇ᵀM δq̇,        ω = 2π / T,

so that one number counts for both, in any coordinates and units; with y = S x its length is |y|. M
is the auxiliary mass where it is singular. Tangent is what the derivatives of the constraints,
A_h δq = 0 and ∂(φ̇, ψ) = 0, allow: as many directions as 2n − rank A_h − rank A.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from zwang.base.status import NumericalError, Status
from zwang.consistency.assemble import metric_factor
from zwang.consistency.independence import Independence, in_metric
from zwang.linear.local.variation import Variation
from zwang.system.system import System

CLOSE = 1e-13  # distance from the constraints, in parts of the size of the state, that is none
MET = 1e-9  # what may remain, likewise, where rounding ends the iteration
ITERATIONS = 20


@dataclass(frozen=True, eq=False)
class Tangent:
    """The tangent space in a state."""

    S: np.ndarray  # (2n, 2n) takes changes of (q, q̇) to coordinates in which their length counts
    S_inv: np.ndarray  # (2n, 2n) the way back
    V: np.ndarray  # (2n, d) orthonormal basis of the tangent space, in these coordinates
    # (2n,) change of the state that the moved constraints ask for, in the state's own coordinates,
    # the least one
    along: np.ndarray


def tangent(system: System, x: Any, t: float, p: Any, omega: float, dp: Any = None) -> Tangent:
    """The tangent space in a state on the constraints. Shapes: x (2n,)."""
    here = _look(system, x, t, p, dp)
    S, S_inv = _scaling(here, omega)
    J, lengths, rank = _rows(here, S_inv)
    Vt, along = np.eye(len(x)), np.zeros(len(x))
    if len(J):
        _, values, Vt = np.linalg.svd(J, full_matrices=True)
        along = -S_inv @ np.linalg.pinv(J, rcond=_cut(values, rank)) @ (here["rate"] / lengths)
    return Tangent(S, S_inv, Vt[rank:].T, along)


def onto(system: System, x: Any, t: float, p: Any, omega: float) -> np.ndarray:
    """The state on the constraints near x (2n,), positions and velocities moved together.

    Raises NumericalError.
    """
    x = np.array(x, float)
    if not system.constraints:
        return x
    before = np.inf
    for _ in range(ITERATIONS):
        here = _look(system, x, t, p, None)
        S, S_inv = _scaling(here, omega)
        J, lengths, rank = _rows(here, S_inv)
        left = np.concatenate([here["phi"], here["velocity"]]) / lengths
        values = np.linalg.svd(J, compute_uv=False)
        step = np.linalg.pinv(J, rcond=_cut(values, rank)) @ left
        size, off = np.linalg.norm(S @ x) + 1e-300, np.linalg.norm(step)
        met = np.abs(left).max() <= MET * size
        if met and (off <= CLOSE * size or (off <= MET * size and off >= before / 2)):
            return x
        x, before = x - S_inv @ step, off
    raise NumericalError(
        Status.NOT_ASSEMBLED, "A guess of the periodic motion is off the constraints."
    )


def off_constraints(system: System, x: Any, t: float, p: Any, omega: float) -> float:
    """How far a state is from the constraints, in parts of its size."""
    if not system.constraints:
        return 0.0
    here = _look(system, x, t, p, None)
    S, S_inv = _scaling(here, omega)
    left = np.concatenate([here["phi"], here["velocity"]]) / _rows(here, S_inv)[1]
    return float(np.abs(left).max(initial=0.0) / (np.linalg.norm(S @ x) + 1e-300))


def _cut(values: Any, rank: int) -> float:
    """Singular values, in parts of the largest, that are none: below the last that counts."""
    if rank >= len(values):
        return 0.0
    return float(np.sqrt(max(values[rank], 1e-300) * values[rank - 1]) / values[0]) if rank else 1.0


def _rows(here: dict[str, Any], S_inv: np.ndarray) -> tuple[np.ndarray, np.ndarray, int]:
    """Derivatives of the constraints by the state, of length one; the lengths; their rank."""
    J = here["J"] @ S_inv
    lengths = np.linalg.norm(J, axis=1)
    lengths = np.where(lengths > 0, lengths, 1.0)
    A, h = here["A"], len(here["phi"])
    return J / lengths[:, None], lengths, _rank(here["M"], A[:h]) + _rank(here["M"], A)


def _rank(M: np.ndarray, A: np.ndarray) -> int:
    return Independence(in_metric(M, A)).rank if len(A) else 0


def _scaling(here: dict[str, Any], omega: float) -> tuple[np.ndarray, np.ndarray]:
    L = metric_factor(here["M"], here["A"])
    none = np.zeros_like(L)
    inverse = np.linalg.solve(L.T, np.eye(len(L)))
    return (
        np.block([[omega * L.T, none], [none, L.T]]),
        np.block([[inverse / omega, none], [none, inverse]]),
    )


def _look(system: System, x: Any, t: float, p: Any, dp: Any) -> dict[str, Any]:
    """M, A, what remains of the constraints, its derivatives by the state and along dp."""
    n = len(x) // 2
    state = np.asarray(x[:n]), np.asarray(x[n:]), np.asarray(float(t))
    # As small motions have it: traced once, evaluated by NumPy, and nothing is compiled.
    variation = Variation(system, p, (), (), *state)
    at, k = variation.state(*state), variation.rows.velocities
    unit, none = np.eye(2 * n + 1, 2 * n), np.zeros(2 * n + 1)
    change = variation.numbers if dp is None else dp
    numbers = [np.multiply.outer(none, np.asarray(y, float)) for y in change]
    for to, y in zip(numbers, dp or (), strict=False):
        to[-1] = y
    along = variation.direction(2 * n + 1, q=unit[:, :n], qd=unit[:, n:], numbers=numbers)
    found = variation.change(at, *variation.blank, along)
    M, _, A, _, phi, velocity = variation.plain(at)
    rates = np.concatenate([found.phi, found.velocity], axis=1)
    return {
        "M": M,
        "A": A[:k],
        "phi": phi,
        "velocity": velocity,
        "J": rates[:-1].T,
        "rate": rates[-1],
    }
