"""Derivatives of a solve agree with finite differences along families that keep the ranks."""

from __future__ import annotations

from functools import cache

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw

THETA = jnp.array([0.3, 0.5])
STEP = 3e-6

# (n, m, rank_A, rank_M, solver): full rank, redundant, singular, both, nothing to hold.
CASES = [
    (4, 2, 2, 4, zw.Auto()),
    (4, 2, 2, 4, zw.Cholesky()),
    (5, 4, 2, 5, zw.Auto()),
    (4, 6, 3, 4, zw.Orthogonal()),
    (5, 3, 3, 3, zw.Auto()),
    (5, 4, 3, 3, zw.Singular()),
    (3, 0, 0, 3, zw.Auto()),
]
ids = [f"{n}-{m}-A{a}-M{r}-{type(s).__name__}" for n, m, a, r, s in CASES]


def family(n, m, rank_A, rank_M):
    """θ -> M, Q, A, b, C with constant ranks, consistent for every θ."""
    rng = np.random.default_rng(n + 10 * m)

    def path(*shape):
        base = np.linalg.qr(rng.standard_normal(shape))[0] if len(shape) == 2 else None
        base = rng.standard_normal(shape) if base is None else base[: shape[0], : shape[1]]
        one, two = 0.2 * rng.standard_normal((2, *shape))
        return lambda theta: base + one * theta[0] + two * jnp.sin(3 * theta[1])

    G, W, V = path(n, rank_M), path(m, rank_A), path(n, rank_A)
    c, lam, C = path(n), path(m), path(n)

    def at(theta):
        A = W(theta) @ V(theta).T
        M = G(theta) @ G(theta).T
        return M, M @ c(theta) - A.T @ lam(theta), A, A @ c(theta), C(theta)

    return at


@cache
def functions(case):
    n, m, rank_A, rank_M, solver = case
    at = family(n, m, rank_A, rank_M)
    # With singular M the lengths that redundant multipliers are counted in are held fixed, so
    # their derivative is a convention that finite differences do not see.
    has_lam = not (rank_A < m and rank_M < n)

    def answer(theta):
        s = zw.solve(*at(theta), solver=solver)
        parts = [s.qdd, s.Qc, s.Qc_ideal, s.Qc_nonideal] + ([s.lam] if has_lam else [])
        return jnp.concatenate(parts)

    return jax.jit(answer)


def differences(f, theta):
    columns = [(f(theta + STEP * e) - f(theta - STEP * e)) / (2 * STEP) for e in jnp.eye(2)]
    return jnp.stack(columns, axis=-1)


# Central differences with this step err by rounding / step ~ 1e-10 and step² ~ 1e-11, times
# the condition of the systems, about a hundred.
TOLERANCE = 1e-7


@pytest.mark.parametrize("case", CASES, ids=ids)
@pytest.mark.parametrize("jacobian", [jax.jacfwd, jax.jacrev])
def test_jacobian_equals_finite_differences(case, jacobian):
    answer = functions(case)
    wanted = differences(answer, THETA)
    found = jax.jit(jacobian(answer))(THETA)
    np.testing.assert_allclose(found, wanted, rtol=0, atol=TOLERANCE * np.abs(wanted).max())


# Auto compiles all three solvers, which have cases of their own.
LONG = ("5-4-A2-M5-Auto", "5-3-A3-M3-Auto")
HESSIANS = [
    pytest.param(case, id=name, marks=[pytest.mark.slow] * (name in LONG))
    for case, name in zip(CASES, ids, strict=True)
]


@pytest.mark.parametrize("case", HESSIANS)
def test_hessian_equals_finite_differences_of_the_gradient(case):
    answer = functions(case)
    weights = jnp.cos(jnp.arange(answer(THETA).shape[0]))
    scalar = lambda theta: answer(theta) @ weights
    wanted = differences(jax.jit(jax.grad(scalar)), THETA)
    found = jax.jit(jax.hessian(scalar))(THETA)
    np.testing.assert_allclose(found, wanted, rtol=0, atol=TOLERANCE * np.abs(wanted).max())
    np.testing.assert_allclose(found, found.T, rtol=0, atol=1e-9 * np.abs(wanted).max())


def test_gradients_in_a_batch_equal_those_alone():
    answer = functions(CASES[2])
    gradient = jax.grad(lambda theta: answer(theta).sum())
    thetas = THETA + jnp.linspace(0, 0.1, 5)[:, None]
    alone = jnp.stack([gradient(theta) for theta in thetas])
    np.testing.assert_allclose(jax.vmap(gradient)(thetas), alone, rtol=1e-10)


def test_gradient_with_redundant_and_massless_members_is_finite_for_each():
    # One batch with a sound member, a redundant one and a singular one.
    M = jnp.stack([jnp.eye(3), jnp.eye(3), jnp.diag(jnp.array([1.0, 1.0, 0.0]))])
    A = jnp.array([[[1.0, 0, 1], [0, 1, 0]], [[1, 0, 1], [2, 0, 2]], [[1, 0, 1], [0, 1, 0]]])
    b = jnp.array([[1.0, 2.0], [1.0, 2.0], [1.0, 2.0]])

    def energy(Q):
        return jax.vmap(zw.solve)(M, Q, A, b).qdd @ jnp.ones(3)

    Q = jnp.ones((3, 3))
    jacobian = jax.jacrev(energy)(Q)
    assert bool(jnp.isfinite(jacobian).all())
    np.testing.assert_allclose(jacobian, jax.jacfwd(energy)(Q), atol=1e-14)
