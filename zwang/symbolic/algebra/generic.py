"""Ranks of formulas: at a state that is given, else at states of no meaning.

A matrix of analytic functions has one rank almost everywhere, and a random point is almost surely
of that kind. Where a formula is not finite, another point is tried.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from zwang.symbolic.algebra.traced import Traced
from zwang.symbolic.untyped import sp

POINTS = 20  # tried, until one is finite
SMALL = 1e-9  # singular values, each row of length one, below which they are rounding


class Ranks(NamedTuple):
    """What is taken to be independent.

    Attributes
    ----------
    singular : whether M is
    rows : places of constraint rows that are independent
    unique : whether the acceleration is: [M | Aᵀ] has the rank n
    """

    singular: bool
    rows: tuple[int, ...]
    unique: bool


def numbers(formulas: Traced, *matrices: Any) -> Any:
    """A function of (q, qd, t, p), flat arrays, that returns matrices of floats.

    Parameters
    ----------
    formulas : whose symbols and definitions they use
    *matrices : of expressions
    """
    arguments = [formulas.q, formulas.qd, formulas.t, formulas.parameters]
    trees = list(matrices)
    shared = lambda _: (list(formulas.definitions), trees)
    return sp.lambdify(arguments, trees, modules=["numpy", "scipy"], cse=shared)


def ranks(formulas: Traced, state: Any = None) -> Ranks:
    """What of M and A is independent.

    Parameters
    ----------
    formulas : of the system
    state : (q, qd, t, p) to decide it at, p as a flat array; None for almost everywhere
    """
    function = numbers(formulas, formulas.M, formulas.A)
    for M, A in _points(formulas, function, state):
        if np.isfinite(M).all() and np.isfinite(A).all():
            break
    else:
        raise ValueError("`system` is not finite at any state that was tried; wanted `q` and `qd`.")
    size = np.sqrt(np.abs(np.diag(M)))
    size = np.where(size > 0, size, 1.0)
    M = M / np.outer(size, size)  # in units in which its diagonal is one
    A = A / size
    A = A / np.maximum(np.linalg.norm(A, axis=1, keepdims=True), 1e-300)
    rows: list[int] = []
    for i in range(len(A)):
        if _rank(A[[*rows, i]]) > len(rows):
            rows.append(i)
    n = len(M)
    return Ranks(_rank(M) < n, tuple(rows), _rank(np.vstack([M, A])) == n)


def _points(formulas: Traced, function: Any, state: Any) -> Any:
    """Values of M and A, at one state after the other."""
    random = np.random.default_rng(7)
    n, count = len(formulas.q), len(formulas.parameters)
    for _ in range(POINTS if state is None else 1):
        if state is None:
            q, qd = random.uniform(-1.3, 1.3, (2, n))
            given = q, qd, random.uniform(0.1, 1.0), random.uniform(0.3, 1.7, count)
        else:
            given = state
        with np.errstate(all="ignore"):
            M, A = function(*given)
        yield np.asarray(M, float).reshape(n, n), np.asarray(A, float).reshape(-1, n)


def _rank(x: np.ndarray) -> int:
    if not x.size:
        return 0
    return int((np.linalg.svd(x, compute_uv=False) > SMALL * max(x.shape)).sum())
