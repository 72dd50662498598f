"""Which cause makes a step fail: it is taken away, and the step is tried again.

Drives, forces and rows are frozen in turn: the rows' time, the forces, A and b as a whole. What
makes a step succeed that fails without it is the cause; what does not is none, whatever it looks
like. The step is one of Bogacki and Shampine, whose error is estimated by its embedded one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from zwang.equation.fundamental import solve
from zwang.equation.matrices import evaluate
from zwang.integrate.course import Settings, State
from zwang.solvers import AbstractSolver
from zwang.system.system import System

# Lengths of the trials, of a time in which a smooth motion changes little. What jumps or loses its
# rank makes short ones fail, too; so the shortest that fails is tried again.
LENGTHS = (1e-7, 1e-5, 1e-3)

Acceleration = Callable[[float, np.ndarray, np.ndarray], np.ndarray]


def cause_of(
    system: System, p: Any, now: State, solver: AbstractSolver, settings: Settings, span: float
) -> str:
    """What makes a step fail: "drives", "forces" or "rows"; empty where none alone does.

    Rows come last: where these are frozen, so are drives.
    """
    state = State(*map(np.asarray, now))
    plain, *without = _accelerations(system, p, state, solver)
    for length in (part * span for part in LENGTHS):
        if not _succeeds(plain, state, length, settings):
            names = ("drives", "forces", "rows")
            trials = zip(names, without, strict=True)
            return next((x for x, f in trials if _succeeds(f, state, length, settings)), "")
    return ""


def _accelerations(
    system: System, p: Any, now: State, solver: AbstractSolver
) -> tuple[Acceleration, ...]:
    """q̈ (n,) as it is; and with the rows' time, the forces, and the rows frozen."""

    def parts(t, q, qd):
        found, force = evaluate(system, q, qd, t, p), 0.0
        if system.nonideal is not None:
            force = system.acceleration(q, qd, t, p, solver=solver, throw=False).Qc_nonideal
        return found.M, found.Q + force, (found.form.A, found.form.b)

    def answer(M, F, rows):
        given = map(np.asarray, (M, F, *rows))
        return np.asarray(solve(*given, solver=solver, throw=False).qdd)

    _, force, rows = parts(*now)
    return (
        lambda t, q, qd: answer(*parts(t, q, qd)),
        lambda t, q, qd: answer(*parts(t, q, qd)[:2], parts(now.t, q, qd)[2]),
        lambda t, q, qd: answer(parts(t, q, qd)[0], force, parts(t, q, qd)[2]),
        lambda t, q, qd: answer(*parts(t, q, qd)[:2], rows),
    )


def _succeeds(qdd: Acceleration, now: State, h: float, settings: Settings) -> bool:
    """Whether the estimated error of a step of a length is within the tolerances."""
    t, y = float(now.t), np.stack([now.q, now.qd])
    rate = lambda part, y: np.stack([y[1], qdd(t + part * h, *y)])
    k1 = rate(0.0, y)
    k2 = rate(0.5, y + h * k1 / 2)
    k3 = rate(0.75, y + h * k2 * 3 / 4)
    end = y + h * (2 * k1 + 3 * k2 + 4 * k3) / 9
    error = h * (-5 * k1 / 72 + k2 / 12 + k3 / 9 - rate(1.0, end) / 8)
    size = np.maximum(np.abs(y), np.abs(end))
    return bool((np.abs(error) <= settings.atol + settings.rtol * size).all())
