"""Factorisations of both kinds, and the casts at the boundary."""

from __future__ import annotations

import jax.numpy as jnp
import numpy as np
import pytest

from zwang.base import arrays

SHAPES = [(5, 3), (3, 5), (4, 4), (1, 1), (6, 1)]
RNG = np.random.default_rng(0)


def library(Y):
    return arrays.qr_pivoted(jnp.asarray(Y), jnp)


def plain(Y):
    return arrays.householder_qr_pivoted(jnp.asarray(Y))


def on_numpy(Y):
    return arrays.qr_pivoted(Y, np)


@pytest.mark.parametrize("factorise", [on_numpy, library, plain])
@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("deficient", [False, True])
def test_pivoted_qr_restores_the_matrix(factorise, shape, deficient):
    Y = RNG.standard_normal(shape)
    if deficient:
        Y[:, -1] = 2 * Y[:, 0]
    Z, R, order = map(np.asarray, factorise(Y))
    np.testing.assert_allclose(Z @ R, Y[:, order], atol=1e-14 * np.abs(Y).sum())
    np.testing.assert_allclose(Z.T @ Z, np.eye(min(shape)), atol=1e-14)
    np.testing.assert_array_equal(R, np.triu(R))
    diagonal = np.abs(np.diagonal(R))
    assert (diagonal[1:] <= diagonal[:-1] * (1 + 1e-12) + 1e-15).all()


@pytest.mark.parametrize("kind, xp", [(np.asarray, np), (jnp.asarray, jnp)], ids=["numpy", "jax"])
def test_success_of_cholesky_is_a_value(kind, xp):
    L, ok = arrays.cholesky(kind([[4.0, 2.0], [2.0, 3.0]]), xp)
    assert ok
    np.testing.assert_allclose(L @ L.T, [[4.0, 2.0], [2.0, 3.0]])
    _, ok = arrays.cholesky(kind([[1.0, 2.0], [2.0, 1.0]]), xp)
    assert not ok


@pytest.mark.parametrize("kind, xp", [(np.asarray, np), (jnp.asarray, jnp)], ids=["numpy", "jax"])
def test_unpermute_undoes_indexing(kind, xp):
    order = RNG.permutation(6)
    x = RNG.standard_normal((6, 2))
    np.testing.assert_array_equal(arrays.unpermute(kind(x[order]), kind(order), xp), x)


def test_a_float32_array_of_jax_stays_one_and_others_become_float64():
    assert arrays.as_floats("x", jnp.ones(2, jnp.float32), jnp).dtype == jnp.float32
    for x in (np.ones(2, np.float32), [1, 2], np.array([True])):
        assert arrays.as_floats("x", x, np).dtype == np.float64
