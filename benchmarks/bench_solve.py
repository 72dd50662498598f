"""The kernel's speed as ratios within one run: ``python benchmarks/bench_solve.py [--gpu]``.

Beside ``zw.solve`` run what one would write without it: LU of the saddle matrix, and the
formula of the papers with ``eigh`` and ``pinv`` in NumPy.
"""

from __future__ import annotations

import sys
from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
from timing import first_call, seconds

import zwang as zw
from zwang.papers import u05

SIZES = [(3, 1), (7, 6), (30, 20), (100, 80)]


def saddle(M, Q, A, b):
    """q̈ by LU of the saddle (KKT) matrix."""
    m, n = A.shape
    K = jnp.block([[M, -A.T], [A, jnp.zeros((m, m))]])
    return jnp.linalg.solve(K, jnp.concatenate([Q, b]))[:n]


def by(solver):
    return lambda M, Q, A, b: zw.solve(M, Q, A, b, solver=solver).qdd


WAYS = {
    "LU of the saddle matrix": saddle,
    "auto": by(zw.Auto()),
    "cholesky": by(zw.Cholesky()),
    "orthogonal": by(zw.Orthogonal()),
    "singular": by(zw.Singular()),
}


def one_system() -> None:
    """One solve after another in a compiled loop, every matrix changed by the last answer."""
    print("\nOne system, in a compiled loop: microseconds (ratio to LU) [first call, s]")
    print(f"{'(n, m)':>10}", *(f"{name:>24}" for name in WAYS))
    for n, m in SIZES:
        system = zw.random_system(n, m, seed=1)
        M, Q, A, b = (jnp.asarray(x) for x in (system.M, system.Q, system.A, system.b))
        steps = {3: 20000, 7: 10000, 30: 1000, 100: 50}[n]
        cells, base = [], None
        for solve in WAYS.values():

            @jax.jit
            def loop(M, Q, A, b, steps, solve=solve):
                def step(_, x):
                    nudge = 1 + 1e-12 * x[0]
                    return solve(M * nudge, Q, A * nudge, b)

                return jax.lax.fori_loop(0, steps, step, jnp.zeros_like(Q))

            compiling = first_call(lambda: jax.jit(solve)(M, Q, A, b))
            took = seconds(lambda: loop(M, Q, A, b, steps)) / steps
            base = base or took
            cells.append(f"{took * 1e6:10.2f} ({took / base:4.2f}) [{compiling:4.2f}]")
        print(f"{f'({n}, {m})':>10}", *(f"{cell:>24}" for cell in cells))


def numpy_calls() -> None:
    """``zw.solve`` on NumPy arrays beside the papers' formula, full rank and one row redundant."""
    print("\nNumPy arrays: microseconds a call, and the ratio to the literal formula")
    for n, m in SIZES[:3]:
        for rank in (m, m - 1):
            M, Q, A, b, _ = zw.random_system(n, m, rank, seed=1)
            ours = seconds(lambda: zw.solve(M, Q, A, b), calls=300)
            formula = seconds(lambda: u05.qdd(M, Q, A, b), calls=300)
            print(
                f"{f'({n}, {m}), rank {rank}':>20}  ours {ours * 1e6:7.1f}"
                f"  formula {formula * 1e6:7.1f}  ratio {ours / formula:5.2f}"
            )


BATCH_WAYS = {
    "LU of the saddle matrix": jax.jit(jax.vmap(saddle)),
    "cholesky": jax.jit(jax.vmap(partial(zw.solve, solver=zw.Cholesky()))),
    "auto": jax.jit(jax.vmap(zw.solve)),
}


def batch(members: int, deficient: int, calls: int = 1) -> None:
    """Many systems at (7, 6) by ``vmap``; of each ``deficient`` members one has redundant rows.

    LU answers q̈ and the multipliers only, and NaN or noise for a redundant member; the others
    answer the whole Solution. The traffic is what must be read and written at least.
    """
    n, m = 7, 6
    many = random_batch(n, m, members, deficient)
    traffic = members * 8 * (n * n + n + m * n + m + 5 * n + 2 * m + 1.5)
    print(f"\nBatch of {members} at (7, 6), redundant: one in {deficient or 'none'}")
    base = None
    for name, solve in BATCH_WAYS.items():
        compiling = first_call(lambda: solve(*many))
        took = seconds(lambda: solve(*many), calls=calls)
        base = base or took
        print(
            f"{name:>24}: {members / took:9.3g} a second, {base / took:5.2f} times LU,"
            f" {traffic / took / 1e9:7.1f} GB/s, first call {compiling:4.1f} s",
            end="",
        )
        result = solve(*many)
        if isinstance(result, zw.Solution):
            count = np.bincount(np.asarray(result.status))
            named = {zw.Status(i).name: int(c) for i, c in enumerate(count) if c}
            print(f"  {named}", end="")
        print(flush=True)


def random_batch(n, m, members, deficient):
    """M, Q, A, b of random systems on the device, with planted answers; see random_system."""
    keys = jax.random.split(jax.random.key(0), 4)
    G = jax.random.normal(keys[0], (members, n, n))
    A = jax.random.normal(keys[1], (members, m, n))
    if deficient:
        A = A.at[::deficient, -1].set(A[::deficient, 0] - 2 * A[::deficient, 1])
    qdd = jax.random.normal(keys[2], (members, n))
    lam = jax.random.normal(keys[3], (members, m))
    M = jnp.einsum("bij,bkj->bik", G, G) / n + jnp.eye(n)
    b = (A * qdd[:, None]).sum(-1)
    Q = (M * qdd[:, None]).sum(-1) - (A * lam[:, :, None]).sum(1)
    return jax.block_until_ready((M, Q, A, b))


def bandwidth() -> None:
    """What the memory gives: a copy, bytes read plus bytes written."""
    x = jnp.arange(5e8 / 8)
    copy = jax.jit(lambda x: x + 1)
    took = seconds(lambda: copy(x), calls=10)
    print(f"\nMemory: {2 * x.nbytes / took / 1e9:.0f} GB/s")


if __name__ == "__main__":
    print("jax", jax.__version__, jax.devices())
    if "--gpu" in sys.argv:
        bandwidth()
        for deficient in (0, 1000):
            batch(1_000_000, deficient, calls=20)
    else:
        one_system()
        numpy_calls()
        batch(1000, 0)
        batch(1000, 100)
