"""Functions of the library that traces call by name: what each is in NumPy, and in C.

``known_call`` recognises such a function in a trace by its name and by the shapes of its operands.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from zwang.base.arrays import eps
from zwang.equation.friction import zwang_eliminate
from zwang.files.build import Unsupported
from zwang.ir.records import Bounded, Called, Eliminate, Kernel, Loop, Measure, Mobility
from zwang.ir.text import kernel_text
from zwang.solvers import AbstractSolver, Auto, Cholesky, Orthogonal, Singular
from zwang.solvers import rank as rules
from zwang.solvers.base import mass_factor
from zwang.solvers.derivative import KERNELS, MOBILITIES
from zwang.solvers.singular import equilibrate

BOUNDED = "zwang_bounded"  # begins the name of the active set; its sizes and tolerances follow
# By the names of the functions in traces, those in C, of the file measure.h.
MEASURES = {
    "zwang_equilibrate": "units",
    "zwang_is_definite": "definite",
    "zwang_row_lengths": "lengths",
}
FEWEST = 4  # coordinates from which on a call that measures is shorter than its equations
WAYS = {Auto: 0, Cholesky: 1, Orthogonal: 2, Singular: 3}
Shapes = Sequence[tuple[int, ...]]


# -- which function a trace calls ----------------------------------------------------------------


class Known(NamedTuple):
    """A function of the library."""

    # of arrays: a list of what it returns; None if its equations are evaluated
    in_numpy: Callable[..., list[Any]] | None
    # its record in C, None if its equations are written; it may raise Unsupported
    in_c: Callable[[], Called | None]


def known_call(name: str, shapes: Shapes) -> Known | None:
    """The function that a name and shapes of operands mean; None as in a batch."""
    ranks = [len(shape) for shape in shapes]
    if name == zwang_eliminate.__name__ and ranks == [2, 1]:
        return Known(_eliminated, lambda: Eliminate(shapes[1][0]))
    if name.startswith(BOUNDED) and ranks == [2, 2, 1, 1, 1, 1, 1]:
        return Known(None, lambda: _bounded(name, shapes[0][1]))
    if name in KERNELS and ranks == [2, 2, 2, 2]:
        solver, (m, n), k = KERNELS[name], shapes[1], shapes[2][1]
        return Known(_kernel(solver), lambda: kernel_of(solver, n, m, k))
    if name in MOBILITIES and ranks == [2, 2]:
        solver, (m, n) = MOBILITIES[name], shapes[1]
        return Known(_mobility(solver), lambda: _mobility_in_c(solver, n, m))
    if name in MEASURES and ranks == [2] * (1 if MEASURES[name] == "definite" else 2):
        return Known(MEASURED.get(name), lambda: _measure(MEASURES[name], shapes))
    return None


def kernel_of(solver: AbstractSolver, n: int, m: int, k: int) -> Kernel:
    """The call of the kernel for a solver. Raises Unsupported."""
    way = WAYS.get(type(solver))
    if way is None:
        raise Unsupported(f"`solver` is {solver!r}, which is not written in C")
    if isinstance(solver, Singular) and solver.alpha != 1.0:
        raise Unsupported("an auxiliary mass with another `alpha` than 1")
    power = rules.WELL_CONDITIONED if way == 1 else rules.RANK
    rank = getattr(solver, "well_conditioned" if way == 1 else "rank")
    unit = float(eps(np.float64))
    rank = unit**power if rank is None else float(rank)
    consistency = solver.consistency
    consistency = unit**rules.CONSISTENCY if consistency is None else float(consistency)
    return Kernel(n, m, k, way, rank, consistency)


def _mobility_in_c(solver: AbstractSolver, n: int, m: int) -> Mobility | None:
    if not isinstance(solver, Auto):
        return None  # in a way of its own
    kernel = kernel_of(solver, n, m, n)
    return Mobility(n, m, kernel.rank, kernel.consistency)


def _measure(what: str, shapes: Shapes) -> Measure | None:
    n = shapes[0][0]
    return Measure(n, 0 if what == "definite" else shapes[1][0], what) if n >= FEWEST else None


def _bounded(name: str, k: int) -> Bounded:
    turns, *parts, sizes = name[len(BOUNDED) + 1 :].split("_", 6)
    of_levels = tuple(map(int, sizes.split("_")))
    flat, gain, rounding, rounded, rank = map(float, parts)
    return Bounded(of_levels, k, int(turns), flat, gain, rounding, rounded, rank)


# -- the text in C ------------------------------------------------------------------------------


def called_texts(calls: Sequence[Called]) -> str:
    """The text of all that is called, each once, in the order in which C wants it.

    The kernel is written once for each number of coordinates, with as many rows and columns as
    the largest of its calls has.
    """
    every = _nested(calls)
    kernels: dict[int, list[Kernel]] = {}
    for x in every:
        if isinstance(x, Kernel | Measure | Mobility):
            kernels.setdefault(x.n, []).append(x.kernel)
    texts = [
        kernel_text(n, max(x.m for x in same), max(x.k for x in same), f"zw{n}_")
        for n, same in kernels.items()
    ]
    by_name: dict[str, str] = {}
    for x in every:
        by_name |= x.texts if isinstance(x, Loop) else {x.prefix: x.text}
    return "\n".join([*texts, *by_name.values()])


def _nested(calls: Sequence[Called]) -> list[Called]:
    """All calls, each after those that are within it."""
    every: list[Called] = []
    for x in calls:
        every += [*_nested(x.calls if isinstance(x, Bounded | Loop) else ()), x]
    return every


# -- in NumPy ------------------------------------------------------------------------------------


def _kernel(solver: AbstractSolver) -> Callable[..., list[Any]]:
    def compute(M: np.ndarray, A: np.ndarray, F: np.ndarray, b: np.ndarray) -> list[np.ndarray]:
        attempt = solver.compute(M, A, F, b)
        codes = (np.asarray(x, np.int32) for x in attempt[-3:])
        return [*attempt[:-3], *codes]

    return compute


def _mobility(solver: AbstractSolver) -> Callable[..., list[Any]]:
    def compute(M: np.ndarray, A: np.ndarray) -> list[np.ndarray]:
        attempt = solver.compute(M, A, np.eye(len(M)), np.zeros(A.shape))
        return [attempt.x, np.asarray(attempt.status, np.int32)]

    return compute


def _eliminated(T: np.ndarray, r: np.ndarray) -> list[np.ndarray]:
    try:
        return [np.linalg.solve(T, r)]
    except np.linalg.LinAlgError:  # JAX returns what is not finite
        return [np.full_like(r, np.nan)]


MEASURED: dict[str, Callable[..., list[Any]]] = {
    "zwang_equilibrate": lambda M, A: list(equilibrate(M, A, np)),
    "zwang_is_definite": lambda M: [np.asarray(bool(mass_factor(M, np)[2]))],
}
