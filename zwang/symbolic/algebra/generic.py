"""Ranks of formulas: at a state that is given, else at states of no meaning.

A matrix of analytic functions has one rank almost everywhere, and a random point is almost surely
of that kind. Where a formula is not finite, another point is tried. Motions are where constraints
hold, and almost everywhere there the rank may be less: a row may follow from others there only.
"""

from __future__ import annotations

from itertools import islice
from typing import Any, NamedTuple

import numpy as np

from zwang.symbolic.algebra.held import held
from zwang.symbolic.algebra.traced import Traced
from zwang.symbolic.untyped import sp

AGREE = 4  # points at which a contradiction must be the same
POINTS = 20  # tried, until one is finite
UNITS = 5  # rounds in which units are found; each helps the next
SMALL = 1e-9  # singular values, each row of length one, below which they are rounding
SMALL_HELD = 1e-6  # the same at states that are known to the root of rounding, see ``held``
NOT_HELD = (
    "No state was found at which the constraints hold, so that ranks are assumed to be those of "
    "almost all states; zw.explicit(system, q, qd, t, p) decides them at a state."
)


class Ranks(NamedTuple):
    """What is taken to be independent."""

    singular: bool  # whether M is
    rows: tuple[int, ...]  # places of constraint rows that are independent
    unique: bool  # whether the acceleration is: [M | Aᵀ] has the rank n
    # places of rows that no state, time and parameters reconcile with those
    contradictory: tuple[int, ...] = ()
    notes: tuple[str, ...] = ()  # what is to be known of how they were found


def numbers(formulas: Traced, *matrices: Any) -> Any:
    """A function of (q, qd, t, p), flat arrays, that returns matrices of floats."""
    arguments = [formulas.q, formulas.qd, formulas.t, formulas.parameters]
    trees = list(matrices)
    shared = lambda _: (list(formulas.definitions), trees)
    return sp.lambdify(arguments, trees, modules=["numpy", "scipy"], cse=shared)


def ranks(formulas: Traced, state: Any = None) -> Ranks:
    """What of M and A is independent, whether the constraints hold or not.

    Shapes: state (q, qd, t, p).
    """
    function = numbers(formulas, formulas.M, formulas.A, formulas.b)
    for M, A, _ in _points(formulas, function, state):
        if np.isfinite(M).all() and np.isfinite(A).all():
            break
    else:
        raise ValueError("`system` is not finite at any state that was tried; wanted `q` and `qd`.")
    found = _ranks_at(M, A)
    return found._replace(contradictory=_contradictory(formulas, function, list(found.rows)))


def ranks_held(formulas: Traced, p: Any = None, start: Any = None) -> Ranks:
    """What of M and A is independent almost everywhere where the constraints hold.

    Shapes: start (n,).
    """
    free = ranks(formulas)
    if not (formulas.velocity and formulas.A.free_symbols):
        return free
    n, count = len(formulas.q), len(formulas.parameters)
    function = numbers(formulas, formulas.A, formulas.phi, formulas.velocity)
    shaped = lambda A, *rows: (np.reshape(A, (-1, n)), *(np.ravel(x) for x in rows))
    look = lambda *state: shaped(*(np.asarray(x, float) for x in function(*state)))
    matrices = numbers(formulas, formulas.M, formulas.A, formulas.b)
    found: list[Ranks] = []
    for state in held(look, n, count, p, start):
        M, A, _ = _at(formulas, matrices, state)
        found += (
            [_ranks_at(M, A, SMALL_HELD)] if np.isfinite(M).all() and np.isfinite(A).all() else []
        )
    if not found:
        return free._replace(notes=(NOT_HELD,))
    best = max(found, key=lambda x: (x.unique, len(x.rows), not x.singular))
    if p is not None and free.unique and not best.unique:  # numbers that stand for any
        return ranks_held(formulas)
    if best.rows == free.rows:
        return best._replace(contradictory=free.contradictory)
    again = _contradictory(formulas, matrices, list(best.rows))
    return best._replace(contradictory=again, notes=_less_held(formulas, best, free))


