"""Where the factors of M and of A in its metric have entries, in which order they are eliminated.

The coordinates are ordered for M, the constraints for A M⁻¹Aᵀ, each by minimum degree. What follows
depends on the pattern alone, so that it is done once for all solves with it.
"""

from __future__ import annotations

import ctypes
import threading
from collections import OrderedDict
from copy import copy
from typing import Any, NamedTuple

import numpy as np
import scipy

from zwang.base.arrays import SparseMatrix, eps
from zwang.solvers import rank as rules
from zwang.solvers.sparse import kernel

KEPT = 8  # patterns that are remembered
MOST = 60_000_000  # entries of one factor beyond which memory ends before patience does
CHUNK = 4  # rows of R that are taken together, as in ``chunks.h``
ROUNDS = 30  # of correction at most; each gains a factor of eps cond(Y), or of μ/σ²


class TooFull(ValueError):
    """The factors have more entries than memory should hold."""

    def __init__(self):
        super().__init__(
            f"The sparse factors of `M` and `A` would have more than {MOST:.0e} entries each; "
            "wanted a mass matrix of small blocks, and constraints that touch few coordinates each."
        )


class Lower(NamedTuple):
    """The pattern of a Cholesky factor, its diagonal left out."""

    # start, places: by columns
    start: np.ndarray
    places: np.ndarray
    parent: np.ndarray  # the elimination tree


class Plan:
    """All that is known of a pattern, with the memory for its numbers. Shapes: deflated (m,)."""

    # the plan of the combinations of rows that give zero, behind what tells it from others
    ties: tuple[Any, Plan] | None
    span: Plan | None  # the plan of Y with coordinates in the place of rows

    def __init__(self, M: SparseMatrix, A: SparseMatrix):
        (self.m, self.n), self.lock = A.shape, threading.Lock()
        self.deflated, self.ties, self.span = np.zeros(self.m, np.intc), None, None
        places, L, Y, R = laid_out(M, A)
        self.memory, self.held = kernel.memory(M.nnz, **places)
        self.memory.rounds = ROUNDS
        self.memory.eps, self.memory.tiny = eps(np.float64), eps(np.float64) / 16
        self.memory.rank_rule = rules.tolerance(None, rules.RANK, np.empty(0))
        self.memory.rounding = rules.rounding(1, np.float64)
        self.at = ctypes.addressof(self.memory)  # where that memory lies
        widths, counts = np.diff(self.held["Rp"]), np.diff(L.start)
        self.entries = len(L.places) + Y.nnz + len(self.held["Rj"])  # of L, Y and R together
        self.operations = _operations(Y, L, counts, widths, R.parent)  # of one factorisation, about

    def twin(self) -> Plan:
        """The same plan with a memory of its own, for who solves at the same time."""
        found = copy(self)
        found.lock, found.ties, found.span = threading.Lock(), None, None
        found.deflated = self.deflated.copy()
        found.memory = kernel.Memory.from_buffer_copy(self.memory)
        found.held = kernel.together(self.held)
        for name, x in found.held.items():
            setattr(found.memory, name, kernel.place(x))
        found.at = ctypes.addressof(found.memory)
        return found


def laid_out(
    M: SparseMatrix, A: SparseMatrix, last: int | None = None
) -> tuple[dict[str, np.ndarray], Lower, SparseMatrix, Lower]:
    """The places of all factors, by the names of ``kernel.PLACES``; and the patterns L, Y and R.

    Shapes: M (n, n).
    """
    (m, n), by_turns, last = A.shape, last is None, last or 0
    P = by_degree(M)
    rows, Md = _lower_rows(M, P)
    L = factor_of(rows, n)
    Y = _reached(_in_order(A, None, P), L, m, n)
    early = _gram(Y[: m - last])
    order = by_degree(early) if m > last else np.zeros(0, np.intc)
    order = order if by_turns else _branch_by_branch(early, order)
    S = np.concatenate([order, np.arange(m - last, m)]).astype(np.intc)
    A_rows, Y = _in_order(A, S, P), _canonical(Y[S])
    R = factor_of(_strictly_lower(_gram(Y)), m)
    found = {"P": P, "S": S, "Md": Md, "parent": R.parent, "Lp": L.start, "Li": L.places}
    found |= {"Mp": rows.indptr, "Mj": rows.indices, "Ms": rows.data - 1}
    found |= {"Ap": A_rows.indptr, "Aj": A_rows.indices, "As": A_rows.data - 1}
    found |= {"Yp": Y.indptr, "Yi": Y.indices, "alike": _alike(Y)}
    found |= dict(zip(("Kp", "Kj"), _by_rows(L, n), strict=True))
    found |= dict(zip(("Xp", "Xj", "Xs", "Xo"), _rows_of(Y), strict=True))
    found |= dict(zip(("Rp", "Rj", "Cp", "Ci", "Cs"), _upper(R, m), strict=True))
    found |= dict(zip(("chunk", "first"), _chunks(R, m), strict=True))
    return found, L, Y, R


