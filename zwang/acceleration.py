"""The acceleration of a described system: evaluate M, Q, A, b, C in a state, and solve."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from zwang.acceleration_form import AccelerationForm, acceleration_form
from zwang.arrays import Array, is_concrete, namespace
from zwang.functions import EXTRA, join, split
from zwang.fundamental import Solution, solve
from zwang.identity import Keyed
from zwang.lagrangian import lagrangian_of, require_quadratic
from zwang.reaction import find, response
from zwang.status import NumericalError, Status
from zwang.system import System


class Evaluated(NamedTuple):
    """The matrices of the fundamental equation in a state, and how far L is from quadratic."""

    M: Array
    Q: Array
    form: AccelerationForm
    beyond_quadratic: Array


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
    """Evaluate M, Q, A, b, C and solve; this is what ``system.acceleration`` does.

    Parameters
    ----------
    system : the description
    q : (n,)    coordinates
    qd : (n,)   velocities
    t : ()      time
    p : parameters
    solver : how to solve; by default ``Auto()``
    throw : whether a failure raises ``NumericalError``
    """
    values = system.values(q, qd, t, p)
    numbers, rest = split(p)
    state = values["q"], values["qd"], values["t"], numbers
    fixed = Keyed(system, system.key())
    found = _evaluate(fixed, rest, is_concrete(*jax.tree.leaves(state)), *state)
    M, Q, A, b = found.M, found.Q, found.form.A, found.form.b
    concrete = is_concrete(M, Q, A, b)
    if is_concrete(*jax.tree.leaves(found)):
        _check(system, found, throw)
    # NumPy in, NumPy out: then the kernel compiles nothing either.
    numpy = concrete and namespace(q, qd, t, *jax.tree.leaves(p)) is np
    if numpy:
        M, Q, A, b = map(np.asarray, (M, Q, A, b))

    C, failed = None, Status.OK
    if system.nonideal is not None:
        ideal = S = values["q"]  # not looked at, unless the function asks
        if any(map(system.nonideal.asks_for, EXTRA)):
            ideal = solve(M, Q, A, b, solver=solver, throw=False).Qc_ideal
        if system.nonideal.asks_for("reaction"):
            S = response(M, A, solver, numpy=numpy)
        # After a failure they are NaN. C must not hide the cause, which the next solve tells.
        C, failed = _nonideal(fixed, rest, *state, *map(jnp.nan_to_num, (ideal, S)))
        if throw and is_concrete(C, failed) and not failed:
            _require_finite(_places("nonideal", C, system.coordinates))
        C = np.asarray(C) if numpy else C
    solution = _spoil(solve(M, Q, A, b, C, solver=solver, throw=False), failed)
    if throw and is_concrete(solution.status) and solution.status != Status.OK:
        status = Status(int(solution.status))
        names = system.coordinates, found.form.rows.names
        raise NumericalError(status, solution._detail(status, *names))
    return solution


def evaluate(system: System, q: Any, qd: Any, t: Any = 0.0, p: Any = None) -> Evaluated:
    """M, Q and the acceleration form in a state; compiled together, as for ``acceleration``.

    Parameters
    ----------
    system : the description
    q : (n,)    coordinates
    qd : (n,)   velocities
    t : ()      time
    p : parameters
    """
    values = system.values(q, qd, t, p)
    numbers, rest = split(p)
    state = values["q"], values["qd"], values["t"], numbers
    check = is_concrete(*jax.tree.leaves(state))
    return _evaluate(Keyed(system, system.key()), rest, check, *state)


@partial(jax.jit, static_argnums=(0, 1, 2))
def _evaluate(fixed: Keyed, rest: Keyed, check: bool, q, qd, t, numbers) -> Evaluated:
    system, p = fixed.value, join(numbers, rest)
    lagrangian, excess = lagrangian_of(system), jnp.zeros(())
    if check and lagrangian is not None:
        excess = lagrangian.beyond_quadratic(q, qd, t, p)
    form = acceleration_form(system, q, qd, t, p)
    return Evaluated(system.M(q, t, p), system.Q(q, qd, t, p), form, excess)


@partial(jax.jit, static_argnums=(0, 1))
def _nonideal(fixed: Keyed, rest: Keyed, q, qd, t, numbers, Qc_ideal, S):
    """C (n,), and whether the reaction that it asks for was found, as a status."""
    system, p = fixed.value, join(numbers, rest)

    def C(reaction):
        return system.C(q, qd, t, p, Qc_ideal=Qc_ideal, reaction=reaction)

    if not system.nonideal.asks_for("reaction"):
        return C(Qc_ideal), jnp.asarray(int(Status.OK))
    found = find(C, Qc_ideal, S)
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


def _check(system: System, found: Evaluated, throw: bool) -> None:
    """What can be told of known numbers: L is quadratic, and nothing is NaN or infinite."""
    lagrangian = lagrangian_of(system)
    if lagrangian is not None and np.isfinite(found.M).all():
        require_quadratic(found.beyond_quadratic, lagrangian.kinetic.what)
    if throw:
        form, origin = found.form, ""
        if lagrangian is not None:
            origin = f" (second derivatives of {lagrangian.kinetic.what} at qd = 0)"
        finite = np.isfinite(form.A).all(axis=1) & np.isfinite(form.b)
        # φ may be NaN where its derivatives are not: log(−1), say.
        finite[: len(form.phi)] &= np.isfinite(form.phi)
        finite[: len(form.velocity)] &= np.isfinite(form.velocity)
        _require_finite(
            ([] if np.isfinite(found.M).all() else [f"`mass`{origin}"])
            + _places("force", found.Q, system.coordinates)
            + [repr(name) for name, ok in zip(form.rows.names, finite, strict=True) if not ok]
        )


def _places(what: str, x: Array, coordinates: tuple[str, ...] | None) -> list[str]:
    """Where a force is not finite."""
    names = coordinates or tuple(f"q[{i}]" for i in range(len(x)))
    return [f"`{what}` at {name}" for name, ok in zip(names, np.isfinite(x), strict=True) if not ok]


def _require_finite(guilty: list[str]) -> None:
    if guilty:
        raise NumericalError(Status.NON_FINITE, f"Not finite: {', '.join(guilty)}.")
