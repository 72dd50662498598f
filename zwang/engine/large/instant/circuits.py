"""Combinations of few rows that give zero, as many as there are: a basis of all of them.

Of each dead column of Y the combination of live ones that it is, is a circuit: no column of it can
be left out. But such circuits may run through the whole machine, a lift down to its foot, where a
loop nearby would do. Of a long one another circuit is looked for among the columns around, in
which there may also be dead columns that have theirs already. So each new circuit has one column
that no other before it has: they are independent, and all that give zero.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy

from zwang.base.arrays import SparseMatrix
from zwang.solvers.sparse import kernel, metric
from zwang.solvers.sparse.symbolic import Plan

SHORT = 200  # columns of a circuit that is taken as it comes
LAYERS, AROUND = 4, 240  # steps from neighbours to neighbours, and columns that are looked at
# Of columns of length one: their distances from those before must be above CLEAR or nothing, and a
# combination is not larger than LARGE, for its numbers to be told.
CLEAR, LARGE = 1e-6, 1e6


def circuits(plan: Plan, dead: np.ndarray, cut: float) -> SparseMatrix:
    """The circuits (d, m) of dead columns, in the order of elimination. Shapes: dead (d,)."""
    found: dict[int, tuple[np.ndarray, np.ndarray]] = {}
    places, values, c = np.empty(SHORT, np.intc), np.empty(SHORT), kernel.library()
    given = metric.DROPPED, kernel.place(places), kernel.place(values), SHORT
    for k in dead:
        count = -1 if plan.deflated[k] else c.zw_sparse_tie(plan.at, int(k), *given)
        if count >= 0:
            found[int(k)] = places[:count].copy(), values[:count].copy()
    far = [int(k) for k in dead if int(k) not in found]
    near = _Nearby(plan, cut, far) if far else None
    for k in near.order if near else ():
        circuit = near.circuit(k) if near else None
        found[k] = _whole(plan, k) if circuit is None else circuit
    rows = [found[int(k)] for k in dead]
    start = np.concatenate([[0], np.cumsum([len(x) for x, _ in rows])])
    indices, data = (np.concatenate([x[i] for x in rows]) for i in (0, 1))
    return scipy.sparse.csr_array((data, indices, start), shape=(len(dead), plan.m))


def _whole(plan: Plan, k: int) -> tuple[np.ndarray, np.ndarray]:
    """The circuit of one column as R has it."""
    found = metric.combinations(plan, np.array([k]))
    return found.indices.copy(), found.data.copy()


class _Nearby:
    """Circuits among the columns around."""

    def __init__(self, plan: Plan, cut: float, far: list[int]):
        held, shape = plan.held, (plan.n, plan.m)
        self._Y = scipy.sparse.csc_array((held["Yx"], held["Yi"], held["Yp"]), shape=shape)
        self._cut, self._open, self._last = cut, np.zeros(plan.m, bool), 1
        self._open[far] = True
        ones = scipy.sparse.csc_array((np.ones(self._Y.nnz), held["Yi"], held["Yp"]), shape=shape)
        self._graph = scipy.sparse.csr_array(ones.T @ ones)
        swept = scipy.sparse.csgraph.reverse_cuthill_mckee(self._graph, symmetric_mode=True)
        # of these, in which neighbours follow each other
        self.order = [int(k) for k in swept if self._open[k]]

    def circuit(self, k: int) -> tuple[np.ndarray, np.ndarray] | None:
        """A circuit with column k, without others that have none yet; None if none is near."""
        self._open[k] = False
        layers = [np.array([k])]
        # Machines repeat themselves: first as far as it took for the last one.
        for i in dict.fromkeys([self._last, *range(1, LAYERS + 1)]):
            while len(layers) <= i:
                layers.append(self._neighbours(layers[-1]))
            if len(layers[i]) > AROUND:
                continue
            others = layers[i][~self._open[layers[i]] & (layers[i] != k)]
            found = self._combined(k, others)
            if found is not None:
                self._last = i
                return found
        return None

    def _neighbours(self, columns: np.ndarray) -> np.ndarray:
        """Columns with an entry in a row in which these have one, themselves among them."""
        start, found = self._graph.indptr, self._graph.indices
        return np.unique(np.concatenate([found[start[j] : start[j + 1]] for j in columns]))

    def _combined(self, k: int, others: np.ndarray) -> tuple[np.ndarray, np.ndarray] | None:
        """Column k from independent ones of the others, with −1 for itself."""
        dense = gathered(self._Y, np.append(others, k))[1].T
        Q, R, chosen = scipy.linalg.qr(dense[:, :-1], mode="economic", pivoting=True)
        distances = np.abs(np.diagonal(R))
        rank = int((distances > self._cut).sum())
        if not rank or distances[rank - 1] < CLEAR:
            return None
        parts = Q[:, :rank].T @ dense[:, -1]
        if np.linalg.norm(dense[:, -1] - Q[:, :rank] @ parts) > self._cut:
            return None
        w = scipy.linalg.solve_triangular(R[:rank, :rank], parts)
        used = np.abs(w) > metric.DROPPED
        if np.abs(w).max() > LARGE:
            return None
        places = np.append(others[chosen[:rank]][used], k).astype(np.intc)
        return places, np.append(w[used], -1.0)


def gathered(matrix: SparseMatrix, which: Any) -> tuple[np.ndarray, np.ndarray]:
    """Some rows of a matrix by rows, or columns of one by columns: where they have entries, and
    these, dense (k, c). SciPy's own indexing takes longer for so few.

    Shapes: which (k,).
    """
    ends = [slice(*matrix.indptr[i : i + 2]) for i in which]
    places = np.concatenate([matrix.indices[x] for x in ends])
    some, at = np.unique(places, return_inverse=True)
    found = np.zeros((len(ends), len(some)))
    lengths = [x.stop - x.start for x in ends]
    row = np.repeat(np.arange(len(ends)), lengths)
    found[row, at] = np.concatenate([matrix.data[x] for x in ends])
    return some, found
