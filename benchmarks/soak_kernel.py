"""A million random systems: ``python benchmarks/soak_kernel.py [members]``.

Every member either meets its equations or carries a status, and the status is true. Systems are
drawn in batches of one shape, each batch with ranks, units and a condition of its own; one member
in ten is spoiled on purpose. Everything is judged in the units that a system was drawn in, where
masses, accelerations and forces are of size one. What is counted, and must be zero:

silent   answers with status OK whose equations are not met to 1e-9
false    statuses on members that are sound and well-conditioned
missed   spoiled members with no status or another one than their spoiling calls for
number   failed members whose acceleration is not NaN
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from dataclasses import dataclass

import jax
import numpy as np

import zwang as zw

SHAPES = [
    (1, 1),
    (2, 1),
    (2, 3),
    (3, 2),
    (4, 4),
    (5, 3),
    (7, 6),
    (8, 12),
    (10, 8),
    (16, 10),
    (30, 20),
]
BATCH = 2000
MET = 1e-9
WELL_CONDITIONED = 1e8


@dataclass
class Batch:
    """Systems of one shape in like units, and their units."""

    M: np.ndarray
    Q: np.ndarray
    A: np.ndarray
    b: np.ndarray
    C: np.ndarray
    d: np.ndarray
    s: np.ndarray
    rank_A: int
    rank_M: int

    def in_units(self):
        """M, Q, A, b, C as the kernel gets them."""
        d, s = self.d, self.s
        return (
            d[:, :, None] * self.M * d[:, None],
            d * self.Q,
            s[:, :, None] * self.A * d[:, None],
            s * self.b,
            d * self.C,
        )


def times(X: np.ndarray, v: np.ndarray) -> np.ndarray:
    return (X @ v[:, :, None])[:, :, 0]


def draw(rng: np.random.Generator, n: int, m: int) -> Batch:
    """A batch with a planted answer, as ``zw.random_system`` draws one system."""
    rank_A = int(rng.integers(0, min(n, m) + 1)) if rng.random() < 0.5 else min(n, m)
    rank_M = int(rng.integers(0, n + 1)) if rng.random() < 0.4 else n
    scale, condition = 10.0 ** rng.integers(0, 7), 10.0 ** rng.uniform(0, 2)

    def factor(rows, rank):
        left = np.linalg.qr(rng.standard_normal((BATCH, rows, rank)))[0]
        right = np.linalg.qr(rng.standard_normal((BATCH, rank, rank)))[0]
        return left * np.geomspace(1, 1 / condition, rank) @ right

    G, W, V = factor(n, rank_M), factor(m, rank_A), factor(n, rank_A)
    M, A = G @ np.swapaxes(G, 1, 2), W @ np.swapaxes(V, 1, 2)
    qdd, lam, C = (rng.standard_normal((BATCH, k)) for k in (n, m, n))
    qdd *= rng.random() < 0.9  # else statics
    C *= rng.random() < 0.5
    Q = times(M, qdd) - times(np.swapaxes(A, 1, 2), lam) - C
    d, s = (scale ** rng.uniform(-1, 1, (BATCH, k)) for k in (n, m))
    return Batch(M, Q, A, times(A, qdd), C, d, s, rank_A, rank_M)


def spoil(rng: np.random.Generator, batch: Batch) -> np.ndarray:
    """Spoil one member in ten, and tell the status that each member then calls for."""
    _, m, n = batch.A.shape
    unique = batch.rank_A + batch.rank_M >= n
    called_for = np.full(BATCH, zw.Status.OK if unique else zw.Status.NOT_UNIQUE)
    for i in range(0, BATCH, 10):
        how = rng.integers(0, 4)
        if how == 0:
            (batch.M, batch.A, batch.Q, batch.b)[rng.integers(0, 4)][i].flat[-1] = (
                np.nan if rng.random() < 0.5 else np.inf
            )
            called_for[i] = zw.Status.NON_FINITE
        elif how == 1 and n > 1:
            batch.M[i, 0, 1] += 1.0
            called_for[i] = zw.Status.MASS_NOT_SEMIDEFINITE
        elif how == 2 and batch.rank_M > 0:
            batch.M[i] *= -1
            called_for[i] = zw.Status.MASS_NOT_SEMIDEFINITE
        elif how == 3 and batch.rank_A < m:
            batch.b[i, -1] += 1.0  # every row is a sum of others, and no longer agrees
            called_for[i] = zw.Status.INCONSISTENT
    return called_for


def well_conditioned(batch: Batch) -> np.ndarray:
    """Whether the saddle matrix is, which has rank n + rank_A where the answer is unique."""
    _, m, n = batch.A.shape
    zero = np.zeros((BATCH, m, m))
    K = np.block([[batch.M, np.swapaxes(batch.A, 1, 2)], [batch.A, zero]])
    values = np.linalg.svd(K, compute_uv=False)
    return values[:, 0] < WELL_CONDITIONED * values[:, n + batch.rank_A - 1]


def error(batch: Batch, solution: zw.Solution) -> np.ndarray:
    """How far M q̈ = Q + Qc, A q̈ = b and D'Alembert's principle are from being met (members,)."""
    qdd, Qc = np.asarray(solution.qdd) * batch.d, np.asarray(solution.Qc) / batch.d
    reaction = times(np.swapaxes(batch.A, 1, 2), np.asarray(solution.lam) * batch.s)
    size = 1 + np.abs(qdd).max(axis=1) + np.abs(Qc).max(axis=1)
    parts = (
        times(batch.M, qdd) - batch.Q - Qc,
        times(batch.A, qdd) - batch.b,
        np.asarray(solution.Qc_ideal) / batch.d - reaction,
    )
    return np.max([np.abs(part).max(axis=1, initial=0) for part in parts], axis=0) / size


def main(members: int, seed: int = 0) -> int:
    rng, solve = np.random.default_rng(seed), jax.jit(jax.vmap(zw.solve))
    faults, statuses, worst, spoiled = Counter(), Counter(), 0.0, 0
    start = time.perf_counter()
    for batch_number in range(-(-members // BATCH)):
        batch = draw(rng, *SHAPES[batch_number % len(SHAPES)])
        sound = well_conditioned(batch)
        called_for = spoil(rng, batch)
        solution = solve(*batch.in_units())
        status = np.asarray(solution.status)
        ok, is_spoiled = (
            status == zw.Status.OK,
            ~np.isin(called_for, [zw.Status.OK, zw.Status.NOT_UNIQUE]),
        )
        errors = np.where(ok, error(batch, solution), 0.0)
        worst = max(worst, float(np.nanmax(errors)))
        faults["silent"] += int((~(errors <= MET)).sum())
        faults["false"] += int((sound & (called_for == zw.Status.OK) & ~ok).sum())
        faults["missed"] += int((is_spoiled & (status != called_for)).sum())
        faults["number"] += int((~ok & ~np.isnan(solution.qdd).all(axis=1)).sum())
        statuses.update(status.tolist())
        spoiled += int(is_spoiled.sum())
    total = sum(statuses.values())
    print(f"{total} systems, seed {seed}, {time.perf_counter() - start:.0f} s; {spoiled} spoiled")
    print(f"worst error of an answer with status OK: {worst:.1e}")
    print(", ".join(f"{name}: {count}" for name, count in faults.items()))
    for status, count in sorted(statuses.items()):
        print(f"  {zw.Status(status).name:>24} {count:9d}  {100 * count / total:6.2f} %")
    return sum(faults.values())


if __name__ == "__main__":
    with np.errstate(invalid="ignore"):
        sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000) > 0)