_kept: OrderedDict[Any, Plan] = OrderedDict()
_keeping = threading.Lock()


def planned(M: SparseMatrix, A: SparseMatrix) -> Plan:
    """The plan of a pattern, remembered. Shapes: M (n, n)."""
    key = (A.shape, *(x.tobytes() for x in (M.indptr, M.indices, A.indptr, A.indices)))
    with _keeping:
        if key in _kept:
            _kept.move_to_end(key)
            return _kept[key]
    plan = Plan(M, A)
    with _keeping:
        _kept[key] = plan
        while len(_kept) > KEPT:
            _kept.popitem(last=False)
    return plan


def by_degree(S: SparseMatrix) -> np.ndarray:
    """The order of elimination of a symmetric pattern by minimum degree, as places in it.

    SciPy's SuperLU finds it on its way to a factor, here of a matrix with a heavy diagonal.
    """
    n = S.shape[0]
    off = S.copy()
    off.data = np.ones(S.nnz)
    off = off + off.T
    off.setdiag(0.0)
    off.eliminate_zeros()
    if not off.nnz:
        return np.arange(n, dtype=np.intc)
    off.data[:] = -1.0
    heavy = scipy.sparse.csc_array(off + scipy.sparse.diags_array(1.0 - off.sum(axis=1)))
    symmetric = {"SymmetricMode": True, "DiagPivotThresh": 0.0}
    factored = scipy.sparse.linalg.splu(heavy, permc_spec="MMD_AT_PLUS_A", options=symmetric)
    return np.argsort(factored.perm_c).astype(np.intc)


def _branch_by_branch(S: SparseMatrix, order: np.ndarray) -> np.ndarray:
    """Another order of elimination with the same fill, in which branches of the tree do not mix.

    A chain is eliminated from both ends by turns. Then one end comes after the other.
    """
    c, place, n = kernel.library(), kernel.place, len(order)
    rows = _strictly_lower(S[order][:, order])
    start, places = _ints(rows.indptr), _ints(rows.indices)
    parent, room, found = np.zeros(n, np.intc), np.zeros(2 * n, np.intc), np.zeros(n, np.intc)
    c.zw_sparse_tree(n, place(start), place(places), place(parent), place(found))
    c.zw_sparse_after(n, place(parent), place(room), place(found))
    return order[found]


def factor_of(rows: SparseMatrix, n: int) -> Lower:
    """The pattern of L, given that of a symmetric matrix before its diagonal, by rows."""
    c, place = kernel.library(), kernel.place
    start, places = _ints(rows.indptr), _ints(rows.indices)
    parent, seen, count, columns = (np.zeros(n, np.intc) for _ in range(4))
    c.zw_sparse_tree(n, place(start), place(places), place(parent), place(seen))
    given = n, place(start), place(places), place(parent), place(seen)
    if c.zw_sparse_fill(*given, place(count), place(columns), MOST) > MOST:
        raise TooFull
    begin = _starts(columns)
    found = np.zeros(begin[-1], np.intc)
    c.zw_sparse_places(*given, place(begin), place(count), place(found))
    return Lower(begin, found, parent)


def _reached(A: SparseMatrix, L: Lower, m: int, n: int) -> SparseMatrix:
    """The pattern of Yᵀ = (L⁻¹Aᵀ)ᵀ."""
    c, place = kernel.library(), kernel.place
    start, places, parent = _ints(A.indptr), _ints(A.indices), _ints(L.parent)
    seen, count = np.zeros(n, np.intc), np.zeros(m, np.intc)
    given = m, place(start), place(places), place(parent), place(seen), n, place(count)
    total = c.zw_sparse_reach(*given, None, MOST)
    if total > MOST:
        raise TooFull
    found = np.zeros(total, np.intc)
    c.zw_sparse_reach(*given, place(found), MOST)
    return _canonical(scipy.sparse.csr_array((np.ones(total), found, _starts(count)), shape=(m, n)))


def _lower_rows(M: SparseMatrix, P: np.ndarray) -> tuple[SparseMatrix, np.ndarray]:
    """The lower half of M in the order P, without its diagonal; data: places in M.data plus one.

    And the places of the diagonal, −1 where M has none. Only what the user gave below the diagonal
    is read.
    """
    n, new = M.shape[0], _inverse(P)
    row = np.repeat(np.arange(n), np.diff(M.indptr))
    column, source = M.indices, np.arange(M.nnz)
    diagonal = np.full(n, -1, np.intc)
    on, below = row == column, row > column
    diagonal[new[row[on]]] = source[on]
    i, j = new[row[below]], new[column[below]]
    shape = np.maximum(i, j), np.minimum(i, j)
    return _canonical(scipy.sparse.csr_array((source[below] + 1, shape), shape=(n, n))), diagonal


