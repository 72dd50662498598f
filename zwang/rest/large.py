r"""The search for rest of a large system, by sparse matrices.

At rest, on constraints that do not move, the force that no constraint balances accelerates by a,

    M a = F + Aᵀλ,     A a = 0,

and its length in the metric is that of a. With K = −∂(F + Aᵀλ)/∂q at fixed λ a change δq on the
constraints makes it w:

    M w + K δq − Aᵀδλ = M a,     A w = 0,     A δq = 0,

but for what turns with the rows, which vanishes with a. Newton's step, damped by μ, makes
wᵀM w + μ δqᵀM δq the least, so that beside these

    μ M δq − Kᵀw + Aᵀl = 0.

Rows have length one in the metric. Steps are judged as those of ``search``. Where they creep, the
force is followed downhill, by steps

    (K + σ M) δq = M a,     A δq = 0,

with σ as small as the work that is done bears out; then Newton's method begins anew.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import scipy

from zwang.base.status import Status
from zwang.equation.fundamental import solve
from zwang.linear.local.bordered import bordered
from zwang.linear.local.onto import MET, NEARLY
from zwang.linear.local.reduced import ROUNDING
from zwang.linear.local.variation import Variation
from zwang.rest.search import DAMPING, FINE, NEAR, OFTEN, SAME, SLOW, STAYS
from zwang.rest.step import GOOD, Asked
from zwang.solvers.sparse import Sparse

LARGE = 100  # coordinates from which on this pays
LEAST = 1e-16  # damping, where there is none: what balances nothing stays where it is
ONTO, DOWNHILL = 25, 200
CREEPING, CREEPS = 0.8, 2  # so much is left after a step, so many times in a row: it leads nowhere
# Downhill: the first σ; of q, the longest step, and how far; the force at which it is low enough.
FIRST, FAR, REACH, LOW = 1e-2, 0.3, 30.0, 1e-6
STUCK, TRIES = 1e-2, 12  # of q, less way than this in so many tries: it goes no further


class Here(NamedTuple):
    """A configuration at rest, on the constraints."""

    q: np.ndarray  # (n,)
    # M, A: sparse (n, n), (m, n) the rows of length one in the metric of the masses alone
    M: Any
    A: Any
    # a, lam: (n,), (m,) acceleration; multipliers, of the rows as they are given
    a: np.ndarray
    lam: np.ndarray
    # off, size: the force that remains, and all forces, in the metric
    off: float
    size: float
    rank: int  # of A

    def size_of(self, x: np.ndarray) -> float:
        """The length of x (n,) in the metric."""
        return float(np.sqrt(x @ (self.M @ x)))

    @property
    def length(self) -> float:
        """That of q."""
        return self.size_of(self.q) or self.size_of(np.ones_like(self.q))


class End(NamedTuple):
    """Where a search ended."""

    here: Here  # the configuration
    # fades, settled, degenerate: as of ``search.Found``
    fades: bool
    settled: bool
    degenerate: bool
    # whether it went downhill as far as it looks, and no further because of that
    away: bool = False

    @property
    def rests(self) -> bool:
        """Whether nothing remains of the force, and the state stays."""
        return self.fades and self.settled


class Large:
    """A search in a large system."""

    def __init__(self, variation: Variation, t: Any):
        self.variation, self.t, self.parts = variation, t, variation.parts

    def state(self, q: np.ndarray) -> Any:
        """A state of rest. Shapes: q (n,)."""
        return self.variation.state(q, np.zeros_like(q), self.t)

    def onto(self, q: np.ndarray) -> np.ndarray | None:
        """The nearest configuration on the constraints, or nearly; None if there is none.

        Shapes: q (n,).
        """
        best = np.inf
        for _ in range(ONTO):
            M, F, A, _, phi = self.parts.sparse(*self.state(q))
            numbers = M.data, F, A.data, phi
            if not all(np.isfinite(x).all() for x in numbers) or (M.diagonal() <= 0).any():
                break
            A, lengths = scaled(M, A)
            off = float(np.abs(phi / lengths).max(initial=0.0))
            size = float(np.sqrt(q @ (M @ q)))
            if off <= MET * size or (off >= 0.9 * best and off <= NEARLY * size):
                return q
            best = min(best, off)
            D = 1.0 / np.sqrt(M.diagonal())
            metric, rows = between(D, M, D), between(None, A, D)
            change = bordered(metric, rows, np.zeros_like(q), -phi / lengths)
            if change is None:
                break
            q = q + D * change[0]
        return None

    def at(self, q: np.ndarray) -> Here | None:
        """What holds in a configuration; None where the kernel finds no acceleration.

        Shapes: q (n,).
        """
        M, F, A, b, _ = self.parts.sparse(*self.state(q))
        if not all(np.isfinite(x).all() for x in (M.data, F, A.data, b)):
            return None
        found = solve(M, F, A, b, solver=Sparse(), throw=False)
        if found.status != Status.OK:
            return None
        A, _ = scaled(M, A)
        try:
            factor, Ma = scipy.sparse.linalg.splu(M.tocsc()), M @ found.qdd
        except RuntimeError:
            return None
        lengths = [np.sqrt(max(x @ factor.solve(x), 0.0)) for x in (F, Ma - F, Ma)]
        sizes = float(lengths[2]), float(sum(lengths))
        return Here(q, M, A, found.qdd, found.lam, *sizes, int(found.rank))

    def step(self, here: Here, damping: float) -> tuple[np.ndarray, float] | None:
        """A step of Newton's (n,), and the force that half of it should leave; None without one."""
        M, A, K, D, largest = self.in_like_units(here, here.a)
        both = scipy.sparse.block_array([[M, K], [-K.T, max(damping, LEAST) * M]])
        rows = scipy.sparse.block_diag([-A, A])
        force = np.append(M @ (here.a / D) / largest, np.zeros_like(here.q))
        found = bordered(both, rows, force, np.zeros(rows.shape[0]))
        if found is None:
            return None
        w, dq = D * found[0][: len(D)] * largest, D * found[0][len(D) :]
        half = (here.a + w) / 2.0
        return dq, float(np.sqrt(half @ (here.M @ half)))

    def in_like_units(self, here: Here, a: Any) -> tuple[Any, Any, Any, np.ndarray, float]:
        """M, A and K where the diagonal of M is one, K of the size one; these units, and its.

        Shapes: a (n,).
        """
        K = self.parts.derivatives(*self.state(here.q), a, here.lam).balance[:, : len(here.q)]
        D = 1.0 / np.sqrt(here.M.diagonal())
        M, A, K = between(D, here.M, D), between(None, here.A, D), between(D, K, D)
        largest = float(abs(K).sum(axis=1).max()) or 1.0
        return M, A, K / largest, D, largest

    def search(self, q: np.ndarray, far: bool) -> End | None:
        """Where the search ends; None where it has to be left to dense matrices. Shapes: q (n,)."""
        if (start := self._moved(q)) is None:
            return None
        end = self._judged(start, *self.newton(start))
        if end.rests or not far:
            return end if end.rests else None
        low = self.downhill(start)
        end = self._judged(start, *(self.newton(low) if low.off <= NEAR * low.size else (low, 0)))
        return end._replace(away=low.size_of(low.q - start.q) > REACH * start.length)

    def _judged(self, start: Here, here: Here, slow: int) -> End:
        """As ``search`` judges: what rounding leaves, and whether the state stays."""
        largest = self.in_like_units(here, here.a)[-1]
        left = ROUNDING * largest * here.length
        step = None if here.off <= left else self.step(here, 0.0)
        settled = here.off <= left
        if step is not None:
            way = here.size_of(here.q - start.q)
            settled = here.size_of(step[0]) <= max(STAYS * way, SAME * here.length)
        return End(here, here.off <= max(GOOD * here.size, left), settled, slow >= OFTEN)

    def newton(self, here: Here) -> tuple[Here, int]:
        """Where Newton's method ends, and how many steps in a row were slow at last."""
        slow = creeping = 0
        while here.off > FINE * here.size and creeping < CREEPS:
            there = next(filter(None, (self._better(here, x) for x in DAMPING)), None)
            if there is None:
                break
            slow = slow + 1 if there.off > SLOW * here.off else 0
            creeping = creeping + 1 if there.off > CREEPING * here.off else 0
            here = there._replace(size=max(here.size, there.size))
        return here, slow

    def _better(self, here: Here, damping: float) -> Here | None:
        """After a step; None where it does not keep what it promised."""
        if (step := self.step(here, damping)) is None:
            return None
        dq, promised = step
        there = self._moved(here.q + dq)
        if there is None or there.off > (0.9 if not damping else 1 - 1e-4) * here.off:
            return None
        if here.off > NEAR * here.size:
            half = self._moved(here.q + dq / 2.0)
            if half is None or abs(half.off - promised) > 0.3 * here.off:
                return None
        return there

    def _moved(self, q: np.ndarray) -> Here | None:
        moved = self.onto(q)
        return None if moved is None else self.at(moved)

    def downhill(self, here: Here) -> Here:
        """Where the force hardly does work any more, or as far as it was followed."""
        start, sigma, before = here, FIRST, []
        for _ in range(DOWNHILL):
            away = here.size_of(here.q - start.q) > REACH * start.length
            before = [*before[-TRIES:], here]
            near = here.size_of(here.q - before[0].q) <= STUCK * here.length
            if here.off <= LOW * here.size or away or (near and len(before) > TRIES):
                break
            there, well = self._lower(here, sigma)
            if there is None:
                sigma = 4.0 * sigma
                continue
            sigma = max(sigma / 4.0, LEAST) if well else sigma
            here = there._replace(size=max(here.size, there.size))
        return here

    def _lower(self, here: Here, sigma: float) -> tuple[Here | None, bool]:
        """After a step downhill, None where too little work was done; and whether much was."""
        M, A, K, D, largest = self.in_like_units(here, np.zeros_like(here.a))
        pull = M @ (here.a / D) / largest
        found = bordered((K + K.T) / 2.0 + sigma * M, A, pull, np.zeros(A.shape[0]))
        if found is None:
            return None, False
        y = found[0]
        if y @ pull <= 0.0 or np.sqrt(y @ (M @ y)) > FAR * here.length:
            return None, False
        if (there := self._moved(here.q + D * y)) is None:
            return None, False
        done = (here.M @ here.a + there.M @ there.a) @ (there.q - here.q) / 2.0 / largest
        promised = (y @ pull + sigma * (y @ (M @ y))) / 2.0
        return (there if done >= 0.25 * promised else None), done > 0.75 * promised


def large_of(variation: Variation, asked: Asked) -> Large | None:
    """The search in a large system at rest on constraints that stand; None for another."""
    rows = variation.rows
    other = asked.rates or asked.held or rows.positions < variation.m or variation.in_time
    if variation.n < LARGE or variation.parts is None or other:
        return None
    return Large(variation, asked.t)


def between(left: Any, X: Any, right: np.ndarray) -> Any:
    """X with its rows and columns multiplied. Shapes: left, right (k,)."""
    X = X.multiply(right[None, :])
    return (X if left is None else X.multiply(left[:, None])).tocsr()


def scaled(M: Any, A: Any) -> tuple[Any, np.ndarray]:
    """A with rows of length one beside the masses; and their lengths before."""
    lengths = np.sqrt(A.multiply(A) @ (1.0 / M.diagonal()))
    lengths = np.where(lengths > 0, lengths, 1.0)
    return A.multiply(1.0 / lengths[:, None]).tocsr(), lengths
