"""Random constrained systems whose answer is known, for testing solvers.

The answer is planted: the acceleration, the multipliers and C are drawn first, and Q and b
follow from them by M q̈ = Q + C + Aᵀ lam and A q̈ = b. No solver is needed to know the truth.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float

from zwang.base import arguments


@dataclass(frozen=True)
class RandomSystem:
    """One random instance of M, Q, A, b, C, with the answer it was built from.

    Iterating yields ``M, Q, A, b, C``, so ``zw.solve(*system)`` works.

    Attributes
    ----------
    M : (n, n)      mass matrix, positive semi-definite
    Q : (n,)        given force
    A : (m, n)      constraint matrix
    b : (m,)        right-hand side of A q̈ = b
    C : (n,) or None    prescribed work of nonideal constraints
    qdd : (n,)      the planted acceleration; the only one if ``unique``
    Qc : (n,)       M q̈ − Q, the planted constraint force
    units : (n,)    the unit of each coordinate
    row_units : (m,)    the unit of each constraint
    unique : bool   whether [M | Aᵀ] has rank n
    """

    M: Float[np.ndarray, "n n"]
    Q: Float[np.ndarray, " n"]
    A: Float[np.ndarray, "m n"]
    b: Float[np.ndarray, " m"]
    C: Float[np.ndarray, " n"] | None
    qdd: Float[np.ndarray, " n"]
    Qc: Float[np.ndarray, " n"]
    units: Float[np.ndarray, " n"]
    row_units: Float[np.ndarray, " m"]
    unique: bool

    def __iter__(self) -> Iterator:
        return iter((self.M, self.Q, self.A, self.b, self.C))


def random_system(
    n: int,
    m: int,
    rank_A: int | None = None,
    rank_M: int | None = None,
    scale: float = 1.0,
    *,
    nonideal: bool = False,
    condition: float = 10.0,
    seed: int | np.random.Generator = 0,
) -> RandomSystem:
    """Draw a constrained system with prescribed ranks and a known answer.

    Parameters
    ----------
    n, m : number of coordinates and of constraints; ``m`` may be 0
    rank_A : rank of A, at most ``min(m, n)`` (the default): fewer makes rows redundant
    rank_M : rank of M, at most ``n`` (the default): fewer makes the mass matrix singular
    scale : units of coordinates and of constraints are drawn log-uniformly
        from ``1/scale`` to ``scale``; 1 leaves them all alike
    nonideal : whether C is drawn too, or None
    condition : ratio of the largest to the smallest nonzero singular value of the
        factors of M and A, before units are mixed in
    seed : a number or a NumPy generator

    Returns
    -------
    RandomSystem
        Unpacks as ``M, Q, A, b, C``; carries the planted ``qdd`` and ``Qc``.

    Examples
    --------
    >>> system = random_system(5, 3, rank_A=2, rank_M=4)
    >>> M, Q, A, b, C = system
    >>> bool(np.allclose(A @ system.qdd, b))
    True
    """
    n, m = arguments.whole("n", n), arguments.whole("m", m, 0)
    rank_A = min(m, n) if rank_A is None else arguments.whole("rank_A", rank_A, 0)
    rank_M = n if rank_M is None else arguments.whole("rank_M", rank_M, 0)
    _require(0 <= rank_A <= min(m, n), "rank_A", rank_A, f"from 0 to min(m, n) = {min(m, n)}")
    _require(0 <= rank_M <= n, "rank_M", rank_M, f"from 0 to n = {n}")
    scale, condition = arguments.number("scale", scale), arguments.number("condition", condition)
    _require(scale >= 1, "scale", scale, "at least 1")
    _require(condition >= 1, "condition", condition, "at least 1")
    arguments.flag("nonideal", nonideal)
    rng = arguments.random("seed", seed)

    # In like units first: M = G Gᵀ and A = W V, each factor with singular values within
    # sqrt(condition) of one another, so that every rank is beyond doubt.
    G = _factor(rng, n, rank_M, condition**0.5)
    A = _factor(rng, m, rank_A, condition**0.5) @ _factor(rng, n, rank_A, condition**0.5).T
    qdd, lam, C = rng.standard_normal(n), rng.standard_normal(m), rng.standard_normal(n)

    # Then in mixed units: a coordinate measured in the unit d is q/d, so q̈ gets 1/d and
    # forces and columns of A get d; a constraint multiplied by s has its row of A times s.
    d, s = (np.exp(np.log(scale) * rng.uniform(-1, 1, k)) for k in (n, m))
    G, A, qdd, lam, C = d[:, None] * G, s[:, None] * A * d, qdd / d, lam / s, d * C

    M = G @ G.T
    Qc = A.T @ lam + (C if nonideal else 0.0)
    return RandomSystem(
        M=M,
        Q=M @ qdd - Qc,
        A=A,
        b=A @ qdd,
        C=C if nonideal else None,
        qdd=qdd,
        Qc=Qc,
        units=d,
        row_units=s,
        unique=rank_A + rank_M >= n,
    )


def _factor(rng: np.random.Generator, rows: int, rank: int, condition: float) -> np.ndarray:
    """A (rows, rank) matrix of full column rank and the given condition number."""
    orthonormal, _ = np.linalg.qr(rng.standard_normal((rows, rank)))
    mixing, _ = np.linalg.qr(rng.standard_normal((rank, rank)))
    return orthonormal * np.geomspace(1.0, 1.0 / condition, rank) @ mixing


def _require(holds: bool, name: str, found: object, wanted: str) -> None:
    if not holds:
        raise ValueError(f"`{name}` is {found}; wanted {wanted}.")
