"""Where the entries of M and A stand that the parts of a large system add."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from typing import Any, NamedTuple

import numpy as np
import scipy

from zwang.base.arrays import SparseMatrix
from zwang.engine.large.kind import Kind, sizes_in_c
from zwang.engine.large.memory import Listed, Part
from zwang.system.elements import Element


class Pattern(NamedTuple):
    """M and A of a system, and where its parts put their entries."""

    M: SparseMatrix  # (n, n) with both of its halves; numbers are zero
    A: SparseMatrix  # (m, n) numbers are zero
    # M_at, A_at: for each element (J, .), places in ``M.data``, at and below the diagonal, and in
    # ``A.data``
    M_at: tuple[np.ndarray, ...]
    A_at: tuple[np.ndarray, ...]
    # above, below: places in ``M.data`` above the diagonal, and of the same entries below it
    above: np.ndarray
    below: np.ndarray


def pattern_of(
    elements: Sequence[Element], kinds: Sequence[Kind], m: int, n: int, helping: Any = ()
) -> Pattern:
    """The pattern that elements make together."""
    of_M, of_A = [], []
    for element, kind in zip(elements, kinds, strict=True):
        rows = np.concatenate(element.rows, axis=1)
        i, j = element.columns[:, kind.M[0]], element.columns[:, kind.M[1]]
        of_M.append((np.maximum(i, j), np.minimum(i, j)))
        of_A.append((rows[:, kind.A[0]], element.columns[:, kind.A[1]]))
    entries = [np.concatenate([x[side].ravel() for x in of_A]) for side in (0, 1)]
    A = _sparse(entries[0], entries[1], (m, n))
    added = _products(A.indices[A.indptr[i] : A.indptr[i + 1]] for i in helping)
    lower = [np.concatenate([*(x[side].ravel() for x in of_M), added[side]]) for side in (0, 1)]
    diagonal = np.arange(n)  # which every M has, if only as a zero
    M = _sparse(
        np.concatenate([*lower, diagonal]), np.concatenate([*lower[::-1], diagonal]), (n, n)
    )
    row = np.repeat(np.arange(n), np.diff(M.indptr))
    above = np.flatnonzero(row < M.indices)
    return Pattern(
        M=M,
        A=A,
        M_at=tuple(_places(M, *x) for x in of_M),
        A_at=tuple(_places(A, *x) for x in of_A),
        above=above,
        below=_places(M, M.indices[above], row[above]),
    )


def _products(rows: Iterable[np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    """Where aᵀa of rows a stand, at and below the diagonal: each entry of a row by those before it
    and by itself.
    """
    pairs = [(np.zeros(0, int), np.zeros(0, int))]
    for columns in rows:
        i, j = np.tril_indices(len(columns))
        i, j = columns[i], columns[j]
        pairs.append((np.maximum(i, j), np.minimum(i, j)))
    first, second = (np.concatenate(x) for x in zip(*pairs, strict=True))
    return first, second


def help_in(
    pattern: Pattern, order: dict[str, np.ndarray], rows: np.ndarray, weights: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Where the products of rows stand in M, in the order of elimination; of all rows the weights.

    Shapes: rows, weights (g,).
    """
    helping = np.zeros(pattern.A.shape[0])
    helping[rows] = weights
    P, S, Ap, Aj = (order[name] for name in ("P", "S", "Ap", "Aj"))
    entries = _products(P[Aj[Ap[k] : Ap[k + 1]]] for k in np.flatnonzero(helping[S]))
    return _places(pattern.M, *entries), helping


def _sparse(rows: np.ndarray, columns: np.ndarray, shape: tuple[int, int]) -> Any:
    """A matrix of zeros with entries at some places, none twice."""
    found = scipy.sparse.csr_array((np.zeros(len(rows)), (rows, columns)), shape=shape)
    found.sum_duplicates()
    return found


def _places(matrix: SparseMatrix, rows: np.ndarray, columns: np.ndarray) -> np.ndarray:
    """Where in ``matrix.data`` entries stand, of the shape of ``rows``."""
    n = matrix.shape[1]
    row = np.repeat(np.arange(matrix.shape[0]), np.diff(matrix.indptr))
    keys = row.astype(np.int64) * n + matrix.indices
    return np.searchsorted(keys, rows.astype(np.int64) * n + columns).astype(np.intc)


def listed(
    elements: Sequence[Element], kinds: Sequence[Kind], pattern: Pattern
) -> tuple[Any, list[np.ndarray], list[np.ndarray]]:
    """The kinds with their parts, as C has them; the arrays that these lie in; of these the numbers
    of each kind's parts.
    """
    found, kept, own = (Listed * len(elements))(), [], []
    for i, (element, kind) in enumerate(zip(elements, kinds, strict=True)):
        rows = np.concatenate(element.rows, axis=1)
        whole = [np.ascontiguousarray(x, np.intc) for x in (element.columns, rows)]
        whole += [np.ascontiguousarray(x[i], np.intc) for x in (pattern.M_at, pattern.A_at)]
        numbers = np.ascontiguousarray(element.numbers, float)
        kept += [*whole, numbers]
        own.append(numbers)
        places = [x.ctypes.data for x in (*whole, numbers)]
        found[i].parts = Part(len(element.columns), *places)
        found[i].steady, found[i].sizes = kind.steady, sizes_in_c(kind.written.sizes)
        for name, address in kind.addresses.items():
            setattr(found[i], name, address)
    return found, kept, own


def filled(pattern: SparseMatrix, data: np.ndarray) -> SparseMatrix:
    """A matrix of a pattern with these entries."""
    found = copy(pattern)  # nothing of which need be checked again
    found.data = data
    return found


def matrices_in(pattern: Pattern, held: dict[str, np.ndarray]) -> tuple[SparseMatrix, SparseMatrix]:
    """M and A as C left them, copied."""
    M, A = (held[name][: x.nnz].copy() for name, x in (("M", pattern.M), ("A", pattern.A)))
    M[pattern.above] = M[pattern.below]
    return filled(pattern.M, M), filled(pattern.A, A)
