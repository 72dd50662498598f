"""What follows from a motion's rows t, q, q̇: accelerations, forces, residuals, energies."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from zwang.base.arrays import as_floats, cholesky, is_concrete, require_shape, solve_lower
from zwang.base.functions import join, split
from zwang.base.identity.keyed import Keyed, jit_by_key
from zwang.equation.acceleration import evaluate_and_solve
from zwang.equation.acceleration_form import AccelerationForm
from zwang.equation.known import known
from zwang.equation.observed import Observed as Observed
from zwang.solvers import rank as rules
from zwang.solvers.base import is_definite
from zwang.solvers.held import Held
from zwang.solvers.singular import equilibrate
from zwang.system.checks import energy_at
from zwang.system.system import System

CHUNK = 256  # rows at a time, always as many: neither T nor the numbers cause a new trace


def observe(
    system: System,
    t: Any,
    q: Any,
    qd: Any,
    p: Any = None,
    *,
    solver: Any = None,
    cut: Any = None,
) -> Observed:
    """Evaluate and solve the system in each row; failures are in ``status``, row by row.

    Known numbers give NumPy arrays, and nothing is traced again for other numbers or another T.
    Inside ``jit``, ``vmap`` and ``grad`` it gives JAX arrays.

    Shapes: t (T,), q (T, n), qd (T, n).
    """
    numbers, rest = split(p)
    concrete = is_concrete(t, q, qd, *numbers)
    xp = np if concrete else jnp
    t, q, qd = (as_floats(name, x, xp) for name, x in (("t", t), ("q", q), ("qd", qd)))
    if t.ndim != 1 or not len(t):
        raise ValueError(f"`t` has the shape {t.shape}; wanted (T,), one time for each row.")
    if q.ndim != 2:
        raise ValueError(f"`q` has the shape {q.shape}; wanted (T, n), one row for each time.")
    require_shape("q", q, (len(t), q.shape[1]), "one row for each time")
    require_shape("qd", qd, q.shape, "as `q`")

    fixed = known(system, q[0], qd[0], t[0], numbers, rest)
    if not concrete:
        return _observe(fixed, rest, solver, t, q, qd, numbers, None, cut)
    chunks = []
    for first in range(0, len(t), CHUNK):
        rows = np.minimum(np.arange(first, first + CHUNK), len(t) - 1)  # the last one repeated
        given = t[rows], q[rows], qd[rows], numbers, len(t) - first, cut
        found = _observe(fixed, rest, solver, *given)
        chunks.append(jax.tree.map(lambda x: np.asarray(x)[: len(t) - first], found))
    return jax.tree.map(lambda *x: np.concatenate(x), *chunks)


@jit_by_key(0, 1, 2)
def _observe(fixed: Keyed, rest: Keyed, solver: Any, t, q, qd, numbers, count, cut) -> Observed:
    """All rows; of the first ``count`` only, if that is given, so that padding costs nothing."""
    system, p = fixed.value, join(numbers, rest)
    solver = solver if cut is None else Held(solver, cut)
    look = lambda row: _row(system, row, p, solver)
    if count is None:
        return jax.lax.map(look, (t, q, qd))
    rows = t, q, qd
    shapes = jax.eval_shape(look, jax.tree.map(lambda x: x[0], rows))
    nothing = jax.tree.map(lambda x: jnp.zeros(x.shape, x.dtype), shapes)
    some = lambda x: jax.lax.cond(x[0] < count, look, lambda row: nothing, x[1])
    return jax.lax.map(some, (jnp.arange(len(t)), rows))


def _row(system: System, row: tuple, p: Any, solver: Any) -> Observed:
    t, q, qd = row
    found, solution = evaluate_and_solve(system, q, qd, t, p, solver=solver, throw=False)
    form = found.form
    h, lengths = form.rows.positions, row_lengths(found.M, form.A)
    raw = _residuals(form, solution.qdd)
    return Observed(
        qdd=solution.qdd,
        Qc=solution.Qc,
        Qc_ideal=solution.Qc_ideal,
        Qc_nonideal=solution.Qc_nonideal,
        multipliers=solution.lam,
        A=form.A,
        residual=raw / lengths,
        residual_raw=raw,
        rate=form.velocity[:h] / lengths[:h],
        rate_raw=form.velocity[:h],
        rank=jnp.asarray(solution.rank, jnp.int32),
        energy=_energy(system, q, qd, t, p),
        power=solution.Qc @ qd,
        observables=_observables(system, q, qd, t, p),
        status=jnp.asarray(solution.status, jnp.int32),
        rows=form.rows,
    )


def _residuals(form: AccelerationForm, qdd: jax.Array) -> jax.Array:
    """φ, then ψ, then A q̈ − b: each row at the level at which it is given."""
    h, restricting = form.rows.positions, form.rows.velocities
    left = form.A[restricting:] @ qdd - form.b[restricting:]
    return jnp.concatenate([form.phi, form.velocity[h:], left])


def _energy(system: System, q, qd, t, p) -> jax.Array | None:
    if system.energy is None:
        return None
    return energy_at(system, system.values(q, qd, t, p))


def _observables(system: System, q, qd, t, p) -> dict[str, jax.Array]:
    values = system.values(q, qd, t, p)
    return {name: function.at(values).astype(q.dtype) for name, function in system.observables}


def row_lengths(M: Any, A: Any) -> Any:
    r"""The length of each row of A L⁻ᵀ, with M = L Lᵀ; a row of zeros has length one.

    Divided by it, a residual is the distance to its constraint in the metric M, and has the
    same value in whatever unit the constraint is written.

    Shapes: M (n, n), A (m, n).
    """
    return zwang_row_lengths(M, A)


@jax.jit
def zwang_row_lengths(M: Any, A: Any) -> Any:
    """``row_lengths``, under a name by which the engine calls it in C."""
    held: Any = jax.lax.stop_gradient((M, A))
    definite = is_definite(held[0])
    # The factor of an M that has one in any case: NaN would enter derivatives through `where`.
    safe: Any = jnp.where(definite, M, jnp.eye(M.shape[0], dtype=M.dtype))
    L, _ = cholesky(safe, jnp)
    in_metric = rules.lengths_of(solve_lower(L, A.T, jnp), jnp)
    _, in_like_units = equilibrate(held[0], held[1], jnp)
    return jnp.where(definite, in_metric, in_like_units)
