"""The kernel for accelerators: interpreted on the CPU, and for real where there is a GPU."""

from __future__ import annotations

from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax.experimental import pallas as pl

import zwang as zw
from zwang.solvers import batch, gpu


def inputs(n, m, members, columns):
    """Sound members, and among them a redundant, a massless, an asymmetric and a NaN one."""
    M, A, F, b = [], [], [], []
    for i in range(members):
        system = zw.random_system(n, m, m - (i == 3), n - (i == 5), 1e3, seed=i)
        M.append(system.M)
        A.append(system.A)
        F.append(np.stack([system.Q, system.qdd][:columns], axis=1))
        b.append(np.stack([system.b, 0 * system.b][:columns], axis=1))
    M[7][0, 1] *= 2
    M[9][0, 0] = np.nan
    return [jnp.asarray(x) for x in (M, A, F, b)]


TOLERANCES = dict(least=1e-4, consistency=1e-10)
gpu_side = partial(gpu.side_by_side, **TOLERANCES)
cpu_side = partial(batch.side_by_side, **TOLERANCES)


def agree(found, wanted):
    np.testing.assert_array_equal(found.status, wanted.status)
    assert set(np.asarray(found.status).tolist()) == {0, 1, 2, 3, 4}
    ok = np.asarray(wanted.status) == zw.Status.OK
    for name in ("x", "lam", "force", "lengths"):
        one, other = (np.asarray(getattr(r, name))[ok] for r in (found, wanted))
        size = np.abs(other).max(axis=tuple(range(1, other.ndim)), keepdims=True)
        np.testing.assert_allclose(one / size, other / size, atol=1e-11, err_msg=name)
    assert np.isnan(np.asarray(found.x)[~ok]).all()


@pytest.mark.parametrize("columns", [1, 2])
def test_the_interpreted_kernel_equals_the_one_of_the_cpu(monkeypatch, columns):
    monkeypatch.setattr(gpu.pl, "pallas_call", partial(pl.pallas_call, interpret=True))
    members = inputs(3, 2, gpu.LANES + 5, columns)  # a full block and a piece of one
    agree(jax.jit(gpu_side)(*members), cpu_side(*members))


def test_the_kernel_lowers_for_cuda():
    members = inputs(3, 2, 10, 1)
    lowered = jax.jit(gpu_side).trace(*members).lower(lowering_platforms=("cuda",))
    assert "triton" in lowered.as_text().lower()


@pytest.mark.gpu
@pytest.mark.parametrize("columns", [1, 2])
def test_the_kernel_on_a_gpu_equals_the_one_of_the_cpu(columns):
    members = inputs(7, 6, 1000, columns)
    agree(jax.jit(gpu_side)(*members), cpu_side(*members))
