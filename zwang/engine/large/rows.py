"""Rows of a large motion: accelerations, forces, residuals, energies, ranks.

The rank along a motion is known, and so proximal factors do. Where they do not reach the tolerance,
or show another rank, it is found anew.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import jax
import numpy as np

from zwang.base.identity.keyed import jit_by_key
from zwang.base.stacked import Stacked
from zwang.base.status import Status
from zwang.engine.large.system import Answer, Large, Row
from zwang.engine.program.elements import pieces
from zwang.equation.observe import Observed
from zwang.integrate.course import State
from zwang.integrate.method.runge_kutta import Program
from zwang.integrate.projection import OF_SMALLEST
from zwang.solvers import rank as rules
from zwang.solvers.base import Found, relative_residual
from zwang.solvers.sparse import Sparse, kernel, metric
from zwang.system.checks import energy_at

DENSE = 20_000_000  # entries of all constraint matrices of a motion, up to which they are dense
LOOKS = 12  # rounds of iteration for σ
SOLVED = 1e-9  # the last change of an answer, in parts of it


class Look(NamedTuple):
    """The rank of the constraints in a state, their smallest singular value that counts, and M."""

    rank: int
    sigma: float
    M: Any


def looked_at(
    system: Large, p: np.ndarray, now: State, cut: float, sizes: np.ndarray | None = None
) -> Look:
    """The rank of the constraints in a state, σ, and M.

    Parameters
    ----------
    system : in C
    p : numbers of the parameters
    now : the state
    cut : of the rank rule
    sizes : (m,)    the largest lengths that rows have had; what is below the cut of them is nothing
    """
    row = system.row(now, p)
    if sizes is not None:
        vanished = row.lengths < cut * sizes[: len(row.lengths)]
        row.A.data[np.repeat(vanished, np.diff(row.A.indptr))] = 0.0
    with system.plan.lock:
        metric.factor(system.plan, row.M.data)
        cut = max(cut, system.plan.memory.noise)
        rank, _ = metric.rank_of(system.plan, row.A, cut)
        sigma = kernel.library().zw_least(system.plan.at, LOOKS)
    return Look(rank, sigma, row.M)


def observed(
    system: Large, p: np.ndarray, states: list[State], solver: Sparse, rank: int
) -> Observed:
    """What follows from states, one after the other.

    Parameters
    ----------
    system : in C
    p : numbers of the parameters
    states : times with coordinates and velocities
    solver : whose tolerances count
    rank : of the constraints, so far as is known; zero if it is not
    """
    rows, found = [], []
    for now in states:
        row, answer = _solved(system, p, now, solver, rank)
        rows.append(row)
        found.append(answer)
    stacked = lambda name: np.stack([x[name] for x in found])
    of_rows = lambda name: np.stack([getattr(x, name) for x in rows])
    energy, observables = _told_besides(system, p, states, rows)
    h, lengths, Qc = system.rows.positions, stacked("lengths"), stacked("Qc")
    velocity = of_rows("velocity")
    raw = np.concatenate([of_rows("phi"), velocity[:, h:]], axis=1)
    matrices: Any = Stacked(np.stack([x.A.data for x in rows]), system.places)
    return Observed(
        qdd=stacked("qdd"),
        Qc=Qc,
        Qc_ideal=Qc.copy(),
        Qc_nonideal=np.zeros_like(Qc),
        multipliers=stacked("lam"),
        A=matrices,
        residual=raw / lengths,
        residual_raw=raw,
        rate=velocity[:, :h] / lengths[:, :h],
        rate_raw=velocity[:, :h],
        rank=stacked("rank").astype(np.int32),
        energy=energy,
        power=(Qc * np.stack([now.qd for now in states])).sum(axis=1),
        observables=observables,
        status=stacked("status").astype(np.int32),
        rows=system.rows,
    )


def _told_besides(
    system: Large, p: np.ndarray, states: list[State], rows: list[Row]
) -> tuple[np.ndarray | None, dict[str, np.ndarray]]:
    """Energy and observables: those of parts added up, functions of the user's by JAX."""
    sums, described = system.sums, system.program.system.value
    if sums is not None:
        energies = {name: np.array([x.seen[name] for x in rows]) for name in rows[0].seen}
        added = lambda names: sum(energies[name] for name in names)
        energy = None if sums.energy is None else np.asarray(added(sums.energy))
        return energy, {name: np.asarray(added(names)) for name, names in sums.observables}
    if described.energy is None and not described.observables:
        return None, {}
    t, q, qd = (np.stack([np.asarray(now[i]) for now in states]) for i in range(3))
    numbers = pieces(p, system.sizes.numbers)
    energy, others = jax.tree.map(np.asarray, _seen_by_jax(system.program, numbers, t, q, qd))
    names = (name for name, _ in described.observables)
    return energy, dict(zip(names, others, strict=True))


