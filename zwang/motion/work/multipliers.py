r"""The multipliers that really act along a motion.

Where there is friction C, the multipliers of a motion's rows are those that ideal constraints would
have. Those that act are λ in M q̈ = Q + C(λ) + Aᵀλ. The motion knows what constraints and friction
exert together, Qc = M q̈ − Q, so only

    λ = G (Qc − C(λ))

is left, by Newton's method; G gives the least of all λ, each counted in the length of its row. Its
ranks are in the metric M. So M, C and ∂C/∂λ are all that is compiled.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from zwang.base.arrays import Array, is_concrete
from zwang.base.functions import AbstractStaged, join, split
from zwang.base.identity.keyed import Keyed, jit_by_key
from zwang.base.status import Status
from zwang.consistency.independence import in_metric
from zwang.engine.evaluate import Evaluated, in_rows
from zwang.equation.acceleration import evaluate_and_solve
from zwang.equation.acceleration_form import acceleration_form
from zwang.equation.known import known, known_at
from zwang.integrate.options import IN_ROWS
from zwang.integrate.projection import INDEPENDENT
from zwang.motion.motion import Motion
from zwang.system.elements import by_parts
from zwang.system.system import System

STEPS = 30  # of Newton's method; pieces of Coulomb's law are few
SETTLED = 1e-12  # change of λ, in parts of the largest, at which it ends


class Law(NamedTuple):
    """M (n, n), C (n,) and ∂C/∂λ (n, m) in a state."""

    M: Any
    C: Any
    slope: Any


def multipliers(motion: Motion) -> Any:
    """The multipliers (T, m) that really act, which those of ``motion.lam`` are without
    friction.
    """
    system = motion.system
    assert system is not None
    if system.nonideal is None or not motion.rows.names:
        return motion.multipliers
    found = None
    if is_concrete(motion.q, *motion.numbers):
        found = _by_parts(motion, system) if by_parts(system, motion.q.shape[1], True) else None
        found = _by_newton(motion, system) if found is None else found
    if found is not None:
        return found
    numbers, rest = split(motion.p)
    fixed = known(system, motion.q[0], motion.qd[0], motion.t[0], numbers, rest)
    solver, rows = motion.tools and motion.tools[2], (motion.t, motion.q, motion.qd)
    solved = _solved(fixed, rest, solver, tuple(map(jnp.asarray, rows)), numbers)
    return np.asarray(solved) if is_concrete(solved) else solved


def _by_parts(motion: Motion, system: System) -> np.ndarray | None:
    """The same by sparse matrices, row by row; None where one of them is not sure."""
    from zwang.engine.large import Unsupported, friction_at  # which few need

    found = np.full(motion.multipliers.shape, np.nan)
    for i in np.flatnonzero(np.isfinite(motion.Qc).all(axis=1)):
        try:
            told = friction_at(system, motion.q[i], motion.qd[i], motion.t[i], motion.p)
        except Unsupported:
            return None
        if told is None or told.status != Status.OK:
            return None
        found[i] = told.lam
    return found


def _by_newton(motion: Motion, system: System) -> np.ndarray | None:
    """The same for known numbers; None where it does not converge."""
    fixed = known_at(system, motion.q[0], motion.qd[0], motion.t[0], motion.p)
    A, Qc, lam = (np.asarray(x) for x in (motion.A, motion.Qc, motion.multipliers))
    sound = np.flatnonzero(np.isfinite(Qc).all(axis=1))
    rows, lam = (motion.t[sound], motion.q[sound], motion.qd[sound]), lam.copy()
    G: Any = None
    for _ in range(STEPS if len(sound) else 0):
        now = lam[sound]
        besides = {"lam": now, "reaction": np.einsum("tmn,tm->tn", A[sound], now)}
        besides["Qc_ideal"] = motion.Qc_ideal[sound]
        law = in_rows(LAW, fixed, rows, motion.p, besides)
        G = np.stack([_least(*x) for x in zip(law.M, A[sound], strict=True)]) if G is None else G
        off = now - np.einsum("tmn,tn->tm", G, Qc[sound] - law.C)
        slope = np.eye(A.shape[1]) + G @ law.slope
        change = np.linalg.solve(slope, off[..., None])[..., 0]
        lam[sound] = now - change
        if not np.isfinite(lam[sound]).all():
            return None
        if np.abs(change).max() <= SETTLED * np.abs(lam[sound]).max():
            return lam
    return None if len(sound) else lam


def _least(M: np.ndarray, A: np.ndarray) -> np.ndarray:
    """G (m, n): the least λ, each counted in the length of its row, with Aᵀλ the given force."""
    metric = in_metric(M, A)
    to_metric = np.linalg.solve(metric.to_metric.T, np.eye(len(M)))
    inverse = np.linalg.pinv(metric.U, rcond=max(metric.rtol, INDEPENDENT))
    return (inverse @ to_metric) / metric.lengths[:, None]


def _law(system: System, q: Any, qd: Any, t: Any, given: Any) -> Law:
    p, asked = given["p"], {name: x for name, x in given.items() if name != "p"}
    staged = isinstance(getattr(system.nonideal, "function", None), AbstractStaged)
    prepared = system.nonideal.function.prepare(q, qd, t, p) if staged else None

    def C(lam):
        changed = asked["reaction"] + form.A.T @ (lam - asked["lam"]) if form else None
        values = asked | {"lam": lam, "reaction": changed}
        return prepared(lam) if prepared else system.C(q, qd, t, p, **values)

    form = None if staged else acceleration_form(system, q, qd, t, p)
    return Law(system.M(q, t, p), C(asked["lam"]), jax.jacfwd(C)(asked["lam"]))


LAW = Evaluated(_law)


@jit_by_key(0, 1, 2)
def _solved(fixed: Keyed, rest: Keyed, solver: Any, rows: Any, numbers: Any) -> Array:
    def one(row):
        t, q, qd = row
        how = IN_ROWS if solver is None else solver
        given = {"solver": how, "throw": False, "acting": True}
        return evaluate_and_solve(fixed.value, q, qd, t, join(numbers, rest), **given)[1].lam

    return jax.lax.map(one, rows)
