"""Large systems: what one solve and one motion cost, from ten bodies to a hundred thousand.

Run: python benchmarks/bench_size.py [most [motions]]      by default up to 100000, motions to 3000

Chains of particles in the plane and random machines of bodies, without and with redundant rows, by
``zw.solve`` on matrices of ``scipy.sparse``. Beside it, in the same run: SciPy's sparse LU of the
saddle matrix [[M, −Aᵀ], [A, 0]], which needs independent rows; the dense kernel, up to 1,000
coordinates; and for the chain a banded Cholesky factor of A M⁻¹Aᵀ, written for it by hand.

Then motions: scissor lifts by ``mechanism.simulate``, whose height is known; chains of particles as
plain Systems by ``zw.simulate``, for 100/N s, since the steps of a finer chain are shorter. Beside
them in the same run, with the same tolerances, the chain by ``peers/long_chain.py``: by hand, by
Pinocchio and by MuJoCo where they are installed. The error is against a motion at rtol 1e-12, times
of motions are processor times. At last one second of the chains at an error of 1e-9, each way by
the loosest tolerance that gives it; there Exudyn too, which has steps in the place of a tolerance.
"""

from __future__ import annotations

import resource
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

import jax.numpy as jnp
import numpy as np
import scipy
from peers import long_chain
from scipy import sparse
from timing import seconds

import zwang as zw
from zwang.files import build
from zwang.solvers.sparse.symbolic import planned
from zwang.zoo.mechanisms import scissor_lift
from zwang.zoo.random_machine import random_machine

DENSE = 1000  # coordinates up to which the dense kernel is timed
BRANCH = 100  # joints in a row that Pinocchio and MuJoCo take; they do not get through 1,000


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


def processor_time(run: Callable[[], Any], repeats: int = 2) -> float:
    """Best of some runs, which others on the machine disturb less."""
    best = float("inf")
    for _ in range(repeats):
        began = time.process_time()
        run()
        best = min(best, time.process_time() - began)
    return best


@contextmanager
def well_compiled() -> Iterator[None]:
    """Compile what was compiled in haste well when it is next used, however short it ran."""
    usual, build.ENOUGH = build.ENOUGH, 0.0
    try:
        yield
    finally:
        build.ENOUGH = usual


def moved(name: str, bodies: int, run: Callable[[], Any], error: Callable, peers: Sequence[str]):
    """One line of the second table: the first motion, a later one, and how far it is off."""
    began = time.process_time()
    motion = run()
    first = time.process_time() - began
    with well_compiled():
        run()
        again = processor_time(run)
    steps = motion.stats["accepted"] + motion.stats["rejected"]
    about = f"{name:14} {bodies:7d} {motion.q.shape[1]:7d} {motion.residual.shape[1]:7d}"
    off, remains = error(motion), np.abs(motion.residual).max()
    times = f"{first:8.2f} {again:8.3f} {1e6 * again / steps / bodies:8.1f}"
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(
        f"{about} {steps:5d} {times} {off:9.1e} {remains:9.1e} {memory:6d} {' '.join(peers)}",
        flush=True,
    )


def hanging(N: int, end: float | None = None) -> Callable[..., Any]:
    """The motion of a chain of N particles as a plain System, by its rtol."""
    length = 1.0 / N

    def rods(q):
        d = jnp.diff(q.reshape(N, 2), axis=0, prepend=jnp.zeros((1, 2)))
        return (d * d).sum(axis=1) - length**2

    weight = np.tile([0.0, -long_chain.G / N], N)
    system = zw.System(1.0 / N, weight, [zw.Holonomic(rods, name="rods")])
    start = long_chain.place(long_chain.angles(N)).ravel(), np.zeros(2 * N)
    t = [0.0, min(100.0 / N, 1.0) if end is None else end]
    return lambda rtol=1e-9: zw.simulate(system, *start, t, rtol=rtol, atol=1e-3 * rtol)


def beside(N: int, known: np.ndarray) -> Iterator[str]:
    """The chain by others: processor time, and how far it is off."""
    for peer in (long_chain.by_hand, long_chain.by_pinocchio, long_chain.by_mujoco):
        run = lambda peer=peer: peer(N, min(100.0 / N, 1.0))
        if N > BRANCH and peer is not long_chain.by_hand:
            continue
        try:
            off = np.abs(run().ravel() - known).max()
            yield f"{processor_time(run):8.3f} {off:8.1e}"
        except ImportError:
            yield f"{'':17}"


def motions(most: int) -> None:
    """Lifts and chains."""
    heads = "bodies n m steps first again us/b/step off residual MB".split()
    heads += [x for peer in ("by hand", "Pinocchio", "MuJoCo") for x in (peer, "off")]
    widths = (7, 7, 7, 5, 8, 8, 8, 9, 9, 6, *(3 * [8, 8]))
    print(f"{'':14} " + " ".join(f"{x:>{w}}" for x, w in zip(heads, widths, strict=True)))
    for bodies in (30, 300, 3000, 10_000):
        if bodies <= most:
            lift = scissor_lift(bodies // 2)
            run = lambda lift=lift: lift.mechanism.simulate([0.0, lift.t])
            moved("scissor lift", bodies, run, lift.error, ())
    for N in (10, 100, 1000, 10_000, 100_000):
        if N <= most:
            run = hanging(N)
            known = run(1e-12 if N <= 1000 else 1e-10).q[-1]
            off = lambda motion, known=known: np.abs(motion.q[-1] - known).max()
            moved("chain", N, run, off, list(beside(N, known)) if N <= 1000 else ())


def one_second(N: int, wanted: float = 1e-9) -> None:
    """One second of a chain at an error: each way by the loosest tolerance that meets it."""
    run = hanging(N, 1.0)
    known = run(1e-12).q[-1]
    ways: dict[str, Callable[[float], np.ndarray]] = {"zwang": lambda rtol: run(rtol).q[-1]}
    peers = long_chain.by_hand, long_chain.by_pinocchio, long_chain.by_mujoco, long_chain.by_exudyn
    for peer in peers:
        if N <= BRANCH or peer is long_chain.by_hand:
            ways[peer.__name__] = lambda rtol, peer=peer: peer(N, 1.0, rtol).ravel()
    for name, way in ways.items():
        for decade in range(3, 12):
            try:
                off = np.abs(way(10.0**-decade) - known).max()
            except ImportError:
                break
            if off <= wanted:
                spent = processor_time(lambda way=way, decade=decade: way(10.0**-decade))
                print(
                    f"{N:7d} {name:14} rtol 1e-{decade:02d} {off:9.1e} {spent:8.3f} s", flush=True
                )
                break


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
    for N in (100, 1000):
        if N <= moving:
            one_second(N)


if __name__ == "__main__":
    counts = [int(x) for x in sys.argv[1:]]
    main(*(counts + [100_000, 3000][len(counts) :]))
