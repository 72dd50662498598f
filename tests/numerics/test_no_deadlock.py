"""Batched factorisations side by side, which hang some releases of jaxlib on two cores."""

from __future__ import annotations

import os
import subprocess
import sys

PROGRAM = """
import jax, jax.numpy as jnp, zwang as zw
n, m, members = 30, 20, 512
key = jax.random.split(jax.random.key(0), 3)
G = jax.random.normal(key[0], (members, n, n))
M = G @ jnp.swapaxes(G, 1, 2) + n * jnp.eye(n)
A = jax.random.normal(key[1], (members, m, n))
A = A.at[::2, -1].set(A[::2, 0])
Q = jax.random.normal(key[2], (members, n))
b = jnp.zeros((members, m))
for solver in (zw.Auto(), zw.Orthogonal(), zw.Singular()):
    solve = jax.jit(jax.vmap(lambda *x: zw.solve(*x, solver=solver)))
    for _ in range(3):
        solution = jax.block_until_ready(solve(M, Q, A, b))
    assert int((solution.status != 0).sum()) == 0
print("done")
"""


def test_batches_of_factorisations_do_not_hang():
    # It takes ten seconds; a hung one would never end. What hangs is what users run, so that
    # neither XLA's flags nor the number of threads are those of the other tests.
    finished = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env=os.environ | {"XLA_FLAGS": "", "OPENBLAS_NUM_THREADS": ""},
        capture_output=True,
        text=True,
        timeout=240,
    )
    assert finished.stdout.strip() == "done", finished.stderr[-2000:]
