"""What ``zw.check`` finds of a large system that is made of parts: the same report, sparse.

Rows that depend on each other are found by their circuits. With Y = L⁻¹Aᵀ, columns of length one,
the rank rule leaves live columns, and of each dead one the combination Y_dead = Y_live W that it
is: the rows of N = [W; −1] span all multipliers that exert no force. These are the fundamental
circuits of a basis, and rows that share one depend on each other: their connected components are
the blocks of the projector onto Nᵀ that the dense report has. What is not unique of a group's
force is what N exerts through its rows, a small block for each group.

Where M is singular the dense report takes coordinates in like units d for its metric, and so does
this: all of it holds with diag(1/d²) in the place of M.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import scipy

from zwang.base.arrays import SparseMatrix, eps
from zwang.consistency.independence import condition
from zwang.engine.large.instant.circuits import circuits, gathered
from zwang.engine.large.memory import Row
from zwang.solvers import rank as rules
from zwang.solvers.sparse import kernel, metric
from zwang.solvers.sparse.auxiliary import helped_by, like_units
from zwang.solvers.sparse.symbolic import Plan, planned

LOOKS = 60  # rounds of iteration for the smallest singular value
DENSE = 100_000  # entries of the rows in the metric, up to which they are looked at dense
TINY = 1e-8  # of the size of what may be exerted, below which a component is rounding
SEEN = 1e-6  # part of a direction that counts
SMALL = 400  # coordinates that M couples, up to which their eigenvalues are looked for
FAINT = 1e-9  # entries of a circuit that are rounding, in parts of its largest


class Structure(NamedTuple):
    """The rows of A in the metric of a definite M."""

    rank: int  # of A
    lengths: np.ndarray  # (m,) of the rows
    # (d, m) multipliers that exert nothing, sparse; rows of A counted in their lengths
    N: SparseMatrix
    labels: np.ndarray  # (m,) which rows depend on each other; −1 for those on which none does
    condition: float  # of the independent rows


class Judged(NamedTuple):
    """The equations in the metric in which they are judged."""

    row: Row  # the equations; where M is singular, with the metric in its place, and lengths in it
    structure: Structure  # of the rows
    mass: dict[str, Any]  # what M is, by the names of the report


def judged(plan: Plan, row: Row) -> Judged | None:
    """The structure of rows and what M is; None where that is not sure, or coordinates have neither
    mass nor constraint.
    """
    n = len(row.Q)
    with plan.lock:
        metric.factor(plan, row.M.data)
        definite = bool(plan.memory.definite)
    if definite:
        mass = {"mass": "definite", "rank_M": n, "condition_M": condition_of_mass(row.M)}
    else:
        told, d = _singular(row.M, row.A), like_units(row.M, row.A)[0]
        if told is None:
            return None
        mass, one = told, scipy.sparse.csr_array(scipy.sparse.diags_array(1.0 / d**2))
        row, plan = row._replace(M=one), planned(one, row.A)
    found = structure_of(plan, row.M, row.A)
    if found is None:
        return None
    return Judged(row if definite else row._replace(lengths=found.lengths), found, mass)


def _singular(M: SparseMatrix, A: SparseMatrix) -> dict[str, Any] | None:
    """What a singular M is, as the dense report has it; None if A does not supply what is missing
    in it, or that cannot be said.
    """
    rtol, d = rules.tolerance(None, rules.RANK, np.empty(0)), like_units(M, A)[0]
    D = scipy.sparse.diags_array(d)
    values = _eigenvalues(scipy.sparse.csr_array(D @ M @ D))
    if values is None or not len(helped_by(M, A, rtol)[0]):
        return None
    semidefinite = values.min() > -rtol and (M.diagonal() >= 0).all()
    held = np.sort(np.abs(values))[::-1]
    held = held[held > rtol * held[0]]
    mass = "singular" if semidefinite else "not semidefinite"
    return {"mass": mass, "rank_M": len(held), "condition_M": condition(held)}


def structure_of(plan: Plan, M: SparseMatrix, A: SparseMatrix) -> Structure | None:
    """The structure of rows; None if the rank is not sure."""
    with plan.lock:
        metric.factor(plan, M.data)
        cut = max(rules.tolerance(None, rules.RANK, np.empty(0)), plan.memory.noise)
        rank, sure = metric.rank_of(plan, A, cut)
        if not sure:
            return None
        dead, S, lengths = np.flatnonzero(plan.held["dead"]), plan.held["S"], _lengths(plan)
        N = _circuits(circuits(plan, dead, cut), S) if len(dead) else _none(plan.m)
        condition = _condition(plan, rank) if rank else 1.0
    return Structure(rank, lengths, N, _labels(N), condition)


def _lengths(plan: Plan) -> np.ndarray:
    """Of the rows in the metric (m,), in their own order."""
    found = np.empty(plan.m)
    found[plan.held["S"]] = plan.held["lengths"]
    return found


def _none(m: int) -> SparseMatrix:
    return scipy.sparse.csr_array((0, m))


def _circuits(combinations: SparseMatrix, S: np.ndarray) -> SparseMatrix:
    """The combinations in the order of the rows of A, each of length one and without rounding."""
    found = scipy.sparse.csr_array(combinations)
    found = scipy.sparse.csr_array((found.data, S[found.indices], found.indptr), found.shape)
    rows = np.repeat(np.arange(found.shape[0]), np.diff(found.indptr))
    sizes = np.sqrt(np.bincount(rows, found.data**2, minlength=found.shape[0]))
    found.data = found.data / sizes[rows]
    found.data[np.abs(found.data) < FAINT] = 0.0
    found.eliminate_zeros()
    found.sort_indices()
    return found


def _labels(N: SparseMatrix) -> np.ndarray:
    """Connected rows have one number, from zero; rows in no circuit have −1."""
    d, m = N.shape
    graph = scipy.sparse.block_array([[None, N], [N.T, None]]) if d else None
    if graph is None:
        return np.full(m, -1)
    labels = scipy.sparse.csgraph.connected_components(graph, directed=False)[1][d:]
    touched = np.bincount(N.indices, minlength=m) > 0
    return np.where(touched, labels, -1)


def _condition(plan: Plan, rank: int) -> float:
    """The largest singular value of the rows over the smallest of those that count; of many rows
    by iteration, and of the live ones alone.
    """
    Y = scipy.sparse.csc_array(
        (plan.held["Yx"], plan.held["Yi"], plan.held["Yp"]), shape=(plan.n, plan.m)
    )
    if plan.n * plan.m <= DENSE:
        values = np.linalg.svd(Y.toarray(), compute_uv=False)
        return float(values[0] / values[rank - 1])
    v = np.random.default_rng(0).normal(size=plan.m)
    size = 0.0
    for _ in range(LOOKS):
        v = Y.T @ (Y @ (v / (np.linalg.norm(v) or 1.0)))
        size = np.linalg.norm(v)
    return float(np.sqrt(size)) / kernel.library().zw_sparse_least(plan.at, LOOKS)


def condition_of_mass(M: SparseMatrix) -> float:
    """The condition of M with ones on its diagonal, coupled coordinates by coupled coordinates.

    Shapes: M (n, n).
    """
    d = scipy.sparse.diags_array(1.0 / np.sqrt(M.diagonal()))
    values = _eigenvalues(scipy.sparse.csr_array(d @ M @ d))
    return float("nan") if values is None else values.max() / max(values.min(), eps(np.float64))


def _eigenvalues(scaled: SparseMatrix) -> np.ndarray | None:
    """All (n,), coupled coordinates by coupled coordinates; None if too many are coupled."""
    count, labels = scipy.sparse.csgraph.connected_components(scaled, directed=False)
    sizes = np.bincount(labels, minlength=count)
    if sizes.max() > SMALL:
        return None
    # The place of each coordinate in its block; then all blocks of one size together.
    order, place = np.argsort(labels, kind="stable"), np.empty(len(labels), int)
    place[order] = np.arange(len(labels)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    rows = np.repeat(np.arange(len(labels)), np.diff(scaled.indptr))
    found = []
    for size in np.unique(sizes):
        which = np.cumsum(sizes == size) - 1
        own = sizes[labels[rows]] == size
        at = which[labels[rows[own]]], place[rows[own]], place[scaled.indices[own]]
        blocks = np.zeros(((sizes == size).sum(), size, size))
        blocks[at] = scaled.data[own]
        found.append(np.linalg.eigvalsh(blocks).ravel())
    return np.concatenate(found)


def irremovable(row: Row, k: int, residual: np.ndarray, allowed: float, share: float) -> np.ndarray:
    """Which of the first k rows keep their residuals (k,) to first order, whatever changes.

    Shapes: residual (k,).
    """
    scaled = residual / row.lengths[:k]
    if np.linalg.norm(scaled) <= allowed:  # and so is every part of it
        return np.zeros(k, bool)
    A = scipy.sparse.csr_array(row.A[:k])
    plan = planned(row.M, A)
    with plan.lock:
        metric.factor(plan, row.M.data)
        cut = max(rules.tolerance(None, rules.RANK, np.empty(0)), plan.memory.noise)
        rank, _ = metric.rank_of(plan, A, cut)
        if rank == k:
            return np.zeros(k, bool)
        S, off = plan.held["S"], np.zeros(k)
        ordered = scaled[S]
        able = metric.without_ties(plan, np.ones(k), rank, cut).taken_out(ordered)
        off[S] = np.abs(ordered - able)
    limit = max(allowed, share * np.abs(scaled).max(initial=0.0))
    return (off > allowed) & (off > limit).any()


class Loose:
    """What is not unique of the forces of groups of rows. Shapes: A (m, n)."""

    def __init__(self, A: SparseMatrix, structure: Structure):
        self._A, self._lengths = A, structure.lengths
        self._N = scipy.sparse.csc_array(structure.N)

    def of(self, rows: Any) -> np.ndarray:
        """Multipliers (d, k) of these rows that circuits through them have; few of them."""
        return gathered(self._N, rows)[1].T / self._lengths[rows]

    def columns(self, rows: Any) -> tuple[np.ndarray, np.ndarray]:
        """Coordinates on which these rows exert anything, and A there (k, c)."""
        return gathered(self._A, rows)

    def directions(self, rows: Any, exerted: Any) -> np.ndarray:
        """An orthonormal basis (j, c) of what is not determined of what rows exert.

        Shapes: exerted (k, c).
        """
        loose = self.of(rows) @ exerted
        size = np.abs(exerted / self._lengths[rows][:, None]).max(initial=0.0)
        if not loose.size or not size:
            return np.zeros((0, exerted.shape[1]))
        _, values, V = np.linalg.svd(loose, full_matrices=False)
        return V[values > TINY * size]