def _less_held(formulas: Traced, ranks: Ranks, free: Ranks) -> tuple[str, ...]:
    """That rows follow from others only where they hold."""
    left = [repr(formulas.rows[i]) for i in free.rows if i not in ranks.rows]
    if len(ranks.rows) >= len(free.rows):
        return ()
    return (
        f"Where the constraints hold, A has the rank {len(ranks.rows)}, elsewhere "
        f"{len(free.rows)}: {', '.join(left)} then follows from the rows before it and is left "
        "out, so that the formulas are right where the constraints hold.",
    )


def _ranks_at(M: np.ndarray, A: np.ndarray, small: float = SMALL) -> Ranks:
    """What is independent of matrices of numbers."""
    M, A = _in_like_units(M, A)
    rows: list[int] = []
    for i in range(len(A)):
        if _rank(A[[*rows, i]], small) > len(rows):
            rows.append(i)
    n = len(M)
    return Ranks(_rank(M) < n, tuple(rows), _rank(np.vstack([M, A]), small) == n)


def _contradictory(formulas: Traced, function: Any, rows: list[int]) -> tuple[int, ...]:
    """Rows that depend on others, and miss them by one number wherever one looks.

    With A_i = f A, it is b_i − f b that must vanish; what is not the same number everywhere may.
    """
    left = [i for i in range(formulas.A.rows) if i not in rows]
    if not left:
        return ()
    missed = []
    for _, A, b in islice(_points(formulas, function, None), AGREE):
        if not (np.isfinite(A).all() and np.isfinite(b).all()):
            return ()
        factors = A[left] @ np.linalg.pinv(A[rows])
        apart = np.linalg.norm(A[left] - factors @ A[rows], axis=1)
        depends = apart <= SMALL * np.linalg.norm(A[left], axis=1)
        size = np.abs(b[left]) + np.abs(factors) @ np.abs(b[rows])
        miss = b[left] - factors @ b[rows]
        missed.append(np.where(depends & (np.abs(miss) > SMALL * size), miss, np.nan))
    same = np.ptp(missed, axis=0) < SMALL * np.abs(missed).max(axis=0)
    return tuple(i for i, x in zip(left, same, strict=True) if x)


def _in_like_units(M: np.ndarray, A: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The same in units in which M has ones on its diagonal and rows of A have the length one.

    A coordinate without mass has the unit in which its column of A is of the size of one.
    """
    mass = np.sqrt(np.abs(np.diag(M)))
    for _ in range(UNITS):
        most = np.abs(A).max(axis=0, initial=0.0)
        size = np.where(mass > 0, mass, np.where(most > 0, most, 1.0))
        M, A, mass = M / np.outer(size, size), A / size, (mass > 0).astype(float)
        A = A / np.maximum(np.linalg.norm(A, axis=1, keepdims=True), 1e-300)
    return M, A


def _points(formulas: Traced, function: Any, state: Any) -> Any:
    """Values of M, A and b, at one state after the other."""
    random = np.random.default_rng(7)
    n, count = len(formulas.q), len(formulas.parameters)
    for _ in range(POINTS if state is None else 1):
        if state is None:
            q, qd = random.uniform(-1.3, 1.3, (2, n))
            given = q, qd, random.uniform(0.1, 1.0), random.uniform(0.3, 1.7, count)
        else:
            given = state
        yield _at(formulas, function, given)


def _at(formulas: Traced, function: Any, state: Any) -> tuple[Any, Any, Any]:
    """Values of M, A and b at a state."""
    n = len(formulas.q)
    with np.errstate(all="ignore"):
        M, A, b = (np.asarray(x, float) for x in function(*state))
    return M.reshape(n, n), A.reshape(-1, n), b.ravel()


def _rank(x: np.ndarray, small: float = SMALL) -> int:
    if not x.size:
        return 0
    return int((np.linalg.svd(x, compute_uv=False) > small * max(x.shape)).sum())
