"""Functions of the library that a trace holds under names: their own text for NumPy arrays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from zwang.equation.friction import zwang_eliminate
from zwang.solvers.base import AbstractSolver, mass_factor
from zwang.solvers.derivative import KERNELS, MOBILITIES
from zwang.solvers.singular import equilibrate


def known_by_name(equation: Any) -> Callable | None:
    """A function of arrays that returns what one equation does, if its name is known; or None."""
    name, shapes = equation.params.get("name", ""), [x.aval.shape for x in equation.invars]
    if name == zwang_eliminate.__name__ and [len(shape) for shape in shapes] == [2, 1]:
        return _eliminated
    if not all(len(shape) == 2 for shape in shapes):  # in a batch
        return None
    if name in KERNELS and len(shapes) == 4:
        return _kernel(KERNELS[name])
    if name in MOBILITIES and len(shapes) == 2:
        return _mobility(MOBILITIES[name])
    if name == "zwang_equilibrate" and len(shapes) == 2:
        return lambda M, A: list(equilibrate(M, A, np))
    if name == "zwang_is_definite" and len(shapes) == 1:
        return lambda M: np.asarray(bool(mass_factor(M, np)[2]))
    return None


def _kernel(solver: AbstractSolver) -> Callable:
    def found(M: np.ndarray, A: np.ndarray, F: np.ndarray, b: np.ndarray) -> list[np.ndarray]:
        attempt = solver.compute(M, A, F, b)
        codes = (np.asarray(x, np.int32) for x in attempt[-3:])
        return [*attempt[:-3], *codes]

    return found


def _mobility(solver: AbstractSolver) -> Callable:
    def found(M: np.ndarray, A: np.ndarray) -> list[np.ndarray]:
        attempt = solver.compute(M, A, np.eye(len(M)), np.zeros(A.shape))
        return [attempt.x, np.asarray(attempt.status, np.int32)]

    return found


def _eliminated(T: np.ndarray, r: np.ndarray) -> np.ndarray:
    try:
        return np.linalg.solve(T, r)
    except np.linalg.LinAlgError:  # JAX returns what is not finite
        return np.full_like(r, np.nan)
