"""Large systems: what one solve and one motion cost, from ten bodies to a hundred thousand.

Run: python benchmarks/bench_size.py [most [motions]]      by default up to 100000, motions to 3000

Chains of particles in the plane and random machines of bodies, without and with redundant rows, by
``zw.solve`` on matrices of ``scipy.sparse``. Beside it, in the same run: SciPy's sparse LU of the
saddle matrix [[M, −Aᵀ], [A, 0]], which needs independent rows; the dense kernel, up to 1,000
coordinates; and for the chain a banded Cholesky factor of A M⁻¹Aᵀ, written for it by hand.

Then motions by ``mechanism.simulate``: scissor lifts, whose height is known; chains of particles,
beside the same banded elimination under SciPy's DOP853 with the same tolerances.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import scipy
from scipy import sparse
from timing import seconds

import zwang as zw
from zwang.solvers.sparse.symbolic import planned
from zwang.zoo.mechanisms import scissor_lift
from zwang.zoo.random_machine import random_machine

DENSE = 1000  # coordinates up to which the dense kernel is timed


class Case(NamedTuple):
    """A system to be solved."""

    name: str
    bodies: int
    M: Any
    Q: np.ndarray
    A: Any
    b: np.ndarray


def chain(N: int, every: int = 0) -> Case:
    """N particles on rods in the plane; every so manieth rod is there twice."""
    rng = np.random.default_rng(0)
    angle, k = np.cumsum(rng.normal(0.0, 0.3, N)), np.arange(N)
    rows, columns = np.concatenate([k, k[1:]]), np.concatenate([2 * k, 2 * k[:-1]])
    A = sum(
        sparse.csr_array((np.concatenate([u, -u[1:]]), (rows, columns + j)), shape=(N, 2 * N))
        for j, u in enumerate((np.cos(angle), np.sin(angle)))
    )
    if every:
        A = sparse.csr_array(sparse.vstack([A, A[::every]]))
    qdd, masses = rng.standard_normal(2 * N), np.repeat(rng.uniform(0.5, 2.0, N), 2)
    M = sparse.csr_array(sparse.diags_array(masses))
    return Case(f"chain{', rods twice' if every else ''}", N, M, M @ qdd, A, A @ qdd)


def machine(N: int, redundant: bool) -> Case:
    """Random bodies in a tree of joints with loops."""
    x = random_machine(N, redundant=redundant, seed=N)
    return Case(f"machine{', redundant' if redundant else ''}", N, x.M, x.Q, x.A, x.b)


def saddle(case: Case) -> np.ndarray:
    K = sparse.block_array([[case.M, -case.A.T], [case.A, None]], format="csc")
    return scipy.sparse.linalg.spsolve(K, np.concatenate([case.Q, case.b]))


def banded(case: Case) -> np.ndarray:
    """A M⁻¹Aᵀ of a chain is tridiagonal."""
    a = case.Q / case.M.diagonal()
    S = case.A @ sparse.diags_array(1.0 / case.M.diagonal()) @ case.A.T
    bands = np.zeros((2, case.bodies))
    bands[0], bands[1, :-1] = S.diagonal(), S.diagonal(-1)
    lam = scipy.linalg.solveh_banded(bands, case.b - case.A @ a, lower=True)
    return a + (case.A.T @ lam) / case.M.diagonal()


def row(case: Case) -> str:
    """One line of the table, in microseconds a body."""
    began = time.perf_counter()
    plan = planned(case.M, case.A)
    planning = time.perf_counter() - began
    found = zw.solve(case.M, case.Q, case.A, case.b, solver=zw.Sparse())
    repeats = 3 if case.bodies > 3000 else 9
    a_body = lambda run: f"{1e6 * seconds(run, repeats=repeats) / case.bodies:10.2f}"
    full = found.rank == len(case.b)
    peers: list[tuple[bool, Callable]] = [
        (full and case.bodies <= 20_000, lambda: saddle(case)),
        (len(case.Q) <= DENSE, lambda: zw.solve(M, case.Q, A, case.b, solver=zw.Orthogonal())),
        (full and case.name == "chain", lambda: banded(case)),
    ]
    M, A = (x.toarray() if len(case.Q) <= DENSE else None for x in (case.M, case.A))
    times = [a_body(lambda: zw.solve(case.M, case.Q, case.A, case.b, solver=zw.Sparse()))]
    times += [a_body(run) if can else f"{'':10}" for can, run in peers]
    about = f"{case.name:20} {case.bodies:7d} {len(case.Q):7d} {len(case.b):7d} {found.rank:7d}"
    return f"{about} {1e6 * planning / case.bodies:8.1f} {' '.join(times)} {plan.entries:9d}"


# -- motions -------------------------------------------------------------------------------------


def moved(name: str, bodies: int, mechanism: Any, t: float, error: Callable, peer: Callable | None):
    """One line of the second table: the first motion, the second, and how far it is off."""
    began = time.perf_counter()
    motion = mechanism.simulate([0.0, t])
    first = time.perf_counter() - began
    again = seconds(lambda: mechanism.simulate([0.0, t]), repeats=2)
    steps = motion.stats["accepted"] + motion.stats["rejected"]
    about = f"{name:14} {bodies:7d} {motion.q.shape[1]:7d} {motion.residual.shape[1]:7d}"
    off, remains = error(motion), np.abs(motion.residual).max()
    times = f"{first:8.2f} {again:8.3f} {1e6 * again / steps / bodies:8.1f}"
    other = "" if peer is None else f"{seconds(peer, repeats=2):8.3f}"
    print(f"{about} {steps:5d} {times} {off:9.1e} {remains:9.1e} {other}", flush=True)


def hanging(N: int) -> tuple[Any, np.ndarray]:
    """A chain of N particles in the plane from the origin, and where they are at the start."""
    angle = np.cumsum(np.random.default_rng(0).normal(0.0, 0.1, N))
    place = np.cumsum(np.stack([np.cos(angle), np.sin(angle)], axis=1), axis=0) / N
    dots = [zw.Particle(1.0 / N, p_WB=x, name=f"p{i}") for i, x in enumerate(place)]
    rods = [
        zw.joints.Distance(
            zw.GROUND if i == 0 else dots[i - 1],
            dots[i],
            point_1=[0.0, 0.0, 0.0] if i == 0 else None,
            name=f"rod {i}",
        )
        for i in range(N)
    ]
    return zw.Mechanism(dots, rods, [zw.Gravity()]), place


def by_hand(place: np.ndarray, t: float) -> np.ndarray:
    """The same chain: q̈ = g + Aᵀλ/m, with A Aᵀ/m tridiagonal; no projection."""
    N = len(place)

    def field(_: float, y: np.ndarray) -> np.ndarray:
        x, v = y.reshape(2, N, 2)
        d, dv = np.diff(x, axis=0, prepend=0.0), np.diff(v, axis=0, prepend=0.0)
        own, bands = (d * d).sum(axis=1), np.zeros((2, N))
        bands[0] = 2.0 * own
        bands[0, 0] = own[0]
        bands[1, :-1] = -(d[1:] * d[:-1]).sum(axis=1)
        wanted = -(dv * dv).sum(axis=1)
        wanted[0] += 9.81 * d[0, 1]
        pull = scipy.linalg.solveh_banded(bands, wanted, lower=True)[:, None] * d
        return np.concatenate([v.ravel(), (pull - np.append(pull[1:], [[0, 0]], axis=0)
                                           + [0.0, -9.81]).ravel()])  # fmt: skip

    start = np.concatenate([place.ravel(), np.zeros(2 * N)])
    given = {"method": "DOP853", "rtol": 1e-9, "atol": 1e-12}
    return scipy.integrate.solve_ivp(field, (0.0, t), start, **given).y[: 2 * N, -1]


def motions(most: int) -> None:
    """Lifts and chains."""
    heads = "bodies n m steps first again us/b/step off residual DOP853".split()
    widths = (7, 7, 7, 5, 8, 8, 8, 9, 9, 8)
    print(f"{'':14} " + " ".join(f"{x:>{w}}" for x, w in zip(heads, widths, strict=True)))
    for bodies in (30, 300, 3000):
        if bodies <= most:
            lift = scissor_lift(bodies // 2)
            moved("scissor lift", bodies, lift.mechanism, lift.t, lift.error, None)
    for N in (10, 100, 1000, 10_000):
        if N <= most:
            mechanism, place = hanging(N)
            known = by_hand(place, 0.2)
            off = lambda motion, known=known: np.abs(motion.q[-1] - known).max()
            peer = lambda place=place: by_hand(place, 0.2)
            moved("chain", N, mechanism, 0.2, off, peer)


def main(most: int, moving: int) -> None:
    print(f"{'':20} {'bodies':>7} {'n':>7} {'m':>7} {'rank':>7} {'plan':>8} ", end="")
    print(f"{'sparse':>10} {'LU':>10} {'dense':>10} {'banded':>10} {'entries':>9}")
    for make in (
        lambda N: chain(N),
        lambda N: chain(N, 7),
        lambda N: machine(N, False),
        lambda N: machine(N, True),
    ):
        for N in (10, 100, 1000, 10_000, 100_000):
            if N <= most:
                print(row(make(N)), flush=True)
    motions(moving)


if __name__ == "__main__":
    counts = [int(x) for x in sys.argv[1:]]
    main(*(counts + [100_000, 3000][len(counts) :]))
