"""Rows of a large motion: accelerations, forces, residuals, energies, ranks.

The rank along a motion is known, and so proximal factors do. Where they do not reach the tolerance,
or show another rank, it is found anew.
"""

from __future__ import annotations

import ctypes
from time import thread_time
from typing import Any, NamedTuple

import jax
import numpy as np

from zwang.base.arrays import SparseMatrix
from zwang.base.identity.keyed import jit_by_key
from zwang.base.stacked import Stacked
from zwang.base.status import Status
from zwang.engine.large.memory import Answer, Friction, Row
from zwang.engine.large.pattern import matrices_in
from zwang.engine.large.system import Large
from zwang.engine.program.elements import SEEN, pieces
from zwang.equation.fundamental import solve
from zwang.equation.observe import Observed
from zwang.integrate.course import State
from zwang.integrate.method.runge_kutta import Program
from zwang.integrate.projection import INDEPENDENT, OF_SMALLEST
from zwang.integrate.start import NOISE
from zwang.solvers import rank as rules
from zwang.solvers.base import Found, at_rest, relative_residual
from zwang.solvers.sparse import Sparse, kernel, metric
from zwang.solvers.sparse.auxiliary import helped_by
from zwang.system.checks import energy_at

DENSE = 20_000_000  # entries of all constraint matrices of a motion, up to which they are dense
AT_ONCE = 100_000  # coordinates of the states that one call takes
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
    """The rank of the constraints in a state, σ, and M. Shapes: sizes (m,)."""
    if sizes is None:
        M, A = _matrices(system, p, now)
    else:
        row = system.row(now, p)
        M, A, vanished = row.M, row.A, row.lengths < cut * sizes[: len(row.lengths)]
        A.data[np.repeat(vanished, np.diff(A.indptr))] = 0.0
    with system.plan.lock:
        metric.factor(system.plan, M.data)
        cut = max(cut, system.plan.memory.noise)
        rank, _ = metric.rank_of(system.plan, A, cut)
        sigma = kernel.library().zw_sparse_least(system.plan.at, LOOKS)
    return Look(rank, sigma, M)


def helped_at(system: Large, p: np.ndarray, now: State) -> Large:
    """The system, with rows that help its M if that has no inverse in a state."""
    M, A = _matrices(system, p, now)
    with system.plan.lock:
        metric.factor(system.plan, M.data)
        definite = bool(system.plan.memory.definite)
    if definite or not (np.isfinite(M.data).all() and np.isfinite(A.data).all()):
        return system
    rows, weights = helped_by(M, A, rules.tolerance(None, rules.RANK, M.data))
    return system.helped(rows, weights) if len(rows) else system


def _matrices(system: Large, p: np.ndarray, now: State) -> tuple[SparseMatrix, SparseMatrix]:
    """M and A in a state."""
    q, qd = (np.ascontiguousarray(x, float) for x in (now.q, now.qd))
    with system.plan.lock:
        system.give(p)
        system.library.zw_sparse_holding(system.at, float(now.t), q.ctypes.data, qd.ctypes.data)
        return matrices_in(system.pattern, system.held)


def observed(
    system: Large, p: np.ndarray, states: list[State], solver: Sparse, rank: int
) -> Observed:
    """What follows from states, one after the other."""
    found = _all_known(system, p, states, solver, rank)
    for i in np.flatnonzero(~found.pop("known")):
        row, answer = _solved(system, p, states[i], solver, rank)
        seen = {"A": row.A.data, "phi": row.phi, "velocity": row.velocity}
        for name, x in (answer | seen | {"energies": list(row.seen.values())}).items():
            found[name][i] = x
    energy, observables = _told_besides(system, p, states, found["energies"])
    ideal, lengths, velocity = (found[name] for name in ("Qc", "lengths", "velocity"))
    nonideal = found["nonideal"] if system.rubs else np.zeros_like(ideal)
    Qc = ideal + nonideal if system.rubs else ideal.copy()
    h = system.rows.positions
    raw = np.concatenate([found["phi"], velocity[:, h:]], axis=1)
    matrices: Any = Stacked(found["A"], system.places)
    return Observed(
        qdd=found["qdd"],
        Qc=Qc,
        Qc_ideal=ideal,
        Qc_nonideal=nonideal,
        multipliers=found["lam"],
        A=matrices,
        residual=raw / lengths,
        residual_raw=raw,
        rate=velocity[:, :h] / lengths[:, :h],
        rate_raw=velocity[:, :h],
        rank=found["rank"],
        energy=energy,
        power=(Qc * np.stack([now.qd for now in states])).sum(axis=1),
        observables=observables,
        status=found["status"],
        rows=system.rows,
    )


