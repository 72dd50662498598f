"""The matrices of a described system in a state: M, Q, A and b, compiled together."""

from __future__ import annotations

from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from zwang.base.arrays import Array, is_concrete
from zwang.base.functions import join, split
from zwang.base.identity.keyed import Keyed, jit_by_key
from zwang.base.later import require_threads
from zwang.base.names import names_of
from zwang.base.status import NumericalError, Status
from zwang.equation.acceleration_form import AccelerationForm, acceleration_form
from zwang.equation.known import known
from zwang.system.checks import energy_at
from zwang.system.lagrangian import lagrangian_of, require_quadratic
from zwang.system.sums import AbstractSum
from zwang.system.system import System


class Evaluated(NamedTuple):
    """The matrices of the fundamental equation in a state."""

    M: Array  # (n, n) mass matrix
    Q: Array  # (n,) given force
    form: AccelerationForm  # A, b and the residuals
    beyond_quadratic: Array  # how far L is from quadratic in q̇; 0 without L


def evaluate(system: System, q: Any, qd: Any, t: Any = 0.0, p: Any = None) -> Evaluated:
    """M, Q and the acceleration form in a state."""
    if is_concrete(q, qd, t):
        require_threads("A system's functions")
    numbers, rest = split(p)
    state = *system.state(q, qd, t, jnp), numbers
    concrete = is_concrete(*jax.tree.leaves(state))
    return evaluate_compiled(known(system, *state, rest), rest, concrete, *state)


@jit_by_key(0, 1, 2)
def evaluate_compiled(fixed: Keyed, rest: Keyed, concrete: bool, q, qd, t, numbers) -> Evaluated:
    """The same for arrays and split parameters; ``concrete`` asks whether L is quadratic."""
    system, p = fixed.value, join(numbers, rest)
    lagrangian, excess = lagrangian_of(system), jnp.zeros(())
    if concrete and lagrangian is not None:
        excess = lagrangian.beyond_quadratic(q, qd, t, p)
    if lagrangian is None and system.energy is not None:  # a mistake in it is told at once
        jax.eval_shape(lambda: energy_at(system, system.values(q, qd, t, p)))
    form = acceleration_form(system, q, qd, t, p)
    return Evaluated(system.M(q, t, p, qd), system.Q(q, qd, t, p), form, excess)


# -- what can be told of known numbers -----------------------------------------------------------


def require_sound(system: System, found: Evaluated, *state: Any, finite: bool) -> None:
    """Raise unless L is quadratic and, if asked for, all numbers are finite in (q, qd, t, p)."""
    lagrangian = lagrangian_of(system)
    if lagrangian is not None and np.isfinite(found.M).all():
        require_quadratic(found.beyond_quadratic, lagrangian.kinetic.what)
    if finite:
        form, origin, forces = found.form, "", []
        force = getattr(system.force, "function", None)
        if isinstance(force, AbstractSum) and not np.isfinite(found.Q).all():
            q, qd, t, p = state
            good: Any = np.isfinite(force.terms(q, qd, t, p, None)[0]).all(axis=1)
            named = zip(force.names(), good, strict=True)
            forces = [f"{name!r}{force.limits().get(name, '')}" for name, ok in named if not ok]
        if lagrangian is not None:
            origin = f" (second derivatives of {lagrangian.kinetic.what} at qd = 0)"
        rows_ok = np.isfinite(form.A).all(axis=1) & np.isfinite(form.b)
        # φ may be NaN where its derivatives are not: log(−1), say.
        rows_ok[: len(form.phi)] &= np.isfinite(form.phi)
        rows_ok[: len(form.velocity)] &= np.isfinite(form.velocity)
        require_finite(
            ([] if np.isfinite(found.M).all() else [f"`mass`{origin}"])
            + places_not_finite("force", found.Q, system.coordinates)
            + [repr(name) for name, ok in zip(form.rows.names, rows_ok, strict=True) if not ok]
            + forces
        )


def places_not_finite(what: str, x: Array, coordinates: tuple[str, ...] | None) -> list[str]:
    """Where a force (n,) is not finite, by the names of coordinates."""
    names = names_of(coordinates, len(x))
    return [f"`{what}` at {name}" for name, ok in zip(names, np.isfinite(x), strict=True) if not ok]


def require_finite(guilty: list[str]) -> None:
    """Raise if anything is guilty of NaN or infinity."""
    if guilty:
        raise NumericalError(Status.NON_FINITE, f"Not finite: {', '.join(guilty)}.")
