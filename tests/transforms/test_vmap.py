"""A batch gives each member what it would get alone, status included."""

from __future__ import annotations

from functools import cache

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw
from zwang.solvers import batch

SOLVERS = [zw.Auto(), zw.Cholesky(), zw.Orthogonal(), zw.Singular()]
# Side by side, by library calls, and more constraints than coordinates.
SIZES = [(3, 2), (7, 6), (10, 8), (4, 6)]
MEMBERS = 60


@cache
def mixed_batch(n, m):
    """Members of every rank and scale, and some that are spoiled, each in its own way."""
    rng = np.random.default_rng(n)

    def member(i):
        rank_A = int(rng.integers(0, min(n, m) + 1)) if i % 3 == 0 else None
        rank_M = int(rng.integers(0, n + 1)) if i % 5 == 0 else None
        scale = 1e6 if i % 2 else 1.0
        return zw.random_system(n, m, rank_A, rank_M, scale, nonideal=True, seed=i)

    M, Q, A, b, C = (np.stack(x) for x in zip(*map(member, range(MEMBERS)), strict=True))
    M[7, 0, 0] = np.nan
    Q[11, 1] = np.inf
    M[13] *= -1
    M[17, 0, 1] *= 1.5
    b[18] = 1.0
    return M, Q, A, b, C


@pytest.mark.parametrize("solver", SOLVERS, ids=lambda solver: type(solver).__name__)
@pytest.mark.parametrize("n, m", SIZES)
def test_members_get_what_they_would_get_alone(solver, n, m):
    inputs = mixed_batch(n, m)
    solve = lambda *one: zw.solve(*one, solver=solver, throw=False)
    many = jax.jit(jax.vmap(solve))(*map(jnp.asarray, inputs))
    alone = [solve(*one) for one in zip(*inputs, strict=True)]
    for i, one in enumerate(alone):
        assert many.status[i] == one.status, f"member {i}"
        if one.status == zw.Status.OK:
            assert many.rank[i] == one.rank and many.taken[i] == one.taken, f"member {i}"
        for name in ("qdd", "Qc", "lam"):
            found, wanted = np.asarray(getattr(many, name)[i]), getattr(one, name)
            # Rounding, times a condition of at most some ten thousands.
            size = 1e-9 * np.nanmax(np.abs(wanted), initial=0)
            np.testing.assert_allclose(found, wanted, rtol=0, atol=size, err_msg=f"{i} {name}")


def test_a_batch_of_batches_with_shared_arguments():
    M, Q, A, b, _ = (x[:12] for x in mixed_batch(3, 2))
    M, A, b = M[1], A[1], b[1]  # shared by all
    nested = jax.vmap(jax.vmap(zw.solve, (None, 0, None, None)), (None, 0, None, None))
    found = nested(*map(jnp.asarray, (M, Q[:12].reshape(3, 4, 3)[:, :2], A, b)))
    finite = np.isfinite(Q[:12]).all(axis=1).reshape(3, 4)[:, :2]
    for i in range(3):
        for j in range(2):
            if finite[i, j]:
                wanted = zw.solve(M, Q[4 * i + j], A, b).qdd
                np.testing.assert_allclose(found.qdd[i, j], wanted, rtol=1e-9)


def test_only_refused_members_are_solved_again(monkeypatch):
    # Counted at run time, by a callback that runs once a chunk: one redundant member, one chunk.
    calls = []
    compute = zw.Orthogonal.compute

    def counted(self, M, A, F, b):
        jax.debug.callback(lambda: calls.append(1))
        return compute(self, M, A, F, b)

    monkeypatch.setattr(zw.Orthogonal, "compute", counted)
    systems = [zw.random_system(4, 3, seed=i) for i in range(100)]
    for redundant, wanted in [([], 0), ([70], 1), (range(40), 2)]:
        chosen = [
            zw.random_system(4, 3, 2, seed=i) if i in redundant else s
            for i, s in enumerate(systems)
        ]
        inputs = (
            jnp.stack(x)
            for x in zip(*((s.M, s.A, s.Q[:, None], s.b[:, None]) for s in chosen), strict=True)
        )
        calls.clear()
        attempt = jax.block_until_ready(batch.solve_many(zw.Auto(), *inputs))
        jax.effects_barrier()
        assert len(calls) == wanted
        assert int((attempt.status != 0).sum()) == 0
