r"""How an assembled start changes along a direction.

``zw.assemble`` makes ½ (u − g)ᵀM(u − g) least under r(u) = 0, for positions u = q with M at the
guess g, then for velocities u = q̇ with M at q. With x = u − g there is ν such that

    M x − Aᵀν = 0,    r = 0,

and with d the derivative along the direction, σ = du,

    M σ − Aᵀdν = M dg − dM x + dAᵀν,    A σ = A σ − dr.

The right-hand sides depend on σ where rows are curved, so that this is iterated, as the start was
itself. Where the start is consistent, x = 0 and ν = 0, the first answer is the last.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy

from zwang.base.status import NumericalError, Status
from zwang.consistency.independence import NOT_ALIKE
from zwang.engine.large.memory import Row
from zwang.engine.large.tangent.pair import Pair
from zwang.integrate.course import State
from zwang.integrate.projection import ROUGHLY
from zwang.solvers.sparse import Sparse

ITERATIONS = 200
STILL = 1e-13  # the last change, in parts of the whole
NOTHING = 1e-10  # of a state's size in the metric: a start that was brought back from rounding
AGREE = 1e-6  # of what is asked of rows that depend on each other: they agree


def start_along(
    pair: Pair, t: float, guess: Any, state: Any, dg: np.ndarray, dgd: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """s and ṡ (n,) of the start, along the direction of the pair.

    Shapes: dg, dgd (n,). Raises NumericalError.
    """
    (g, gd), (q, qd) = ([np.asarray(x, float) for x in pair] for pair in (guess, state))
    none, rows = np.zeros_like(q), pair.system.rows
    at = lambda q, qd: pair.system.row(State(np.asarray(t), q, qd), pair.parameters.vector)
    there, s = at(q, qd), np.asarray(dg, float)
    if rows.positions:
        before = at(g, gd)
        x = _moved(before, q - g, q)
        change = lambda: pair.varied(t, (g, gd, dg, none), x, np.zeros(pair.system.sizes.m))[0]
        forced = before.M @ dg + (change() if x.any() else 0.0)
        r = lambda s: pair.leaning(t, (q, qd, s, none))[0]
        curved = lambda s, nu: pair.varied(t, (q, qd, s, none), none, nu)[0]
        s = _settled(before.M, there.A, rows.positions, x, forced, r, curved, dg)
        _require_met(pair, there, rows.positions, (r(s), r(dg)), (q, s))
    if not rows.velocities:
        return s, np.asarray(dgd, float)
    x = _moved(there, qd - gd, qd)
    forced = there.M @ dgd
    r = lambda sd: pair.leaning(t, (q, qd, s, sd))[1][: rows.velocities]
    curved = lambda sd, nu: pair.varied(t, (q, qd, s, sd), x, nu)[0]
    sd = _settled(there.M, there.A, rows.velocities, x, forced, r, curved, dgd)
    _require_met(pair, there, rows.velocities, (r(sd), r(dgd)), (qd, sd))
    return s, sd


def _require_met(pair: Pair, row: Row, count: int, r: Any, sizes: Any) -> None:
    """Raise where rows that depend on each other are not changed alike, and no σ meets them all.

    Shapes: r (count,), sizes (n,).
    """
    lengths = np.where(row.lengths > 0, row.lengths, 1.0)[:count]
    off, asked = (np.abs(x) / lengths for x in r)
    whole = sum(np.sqrt(abs(u @ (row.M @ u))) for u in sizes)
    limit = AGREE * np.linalg.norm(asked) + NOTHING * whole
    if np.linalg.norm(off) > limit:
        names = pair.system.rows.names
        told = [names[i] for i in np.flatnonzero(off > 1e-3 * off.max())[:6]]
        raise NumericalError(Status.INCONSISTENT, NOT_ALIKE.format(", ".join(map(repr, told))))


def _moved(row: Row, x: np.ndarray, u: np.ndarray) -> np.ndarray:
    """How far a guess was moved; nothing if that was rounding."""
    size = lambda y: float(np.sqrt(abs(y @ (row.M @ y))))
    return x if size(x) > NOTHING * size(u) else np.zeros_like(x)


def _settled(
    M: Any,
    A: Any,
    count: int,
    x: np.ndarray,
    forced: np.ndarray,
    r: Any,
    curved: Any,
    begin: np.ndarray,
) -> np.ndarray:
    """σ (n,), from ``begin``; of the rows of A the first ``count`` hold.

    Shapes: x (n,), forced (n,), begin (n,).
    """
    held, solver = scipy.sparse.csr_array(A[:count]), Sparse(rank=ROUGHLY, consistency=1e9)
    nu, sigma = np.zeros(A.shape[0]), np.asarray(begin, float)
    if x.any():
        nu[:count] = solver.find(M, held, np.zeros((len(x), 1)), (held @ x)[:, None]).lam[:, 0]
    for _ in range(ITERATIONS if x.any() else 1):
        F = forced + (curved(sigma, nu) if x.any() else 0.0)
        b = held @ sigma - r(sigma)
        found = solver.find(M, held, F[:, None], b[:, None])
        new = found.x[:, 0]
        change, sigma = np.abs(new - sigma).max(), new
        if not np.isfinite(sigma).all():
            break
        if not x.any() or change <= STILL * np.abs(sigma).max():
            return sigma
    raise NumericalError(
        Status.NOT_ASSEMBLED, "How the assembled start changes with the parameters was not found."
    )
