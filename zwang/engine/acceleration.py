"""``system.acceleration`` on NumPy arrays, in C: to call JAX takes longer than to compute it.

By C come only answers that nothing is to be said against. A failure, whatever it is, is computed
again by ``zwang.equation.acceleration``, which knows the names of what failed.
"""

from __future__ import annotations

import functools
from time import thread_time
from typing import Any

import jax
import numpy as np

from zwang.base import arguments
from zwang.base.parameters import Parameters
from zwang.base.status import Status
from zwang.engine.code import ACCELERATION, code_of
from zwang.engine.dense.native import LONG, Native, tolerances
from zwang.equation import acceleration as by_jax
from zwang.files.kept import Unsupported
from zwang.integrate.course import State
from zwang.integrate.method.runge_kutta import Program
from zwang.integrate.options import Options
from zwang.integrate.problem import program_of
from zwang.solvers import Auto
from zwang.solvers.solution import Solution
from zwang.system.lagrangian import lagrangian_of, require_quadratic
from zwang.system.system import System

# Entries of M and A together, and letters of C, beyond which JAX is sooner done with compiling.
LARGEST, LONGEST = 1000, 150_000
DEFAULT = Auto()
OPTIONS = Options(drift=None, solver=DEFAULT)


def acceleration(
    system: System,
    q: Any,
    qd: Any,
    t: Any = 0.0,
    p: Any = None,
    *,
    solver: Any = None,
    throw: bool = True,
) -> Solution:
    """The acceleration and the constraint force in a state; see ``system.acceleration``."""
    arguments.flag("throw", throw)
    used = DEFAULT if solver is None else solver
    if type(used) is Auto and not any(isinstance(x, jax.Array) for x in (q, qd, t)):
        parameters = Parameters(p)
        if parameters.in_numpy:
            state = State(*_ordered(*system.state(q, qd, t, np)))
            program = program_of(system, state, parameters, OPTIONS)
            shapes = tuple([shape for shape, _ in parameters.shapes])
            found = _compiled(program, len(state.q), shapes)
            solution = None if found is None else found(state, parameters.vector, used)
            if solution is not None:
                return solution
    return by_jax.acceleration(system, q, qd, t, p, solver=solver, throw=throw)


def _ordered(q: np.ndarray, qd: np.ndarray, t: np.ndarray) -> tuple[Any, Any, Any]:
    return t, np.ascontiguousarray(q), np.ascontiguousarray(qd)


@functools.lru_cache(maxsize=256)
def _compiled(program: Program, n: int, shapes: tuple[tuple[int, ...], ...]) -> InC | None:
    """The acceleration in C; None where JAX has to compute it."""
    code = code_of(program, n, shapes, ACCELERATION)
    if n * (n + code.sizes.m) > LARGEST:
        return None
    try:
        if not code.known and len(code.text) >= LONGEST:
            return None
        native = Native(program, code)
    except (Unsupported, jax.errors.TracerArrayConversionError):
        return None  # the latter for what its functions capture of a trace around it
    return InC(native, program.system.value)


class InC:
    """A compiled acceleration."""

    def __init__(self, native: Native, system: System):
        self._native, self._lagrangian = native, lagrangian_of(system)
        n, m = native.sizes.n, native.sizes.m
        ends = np.cumsum([0, n, n, n, n, m, m, n]).tolist()
        self._size, self._slices = ends[-1] + 1, [*map(slice, ends[:-1], ends[1:])]

    def __call__(self, state: State, p: np.ndarray, solver: Auto) -> Solution | None:
        """The solution; None if there is something to say against it."""
        out, codes = np.empty(self._size), (LONG * 2)()
        arrays = (np.asarray(x).ctypes.data for x in (state.q, state.qd, p))
        how = tolerances(solver, None)
        native, begin = self._native, thread_time()
        status = native.solution(float(state.t), *arrays, *how, out.ctypes.data, codes)
        if native.functions.code is None:
            native.functions.ran(thread_time() - begin)
        if status != Status.OK:
            return None
        if self._lagrangian is not None:
            require_quadratic(out[-1], self._lagrangian.kinetic.what)
        qdd, Qc, ideal, nonideal, lam, residual, free = [out[part] for part in self._slices]
        rank, taken = codes
        return Solution(qdd, Qc, ideal, nonideal, lam, rank, residual, Status.OK, free, taken)