@jit_by_key(0)
def _seen_by_jax(program: Program, numbers: Any, t: Any, q: Any, qd: Any) -> Any:
    system = program.system.value

    def one(t, q, qd):
        values = system.values(q, qd, t, program.p(numbers))
        energy = None if system.energy is None else energy_at(system, values)
        return energy, [function.at(values).astype(float) for _, function in system.observables]

    return jax.lax.map(lambda x: one(*x), (t, q, qd))


def _solved(
    system: Large, p: np.ndarray, now: State, solver: Sparse, rank: int
) -> tuple[Row, dict[str, Any]]:
    """The fundamental equation in one state: with the rank that is thought to be known, or by
    the kernel for sparse matrices, which finds it.
    """
    cut = solver.rank or 0.0
    here = looked_at(system, p, now, cut) if rank == 0 else None
    sigma = cut / OF_SMALLEST if here is None else here.sigma
    mu, powers = metric.weight_for(sigma)
    row = system.row(now, p, mu if powers else 0.0, powers)
    found = row.answer
    if found is not None and found.change <= SOLVED:
        if here is None and found.rank != rank:
            here = looked_at(system, p, now, cut)
        told = _told(row, found, rank if here is None else here.rank)
        if found.remains <= _allowed(solver):
            least = told.rank == len(found.lam) or (powers and found.left <= metric.LEFT_IN)
            lam = found.lam if least else _least(system, row, told, cut)
            if lam is not None:
                return row, _answer(found.qdd, lam, row.A.T @ found.lam, told)
    told = solver.find(row.M, row.A, row.Q[:, None], row.b[:, None])
    if told.status == Status.OK and not _met(row, told, solver):
        told = told._replace(status=Status.INCONSISTENT)
    lost = np.nan if told.status != Status.OK else 0.0
    lam, lengths = told.lam[:, 0] + lost, told.lengths
    told = told._replace(lengths=np.where(np.isfinite(lengths), lengths, 1.0))
    return row, _answer(told.x[:, 0] + lost, lam, row.A.T @ lam, told)


def _least(system: Large, row: Row, told: Found, cut: float) -> np.ndarray | None:
    """The least multipliers (m,), where σ is too small for proximal factors to tell them from
    others; None where they cannot be told at all.
    """
    plan, lam = system.plan, np.empty_like(row.b)
    with plan.lock:
        metric.factor(plan, row.M.data)
        cut = max(cut, plan.memory.noise)
        span = metric.span_of(plan, row.A, int(told.rank), cut)
        S = plan.held["S"]
        lengths = told.lengths[S]
        lam[S] = span.taken_out(told.lam[S, 0] * lengths) / lengths
    return lam if span.sure else None


def _met(row: Row, found: Found, solver: Sparse) -> bool:
    """Whether an answer meets its rows."""
    remains = relative_residual(row.A, row.Q[:, None], row.b[:, None], found, np)
    return bool((remains <= _allowed(solver)).all())


def _allowed(solver: Sparse) -> float:
    """How far rows may stay from being met."""
    return rules.tolerance(solver.consistency, rules.CONSISTENCY, np.zeros(0))


def handed_out(A: Any) -> Any:
    """Constraint matrices as the user has them: dense where they are not too many.

    Parameters
    ----------
    A : all of them, ``Stacked``
    """
    return np.asarray(A) if np.prod(A.shape, dtype=float) <= DENSE else A


def _told(row: Row, found: Answer, rank: int) -> Found:
    units, free = 1.0 / np.sqrt(row.M.diagonal()), np.zeros_like(row.Q)
    return Found(found.qdd[:, None], found.lam[:, None], row.lengths, units, free, rank, Status.OK)


def _answer(qdd: np.ndarray, lam: np.ndarray, Qc: np.ndarray, told: Found) -> dict[str, Any]:
    found = {"qdd": qdd, "lam": lam, "Qc": Qc, "lengths": told.lengths, "rank": told.rank}
    return found | {"status": int(told.status)}
