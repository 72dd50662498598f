"""Gathers, scatters, large products and what measures M and A: the engine's are those of JAX."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from zwang.engine.evaluate import in_c, pack
from zwang.equation.observe import row_lengths
from zwang.solvers import Auto
from zwang.solvers.base import is_definite
from zwang.solvers.derivative import differentiable
from zwang.solvers.singular import equilibrate

pytestmark = pytest.mark.xdist_group("engine places")

MOVED = [
    lambda x, W: x[jnp.array([1, 5, 0])] @ W[:, 1:3],
    lambda x, W: x[jnp.array([-1, 7, 2])],  # beyond the end, moved inside or not a number
    lambda x, W: x.at[jnp.array([0, 7])].get(mode="fill", fill_value=3.0),
    lambda x, W: x.at[jnp.array([0, 0, 2])].add(W[:, 0]),
    lambda x, W: x.at[jnp.array([9, 1])].set(W[0, :2], mode="drop"),
    lambda x, W: x.at[jnp.array([9, 1])].set(W[0, :2], mode="clip"),
    lambda x, W: W.at[1:, jnp.array([0, 3])].add(x[:2]),
    lambda x, W: W.at[jnp.array([2, 0])].set(x[:4])[:, ::-1],
    lambda x, W: jax.vmap(lambda row, i: row[i])(W, jnp.array([3, 0, 1])),
    lambda x, W: jax.jacfwd(lambda x: x.at[jnp.array([1, 1])].add(x[:2] ** 2))(x),
    lambda x, W: jax.grad(lambda x: (x[jnp.array([2, 2, 4])] ** 3).sum())(x),
    lambda x, W: jnp.tile(x[:2], 3),
]


def test_elements_come_from_the_places_of_jax(rng):
    x, W = rng.normal(size=6), rng.normal(size=(3, 4))
    together = lambda q, qd, t, given: [f(*given) for f in MOVED]
    found = in_c(together, 1, ((6,), (3, 4)))(0.0, 0.0, 0.0, pack([x, W]))
    for i, f in enumerate(MOVED):
        np.testing.assert_allclose(found[i], f(jnp.asarray(x), jnp.asarray(W)), err_msg=str(i))


def measured(M, A, B):
    """What a plant under control asks of its matrices, one thing after the other."""
    d, lengths = equilibrate(M, A, jnp)
    P = differentiable(Auto())(M, A[:1], jnp.eye(len(M)), jnp.zeros((1, len(M)))).x
    return d, lengths, is_definite(M), row_lengths(M, A), P @ B, B.T @ P @ B


@pytest.mark.parametrize("lacks_mass", [False, True])
def test_units_lengths_and_products_in_loops_are_those_of_jax(rng, lacks_mass):
    n = 14
    X, A, B = rng.normal(size=(n, n)), rng.normal(size=(3, n)), rng.normal(size=(n, 9))
    unit = 10.0 ** rng.uniform(-3.0, 3.0, n)
    M = X @ X.T * (1.0 if not lacks_mass else np.outer(np.arange(n) > 0, np.arange(n) > 0))
    A[0, 0] = 5.0
    M, A = M * unit[:, None] * unit, A * unit
    law = in_c(lambda q, qd, t, x: measured(*x), 1, ((n, n), (3, n), (n, 9)))
    found = law(0.0, 0.0, 0.0, pack([M, A, B]))
    wanted = measured(*map(jnp.asarray, (M, A, B)))
    assert bool(found[2]) == bool(wanted[2]) == (not lacks_mass)
    for x, y in zip(found, wanted, strict=True):
        np.testing.assert_allclose(x, y, rtol=1e-7, atol=1e-9 * np.abs(y).max())
