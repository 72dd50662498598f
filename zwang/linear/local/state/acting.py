r"""Friction C(λ) that depends on the multipliers that act, in a state and along directions.

Under Q alone the multipliers were λ₀, and a load F adds P F to them, P linear and the kernel's. So

    λ = λ₀ + P C(λ),        δλ = δλ₀ + P C_λ δλ,        δq̈ = δq̈₀ + Y C_λ δλ,

where δλ₀ and δq̈₀ are the changes along a direction in which C changes at fixed λ only, and Y F is
what a load adds to q̈. The first is solved by Newton's method, as ``equation.friction`` does, from
λ₀ and from −λ₀; the others are linear. Where the law asks for ``Qc_ideal`` too, λ₀ is among what
changes along a direction: first it is followed, with equations of its own, then C by it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from zwang.base.status import NumericalError, Status
from zwang.equation.friction import DIFFERENT, STEPS, TOLERANCE

ROUNDING = 1e-15  # what may remain of λ, of the size of the multipliers
Law = Callable[[np.ndarray], Sequence[np.ndarray]]


class Acts(NamedTuple):
    """Multipliers λ (m,), friction C (n,), its slopes (n, m), and by how much λ is off (m,)."""

    lam: np.ndarray
    C: np.ndarray
    slopes: tuple[np.ndarray, ...]
    off: np.ndarray


def acting(law: Law, lam: np.ndarray, P: np.ndarray) -> Acts:
    """The multipliers that act, and the friction.

    Shapes: lam (m,), P (m, n). Raises NumericalError.
    """
    ends = [_newton(law, lam, P, start) for start in (lam, -lam)]
    sizes = [_largest(lam) + _largest(P @ end.C) for end in ends]
    met = [_largest(end.off) <= TOLERANCE * size for end, size in zip(ends, sizes, strict=True)]
    if not any(met):
        raise NumericalError(Status.REACTION_NOT_FOUND)
    if all(met) and _largest(ends[0].lam - ends[1].lam) > DIFFERENT * max(sizes):
        raise NumericalError(Status.REACTION_NOT_UNIQUE)
    return ends[met.index(True)]


def _newton(law: Law, lam: np.ndarray, P: np.ndarray, x: np.ndarray) -> Acts:
    found = None
    for _ in range(STEPS):
        C, *slopes = law(x)
        found = Acts(x, C, tuple(slopes), x - lam - P @ C)
        if _largest(found.off) <= ROUNDING * (_largest(lam) + _largest(P @ C)):
            break
        try:
            step = np.linalg.solve(np.eye(len(x)) - P @ slopes[0], found.off)
        except np.linalg.LinAlgError:
            step = found.off
        # Where the law has no derivative, as |λ| at 0, the plain step.
        x = x - (step if np.isfinite(step).all() else found.off)
    assert found is not None
    return found


def _largest(x: np.ndarray) -> float:
    return float(np.abs(x).max(initial=0.0))


def followed(
    qdd: np.ndarray, lam: np.ndarray, Y: np.ndarray, P: np.ndarray, slope: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """δq̈ (n, D) and δλ (m, D), from those at fixed λ.

    Shapes: qdd, lam (n, D), Y, P (n, n), slope (n, m).
    """
    lam = np.linalg.solve(np.eye(len(lam)) - P @ slope, lam)
    return qdd + Y @ slope @ lam, lam
