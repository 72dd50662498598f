"""The acceleration of a described system: evaluate M, Q, A, b, C in a state, and solve."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from zwang.base import arguments
from zwang.base.arrays import is_concrete, namespace
from zwang.base.functions import EXTRA, AbstractStaged, by_name, join, split
from zwang.base.identity.keyed import Keyed, jit_by_key
from zwang.base.later import require_threads
from zwang.base.names import names_of
from zwang.base.status import NumericalError, Status
from zwang.equation.friction import find, reach_of, response
from zwang.equation.fundamental import solve
from zwang.equation.known import known
from zwang.equation.matrices import (
    Evaluated,
    evaluate_compiled,
    places_not_finite,
    require_finite,
    require_sound,
)
from zwang.solvers.solution import Solution
from zwang.system.system import System


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
    """Evaluate M, Q, A, b, C by JAX and solve; ``system.acceleration`` does it where C cannot."""
    return evaluate_and_solve(system, q, qd, t, p, solver=solver, throw=throw)[1]


def evaluate_and_solve(
    system: System,
    q: Any,
    qd: Any,
    t: Any = 0.0,
    p: Any = None,
    *,
    solver: Any = None,
    throw: bool = True,
    acting: bool = False,
) -> tuple[Evaluated, Solution]:
    """What ``acceleration`` returns, and before it the matrices that it was found from."""
    found, _, solution = instant(system, q, qd, t, p, solver=solver, throw=throw, acting=acting)
    return found, solution


def instant(
    system: System,
    q: Any,
    qd: Any,
    t: Any = 0.0,
    p: Any = None,
    *,
    solver: Any = None,
    throw: bool = True,
    acting: bool = False,
) -> tuple[Evaluated, Any, Solution]:
    """The matrices, C (n,) or None, and the solution."""
    arguments.flag("throw", throw)
    if is_concrete(q, qd, t):
        require_threads("A system's functions")
    numbers, rest = split(p)
    state = *system.state(q, qd, t, jnp), numbers
    fixed = known(system, *state, rest)
    found = evaluate_compiled(fixed, rest, is_concrete(*jax.tree.leaves(state)), *state)
    M, Q, A, b = found.M, found.Q, found.form.A, found.form.b
    concrete = is_concrete(M, Q, A, b)
    if is_concrete(*jax.tree.leaves(found)):
        require_sound(system, found, q, qd, t, p, finite=throw)
    # NumPy in, NumPy out: then the kernel compiles nothing either.
    numpy = concrete and namespace(q, qd, t, *jax.tree.leaves(by_name(p))) is np
    if numpy:
        M, Q, A, b = map(np.asarray, (M, Q, A, b))

    C, failed = None, Status.OK
    if system.nonideal is not None:
        C, failed = _prescribed(fixed, rest, state, (M, Q, A, b), solver, numpy=numpy)
        if throw and is_concrete(C, failed) and not failed:
            require_finite(places_not_finite("nonideal", C, system.coordinates))
        C = np.asarray(C) if numpy else C
    given, work = Q, C
    if acting:  # under Q + C the multipliers are those that really act
        given, work = Q if C is None else Q + C, None
    solution = _spoil(solve(M, given, A, b, work, solver=solver, throw=False), failed)
    if solution.freedom is not None:
        named = names_of(system.coordinates, len(Q))
        solution = replace(solution, freedom=replace(solution.freedom, coordinates=named))
    if throw and is_concrete(solution.status) and solution.status != Status.OK:
        status = Status(int(solution.status))
        names = system.coordinates, found.form.rows.names
        raise NumericalError(status, solution._detail(status, *names))
    return found, C, solution


def _prescribed(
    fixed: Keyed, rest: Keyed, state: tuple, matrices: tuple, solver: Any, *, numpy: bool
) -> tuple[Any, Any]:
    """C (n,) with what it asks for, and whether that was found, as a status."""
    asks = fixed.value.nonideal.asks_for
    M, Q, A, b = matrices
    ideal = x0 = S = state[0]  # not looked at, unless the function asks
    if any(map(asks, EXTRA)):
        without = solve(M, Q, A, b, solver=solver, throw=False)
        ideal = without.Qc_ideal
        x0 = without.lam if asks("lam") else ideal
    if asks("lam") or asks("reaction"):
        _, loads = reach_of(fixed.value, len(x0), len(Q))
        S = response(M, A, solver, numpy=numpy, of_lam=asks("lam"), loads=loads)
    # After a failure they are NaN. C must not hide the cause, which the next solve tells.
    return _nonideal(fixed, rest, *state, A, *map(jnp.nan_to_num, (ideal, x0, S)))


@jit_by_key(0, 1)
def _nonideal(fixed: Keyed, rest: Keyed, q, qd, t, numbers, A, Qc_ideal, x0, S):
    """C (n,), and whether the reaction that it asks for was found, as a status.

    The unknown x is the reaction, or the multipliers where the function asks for these.
    """
    system, p = fixed.value, join(numbers, rest)
    of_lam = system.nonideal.asks_for("lam")

    def C(x):
        reaction = A.T @ x if of_lam else x
        return system.C(q, qd, t, p, Qc_ideal=Qc_ideal, reaction=reaction, lam=x)

    if isinstance(getattr(system.nonideal, "function", None), AbstractStaged):
        C = system.nonideal.function.prepare(q, qd, t, p)

    if not of_lam and not system.nonideal.asks_for("reaction"):
        return C(Qc_ideal), jnp.asarray(int(Status.OK))
    found = find(C, x0, S, reach_of(system, len(x0), len(q)))
    return C(found.force), found.status


def _spoil(solution: Solution, failed: Any) -> Solution:
    """The solution; where another step failed before it, NaN and that status."""
    if failed is Status.OK:
        return solution
    xp = namespace(solution.qdd)
    failed = np.asarray(failed) if xp is np else failed
    lost = (failed != Status.OK) & (solution.status == Status.OK)
    names = ("qdd", "Qc", "Qc_ideal", "Qc_nonideal", "lam")
    arrays = {name: xp.where(lost, np.nan, getattr(solution, name)) for name in names}
    return replace(solution, **arrays, status=xp.where(lost, failed, solution.status))
