"""Random machines of many bodies whose answer is known, for testing solvers of large systems.

M has a block for each body, A a few entries in each row. As in ``random_system`` the acceleration
and the multipliers are drawn first, and Q and b follow.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import scipy

from zwang.base import arguments
from zwang.base.arrays import SparseMatrix

SIZES = (2, 3, 3, 6)  # coordinates of particles in the plane and in space, planar and rigid bodies


@dataclass(frozen=True)
class RandomMachine:
    """M, Q, A, b of a machine, with the answer that they were built from.

    Attributes
    ----------
    M : (n, n) sparse, Q : (n,), A : (m, n) sparse, b : (m,)
    qdd, Qc : (n,)      the planted acceleration and constraint force
    units : (n,), row_units : (m,)      of coordinates and constraints
    """

    M: SparseMatrix
    Q: np.ndarray
    A: SparseMatrix
    b: np.ndarray
    qdd: np.ndarray
    Qc: np.ndarray
    units: np.ndarray
    row_units: np.ndarray


def random_machine(
    bodies: int,
    *,
    singular: bool = False,
    redundant: bool = False,
    nearly: float = 0.0,
    scale: float = 1.0,
    seed: int | np.random.Generator = 0,
) -> RandomMachine:
    """Draw a machine: bodies in a tree of joints, with some loops."""
    rng = arguments.random("seed", seed)
    blocks, lengths = zip(*(_body(rng, singular) for _ in range(bodies)), strict=True)
    places = np.split(np.arange(sum(map(len, blocks))), np.cumsum([len(x) for x in blocks])[:-1])
    rows = _joints(rng, places, lengths)
    A = _matrix(rows, places[-1][-1] + 1)
    if redundant and A.shape[0]:
        A = _repeated(rng, A)
    if nearly:
        A = _stacked(A, A[[0]] + 3.0 * nearly * A[[1]] + nearly * _like(rng, A[[0]]))
    M, A = scipy.sparse.csr_array(scipy.sparse.block_diag(blocks)), A[rng.permutation(A.shape[0])]
    (m, n), log = A.shape, np.log(scale)
    qdd, lam = rng.standard_normal(n), rng.standard_normal(m)
    d, s = (np.exp(log * rng.uniform(-1, 1, k)) for k in (n, m))
    D = scipy.sparse.diags_array(d)
    M, A = (
        scipy.sparse.csr_array(D @ M @ D),
        scipy.sparse.csr_array(scipy.sparse.diags_array(s) @ A @ D),
    )
    qdd, Qc = qdd / d, A.T @ (lam / s)
    return RandomMachine(M, M @ qdd - Qc, A, A @ qdd, qdd, Qc, d, s)


def _body(rng: np.random.Generator, singular: bool) -> tuple[np.ndarray, np.ndarray]:
    """The mass matrix of one body, and a row that it needs beside, or an empty one."""
    size = int(rng.choice(SIZES))
    G = rng.standard_normal((size, size)) + 3.0 * np.eye(size)
    if not (singular and size == 6):
        return G @ G.T, np.zeros(0)
    G = np.vstack([G, rng.standard_normal(size)])
    return G @ G.T, scipy.linalg.null_space(G.T)[:, 0]


def _joints(rng: np.random.Generator, places: Sequence, lengths: Sequence) -> list[tuple]:
    """Rows as (places, values): the lengths, a joint of each body with one before, some loops."""
    rows = [(x, length) for x, length in zip(places, lengths, strict=True) if len(length)]
    for body in range(len(places)):
        near = [body]
        if body and rng.random() < 0.9:
            near.append(int(rng.integers(max(0, body - 4), body)))
        for _ in range(int(rng.integers(0, len(places[body])))):
            rows.append(_row(rng, [places[k] for k in near]))
    for _ in range(1 + len(places) // 10):
        body = int(rng.integers(0, len(places)))
        other = (body + int(rng.integers(1, 8))) % len(places)
        rows.append(_row(rng, [places[k] for k in {body, other}]))
    return rows


def _row(rng: np.random.Generator, touched: Sequence[np.ndarray]) -> tuple:
    where = np.concatenate(touched)
    return where, rng.standard_normal(len(where))


def _matrix(rows: list[tuple], n: int) -> SparseMatrix:
    where, values = (np.concatenate(x) for x in zip(*rows, strict=True))
    number = np.repeat(np.arange(len(rows)), [len(x) for x, _ in rows])
    return scipy.sparse.csr_array((values, (number, where)), shape=(len(rows), n))


def _repeated(rng: np.random.Generator, A: SparseMatrix) -> SparseMatrix:
    """A with one row in seven more, each a sum of up to three rows that lie near each other."""
    m = A.shape[0]
    chosen = rng.integers(0, m, 1 + m // 7)
    near = [np.unique(np.clip(k + rng.integers(-3, 1, 2), 0, m - 1)) for k in chosen]
    rows = [
        (np.append(x[x != k], k), rng.uniform(0.5, 2.0, 1 + (x != k).sum()))
        for x, k in zip(near, chosen, strict=True)
    ]
    return _stacked(A, _matrix(rows, m) @ A)


def _stacked(*matrices: SparseMatrix) -> SparseMatrix:
    return scipy.sparse.csr_array(scipy.sparse.vstack(matrices))


def _like(rng: np.random.Generator, row: SparseMatrix) -> SparseMatrix:
    return scipy.sparse.csr_array(
        (rng.standard_normal(row.nnz), row.indices, row.indptr), row.shape
    )