def _all_known(
    system: Large, p: np.ndarray, states: list[State], solver: Sparse, rank: int
) -> dict[str, np.ndarray]:
    """The same by proximal factors of the rank that is known, as arrays by name; ``known`` tells
    for which of the states that did.
    """
    count, (n, m) = len(states), (system.sizes.n, system.sizes.m)
    widths = {"qdd": n, "lam": m, "Qc": n, "nonideal": n if system.rubs else 0}
    widths |= {"A": system.pattern.A.nnz, "phi": system.rows.positions, "velocity": m}
    widths |= {"lengths": m, "energies": len(SEEN), "told": 5}
    found = {name: np.empty((count, width)) for name, width in widths.items()}
    mu, powers = metric.weight_for((solver.rank or 0.0) / OF_SMALLEST)
    numbers = mu if powers else 0.0, powers, at_rest(n, np.dtype(float))
    few = max(1, AT_ONCE // n)  # so that Ctrl-C is heard
    told = rank > 0 and (rank == m or powers > 0)  # whether these factors tell the least lam
    for first in range(0, count if told else 0, few):
        given = [np.array([x[i] for x in states[first : first + few]], float) for i in range(3)]
        out = (ctypes.c_void_p * len(found))(*(x[first:].ctypes.data for x in found.values()))
        with system.plan.lock:
            system.give(p)
            at = (x.ctypes.data for x in given)
            begin = thread_time()
            system.library.zw_sparse_observe(system.at, len(given[0]), *at, *numbers, out)
            system.ran(thread_time() - begin)
    change, left, independent, remains, rubbed = found.pop("told").T
    known = rubbed == Status.OK
    known &= (change <= SOLVED) & (remains <= _allowed(solver)) & (independent == rank)
    least = told and ((rank == m) | (left <= metric.LEFT_IN))
    found |= {"rank": np.full(count, rank, np.int32), "status": np.zeros(count, np.int32)}
    return found | {"known": known & least}


def _told_besides(
    system: Large, p: np.ndarray, states: list[State], seen: np.ndarray
) -> tuple[np.ndarray | None, dict[str, np.ndarray]]:
    """Energy and observables: those of parts added up, functions of the user's by JAX."""
    sums, described = system.sums, system.program.system.value
    if sums is not None:
        energies = dict(zip(SEEN, seen.T, strict=True))
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
    rubbing = None if found is None else found.rubbing
    if found is not None and found.change <= SOLVED:
        if here is None and found.rank != rank:
            here = looked_at(system, p, now, cut)
        told = _told(row, found, rank if here is None else here.rank)
        if found.remains <= _allowed(solver):
            least = told.rank == len(found.lam) or (powers and found.left <= metric.LEFT_IN)
            if rubbing is not None and least and rubbing.status == Status.OK:
                return row, _rubbed(row, found, told)
            lam = found.lam if least else _least(system, row, told, cut)
            if lam is not None and not system.rubs:
                return row, _answer(found.qdd, lam, row.A.T @ found.lam, told)
    told = solver.find(row.M, row.A, row.Q[:, None], row.b[:, None])
    if told.status == Status.OK and not _met(row, told, solver):
        told = told._replace(status=Status.INCONSISTENT)
    if told.status == Status.OK and system.rubs:  # which the least multipliers are needed for
        failed = Status.OK if rubbing is None else rubbing.status
        told = told._replace(status=failed or Status.INACCURATE)
    lost = np.nan if told.status != Status.OK else 0.0
    lam, lengths = told.lam[:, 0] + lost, told.lengths
    told = told._replace(lengths=np.where(np.isfinite(lengths), lengths, 1.0))
    answer = _answer(told.x[:, 0] + lost, lam, row.A.T @ lam, told)
    return row, answer | {"nonideal": answer["Qc"]} if system.rubs else answer


def _rubbed(row: Row, found: Answer, told: Found) -> dict[str, Any]:
    """An answer with friction."""
    assert found.rubbing is not None
    C, acting, _ = found.rubbing
    nonideal = C + row.A.T @ (acting - found.lam)
    return _answer(found.qdd, found.lam, row.A.T @ found.lam, told) | {"nonideal": nonideal}


def rubbing_in(system: Large, p: np.ndarray, now: State) -> Friction | None:
    """Friction in a state and the multipliers that act; None where these are not sure."""
    here = looked_at(system, p, now, INDEPENDENT)
    mu, powers = metric.weight_for(here.sigma)
    found = system.row(now, p, mu if powers else 0.0, powers).answer
    if found is None or not found.change <= SOLVED:
        return None
    least = here.rank == len(found.lam) or (powers and found.left <= metric.LEFT_IN)
    return found.rubbing if least else None


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


def accelerates(row: Row, qdd: np.ndarray) -> bool:
    """Whether q̈ (n,) is above rounding of the force that it follows from, in the metric M."""
    alone = solve(row.M, row.Q, row.A[:0], row.b[:0], solver=Sparse(), throw=False)
    size = row.Q @ np.asarray(alone.qdd) if alone.status == Status.OK else 0.0
    return bool(qdd @ (row.M @ qdd) > NOISE**2 * size)


def handed_out(A: Any) -> Any:
    """Constraint matrices as the user has them: dense where they are not too many."""
    return np.asarray(A) if np.prod(A.shape, dtype=float) <= DENSE else A


def _told(row: Row, found: Answer, rank: int) -> Found:
    units, free = 1.0 / np.sqrt(row.M.diagonal()), np.zeros_like(row.Q)
    return Found(found.qdd[:, None], found.lam[:, None], row.lengths, units, free, rank, Status.OK)


def _answer(qdd: np.ndarray, lam: np.ndarray, Qc: np.ndarray, told: Found) -> dict[str, Any]:
    found = {"qdd": qdd, "lam": lam, "Qc": Qc, "lengths": told.lengths, "rank": told.rank}
    return found | {"status": int(told.status)}