def _in_order(A: SparseMatrix, S: np.ndarray | None, P: np.ndarray) -> SparseMatrix:
    """A with rows in the order S and columns in P; data: places in A.data plus one."""
    marked = scipy.sparse.csr_array((np.arange(A.nnz) + 1, A.indices, A.indptr), shape=A.shape)
    marked = marked if S is None else marked[S]
    inverse = _inverse(P)
    renamed = scipy.sparse.csr_array((marked.data, inverse[marked.indices], marked.indptr), A.shape)
    return _canonical(renamed)


def _gram(Y: SparseMatrix) -> SparseMatrix:
    return scipy.sparse.csr_array(Y @ Y.T)


def _strictly_lower(S: SparseMatrix) -> SparseMatrix:
    return _canonical(scipy.sparse.csr_array(scipy.sparse.tril(S, -1)))


def _rows_of(Y: SparseMatrix) -> tuple[np.ndarray, ...]:
    """Yᵀ by rows of coordinates: starts, constraints, places in Y; and the rows by first place."""
    m = Y.shape[0]
    marked = scipy.sparse.csr_array((np.arange(Y.nnz), Y.indices, Y.indptr), shape=Y.shape).tocsc()
    first = np.full(Y.shape[1], m)
    some = np.diff(marked.indptr) > 0
    first[some] = marked.indices[marked.indptr[:-1][some]]
    return marked.indptr, marked.indices, marked.data, np.argsort(first, kind="stable")


def _alike(Y: SparseMatrix) -> np.ndarray:
    """For each row of Yᵀ by coordinates, how many from it on have the same places; itself too."""
    columns = Y.tocsc()
    counts, n = np.diff(columns.indptr), Y.shape[1]
    same = counts[1:] == counts[:-1]
    # With as many entries, rows are alike if each entry is what stands so many places before it.
    row = np.repeat(np.arange(n), counts)
    before = np.arange(columns.nnz) - counts[row]
    compared = (row > 0) & np.concatenate([[False], same])[row]
    differs = compared & (columns.indices[before] != columns.indices)
    same[np.unique(row[differs]) - 1] = False
    return _runs_from(np.concatenate([[False], same])[:n])


def _runs_from(follows: np.ndarray) -> np.ndarray:
    """For each place how many there are from it to the end of its run; a run goes on where True."""
    ends = np.append(np.flatnonzero(~follows)[1:], len(follows))
    run = np.cumsum(~follows) - 1
    return ends[run] - np.arange(len(follows)) if len(follows) else np.zeros(0, int)


def _chunks(R: Lower, m: int) -> tuple[np.ndarray, np.ndarray]:
    """Up to CHUNK rows of R with the same places behind them: how many begin at each; its first.

    A row goes on with the next one if that is its parent, and has one place less.
    """
    places, width = np.arange(m), np.diff(R.start)
    follows = np.zeros(m, bool)
    follows[1:] = (R.parent[:-1] == places[1:]) & (width[:-1] == width[1:] + 1)
    begin = np.maximum.accumulate(np.where(follows, 0, places)) if m else places
    first = begin + CHUNK * ((places - begin) // CHUNK)
    chunk = np.zeros(m, int)
    np.add.at(chunk, first, 1)
    return chunk, first


def _by_rows(L: Lower, n: int) -> tuple[np.ndarray, np.ndarray]:
    columns = scipy.sparse.csc_array(
        (np.ones(len(L.places)), L.places, L.start), shape=(n, n)
    ).tocsr()
    return columns.indptr, columns.indices


def _upper(R: Lower, m: int) -> tuple[np.ndarray, ...]:
    """R = Lᵀ by rows, the diagonal first; above it by columns, with their places in the rows."""
    start = R.start + np.arange(m + 1)
    places = np.insert(R.places, R.start[:-1], np.arange(m)) if m else R.places
    above = np.delete(np.arange(len(places)), start[:-1])
    columns = scipy.sparse.csr_array((above, R.places, R.start), shape=(m, m)).tocsc()
    return start, places, columns.indptr, columns.indices, columns.data


def _operations(Y, L: Lower, counts, widths, parent) -> float:
    """Of one factorisation, about: the columns of Y, and rows of it turned into R."""
    inner = float(counts[Y.indices].sum() + (counts.astype(float) ** 2).sum())
    first = np.full(Y.shape[1], -1)
    columns = Y.tocsc()
    some = np.diff(columns.indptr) > 0
    first[some] = columns.indices[columns.indptr[:-1][some]]
    turned = 3.0 * (widths[first[some]].astype(float) ** 2).sum()
    return inner + turned


def _canonical(x: Any) -> SparseMatrix:
    x.sort_indices()
    return x


def _ints(x: np.ndarray) -> np.ndarray:
    return np.ascontiguousarray(x, np.intc)


def _starts(counts: np.ndarray) -> np.ndarray:
    return np.concatenate([[0], np.cumsum(counts)]).astype(np.intc)


def _inverse(order: np.ndarray) -> np.ndarray:
    found = np.empty(len(order), np.intc)
    found[order] = np.arange(len(order))
    return found
